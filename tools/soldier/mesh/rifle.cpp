#include "mesh/rifle.h"

#include "mesh/loft.h"
#include "mesh/parts.h"

namespace phalanx::soldier {
namespace {

// Stations along the rifle: z, the section's middle height, half width, half height.
struct Section {
    float z, y, half_width, half_height, power;
    bool hard;
};

Patch turned(const glm::vec3& origin, const std::vector<Section>& sections, int segments, bool cap_start,
             bool cap_end) {
    LoftShape shape;
    shape.segments = segments;
    shape.start_deg = segments == 8 ? 22.5F : -90.0F;
    for (const Section& s : sections) {
        shape.rings.push_back({origin + glm::vec3(0.0F, s.y, s.z),
                               {s.half_width, 0.0F, 0.0F},
                               {0.0F, s.half_height, 0.0F},
                               s.power,
                               s.hard});
    }
    shape.cap_start = cap_start;
    shape.cap_end = cap_end;
    return loft(shape);
}

}  // namespace

void addRifle(PatchList& list, const Rig& rig) {
    list.part = "rifle";
    const glm::vec3 o = rig.joint("Weapon");
    const WeightRule rule = rig.rigidRule("Weapon");
    const auto at = [&](float x, float y, float z) { return o + glm::vec3(x, y, z); };

    // Receiver: lower and upper half, magazine well, the rail on top.
    list.add("lower", Material::kMetal,
             turned(o,
                    {{-0.085F, -0.012F, 0.0130F, 0.016F, 5.0F, true},
                     {0.060F, -0.012F, 0.0145F, 0.019F, 5.0F, false},
                     {0.074F, -0.018F, 0.0160F, 0.028F, 5.0F, false},
                     {0.132F, -0.016F, 0.0160F, 0.028F, 5.0F, false},
                     {0.150F, -0.004F, 0.0150F, 0.012F, 5.0F, false}},
                    8, true, false),
             rule);
    list.add("upper", Material::kMetal,
             turned(o,
                    {{-0.090F, 0.012F, 0.0150F, 0.0180F, 3.0F, true},
                     {0.172F, 0.012F, 0.0150F, 0.0180F, 3.0F, false}},
                    8, true, false),
             rule);
    const glm::mat3 on_top{glm::vec3(-1.0F, 0.0F, 0.0F), glm::vec3(0.0F, 0.0F, 1.0F),
                           glm::vec3(0.0F, 1.0F, 0.0F)};
    list.add("rail", Material::kMetal,
             box({at(0.0F, 0.0345F, 0.150F), {0.0085F, 0.235F, 0.0055F}, 0.003F, on_top}), rule);
    list.add("guard", Material::kPolymer,
             turned(o,
                    {{0.165F, 0.003F, 0.0215F, 0.0250F, 3.4F, true},
                     {0.385F, 0.003F, 0.0200F, 0.0230F, 3.4F, false},
                     {0.402F, 0.003F, 0.0150F, 0.0170F, 3.0F, false}},
                    8, true, true),
             rule);
    list.add("barrel", Material::kMetal,
             turned(o,
                    {{0.395F, 0.003F, 0.0080F, 0.0080F, 2.0F, false},
                     {0.548F, 0.003F, 0.0075F, 0.0075F, 2.0F, false},
                     {0.552F, 0.003F, 0.0120F, 0.0120F, 2.0F, true},
                     {0.610F, 0.003F, 0.0115F, 0.0115F, 2.0F, true},
                     {0.608F, 0.003F, 0.0050F, 0.0050F, 2.0F, false}},
                    6, false, false),
             rule, 0.8F);
    // Front sight and gas block.
    list.add("frontsight", Material::kMetal,
             box({at(0.0F, 0.030F, 0.430F),
                  {0.007F, 0.012F, 0.024F},
                  0.003F,
                  facing({0.0F, 1.0F, 0.0F}, {0.0F, 0.0F, 1.0F}),
                  {0.7F, 0.6F}}),
             rule, 0.7F);

    // Stock: a tube and a butt.
    list.add("tube", Material::kMetal,
             turned(o,
                    {{-0.085F, 0.006F, 0.0120F, 0.0120F, 2.0F, false},
                     {-0.190F, 0.006F, 0.0120F, 0.0120F, 2.0F, false}},
                    6, false, false),
             rule, 0.6F);
    list.add("stock", Material::kPolymer,
             turned(o,
                    {{-0.130F, -0.002F, 0.0140F, 0.0200F, 3.6F, false},
                     {-0.170F, -0.007F, 0.0150F, 0.0290F, 3.6F, false},
                     {-0.215F, -0.018F, 0.0155F, 0.0440F, 3.6F, false},
                     {-0.275F, -0.022F, 0.0170F, 0.0500F, 3.6F, true}},
                    8, true, true),
             rule);

    // Pistol grip, raked back.
    LoftShape grip;
    grip.segments = 8;
    grip.start_deg = 22.5F;
    grip.rings = {{at(0.0F, -0.022F, -0.008F), {0.0130F, 0.0F, 0.0F}, {0.0F, 0.006F, 0.0200F}, 3.0F},
                  {at(0.0F, -0.055F, -0.022F), {0.0130F, 0.0F, 0.0F}, {0.0F, 0.006F, 0.0175F}, 3.0F},
                  {at(0.0F, -0.108F, -0.043F), {0.0140F, 0.0F, 0.0F}, {0.0F, 0.006F, 0.0205F}, 3.0F, true}};
    grip.cap_end = true;
    list.add("grip", Material::kPolymer, loft(grip), rule);

    // Trigger guard: a bow from the grip to the well, and the trigger.
    LoftShape bow;
    bow.segments = 4;
    bow.start_deg = 45.0F;
    bow.rings = ringsAlong({{at(0.0F, -0.028F, 0.010F), 0.0060F, 0.0025F, 4.0F},
                            {at(0.0F, -0.058F, 0.020F), 0.0060F, 0.0025F, 4.0F},
                            {at(0.0F, -0.058F, 0.058F), 0.0060F, 0.0025F, 4.0F},
                            {at(0.0F, -0.036F, 0.070F), 0.0060F, 0.0025F, 4.0F}},
                           {1.0F, 0.0F, 0.0F});
    list.add("bow", Material::kMetal, loft(bow), rule, 0.5F);

    // Sight: a base and a short tube with a lens.
    list.add("sightbase", Material::kMetal,
             box({at(0.0F, 0.044F, 0.035F), {0.011F, 0.030F, 0.006F}, 0.003F, on_top}), rule, 0.6F);
    list.add("sight", Material::kMetal,
             turned(o,
                    {{-0.012F, 0.064F, 0.0170F, 0.0180F, 2.4F, true},
                     {0.075F, 0.064F, 0.0170F, 0.0180F, 2.4F, true}},
                    8, true, true),
             rule, 0.8F);

    // The magazine, curved forwards, with its own bone.
    LoftShape magazine;
    magazine.segments = 8;
    magazine.start_deg = 22.5F;
    const auto slice = [&](float y, float z, bool hard) {
        return Ring{at(0.0F, y, z), {0.0115F, 0.0F, 0.0F}, {0.0F, 0.006F, 0.0285F}, 5.0F, hard};
    };
    magazine.rings = {slice(-0.030F, 0.100F, false), slice(-0.075F, 0.103F, false),
                      slice(-0.115F, 0.111F, false), slice(-0.152F, 0.124F, true)};
    magazine.cap_end = true;
    list.add("magazine", Material::kPolymer, loft(magazine), rig.rigidRule("Magazine"));
}

}  // namespace phalanx::soldier

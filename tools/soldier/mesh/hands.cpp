// Gloved hands: a palm, a thumb, an index finger, and the other three fingers as one.
#include <cmath>

#include "mesh/loft.h"
#include "mesh/parts.h"

namespace phalanx::soldier {

void addHands(PatchList& list, const Rig& rig) {
    list.part = "body";
    const glm::vec3 wrist = rig.joint("Hand.L");
    const glm::vec3 index1 = rig.joint("Index1.L");
    const glm::vec3 index2 = rig.joint("Index2.L");
    const glm::vec3 index_end = rig.tail("Index2.L");
    const glm::vec3 fingers1 = rig.joint("Fingers1.L");
    const glm::vec3 fingers2 = rig.joint("Fingers2.L");
    const glm::vec3 fingers_end = rig.tail("Fingers2.L");
    const glm::vec3 thumb = rig.joint("Thumb.L");
    const glm::vec3 thumb_end = rig.tail("Thumb.L");
    const glm::vec3 knuckles = 0.5F * (index1 + fingers1) + glm::vec3(0.0F, 0.0F, -0.010F);
    const glm::vec3 along = glm::normalize(knuckles - wrist);
    const glm::vec3 across{0.0F, 0.0F, 1.0F};  // towards the thumb

    // Widths of stations are along the thickness of the hand, heights along its breadth (Z).
    LoftShape palm;
    palm.segments = 8;
    palm.start_deg = 180.0F;
    palm.rings = ringsAlong({{wrist - along * 0.022F, 0.0365F, 0.0375F, 2.2F},
                             {wrist - along * 0.012F, 0.0270F, 0.0300F, 2.3F},
                             {wrist + along * 0.016F, 0.0235F, 0.0345F, 2.5F},
                             {wrist + along * 0.056F + across * 0.005F, 0.0210F, 0.0440F, 2.7F},
                             {wrist + along * 0.087F + across * 0.006F, 0.0165F, 0.0420F, 2.8F}},
                            across);
    palm.cap_end = true;
    palm.cap_end_bulge = 0.004F;
    const WeightRule palm_rule = [&rig](const glm::vec3& p) {
        return rig.chain(p, {{"LowerArmTwist.L", 0.0F}, {"Hand.L", 0.020F}});
    };
    list.addPair("palm", Material::kGlove, loft(palm), palm_rule, rig.skeleton(), true, 1.25F);

    const auto finger = [&](const char* name, glm::vec3 root, glm::vec3 mid, glm::vec3 end, float thick,
                            float broad, int segments, const std::string& first, const std::string& second) {
        LoftShape shape;
        shape.segments = segments;
        shape.start_deg = 180.0F;
        const glm::vec3 d1 = mid - root;
        const glm::vec3 d2 = end - mid;
        const float fullness = broad > 0.02F ? 2.8F : 2.2F;
        shape.rings = ringsAlong({{root - d1 * 0.25F, thick, broad, fullness},
                                  {mid - d1 * 0.20F, thick, broad * 0.99F, fullness},
                                  {mid + d2 * 0.20F, thick * 0.97F, broad * 0.96F, fullness},
                                  {mid + d2 * 0.90F, thick * 0.66F, broad * 0.80F, fullness}},
                                 across);
        shape.cap_end = true;
        shape.cap_end_bulge = 0.005F;
        const std::string hand = "Hand.L";
        list.addPair(name, Material::kGlove, loft(shape),
                     rig.chainRule({{hand, 0.0F}, {first, 0.010F}, {second, 0.009F}}), rig.skeleton(), true,
                     1.0F);
    };
    finger("fingers", fingers1 + across * -0.004F, fingers2 + across * -0.004F,
           fingers_end + across * -0.004F, 0.0140F, 0.0300F, 7, "Fingers1.L", "Fingers2.L");
    finger("index", index1, index2, index_end, 0.0130F, 0.0122F, 6, "Index1.L", "Index2.L");

    LoftShape shape;
    shape.segments = 6;
    shape.start_deg = 180.0F;
    const glm::vec3 heel = wrist + along * 0.010F + across * 0.016F;
    shape.rings = ringsAlong({{heel, 0.017F, 0.016F},
                              {glm::mix(heel, thumb, 0.8F), 0.0185F, 0.0180F},
                              {glm::mix(thumb, thumb_end, 0.45F), 0.0145F, 0.0145F},
                              {glm::mix(thumb, thumb_end, 0.95F), 0.0095F, 0.0100F}},
                             {0.0F, 1.0F, 0.3F});
    shape.cap_end = true;
    shape.cap_end_bulge = 0.006F;
    list.addPair("thumb", Material::kGlove, loft(shape),
                 rig.chainRule({{"Hand.L", 0.0F}, {"Thumb.L", 0.016F}}), rig.skeleton(), true, 1.0F);
}

}  // namespace phalanx::soldier

// Patches: the pieces of surface that the soldier is sewn from, before they are packed and merged into parts.
//
// A patch is one chart of the atlas, made of one material and bound to the bones by one rule. Space: model
// space at rest, metres. Left means his left, +X.
#pragma once

#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "soldier.h"

namespace phalanx::soldier {

enum class Material {
    kCamo,
    kCloth,  // of the team's colour
    kSkin,
    kEar,
    kHelmet,
    kBeret,
    kWebbing,
    kVest,
    kPouch,
    kPack,
    kMedicBag,
    kPad,
    kGlove,
    kBoot,
    kSole,
    kMetal,
    kPolymer,
    kLens,
    kLeather,
};

// Weight per bone of the skeleton, in its order; not negative, sums to 1 after finishing.
using BoneWeights = std::vector<float>;
using WeightRule = std::function<BoneWeights(const glm::vec3& position)>;

struct Patch {
    std::string name;
    std::string part;  // the MeshPart that it goes into
    Material material = Material::kCamo;
    float detail = 1.0F;   // texels a metre against the other patches
    int chart_owner = -1;  // index of the mirrored patch whose texels it shows, -1 for its own

    glm::vec2 face{0.0F};  // half the size of a box's front, whose middle is the chart's origin; 0 for lofts

    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<int> groups;       // vertices of one place share a normal within a smoothing group
    std::vector<glm::vec2> chart;  // unwrapped, metres, any origin; x right, y down
    std::vector<std::uint32_t> indices;
    std::vector<BoneWeights> weights;
};

struct PatchList {
    std::vector<Patch> patches;
    std::string part;  // what add() puts new patches into

    void add(std::string name, Material material, Patch patch, const WeightRule& rule, float detail = 1.0F);

    // The patch is modelled on the left; adds it and its mirror image, whose weights go to the bones of the
    // other side. With `shared_texels` both show the same place of the atlas, else each has its own.
    void addPair(const std::string& name, Material material, const Patch& patch, const WeightRule& rule,
                 const Skeleton& skeleton, bool shared_texels, float detail = 1.0F);
};

// Fills the normals: sums of the faces' area vectors over the vertices of one place and one smoothing group,
// so that large faces stay flat beside small bevels.
void computeNormals(Patch& patch);

}  // namespace phalanx::soldier

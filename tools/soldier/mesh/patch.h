// Patches: the pieces of the soldier's surface, before they are packed and merged into parts.
//
// A patch is one chart of the atlas, has one material and is bound to the bones by one rule. Space: model
// space in the rest pose, metres. Left means the soldier's left, +X.
#pragma once

#include <array>
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
    kEye,
    kMouth,
    kTeeth,
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

// Weights per bone, in the skeleton's order; not negative. largestFour() makes them sum to 1.
using BoneWeights = std::vector<float>;
using WeightRule = std::function<BoneWeights(const glm::vec3& position)>;

struct Patch {
    std::string name;
    std::string part;  // the MeshPart that it belongs to
    Material material = Material::kCamo;
    float detail = 1.0F;   // texels per metre, relative to other patches
    int chart_owner = -1;  // index of the mirrored patch whose texels are shared; -1: has its own texels

    glm::vec2 face{0.0F};  // half the size of a box's front, whose middle is the chart's origin; 0 for lofts

    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<int> groups;       // smoothing groups: vertices at one position share a normal within a group
    std::vector<glm::vec2> chart;  // unwrapped, metres, any origin; x right, y down
    std::vector<std::uint32_t> indices;
    std::vector<BoneWeights> weights;

    // Positions at weight 1 of each morph target; empty: it moves nothing. Normals are computed.
    std::array<std::vector<glm::vec3>, kMorphs> morphed;
    std::array<std::vector<glm::vec3>, kMorphs> morphed_normals;
};

struct PatchList {
    std::vector<Patch> patches;
    std::string part;  // the part of patches passed to add()

    void add(std::string name, Material material, Patch patch, const WeightRule& rule, float detail = 1.0F);

    // Adds a patch, modelled on the left side, and its mirror image, which is bound to the bones of the other
    // side. With `shared_texels` both use the same texels of the atlas, else each has its own.
    void addPair(const std::string& name, Material material, const Patch& patch, const WeightRule& rule,
                 const Skeleton& skeleton, bool shared_texels, float detail = 1.0F);
};

// Computes normals: the sum of the faces' area vectors over vertices with the same position and smoothing
// group, so that large faces stay flat next to small bevels. At rest, and for each morph target.
void computeNormals(Patch& patch);

}  // namespace phalanx::soldier

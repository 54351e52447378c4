// Data types of make_soldier: skeleton, mesh, clips.
//
// Space: model space, metres, Y up, right-handed. The soldier faces +Z, its left is +X, its feet are on y =
// 0. In the rest pose every joint's space is model space translated to the joint, so joint_from_bind is a
// pure translation, and a joint's rotation in a clip is relative to the rest pose.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace phalanx::soldier {

struct Bone {
    std::string name;
    int parent;          // index in Skeleton::bones, -1 for the root; parents come first
    glm::vec3 position;  // of the joint at rest, model space, metres
    glm::vec3 tail;      // end of the bone at rest, model space, metres
};

struct Skeleton {
    std::vector<Bone> bones;

    // Index of the bone with that name; throws std::out_of_range if there is none.
    int index(std::string_view name) const;
};

// The skeleton that all variants and clips share. Returns the same result at every call.
Skeleton makeSkeleton();

// Morph targets, in the order of the file: the lids close; the mouth opens a little and the nostrils widen;
// the mouth opens wide.
inline constexpr std::array<const char*, 3> kMorphNames{"blink", "breath", "shout"};
inline constexpr std::size_t kMorphs = kMorphNames.size();

struct MeshDelta {
    glm::vec3 position{0.0F};
    glm::vec3 normal{0.0F};
};

struct MeshVertex {
    glm::vec3 position;  // model space, metres
    glm::vec3 normal;    // unit length
    glm::vec2 uv;        // 0..1, v downwards (glTF)
    std::array<std::uint8_t, 4> joints;
    std::array<float, 4> weights;           // descending, sum 1
    std::array<MeshDelta, kMorphs> morphs;  // added at weight 1
};

// A named part of the soldier: "body", "helmet", "pack", "beret", "rifle" ... A variant is a set of parts.
struct MeshPart {
    std::string name;
    std::vector<MeshVertex> vertices;
    std::vector<std::uint32_t> indices;  // triangles, counter-clockwise from outside
};

struct Variant {
    std::string name;                // "rifleman", "officer", "medic"
    std::vector<std::string> parts;  // names of MeshPart
};

struct Atlas {
    int size = 0;  // texels per side
    // size * size * 4: sRGB base colour, alpha = mask of the team's colour (0 none, 255 all).
    std::vector<std::uint8_t> rgba;
};

struct SoldierMesh {
    std::vector<MeshPart> parts;
    std::vector<Variant> variants;
    Atlas atlas;
};

struct ClipPose {
    std::vector<glm::quat> rotation;      // per bone, relative to the rest pose, in the parent's frame
    std::vector<glm::vec3> translation;   // per bone, added to the rest offset from the parent, metres
    std::array<float, kMorphs> morphs{};  // weights
};

struct Clip {
    std::string name;
    float rate_hz = 30.0F;         // frames per second
    bool loops = false;            // a looping clip's last frame equals its first
    float stride_speed = 0.0F;     // speed forward at which planted feet stand still, m/s; 0: in place
    float side_speed = 0.0F;       // the same, sideways: to the left, +X
    std::string markers{};         // what happens when: "fire=0.06, fire=0.16", seconds
    std::vector<ClipPose> frames;  // at least 2; the clip lasts (frames - 1) / rate_hz seconds
};

SoldierMesh buildMesh(const Skeleton& skeleton);
// Like buildMesh(), but without painting the atlas, which takes seconds; atlas.size is 0.
SoldierMesh buildMeshUnpainted(const Skeleton& skeleton);
std::vector<Clip> buildClips(const Skeleton& skeleton);
// The further clips, which are a file of their own.
std::vector<Clip> buildMoves(const Skeleton& skeleton);

}  // namespace phalanx::soldier

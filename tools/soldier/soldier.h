// What the parts of the soldier's maker hand to each other: skeleton, mesh, clips.
//
// Space: model space, metres, Y up, right-handed, the soldier faces +Z, his left is +X, feet on y = 0.
// In the rest pose every joint's frame is the model's frame moved to the joint's position, so that
// joint_from_bind is a plain translation and a joint's rotation in a clip is relative to the rest pose.
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
    glm::vec3 tail;      // where the bone ends at rest, model space, metres
};

struct Skeleton {
    std::vector<Bone> bones;

    // Index of the bone of that name; throws std::out_of_range for a name that is not there.
    int index(std::string_view name) const;
};

// The one skeleton that all variants and clips share. Same result at every call.
Skeleton makeSkeleton();

struct MeshVertex {
    glm::vec3 position;  // model space, metres
    glm::vec3 normal;    // unit length
    glm::vec2 uv;        // 0..1, v downwards (glTF)
    std::array<std::uint8_t, 4> joints;
    std::array<float, 4> weights;  // descending, sum 1
};

// One named piece of the soldier: "body", "helmet", "pack", "beret", "rifle" ... A variant is a set of parts.
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
    int size = 0;  // texels a side
    std::vector<std::uint8_t>
        rgba;  // size * size * 4: sRGB base colour, alpha = mask of the team's colour (0 none, 255 all)
};

struct SoldierMesh {
    std::vector<MeshPart> parts;
    std::vector<Variant> variants;
    Atlas atlas;
};

struct ClipPose {
    std::vector<glm::quat> rotation;     // per bone, relative to the rest pose, in the parent's frame
    std::vector<glm::vec3> translation;  // per bone, added to the rest offset from the parent, metres
};

struct Clip {
    std::string name;
    float rate_hz = 30.0F;         // frames a second
    bool loops = false;            // a looping clip's last frame equals its first
    float stride_speed = 0.0F;     // m/s over the ground that fits a planted foot; 0 where he stays
    std::vector<ClipPose> frames;  // at least 2; the clip lasts (frames - 1) / rate_hz seconds
};

SoldierMesh buildMesh(const Skeleton& skeleton);
// The same without the atlas's pixels, which take seconds; atlas.size is 0.
SoldierMesh buildMeshUnpainted(const Skeleton& skeleton);
std::vector<Clip> buildClips(const Skeleton& skeleton);

}  // namespace phalanx::soldier

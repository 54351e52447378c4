// A rigged model as Phalanx sees it, whatever file it came from. Plain values, no GL, no importer's types.
//
// Spaces:  bind   where the file stores a mesh's vertices; file units.
//          joint  the frame of a node that moves vertices; file units.
//          model  metres, Y up, right-handed, feet near y = 0. metres_per_unit leads from file units to it.
// Matrices are named destination_from_source and act on column vectors.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <string>
#include <vector>

namespace phalanx {

inline constexpr int kWeightsPerVertex = 4;
inline constexpr std::uint32_t kMaxJoints = 1024;         // what the packed vertex can name
inline constexpr std::uint32_t kMaxVertices = 4'000'000;  // of one model

// Translation, rotation, scale; applied scale first: matrix = T * R * S. The reference works in double.
struct Transform {
    glm::dvec3 translation{0.0};
    glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
    glm::dvec3 scale{1.0};
};

glm::dmat4 toMatrix(const Transform& transform);

// Exact for matrices without shear; a mirror goes into a negative scale.x. Zero scale gives the identity
// rotation.
Transform decompose(const glm::dmat4& matrix);

// Parents come before their children in Model::nodes.
struct Node {
    std::string name;
    int parent = -1;                        // -1: hangs from model space
    glm::dmat4 parent_from_node_rest{1.0};  // kept whole: it may hold shear that no Transform can
};

// One entry of the palette: a node together with an offset matrix. Two meshes may bind one node differently,
// and then have two joints. A rigid mesh is skinned to one joint, its node, with the identity.
struct Joint {
    int node = 0;
    glm::dmat4 joint_from_bind{1.0};
};

struct Vertex {
    glm::vec3 position{0.0F};            // bind space
    glm::vec3 normal{0.0F, 1.0F, 0.0F};  // bind space, unit length
    glm::vec2 uv{0.0F};                  // v downwards: (0, 0) is the picture's first texel
    std::array<std::uint16_t, kWeightsPerVertex> joints{};  // into Model::palette
    std::array<float, kWeightsPerVertex> weights{1.0F};     // descending, sum 1
};

struct Image {
    std::string name;
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgba;  // width * height * 4, sRGB colour, first row on top
};

enum class AlphaMode : std::uint8_t { kOpaque, kMask };
enum class TintMask : std::uint8_t {
    kAll,    // the unit's tint colours the whole surface, a little
    kAlpha,  // the base colour's alpha says where the tint goes; the surface is opaque
};

struct Material {
    std::string name;
    glm::vec4 base_color{1.0F};  // linear; times the texture
    int image = -1;              // into Model::images, -1: none
    AlphaMode alpha_mode = AlphaMode::kOpaque;
    float alpha_cutoff = 0.5F;
    bool two_sided = false;
    TintMask tint_mask = TintMask::kAll;
};

// One named piece as the file had it; indices of a part are contiguous, and so are its vertices.
struct Part {
    std::string name;
    std::uint32_t material = 0;
    std::uint32_t first_index = 0;
    std::uint32_t index_count = 0;
    std::uint32_t first_vertex = 0;
    std::uint32_t vertex_count = 0;
};

// A run of indices that one draw call can take: one material.
struct Batch {
    std::uint32_t material = 0;
    std::uint32_t first_index = 0;
    std::uint32_t index_count = 0;
};

// A choice of parts. A model without variants has one that holds every part. Batches of variants may overlap.
struct Variant {
    std::string name;
    std::vector<Batch> batches;
};

template <typename Value>
struct Key {
    double time_s = 0.0;  // from the clip's first key on
    Value value{};
};

// Moves one node. An empty track leaves that property as in the node's rest transform, decomposed.
struct Channel {
    int node = 0;
    std::vector<Key<glm::dvec3>> translations;
    std::vector<Key<glm::dquat>> rotations;  // unit length, neighbours on one hemisphere
    std::vector<Key<glm::dvec3>> scales;
};

struct Clip {
    std::string name;
    double duration_s = 0.0;  // of one pass; a looping clip's pose at duration_s equals the one at 0
    // A looping clip whose file leaves the closing key out goes from the last key back to the first in this
    // time. It is part of duration_s. 0 where the last key closes the loop, and in one-shot clips.
    double closing_s = 0.0;
    bool loops = false;  // false: a one-shot, which holds its last pose
    double stride_speed =
        0.0;  // m/s over the ground at speed 1 that keeps planted feet from sliding; 0: stays
    std::vector<Channel> channels;
};

// A trap that the importer met in the file, and what it did about it; `info` lists them.
struct Note {
    std::string text;
    bool warning = false;  // a person should know even without asking
};

struct Model {
    std::string name;         // the file's stem
    std::string source_path;  // as given
    std::vector<Vertex> vertices;
    std::vector<std::uint32_t> indices;  // triangles, counter-clockwise seen from outside
    std::vector<Part> parts;
    std::vector<Variant> variants;    // at least one
    std::vector<Material> materials;  // at least one
    std::vector<Image> images;
    std::vector<Node> nodes;     // at least one
    std::vector<Joint> palette;  // at least one
    std::vector<Clip> clips;     // may be empty: the model is then drawn at rest
    double metres_per_unit = 1.0;
    bool z_up =
        false;  // Z is up in the file; model space has it turned upright, see modelFromFile() in pose.h
    double height_m = 0.0;  // standing height after scaling
    std::vector<Note> notes;
    // Further files that the import read: textures, buffers, materials. Containers do not keep them.
    std::vector<std::string> side_files;
};

// Control characters as question marks: what may go to a terminal, and into one line.
std::string printable(std::string text);

// All names of the model made printable.
void cleanNames(Model& model);

// Throws Error (kInput) that names model.source_path and the first violation: sizes over the limits, indices
// or joints or nodes out of range, non-finite numbers, weights that do not sum to 1 or do not descend, keys
// out of order, a child before its parent, names that are not printable.
void validate(const Model& model);

// Index of the clip called `wanted`, or of number K where `wanted` is "#K"; letter case is ignored when no
// exact match exists. Throws Error (kUsage), listing the known names, where there is none.
int findClip(const Model& model, const std::string& wanted);

}  // namespace phalanx

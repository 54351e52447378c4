// A rigged model, independent of its file format. Plain values, without GL or importer types.
//
// Spaces:  bind   the space of a mesh's vertices in the file; file units.
//          joint  the local space of a node that moves vertices; file units.
//          model  metres, Y up, right-handed; the file's origin. metres_per_unit converts from file units.
// Matrices are named destination_from_source and multiply column vectors.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <string>
#include <vector>

namespace phalanx {

inline constexpr int kWeightsPerVertex = 4;
inline constexpr std::uint32_t kMaxJoints = 1024;           // limit of the packed vertex format
inline constexpr std::uint32_t kMaxVertices = 4'000'000;    // per model
inline constexpr std::size_t kMaxMorphTargets = 1024;       // per model; a mesh counts once per node
inline constexpr std::size_t kMaxMorphDeltas = 16'000'000;  // per model, summed over all targets
// Far above what any model needs; numbers beyond them would leave no precision for the rest.
inline constexpr double kMostMorphWeight = 1000.0;  // of morph targets, below and above 0
inline constexpr double kMostMorphReach = 1000.0;   // of a delta, in sizes of the mesh in bind space
inline constexpr std::size_t kMostMarkerName = 64;  // bytes
inline constexpr std::size_t kMostMarkers = 256;    // per clip
inline constexpr double kMostClip_s = 86'400.0;     // duration

// Translation, rotation, scale, with the scale applied first: matrix = T * R * S. In double precision, since
// the CPU reference uses it.
struct Transform {
    glm::dvec3 translation{0.0};
    glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
    glm::dvec3 scale{1.0};
};

glm::dmat4 toMatrix(const Transform& transform);

// Exact for matrices without shear. Mirroring becomes a negative scale.x; zero scale gives the identity
// rotation.
Transform decompose(const glm::dmat4& matrix);

// Parents come before their children in Model::nodes.
struct Node {
    std::string name;
    int parent = -1;                        // -1: a root
    glm::dmat4 parent_from_node_rest{1.0};  // a matrix, since a Transform cannot store shear
};

// One entry of the palette: a node together with an offset matrix (inverse bind matrix). If two meshes bind a
// node differently, there are two joints for it. A rigid mesh is skinned to one joint: its node, with the
// identity matrix.
struct Joint {
    int node = 0;
    glm::dmat4 joint_from_bind{1.0};
};

struct Vertex {
    glm::vec3 position{0.0F};            // bind space
    glm::vec3 normal{0.0F, 1.0F, 0.0F};  // bind space, unit length
    glm::vec2 uv{0.0F};                  // v points down: (0, 0) is the image's first texel
    std::array<std::uint16_t, kWeightsPerVertex> joints{};  // into Model::palette
    std::array<float, kWeightsPerVertex> weights{1.0F};     // descending, sum 1
};

struct Image {
    std::string name;
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgba;  // width * height * 4 bytes, sRGB colour, top row first
};

enum class AlphaMode : std::uint8_t { kOpaque, kMask };
enum class TintMask : std::uint8_t {
    kAll,    // the unit's tint slightly colours the whole surface
    kAlpha,  // the base colour's alpha is the mask of the tint; the surface is opaque
};

struct Material {
    std::string name;
    glm::vec4 base_color{1.0F};  // linear; multiplied with the texture
    int image = -1;              // into Model::images, -1: none
    AlphaMode alpha_mode = AlphaMode::kOpaque;
    float alpha_cutoff = 0.5F;
    bool two_sided = false;
    TintMask tint_mask = TintMask::kAll;
    bool unlit = false;  // drawn in its own colour, without light, shadows, tone mapping and tint
};

// What a morph target adds to one vertex at weight 1. Bind space, before the joints.
struct MorphDelta {
    std::uint32_t vertex = 0;  // into Model::vertices
    glm::vec3 position{0.0F};
    glm::vec3 normal{0.0F};  // added to the unit normal; the sum is normalized
};

// A morph target (blend shape) of one node's mesh. The parts of a node share its targets; a mesh under two
// nodes has two sets of them, since each node has its own weights.
struct MorphTarget {
    std::string name;
    int node = 0;
    double rest_weight = 0.0;        // without a track; any finite number
    std::vector<MorphDelta> deltas;  // by vertex, ascending; vertices that stay in place have none
};

// One named part of the file. Its indices are contiguous, and so are its vertices.
struct Part {
    std::string name;
    std::uint32_t material = 0;
    std::uint32_t first_index = 0;
    std::uint32_t index_count = 0;
    std::uint32_t first_vertex = 0;
    std::uint32_t vertex_count = 0;
};

// A range of indices with one material, drawn by one draw call.
struct Batch {
    std::uint32_t material = 0;
    std::uint32_t first_index = 0;
    std::uint32_t index_count = 0;
};

// A set of parts. A model without variants in its file has one variant with all parts. Batches of different
// variants may overlap.
struct Variant {
    std::string name;
    std::vector<Batch> batches;
};

template <typename Value>
struct Key {
    double time_s = 0.0;  // since the clip's first key
    Value value{};
};

// How values between keys are computed, as in glTF 2.0, appendix C:
// https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html#appendix-c-interpolation
enum class Interpolation : std::uint8_t {
    kLinear,  // rotations by slerp along the shorter arc
    kStep,    // a key's value is held until the next key
    kCubic,   // cubic Hermite spline; rotations componentwise, then normalized
};

// Derivatives at a key, per second: before the key and after it.
template <typename Value>
struct Tangents {
    Value in{};
    Value out{};
};

template <typename Value>
struct Track {
    Interpolation interpolation = Interpolation::kLinear;
    std::vector<Key<Value>> keys;           // by time; several keys may have one time
    std::vector<Tangents<Value>> tangents;  // kCubic: one per key; else empty
};

// The tracks of one node. If a track has no keys, the property comes from the node's decomposed rest
// transform.
struct Channel {
    int node = 0;
    Track<glm::dvec3> translations;
    Track<glm::dquat> rotations;  // keys of unit length; if linear, neighbours in one hemisphere
    Track<glm::dvec3> scales;

    bool empty() const { return translations.keys.empty() && rotations.keys.empty() && scales.keys.empty(); }
};

// The weights of one morph target. It has keys.
struct MorphTrack {
    int target = 0;  // into Model::morph_targets
    Track<double> weights;
};

// Calls `use` with each track of a channel, const or not.
template <typename AnyChannel, typename Use>
void eachTrack(AnyChannel& channel, const Use& use) {
    use(channel.translations);
    use(channel.rotations);
    use(channel.scales);
}

// A moment of a clip at which something happens, as its file says: a shot, a hit, a change of the grip.
struct Marker {
    std::string name;
    double time_s = 0.0;  // since the clip's first key; 0 .. duration_s

    friend bool operator==(const Marker&, const Marker&) = default;
};

struct Clip {
    std::string name;
    double duration_s = 0.0;  // of one cycle; a looping clip's pose at duration_s equals the one at 0
    // Time from the last key back to the first, in a looping clip whose file lacks the closing key; part of
    // duration_s. 0 if the last key closes the loop, and in one-shot clips.
    double closing_s = 0.0;
    bool loops = false;  // false: a one-shot clip, which holds its last pose
    // Speed over the ground at playback speed 1 at which planted feet do not slide, m/s; 0: stays in place.
    double stride_speed = 0.0;
    std::vector<Channel> channels;
    std::vector<MorphTrack> morph_tracks;  // at most one per target
    std::vector<Marker> markers;           // by time; at most kMostMarkers

    bool empty() const { return channels.empty() && morph_tracks.empty(); }
};

// Calls `use` with each track of a clip, const or not.
template <typename AnyClip, typename Use>
void eachTrackOf(AnyClip& clip, const Use& use) {
    for (auto& channel : clip.channels) eachTrack(channel, use);
    for (auto& track : clip.morph_tracks) use(track.weights);
}

// Whether a track changes its value without a transition.
bool hasSteps(const Clip& clip);

// A problem that the importer found in the file, and how it was handled; `info` lists them.
struct Note {
    std::string text;
    bool warning = false;  // important enough to be shown to every user
};

struct Model {
    std::string name;         // the file name without extension
    std::string source_path;  // as given by the user
    std::vector<Vertex> vertices;
    std::vector<std::uint32_t> indices;  // triangles, counter-clockwise seen from outside
    std::vector<Part> parts;
    std::vector<Variant> variants;    // at least one
    std::vector<Material> materials;  // at least one
    std::vector<Image> images;
    std::vector<Node> nodes;  // at least one
    // By the number of a node in its file: the index into `nodes`. Empty: node K is nodes[K], for formats
    // whose nodes have no numbers.
    std::vector<int> numbered_nodes;
    std::vector<int> ankles;     // nodes, given by the user; empty: see anklesOf()
    std::vector<Joint> palette;  // at least one
    std::vector<MorphTarget> morph_targets;
    std::vector<Clip> clips;  // may be empty: the model is then drawn in its rest pose
    double metres_per_unit = 1.0;
    bool z_up = false;      // Z is up in the file; modelFromFile() in pose.h rotates it upright
    double height_m = 0.0;  // standing height after scaling
    std::vector<Note> notes;
    // Further files that the import read: textures, buffers, materials. Not stored in containers.
    std::vector<std::string> side_files;
};

// Makes all names of the model printable (core/printable.h), which also cuts long ones.
void cleanNames(Model& model);

// Throws Error (kInput) with model.source_path and the first violation: sizes above the limits, indices,
// joints or nodes out of range, non-finite numbers, weights that do not sum to 1 or are not in descending
// order, deltas or keys out of order, a child before its parent, names that are not printable.
void validate(const Model& model);

// The index of the clip called `wanted`, or clip number K if `wanted` is "#K". Case is ignored if there is no
// exact match. Throws Error (kUsage) with the list of clips if none matches.
int findClip(const Model& model, const std::string& wanted);

// The indices of all nodes called `wanted`, ascending, or of node K of the file if `wanted` is "#K". Case is
// ignored if there is no exact match. Throws Error (kUsage) with the most similar name if none matches.
std::vector<int> findNodes(const Model& model, const std::string& wanted);
// A name by which findNodes() finds this node alone: its own, or "#K" if it has none or others share it.
std::string nameOfNode(const Model& model, int node);

}  // namespace phalanx

// Bakes posed vertices instead of joints into a texture, for the technique `vertex-texture`.
//
// Entries are numbered frame * vertices + vertex, in the machine's byte order.
// kUnorm16  8 bytes, one texel of 4 unsigned 16-bit integers (GL_RGBA16UI): xyz the position,
//           offset + scale * u / 65535; w the normal, octahedral: low byte x, high byte y, each
//           u / 255 * 2 - 1.
// kHalf     16 bytes, two texels of 4 half floats (GL_RGBA16F): xyz of the first the position minus
//           `offset` (scale is 1), xyz of the second the normal, to be normalized; both w are 0.
// Positions are in model space, metres.
//
// Blending: frames as in encode.h; then positions mix(A, B, weight), A = mix(before, after, within). Unit
// normals are blended in the same way, then normalized (zero stays zero).
//
// Octahedral normals: Cigolle et al., "Survey of Efficient Representations for Independent Unit Vectors",
// JCGT 3(2), 2014.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/bake/switches.h"
#include "anim/pose/model.h"
#include "anim/pose/skin.h"

namespace phalanx {

enum class VertexFormat : std::uint8_t { kUnorm16, kHalf };

struct VertexAnimation {
    VertexFormat format = VertexFormat::kUnorm16;
    std::uint32_t vertices = 0;
    std::uint32_t frames = 0;
    glm::vec3 offset{0.0F};
    glm::vec3 scale{1.0F};
    std::vector<std::byte> data;

    std::uint32_t texelsPerEntry() const { return format == VertexFormat::kUnorm16 ? 1 : 2; }
};

struct VertexBakeSettings {
    VertexFormat format = VertexFormat::kUnorm16;
    bool bind_normals = false;  // see PoseSwitches
    std::size_t max_bytes = std::size_t{2} << 30U;
    unsigned threads = 0;                 // 0: as many as the machine has
    std::function<void(float)> progress;  // 0..1, from any thread; may be empty
    std::function<bool()> cancelled;      // polled often, from any thread; may be empty
};

// Skins `vertices` (in the order of the drawn mesh, see withWeights() for their weights) with every frame of
// `baked`. `targets`: the model's, with the deltas of these vertices, see selectDeltas(); empty: without
// morph targets. Throws Error (kInput) that starts with `name`, with the numbers, if max_bytes would be
// exceeded, and Error "cancelled" if `cancelled` returns true. Where the blended matrix is degenerate, the
// normal is (0, 1, 0) in kUnorm16 and zero in kHalf.
VertexAnimation bakeVertices(std::string_view name, std::span<const Vertex> vertices,
                             std::span<const MorphTarget> targets, const BakedAnimation& baked,
                             const VertexBakeSettings& settings);

// One entry, as the shader decodes it.
SkinnedVertex decodeVertex(const VertexAnimation& animation, std::uint32_t frame, std::uint32_t vertex);

// Every vertex as the technique must blend it. `clips`: BakedAnimation::clips. PoseSwitches::weights is
// ignored, since it was applied before the vertices were baked.
std::vector<SkinnedVertex> posedVertices(const VertexAnimation& animation, std::span<const BakedClip> clips,
                                         const BakedPose& pose, const PoseSwitches& switches);

}  // namespace phalanx

#include "anim/bake/vertex_bake.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstring>
#include <string>

#include "anim/bake/frame_lookup.h"
#include "anim/bake/half.h"
#include "core/error.h"
#include "core/parallel.h"

namespace phalanx {
namespace {

constexpr float kSteps16 = 65535.0F;
constexpr int kSteps8 = 255;
constexpr std::size_t kUnormEntry = 8;
constexpr std::size_t kHalfEntry = 16;

std::size_t entryBytes(VertexFormat format) {
    return format == VertexFormat::kUnorm16 ? kUnormEntry : kHalfEntry;
}

glm::vec2 foldBack(const glm::vec2& e) {
    const glm::vec2 sign(e.x >= 0.0F ? 1.0F : -1.0F, e.y >= 0.0F ? 1.0F : -1.0F);
    return (1.0F - glm::abs(glm::vec2(e.y, e.x))) * sign;
}

glm::vec3 octahedralDecode(int x, int y) {
    const glm::vec2 e = glm::vec2(x, y) * (2.0F / kSteps8) - 1.0F;
    const float z = 1.0F - std::abs(e.x) - std::abs(e.y);
    return glm::normalize(glm::vec3(z < 0.0F ? foldBack(e) : e, z));
}

// Tries the four codes around the exact point and takes the one that decodes to the nearest direction. With 8
// bits this reduces the error by a third.
std::uint16_t octahedralEncode(const glm::vec3& normal) {
    const float sum = std::abs(normal.x) + std::abs(normal.y) + std::abs(normal.z);
    if (!(sum > 0.0F)) return octahedralEncode(glm::vec3(0.0F, 1.0F, 0.0F));
    glm::vec2 e = glm::vec2(normal) / sum;
    if (normal.z < 0.0F) e = foldBack(e);
    const glm::vec2 place = (e * 0.5F + 0.5F) * static_cast<float>(kSteps8);
    const glm::ivec2 low = glm::clamp(glm::ivec2(glm::floor(place)), 0, kSteps8 - 1);
    float best = -2.0F;
    int code = 0;
    for (int i = 0; i < 4; ++i) {
        const int x = low.x + i % 2;
        const int y = low.y + i / 2;
        const float cosine = glm::dot(octahedralDecode(x, y), normal);
        if (cosine > best) {
            best = cosine;
            code = x | y << 8;
        }
    }
    return static_cast<std::uint16_t>(code);
}

std::uint16_t texelUnorm16(float fraction) {
    if (!(fraction > 0.0F)) return 0;
    return static_cast<std::uint16_t>(std::lround(std::min(fraction, 1.0F) * kSteps16));
}

void encodeVertex(const VertexAnimation& animation, const SkinnedVertex& vertex, std::byte* to) {
    const glm::vec3 position(vertex.position);
    const glm::vec3 normal(vertex.normal);
    if (animation.format == VertexFormat::kUnorm16) {
        const glm::vec3 p = (position - animation.offset) / animation.scale;
        const std::array<std::uint16_t, 4> texel{texelUnorm16(p.x), texelUnorm16(p.y), texelUnorm16(p.z),
                                                 octahedralEncode(normal)};
        std::memcpy(to, texel.data(), sizeof(texel));
        return;
    }
    const glm::vec3 p = position - animation.offset;
    const std::array<std::uint16_t, 8> texels{
        halfFromFloat(p.x),      halfFromFloat(p.y),      halfFromFloat(p.z),      0,
        halfFromFloat(normal.x), halfFromFloat(normal.y), halfFromFloat(normal.z), 0};
    std::memcpy(to, texels.data(), sizeof(texels));
}

// The rows of one frame as a palette for skin().
std::vector<glm::dmat4> frameMatrices(const BakedAnimation& baked, std::size_t frame) {
    std::vector<glm::dmat4> palette(baked.joints, glm::dmat4(1.0));
    const glm::vec4* texel = baked.texels.data() + frame * baked.joints * kTexelsPerEntry;
    for (glm::dmat4& m : palette) {
        for (int row = 0; row < 3; ++row, ++texel) {
            for (int column = 0; column < 4; ++column) m[column][row] = (*texel)[column];
        }
    }
    return palette;
}

void setBounds(VertexAnimation& animation, const BakedAnimation& baked) {
    // The bounds are those of unrounded positions; rounded positions may be half a step outside.
    constexpr double kMargin = 1e-4;
    constexpr double kLeast_m = 1e-6;  // a flat model has no extent to divide by
    const glm::dvec3 extent = glm::max(baked.bounds_max - baked.bounds_min, glm::dvec3(kLeast_m));
    if (animation.format == VertexFormat::kUnorm16) {
        animation.offset = glm::vec3(baked.bounds_min - extent * kMargin);
        animation.scale = glm::vec3(extent * (1.0 + 2.0 * kMargin));
    } else {
        animation.offset = glm::vec3((baked.bounds_min + baked.bounds_max) * 0.5);
    }
}

}  // namespace

VertexAnimation bakeVertices(std::string_view name, std::span<const Vertex> vertices,
                             std::span<const MorphTarget> targets, const BakedAnimation& baked,
                             const VertexBakeSettings& settings) {
    assert(targets.empty() || targets.size() == baked.morphs.targets);
    const std::size_t frame_bytes = vertices.size() * entryBytes(settings.format);
    const std::size_t bytes = baked.frames * frame_bytes;
    if (bytes > settings.max_bytes) {
        throw inputError(
            std::string(name),
            fmt::format("{} vertices x {} frames need {} bytes of vertex texture, more than the limit of {} "
                        "bytes; use a lower --rate, or a technique that stores joints",
                        vertices.size(), baked.frames, bytes, settings.max_bytes));
    }
    VertexAnimation animation;
    animation.format = settings.format;
    animation.vertices = static_cast<std::uint32_t>(vertices.size());
    animation.frames = baked.frames;
    setBounds(animation, baked);
    animation.data.resize(bytes);
    std::atomic<std::size_t> done{0};
    parallelFor(baked.frames, settings.threads, [&](std::size_t frame) {
        if (settings.cancelled && settings.cancelled()) throw inputError(std::string(name), "cancelled");
        std::byte* to = animation.data.data() + frame * frame_bytes;
        std::vector<double> weights;
        if (!targets.empty()) {
            const std::span<const float> baked_weights = baked.morphs.at(frame);
            weights.assign(baked_weights.begin(), baked_weights.end());
        }
        std::vector<SkinnedVertex> skinned = skin(vertices, frameMatrices(baked, frame), {targets, weights});
        for (std::size_t i = 0; i < skinned.size(); ++i) {
            if (settings.bind_normals) skinned[i].normal = glm::dvec3(vertices[i].normal);
            encodeVertex(animation, skinned[i], to);
            to += entryBytes(settings.format);
        }
        const std::size_t finished = done.fetch_add(1) + 1;
        if (settings.progress)
            settings.progress(static_cast<float>(finished) / static_cast<float>(baked.frames));
    });
    return animation;
}

SkinnedVertex decodeVertex(const VertexAnimation& animation, std::uint32_t frame, std::uint32_t vertex) {
    assert(frame < animation.frames && vertex < animation.vertices);
    const std::size_t entry = std::size_t{frame} * animation.vertices + vertex;
    const std::byte* from = animation.data.data() + entry * entryBytes(animation.format);
    if (animation.format == VertexFormat::kUnorm16) {
        std::array<std::uint16_t, 4> texel{};
        std::memcpy(texel.data(), from, sizeof(texel));
        const glm::dvec3 fraction = glm::dvec3(texel[0], texel[1], texel[2]) / static_cast<double>(kSteps16);
        return {glm::dvec3(animation.offset) + glm::dvec3(animation.scale) * fraction,
                glm::dvec3(octahedralDecode(texel[3] & 0xFF, texel[3] >> 8))};
    }
    std::array<std::uint16_t, 8> texels{};
    std::memcpy(texels.data(), from, sizeof(texels));
    const auto at = [&](std::size_t first) {
        return glm::dvec3(floatFromHalf(texels[first]), floatFromHalf(texels[first + 1]),
                          floatFromHalf(texels[first + 2]));
    };
    const glm::dvec3 normal = at(4);
    const double length = glm::length(normal);
    return {glm::dvec3(animation.offset) + at(0), length > 0.0 ? normal / length : normal};
}

std::vector<SkinnedVertex> posedVertices(const VertexAnimation& animation, std::span<const BakedClip> clips,
                                         const BakedPose& pose, const PoseSwitches& switches) {
    const FramePair a = lookUpFrames(clips, pose.clip_a, pose.phase_a, switches.lookup);
    const FramePair b = lookUpFrames(clips, pose.clip_b, pose.phase_b, switches.lookup);
    const double weight = shownWeight(pose.weight, switches);
    const auto blend = [](const SkinnedVertex& from, const SkinnedVertex& to, double t) -> SkinnedVertex {
        return {from.position + (to.position - from.position) * t,
                from.normal + (to.normal - from.normal) * t};
    };
    std::vector<SkinnedVertex> result;
    result.reserve(animation.vertices);
    for (std::uint32_t v = 0; v < animation.vertices; ++v) {
        const auto inClip = [&](const FramePair& pair) {
            return blend(decodeVertex(animation, pair.before, v), decodeVertex(animation, pair.after, v),
                         pair.within);
        };
        SkinnedVertex vertex = blend(inClip(a), inClip(b), weight);
        const double length = glm::length(vertex.normal);
        vertex.normal = length > 0.0 ? vertex.normal / length : glm::dvec3(0.0);
        result.push_back(vertex);
    }
    return result;
}

}  // namespace phalanx

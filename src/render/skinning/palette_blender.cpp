#include "render/skinning/palette_blender.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <glm/gtc/packing.hpp>

namespace phalanx {
namespace {

// out = a * (1 - w) + b * w over whole frames: contiguous memory, which compilers vectorize.
void mixRuns(const glm::vec4* a, const glm::vec4* b, float w, glm::vec4* out, std::size_t count) {
    const float* fa = &a->x;
    const float* fb = &b->x;
    float* fo = &out->x;
    for (std::size_t i = 0; i < count * 4; ++i) fo[i] = fa[i] * (1.0F - w) + fb[i] * w;
}

struct JointTrs {
    glm::vec4 rotation;
    glm::vec4 origin;  // w: scale
};

JointTrs mix(const JointTrs& a, const JointTrs& b, float weight) {
    const float side = glm::dot(a.rotation, b.rotation) < 0.0F ? -weight : weight;
    return {a.rotation * (1.0F - weight) + b.rotation * side, a.origin * (1.0F - weight) + b.origin * weight};
}

// From texel number texels.size() up to `end`.
void decodeTexels(const EncodedAnimation& encoded, std::size_t end, std::vector<glm::vec4>& texels) {
    const std::size_t first = texels.size();
    texels.resize(end);
    const std::size_t bytes = encoded.bytesPerTexel();
    if (encoded.encoding == Encoding::kRgba32f) {
        std::memcpy(texels.data() + first, encoded.data.data() + first * bytes, (end - first) * bytes);
        return;
    }
    for (std::size_t i = first; i < end; ++i) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, encoded.data.data() + i * sizeof(bits), sizeof(bits));
        if (encoded.encoding == Encoding::kRgba16f) {
            texels[i] = glm::unpackHalf4x16(bits);
            continue;
        }
        const glm::vec4 steps(bits & 0xFFFFU, bits >> 16U & 0xFFFFU, bits >> 32U & 0xFFFFU, bits >> 48U);
        texels[i] = i % 2 == 0 ? (steps - 32767.0F) / 32767.0F
                               : encoded.space.place_offset + encoded.space.place_scale * (steps / 65535.0F);
    }
}

std::size_t texelsOf(const EncodedAnimation& encoded, std::uint32_t frames) {
    return std::size_t{frames} * encoded.joints * encoded.texels_per_entry;
}

}  // namespace

PaletteBlender::PaletteBlender(const EncodedAnimation& encoded, std::span<const glm::uvec4> clips)
    : joints_(encoded.joints),
      texels_per_entry_(encoded.texels_per_entry),
      trs_(encoded.encoding == Encoding::kTrs),
      bind_origins_(encoded.bind_origins),
      clips_(clips.begin(), clips.end()) {
    decodeTexels(encoded, texelsOf(encoded, encoded.own.any() ? encoded.own.first : encoded.frames), texels_);
}

void PaletteBlender::follow(const GpuModel& model) {
    if (!model.ownFrames().any() || own_version_ == model.ownFramesVersion()) return;
    own_version_ = model.ownFramesVersion();
    const EncodedAnimation& encoded = model.encoded();
    texels_.resize(texelsOf(encoded, encoded.own.first));
    decodeTexels(encoded, texelsOf(encoded, encoded.frames), texels_);
}

PaletteBlender::Lookup PaletteBlender::lookUp(const glm::uvec4& clip, std::uint32_t cycle,
                                              FrameLookup lookup) const {
    const layout::ClipMoment moment = layout::clipMoment(cycle, clip.y);
    const std::size_t stride = std::size_t{joints_} * texels_per_entry_;
    Lookup l;
    l.before = texels_.data() + std::size_t{clip.x + moment.frame} * stride;
    l.after = l.before + stride;
    l.within = moment.within;
    if (lookup == FrameLookup::kNearest) {
        l.before = l.within < 0.5F ? l.before : l.after;
        l.within = 0.0F;
    }
    return l;
}

void PaletteBlender::blend(const layout::UnitInstance& unit, const layout::Schedule& schedule,
                           const PoseSwitches& switches, std::span<glm::vec4> rows) const {
    assert(rows.size() == std::size_t{joints_} * 3);
    const glm::uvec4& clip_a = clips_[unit.playback.y & 0xFFFFU];
    const glm::uvec4& clip_b = clips_[unit.playback.y >> 16U];
    const layout::UnitState state = layout::unitState(unit, clip_a, clip_b, schedule);
    float weight = state.weight;
    if (switches.single_clip) weight = weight < 0.5F ? 0.0F : 1.0F;
    const Lookup a = lookUp(clip_a, state.cycle_a, switches.lookup);
    const Lookup b = lookUp(clip_b, state.cycle_b, switches.lookup);
    // A clip with weight 0 reads the other clip's texels, which costs nothing extra.
    const Lookup& first = weight == 1.0F ? b : a;
    const Lookup& second = weight == 0.0F ? a : b;
    if (trs_) {
        blendTrs(first, second, weight, rows);
    } else {
        blendRows(first, second, weight, rows);
    }
}

void PaletteBlender::blendRows(const Lookup& a, const Lookup& b, float weight,
                               std::span<glm::vec4> rows) const {
    // Blend through a small buffer: `rows` may be memory that is fast to write but slow to read.
    constexpr std::size_t kRun = 48;
    std::array<glm::vec4, kRun> one{};
    std::array<glm::vec4, kRun> other{};
    const bool both = weight > 0.0F && weight < 1.0F;
    for (std::size_t first = 0; first < rows.size(); first += kRun) {
        const std::size_t count = std::min(kRun, rows.size() - first);
        if (!both) {
            mixRuns(a.before + first, a.after + first, a.within, rows.data() + first, count);
            continue;
        }
        mixRuns(a.before + first, a.after + first, a.within, one.data(), count);
        mixRuns(b.before + first, b.after + first, b.within, other.data(), count);
        mixRuns(one.data(), other.data(), weight, rows.data() + first, count);
    }
}

void PaletteBlender::blendTrs(const Lookup& a, const Lookup& b, float weight,
                              std::span<glm::vec4> rows) const {
    const auto at = [](const glm::vec4* frame, std::size_t joint) {
        return JointTrs{frame[joint * 2], frame[joint * 2 + 1]};
    };
    const bool both = weight > 0.0F && weight < 1.0F;
    for (std::size_t joint = 0; joint < joints_; ++joint) {
        JointTrs trs = mix(at(a.before, joint), at(a.after, joint), a.within);
        if (both) trs = mix(trs, mix(at(b.before, joint), at(b.after, joint), b.within), weight);
        const glm::vec4 q = glm::normalize(trs.rotation);
        const float s = trs.origin.w;
        const glm::vec3 o(bind_origins_[joint]);
        const auto row = [&](float x, float y, float z, float origin) {
            const glm::vec3 r = s * glm::vec3(x, y, z);
            return glm::vec4(r, origin - glm::dot(r, o));
        };
        rows[joint * 3] = row(1.0F - 2.0F * (q.y * q.y + q.z * q.z), 2.0F * (q.x * q.y - q.w * q.z),
                              2.0F * (q.x * q.z + q.w * q.y), trs.origin.x);
        rows[joint * 3 + 1] = row(2.0F * (q.x * q.y + q.w * q.z), 1.0F - 2.0F * (q.x * q.x + q.z * q.z),
                                  2.0F * (q.y * q.z - q.w * q.x), trs.origin.y);
        rows[joint * 3 + 2] = row(2.0F * (q.x * q.z - q.w * q.y), 2.0F * (q.y * q.z + q.w * q.x),
                                  1.0F - 2.0F * (q.x * q.x + q.y * q.y), trs.origin.z);
    }
}

}  // namespace phalanx

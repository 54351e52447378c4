#include "anim/bake/entry_codec.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "anim/bake/half.h"

namespace phalanx {
namespace {

constexpr double kUnorm = 65535.0;
constexpr double kTurnZero = 32767.0;  // the integer for 0, and the number of steps per 1.0

// `fraction` is clamped to 0..1; NaN gives 0.
std::uint16_t unorm16Of(double fraction) {
    if (!(fraction > 0.0)) return 0;
    return static_cast<std::uint16_t>(std::lround(std::min(fraction, 1.0) * kUnorm));
}

template <typename Component>
std::array<Component, 4> readTexel(const std::byte* from) {
    std::array<Component, 4> texel{};
    std::memcpy(texel.data(), from, sizeof(texel));
    return texel;
}

template <typename Component>
void writeTexel(const std::array<Component, 4>& texel, std::byte* to) {
    std::memcpy(to, texel.data(), sizeof(texel));
}

glm::dvec4 asVector(const glm::dquat& q) {
    return {q.x, q.y, q.z, q.w};
}

}  // namespace

NearestTurn nearestTurn(const glm::dmat3& matrix) {
    const double size = std::sqrt(
        (glm::dot(matrix[0], matrix[0]) + glm::dot(matrix[1], matrix[1]) + glm::dot(matrix[2], matrix[2])) /
        3.0);
    const double determinant = glm::determinant(matrix);
    constexpr double kFlat = 1e-6;  // relative to the size: below this, the matrix has no defined rotation
    if (!(determinant > kFlat * size * size * size)) return {};
    glm::dmat3 turn = matrix * (1.0 / size);
    // Nearly flat matrices first converge by halves; after that, each step doubles the number of digits.
    constexpr int kMostSteps = 32;
    for (int step = 0; step < kMostSteps; ++step) {
        const glm::dmat3 next = (turn + glm::transpose(glm::inverse(turn))) * 0.5;
        const glm::dmat3 change = next - turn;
        turn = next;
        constexpr double kDone = 1e-24;
        if (glm::dot(change[0], change[0]) + glm::dot(change[1], change[1]) + glm::dot(change[2], change[2]) <
            kDone)
            break;
    }
    const double scale =
        (glm::dot(turn[0], matrix[0]) + glm::dot(turn[1], matrix[1]) + glm::dot(turn[2], matrix[2])) / 3.0;
    return {glm::normalize(glm::quat_cast(turn)), scale};
}

glm::vec4 bindOrigin(const Joint& joint) {
    const glm::dmat3 linear(joint.joint_from_bind);
    if (glm::determinant(linear) == 0.0) return glm::vec4(0.0F);
    const glm::vec3 origin(-(glm::inverse(linear) * glm::dvec3(joint.joint_from_bind[3])));
    return {origin, 0.0F};
}

std::vector<glm::vec4> bindOrigins(const Model& model, Encoding encoding) {
    std::vector<glm::vec4> origins;
    if (encoding != Encoding::kTrs) return origins;
    for (const Joint& joint : model.palette) origins.push_back(bindOrigin(joint));
    return origins;
}

std::size_t EntryCodec::entryBytes() const {
    switch (encoding_) {
        case Encoding::kRgba32f:
            return std::size_t{12} * sizeof(float);
        case Encoding::kRgba16f:
            return std::size_t{12} * sizeof(std::uint16_t);
        case Encoding::kTrs:
            break;
    }
    return std::size_t{8} * sizeof(std::uint16_t);
}

PoseEntry EntryCodec::split(const glm::dmat4& model_from_bind, std::size_t joint,
                            glm::dquat& previous) const {
    const glm::dmat3 linear(model_from_bind);
    const glm::dvec3 move(model_from_bind[3]);
    if (encoding_ == Encoding::kTrs) {
        const NearestTurn turn = nearestTurn(linear);
        if (turn.scale > 0.0)
            previous = glm::dot(turn.rotation, previous) < 0.0 ? -turn.rotation : turn.rotation;
        const glm::dvec3 origin = linear * glm::dvec3(bind_origins_[joint]) + move;
        return {asVector(previous), glm::dvec4(origin, turn.scale), glm::dvec4(0.0)};
    }
    const glm::dvec3 centered =
        linear * glm::dvec3(space_.bind_center) + move - glm::dvec3(space_.model_center);
    PoseEntry rows{};
    for (int row = 0; row < 3; ++row)
        rows[static_cast<std::size_t>(row)] = {linear[0][row], linear[1][row], linear[2][row], centered[row]};
    return rows;
}

void EntryCodec::write(const PoseEntry& entry, std::byte* to) const {
    if (encoding_ == Encoding::kTrs) {
        std::array<std::uint16_t, 4> turn{};
        std::array<std::uint16_t, 4> place{};
        for (int c = 0; c < 4; ++c) {
            const auto i = static_cast<std::size_t>(c);
            turn[i] =
                static_cast<std::uint16_t>(std::lround(entry[0][c] * kTurnZero) + std::lround(kTurnZero));
            const double range = space_.place_scale[c];
            place[i] =
                range > 0.0 ? unorm16Of((entry[1][c] - space_.place_offset[c]) / range) : std::uint16_t{0};
        }
        writeTexel(turn, to);
        writeTexel(place, to + sizeof(turn));
        return;
    }
    for (const glm::dvec4& row : entry) {
        const glm::vec4 texel(row);
        if (encoding_ == Encoding::kRgba32f) {
            writeTexel<float>({texel.x, texel.y, texel.z, texel.w}, to);
        } else {
            writeTexel<std::uint16_t>({halfFromFloat(texel.x), halfFromFloat(texel.y), halfFromFloat(texel.z),
                                       halfFromFloat(texel.w)},
                                      to);
        }
        to += entryBytes() / 3;
    }
}

PoseEntry EntryCodec::read(const std::byte* from) const {
    PoseEntry entry{};
    if (encoding_ == Encoding::kTrs) {
        const auto turn = readTexel<std::uint16_t>(from);
        const auto place = readTexel<std::uint16_t>(from + sizeof(turn));
        for (int c = 0; c < 4; ++c) {
            const auto i = static_cast<std::size_t>(c);
            entry[0][c] = (turn[i] - kTurnZero) / kTurnZero;
            entry[1][c] =
                space_.place_offset[c] + static_cast<double>(space_.place_scale[c]) * place[i] / kUnorm;
        }
        return entry;
    }
    for (glm::dvec4& row : entry) {
        if (encoding_ == Encoding::kRgba32f) {
            const auto texel = readTexel<float>(from);
            row = {texel[0], texel[1], texel[2], texel[3]};
        } else {
            const auto texel = readTexel<std::uint16_t>(from);
            row = {floatFromHalf(texel[0]), floatFromHalf(texel[1]), floatFromHalf(texel[2]),
                   floatFromHalf(texel[3])};
        }
        from += entryBytes() / 3;
    }
    return entry;
}

PoseEntry EntryCodec::blendFrames(const PoseEntry& before, const PoseEntry& after, double within) {
    PoseEntry result{};
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = before[i] + (after[i] - before[i]) * within;
    return result;
}

PoseEntry EntryCodec::blendClips(const PoseEntry& a, const PoseEntry& b, double weight_of_b) const {
    PoseEntry other = b;
    if (encoding_ == Encoding::kTrs && glm::dot(a[0], b[0]) < 0.0) other[0] = -b[0];
    return blendFrames(a, other, weight_of_b);
}

glm::dmat4 EntryCodec::modelFromBind(const PoseEntry& entry, std::size_t joint) const {
    if (encoding_ == Encoding::kTrs) {
        const glm::dvec4& q = entry[0];
        const glm::dquat rotation = glm::normalize(glm::dquat(q.w, q.x, q.y, q.z));
        const glm::dmat3 linear = glm::mat3_cast(rotation) * entry[1].w;
        glm::dmat4 matrix(linear);
        matrix[3] = glm::dvec4(glm::dvec3(entry[1]) - linear * glm::dvec3(bind_origins_[joint]), 1.0);
        return matrix;
    }
    glm::dmat4 matrix(1.0);
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 4; ++column)
            matrix[column][row] = entry[static_cast<std::size_t>(row)][column];
    }
    const glm::dvec3 move = glm::dvec3(matrix[3]) - glm::dmat3(matrix) * glm::dvec3(space_.bind_center) +
                            glm::dvec3(space_.model_center);
    matrix[3] = glm::dvec4(move, 1.0);
    return matrix;
}

}  // namespace phalanx

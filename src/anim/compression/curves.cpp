#include "anim/compression/curves.h"

#include <algorithm>
#include <array>

#include "anim/pose/pose.h"

namespace phalanx {
namespace {

constexpr double kMostRotation_rad = 2.8;  // of kRotation about its reference; beyond pi its sign would jump
constexpr unsigned kTurnBits = 21;         // of each component of a packed turn
constexpr double kTurnRange = 4.0;         // components of the parameters are -4 .. 4

using Tracks = std::array<bool, 3>;  // rotation, translation, scale: whether the clip moves it

std::vector<Tracks> tracksOf(const Model& model, const Clip& clip) {
    std::vector<Tracks> tracks(model.nodes.size(), Tracks{});
    for (const Channel& channel : clip.channels) {
        Tracks& of_node = tracks[static_cast<std::size_t>(channel.node)];
        of_node[0] = of_node[0] || !channel.rotations.keys.empty();
        of_node[1] = of_node[1] || !channel.translations.keys.empty();
        of_node[2] = of_node[2] || !channel.scales.keys.empty();
    }
    return tracks;
}

glm::dvec4 components(const glm::dquat& turn) {
    return {turn.x, turn.y, turn.z, turn.w};
}

struct SampledNode {
    int node = 0;
    glm::dquat rest{1.0, 0.0, 0.0, 0.0};
    std::vector<glm::dquat> turns;  // per frame; empty: none
    std::vector<glm::dvec3> translations;
    std::vector<glm::dvec3> scales;
};

// The turn in the middle of all: their normalized sum in one hemisphere.
glm::dquat middleOf(const std::vector<glm::dquat>& turns) {
    glm::dquat sum(0.0, 0.0, 0.0, 0.0);
    for (const glm::dquat& turn : turns) sum += glm::dot(turn, turns.front()) < 0.0 ? -turn : turn;
    const double length = glm::length(sum);
    return length > 1e-6 ? sum / length : turns.front();
}

class CurveSampler {
  public:
    CurveSampler(const ModelSurface& surface, const Clip& clip, std::uint32_t intervals, CurveForm form,
                 double still_mm)
        : surface_(surface), clip_(clip), form_(form), still_mm_(still_mm) {
        result_.intervals = intervals;
        result_.closed = clip.loops;
    }

    ClipCurves run() {
        sample();
        for (const SampledNode& node : nodes_) {
            if (!node.turns.empty()) addTurns(node);
            if (!node.translations.empty()) addVectors(node, CurveKind::kTranslation, node.translations);
            if (!node.scales.empty()) addVectors(node, CurveKind::kScale, node.scales);
        }
        return std::move(result_);
    }

  private:
    const NodeLever& lever(int node) const { return surface_.levers[static_cast<std::size_t>(node)]; }

    void sample() {
        const Model& model = surface_.model;
        std::vector<Tracks> tracks = tracksOf(model, clip_);
        if (form_ == CurveForm::kTexels) {
            for (const Joint& joint : model.palette) tracks[static_cast<std::size_t>(joint.node)][0] = true;
        }
        for (std::size_t n = 0; n < tracks.size(); ++n) {
            if (tracks[n] == Tracks{}) continue;
            SampledNode& node = nodes_.emplace_back();
            node.node = static_cast<int>(n);
            node.rest = decompose(model.nodes[n].parent_from_node_rest).rotation;
        }
        for (std::uint32_t frame = 0; frame <= result_.intervals; ++frame) {
            const bool closes = frame == result_.intervals && clip_.loops;
            const LocalPose pose =
                samplePose(model, clip_, closes ? 0.0 : clip_.duration_s * frame / result_.intervals);
            for (SampledNode& node : nodes_) {
                const auto index = static_cast<std::size_t>(node.node);
                const LocalTransform& local = pose.nodes[index];
                const Transform transform = local.driven ? local.transform : decompose(local.whole);
                if (tracks[index][0]) node.turns.push_back(glm::normalize(transform.rotation));
                if (tracks[index][1]) node.translations.push_back(transform.translation);
                if (tracks[index][2]) node.scales.push_back(transform.scale);
            }
        }
    }

    static double farthest(const std::vector<glm::dquat>& turns, const glm::dquat& from) {
        double most = 0.0;
        for (const glm::dquat& turn : turns) {
            const double cosine = std::min(1.0, std::abs(glm::dot(turn, from)));
            most = std::max(most, 2.0 * std::acos(cosine));
        }
        return most;
    }

    void addTurns(const SampledNode& node) {
        const glm::dquat middle = middleOf(node.turns);
        const double most = farthest(node.turns, middle);
        const double turn_mm = lever(node.node).turn_mm;
        if (form_ != CurveForm::kTexels && most * turn_mm <= still_mm_) {
            const glm::dquat kept = unpackTurn(packTurn(glm::conjugate(node.rest) * middle));
            result_.fixed.push_back({node.node, CurveKind::kRotation, components(kept)});
            return;
        }
        Curve curve;
        curve.node = node.node;
        if (form_ == CurveForm::kParameters && most < kMostRotation_rad) {
            const glm::dquat kept = unpackTurn(packTurn(glm::conjugate(node.rest) * middle));
            curve.reference = glm::normalize(node.rest * kept);
            for (const glm::dquat& turn : node.turns) {
                const glm::dvec3 v = parametersOf(glm::conjugate(curve.reference) * turn);
                curve.values.insert(curve.values.end(), {v.x, v.y, v.z});
            }
        } else {
            curve.kind = CurveKind::kQuaternion;
            curve.reference = node.rest;
            glm::dquat before(1.0, 0.0, 0.0, 0.0);
            for (const glm::dquat& turn : node.turns) {
                glm::dquat relative = glm::conjugate(curve.reference) * turn;
                if (glm::dot(relative, before) < 0.0) relative = -relative;
                before = relative;
                curve.values.insert(curve.values.end(), {relative.x, relative.y, relative.z, relative.w});
            }
        }
        result_.curves.push_back(std::move(curve));
    }

    void addVectors(const SampledNode& node, CurveKind kind, const std::vector<glm::dvec3>& values) {
        glm::dvec3 least = values.front();
        glm::dvec3 most = values.front();
        for (const glm::dvec3& value : values) {
            least = glm::min(least, value);
            most = glm::max(most, value);
        }
        const double per_unit =
            kind == CurveKind::kScale ? lever(node.node).turn_mm : lever(node.node).shift_mm;
        const glm::dvec3 middle(glm::vec3(0.5 * (least + most)));  // stored as floats
        if (glm::length(most - least) * 0.5 * per_unit <= still_mm_) {
            result_.fixed.push_back({node.node, kind, glm::dvec4(middle, 0.0)});
            return;
        }
        Curve curve;
        curve.node = node.node;
        curve.kind = kind;
        for (const glm::dvec3& v : values) curve.values.insert(curve.values.end(), {v.x, v.y, v.z});
        result_.curves.push_back(std::move(curve));
    }

    const ModelSurface& surface_;
    const Clip& clip_;
    CurveForm form_;
    double still_mm_;
    std::vector<SampledNode> nodes_;
    ClipCurves result_;
};

}  // namespace

ClipCurves sampleCurves(const ModelSurface& surface, const Clip& clip, std::uint32_t intervals,
                        CurveForm form, double still_mm) {
    return CurveSampler(surface, clip, std::max(intervals, 1U), form, still_mm).run();
}

double leverOf(const ModelSurface& surface, const Curve& curve) {
    const NodeLever& lever = surface.levers[static_cast<std::size_t>(curve.node)];
    switch (curve.kind) {
        case CurveKind::kTranslation:
            return lever.shift_mm;
        case CurveKind::kQuaternion:
            return 2.0 * lever.turn_mm;  // a quaternion's components change by half the angle
        default:
            return lever.turn_mm;
    }
}

glm::dvec4 shownValue(CurveKind kind, const double* values) {
    switch (kind) {
        case CurveKind::kRotation: {
            const glm::dvec3 half = glm::dvec3(values[0], values[1], values[2]) / kTurnRange;
            const double square = glm::dot(half, half);
            return glm::dvec4(2.0 * half, 1.0 - square) / (1.0 + square);
        }
        case CurveKind::kQuaternion: {
            const glm::dvec4 turn(values[0], values[1], values[2], values[3]);
            const double length = glm::length(turn);
            return length > 1e-9 ? turn / length : glm::dvec4(0.0, 0.0, 0.0, 1.0);
        }
        default:
            return {values[0], values[1], values[2], 0.0};
    }
}

glm::dvec4 blendShown(CurveKind kind, const glm::dvec4& a, const glm::dvec4& b, double t) {
    if (!isTurn(kind)) return a + (b - a) * t;
    constexpr double kNear = 0.9999;  // 1.6 degrees: a linear blend is then exact to 2e-7 rad
    const double cosine = glm::dot(a, b);
    const glm::dvec4 to = cosine < 0.0 ? -b : b;
    if (std::abs(cosine) > kNear) return glm::normalize(a + (to - a) * t);
    const double angle = std::acos(std::abs(cosine));
    return (std::sin((1.0 - t) * angle) * a + std::sin(t * angle) * to) / std::sin(angle);
}

double distanceShown(CurveKind kind, const glm::dvec4& a, const glm::dvec4& b) {
    if (!isTurn(kind)) return glm::length(a - b);
    return 2.0 * std::min(glm::length(a - b), glm::length(a + b));
}

glm::dvec3 parametersOf(const glm::dquat& turn) {
    const glm::dquat near = turn.w < 0.0 ? -turn : turn;
    return glm::dvec3(near.x, near.y, near.z) * (kTurnRange / (1.0 + near.w));
}

glm::dquat turnOf(const glm::dvec4& shown) {
    return {shown.w, shown.x, shown.y, shown.z};
}

std::uint64_t packTurn(const glm::dquat& turn) {
    constexpr double kMost = static_cast<double>((std::uint64_t{1} << (kTurnBits - 1U)) - 1U);
    const glm::dvec3 v = parametersOf(glm::normalize(turn)) / kTurnRange;
    std::uint64_t bits = 0;
    for (int i = 0; i < 3; ++i) {
        const auto value = static_cast<std::int64_t>(std::round(std::clamp(v[i], -1.0, 1.0) * kMost));
        const auto field = static_cast<std::uint64_t>(value) & ((std::uint64_t{1} << kTurnBits) - 1U);
        bits |= field << (kTurnBits * static_cast<unsigned>(i));
    }
    return bits;
}

glm::dquat unpackTurn(std::uint64_t bits) {
    constexpr double kMost = static_cast<double>((std::uint64_t{1} << (kTurnBits - 1U)) - 1U);
    std::array<double, 3> v{};
    for (unsigned i = 0; i < 3; ++i) {
        const auto field =
            static_cast<std::int64_t>((bits >> (kTurnBits * i)) & ((std::uint64_t{1} << kTurnBits) - 1U));
        const std::int64_t half = std::int64_t{1} << (kTurnBits - 1U);
        v[i] = static_cast<double>(field >= half ? field - 2 * half : field) / kMost * kTurnRange;
    }
    return turnOf(shownValue(CurveKind::kRotation, v.data()));
}

}  // namespace phalanx

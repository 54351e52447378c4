#include "anim/compression/clip_decoder.h"

#include <algorithm>
#include <array>

#include "anim/compression/bit_stream.h"

namespace phalanx {
namespace {

constexpr std::array<std::string_view, kCompressionMethods> kMethodNames{
    "texels", "smallest-10", "smallest-15", "bits", "keys", "cubic-keys", "predicted"};
constexpr std::size_t kSumBytes = 4;

// FNV-1a.
std::uint32_t checkSum(std::span<const std::uint8_t> bytes) {
    std::uint32_t sum = 2166136261U;
    for (const std::uint8_t byte : bytes) sum = (sum ^ byte) * 16777619U;
    return sum;
}

glm::dquat restOf(const Model& model, int node) {
    return decompose(model.nodes[static_cast<std::size_t>(node)].parent_from_node_rest).rotation;
}

void writeLayout(const Model& model, const ClipCurves& curves, ByteWriter& out) {
    putCount(out, curves.intervals);
    out.integer(static_cast<std::uint8_t>(curves.closed ? 1 : 0));
    putCount(out, static_cast<std::uint32_t>(curves.fixed.size()));
    for (const FixedValue& fixed : curves.fixed) {
        putCount(out, static_cast<std::uint32_t>(fixed.node));
        out.integer(static_cast<std::uint8_t>(fixed.kind));
        if (fixed.kind == CurveKind::kRotation) {
            out.integer(packTurn(turnOf(fixed.value)));
        } else {
            out.vector(glm::vec3(fixed.value));
        }
    }
    putCount(out, static_cast<std::uint32_t>(curves.curves.size()));
    for (const Curve& curve : curves.curves) {
        putCount(out, static_cast<std::uint32_t>(curve.node));
        out.integer(static_cast<std::uint8_t>(curve.kind));
        if (curve.kind == CurveKind::kRotation)
            out.integer(packTurn(glm::conjugate(restOf(model, curve.node)) * curve.reference));
    }
}

int takeNode(const Model& model, ByteReader& in) {
    const std::uint32_t node = takeCount(in);
    if (node >= model.nodes.size()) in.fail("a curve moves a node that the model lacks");
    return static_cast<int>(node);
}

CurveKind takeKind(ByteReader& in) {
    const auto kind = in.integer<std::uint8_t>();
    if (kind > static_cast<std::uint8_t>(CurveKind::kScale)) in.fail("a curve has an unknown kind");
    return static_cast<CurveKind>(kind);
}

// The curves without their values.
ClipCurves readLayout(const Model& model, ByteReader& in) {
    constexpr std::size_t kLeastBytes = 2;  // of a curve
    ClipCurves curves;
    curves.intervals = takeCount(in);
    if (curves.intervals == 0) in.fail("it has no intervals");
    curves.closed = in.integer<std::uint8_t>() != 0;
    const std::uint32_t fixed = takeCount(in);
    if (fixed > in.left() / kLeastBytes) in.fail("it has more curves than bytes");
    for (std::uint32_t i = 0; i < fixed; ++i) {
        FixedValue& value = curves.fixed.emplace_back();
        value.node = takeNode(model, in);
        value.kind = takeKind(in);
        if (value.kind == CurveKind::kQuaternion) in.fail("a fixed value has an unknown kind");
        if (value.kind == CurveKind::kRotation) {
            const glm::dquat turn = unpackTurn(in.integer<std::uint64_t>());
            value.value = {turn.x, turn.y, turn.z, turn.w};
        } else {
            glm::vec3 vector(0.0F);
            in.vector(vector);
            value.value = glm::dvec4(vector, 0.0F);
        }
    }
    const std::uint32_t count = takeCount(in);
    if (count > in.left() / kLeastBytes) in.fail("it has more curves than bytes");
    for (std::uint32_t i = 0; i < count; ++i) {
        Curve& curve = curves.curves.emplace_back();
        curve.node = takeNode(model, in);
        curve.kind = takeKind(in);
        const glm::dquat rest = restOf(model, curve.node);
        if (curve.kind == CurveKind::kRotation)
            curve.reference = glm::normalize(rest * unpackTurn(in.integer<std::uint64_t>()));
        if (curve.kind == CurveKind::kQuaternion) curve.reference = rest;
    }
    return curves;
}

bool withinLimits(const CurveLayout& layout, std::size_t bytes) {
    const std::uint64_t values = std::uint64_t{layout.frames()} * std::max<std::size_t>(layout.components, 1);
    return values <= kMostCurveValues && values <= kMostValuesPerByte * std::uint64_t{bytes};
}

std::unique_ptr<CurveStore> readStore(CompressionMethod method, const CurveLayout& layout, ByteReader& in) {
    switch (method) {
        case CompressionMethod::kTexels:
            return readTexels(layout, in);
        case CompressionMethod::kSmallest10:
            return readSmallestThree(layout, 10, in);
        case CompressionMethod::kSmallest15:
            return readSmallestThree(layout, 15, in);
        case CompressionMethod::kFrameBits:
            return readFrameBits(layout, in);
        case CompressionMethod::kLineKeys:
            return readKeys(layout, KeyShape::kLines, in);
        case CompressionMethod::kCubicKeys:
            return readKeys(layout, KeyShape::kCubics, in);
        case CompressionMethod::kPredicted:
            break;
    }
    return readPredicted(layout, in);
}

}  // namespace

std::string_view nameOf(CompressionMethod method) {
    return kMethodNames.at(static_cast<std::size_t>(method));
}

bool followsError(CompressionMethod method) {
    return formOf(method) == CurveForm::kParameters;
}

CurveForm formOf(CompressionMethod method) {
    if (method == CompressionMethod::kTexels) return CurveForm::kTexels;
    const bool smallest =
        method == CompressionMethod::kSmallest10 || method == CompressionMethod::kSmallest15;
    return smallest ? CurveForm::kQuaternions : CurveForm::kParameters;
}

CurveLayout layoutOf(const ClipCurves& curves) {
    CurveLayout layout;
    layout.intervals = curves.intervals;
    layout.closed = curves.closed;
    for (const Curve& curve : curves.curves) {
        layout.kinds.push_back(curve.kind);
        layout.components += curve.components();
    }
    return layout;
}

FramePlace placeOf(double phase, std::uint32_t intervals) {
    const double at = std::clamp(phase, 0.0, 1.0) * intervals;
    const auto frame = std::min(static_cast<std::uint32_t>(at), intervals - 1U);
    return {frame, at - frame};
}

std::optional<std::vector<std::uint8_t>> packCurves(const Model& model, const ClipCurves& curves,
                                                    CompressionMethod method,
                                                    std::span<const double> tolerances) {
    ByteWriter out;
    out.integer(static_cast<std::uint8_t>(method));
    writeLayout(model, curves, out);
    switch (method) {
        case CompressionMethod::kTexels:
            writeTexels(curves, out);
            break;
        case CompressionMethod::kSmallest10:
            writeSmallestThree(curves, 10, out);
            break;
        case CompressionMethod::kSmallest15:
            writeSmallestThree(curves, 15, out);
            break;
        case CompressionMethod::kFrameBits:
            writeFrameBits(curves, tolerances, out);
            break;
        case CompressionMethod::kLineKeys:
            writeKeys(curves, tolerances, KeyShape::kLines, out);
            break;
        case CompressionMethod::kCubicKeys:
            writeKeys(curves, tolerances, KeyShape::kCubics, out);
            break;
        case CompressionMethod::kPredicted:
            writePredicted(curves, tolerances, out);
            break;
    }
    std::vector<std::uint8_t> bytes = out.take();
    const std::uint32_t sum = checkSum(bytes);
    for (unsigned i = 0; i < kSumBytes; ++i) bytes.push_back(static_cast<std::uint8_t>(sum >> (8U * i)));
    if (!withinLimits(layoutOf(curves), bytes.size())) return std::nullopt;
    return bytes;
}

ClipDecoder::ClipDecoder(const Model& model, std::span<const std::uint8_t> bytes, const std::string& name)
    : model_(model) {
    constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};  // memory is limited by withinLimits()
    const std::size_t content = bytes.size() < kSumBytes ? 0 : bytes.size() - kSumBytes;
    ByteReader in(bytes.first(content), name, kNoLimit, "compressed clip");
    const auto method = in.integer<std::uint8_t>();
    if (method >= kCompressionMethods) in.fail("its method is unknown");
    std::uint32_t sum = 0;
    for (unsigned i = 0; i < kSumBytes; ++i) sum |= std::uint32_t{bytes[content + i]} << (8U * i);
    if (sum != checkSum(bytes.first(content))) in.fail("its check sum is wrong");
    const ClipCurves curves = readLayout(model, in);
    layout_ = layoutOf(curves);
    if (!withinLimits(layout_, bytes.size())) in.fail("it has more values than its bytes can have");
    place(curves);
    store_ = readStore(static_cast<CompressionMethod>(method), layout_, in);
    if (in.left() != 0) in.fail("bytes are left after its end");
}

ClipDecoder::ClipDecoder(const Model& model, const ClipCurves& curves)
    : model_(model), layout_(layoutOf(curves)) {
    place(curves);
    store_ = exactCurves(curves);
}

void ClipDecoder::place(const ClipCurves& curves) {
    for (const FixedValue& fixed : curves.fixed) nodes_.push_back(fixed.node);
    for (const Curve& curve : curves.curves) nodes_.push_back(curve.node);
    std::sort(nodes_.begin(), nodes_.end());
    nodes_.erase(std::unique(nodes_.begin(), nodes_.end()), nodes_.end());
    const auto indexOf = [&](int node) {
        return static_cast<std::size_t>(std::lower_bound(nodes_.begin(), nodes_.end(), node) -
                                        nodes_.begin());
    };
    pose_ = restPose(model_);
    for (const int node : nodes_) {
        LocalTransform& local = pose_.nodes[static_cast<std::size_t>(node)];
        local.driven = true;
        transforms_.push_back(decompose(local.whole));
    }
    for (const FixedValue& fixed : curves.fixed) {
        const std::size_t index = indexOf(fixed.node);
        fixed_targets_.push_back({fixed.kind, index, {}});
        Transform& transform = transforms_[index];
        switch (fixed.kind) {
            case CurveKind::kTranslation:
                transform.translation = glm::dvec3(fixed.value);
                break;
            case CurveKind::kScale:
                transform.scale = glm::dvec3(fixed.value);
                break;
            default:
                transform.rotation = glm::normalize(restOf(model_, fixed.node) * turnOf(fixed.value));
        }
    }
    for (const Curve& curve : curves.curves)
        targets_.push_back({curve.kind, indexOf(curve.node), curve.reference});
    shown_.resize(targets_.size());
}

const std::vector<Transform>& ClipDecoder::decode(double phase) {
    store_->sample(phase, shown_);
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        const Target& target = targets_[i];
        Transform& transform = transforms_[target.node];
        switch (target.kind) {
            case CurveKind::kTranslation:
                transform.translation = glm::dvec3(shown_[i]);
                break;
            case CurveKind::kScale:
                transform.scale = glm::dvec3(shown_[i]);
                break;
            default:
                transform.rotation = target.reference * turnOf(shown_[i]);
        }
    }
    return transforms_;
}

const std::vector<glm::dmat4>& ClipDecoder::palette(double phase) {
    decode(phase);
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        pose_.nodes[static_cast<std::size_t>(nodes_[i])].transform = transforms_[i];
    palette_ = modelFromBind(model_, pose_);
    return palette_;
}

std::vector<Channel> ClipDecoder::expand(double duration_s) {
    std::vector<Channel> channels(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) channels[i].node = nodes_[i];
    const auto add = [&](const Target& target, double time_s) {
        Channel& channel = channels[target.node];
        const Transform& transform = transforms_[target.node];
        if (target.kind == CurveKind::kTranslation) {
            channel.translations.keys.push_back({time_s, transform.translation});
        } else if (target.kind == CurveKind::kScale) {
            channel.scales.keys.push_back({time_s, transform.scale});
        } else {
            std::vector<Key<glm::dquat>>& keys = channel.rotations.keys;
            glm::dquat rotation = glm::normalize(transform.rotation);
            if (!keys.empty() && glm::dot(keys.back().value, rotation) < 0.0) rotation = -rotation;
            keys.push_back({time_s, rotation});
        }
    };
    for (const Target& target : fixed_targets_) add(target, 0.0);
    for (std::uint32_t frame = 0; frame <= layout_.intervals; ++frame) {
        decode(static_cast<double>(frame) / layout_.intervals);
        const double time_s =
            frame == layout_.intervals ? duration_s : duration_s * frame / layout_.intervals;
        for (const Target& target : targets_) add(target, time_s);
    }
    return channels;
}

}  // namespace phalanx

#include "anim/compression/surface.h"

#include <algorithm>
#include <cmath>

#include "anim/compression/clip_decoder.h"
#include "anim/pose/joint_boxes.h"
#include "anim/pose/pose.h"
#include "anim/pose/pose_sampler.h"
#include "anim/pose/skin.h"

namespace phalanx {
namespace {

// Of exact matrices that a meter keeps: 128 MB.
constexpr std::size_t kMostMatrices = 1'000'000;

double longestColumn(const glm::dmat4& m) {
    return std::max(
        {glm::length(glm::dvec3(m[0])), glm::length(glm::dvec3(m[1])), glm::length(glm::dvec3(m[2]))});
}

}  // namespace

ModelSurface::ModelSurface(const Model& of)
    : model(of), groups(of), levers(of.nodes.size()), mm_per_metre(millimetresPerMetre(of)) {
    const LocalPose rest = restPose(model);
    const std::vector<glm::dmat4> model_from_node = modelFromNode(model, rest);
    const auto parentOf = [&](std::size_t node) { return model.nodes[node].parent; };
    const auto originOf = [&](std::size_t node) { return glm::dvec3(model_from_node[node][3]); };
    for (std::size_t n = 0; n < levers.size(); ++n) {
        const int parent = parentOf(n);
        const glm::dmat4& model_from_parent =
            parent < 0 ? modelFromFile(model) : model_from_node[static_cast<std::size_t>(parent)];
        levers[n].shift_mm = longestColumn(model_from_parent) * mm_per_metre;
        for (auto above = static_cast<int>(n); above >= 0;
             above = parentOf(static_cast<std::size_t>(above))) {
            const auto a = static_cast<std::size_t>(above);
            const double reach_mm = glm::length(originOf(n) - originOf(a)) * mm_per_metre + kNodeReach_mm;
            levers[a].turn_mm = std::max(levers[a].turn_mm, reach_mm);
        }
    }
    const std::vector<SkinnedVertex> posed = skin(model, rest);
    std::vector<double> weights(levers.size(), 0.0);  // of the current vertex, on a node and those below it
    std::vector<std::size_t> touched;
    for (std::size_t v = 0; v < posed.size(); ++v) {
        const Vertex& vertex = model.vertices[v];
        for (std::size_t k = 0; k < vertex.joints.size(); ++k) {
            if (!(vertex.weights[k] > 0.0F)) continue;
            for (int above = model.palette[vertex.joints[k]].node; above >= 0;
                 above = parentOf(static_cast<std::size_t>(above))) {
                const auto a = static_cast<std::size_t>(above);
                if (weights[a] == 0.0) touched.push_back(a);
                weights[a] += static_cast<double>(vertex.weights[k]);
            }
        }
        for (const std::size_t a : touched) {
            const double reach_mm = glm::length(posed[v].position - originOf(a)) * mm_per_metre;
            levers[a].turn_mm = std::max(levers[a].turn_mm, weights[a] * reach_mm);
            weights[a] = 0.0;
        }
        touched.clear();
    }
}

SurfaceMeter::SurfaceMeter(const ModelSurface& surface, const Clip& clip, std::uint32_t intervals,
                           unsigned per_interval)
    : surface_(surface) {
    const Model& model = surface.model;
    const std::size_t wanted = std::size_t{intervals} * per_interval + 1;
    const std::size_t most = std::max<std::size_t>(kMostMatrices / model.palette.size(), 2);
    // With an odd stride both frames and moments between them remain.
    std::size_t stride = (wanted + most - 1) / most;
    if (stride % 2 == 0) ++stride;
    PoseSampler exact(model, clip);
    for (std::size_t i = 0; i < wanted; i += stride) {
        // A loop's end is its beginning, which is measured.
        if (i + 1 == wanted && clip.loops && i > 0) break;
        const double phase = static_cast<double>(i) / static_cast<double>(wanted - 1);
        phases_.push_back(phase);
        const std::vector<glm::dmat4>& palette = exact.sample(phase * clip.duration_s);
        palettes_.insert(palettes_.end(), palette.begin(), palette.end());
        if (!model.morph_targets.empty()) morphs_.push_back(exact.morphWeights());
    }
}

template <typename Use>
bool SurfaceMeter::eachMoment(ClipDecoder& decoder, const Use& use) const {
    const Model& model = surface_.model;
    const std::size_t joints = model.palette.size();
    std::vector<glm::mat4> differences(joints);
    VertexGroups::MorphGap morphs;
    if (!morphs_.empty()) morphs.shown.resize(joints);
    VertexGroups::Lane squares{};
    for (std::size_t m = 0; m < phases_.size(); ++m) {
        const std::vector<glm::dmat4>& shown = decoder.palette(phases_[m]);
        for (std::size_t j = 0; j < joints; ++j) {
            differences[j] = glm::mat4(shown[j] - palettes_[m * joints + j]);
            if (!morphs_.empty()) morphs.shown[j] = glm::mat3(shown[j]);
        }
        if (!morphs_.empty()) surface_.groups.setMorphs(morphs_[m], morphs_[m], morphs);
        for (std::size_t block = 0; block < surface_.groups.blocks(); ++block) {
            const std::size_t vertices = surface_.groups.squaredLengths(block, differences, morphs, squares);
            if (!use(std::span(squares).first(vertices))) return false;
        }
    }
    return true;
}

void SurfaceMeter::measure(ClipDecoder& decoder, ErrorTally& errors) const {
    eachMoment(decoder, [&](std::span<const float> squares) {
        for (const float square : squares)
            errors.add(std::sqrt(static_cast<double>(square)) * surface_.mm_per_metre);
        return true;
    });
}

bool SurfaceMeter::within(ClipDecoder& decoder, double p99_mm, double max_mm) const {
    const auto squareOf = [&](double mm) {
        const double metres = mm / surface_.mm_per_metre;
        return static_cast<float>(metres * metres);
    };
    const float p99 = squareOf(p99_mm);
    const float max = squareOf(max_mm);
    const auto most_over =
        static_cast<std::size_t>(0.01 * static_cast<double>(phases_.size() * surface_.groups.vertices()));
    std::size_t over = 0;
    return eachMoment(decoder, [&](std::span<const float> squares) {
        for (const float square : squares) {
            if (!(square <= max)) return false;
            over += square > p99 ? 1U : 0U;
        }
        return over <= most_over;
    });
}

}  // namespace phalanx

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "anim/pose/finite.h"
#include "anim/pose/model.h"
#include "core/error.h"
#include "core/printable.h"

namespace phalanx {
namespace {

// Calls `use` for every name in a const or non-const model.
template <typename AnyModel, typename Use>
void eachName(AnyModel& model, const Use& use) {
    for (auto& node : model.nodes) use(node.name);
    for (auto& part : model.parts) use(part.name);
    for (auto& variant : model.variants) use(variant.name);
    for (auto& material : model.materials) use(material.name);
    for (auto& image : model.images) use(image.name);
    for (auto& clip : model.clips) {
        use(clip.name);
        for (auto& marker : clip.markers) use(marker.name);
    }
    for (auto& target : model.morph_targets) use(target.name);
}

class Validator {
  public:
    explicit Validator(const Model& model) : model_(model) {}

    void run() const {
        names();
        sizes();
        nodes();
        vertices();
        morphTargets();
        ranges();
        for (const Clip& clip : model_.clips) checkClip(clip);
    }

  private:
    [[noreturn]] void fail(const std::string& what) const { throw inputError(model_.source_path, what); }

    void names() const {
        eachName(model_, [this](const std::string& name) {
            if (name != printable(name))
                fail(fmt::format("has a name that is too long or has control characters: {}",
                                 printable(name)));
        });
    }

    void sizes() const {
        if (model_.vertices.empty() || model_.indices.empty()) fail("has no triangles");
        if (model_.vertices.size() > kMaxVertices) {
            fail(fmt::format("has {} vertices, more than the limit of {}", model_.vertices.size(),
                             kMaxVertices));
        }
        if (model_.palette.empty() || model_.nodes.empty()) fail("has no joints");
        if (model_.palette.size() > kMaxJoints) {
            fail(fmt::format("has {} joints, more than the limit of {}", model_.palette.size(), kMaxJoints));
        }
        if (model_.materials.empty() || model_.variants.empty()) fail("has no material or no variant");
        if (model_.indices.size() % 3 != 0) fail("has an index count that is not a multiple of 3");
        if (!(model_.metres_per_unit > 0.0) || !std::isfinite(model_.metres_per_unit))
            fail("has no usable scale");
    }

    void nodes() const {
        for (std::size_t i = 0; i < model_.nodes.size(); ++i) {
            const Node& node = model_.nodes[i];
            if (node.parent >= static_cast<int>(i) || node.parent < -1) {
                fail(fmt::format("node {} ({}) does not come after its parent", i, node.name));
            }
            if (!isFinite(node.parent_from_node_rest))
                fail("node " + node.name + " has a non-finite transform");
        }
        std::vector<bool> numbered(model_.nodes.size(), false);
        for (const int node : model_.numbered_nodes) {
            const auto index = static_cast<std::size_t>(node);
            if (node < 0 || index >= numbered.size() || numbered[index])
                fail("has numbers of nodes that do not fit its nodes");
            numbered[index] = true;
        }
        if (!model_.numbered_nodes.empty() && model_.numbered_nodes.size() != model_.nodes.size())
            fail("has numbers of nodes that do not fit its nodes");
        for (const Joint& joint : model_.palette) {
            if (joint.node < 0 || joint.node >= static_cast<int>(model_.nodes.size()))
                fail("a joint has no node");
            if (!isFinite(joint.joint_from_bind)) fail("a joint has a non-finite offset matrix");
        }
    }

    void vertices() const {
        for (std::size_t i = 0; i < model_.vertices.size(); ++i) {
            const Vertex& vertex = model_.vertices[i];
            if (!isFinite(vertex.position) || !isFinite(vertex.normal) || !isFinite(vertex.uv)) {
                fail(fmt::format("vertex {} is not finite", i));
            }
            float sum = 0.0F;
            for (int k = 0; k < kWeightsPerVertex; ++k) {
                if (vertex.joints[k] >= model_.palette.size()) {
                    fail(fmt::format("vertex {} uses joint {} of only {}", i, vertex.joints[k],
                                     model_.palette.size()));
                }
                if (!(vertex.weights[k] >= 0.0F)) fail(fmt::format("vertex {} has a negative weight", i));
                if (k > 0 && vertex.weights[k] > vertex.weights[k - 1])
                    fail(fmt::format("weights of vertex {} are not in descending order", i));
                sum += vertex.weights[k];
            }
            if (!(std::abs(sum - 1.0F) < 1e-3F))
                fail(fmt::format("weights of vertex {} sum to {}, not 1", i, sum));
        }
        for (const std::uint32_t index : model_.indices) {
            if (index >= model_.vertices.size()) {
                fail(fmt::format("an index refers to vertex {} of only {}", index, model_.vertices.size()));
            }
        }
    }

    // The largest difference between coordinates of vertices, in file units.
    double bindSize() const {
        glm::dvec3 low(std::numeric_limits<double>::max());
        glm::dvec3 high(std::numeric_limits<double>::lowest());
        for (const Vertex& vertex : model_.vertices) {
            low = glm::min(low, glm::dvec3(vertex.position));
            high = glm::max(high, glm::dvec3(vertex.position));
        }
        const glm::dvec3 size = high - low;
        return std::max({size.x, size.y, size.z});
    }

    void morphTargets() const {
        if (model_.morph_targets.size() > kMaxMorphTargets) {
            fail(fmt::format("has {} morph targets, more than the limit of {}", model_.morph_targets.size(),
                             kMaxMorphTargets));
        }
        std::size_t deltas = 0;
        const double size = model_.morph_targets.empty() ? 0.0 : bindSize();
        for (const MorphTarget& target : model_.morph_targets) {
            deltas += target.deltas.size();
            if (deltas > kMaxMorphDeltas)
                fail(fmt::format("its morph targets move more vertices than the limit of {}",
                                 kMaxMorphDeltas));
            checkTarget(target, size);
        }
    }

    void checkWeight(const std::string& what, double weight) const {
        if (std::abs(weight) > kMostMorphWeight)
            fail(fmt::format("{} has the weight {:.3g}; the limit is {:g}", what, weight, kMostMorphWeight));
    }

    // Of the keys, and of what splines add to them.
    void checkWeights(const Clip& clip, const Track<double>& track) const {
        const std::string what = "clip " + clip.name;
        for (const Key<double>& key : track.keys) checkWeight(what, key.value);
        for (std::size_t k = 0; k + 1 < std::min(track.keys.size(), track.tangents.size()); ++k) {
            const double third_s = (track.keys[k + 1].time_s - track.keys[k].time_s) / 3.0;
            checkWeight(what, track.keys[k].value + third_s * track.tangents[k].out);
            checkWeight(what, track.keys[k + 1].value - third_s * track.tangents[k + 1].in);
        }
    }

    void checkTarget(const MorphTarget& target, double size) const {
        const std::string what = "morph target " + target.name;
        if (target.node < 0 || target.node >= static_cast<int>(model_.nodes.size()))
            fail(what + " belongs to a node that does not exist");
        if (!std::isfinite(target.rest_weight)) fail(what + " has a non-finite weight");
        checkWeight(what, target.rest_weight);
        std::uint32_t next = 0;  // the lowest vertex that the next delta may have
        for (const MorphDelta& delta : target.deltas) {
            if (delta.vertex >= model_.vertices.size()) {
                fail(
                    fmt::format("{} moves vertex {} of only {}", what, delta.vertex, model_.vertices.size()));
            }
            if (delta.vertex < next) fail(what + " has deltas out of order");
            if (!isFinite(delta.position) || !isFinite(delta.normal)) fail(what + " has a non-finite delta");
            const glm::dvec3 moved = glm::abs(glm::dvec3(delta.position));
            const double most = std::max({moved.x, moved.y, moved.z});
            if (size > 0.0 && most > kMostMorphReach * size) {
                fail(
                    fmt::format("{} moves vertex {} by {:.3g}; the limit is {:g} times the size of the mesh, "
                                "{:.3g}",
                                what, delta.vertex, most, kMostMorphReach, kMostMorphReach * size));
            }
            next = delta.vertex + 1;
        }
    }

    void checkRun(const char* what, std::uint32_t material, std::uint32_t first, std::uint32_t count) const {
        if (material >= model_.materials.size())
            fail(fmt::format("a {} uses material {}, which does not exist", what, material));
        if (first > model_.indices.size() || count > model_.indices.size() - first) {
            fail(fmt::format("a {} extends past the {} indices", what, model_.indices.size()));
        }
        if (first % 3 != 0 || count % 3 != 0) fail(fmt::format("a {} does not have whole triangles", what));
    }

    void ranges() const {
        for (const Part& part : model_.parts)
            checkRun("part", part.material, part.first_index, part.index_count);
        for (const Variant& variant : model_.variants) {
            for (const Batch& b : variant.batches)
                checkRun("batch", b.material, b.first_index, b.index_count);
        }
        for (const Material& material : model_.materials) {
            if (material.image >= static_cast<int>(model_.images.size()))
                fail("a material uses an image that does not exist");
        }
        for (const Image& image : model_.images) {
            const auto texels =
                static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
            if (image.width < 1 || image.height < 1 || image.rgba.size() != texels * 4) {
                fail("image " + image.name + " has another size than its width and height give");
            }
        }
    }

    template <typename Value>
    void checkTrack(const Clip& clip, const Track<Value>& track) const {
        const bool cubic = track.interpolation == Interpolation::kCubic;
        if (track.tangents.size() != (cubic ? track.keys.size() : 0))
            fail("clip " + clip.name + " has a track without a pair of tangents per key");
        for (const Tangents<Value>& tangents : track.tangents) {
            if (!isFinite(tangents.in) || !isFinite(tangents.out))
                fail("clip " + clip.name + " has a non-finite tangent");
        }
        double previous = -1.0;
        for (const Key<Value>& key : track.keys) {
            if (!std::isfinite(key.time_s) || !isFinite(key.value))
                fail("clip " + clip.name + " has a non-finite key");
            if (key.time_s < 0.0 || key.time_s < previous)
                fail("clip " + clip.name + " has keys out of order");
            previous = key.time_s;
        }
    }

    void checkClip(const Clip& clip) const {
        if (!std::isfinite(clip.duration_s) || clip.duration_s < 0.0 || !(clip.closing_s >= 0.0) ||
            clip.closing_s > clip.duration_s || !std::isfinite(clip.stride_speed)) {
            fail("clip " + clip.name + " has no usable duration");
        }
        if (clip.duration_s > kMostClip_s) {
            fail(fmt::format("clip {} lasts {:.3g} s; the limit is {:g} s, a day", clip.name, clip.duration_s,
                             kMostClip_s));
        }
        for (const Channel& channel : clip.channels) {
            if (channel.node < 0 || channel.node >= static_cast<int>(model_.nodes.size())) {
                fail("clip " + clip.name + " moves a node that does not exist");
            }
        }
        std::vector<bool> moved(model_.morph_targets.size(), false);
        for (const MorphTrack& track : clip.morph_tracks) {
            const auto target = static_cast<std::size_t>(track.target);
            if (track.target < 0 || target >= moved.size())
                fail("clip " + clip.name + " moves a morph target that does not exist");
            if (moved[target] || track.weights.keys.empty())
                fail("clip " + clip.name + " has no keys or two tracks for a morph target");
            moved[target] = true;
            checkWeights(clip, track.weights);
        }
        eachTrackOf(clip, [&](const auto& track) { checkTrack(clip, track); });
        checkMarkers(clip);
    }

    void checkMarkers(const Clip& clip) const {
        if (clip.markers.size() > kMostMarkers)
            fail(fmt::format("clip {} has {} markers; the limit is {}", clip.name, clip.markers.size(),
                             kMostMarkers));
        double before_s = 0.0;
        for (const Marker& marker : clip.markers) {
            if (marker.name.empty()) fail("clip " + clip.name + " has a marker without a name");
            if (!(marker.time_s >= before_s && marker.time_s <= clip.duration_s))
                fail("clip " + clip.name + " has markers out of order or outside of the clip");
            before_s = marker.time_s;
        }
    }

    const Model& model_;
};

}  // namespace

void cleanNames(Model& model) {
    eachName(model, [](std::string& name) { name = printable(name); });
    model.name = printable(model.name);
}

void validate(const Model& model) {
    Validator(model).run();
}

}  // namespace phalanx

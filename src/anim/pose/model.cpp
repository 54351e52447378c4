#include "anim/pose/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "anim/pose/finite.h"
#include "core/error.h"
#include "core/printable.h"
#include "core/spelling.h"

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

std::string lowered(const std::string& text) {
    std::string result = text;
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

// K of "#K", if it is a number below `count`; else -1.
int numberAfterHash(const std::string& wanted, std::size_t count) {
    const std::string digits = wanted.substr(1);
    constexpr std::size_t kMostDigits = 6;
    if (digits.empty() || digits.size() > kMostDigits ||
        !std::all_of(digits.begin(), digits.end(), [](unsigned char c) { return std::isdigit(c); }))
        return -1;
    const int number = std::stoi(digits);
    return static_cast<std::size_t>(number) < count ? number : -1;
}

// The indices of all items of that name; without an exact match, of those that differ only in case.
template <typename Item>
std::vector<int> namedSo(const std::vector<Item>& items, const std::string& wanted) {
    std::vector<int> same;
    std::vector<int> similar;
    const std::string lower = lowered(wanted);
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].name == wanted) same.push_back(static_cast<int>(i));
        if (lowered(items[i].name) == lower) similar.push_back(static_cast<int>(i));
    }
    return same.empty() ? similar : same;
}

std::string listClips(const Model& model) {
    std::vector<std::string> names;
    for (const Clip& clip : model.clips) names.push_back(clip.name);
    return listOfNames(names);
}

}  // namespace

glm::dmat4 toMatrix(const Transform& transform) {
    glm::dmat4 matrix = glm::mat4_cast(transform.rotation);
    for (int axis = 0; axis < 3; ++axis) matrix[axis] *= transform.scale[axis];
    matrix[3] = glm::dvec4(transform.translation, 1.0);
    return matrix;
}

Transform decompose(const glm::dmat4& matrix) {
    Transform result;
    result.translation = glm::dvec3(matrix[3]);
    glm::dmat3 axes(matrix);
    for (int axis = 0; axis < 3; ++axis) result.scale[axis] = glm::length(axes[axis]);
    if (glm::determinant(axes) < 0.0) result.scale.x = -result.scale.x;
    const double smallest = std::min({std::abs(result.scale.x), result.scale.y, result.scale.z});
    if (smallest <= 1e-12 * glm::length(result.scale)) return result;
    for (int axis = 0; axis < 3; ++axis) axes[axis] /= result.scale[axis];
    result.rotation = glm::normalize(glm::quat_cast(axes));
    return result;
}

bool hasSteps(const Clip& clip) {
    bool found = false;
    const auto look = [&](const auto& track) {
        if (track.interpolation != Interpolation::kStep) return;
        for (std::size_t k = 1; k < track.keys.size() && !found; ++k)
            found = track.keys[k].value != track.keys[k - 1].value;
    };
    eachTrackOf(clip, look);
    return found;
}

void cleanNames(Model& model) {
    eachName(model, [](std::string& name) { name = printable(name); });
    model.name = printable(model.name);
}

void validate(const Model& model) {
    Validator(model).run();
}

int findClip(const Model& model, const std::string& wanted) {
    if (model.clips.empty())
        throw usageError(printable(wanted), "no such clip; " + model.name + " has no clips");
    if (wanted.size() > 1 && wanted[0] == '#') {
        if (const int index = numberAfterHash(wanted, model.clips.size()); index >= 0) return index;
        throw usageError(printable(wanted), fmt::format("no such clip; {} has clips #0 to #{}", model.name,
                                                        model.clips.size() - 1));
    }
    const std::vector<int> found = namedSo(model.clips, wanted);
    if (!found.empty()) return found.front();
    throw usageError(printable(wanted), "no such clip; " + model.name + " has " + listClips(model));
}

std::vector<int> findNodes(const Model& model, const std::string& wanted) {
    if (wanted.size() > 1 && wanted[0] == '#') {
        const int number = numberAfterHash(wanted, model.nodes.size());
        if (number < 0) {
            throw usageError(printable(wanted), fmt::format("no such joint; {} has nodes #0 to #{}",
                                                            model.name, model.nodes.size() - 1));
        }
        return {model.numbered_nodes.empty() ? number
                                             : model.numbered_nodes[static_cast<std::size_t>(number)]};
    }
    std::vector<int> found = wanted.empty() ? std::vector<int>{} : namedSo(model.nodes, wanted);
    if (!found.empty()) return found;
    std::vector<std::string> names;
    for (const Node& node : model.nodes) names.push_back(node.name);
    const std::string near = nearestWord(wanted, names);
    throw usageError(printable(wanted), near.empty()
                                            ? "no such joint; " + model.name + " has " + listOfNames(names)
                                            : fmt::format("no such joint; did you mean {}?", near));
}

std::string nameOfNode(const Model& model, int node) {
    const std::string& name = model.nodes[static_cast<std::size_t>(node)].name;
    if (!name.empty() && name.front() != '#' && std::ranges::count(model.nodes, name, &Node::name) == 1)
        return name;
    const std::vector<int>& numbered = model.numbered_nodes;
    const auto number = std::ranges::find(numbered, node) - numbered.begin();
    return fmt::format("#{}", numbered.empty() ? node : static_cast<int>(number));
}

}  // namespace phalanx

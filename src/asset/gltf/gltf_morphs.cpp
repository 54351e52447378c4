#include "asset/gltf/gltf_morphs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "asset/common/unique_names.h"
#include "core/printable.h"

namespace phalanx {
namespace {

std::size_t targetsOf(const tinygltf::Mesh& mesh) {
    std::size_t most = 0;
    for (const tinygltf::Primitive& primitive : mesh.primitives)
        most = std::max(most, primitive.targets.size());
    return most;
}

std::string nameOfTarget(const tinygltf::Mesh& mesh, std::size_t target) {
    if (mesh.extras.IsObject() && mesh.extras.Has("targetNames")) {
        const tinygltf::Value& names = mesh.extras.Get("targetNames");
        if (names.IsArray() && target < names.ArrayLen()) {
            const tinygltf::Value& name = names.Get(static_cast<int>(target));
            if (name.IsString() && !name.Get<std::string>().empty()) return name.Get<std::string>();
        }
    }
    return fmt::format("target {}", target);
}

// One attribute of one target of a primitive.
class DeltaReader {
  public:
    DeltaReader(const GltfFile& file, const SourcePart& part, std::size_t vertices)
        : file_(file), part_(part), vertices_(vertices) {}

    // nullopt: the target does not have the attribute.
    std::optional<GltfNumbers> read(const std::map<std::string, int>& attributes, const std::string& name,
                                    const MorphTarget& target) const {
        const auto found = attributes.find(name);
        if (found == attributes.end()) return std::nullopt;
        const std::string what = fmt::format("{} of morph target {} of part {}", name, printable(target.name),
                                             printable(part_.name));
        GltfNumbers numbers = file_.read(found->second, TINYGLTF_TYPE_VEC3, what);
        if (numbers.count != vertices_)
            file_.fail(fmt::format("{} has {} values for {} vertices", what, numbers.count, vertices_));
        for (const double number : numbers.values) {
            if (!std::isfinite(static_cast<float>(number)))
                file_.fail(what + " has a value that is not finite");
        }
        return numbers;
    }

  private:
    const GltfFile& file_;
    const SourcePart& part_;
    std::size_t vertices_;
};

glm::dvec3 vectorAt(const std::optional<GltfNumbers>& numbers, std::size_t vertex) {
    if (!numbers) return glm::dvec3(0.0);
    const std::span<const double> v = numbers->at(vertex);
    return {v[0], v[1], v[2]};
}

}  // namespace

GltfMorphs listGltfMorphs(const GltfFile& file, const GltfNodes& nodes, Notes& notes) {
    const tinygltf::Model& model = file.model();
    GltfMorphs result;
    result.of_node.resize(nodes.nodes.size());
    for (std::size_t n = 0; n < nodes.nodes.size(); ++n) {
        const auto in_file = static_cast<std::size_t>(nodes.file_of[n]);
        const tinygltf::Node& node = model.nodes[in_file];
        if (node.mesh < 0 || !nodes.is_in_scene[in_file]) continue;
        const tinygltf::Mesh& mesh = model.meshes[static_cast<std::size_t>(node.mesh)];
        const std::size_t count = targetsOf(mesh);
        if (std::ranges::any_of(mesh.primitives,
                                [&](const auto& primitive) { return primitive.targets.size() != count; })) {
            notes.warn(
                fmt::format("the primitives of mesh {} have different numbers of morph targets; missing ones "
                            "move nothing",
                            node.mesh));
        }
        const std::vector<double>& weights = node.weights.empty() ? mesh.weights : node.weights;
        if (!weights.empty() && weights.size() != count) {
            notes.warn(fmt::format("node {} has {} weights for {}; missing weights are 0", in_file,
                                   weights.size(), counted(count, "morph target")));
        }
        result.of_node[n] = {result.targets.size(), count};
        UniqueNames names;
        for (std::size_t t = 0; t < count; ++t) {
            MorphTarget target;
            target.name = names.take(nameOfTarget(mesh, t));
            target.node = static_cast<int>(n);
            target.rest_weight = t < weights.size() ? weights[t] : 0.0;
            result.targets.push_back(std::move(target));
        }
    }
    return result;
}

void readGltfDeltas(const GltfFile& file, const GltfMorphs& morphs, const SourcePart& part,
                    const tinygltf::Primitive& primitive, std::span<const double> normal_lengths,
                    PartMesh& mesh) {
    const DeltaReader reader(file, part, mesh.vertices.size());
    const GltfMorphs::Range range = morphs.of_node[static_cast<std::size_t>(part.node)];
    std::size_t deltas = 0;
    for (std::size_t t = 0; t < primitive.targets.size(); ++t) {
        PartMorph morph;
        morph.target = range.first + t;
        const MorphTarget& target = morphs.targets[morph.target];
        const auto positions = reader.read(primitive.targets[t], "POSITION", target);
        const auto normals = reader.read(primitive.targets[t], "NORMAL", target);
        for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
            MorphDelta delta;
            delta.vertex = static_cast<std::uint32_t>(v);
            delta.position = glm::vec3(vectorAt(positions, v));
            if (!mesh.without_normal[v]) delta.normal = glm::vec3(vectorAt(normals, v) / normal_lengths[v]);
            if (delta.position == glm::vec3(0.0F) && delta.normal == glm::vec3(0.0F)) continue;
            morph.deltas.push_back(delta);
        }
        deltas += morph.deltas.size();
        if (deltas > kMaxMorphDeltas) {
            file.fail(fmt::format("the morph targets of part {} have more than {} deltas, the limit",
                                  printable(part.name), kMaxMorphDeltas));
        }
        if (!morph.deltas.empty()) mesh.morphs.push_back(std::move(morph));
    }
}

}  // namespace phalanx

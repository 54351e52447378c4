#include "asset/gltf/gltf_meshes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "asset/common/unique_names.h"
#include "asset/gltf/gltf_draco.h"
#include "core/printable.h"

namespace phalanx {
namespace {

bool isTriangles(const tinygltf::Primitive& primitive) {
    return primitive.mode == TINYGLTF_MODE_TRIANGLES || primitive.mode == TINYGLTF_MODE_TRIANGLE_STRIP ||
           primitive.mode == TINYGLTF_MODE_TRIANGLE_FAN;
}

int attributeOf(const tinygltf::Primitive& primitive, const std::string& name) {
    const auto found = primitive.attributes.find(name);
    return found == primitive.attributes.end() ? -1 : found->second;
}

// The corners of all triangles, for a list of vertices of each mode.
std::vector<std::uint32_t> triangulated(const std::vector<std::uint32_t>& list, int mode) {
    if (mode == TINYGLTF_MODE_TRIANGLES) {
        std::vector<std::uint32_t> whole = list;
        whole.resize(whole.size() / 3 * 3);
        return whole;
    }
    std::vector<std::uint32_t> result;
    for (std::size_t i = 2; i < list.size(); ++i) {
        const bool fan = mode == TINYGLTF_MODE_TRIANGLE_FAN;
        const std::size_t odd = fan ? 0 : i % 2;
        const std::uint32_t first = fan ? list[0] : list[i - 2 + odd];
        const std::uint32_t second = fan ? list[i - 1] : list[i - 1 - odd];
        if (first == second || second == list[i] || first == list[i]) continue;
        result.insert(result.end(), {first, second, list[i]});
    }
    return result;
}

// Reads one primitive, whether its attributes are accessors or compressed by Draco.
class PrimitiveReader {
  public:
    PrimitiveReader(const GltfFile& file, const SourcePart& part, const tinygltf::Primitive& primitive)
        : file_(file), part_(part), primitive_(primitive), draco_(decodeDraco(file, primitive, part.name)) {}

    void readVertices(const UvSource& uv, PartMesh& mesh) const {
        const GltfNumbers positions = *read("POSITION", TINYGLTF_TYPE_VEC3);
        vertices_ = positions.count;
        const auto normals = read("NORMAL", TINYGLTF_TYPE_VEC3);
        auto uvs = read(fmt::format("TEXCOORD_{}", uv.channel), TINYGLTF_TYPE_VEC2);
        if (!uvs && uv.channel != 0) uvs = read("TEXCOORD_0", TINYGLTF_TYPE_VEC2);
        mesh.vertices.resize(positions.count);
        mesh.without_normal.assign(positions.count, true);
        normal_lengths_.assign(positions.count, 0.0);
        for (std::size_t v = 0; v < positions.count; ++v) {
            Vertex& vertex = mesh.vertices[v];
            const auto p = positions.at(v);
            vertex.position = glm::vec3(glm::dvec3(p[0], p[1], p[2]));
            if (!std::isfinite(vertex.position.x + vertex.position.y + vertex.position.z))
                file_.fail(fmt::format("vertex {} of part {} is not finite", v, printable(part_.name)));
            if (normals) {
                const auto n = normals->at(v);
                const glm::dvec3 normal(n[0], n[1], n[2]);
                const double length = glm::length(normal);
                mesh.without_normal[v] = !(length > 1e-12) || !std::isfinite(length);
                if (!mesh.without_normal[v]) vertex.normal = glm::vec3(normal / length);
                normal_lengths_[v] = length;
            }
            if (!uvs) continue;
            const auto t = uvs->at(v);
            const glm::vec2 at = uv.apply({static_cast<float>(t[0]), static_cast<float>(t[1])});
            if (std::isfinite(at.x) && std::isfinite(at.y)) vertex.uv = at;
        }
    }

    void readIndices(PartMesh& mesh) const {
        std::vector<std::uint32_t> list;
        const int accessor = attributeOf(primitive_, GltfFile::kIndices);
        if (draco_) {
            list = draco_->indices;
        } else if (accessor >= 0) {
            const std::string what = "the indices of part " + printable(part_.name);
            if (!isUnsignedInteger(file_.accessor(accessor, what).componentType))
                file_.fail(fmt::format("{} are not of an unsigned integer type", what));
            const GltfNumbers numbers = file_.read(accessor, TINYGLTF_TYPE_SCALAR, what);
            list.assign(numbers.values.begin(), numbers.values.end());
        } else {
            list.resize(mesh.vertices.size());
            for (std::size_t v = 0; v < list.size(); ++v) list[v] = static_cast<std::uint32_t>(v);
        }
        for (const std::uint32_t index : list) {
            if (index >= mesh.vertices.size()) {
                file_.fail(fmt::format("a triangle of part {} uses vertex {} of only {}",
                                       printable(part_.name), index, mesh.vertices.size()));
            }
        }
        mesh.indices = triangulated(list, draco_ ? TINYGLTF_MODE_TRIANGLES : primitive_.mode);
    }

    // `bones`: of the skin.
    void readInfluences(PartMesh& mesh) const {
        struct Set {
            GltfNumbers joints;
            GltfNumbers weights;
        };
        std::vector<Set> sets;
        for (int n = 0;; ++n) {
            auto joints = read(fmt::format("JOINTS_{}", n), TINYGLTF_TYPE_VEC4);
            auto weights = read(fmt::format("WEIGHTS_{}", n), TINYGLTF_TYPE_VEC4);
            if (!joints || !weights) break;
            const std::string name = fmt::format("JOINTS_{} of part {}", n, printable(part_.name));
            const tinygltf::Accessor& type =
                file_.accessor(attributeOf(primitive_, fmt::format("JOINTS_{}", n)), name);
            if (!isUnsignedInteger(type.componentType))
                file_.fail(name + " is not of an unsigned integer type");
            if (type.normalized) file_.fail(name + " is normalized");
            sets.push_back({std::move(*joints), std::move(*weights)});
        }
        mesh.first_influence.assign(1, 0);
        for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
            double sum = 0.0;
            for (const Set& set : sets) {
                for (std::size_t k = 0; k < 4; ++k) {
                    const double weight = set.weights.at(v)[k];
                    const double joint = set.joints.at(v)[k];
                    if (!std::isfinite(weight))
                        file_.fail(fmt::format("vertex {} of part {} has a weight that is not a number", v,
                                               printable(part_.name)));
                    if (weight < 0.0) ++mesh.negative_weights;
                    if (weight <= 0.0) continue;
                    sum += weight;
                    if (!(joint >= 0.0) || joint >= static_cast<double>(mesh.bones.size())) {
                        file_.fail(fmt::format("vertex {} of part {} uses joint {} of only {}", v,
                                               printable(part_.name), joint, mesh.bones.size()));
                    }
                    mesh.influences.push_back(
                        {static_cast<std::uint32_t>(joint), static_cast<float>(weight)});
                }
            }
            if (sum > static_cast<double>(std::numeric_limits<float>::max())) {
                file_.fail(
                    fmt::format("the weights of vertex {} of part {} sum to {:.3g}, more than a float can "
                                "hold",
                                v, printable(part_.name), sum));
            }
            mesh.first_influence.push_back(mesh.influences.size());
        }
    }

    // After readVertices().
    void readDeltas(const GltfMorphs& morphs, PartMesh& mesh) const {
        readGltfDeltas(file_, morphs, part_, primitive_, normal_lengths_, mesh);
    }

    // Colours that are all white do not count, since some exporters always write them.
    bool isColoured() const {
        const int accessor = attributeOf(primitive_, "COLOR_0");
        if (accessor < 0 || draco_) return false;
        const GltfNumbers colors = file_.read(accessor);
        constexpr double kWhite = 0.99;
        for (std::size_t v = 0; v < colors.count; ++v) {
            const auto color = colors.at(v);
            for (std::size_t c = 0; c < std::min<std::size_t>(color.size(), 3); ++c) {
                if (color[c] < kWhite) return true;
            }
        }
        return false;
    }

  private:
    // nullopt: the primitive has no such attribute.
    std::optional<GltfNumbers> read(const std::string& name, int type) const {
        const std::string what = fmt::format("{} of part {}", name, printable(part_.name));
        const int accessor = attributeOf(primitive_, name);
        if (accessor < 0) return std::nullopt;
        std::optional<GltfNumbers> numbers;
        if (draco_) {
            const auto found = draco_->attributes.find(name);
            if (found != draco_->attributes.end()) numbers = found->second;
        }
        if (!numbers) numbers = file_.read(accessor, type, what);
        if (numbers->components != tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(type)))
            file_.fail(fmt::format("{} has {} components", what, numbers->components));
        if (vertices_ && numbers->count != *vertices_) {
            file_.fail(fmt::format("part {} has {} positions and {} of {}", printable(part_.name), *vertices_,
                                   numbers->count, name));
        }
        return numbers;
    }

    const GltfFile& file_;
    const SourcePart& part_;
    const tinygltf::Primitive& primitive_;
    std::optional<DracoMesh> draco_;
    mutable std::vector<double> normal_lengths_;   // in the file
    mutable std::optional<std::size_t> vertices_;  // of POSITION; every attribute must have as many
};

}  // namespace

GltfParts listGltfParts(const GltfFile& file, const GltfNodes& nodes, Notes& notes) {
    const tinygltf::Model& model = file.model();
    GltfParts result;
    UniqueNames names;
    std::size_t other = 0;  // primitives that are not triangles
    int other_mode = 0;     // of the first of them
    for (std::size_t n = 0; n < nodes.nodes.size(); ++n) {
        const auto in_file = static_cast<std::size_t>(nodes.file_of[n]);
        const tinygltf::Node& node = model.nodes[in_file];
        if (node.mesh < 0 || !nodes.is_in_scene[in_file]) continue;
        const tinygltf::Mesh& mesh = model.meshes[static_cast<std::size_t>(node.mesh)];
        if (node.skin >= static_cast<int>(model.skins.size()))
            file.fail(fmt::format("skins[{}] is used but does not exist", node.skin));
        for (const tinygltf::Primitive& primitive : mesh.primitives) {
            if (!isTriangles(primitive)) {
                other_mode = other++ == 0 ? primitive.mode : other_mode;
                continue;
            }
            const int positions = attributeOf(primitive, "POSITION");
            if (positions < 0) {
                notes.warn(
                    fmt::format("mesh {} has a primitive without positions, which is not drawn", node.mesh));
                continue;
            }
            if (primitive.material >= static_cast<int>(model.materials.size())) {
                file.fail(fmt::format("mesh {} uses material {} of only {}", node.mesh, primitive.material,
                                      model.materials.size()));
            }
            std::string base = node.name.empty() ? mesh.name : node.name;
            if (base.empty()) base = "part";
            if (mesh.primitives.size() > 1 && primitive.material >= 0) {
                const std::string& material =
                    model.materials[static_cast<std::size_t>(primitive.material)].name;
                if (!material.empty()) base += ":" + material;
            }
            const std::size_t vertices =
                file.accessor(positions, fmt::format("POSITION of mesh {}", node.mesh)).count;
            const bool draco = primitive.extensions.contains(GltfFile::kDraco);
            const tinygltf::Accessor& of_positions = file.accessor(positions, "");
            if (!draco && of_positions.bufferView < 0 && !of_positions.sparse.isSparse) {
                file.fail(
                    fmt::format("POSITION of mesh {} has no data: accessor {} has neither a bufferView nor "
                                "sparse values, and the primitive no KHR_draco_mesh_compression",
                                node.mesh, positions));
            }
            const int indices = attributeOf(primitive, GltfFile::kIndices);
            const std::size_t corners =
                indices < 0 ? vertices
                            : file.accessor(indices, fmt::format("the indices of mesh {}", node.mesh)).count;
            result.parts.push_back({result.parts.size(),
                                    static_cast<int>(n),
                                    names.take(base),
                                    {node.name, mesh.name},
                                    primitive.material,
                                    vertices,
                                    corners / 3});
            if (!draco && primitive.mode == TINYGLTF_MODE_TRIANGLES && corners % 3 != 0) {
                notes.warn(
                    fmt::format("the triangles of part {} have {}, not a multiple of 3; the rest is left out",
                                printable(result.parts.back().name), counted(corners, "corner")));
            }
            result.primitives.push_back(&primitive);
            result.skins.push_back(node.skin);
        }
    }
    if (other > 0) {
        const std::string what = fmt::format("{} not of triangles (mode {})",
                                             counted(other, "primitive is", "primitives are"), other_mode);
        if (result.parts.empty()) file.fail("it has no triangles: " + what);
        notes.warn(what + "; not drawn");
    }
    return result;
}

PartMesh readPrimitive(const GltfFile& file, const GltfNodes& nodes, const GltfMorphs& morphs,
                       const SourcePart& part, const tinygltf::Primitive& primitive, int skin,
                       const std::vector<std::vector<glm::dmat4>>& bind_matrices, const UvSource& uv) {
    const PrimitiveReader reader(file, part, primitive);
    PartMesh mesh;
    reader.readVertices(uv, mesh);
    reader.readIndices(mesh);
    mesh.coloured = reader.isColoured();
    reader.readDeltas(morphs, mesh);
    if (skin < 0 || attributeOf(primitive, "JOINTS_0") < 0) return mesh;
    const auto index = static_cast<std::size_t>(skin);
    const std::vector<int>& joints = file.model().skins[index].joints;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const auto node = static_cast<std::size_t>(joints[j]);
        mesh.bones.push_back({file.model().nodes[node].name, nodes.node_of[node], bind_matrices[index][j]});
    }
    reader.readInfluences(mesh);
    return mesh;
}

}  // namespace phalanx

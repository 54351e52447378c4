#include "app/export/model_glb.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "anim/pose/pose.h"
#include "asset/common/image.h"
#include "core/version.h"

namespace phalanx {
namespace {

using Json = nlohmann::ordered_json;  // in the order in which it is read

// Numbers of glTF 2.0: component types, and targets of buffer views.
constexpr int kUnsignedShort = 5123;
constexpr int kUnsignedInt = 5125;
constexpr int kFloat = 5126;
constexpr int kVertexTarget = 34962;
constexpr int kIndexTarget = 34963;

static_assert(std::endian::native == std::endian::little, "glTF is little-endian, and is written as it is");

// The binary buffer, and the JSON of what is in it.
class Buffer {
  public:
    template <typename T>
    int addView(std::span<const T> elements, int target = 0) {
        const auto bytes = std::as_bytes(elements);
        bytes_.resize((bytes_.size() + 3) / 4 * 4);
        Json view{{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", bytes.size()}};
        if (target != 0) view["target"] = target;
        for (const std::byte byte : bytes) bytes_.push_back(std::to_integer<std::uint8_t>(byte));
        views_.push_back(std::move(view));
        return static_cast<int>(views_.size()) - 1;
    }

    // `type`: SCALAR, VEC2 and so on; count: the number of these in `components`.
    template <typename T>
    int add(const std::vector<T>& components, const char* type, std::size_t count, int component_type,
            int target) {
        const int view = addView(std::span<const T>(components), target);
        accessors_.push_back(
            {{"bufferView", view}, {"componentType", component_type}, {"count", count}, {"type", type}});
        return static_cast<int>(accessors_.size()) - 1;
    }

    // Positions need their bounds.
    int addPositions(const std::vector<float>& xyz) {
        std::vector<float> low(xyz.begin(), xyz.begin() + 3);
        std::vector<float> high = low;
        for (std::size_t i = 0; i < xyz.size(); ++i) {
            low[i % 3] = std::min(low[i % 3], xyz[i]);
            high[i % 3] = std::max(high[i % 3], xyz[i]);
        }
        const int accessor = add(xyz, "VEC3", xyz.size() / 3, kFloat, kVertexTarget);
        accessors_.back()["min"] = low;
        accessors_.back()["max"] = high;
        return accessor;
    }

    const Json& views() const { return views_; }
    const Json& accessors() const { return accessors_; }
    const std::vector<std::uint8_t>& bytes() const { return bytes_; }

  private:
    std::vector<std::uint8_t> bytes_;
    Json views_ = Json::array();
    Json accessors_ = Json::array();
};

std::vector<float> columnsOf(const glm::dmat4& matrix) {
    std::vector<float> columns;
    for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 4; ++r) columns.push_back(static_cast<float>(matrix[c][r]));
    }
    return columns;
}

void setMatrix(Json& node, const glm::dmat4& matrix) {
    if (matrix != glm::dmat4(1.0)) node["matrix"] = columnsOf(matrix);
}

void append(std::vector<float>& to, const glm::vec3& v) {
    to.insert(to.end(), {v.x, v.y, v.z});
}

// The targets that move vertices of a part. glTF stores a delta for each vertex.
void addMorphs(const Model& model, const Part& part, Buffer& buffer, Json& mesh, Json& primitive) {
    for (std::size_t t = 0; t < model.morph_targets.size(); ++t) {
        const MorphTarget& target = model.morph_targets[t];
        const std::uint32_t end = part.first_vertex + part.vertex_count;
        std::vector<float> positions(std::size_t{part.vertex_count} * 3, 0.0F);
        std::vector<float> normals = positions;
        bool moves = false;
        for (const MorphDelta& delta : target.deltas) {
            if (delta.vertex < part.first_vertex || delta.vertex >= end) continue;
            moves = true;
            const std::size_t at = std::size_t{delta.vertex - part.first_vertex} * 3;
            for (int i = 0; i < 3; ++i) {
                positions[at + static_cast<std::size_t>(i)] = delta.position[i];
                normals[at + static_cast<std::size_t>(i)] = delta.normal[i];
            }
        }
        if (!moves) continue;
        const int position = buffer.addPositions(positions);
        const int normal = buffer.add(normals, "VEC3", part.vertex_count, kFloat, kVertexTarget);
        primitive["targets"].push_back({{"POSITION", position}, {"NORMAL", normal}});
        mesh["weights"].push_back(target.rest_weight);
        mesh["extras"]["targetNames"].push_back(target.name);
        mesh["extras"]["phalanx_morph_targets"].push_back(t);
    }
}

Json meshOf(const Model& model, const Part& part, Buffer& buffer) {
    std::vector<float> positions, normals, uvs, weights;
    std::vector<std::uint16_t> joints;
    const std::span<const Vertex> vertices =
        std::span(model.vertices).subspan(part.first_vertex, part.vertex_count);
    for (const Vertex& v : vertices) {
        append(positions, v.position);
        append(normals, v.normal);
        uvs.insert(uvs.end(), {v.uv.x, v.uv.y});
        weights.insert(weights.end(), v.weights.begin(), v.weights.end());
        // Joint 0 where the weight is 0, as validators want it.
        for (std::size_t k = 0; k < v.joints.size(); ++k)
            joints.push_back(v.weights[k] > 0.0F ? v.joints[k] : std::uint16_t{0});
    }
    std::vector<std::uint32_t> indices;
    for (const std::uint32_t index : std::span(model.indices).subspan(part.first_index, part.index_count))
        indices.push_back(index - part.first_vertex);
    const std::size_t count = vertices.size();
    Json primitive{{"material", part.material}};
    Json& attributes = primitive["attributes"];
    attributes["POSITION"] = buffer.addPositions(positions);
    attributes["NORMAL"] = buffer.add(normals, "VEC3", count, kFloat, kVertexTarget);
    attributes["TEXCOORD_0"] = buffer.add(uvs, "VEC2", count, kFloat, kVertexTarget);
    attributes["JOINTS_0"] = buffer.add(joints, "VEC4", count, kUnsignedShort, kVertexTarget);
    attributes["WEIGHTS_0"] = buffer.add(weights, "VEC4", count, kFloat, kVertexTarget);
    primitive["indices"] = buffer.add(indices, "SCALAR", indices.size(), kUnsignedInt, kIndexTarget);
    Json mesh{{"name", part.name}};
    addMorphs(model, part, buffer, mesh, primitive);
    mesh["primitives"] = Json::array({std::move(primitive)});
    return mesh;
}

// The parts of each variant, in the form of `phalanx_variants` (asset/source/directives.h); "": one variant.
std::string variantsOf(const Model& model) {
    if (model.variants.size() < 2) return {};
    std::string text;
    for (const Variant& variant : model.variants) {
        std::string parts;
        for (const std::string& part : partsOf(model, variant)) parts += (parts.empty() ? "" : ",") + part;
        text += (text.empty() ? "" : ";") + variant.name + "=" + parts;
    }
    return text;
}

struct Nodes {
    Json all = Json::array();
    Json scene = Json::array();   // roots
    Json joints = Json::array();  // per joint of the palette
};

Nodes nodesOf(const Model& model, const std::vector<std::size_t>& meshes) {
    Nodes nodes;
    std::vector<Json> children(model.nodes.size());
    Json roots = Json::array();
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const Node& node = model.nodes[i];
        Json entry{{"name", node.name}};
        setMatrix(entry, node.parent_from_node_rest);
        nodes.all.push_back(std::move(entry));
        (node.parent < 0 ? roots : children[static_cast<std::size_t>(node.parent)]).push_back(i);
    }
    // A skin may name a node only once: further joints of a node are children of it.
    std::vector<bool> used(model.nodes.size(), false);
    for (const Joint& joint : model.palette) {
        const auto node = static_cast<std::size_t>(joint.node);
        if (!used[node]) {
            used[node] = true;
            nodes.joints.push_back(node);
            continue;
        }
        children[node].push_back(nodes.all.size());
        nodes.joints.push_back(nodes.all.size());
        nodes.all.push_back({{"name", model.nodes[node].name}});
    }
    for (std::size_t i = 0; i < children.size(); ++i) {
        if (!children[i].empty()) nodes.all[i]["children"] = std::move(children[i]);
    }
    nodes.scene.push_back(nodes.all.size());
    Json root{{"name", "model_from_file"}, {"children", std::move(roots)}};
    setMatrix(root, modelFromFile(model));
    if (const std::string variants = variantsOf(model); !variants.empty())
        root["extras"]["phalanx_variants"] = variants;
    const auto masks = [](const Material& material) { return material.tint_mask == TintMask::kAlpha; };
    if (std::ranges::any_of(model.materials, masks)) root["extras"]["phalanx_tint_mask"] = "alpha";
    nodes.all.push_back(std::move(root));
    for (std::size_t mesh = 0; mesh < meshes.size(); ++mesh) {
        nodes.scene.push_back(nodes.all.size());
        const std::string& name = model.parts[meshes[mesh]].name;
        // Loaders may change the names of nodes, but not what is in extras.
        nodes.all.push_back(
            {{"name", name}, {"mesh", mesh}, {"skin", 0}, {"extras", {{"phalanx_part", name}}}});
    }
    return nodes;
}

Json materialOf(const Material& material, Json& extensions) {
    Json surface{{"metallicFactor", 0.0}, {"roughnessFactor", 0.85}};
    for (int i = 0; i < 4; ++i) surface["baseColorFactor"].push_back(material.base_color[i]);
    if (material.image >= 0) surface["baseColorTexture"] = {{"index", material.image}};
    Json entry{{"name", material.name},
               {"pbrMetallicRoughness", std::move(surface)},
               {"doubleSided", material.two_sided}};
    if (material.alpha_mode == AlphaMode::kMask) {
        entry["alphaMode"] = "MASK";
        entry["alphaCutoff"] = material.alpha_cutoff;
    }
    if (material.tint_mask == TintMask::kAlpha) entry["extras"]["phalanx_tint_mask"] = "alpha";
    if (material.unlit) {
        entry["extensions"]["KHR_materials_unlit"] = Json::object();
        extensions = Json::array({"KHR_materials_unlit"});
    }
    return entry;
}

void appendWord(std::vector<std::uint8_t>& file, std::size_t value) {
    for (int shift = 0; shift < 32; shift += 8)
        file.push_back(static_cast<std::uint8_t>(value >> shift & 255U));
}

std::vector<std::uint8_t> binaryFile(const Json& content, const std::vector<std::uint8_t>& buffer) {
    std::string text = content.dump(-1, ' ', false, Json::error_handler_t::replace);
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const std::size_t padded = (buffer.size() + 3) / 4 * 4;
    std::vector<std::uint8_t> file;
    appendWord(file, 0x46546C67U);  // "glTF"
    appendWord(file, 2);
    appendWord(file, 12 + 8 + text.size() + 8 + padded);
    appendWord(file, text.size());
    appendWord(file, 0x4E4F534AU);  // "JSON"
    file.insert(file.end(), text.begin(), text.end());
    appendWord(file, padded);
    appendWord(file, 0x004E4942U);  // "BIN"
    file.insert(file.end(), buffer.begin(), buffer.end());
    file.resize(file.size() + padded - buffer.size(), 0);
    return file;
}

}  // namespace

std::vector<std::string> partsOf(const Model& model, const Variant& variant) {
    // By vertices: variants have indices of their own.
    std::vector<bool> shown(model.vertices.size(), false);
    for (const Batch& batch : variant.batches) {
        for (const std::uint32_t index :
             std::span(model.indices).subspan(batch.first_index, batch.index_count))
            shown[index] = true;
    }
    std::vector<std::string> names;
    for (const Part& part : model.parts) {
        if (part.index_count > 0 && shown[model.indices[part.first_index]]) names.push_back(part.name);
    }
    return names;
}

std::vector<std::uint8_t> writeModelGlb(const Model& model) {
    Buffer buffer;
    Json meshes = Json::array();
    std::vector<std::size_t> part_of_mesh;
    for (std::size_t i = 0; i < model.parts.size(); ++i) {
        if (model.parts[i].index_count == 0) continue;
        part_of_mesh.push_back(i);
        meshes.push_back(meshOf(model, model.parts[i], buffer));
    }
    std::vector<float> binds;
    for (const Joint& joint : model.palette) {
        const std::vector<float> columns = columnsOf(joint.joint_from_bind);
        binds.insert(binds.end(), columns.begin(), columns.end());
    }
    Nodes nodes = nodesOf(model, part_of_mesh);
    const int bind_accessor = buffer.add(binds, "MAT4", model.palette.size(), kFloat, 0);
    Json skin{{"inverseBindMatrices", bind_accessor}, {"joints", std::move(nodes.joints)}};
    Json content{{"asset", {{"version", "2.0"}, {"generator", std::string("Phalanx ") + kVersion}}},
                 {"scene", 0},
                 {"scenes", Json::array({{{"nodes", std::move(nodes.scene)}}})},
                 {"nodes", std::move(nodes.all)},
                 {"meshes", std::move(meshes)},
                 {"skins", Json::array({std::move(skin)})}};
    Json extensions;
    for (const Material& material : model.materials)
        content["materials"].push_back(materialOf(material, extensions));
    if (!extensions.is_null()) content["extensionsUsed"] = std::move(extensions);
    for (std::size_t i = 0; i < model.images.size(); ++i) {
        const Image& image = model.images[i];
        const std::vector<std::uint8_t> png = encodePng(image.width, image.height, 4, image.rgba);
        const int view = buffer.addView(std::span<const std::uint8_t>(png));
        content["images"].push_back({{"name", image.name}, {"mimeType", "image/png"}, {"bufferView", view}});
        content["textures"].push_back({{"source", i}});
    }
    content["bufferViews"] = buffer.views();
    content["accessors"] = buffer.accessors();
    content["buffers"] = Json::array({{{"byteLength", buffer.bytes().size()}}});
    return binaryFile(content, buffer.bytes());
}

}  // namespace phalanx

#include "asset/equipment/attach.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "core/error.h"
#include "core/printable.h"
#include "core/setting.h"
#include "core/spelling.h"

namespace phalanx {
namespace {

constexpr std::string_view kKey = "attach";
constexpr std::uint32_t kMostEvery = 1'000'000;

std::uint32_t everyOf(const std::string& text, const std::string& whole) {
    std::uint32_t every = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), every);
    if (error != std::errc() || end != text.data() + text.size() || every < 1 || every > kMostEvery) {
        throw SettingError(kKey, fmt::format("'{}': every={} is not a whole number from 1 to {}",
                                             printable(whole), printable(text), kMostEvery));
    }
    return every;
}

int nodeCalled(const Model& model, const std::string& wanted) {
    std::vector<std::string> names;
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
        if (model.nodes[n].name == wanted) return static_cast<int>(n);
        names.push_back(model.nodes[n].name);
    }
    std::ranges::stable_sort(names, {}, [&](const std::string& name) { return editDistance(name, wanted); });
    throw SettingError(kKey, fmt::format("{} has no joint \"{}\"; its joints are {}", printable(model.name),
                                         printable(wanted), listOfNames(names)));
}

// Metres, with the item's origin at 0. The importer may have scaled a glTF file whose size is implausible for
// a figure; here its units are metres.
glm::dmat4 metresFromItem(const Model& item) {
    const bool gltf = item.source_path.ends_with(".glb") || item.source_path.ends_with(".gltf");
    return glm::scale(glm::dmat4(1.0), glm::dvec3(gltf ? 1.0 / item.metres_per_unit : 1.0));
}

// Where the item is when the model is at rest: at the node, without its scale.
glm::dmat4 modelFromItem(const glm::dmat4& model_from_node, bool joint_axes) {
    glm::dmat4 result(1.0);
    if (joint_axes) {
        for (int axis = 0; axis < 3; ++axis) {
            const double length = glm::length(glm::dvec3(model_from_node[axis]));
            if (length > 0.0) result[axis] = model_from_node[axis] / length;
        }
    }
    result[3] = model_from_node[3];
    return result;
}

void appendMaterials(const Model& item, Model& model) {
    const int images = static_cast<int>(model.images.size());
    for (Material material : item.materials) {
        if (material.image >= 0) material.image += images;
        model.materials.push_back(std::move(material));
    }
    model.images.insert(model.images.end(), item.images.begin(), item.images.end());
}

}  // namespace

AttachRequest parseAttachment(const std::string& text) {
    AttachRequest request;
    std::string rest = text;
    // From the end, since file and joint may contain colons.
    for (;;) {
        const std::size_t colon = rest.rfind(':');
        if (colon == std::string::npos) break;
        const std::string last = rest.substr(colon + 1);
        if (last.starts_with("every=")) {
            request.every = everyOf(last.substr(6), text);
        } else if (last == "axes=joint" || last == "axes=model") {
            request.joint_axes = last == "axes=joint";
        } else if (last.find('=') != std::string::npos && last.find('@') == std::string::npos) {
            throw SettingError(kKey,
                               fmt::format("'{}': unknown option {}; the options are every=N, axes=model "
                                           "and axes=joint",
                                           printable(text), printable(last)));
        } else {
            break;
        }
        rest.resize(colon);
    }
    const std::size_t at = rest.rfind('@');
    if (at == std::string::npos || at == 0 || at + 1 == rest.size()) {
        throw SettingError(kKey, fmt::format("'{}' is not of the form FILE@JOINT, FILE@JOINT:every=10 or "
                                             "FILE@JOINT:axes=joint",
                                             printable(text)));
    }
    request.file = rest.substr(0, at);
    request.joint = rest.substr(at + 1);
    return request;
}

void attachModel(const Model& item, const AttachRequest& request, Model& model, Equipment& equipment) {
    const int node = nodeCalled(model, request.joint);
    const glm::dmat4 model_from_node = modelFromNode(model, restPose(model))[static_cast<std::size_t>(node)];
    const glm::dmat4 file_from_model = glm::inverse(modelFromFile(model));
    const glm::dmat4 node_from_file = glm::inverse(file_from_model * model_from_node);
    for (int column = 0; column < 4; ++column) {
        if (!std::isfinite(glm::length(node_from_file[column]))) {
            throw inputError(model.source_path,
                             fmt::format("joint \"{}\" has scale 0 at rest; attach to another one",
                                         printable(request.joint)));
        }
    }
    // The item's vertices are stored where they are at rest, close to the model's own: vertices are packed as
    // fractions of the box around all of them.
    const glm::dmat4 bind_from_item =
        file_from_model * modelFromItem(model_from_node, request.joint_axes) * metresFromItem(item);
    const glm::dmat3 normals = normalMatrix(glm::dmat3(bind_from_item));
    const auto joint = static_cast<std::uint16_t>(model.palette.size());
    model.palette.push_back({node, node_from_file});

    const auto first_vertex = static_cast<std::uint32_t>(model.vertices.size());
    const std::vector<SkinnedVertex> shape = skin(item, restPose(item));
    for (std::size_t v = 0; v < shape.size(); ++v) {
        Vertex vertex;
        vertex.position = glm::vec3(glm::dvec3(bind_from_item * glm::dvec4(shape[v].position, 1.0)));
        const glm::dvec3 normal = normals * shape[v].normal;
        const double length = glm::length(normal);
        if (length > 0.0) vertex.normal = glm::vec3(normal / length);
        vertex.uv = item.vertices[v].uv;
        vertex.joints[0] = joint;
        model.vertices.push_back(vertex);
    }
    const auto first_material = static_cast<std::uint32_t>(model.materials.size());
    appendMaterials(item, model);
    Attachment& made =
        equipment.attachments.emplace_back(Attachment{item.name, request.every, {}, first_vertex});
    // The parts of a material are adjacent in the item, and stay so.
    std::vector<Part> parts = item.parts;
    std::ranges::stable_sort(parts, {}, &Part::first_index);
    for (Part& part : parts) {
        const auto first_index = static_cast<std::uint32_t>(model.indices.size());
        for (std::uint32_t k = 0; k < part.index_count; ++k)
            model.indices.push_back(item.indices[part.first_index + k] + first_vertex);
        part.first_index = first_index;
        part.first_vertex += first_vertex;
        part.material += first_material;
        if (part.index_count == 0) continue;
        if (made.batches.empty() || made.batches.back().material != part.material)
            made.batches.push_back({part.material, first_index, 0});
        made.batches.back().index_count += part.index_count;
    }
    model.parts.insert(model.parts.end(), parts.begin(), parts.end());
    validate(model);
}

}  // namespace phalanx

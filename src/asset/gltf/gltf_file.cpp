#include "asset/gltf/gltf_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "anim/pose/model.h"
#include "asset/common/base64.h"
#include "asset/gltf/gltf_meshopt.h"
#include "core/error.h"
#include "core/printable.h"

namespace phalanx {
namespace {

using Json = nlohmann::json;

constexpr const char* kDracoInFile = "KHR_draco_mesh_compression";

std::size_t wholeIn(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found == object.end() || !found->is_number() ? 0 : found->get<std::size_t>();
}

constexpr std::array kMeshopt{"EXT_meshopt_compression", "KHR_meshopt_compression"};

const tinygltf::Value* compressionOf(const tinygltf::BufferView& view) {
    for (const char* name : kMeshopt) {
        const auto found = view.extensions.find(name);
        if (found != view.extensions.end()) return &found->second;
    }
    return nullptr;
}

// The bytes of a data URI; `fault` says why there are none.
std::vector<std::uint8_t> dataOf(const std::string& uri, std::string& fault) {
    const std::size_t comma = uri.find(',');
    if (comma == std::string::npos) {
        fault = "has a data uri without data";
    } else if (!std::string_view(uri).substr(0, comma).ends_with(";base64")) {
        fault = "has a data uri that is not base64";
    } else {
        auto bytes = decodeBase64(std::string_view(uri).substr(comma + 1));
        if (!bytes)
            fault = "has a data uri that cannot be decoded";
        else if (bytes->empty())
            fault = "has an empty data uri";
        else
            return *bytes;
    }
    return {};
}

// What tinygltf 2.7 refuses or would read itself is taken out:
// - buffers and images: it reads files without our limits, and refuses a buffer without a uri, which a
//   fallback buffer of EXT_meshopt_compression is;
// - index accessors without a view, as Draco and sparse accessors have them: they become an attribute, which
//   it does not check;
// - the name of Draco's extension: some builds of the library decode it while they parse, from the buffers;
// - strides that are not multiples of 4, which the specification forbids only for vertices;
// - samplers, cameras and lights, and the extensions of nodes and scenes and MSFT_lod of materials, which 2.9
//   reads: they are not used, and a broken one would end the import.
Json forLibrary(Json json) {
    for (const char* unused : {"buffers", "images", "samplers", "cameras", "extensions"}) json.erase(unused);
    if (json.contains("meshes")) {
        for (Json& mesh : json["meshes"]) {
            for (Json& primitive : mesh["primitives"]) {
                if (!primitive.contains("attributes")) primitive["attributes"] = Json::object();
                if (primitive.contains("extensions") && primitive["extensions"].contains(kDracoInFile)) {
                    Json& extensions = primitive["extensions"];
                    extensions[GltfFile::kDraco] = extensions[kDracoInFile];
                    extensions.erase(kDracoInFile);
                }
                if (!primitive.contains("indices")) continue;
                primitive["attributes"][GltfFile::kIndices] = primitive["indices"];
                primitive.erase("indices");
            }
        }
    }
    if (json.contains("bufferViews")) {
        for (Json& view : json["bufferViews"]) view.erase("byteStride");
    }
    for (const char* list : {"nodes", "scenes"}) {
        if (!json.contains(list)) continue;
        for (Json& object : json[list]) object.erase("extensions");
    }
    if (json.contains("materials")) {
        for (Json& material : json["materials"]) {
            if (material.contains("extensions") && material["extensions"].is_object())
                material["extensions"].erase("MSFT_lod");
        }
    }
    if (json.contains("textures")) {
        for (Json& texture : json["textures"]) texture.erase("sampler");
    }
    return json;
}

}  // namespace

GltfFile::GltfFile(std::string name, GltfText text, SideFiles& side_files) : name_(std::move(name)) {
    loadBuffers(text, side_files);
    if (text.json.contains("images")) images_ = text.json["images"];
    if (text.json.contains("bufferViews")) {
        for (const Json& view : text.json["bufferViews"]) strides_.push_back(strideOf(view, strides_.size()));
    }
    parse(forLibrary(std::move(text.json)));
    checkViews();
    checkAccessors();
}

// A compressed view has the stride of its extension; its own, if given, must be the same.
std::size_t GltfFile::strideOf(const Json& view, std::size_t index) const {
    const std::size_t own = wholeIn(view, "byteStride");
    const auto extensions = view.find("extensions");
    if (extensions == view.end()) return own;
    for (const char* name : kMeshopt) {
        const auto compression = extensions->find(name);
        if (compression == extensions->end()) continue;
        const auto stride = compression->find("byteStride");
        // decodeMeshopt() refuses any other.
        if (stride == compression->end() || !stride->is_number_unsigned()) continue;
        const auto compressed = stride->get<std::size_t>();
        if (own > 0 && own != compressed) {
            fail(fmt::format("view {} has a byteStride of {}, but its {} one of {}", index, own, name,
                             compressed));
        }
        return compressed;
    }
    return own;
}

void GltfFile::parse(Json json) {
    const std::string content = json.dump();
    json = nullptr;
    if (content.size() > std::numeric_limits<unsigned>::max()) fail("its JSON has more than 4 GB");
    tinygltf::TinyGLTF parser;
    std::string error;
    std::string warning;
    if (parser.LoadASCIIFromString(&model_, &error, &warning, content.c_str(),
                                   static_cast<unsigned>(content.size()), "", tinygltf::NO_REQUIRE)) {
        return;
    }
    std::ranges::replace(error, '\n', ' ');
    while (error.ends_with(' ') || error.ends_with('.')) error.pop_back();
    fail(error.empty() ? "it cannot be parsed" : printable(error));
}

void GltfFile::loadBuffers(const GltfText& text, SideFiles& side_files) {
    const auto list = text.json.find("buffers");
    if (list == text.json.end()) return;
    for (std::size_t i = 0; i < list->size(); ++i) buffers_.push_back(bufferOf(text, i, side_files));
}

std::vector<std::uint8_t> GltfFile::bufferOf(const GltfText& text, std::size_t index,
                                             SideFiles& side_files) const {
    const Json& buffer = text.json["buffers"][index];
    const std::size_t bytes = wholeIn(buffer, "byteLength");
    const std::string uri = buffer.value("uri", "");
    std::vector<std::uint8_t> data;
    if (uri.empty()) {
        if (index == 0 && text.binary) {
            data.assign(text.binary->begin(), text.binary->end());
        } else {
            // A fallback buffer has no data: what uses it is compressed in another buffer.
            const Json extensions = buffer.value("extensions", Json::object());
            for (const char* name : kMeshopt) {
                if (extensions.contains(name)) return {};
            }
            fail(fmt::format("buffer {} has neither a uri nor a binary chunk", index));
        }
    } else if (uri.starts_with("data:")) {
        std::string fault;
        data = dataOf(uri, fault);
        if (!fault.empty()) fail(fmt::format("buffer {} {}", index, fault));
    } else {
        const std::string shown = printable(uri);
        const auto file = side_files.find(uri);
        if (!file) fail(fmt::format("its buffer {} is not in the model's folder", shown));
        if (const std::string fault = side_files.tooLarge(*file); !fault.empty())
            fail(fmt::format("its buffer {} {}", shown, fault));
        data = side_files.read(*file);
    }
    if (data.size() < bytes)
        fail(fmt::format("buffer {} ends early: {} bytes expected, {} present", index, bytes, data.size()));
    data.resize(bytes);
    return data;
}

std::span<const std::uint8_t> GltfFile::bytesAt(int buffer, std::size_t offset, std::size_t length,
                                                const std::string& what) const {
    const auto index = static_cast<std::size_t>(buffer);
    if (buffer < 0 || index >= buffers_.size())
        fail(fmt::format("{} uses buffer {}, which does not exist", what, buffer));
    const std::vector<std::uint8_t>& data = buffers_[index];
    if (offset > data.size() || length > data.size() - offset)
        fail(fmt::format("{} extends past the {} bytes of its buffer", what, data.size()));
    return std::span(data).subspan(offset, length);
}

std::span<const std::uint8_t> GltfFile::view(int index) const {
    if (index < 0 || static_cast<std::size_t>(index) >= model_.bufferViews.size())
        fail(fmt::format("view {} is used, but there are only {}", index, model_.bufferViews.size()));
    const tinygltf::BufferView& from = model_.bufferViews[static_cast<std::size_t>(index)];
    if (const tinygltf::Value* const compression = compressionOf(from))
        return decompressed(index, *compression);
    return bytesAt(from.buffer, from.byteOffset, from.byteLength, fmt::format("view {}", index));
}

const std::vector<std::uint8_t>& GltfFile::decompressed(int index, const tinygltf::Value& compression) const {
    const auto known = decompressed_.find(index);
    if (known != decompressed_.end()) return known->second;
    const std::string what = fmt::format("compressed view {}", index);
    const auto source = bytesAt(static_cast<int>(wholeIn(compression, "buffer")),
                                wholeIn(compression, "byteOffset"), wholeIn(compression, "byteLength"), what);
    return decompressed_.emplace(index, decodeMeshopt(*this, compression, source, what)).first->second;
}

void GltfFile::checkViews() const {
    for (std::size_t i = 0; i < model_.bufferViews.size(); ++i) {
        const tinygltf::BufferView& from = model_.bufferViews[i];
        if (compressionOf(from) == nullptr)
            bytesAt(from.buffer, from.byteOffset, from.byteLength, fmt::format("view {}", i));
    }
}

GltfImage GltfFile::image(int index) const {
    const auto at = static_cast<std::size_t>(index);
    GltfImage result;
    if (index < 0 || at >= images_.size()) {
        result.fault = fmt::format("uses image {} of only {}", index, images_.size());
        return result;
    }
    const Json& from = images_[at];
    const auto uri = from.find("uri");
    if (uri != from.end() && uri->is_string() && !uri->get_ref<const std::string&>().empty()) {
        const auto& text = uri->get_ref<const std::string&>();
        if (text.starts_with("data:")) {
            result.bytes = dataOf(text, result.fault);
        } else {
            result.uri = text;
        }
        return result;
    }
    const auto of_view = from.find("bufferView");
    if (of_view == from.end()) {
        result.fault = "has neither a uri nor a buffer view";
    } else if (!of_view->is_number_unsigned() || of_view->get<std::size_t>() >= model_.bufferViews.size()) {
        result.fault =
            fmt::format("uses view {} of only {}", printable(of_view->dump(), 20), model_.bufferViews.size());
    } else {
        const std::span<const std::uint8_t> bytes = view(of_view->get<int>());
        result.bytes.assign(bytes.begin(), bytes.end());
    }
    return result;
}

}  // namespace phalanx

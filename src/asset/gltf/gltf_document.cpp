#include "asset/gltf/gltf_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <system_error>

#include "anim/pose/model.h"
#include "asset/gltf/base64.h"
#include "asset/steps/texture_file.h"
#include "core/error.h"
#include "core/file.h"

namespace phalanx {
namespace {

using Json = nlohmann::json;

constexpr std::uint32_t kMagic = 0x46546C67;      // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;  // "JSON"
constexpr std::uint32_t kBinaryChunk = 0x004E4942;
constexpr int kDeepestJson = 200;
// Limit for sizes and offsets in the JSON, so that sums cannot overflow.
constexpr std::uint64_t kLargest = std::uint64_t{1} << 40U;

std::uint32_t readU32(const std::uint8_t* bytes) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i) value |= static_cast<std::uint32_t>(bytes[i]) << (8 * i);
    return value;
}

void writeU32(std::vector<std::uint8_t>& bytes, std::uint32_t value) {
    for (unsigned i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i) & 0xFFU));
}

std::size_t sizeOf(const Json& object, const char* key, std::size_t otherwise) {
    const auto entry = object.find(key);
    if (entry == object.end()) return otherwise;
    const auto value = entry->get<double>();
    if (!(value >= 0.0) || value > static_cast<double>(kLargest))
        throw std::range_error(fmt::format("{} is {}", key, value));
    return static_cast<std::size_t>(value);
}

int componentsOf(const std::string& type) {
    if (type == "SCALAR") return 1;
    if (type == "VEC2") return 2;
    if (type == "VEC3") return 3;
    if (type == "VEC4" || type == "MAT2") return 4;
    if (type == "MAT3") return 9;
    return type == "MAT4" ? 16 : 0;
}

std::size_t bytesOf(std::size_t component_type) {
    switch (component_type) {
        case gltf::kByte:
        case gltf::kUnsignedByte:
            return 1;
        case gltf::kShort:
        case gltf::kUnsignedShort:
            return 2;
        case gltf::kUnsignedInt:
        case gltf::kFloat:
            return 4;
        default:
            return 0;
    }
}

template <typename T>
double readAs(const std::uint8_t* bytes, bool normalized) {
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    if constexpr (std::numeric_limits<T>::is_integer) {
        if (normalized)
            return std::max(-1.0,
                            static_cast<double>(value) / static_cast<double>(std::numeric_limits<T>::max()));
    }
    return static_cast<double>(value);
}

double readComponent(const std::uint8_t* bytes, std::size_t type, bool normalized) {
    switch (type) {
        case gltf::kByte:
            return readAs<std::int8_t>(bytes, normalized);
        case gltf::kUnsignedByte:
            return readAs<std::uint8_t>(bytes, normalized);
        case gltf::kShort:
            return readAs<std::int16_t>(bytes, normalized);
        case gltf::kUnsignedShort:
            return readAs<std::uint16_t>(bytes, normalized);
        case gltf::kUnsignedInt:
            return readAs<std::uint32_t>(bytes, normalized);
        default:
            return readAs<float>(bytes, false);
    }
}

// The nesting depth of objects and arrays, limited because Assimp's parser is recursive. Strings are skipped.
int depthOf(std::span<const std::uint8_t> text) {
    int depth = 0;
    int deepest = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::uint8_t c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            deepest = std::max(deepest, ++depth);
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return deepest;
}

}  // namespace

void GltfDocument::fail(const std::string& what) const {
    throw inputError(path_.string(), "is not a usable glTF file: " + what);
}

GltfDocument::GltfDocument(const std::filesystem::path& path, std::span<const std::uint8_t> content,
                           std::size_t max_file_bytes)
    : path_(path), content_(content) {
    splitContainer();
    skipByteOrderMark();
    if (depthOf(json_chunk_) > kDeepestJson)
        fail(fmt::format("its JSON is nested more than {} levels deep", kDeepestJson));
    try {
        json_ = Json::parse(json_chunk_.begin(), json_chunk_.end());
    } catch (const Json::parse_error& e) {
        fail(fmt::format("its JSON is malformed or ends early at byte {}", e.byte));
    } catch (const Json::exception&) {
        fail("its JSON has a number that is too large");
    }
    if (!json_.is_object()) fail("its JSON is not an object");
    loadBuffers(max_file_bytes);
}

void GltfDocument::splitContainer() {
    is_binary_ = content_.size() >= 12 && readU32(content_.data()) == kMagic;
    json_chunk_ = content_;
    if (!is_binary_) return;
    if (readU32(content_.data() + 4) != 2) {
        // Version 1 of the binary container does not reach this class: Assimp's importer of glTF 1.0 reads
        // it.
        fail(fmt::format("its binary container has version {}; only 2 is supported",
                         readU32(content_.data() + 4)));
    }
    if (readU32(content_.data() + 8) > content_.size()) {
        fail(fmt::format("it ends early: {} bytes expected, {} present", readU32(content_.data() + 8),
                         content_.size()));
    }
    std::size_t offset = 12;
    bool has_json = false;
    while (content_.size() - offset >= 8) {
        const std::size_t length = readU32(content_.data() + offset);
        const std::uint32_t type = readU32(content_.data() + offset + 4);
        offset += 8;
        if (length > content_.size() - offset) fail("one of its chunks extends past the end of the file");
        if (type == kJsonChunk && !has_json) {
            json_chunk_ = content_.subspan(offset, length);
            has_json = true;
        } else if (type == kBinaryChunk && !binary_chunk_) {
            binary_chunk_ = content_.subspan(offset, length);
        }
        offset += length;
    }
    if (!has_json) fail("it has no JSON chunk");
}

void GltfDocument::skipByteOrderMark() {
    const auto begins = [&](std::initializer_list<int> mark) {
        return json_chunk_.size() >= mark.size() && std::equal(mark.begin(), mark.end(), json_chunk_.begin());
    };
    if (begins({0xFF, 0xFE}) || begins({0xFE, 0xFF}))
        fail("its JSON is UTF-16; save it as UTF-8, which glTF requires");
    constexpr std::size_t kMark = 3;
    if (!begins({0xEF, 0xBB, 0xBF})) return;
    json_chunk_ = json_chunk_.subspan(kMark);
    had_byte_order_mark_ = true;
    changed_ = true;  // with the mark, Assimp takes the file for another format
}

void GltfDocument::loadBuffers(std::size_t max_file_bytes) {
    for (std::size_t i = 0; i < count("buffers"); ++i) {
        const Json& buffer = at("buffers", i);
        const std::size_t bytes = sizeOf(buffer, "byteLength", 0);
        std::vector<std::uint8_t> data;
        const std::string uri = buffer.value("uri", "");
        if (uri.empty()) {
            if (i != 0 || !binary_chunk_)
                fail(fmt::format("buffer {} has neither a uri nor a binary chunk", i));
            data.assign(binary_chunk_->begin(), binary_chunk_->end());
        } else if (uri.starts_with("data:")) {
            const std::size_t comma = uri.find(',');
            const auto decoded = comma == std::string::npos
                                     ? std::nullopt
                                     : decodeBase64(std::string_view(uri).substr(comma + 1));
            if (!decoded) fail(fmt::format("buffer {} has a data uri that cannot be decoded", i));
            data = *decoded;
        } else {
            const auto file = findTextureFile(uri, path_.parent_path());
            if (!file) fail(fmt::format("its buffer {} is not in the model's folder", uri.substr(0, 120)));
            std::error_code error;
            const std::uintmax_t size = std::filesystem::file_size(*file, error);
            if (error || size > max_file_bytes)
                fail(fmt::format("its buffer {} has {} bytes, more than the limit; --import-size raises it",
                                 uri, size));
            data = readBinaryFile(*file);
            // Assimp uses a URI as a file name without decoding it, so percent encoding and backslashes are
            // resolved here.
            const std::string found = file->lexically_relative(path_.parent_path()).generic_string();
            if (found != uri) {
                json_["buffers"][i]["uri"] = found;
                changed_ = true;
            }
            side_files_.push_back(*file);
        }
        if (data.size() < bytes) {
            fail(fmt::format("buffer {} ends early: {} bytes expected, {} present", i, bytes, data.size()));
        }
        data.resize(bytes);
        buffers_.push_back(std::move(data));
    }
}

const Json& GltfDocument::at(const char* name, std::size_t index) const {
    const auto array = json_.find(name);
    if (array == json_.end() || !array->is_array() || index >= array->size() ||
        !(*array)[index].is_object()) {
        fail(fmt::format("{}[{}] is used but does not exist", name, index));
    }
    return (*array)[index];
}

std::size_t GltfDocument::count(const char* name) const {
    const auto array = json_.find(name);
    return array == json_.end() || !array->is_array() ? 0 : array->size();
}

GltfDocument::Slice GltfDocument::viewOf(std::size_t view_index, std::size_t offset) const {
    const Json& view = at("bufferViews", view_index);
    const auto buffer = view.at("buffer").get<std::size_t>();
    const std::size_t view_offset = sizeOf(view, "byteOffset", 0);
    const std::size_t length = sizeOf(view, "byteLength", 0);
    const bool ours = buffer == buffers_.size() && !appended_.empty();
    if (buffer > buffers_.size() || (buffer == buffers_.size() && !ours))
        fail(fmt::format("view {} uses buffer {}, which does not exist", view_index, buffer));
    const std::vector<std::uint8_t>& data = ours ? appended_ : buffers_[buffer];
    if (view_offset > data.size() || length > data.size() - view_offset) {
        fail(fmt::format("view {} extends past the {} bytes of its buffer", view_index, data.size()));
    }
    if (offset > length)
        fail(fmt::format("an accessor starts past the {} bytes of view {}", length, view_index));
    return {data.data() + view_offset + offset, length - offset};
}

void GltfDocument::checkAccessors() const {
    for (std::size_t i = 0; i < count("bufferViews"); ++i) viewOf(i, 0);
    for (std::size_t i = 0; i < count("accessors"); ++i) {
        const Json& accessor = at("accessors", i);
        const std::size_t elements = sizeOf(accessor, "count", 0);
        const auto component_bytes = bytesOf(accessor.at("componentType").get<std::size_t>());
        const auto components =
            static_cast<std::size_t>(componentsOf(accessor.at("type").get<std::string>()));
        if (elements == 0 || component_bytes == 0 || components == 0)
            fail(fmt::format("accessor {} is empty or of unknown type", i));
        if (!accessor.contains("bufferView")) {
            // An accessor without data is zero except for its sparse values, so no data limits its count.
            if (elements > kMaxVertices)
                fail(fmt::format("accessor {} has {} elements but no data; the limit is {}", i, elements,
                                 kMaxVertices));
            continue;
        }
        const auto view = accessor.at("bufferView").get<std::size_t>();
        const Slice slice = viewOf(view, sizeOf(accessor, "byteOffset", 0));
        const std::size_t element_bytes = component_bytes * components;
        const std::size_t stride = sizeOf(at("bufferViews", view), "byteStride", element_bytes);
        if (stride < element_bytes || slice.bytes < element_bytes ||
            (elements - 1) > (slice.bytes - element_bytes) / stride) {
            fail(fmt::format("accessor {} has {} elements of {} bytes, more than fit into its view", i,
                             elements, element_bytes));
        }
    }
}

GltfDocument::Accessor GltfDocument::read(std::size_t index) const {
    const Json& accessor = at("accessors", index);
    Accessor result;
    result.count = sizeOf(accessor, "count", 0);
    result.components = componentsOf(accessor.at("type").get<std::string>());
    const auto type = accessor.at("componentType").get<std::size_t>();
    result.component_type = static_cast<int>(type);
    const bool normalized = accessor.value("normalized", false);
    const std::size_t bytes = bytesOf(type);
    const auto components = static_cast<std::size_t>(result.components);
    const std::size_t element_bytes = bytes * components;
    if (element_bytes == 0) fail(fmt::format("accessor {} is of unknown type", index));
    if (result.count > (std::size_t{1} << 28U))
        fail(fmt::format("accessor {} has {} elements, too many", index, result.count));
    const auto fill = [&](std::size_t element, const std::uint8_t* from) {
        for (std::size_t c = 0; c < components; ++c) {
            result.values[element * components + c] = readComponent(from + c * bytes, type, normalized);
        }
    };
    result.values.assign(result.count * components, 0.0);
    if (accessor.contains("bufferView")) {
        const auto view = accessor.at("bufferView").get<std::size_t>();
        const Slice slice = viewOf(view, sizeOf(accessor, "byteOffset", 0));
        const std::size_t stride = sizeOf(at("bufferViews", view), "byteStride", element_bytes);
        for (std::size_t e = 0; e < result.count; ++e) fill(e, slice.data + e * stride);
    }
    if (const auto sparse = accessor.find("sparse"); sparse != accessor.end()) {
        const std::size_t changed = sizeOf(*sparse, "count", 0);
        const Json& indices = sparse->at("indices");
        const Json& values = sparse->at("values");
        const auto index_type = indices.at("componentType").get<std::size_t>();
        const Slice where =
            viewOf(indices.at("bufferView").get<std::size_t>(), sizeOf(indices, "byteOffset", 0));
        const Slice what =
            viewOf(values.at("bufferView").get<std::size_t>(), sizeOf(values, "byteOffset", 0));
        const std::size_t index_bytes = bytesOf(index_type);
        if (index_bytes == 0 || changed > where.bytes / index_bytes || changed > what.bytes / element_bytes) {
            fail(fmt::format("the sparse values of accessor {} extend past their view", index));
        }
        for (std::size_t k = 0; k < changed; ++k) {
            const double element = readComponent(where.data + k * index_bytes, index_type, false);
            if (!(element >= 0.0) || element >= static_cast<double>(result.count)) {
                fail(fmt::format("a sparse value of accessor {} is for element {} of only {}", index, element,
                                 result.count));
            }
            fill(static_cast<std::size_t>(element), what.data + k * element_bytes);
        }
    }
    return result;
}

std::size_t GltfDocument::appendFloats(std::span<const float> values) {
    changed_ = true;
    const std::size_t offset = appended_.size();
    appended_.resize(offset + values.size_bytes());
    std::memcpy(appended_.data() + offset, values.data(), values.size_bytes());
    json_["bufferViews"].push_back(
        {{"buffer", buffers_.size()}, {"byteOffset", offset}, {"byteLength", values.size_bytes()}});
    return count("bufferViews") - 1;
}

std::vector<std::uint8_t> GltfDocument::serialize() const {
    if (!changed_) return {content_.begin(), content_.end()};
    Json patched = json_;
    if (!appended_.empty()) {
        patched["buffers"].push_back(
            {{"byteLength", appended_.size()},
             {"uri", "data:application/octet-stream;base64," + encodeBase64(appended_)}});
    }
    std::string text = patched.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (!is_binary_) return {text.begin(), text.end()};
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::vector<std::uint8_t> binary;
    if (binary_chunk_) binary.assign(binary_chunk_->begin(), binary_chunk_->end());
    binary.resize((binary.size() + 3) / 4 * 4, 0);
    std::vector<std::uint8_t> bytes;
    writeU32(bytes, kMagic);
    writeU32(bytes, 2);
    writeU32(bytes, static_cast<std::uint32_t>(20 + text.size() + (binary.empty() ? 0 : 8 + binary.size())));
    writeU32(bytes, static_cast<std::uint32_t>(text.size()));
    writeU32(bytes, kJsonChunk);
    bytes.insert(bytes.end(), text.begin(), text.end());
    if (!binary.empty()) {
        writeU32(bytes, static_cast<std::uint32_t>(binary.size()));
        writeU32(bytes, kBinaryChunk);
        bytes.insert(bytes.end(), binary.begin(), binary.end());
    }
    return bytes;
}

}  // namespace phalanx

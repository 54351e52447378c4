#include "cpu/asset/samples/gltf_reference_file.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace phalanx::test {
namespace {

using Json = nlohmann::json;
using FileBytes = std::vector<std::uint8_t>;

FileBytes bytesOfFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot be read: " + path.string());
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

FileBytes bytesOfDataUri(const std::string& uri) {
    static const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    FileBytes bytes;
    unsigned bits = 0;
    unsigned held = 0;
    for (std::size_t i = uri.find(',') + 1; i < uri.size() && uri[i] != '='; ++i) {
        bits = bits << 6U | static_cast<unsigned>(alphabet.find(uri[i]));
        held += 6;
        if (held < 8) continue;
        held -= 8;
        bytes.push_back(static_cast<std::uint8_t>(bits >> held & 255U));
    }
    return bytes;
}

std::size_t numberOf(const Json& object, const char* key, std::size_t otherwise = 0) {
    return object.contains(key) ? object[key].get<std::size_t>() : otherwise;
}

std::size_t widthOf(const std::string& type) {
    if (type == "SCALAR") return 1;
    return type == "MAT4" ? 16 : static_cast<std::size_t>(type[3] - '0');
}

std::size_t sizeOfComponent(int type) {
    return type <= 5121 ? 1 : type <= 5123 ? 2 : 4;
}

// Section 3.11 of the specification: c / 127, c / 255 and so on, signed types not below -1.
double component(const std::uint8_t* bytes, int type, bool normalized) {
    const auto as = [&](auto value, double largest) {
        std::memcpy(&value, bytes, sizeof(value));
        return normalized ? std::max(static_cast<double>(value) / largest, -1.0) : static_cast<double>(value);
    };
    switch (type) {
        case 5120:
            return as(std::int8_t{}, 127.0);
        case 5121:
            return as(std::uint8_t{}, 255.0);
        case 5122:
            return as(std::int16_t{}, 32767.0);
        case 5123:
            return as(std::uint16_t{}, 65535.0);
        case 5125:
            return as(std::uint32_t{}, 1.0);
        default:
            return as(float{}, 1.0);
    }
}

}  // namespace

GltfReferenceFile::GltfReferenceFile(const std::filesystem::path& file) {
    const FileBytes content = bytesOfFile(file);
    const auto word = [&](std::size_t at) {
        std::uint32_t value = 0;
        std::memcpy(&value, content.data() + at, sizeof(value));
        return static_cast<std::ptrdiff_t>(value);
    };
    FileBytes chunk;
    if (content.size() > 20 && std::memcmp(content.data(), "glTF", 4) == 0) {
        const auto json_begins = content.begin() + 20;
        json_ = Json::parse(json_begins, json_begins + word(12));
        if (static_cast<std::ptrdiff_t>(content.size()) > 20 + word(12))
            chunk.assign(json_begins + word(12) + 8, content.end());
    } else {
        json_ = Json::parse(content.begin(), content.end());
    }
    for (const Json& buffer : json_.value("buffers", Json::array())) {
        const std::string uri = buffer.value("uri", "");
        if (uri.empty())
            buffers_.push_back(chunk);
        else if (uri.starts_with("data:"))
            buffers_.push_back(bytesOfDataUri(uri));
        else
            buffers_.push_back(bytesOfFile(file.parent_path() / uri));
    }
}

void GltfReferenceFile::readView(const Json& part, std::size_t elements, std::size_t components, int type,
                                 bool normalized, std::vector<double>& out) const {
    const Json& view = json_["bufferViews"][part["bufferView"].get<std::size_t>()];
    const std::size_t size = sizeOfComponent(type);
    const std::size_t stride = numberOf(view, "byteStride", size * components);
    const std::uint8_t* data = buffers_[view["buffer"].get<std::size_t>()].data() +
                               numberOf(view, "byteOffset") + numberOf(part, "byteOffset");
    for (std::size_t e = 0; e < elements; ++e) {
        for (std::size_t c = 0; c < components; ++c)
            out[e * components + c] = component(data + e * stride + c * size, type, normalized);
    }
}

const GltfReferenceFile::Numbers& GltfReferenceFile::read(std::size_t accessor) const {
    const auto known = read_.find(accessor);
    if (known != read_.end()) return known->second;
    return read_.emplace(accessor, decode(json_["accessors"][accessor])).first->second;
}

GltfReferenceFile::Numbers GltfReferenceFile::decode(const Json& from) const {
    Numbers numbers;
    numbers.count = from["count"].get<std::size_t>();
    numbers.width = widthOf(from["type"].get<std::string>());
    numbers.values.assign(numbers.count * numbers.width, 0.0);
    const int type = from["componentType"].get<int>();
    const bool normalized = from.value("normalized", false);
    if (from.contains("bufferView"))
        readView(from, numbers.count, numbers.width, type, normalized, numbers.values);
    if (!from.contains("sparse")) return numbers;
    const Json& sparse = from["sparse"];
    const std::size_t count = sparse["count"].get<std::size_t>();
    std::vector<double> places(count);
    std::vector<double> values(count * numbers.width);
    readView(sparse["indices"], count, 1, sparse["indices"]["componentType"].get<int>(), false, places);
    readView(sparse["values"], count, numbers.width, type, normalized, values);
    for (std::size_t k = 0; k < count; ++k) {
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(k * numbers.width), numbers.width,
                    numbers.values.begin() +
                        static_cast<std::ptrdiff_t>(places[k]) * static_cast<std::ptrdiff_t>(numbers.width));
    }
    return numbers;
}

}  // namespace phalanx::test

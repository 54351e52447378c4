#include "glb_writer.h"

#include <array>
#include <charconv>
#include <cstdio>

namespace phalanx::soldier {
namespace {

void appendWord(std::vector<std::uint8_t>& file, std::size_t value) {
    for (int shift = 0; shift < 32; shift += 8)
        file.push_back(static_cast<std::uint8_t>(value >> shift & 255U));
}

}  // namespace

std::string number(float value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.7g", static_cast<double>(value == 0.0F ? 0.0F : value));
    return text.data();
}

std::string exactly(float value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value == 0.0F ? 0.0F : value).ptr;
    return {text.data(), end};
}

std::string quoted(const std::string& text) {
    return '"' + text + '"';
}

std::string triple(const glm::vec3& v, std::string (*text)(float)) {
    return "[" + text(v.x) + "," + text(v.y) + "," + text(v.z) + "]";
}

int Blob::addView(const void* data, std::size_t size, int target) {
    bytes_.resize((bytes_.size() + 3) / 4 * 4, 0);
    views_.push_back("{\"buffer\":0,\"byteOffset\":" + std::to_string(bytes_.size()) +
                     ",\"byteLength\":" + std::to_string(size) +
                     (target != 0 ? ",\"target\":" + std::to_string(target) : "") + "}");
    const auto* begin = static_cast<const std::uint8_t*>(data);
    bytes_.insert(bytes_.end(), begin, begin + size);
    return static_cast<int>(views_.size()) - 1;
}

int Blob::addSparseAccessor(const std::vector<std::uint16_t>& indices, const std::vector<float>& values,
                            std::size_t count, const std::string& extra) {
    const int of_indices = addView(indices.data(), indices.size() * sizeof(std::uint16_t), 0);
    const int of_values = addView(values.data(), values.size() * sizeof(float), 0);
    accessors_.push_back("{\"componentType\":" + std::to_string(kFloat) +
                         ",\"count\":" + std::to_string(count) + ",\"type\":\"VEC3\"" + extra +
                         ",\"sparse\":{\"count\":" + std::to_string(indices.size()) +
                         ",\"indices\":{\"bufferView\":" + std::to_string(of_indices) +
                         ",\"componentType\":" + std::to_string(kUnsignedShort) +
                         "},\"values\":{\"bufferView\":" + std::to_string(of_values) + "}}}");
    return static_cast<int>(accessors_.size()) - 1;
}

std::vector<std::uint8_t> glbFile(std::string json, const Blob& blob) {
    const auto same = [](const std::string& s) { return s; };
    json += "\"accessors\":[" + joined(blob.accessors(), ",", same) + "],\"bufferViews\":[" +
            joined(blob.views(), ",", same) +
            "],\"buffers\":[{\"byteLength\":" + std::to_string(blob.bytes().size()) + "}]}";
    json.resize((json.size() + 3) / 4 * 4, ' ');
    const std::size_t padding = (4 - blob.bytes().size() % 4) % 4;

    std::vector<std::uint8_t> file;
    appendWord(file, 0x46546C67U);  // "glTF"
    appendWord(file, 2);
    appendWord(file, 12 + 8 + json.size() + 8 + blob.bytes().size() + padding);
    appendWord(file, json.size());
    appendWord(file, 0x4E4F534AU);  // "JSON"
    file.insert(file.end(), json.begin(), json.end());
    appendWord(file, blob.bytes().size() + padding);
    appendWord(file, 0x004E4942U);  // "BIN"
    file.insert(file.end(), blob.bytes().begin(), blob.bytes().end());
    file.resize(file.size() + padding, 0);
    return file;
}

}  // namespace phalanx::soldier

// Binary glTF: the buffer with the JSON of its views and accessors, and the file of both. JSON is written as
// text, so that the same model gives the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <vector>

namespace phalanx::soldier {

inline constexpr int kFloat = 5126;
inline constexpr int kUnsignedByte = 5121;
inline constexpr int kUnsignedShort = 5123;
inline constexpr int kVertexTarget = 34962;
inline constexpr int kIndexTarget = 34963;

std::string number(float value);
// The shortest text that reads back as the same float: a minimum or maximum must equal an element exactly.
std::string exactly(float value);
std::string quoted(const std::string& text);  // names here need no escapes
std::string triple(const glm::vec3& v, std::string (*text)(float));

// Empty texts are left out.
template <typename Range, typename Text>
std::string joined(const Range& range, const char* separator, const Text& text) {
    std::string result;
    for (const auto& item : range) {
        const std::string piece = text(item);
        if (piece.empty()) continue;
        if (!result.empty()) result += separator;
        result += piece;
    }
    return result;
}

// The buffer and the JSON of its views and accessors.
class Blob {
  public:
    int addView(const void* data, std::size_t size, int target);

    template <typename T>
    int addAccessor(const std::vector<T>& data, std::size_t count, int component, const char* type,
                    int target, const std::string& extra = "") {
        const int view = addView(data.data(), data.size() * sizeof(T), target);
        accessors_.push_back(
            "{\"bufferView\":" + std::to_string(view) + ",\"componentType\":" + std::to_string(component) +
            ",\"count\":" + std::to_string(count) + ",\"type\":\"" + type + "\"" + extra + "}");
        return static_cast<int>(accessors_.size()) - 1;
    }

    // Vectors of three floats that are 0 except at `indices`.
    int addSparseAccessor(const std::vector<std::uint16_t>& indices, const std::vector<float>& values,
                          std::size_t count, const std::string& extra);

    const std::vector<std::uint8_t>& bytes() const { return bytes_; }
    const std::vector<std::string>& views() const { return views_; }
    const std::vector<std::string>& accessors() const { return accessors_; }

  private:
    std::vector<std::uint8_t> bytes_;
    std::vector<std::string> views_;
    std::vector<std::string> accessors_;
};

// The file: the JSON, which ends with a comma, with accessors, views and the buffer appended.
std::vector<std::uint8_t> glbFile(std::string json, const Blob& blob);

}  // namespace phalanx::soldier

// Reads a glTF 2.0 file: its JSON, its buffers, and accessors as numbers.
// https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace phalanx {

// Values of accessor.componentType, equal to the GL constants.
namespace gltf {
inline constexpr int kByte = 5120;
inline constexpr int kUnsignedByte = 5121;
inline constexpr int kShort = 5122;
inline constexpr int kUnsignedShort = 5123;
inline constexpr int kUnsignedInt = 5125;
inline constexpr int kFloat = 5126;
}  // namespace gltf

class GltfDocument {
  public:
    // Throws Error (kInput) that starts with the path for malformed JSON, a binary container that ends early,
    // and missing buffers.
    GltfDocument(const std::filesystem::path& path, std::span<const std::uint8_t> content,
                 std::size_t max_file_bytes);

    nlohmann::json& json() { return json_; }

    // Throws Error (kInput) if an accessor extends past its view or a view past its buffer, if an accessor is
    // empty or of unknown type, or if it has no data and too many elements.
    void checkAccessors() const;

    struct Accessor {
        std::size_t count = 0;
        int components = 0;
        int component_type = 0;      // gltf::kFloat, ...
        std::vector<double> values;  // count * components; normalized integers are decoded
    };
    // Reads a whole accessor, sparse values included. Throws Error (kInput) if it does not exist.
    Accessor read(std::size_t index) const;

    // Adds 32-bit floats as a new buffer view, and returns its index.
    std::size_t appendFloats(std::span<const float> values);

    // The file with all changes; the original bytes if nothing was changed.
    std::vector<std::uint8_t> serialize() const;

    [[noreturn]] void fail(const std::string& what) const;

    // Element `index` of the array `name`. Throws Error (kInput) if it does not exist.
    const nlohmann::json& at(const char* name, std::size_t index) const;
    std::size_t count(const char* name) const;

    // The files of external buffers.
    const std::vector<std::filesystem::path>& sideFiles() const { return side_files_; }

    // Whether the JSON starts with a byte order mark, which glTF does not allow.
    bool hadByteOrderMark() const { return had_byte_order_mark_; }

    void markChanged() { changed_ = true; }

  private:
    struct Slice {
        const std::uint8_t* data = nullptr;
        std::size_t bytes = 0;
    };

    void splitContainer();
    void skipByteOrderMark();
    void loadBuffers(std::size_t max_file_bytes);
    Slice viewOf(std::size_t view_index, std::size_t offset) const;

    std::filesystem::path path_;
    std::span<const std::uint8_t> content_;
    std::span<const std::uint8_t> json_chunk_;
    std::optional<std::span<const std::uint8_t>> binary_chunk_;
    bool is_binary_ = false;
    bool changed_ = false;
    bool had_byte_order_mark_ = false;
    nlohmann::json json_;
    std::vector<std::vector<std::uint8_t>> buffers_;
    std::vector<std::uint8_t> appended_;
    std::vector<std::filesystem::path> side_files_;
};

}  // namespace phalanx

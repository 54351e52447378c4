// A glTF 2.0 file taken apart: its JSON, its buffers, and accessors as numbers.
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

// accessor.componentType: GL's numbers.
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
    // Throws Error (kInput), led by the path: broken JSON, a container that ends early, buffers that are not
    // there.
    GltfDocument(const std::filesystem::path& path, std::span<const std::uint8_t> content,
                 std::size_t max_file_bytes);

    nlohmann::json& json() { return json_; }

    // Throws Error (kInput) for an accessor that reaches outside its view, a view outside its buffer, and the
    // like.
    void checkAccessors() const;

    struct Accessor {
        std::size_t count = 0;
        int components = 0;
        int component_type = 0;      // gltf::kFloat, ...
        std::vector<double> values;  // count * components; normalised integers are decoded
    };
    // Reads all of it, sparse values included. Throws Error (kInput) where there is no such accessor.
    Accessor read(std::size_t index) const;

    // Adds 32-bit floats as a new view, and returns the number of the view.
    std::size_t appendFloats(std::span<const float> values);

    // The file as it now stands; the same bytes where nothing was changed.
    std::vector<std::uint8_t> serialize() const;

    [[noreturn]] void fail(const std::string& what) const;

    // The element number `index` of the array `name`; throws where there is none.
    const nlohmann::json& at(const char* name, std::size_t index) const;
    std::size_t count(const char* name) const;

    // Buffers that lie in files of their own.
    const std::vector<std::filesystem::path>& sideFiles() const { return side_files_; }

    // Before the JSON, where glTF has none.
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

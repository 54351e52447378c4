// A glTF 2.0 file: its objects as tinygltf parses them, and the numbers behind its accessors.
// https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html
#pragma once

#include <tiny_gltf.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "asset/common/side_files.h"
#include "asset/gltf/gltf_text.h"

namespace phalanx {

struct GltfNumbers {
    std::size_t count = 0;
    int components = 0;
    std::vector<double> values;  // count * components; normalized integers are decoded

    std::span<const double> at(std::size_t element) const {
        const auto n = static_cast<std::size_t>(components);
        return std::span(values).subspan(element * n, n);
    }
};

// An image of the file: exactly one of the three, or none if the file says neither.
struct GltfImage {
    std::string uri;                  // of a file beside the model
    std::vector<std::uint8_t> bytes;  // of a data URI or a buffer view
    std::string fault;                // why it has no bytes
};

// Whether a component type is an unsigned integer, as indices and joints must be.
bool isUnsignedInteger(int component_type);

class GltfFile {
  public:
    // The name of a primitive's index accessor among its attributes.
    static constexpr const char* kIndices = "_PHALANX_INDICES";
    // The name of KHR_draco_mesh_compression among a primitive's extensions.
    static constexpr const char* kDraco = "_PHALANX_DRACO";

    // `name`: of the file, for errors. `text` has passed checkGltfJson(). Throws gltfError() for missing and
    // short buffers, and for accessors that extend past their view or a view past its buffer.
    GltfFile(std::string name, GltfText text, SideFiles& side_files);

    const tinygltf::Model& model() const { return model_; }
    const std::string& name() const { return name_; }

    // A whole accessor: sparse values are put in, compressed views decompressed. Throws gltfError().
    GltfNumbers read(int index) const;
    // The same for an accessor that must have that type ("VEC3"); `what` names its use in the message.
    GltfNumbers read(int index, int type, const std::string& what) const;
    // Throws gltfError() if there is no such accessor.
    const tinygltf::Accessor& accessor(int index, const std::string& what) const;

    std::span<const std::uint8_t> view(int index) const;

    GltfImage image(int index) const;
    std::size_t imageCount() const { return images_.size(); }

    [[noreturn]] void fail(const std::string& what) const { throw gltfError(name_, what); }

  private:
    void loadBuffers(const GltfText& text, SideFiles& side_files);
    std::vector<std::uint8_t> bufferOf(const GltfText& text, std::size_t index, SideFiles& side_files) const;
    void parse(nlohmann::json json);
    std::size_t strideOf(const nlohmann::json& view, std::size_t index) const;
    void checkViews() const;
    void checkAccessors() const;
    std::span<const std::uint8_t> bytesAt(int buffer, std::size_t offset, std::size_t length,
                                          const std::string& what) const;
    const std::vector<std::uint8_t>& decompressed(int index, const tinygltf::Value& compression) const;
    void addSparse(int index, const tinygltf::Accessor& from, GltfNumbers& numbers) const;

    std::string name_;
    tinygltf::Model model_;
    nlohmann::json images_ = nlohmann::json::array();
    std::vector<std::vector<std::uint8_t>> buffers_;
    std::vector<std::size_t> strides_;                               // of the views; 0: packed
    mutable std::map<int, std::vector<std::uint8_t>> decompressed_;  // by view
};

}  // namespace phalanx

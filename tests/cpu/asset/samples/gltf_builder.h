// Writes small glTF files for tests, valid and invalid ones.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace phalanx::test {

class GltfBuilder {
  public:
    // OpenGL's constants for component types.
    static constexpr int kByte = 5120;
    static constexpr int kUnsignedByte = 5121;
    static constexpr int kShort = 5122;
    static constexpr int kUnsignedShort = 5123;
    static constexpr int kUnsignedInt = 5125;
    static constexpr int kFloat = 5126;

    // Values are stored as given; normalised integers are first multiplied by the largest value of their
    // type.
    std::size_t accessor(const std::vector<double>& values, const std::string& type,
                         int component_type = kFloat, bool normalized = false);

    // Appends a view of those bytes, and gives its index.
    std::size_t view(const std::vector<std::uint8_t>& bytes);

    std::vector<std::uint8_t> glb() const;
    // The JSON, a zero byte and the binary chunk, without the lengths that a binary container has.
    std::vector<std::uint8_t> jsonAndBinary() const;
    // The same file as JSON text, with its buffer embedded.
    std::string gltf() const;

    nlohmann::json json = {{"asset", {{"version", "2.0"}}}, {"scene", 0}};
    std::vector<nlohmann::json> extra_buffers;  // entries of "buffers" after the one with the data

  private:
    nlohmann::json withBuffers() const;

    std::vector<std::uint8_t> binary_;
};

struct TwoBoneOptions {
    bool inverse_bind_matrices = true;
    int weight_type = GltfBuilder::kFloat;
    int rotation_type = GltfBuilder::kFloat;
    double first_key_s = 0.0;
    double weight_factor = 1.0;  // 1: weights sum to 1
    bool closes = true;          // the clip's last key repeats its first
    double mesh_node_shift = 0.0;
    std::string clip_name = "Bend";
};

// A square column of 12 vertices from y = 0 to y = 2 on two joints: nodes 0 "Rig" > 1 "Lower" (at 0) > 2
// "Upper" (at y = 1), and 3 "Body" with the mesh. The ring at y = 0 follows Lower, the ring at y = 1 both
// joints by half, the ring at y = 2 Upper. The clip turns Upper about Z: 0, 90, 0, -90 and 0 degrees, a
// quarter of a second apart. Without `closes` the last key is missing.
GltfBuilder twoBones(const TwoBoneOptions& options = {});

// Node indices of the two bones and of the mesh.
inline constexpr int kLower = 1;
inline constexpr int kUpper = 2;
inline constexpr int kBody = 3;

// A folder with a unique name, removed by the destructor.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::filesystem::path write(const std::string& name, const std::vector<std::uint8_t>& bytes) const;
    std::filesystem::path write(const std::string& name, std::string_view text) const;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

// The folder of real models: $PHALANX_TEST_MODELS, or else shared/models beside the source tree; empty if
// neither exists.
std::filesystem::path testModels();

}  // namespace phalanx::test

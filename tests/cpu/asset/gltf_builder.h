// Writes small glTF files for tests, right ones and wrong ones.
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
    // GL's numbers for component types.
    static constexpr int kByte = 5120;
    static constexpr int kUnsignedByte = 5121;
    static constexpr int kShort = 5122;
    static constexpr int kUnsignedShort = 5123;
    static constexpr int kUnsignedInt = 5125;
    static constexpr int kFloat = 5126;

    // Values are stored as given; normalised integers are multiplied by their type's largest number first.
    std::size_t accessor(const std::vector<double>& values, const std::string& type,
                         int component_type = kFloat, bool normalized = false);

    std::vector<std::uint8_t> glb() const;
    // The same as text, its buffer inside.
    std::string gltf() const;

    nlohmann::json json = {{"asset", {{"version", "2.0"}}}, {"scene", 0}};

  private:
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
// "Upper" (at y = 1), and 3 "Body" with the mesh. Rings at y = 0 follow Lower, at y = 1 both by half, at y =
// 2 Upper. The clip turns Upper about Z: 0, 90, 0, -90 and again 0 degrees, a quarter of a second apart;
// without its closing key where `closes` is false.
GltfBuilder twoBones(const TwoBoneOptions& options = {});

// Node numbers of the two bones.
inline constexpr int kLower = 1;
inline constexpr int kUpper = 2;
inline constexpr int kBody = 3;

// A folder of its own, removed at the end.
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

// The folder of real models: $PHALANX_TEST_MODELS, else shared/models beside the source tree; empty where
// there is none.
std::filesystem::path testModels();

}  // namespace phalanx::test

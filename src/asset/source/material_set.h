// The materials of a model while it is imported.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <glm/glm.hpp>
#include <map>
#include <string>
#include <vector>

#include "anim/pose/model.h"
#include "asset/common/notes.h"

namespace phalanx {

// Where the texture coordinates of a material come from.
struct UvSource {
    unsigned channel = 0;          // set of texture coordinates
    glm::mat3 uv_from_file{1.0F};  // 2D, homogeneous

    glm::vec2 apply(glm::vec2 uv) const { return {uv_from_file * glm::vec3(uv, 1.0F)}; }
};

struct MaterialSet {
    std::vector<Material> materials;  // at least one; materials of the same look are merged
    std::vector<Image> images;
    std::vector<std::uint32_t> material_of;  // per material of the file: its index into `materials`
    std::vector<UvSource> uv_of;             // per material of the file

    // Appends the next material of the file, or refers to an equal one.
    void add(Material material, const UvSource& uv);
    // Appends a material of the file that no part uses.
    void skip();
    // Call after the last one: a set without materials gets a default one.
    void finish();

    std::uint32_t indexOf(int file_material) const;
    UvSource uvOf(int file_material) const;
};

// Reads each image of a file once. A missing one is replaced by the plain colour, a broken one by a
// checkerboard, both with a warning.
class TextureLoader {
  public:
    TextureLoader(std::filesystem::path model_path, std::size_t max_file_bytes, MaterialSet& set,
                  Notes& notes)
        : model_path_(std::move(model_path)), max_file_bytes_(max_file_bytes), set_(set), notes_(notes) {}

    // The index of the image in the set, -1 for the plain colour. `decode` is called for a name that is new;
    // if it throws Error, its text is the warning.
    int load(const std::string& name, const std::function<Image()>& decode);

    // The same for the file of that name: at its path below the model's folder, or by its file name in that
    // folder and its texture subfolders, never outside.
    int loadFile(const std::string& name);

    // A name of the file, cut and safe to print.
    static std::string shown(const std::string& name);

  private:
    int keep(Image image);

    std::filesystem::path model_path_;
    std::size_t max_file_bytes_;
    MaterialSet& set_;
    Notes& notes_;
    std::map<std::string, int> image_of_;
};

}  // namespace phalanx

// The materials of a model while it is imported.
#pragma once

#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <map>
#include <string>
#include <vector>

#include "anim/pose/model.h"
#include "asset/common/notes.h"
#include "asset/common/side_files.h"

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
    TextureLoader(SideFiles& side_files, MaterialSet& set, Notes& notes)
        : side_files_(side_files), set_(set), notes_(notes) {}

    // The index of the image in the set, -1 for the plain colour. `decode` is called for a name that is new;
    // if it throws Error, its text is the warning.
    int load(const std::string& name, const std::function<Image()>& decode);

    // The same for the side file of that name.
    int loadFile(const std::string& name);

  private:
    int keep(Image image);

    SideFiles& side_files_;
    MaterialSet& set_;
    Notes& notes_;
    std::map<std::string, int> image_of_;
};

}  // namespace phalanx

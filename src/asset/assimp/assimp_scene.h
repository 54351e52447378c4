// A file read by Assimp, with only the importers and steps that Phalanx needs, and one-line errors.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "asset/common/notes.h"
#include "asset/common/side_files.h"

namespace Assimp {
class Importer;
}
struct aiScene;

namespace phalanx {

class AssimpScene {
  public:
    // `content` is read in place of the file at `path`; it may differ from the file on disk. Throws a
    // one-line Error (kInput) with Assimp's reason.
    AssimpScene(const std::filesystem::path& path, std::span<const std::uint8_t> content,
                SideFiles& side_files, Notes& notes);
    ~AssimpScene();
    AssimpScene(const AssimpScene&) = delete;
    AssimpScene& operator=(const AssimpScene&) = delete;

    const aiScene& scene() const { return *scene_; }

  private:
    std::unique_ptr<Assimp::Importer> importer_;
    const aiScene* scene_ = nullptr;
};

// The file extensions of the registered importers, in lower case, without a dot.
const std::vector<std::string>& importerExtensions();
// What to do with a file of another format, to follow that list; may be empty.
std::string hintForOtherFormats();

}  // namespace phalanx

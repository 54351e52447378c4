// A file read by Assimp, with the importers and steps that Phalanx wants, and errors of one line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "asset/notes.h"

namespace Assimp {
class Importer;
}
struct aiScene;

namespace phalanx {

class AssimpScene {
  public:
    // `content` is what the importer sees as the file at `path`; it need not be what lies on the disk.
    // Further files (buffers, materials, skeletons) are read from the folder of `path` and below it only,
    // each up to max_file_bytes. gltf_version: 0 where it is no glTF. Throws Error (kInput) with Assimp's
    // reason on one line.
    AssimpScene(const std::filesystem::path& path, std::span<const std::uint8_t> content, int gltf_version,
                std::size_t max_file_bytes, Notes& notes);
    ~AssimpScene();
    AssimpScene(const AssimpScene&) = delete;
    AssimpScene& operator=(const AssimpScene&) = delete;

    const aiScene& scene() const { return *scene_; }

  private:
    std::unique_ptr<Assimp::Importer> importer_;
    const aiScene* scene_ = nullptr;
};

// The endings that the registered importers take, in small letters, without a dot.
const std::vector<std::string>& importerExtensions();

// True where `file` lies in `folder` or below it, links followed.
bool isInside(const std::filesystem::path& file, const std::filesystem::path& folder);

}  // namespace phalanx

// The files beside a model that it refers to: buffers, textures, materials, skeletons. They are read only
// from the model's folder and its subfolders, each up to a limit, and are noted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "asset/common/notes.h"

namespace phalanx {

class SideFiles {
  public:
    // `model`: the path of the model file. Files that are read are noted by Notes::sideFile().
    SideFiles(const std::filesystem::path& model, std::size_t max_file_bytes, Notes& notes);

    // `name` is the string in the model: it may have backslashes, percent encoding, a drive or an absolute
    // path of another machine. The file is at this path below the model's folder, or has this name in that
    // folder or its texture subfolders. nullopt if there is none.
    std::optional<std::filesystem::path> find(const std::string& name) const;

    // "has 700 bytes, more than the limit; --import-size raises it"; "" if the file is within the limit.
    std::string tooLarge(const std::filesystem::path& file) const;

    // Whether the file exists, is in the model's folder or a subfolder, and within the limit.
    bool mayRead(const std::filesystem::path& file) const;

    // The content of a file that find() gave, and notes it. Throws Error (kInput) with the system's reason.
    std::vector<std::uint8_t> read(const std::filesystem::path& file);

    // Notes a file that a library reads itself.
    void note(const std::filesystem::path& file) { notes_.sideFile(file); }

  private:
    std::filesystem::path folder_;
    std::size_t max_file_bytes_;
    Notes& notes_;
};

}  // namespace phalanx

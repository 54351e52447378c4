// A model file -> Model, by Assimp. ../docs/import.md lists the traps of real files and what is done about
// each.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "anim/pose/model.h"
#include "core/error.h"

namespace phalanx {

struct ImportSettings {
    std::vector<std::string>
        hidden_parts;                // left out; a name that no part has is an error that lists the parts
    std::optional<double> height_m;  // scale to this standing height; nullopt: trust metres, else 1.8
    std::vector<std::filesystem::path> clip_files;  // their clips too, by the nodes' names
    std::size_t max_file_bytes = std::size_t{512} << 20U;
};

// Throws Error (kInput; kUsage for a hidden part that is not there) in one line: file, what is wrong, what to
// do. The model that comes back has passed validate().
Model importModel(const std::filesystem::path& path, const ImportSettings& settings = {});

// Whether the file is Phalanx's own container by its ending.
bool isContainer(const std::filesystem::path& path);

// What a failed allocation means for `file`: the limit of this process where it has one, and that the file is
// damaged where the `read_bytes` of it and of the files beside it cannot honestly need so much; 0: not known.
Error outOfMemory(const std::string& file, std::uint64_t read_bytes = 0);

// Whether a file of that size can fill so much memory only by saying that more is in it than there is.
bool isTooSmallFor(std::uint64_t file_bytes, std::uint64_t memory_bytes);

}  // namespace phalanx

// Reads a model file into a Model. docs/import.md lists the problems of real files and how
// each is handled.
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
    // Parts to leave out, by name. A name that no part has is an error that lists the parts.
    std::vector<std::string> hidden_parts;
    // Scales the model to this standing height. nullopt: a height of 0.3 to 4 units is taken as metres, any
    // other is scaled to 1.8 m.
    std::optional<double> height_m;
    // Files with further clips, assigned to the model's nodes by name.
    std::vector<std::filesystem::path> clip_files;
    std::size_t max_file_bytes = std::size_t{512} << 20U;
};

// Throws a one-line Error with the file, the problem and what to do: kInput, or kUsage for a hidden part that
// does not exist. The returned model has passed validate().
Model importModel(const std::filesystem::path& path, const ImportSettings& settings = {});

// Whether the file has the extension of Phalanx's own container.
bool isContainer(const std::filesystem::path& path);

// The error for a failed allocation while `file` is imported. It states the memory limit of this process if
// one is set. `read_bytes`: the size of the file and of the files beside it that were read, 0 if not known.
// If isTooSmallFor() holds for them, the error calls the file damaged.
Error outOfMemory(const std::string& file, std::uint64_t read_bytes = 0);

// Whether a file of this size cannot need so much memory unless its counts are false.
bool isTooSmallFor(std::uint64_t file_bytes, std::uint64_t memory_bytes);

}  // namespace phalanx

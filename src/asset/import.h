// Reads a model file into a Model. docs/import.md lists the problems of real files and how
// each is handled.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "anim/pose/clip_options.h"
#include "anim/pose/model.h"
#include "asset/retarget/retarget_row.h"

namespace phalanx {

// RetargetRow in metres.
struct RetargetedClip {
    std::string file;
    RetargetRow row;
};

struct ImportSettings {
    // Parts to leave out, by name. A name that no part has is an error that lists the parts.
    std::vector<std::string> hidden_parts;
    // Scales the model to this standing height. nullopt: a height of 0.3 to 4 units is taken as metres, any
    // other is scaled to 1.8 m.
    std::optional<double> height_m;
    // Files with further clips, assigned to the model's nodes by name.
    std::vector<std::filesystem::path> clip_files;
    std::optional<std::filesystem::path> joint_map;  // asset/retarget/joint_map_file.h
    ClipOptions clips;
    std::size_t max_file_bytes = std::size_t{512} << 20U;
    // Gets how well each clip was retargeted, in metres and degrees. May be nullptr.
    std::vector<RetargetedClip>* retargeted = nullptr;
};

// Throws a one-line Error with the file, the problem and what to do: kInput, or kUsage for a hidden part that
// does not exist. The returned model has passed validate().
Model importModel(const std::filesystem::path& path, const ImportSettings& settings = {});

}  // namespace phalanx

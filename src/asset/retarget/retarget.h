// Brings the clips of a file to a model: by the names of the nodes if the skeletons agree, else from body to
// body (body_transfer.h).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "anim/pose/clip_options.h"
#include "anim/pose/model.h"
#include "asset/retarget/by_name.h"
#include "asset/retarget/clip_source.h"
#include "asset/retarget/retarget_quality.h"

namespace phalanx {

struct RetargetSettings {
    RetargetMode mode = RetargetMode::kAuto;
    std::optional<std::filesystem::path> joint_map;  // joint_map_file.h
    bool absolute_rotations = false;                 // ClipOptions::absolute_rotations
};

// What went from body to body.
struct BodyReport {
    std::size_t joints = 0;            // of the model, that follow the source
    std::vector<std::string> missing;  // roles of the source that the model has no joints for
    std::vector<std::string> lost;     // animated nodes of the source without a role
    double scale = 1.0;                // of lengths, by the legs
    std::vector<RetargetRow> rows;     // per clip
};

struct RetargetResult {
    std::vector<Clip> clips;
    NameReport by_name;
    std::optional<BodyReport> body;  // none: by name
};

// `file`: of the clips, for errors. Throws Error (kInput): `kOn`, but one of both is no body, with the parts
// that are missing; a joint map that does not fit.
RetargetResult retarget(const ClipSource& source, const Model& model, const RetargetSettings& settings,
                        const std::string& file);

// The model's clips in a mirror: left and right change sides. Their names get " mirrored". What is no part of
// the body rests, and so do morph targets. Empty if the model is no body.
std::vector<Clip> mirroredClips(const Model& model,
                                const std::optional<std::filesystem::path>& joint_map = std::nullopt);

}  // namespace phalanx

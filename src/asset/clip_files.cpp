#include "asset/clip_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "asset/common/unique_names.h"
#include "asset/container/container.h"
#include "asset/model_file.h"
#include "asset/open_source.h"
#include "asset/retarget/retarget.h"
#include "asset/steps/cut_loop.h"
#include "core/error.h"
#include "core/file.h"
#include "core/printable.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

// Undoes the import decisions about a container's clips (closing key, looping), so that they are made again.
ClipSource readContainerClips(const fs::path& path) {
    Model model = readContainer(readBinaryFile(path), path.string());
    for (Clip& clip : model.clips) {
        clip.duration_s -= clip.closing_s;
        clip.closing_s = 0.0;
        clip.loops = false;
    }
    return {std::move(model.nodes), std::move(model.clips), std::move(model.morph_targets),
            std::move(model.palette)};
}

// The joints of all meshes.
std::vector<Joint> paletteOf(ModelSource& source) {
    std::vector<Joint> palette;
    for (const SourcePart& part : source.parts()) {
        for (const Bone& bone : source.mesh(part, {}).bones) {
            if (bone.node >= 0) palette.push_back({bone.node, bone.joint_from_bind});
        }
    }
    return palette;
}

struct ClipFile {
    ClipSource source;
    Directives directives;
};

ClipFile readClipFile(const fs::path& path, std::size_t max_file_bytes, Notes& notes) {
    checkModelFile(path, max_file_bytes, true);
    if (isContainer(path)) {
        ClipSource clips = readContainerClips(path);
        if (clips.clips.empty()) throw inputError(path.string(), "has no clips");
        return {std::move(clips), {}};
    }
    const auto source = openSource(path, max_file_bytes, notes);
    ClipFile file{{source->nodes(), source->clips(), source->morphTargets(), paletteOf(*source)},
                  source->directives()};
    if (file.source.clips.empty()) {
        const std::string unread = source->unreadSkeleton();
        throw inputError(path.string(), unread.empty() ? "has no clips" : unread);
    }
    reportMissingClips(file.directives, file.source.clips, path.filename().string(), notes);
    return file;
}

// Generic names that exporters write for any clip.
bool saysNothing(const std::string& name) {
    // "Motion": of BVH, whose clips have no names.
    constexpr std::array<std::string_view, 9> kGeneric{"",        "Take 001", "Scene",  "default", "unnamed",
                                                       "Default", "Action",   "clip 0", "Motion"};
    return std::find(kGeneric.begin(), kGeneric.end(), name) != kGeneric.end() ||
           name.find("mixamo.com") != std::string::npos || name.ends_with("Take 001");
}

std::string firstOf(const std::vector<std::string>& names) {
    constexpr std::size_t kShown = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i)
        text += (i == 0 ? "" : ", ") + printable(names[i]);
    if (names.size() > kShown) text += fmt::format(" and {} more", names.size() - kShown);
    return text;
}

// In MD5 and SMD a file with only clips has no rest pose: its nodes are in a pose of the clip.
bool hasRestPose(const fs::path& path) {
    const std::string extension = modelExtension(path);
    return extension != "md5anim" && extension != "smd";
}

void report(const NameReport& result, const fs::path& path, std::size_t clips, Notes& notes) {
    const std::string file = path.filename().string();
    notes.info(
        fmt::format("{} from {} onto {}", counted(clips, "clip"), file, counted(result.matched, "node")));
    if (result.matched_targets > 0)
        notes.info(
            fmt::format("{} of {} found by name", counted(result.matched_targets, "morph target"), file));
    if (result.by_short_name > 0) {
        notes.info(fmt::format("{} of {} found by the part of the name after the last ':' or '|'",
                               counted(result.by_short_name, "node"), file));
    }
    if (result.length_scale != 1.0)
        notes.info(
            fmt::format("lengths in {} scaled by {:.4g} to match the model", file, result.length_scale));
    if (result.turned > 0 && hasRestPose(path)) {
        notes.warn(
            fmt::format("{} of {} with another rest orientation than in the model ({} by {:.0f} degrees); "
                        "rotations are used unchanged, and limbs may look twisted",
                        counted(result.turned, "joint"), file, result.most_turned, result.most_turned_deg));
    }
    if (!result.lost.empty()) {
        notes.warn(fmt::format("{} animated by {} {} not in the model ({}); left out",
                               counted(result.lost.size(), "node"), file,
                               result.lost.size() == 1 ? "is" : "are", firstOf(result.lost)));
    }
    if (!result.lost_targets.empty()) {
        notes.warn(fmt::format("{} animated by {} {} not in the model ({}); left out",
                               counted(result.lost_targets.size(), "morph target"), file,
                               result.lost_targets.size() == 1 ? "is" : "are", firstOf(result.lost_targets)));
    }
}

void report(const BodyReport& result, const fs::path& path, std::size_t clips, Notes& notes) {
    const std::string file = path.filename().string();
    notes.info(fmt::format("{} from {} retargeted from body to body onto {}; lengths scaled by {:.4g}",
                           counted(clips, "clip"), file, counted(result.joints, "joint"), result.scale));
    if (!result.missing.empty())
        notes.info(fmt::format("the model has no joints for parts of {}: {}", file, firstOf(result.missing)));
    if (!result.lost.empty())
        notes.info(fmt::format("{} animated by {} {} no part of a body ({}); left out",
                               counted(result.lost.size(), "node"), file,
                               result.lost.size() == 1 ? "is" : "are", firstOf(result.lost)));
}

double strideScale(const RetargetResult& result, const std::string& clip) {
    if (!result.body) return 1.0;
    const std::vector<RetargetRow>& rows = result.body->rows;
    const auto row =
        std::find_if(rows.begin(), rows.end(), [&](const RetargetRow& each) { return each.clip == clip; });
    return row == rows.end() ? 1.0 : row->stride_scale;
}

[[noreturn]] void refuse(const NameReport& report, const fs::path& path) {
    throw inputError(path.string(),
                     report.lost.empty()
                         ? "its clips animate no node of the model"
                         : fmt::format("none of the {} that its clips animate are in the model: {}",
                                       counted(report.lost.size(), "node"), firstOf(report.lost)));
}

}  // namespace

std::vector<RetargetedClip> addClipFiles(const ImportSettings& settings, Model& model, Directives& directives,
                                         Notes& notes) {
    std::vector<RetargetedClip> retargeted;
    UniqueNames names;
    for (const Clip& clip : model.clips) names.take(clip.name);
    const RetargetSettings how{settings.clips.retarget, settings.joint_map,
                               settings.clips.absolute_rotations};
    const Model original = settings.clip_files.empty() ? Model{} : model;  // without added clips
    for (const fs::path& path : settings.clip_files) {
        const auto [source, said] = readClipFile(path, settings.max_file_bytes, notes);
        RetargetResult result = retarget(source, original, how, path.string());
        if (result.clips.empty()) refuse(result.by_name, path);
        const double scale = result.body ? result.body->scale : result.by_name.length_scale;
        if (result.body) {
            report(*result.body, path, result.clips.size(), notes);
        } else {
            report(result.by_name, path, result.clips.size(), notes);
        }
        for (Clip& clip : result.clips) {
            const std::string name = clip.name;
            clip.name = names.take(saysNothing(name) ? path.stem().string() : name);
            if (result.body) directives.clips_of_other_bodies.insert(clip.name);
            if (result.body) {
                for (RetargetRow row : result.body->rows) {
                    if (row.clip != name) continue;
                    row.clip = clip.name;
                    retargeted.push_back({path.filename().string(), std::move(row)});
                }
            }
            if (said.loops) directives.loops_of_further_files[clip.name] = said.loops->contains(name);
            const auto stride = said.stride_speeds.find(name);
            if (stride != said.stride_speeds.end())
                directives.stride_speeds[clip.name] = stride->second * scale * strideScale(result, name);
            if (const auto markers = said.markers.find(name); markers != said.markers.end())
                directives.markers[clip.name] = markers->second;
            if (settings.clips.cut_loops) cutLoop(model, clip, notes);
            model.clips.push_back(std::move(clip));
        }
    }
    return retargeted;
}

void reportRetargeted(std::vector<RetargetedClip> retargeted, double metres_per_unit,
                      std::vector<RetargetedClip>* rows, Notes& notes) {
    RetargetRow worst;
    for (RetargetedClip& clip : retargeted) {
        RetargetRow& row = clip.row;
        for (double* length : {&row.source_slide, &row.slide, &row.hand, &row.grip})
            *length *= metres_per_unit;
        worst.slide = std::max(worst.slide, row.slide);
        worst.source_slide = std::max(worst.source_slide, row.source_slide);
        worst.hand = std::max(worst.hand, row.hand);
    }
    if (!retargeted.empty()) {
        notes.info(
            fmt::format("in retargeted clips feet slide by at most {:.1f} mm per step ({:.1f} mm in "
                        "the source), and hands are off by at most {:.0f} mm",
                        worst.slide * 1e3, worst.source_slide * 1e3, worst.hand * 1e3));
    }
    if (rows != nullptr) *rows = std::move(retargeted);
}

void addMirroredClips(const ImportSettings& settings, Model& model, Notes& notes) {
    std::vector<Clip> mirrored = mirroredClips(model, settings.joint_map);
    if (mirrored.empty()) {
        notes.warn("clips are not mirrored: the model is not a body with arms and legs (docs/retarget.md)");
        return;
    }
    UniqueNames names;
    for (const Clip& clip : model.clips) names.take(clip.name);
    for (Clip& clip : mirrored) {
        clip.name = names.take(clip.name);
        model.clips.push_back(std::move(clip));
    }
}

}  // namespace phalanx

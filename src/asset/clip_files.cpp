#include "asset/clip_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "asset/common/unique_names.h"
#include "asset/container/container.h"
#include "asset/model_file.h"
#include "asset/open_source.h"
#include "asset/steps/retarget.h"
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
    return {std::move(model.nodes), std::move(model.clips), std::move(model.morph_targets)};
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
    ClipFile file{{source->nodes(), source->clips(), source->morphTargets()}, source->directives()};
    if (file.source.clips.empty()) {
        const std::string unread = source->unreadSkeleton();
        throw inputError(path.string(), unread.empty() ? "has no clips" : unread);
    }
    reportMissingClips(file.directives, file.source.clips, path.filename().string(), notes);
    return file;
}

// Generic names that exporters write for any clip.
bool saysNothing(const std::string& name) {
    constexpr std::array<std::string_view, 8> kGeneric{"",        "Take 001", "Scene",  "default",
                                                       "unnamed", "Default",  "Action", "clip 0"};
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

void report(const RetargetReport& result, const fs::path& path, std::size_t clips, Notes& notes) {
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

}  // namespace

void addClipFiles(const std::vector<fs::path>& files, std::size_t max_file_bytes, Model& model,
                  Directives& directives, Notes& notes) {
    UniqueNames names;
    for (const Clip& clip : model.clips) names.take(clip.name);
    for (const fs::path& path : files) {
        const auto [source, said] = readClipFile(path, max_file_bytes, notes);
        RetargetReport result;
        std::vector<Clip> clips = retargetClips(source, model, result);
        if (clips.empty()) {
            throw inputError(path.string(),
                             result.lost.empty()
                                 ? "its clips animate no node of the model"
                                 : fmt::format("none of the {} that its clips animate are in the model: {}",
                                               counted(result.lost.size(), "node"), firstOf(result.lost)));
        }
        report(result, path, clips.size(), notes);
        for (Clip& clip : clips) {
            const std::string name = clip.name;
            clip.name = names.take(saysNothing(name) ? path.stem().string() : name);
            if (said.loops) directives.loops_of_further_files[clip.name] = said.loops->contains(name);
            const auto stride = said.stride_speeds.find(name);
            if (stride != said.stride_speeds.end())
                directives.stride_speeds[clip.name] = stride->second * result.length_scale;
            if (const auto markers = said.markers.find(name); markers != said.markers.end())
                directives.markers[clip.name] = markers->second;
            model.clips.push_back(std::move(clip));
        }
    }
}

}  // namespace phalanx

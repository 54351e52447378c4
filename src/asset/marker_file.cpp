#include "asset/marker_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "anim/layers/form_reader.h"
#include "core/error.h"
#include "core/file.h"
#include "core/json_text.h"
#include "core/printable.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostClips = 4096;
constexpr std::uintmax_t kMostBytes = 1U << 20U;

double timeOf(const FormReader& item, const Clip& clip) {
    const auto seconds = item.find("seconds");
    const auto phase = item.find("phase");
    if (seconds.has_value() == phase.has_value()) item.fail("needs either \"seconds\" or \"phase\"");
    return seconds ? seconds->number(0.0, clip.duration_s) : phase->number(0.0, 1.0) * clip.duration_s;
}

std::vector<Marker> readMarkerList(const FormReader& list, const Clip& clip) {
    std::vector<Marker> markers;
    for (const FormReader& item : list.list(kMostMarkers)) {
        item.keys({"name", "seconds", "phase"});
        markers.push_back({printable(item.need("name").text(), kMostMarkerName), timeOf(item, clip)});
    }
    std::stable_sort(markers.begin(), markers.end(),
                     [](const Marker& a, const Marker& b) { return a.time_s < b.time_s; });
    return markers;
}

void readForm(const FormReader& form, Model& model) {
    form.keys({"clips"});
    const auto clips = form.need("clips").members();
    if (clips.size() > kMostClips) form.fail("has too many clips");
    for (const auto& [name, list] : clips) {
        const auto clip = std::find_if(model.clips.begin(), model.clips.end(),
                                       [&name = name](const Clip& each) { return each.name == name; });
        if (clip == model.clips.end()) list.fail("is no clip of " + model.name);
        clip->markers = readMarkerList(list, *clip);
    }
}

}  // namespace

fs::path markerFileOf(const fs::path& model_file) {
    fs::path result = model_file;
    return result.replace_extension(".markers.json");
}

bool takeMarkerFile(const fs::path& model_file, Model& model) {
    const fs::path file = markerFileOf(model_file);
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (!fs::exists(status)) return false;
    const std::string where = file.string();
    if (!fs::is_regular_file(status)) throw inputError(where, "is not a file");
    if (fs::file_size(file, error) > kMostBytes)
        throw inputError(where, fmt::format("is larger than {} bytes", kMostBytes));
    try {
        const nlohmann::ordered_json json = parseJson(readTextFile(file), where);
        readForm(FormReader(json, "", where), model);
    } catch (const Error& e) {
        throw Error(ExitCode::kInput, "", e.what());
    }
    model.side_files.push_back(where);
    return true;
}

std::string markerFileText(const Model& model) {
    nlohmann::ordered_json clips = nlohmann::ordered_json::object();
    for (const Clip& clip : model.clips) {
        for (const Marker& marker : clip.markers)
            clips[clip.name].push_back({{"name", marker.name}, {"seconds", marker.time_s}});
    }
    return nlohmann::ordered_json{{"clips", clips}}.dump(2) + "\n";
}

}  // namespace phalanx

#include "asset/source/directives.h"

#include <fmt/format.h>
#include "core/printable.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

namespace phalanx {
namespace {

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> result;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        if (std::string item = trimmed(text.substr(0, end)); !item.empty()) result.push_back(std::move(item));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

// "name=1.5"; nullopt if the text has another form.
std::optional<std::pair<std::string, double>> namedNumber(std::string_view item) {
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::string number = trimmed(item.substr(equals + 1));
    double value = 0.0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc() || end != number.data() + number.size() || !std::isfinite(value))
        return std::nullopt;
    return std::pair(trimmed(item.substr(0, equals)), value);
}

}  // namespace

std::vector<Marker> readMarkers(std::string_view text,
                                const std::function<void(const std::string&)>& complain) {
    std::vector<Marker> markers;
    for (const std::string& item : split(text, ',')) {
        const auto named = namedNumber(item);
        if (!named || named->first.empty()) {
            complain(item);
        } else {
            markers.push_back({printable(named->first, kMostMarkerName), named->second});
        }
    }
    return markers;
}

void readDirective(std::string_view key, const std::string& value, Directives& directives, Notes& notes) {
    const auto complain = [&](const std::string& item) {
        notes.warn("the file's " + std::string(key) + " has the invalid entry \"" + printable(item) +
                   "\"; left out");
    };
    if (key == "phalanx_variants") {
        for (const std::string& item : split(value, ';')) {
            const std::size_t equals = item.find('=');
            Directives::Choice choice;
            if (equals != std::string::npos) {
                choice = {trimmed(item.substr(0, equals)),
                          split(std::string_view(item).substr(equals + 1), ',')};
            }
            if (choice.name.empty() || choice.parts.empty()) {
                complain(item);
            } else {
                directives.variants.push_back(std::move(choice));
            }
        }
    } else if (key == "phalanx_stride") {
        for (const std::string& item : split(value, ';')) {
            if (const auto named = namedNumber(item)) {
                directives.stride_speeds[named->first] = named->second;
            } else {
                complain(item);
            }
        }
    } else if (key == "phalanx_markers") {
        for (const std::string& item : split(value, ';')) {
            const std::size_t colon = item.find(':');
            if (colon == std::string::npos) {
                complain(item);
                continue;
            }
            std::vector<Marker>& markers = directives.markers[trimmed(item.substr(0, colon))];
            for (Marker& marker : readMarkers(std::string_view(item).substr(colon + 1), complain))
                markers.push_back(std::move(marker));
        }
    } else if (key == "phalanx_loops") {
        const std::vector<std::string> names = split(value, ',');
        directives.loops.emplace(names.begin(), names.end());
    } else if (key == "phalanx_tint_mask") {
        if (value == "alpha") {
            directives.tint_in_alpha = true;
        } else {
            complain(value);
        }
    }
}

void takeMarkers(const Directives& directives, std::vector<Clip>& clips, Notes& notes) {
    for (Clip& clip : clips) {
        if (const auto found = directives.markers.find(clip.name); found != directives.markers.end())
            clip.markers.insert(clip.markers.end(), found->second.begin(), found->second.end());
        const std::size_t all = clip.markers.size();
        std::erase_if(clip.markers, [&](const Marker& marker) {
            return !(marker.time_s >= 0.0 && marker.time_s <= clip.duration_s);
        });
        if (const std::size_t outside = all - clip.markers.size(); outside > 0) {
            notes.warn(fmt::format("{} of clip {} outside of its {:g} s; left out",
                                   counted(outside, "marker"), printable(clip.name), clip.duration_s));
        }
        if (clip.markers.size() > kMostMarkers) {
            notes.warn(fmt::format("clip {} has {} markers; only the first {} are used", printable(clip.name),
                                   clip.markers.size(), kMostMarkers));
        }
        std::stable_sort(clip.markers.begin(), clip.markers.end(),
                         [](const Marker& a, const Marker& b) { return a.time_s < b.time_s; });
        clip.markers.resize(std::min(clip.markers.size(), kMostMarkers));
    }
}

void reportMissingClips(const Directives& directives, const std::vector<Clip>& clips, const std::string& file,
                        Notes& notes) {
    std::set<std::string> known;
    for (const Clip& clip : clips) known.insert(clip.name);
    const auto report = [&](const char* key, const std::vector<std::string>& names) {
        std::vector<std::string> missing;
        std::ranges::copy_if(names, std::back_inserter(missing),
                             [&](const std::string& name) { return !known.contains(name); });
        if (missing.empty()) return;
        notes.warn(fmt::format("{}'s {} names {} that it does not have: {}", file, key,
                               missing.size() == 1 ? "a clip" : "clips", listOfNames(missing)));
    };
    if (directives.loops) report("phalanx_loops", {directives.loops->begin(), directives.loops->end()});
    std::vector<std::string> strides;
    for (const auto& [name, speed] : directives.stride_speeds) strides.push_back(name);
    report("phalanx_stride", strides);
    std::vector<std::string> marked;
    for (const auto& [name, markers] : directives.markers) marked.push_back(name);
    report("phalanx_markers", marked);
}

}  // namespace phalanx

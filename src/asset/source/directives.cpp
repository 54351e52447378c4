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

}  // namespace

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
            const std::size_t equals = item.find('=');
            const std::string number = equals == std::string::npos ? "" : trimmed(item.substr(equals + 1));
            double speed = 0.0;
            const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), speed);
            if (error != std::errc() || end != number.data() + number.size() || !std::isfinite(speed)) {
                complain(item);
            } else {
                directives.stride_speeds[trimmed(item.substr(0, equals))] = speed;
            }
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
}

}  // namespace phalanx

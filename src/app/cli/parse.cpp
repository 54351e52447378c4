#include "app/cli/parse.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/number_text.h"
#include "crowd/crowd.h"
#include "render/techniques/technique.h"

namespace phalanx {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

}  // namespace

std::vector<std::uint32_t> parseNumberList(const std::string& option, const std::string& text,
                                           const NumberRange& range) {
    std::vector<std::uint32_t> list;
    for (const std::string& part : split(text, ',')) {
        const auto value = numberOf<long>(part);
        if (!value || *value < static_cast<long>(range.least) || *value > static_cast<long>(range.most)) {
            throw usageError(option, fmt::format("'{}' is not {} from {} to {}; give numbers separated by "
                                                 "commas, for instance {}",
                                                 part, range.what, range.least, range.most, range.example));
        }
        list.push_back(static_cast<std::uint32_t>(*value));
    }
    return list;
}

std::vector<std::uint32_t> parseUnitList(const std::string& option, const std::string& text) {
    return parseNumberList(option, text, {1, kMaxUnits, "a number of units", "100,1000"});
}

std::vector<std::uint32_t> parseBatchList(const std::string& option, const std::string& text) {
    return parseNumberList(option, text, {1, kMaxUnits, "a number of units per draw", "1,10,100"});
}

namespace {

void checkTechniqueName(const std::string& name) {
    std::string known;
    for (const Technique& technique : techniques()) {
        if (technique.name == name) return;
        known += fmt::format("{}{}", known.empty() ? "" : ", ", technique.name);
    }
    if (name == kAutoTechnique) return;
    throw usageError("--technique", fmt::format("'{}' is none of {}, {}", name, known, kAutoTechnique));
}

}  // namespace

std::vector<std::string> parseTechniques(const std::string& text) {
    std::vector<std::string> list;
    if (text == "all") {
        for (const Technique& technique : techniques()) list.emplace_back(technique.name);
        return list;
    }
    for (const std::string& part : split(text, ',')) {
        checkTechniqueName(part);
        list.push_back(part);
    }
    return list;
}

void checkOutputPattern(const std::string& option, const std::string& text, int frames) {
    const auto places = std::count(text.begin(), text.end(), '%');
    if (frames <= 1 && places == 0) return;
    const std::size_t percent = text.find('%');
    std::size_t end = percent == std::string::npos ? 0 : percent + 1;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    const bool good = places == 1 && end < text.size() && text[end] == 'd' && end - percent <= 3;
    if (frames > 1 && !good) {
        throw usageError(
            option, fmt::format("'{}' has no place for the numbers of {} images; give a name like f_%04d.png",
                                text, frames));
    }
    if (frames <= 1 && !good)
        throw usageError(option, fmt::format("'{}' is no file name; for a number write %04d", text));
}

}  // namespace phalanx

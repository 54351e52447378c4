#include "app/cli/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/error.h"
#include "core/spelling.h"
#include "crowd/crowd.h"
#include "render/techniques/technique.h"

namespace phalanx {
namespace {

std::optional<long> wholeNumber(const std::string& text) {
    long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<double> number(const std::string& text) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

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

std::optional<glm::dvec3> point(const std::string& text) {
    const std::vector<std::string> parts = split(text, ',');
    if (parts.size() != 3) return std::nullopt;
    glm::dvec3 result(0.0);
    for (int i = 0; i < 3; ++i) {
        const auto value = number(parts[static_cast<std::size_t>(i)]);
        if (!value) return std::nullopt;
        result[i] = *value;
    }
    return result;
}

}  // namespace

glm::ivec2 parseSize(const std::string& option, const std::string& text) {
    constexpr long kSmallest = kLeastSide;
    constexpr long kLargest = 16384;
    const std::vector<std::string> parts = split(text, 'x');
    if (parts.size() == 2) {
        const auto width = wholeNumber(parts[0]);
        const auto height = wholeNumber(parts[1]);
        if (width && height) {
            for (const long side : {*width, *height}) {
                if (side < kSmallest || side > kLargest) {
                    throw usageError(
                        option, fmt::format("{} is not between {} and {} pixels", side, kSmallest, kLargest));
                }
            }
            return {*width, *height};
        }
    }
    throw usageError(option, fmt::format("'{}' is no size; give WIDTHxHEIGHT, for instance 1280x720", text));
}

Camera parseCamera(const std::string& option, const std::string& text) {
    const std::vector<std::string> parts = split(text, ':');
    if (parts.size() == 2) {
        const auto eye = point(parts[0]);
        const auto target = point(parts[1]);
        if (eye && target) {
            if (glm::length(*eye - *target) < 1e-3)
                throw usageError(option, "eye and target are the same point");
            Camera camera;
            camera.eye = *eye;
            camera.target = *target;
            return camera;
        }
    }
    throw usageError(
        option,
        fmt::format("'{}' is no camera; give x,y,z:x,y,z, the eye and what it looks at, in metres", text));
}

std::optional<std::uint32_t> parseUnits(const std::string& option, const std::string& text) {
    if (text == "auto") return std::nullopt;
    const auto value = wholeNumber(text);
    if (!value)
        throw usageError(option,
                         fmt::format("'{}' is not a number of units; give 1 to {} or auto", text, kMaxUnits));
    if (*value < 1 || *value > static_cast<long>(kMaxUnits)) {
        throw usageError(option, fmt::format("{} is not between 1 and {}", *value, kMaxUnits));
    }
    return static_cast<std::uint32_t>(*value);
}

std::vector<std::uint32_t> parseUnitList(const std::string& option, const std::string& text) {
    std::vector<std::uint32_t> list;
    for (const std::string& part : split(text, ',')) {
        const std::optional<std::uint32_t> units = parseUnits(option, part);
        if (!units) throw usageError(option, "'auto' cannot be one of a list; give numbers");
        list.push_back(*units);
    }
    return list;
}

std::vector<std::uint32_t> parseBatchList(const std::string& option, const std::string& text) {
    std::vector<std::uint32_t> list;
    for (const std::string& part : split(text, ',')) {
        const auto value = wholeNumber(part);
        if (!value || *value < 1 || *value > static_cast<long>(kMaxUnits)) {
            throw usageError(option, fmt::format("'{}' is no number of units a draw; give numbers from 1 to "
                                                 "{} with commas between, for instance 1,10,100",
                                                 part, kMaxUnits));
        }
        list.push_back(static_cast<std::uint32_t>(*value));
    }
    return list;
}

void checkTechniqueName(const std::string& name, bool with_auto) {
    std::string known;
    for (const Technique& technique : techniques()) {
        if (technique.name == name) return;
        known += fmt::format("{}{}", known.empty() ? "" : ", ", technique.name);
    }
    if (with_auto) {
        if (name == kAutoTechnique) return;
        known += fmt::format(", {}", kAutoTechnique);
    }
    throw usageError("--technique", fmt::format("'{}' is none of {}", name, known));
}

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
            option,
            fmt::format("'{}' has no place for the number of {} pictures; give a name like f_%04d.png", text,
                        frames));
    }
    if (frames <= 1 && !good)
        throw usageError(option, fmt::format("'{}' is no file name; for a number write %04d", text));
}

std::string nearestWord(const std::string& word, const std::vector<std::string>& known) {
    std::string nearest;
    std::size_t fewest = std::max<std::size_t>(2, word.size() / 2);  // edits beyond which a guess is no help
    for (const std::string& candidate : known) {
        const std::size_t edits = editDistance(word, candidate);
        if (edits <= fewest && (nearest.empty() || edits < fewest)) {
            fewest = edits;
            nearest = candidate;
        }
    }
    return nearest;
}

}  // namespace phalanx

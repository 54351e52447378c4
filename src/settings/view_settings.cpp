#include "settings/view_settings.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <vector>

#include "core/number_text.h"
#include "core/setting.h"

namespace phalanx {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0;;) {
        const std::size_t end = text.find(separator, at);
        parts.push_back(text.substr(at, end - at));
        if (end == std::string_view::npos) return parts;
        at = end + 1;
    }
}

std::optional<glm::dvec3> pointOf(std::string_view text) {
    const std::vector<std::string_view> parts = split(text, ',');
    if (parts.size() != 3) return std::nullopt;
    glm::dvec3 point(0.0);
    for (int i = 0; i < 3; ++i) {
        const auto value = numberOf<double>(parts[static_cast<std::size_t>(i)]);
        if (!value || !std::isfinite(*value)) return std::nullopt;
        point[i] = *value;
    }
    return point;
}

std::string pointText(const glm::dvec3& p) {
    // A resolution of 1 micrometre, so that a saved camera draws the same pixels.
    const auto text = [](double value) { return fmt::format("{:.10g}", std::round(value * 1e6) / 1e6); };
    return fmt::format("{},{},{}", text(p.x), text(p.y), text(p.z));
}

}  // namespace

glm::ivec2 sizeFromText(const std::string& text) {
    const std::vector<std::string_view> parts = split(text, 'x');
    const auto width = numberOf<long>(parts.front());
    const auto height = numberOf<long>(parts.back());
    if (parts.size() != 2 || !width || !height)
        throw SettingError("size",
                           fmt::format("'{}' is not a size; give WIDTHxHEIGHT, for example 1280x720", text));
    for (const long side : {*width, *height}) {
        if (side < kLeastSide || side > kMostSide)
            throw SettingError(
                "size", fmt::format("{} is not between {} and {} pixels", side, kLeastSide, kMostSide));
    }
    return {*width, *height};
}

std::string textOf(glm::ivec2 size) {
    return fmt::format("{}x{}", size.x, size.y);
}

Camera cameraFromText(const std::string& text) {
    const std::vector<std::string_view> parts = split(text, ':');
    const auto eye = pointOf(parts.front());
    const auto target = pointOf(parts.back());
    if (parts.size() != 2 || !eye || !target) {
        throw SettingError(
            "camera",
            fmt::format("'{}' is not a camera; give x,y,z:x,y,z, the positions of eye and target in metres",
                        text));
    }
    if (glm::length(*eye - *target) < 1e-3) throw SettingError("camera", "eye and target are the same point");
    Camera camera;
    camera.eye = *eye;
    camera.target = *target;
    return camera;
}

std::string textOf(const Camera& camera) {
    return pointText(camera.eye) + ":" + pointText(camera.target);
}

}  // namespace phalanx

#include "settings/camera_take.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/number_text.h"
#include "core/setting.h"
#include "settings/view_settings.h"

namespace phalanx {
namespace {

TakeKey keyFromText(const std::string& text) {
    const std::size_t at = text.find('@');
    const auto seconds = numberOf<double>(std::string_view(text).substr(0, at));
    if (at == std::string::npos || !seconds || !(*seconds >= 0.0 && *seconds <= kMostTake_s))
        throw SettingError(
            "take",
            fmt::format("'{}' is not a key of a take; give SECONDS@x,y,z:x,y,z, with 0 to {:g} seconds, "
                        "and eye and target in metres, y above the ground",
                        text, kMostTake_s));
    try {
        const Camera camera = cameraFromText(text.substr(at + 1));
        return {*seconds, camera.eye, camera.target};
    } catch (const SettingError& error) {
        throw SettingError("take", error.text());
    }
}

// By time, of the parabola through three keys; of two: the line.
glm::dvec3 slopeAt(const CameraTake& take, std::size_t i, glm::dvec3 TakeKey::*point) {
    const auto between = [&](std::size_t a) {
        return (take[a + 1].*point - take[a].*point) / (take[a + 1].at_s - take[a].at_s);
    };
    if (i == 0 || i + 1 == take.size()) return glm::dvec3(0.0);  // it sets off, and comes to rest
    const double before_s = take[i].at_s - take[i - 1].at_s;
    const double after_s = take[i + 1].at_s - take[i].at_s;
    return (between(i - 1) * after_s + between(i) * before_s) / (before_s + after_s);
}

}  // namespace

CameraTake takeFromTexts(std::span<const std::string> texts) {
    if (texts.size() > kMostTakeKeys)
        throw SettingError("take", fmt::format("has {} keys; the limit is {}", texts.size(), kMostTakeKeys));
    CameraTake take;
    for (const std::string& text : texts) {
        take.push_back(keyFromText(text));
        if (take.size() > 1 && !(take.back().at_s > take[take.size() - 2].at_s))
            throw SettingError("take", fmt::format("'{}' does not come after the key before it", text));
    }
    return take;
}

std::vector<std::string> textsOf(const CameraTake& take) {
    std::vector<std::string> texts;
    for (const TakeKey& key : take) {
        Camera camera;
        camera.eye = key.eye_m;
        camera.target = key.target_m;
        texts.push_back(fmt::format("{:.10g}@{}", key.at_s, textOf(camera)));
    }
    return texts;
}

double endOf(const CameraTake& take) {
    return take.empty() ? 0.0 : take.back().at_s;
}

Camera cameraAt(const CameraTake& take, double seconds) {
    // The key to which it goes.
    const auto after = std::upper_bound(take.begin(), take.end(), seconds,
                                        [](double at, const TakeKey& key) { return at < key.at_s; });
    Camera camera;
    if (after == take.begin() || after == take.end()) {
        const TakeKey& key = after == take.end() ? take.back() : take.front();
        camera.eye = key.eye_m;
        camera.target = key.target_m;
        return camera;
    }
    const auto i = static_cast<std::size_t>(after - take.begin()) - 1;
    const double length_s = take[i + 1].at_s - take[i].at_s;
    const double t = (seconds - take[i].at_s) / length_s;
    const auto along = [&](glm::dvec3 TakeKey::*point) {
        const glm::dvec3 a = take[i].*point;
        const glm::dvec3 b = take[i + 1].*point;
        const glm::dvec3 leaves = slopeAt(take, i, point) * length_s;
        const glm::dvec3 arrives = slopeAt(take, i + 1, point) * length_s;
        return a * ((1.0 + 2.0 * t) * (1.0 - t) * (1.0 - t)) + leaves * (t * (1.0 - t) * (1.0 - t)) +
               b * (t * t * (3.0 - 2.0 * t)) + arrives * (t * t * (t - 1.0));
    };
    camera.eye = along(&TakeKey::eye_m);
    camera.target = along(&TakeKey::target_m);
    return camera;
}

}  // namespace phalanx

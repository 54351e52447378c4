// How large a picture or window is, where its camera stands, and how a window opens.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "render/frame/camera.h"

namespace phalanx {

inline constexpr int kLeastSide = 16;  // pixels, of a picture or window
inline constexpr int kMostSide = 16384;

struct ViewSettings {
    glm::ivec2 size{1280, 720};
    std::optional<Camera> camera;    // nullopt: before the front rank
    std::optional<double> ui_scale;  // 0.5 .. 4; nullopt: by the display
    bool fullscreen = false;
    bool vsync = true;
    bool hide_ui = false;

    bool operator==(const ViewSettings&) const = default;
};

// "1280x720", and back. Throws SettingError (key "size").
glm::ivec2 sizeFromText(const std::string& text);
std::string textOf(glm::ivec2 size);

// "x,y,z:x,y,z": eye and target in metres; to micrometres and back. Throws SettingError (key "camera").
Camera cameraFromText(const std::string& text);
std::string textOf(const Camera& camera);

}  // namespace phalanx

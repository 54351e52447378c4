// The size of the image or window, the camera, and how the window opens.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "render/frame/camera.h"
#include "settings/camera_take.h"

namespace phalanx {

inline constexpr int kLeastSide = 16;  // of an image or window, pixels
inline constexpr int kMostSide = 16384;

struct ViewSettings {
    glm::ivec2 size{1280, 720};
    std::optional<Camera> camera;    // nullopt: in front of the first rank
    CameraTake take;                 // empty: the camera stays where it is
    std::optional<double> ui_scale;  // nullopt: follows the display
    bool fullscreen = false;
    bool vsync = true;
    bool hide_ui = false;
    bool tour = true;  // shown at the start, until the user has left it once

    bool operator==(const ViewSettings&) const = default;
};

// Convert between a size and "1280x720". sizeFromText() throws SettingError (key "size").
glm::ivec2 sizeFromText(const std::string& text);
std::string textOf(glm::ivec2 size);

// Convert between a camera and "x,y,z:x,y,z": eye and target in metres, written with a resolution of 1
// micrometre. cameraFromText() throws SettingError (key "camera").
Camera cameraFromText(const std::string& text);
std::string textOf(const Camera& camera);

}  // namespace phalanx

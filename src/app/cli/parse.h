// Texts of the command line -> values. All throw Error (kUsage) that names the option and the form expected.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "render/frame/camera.h"
#include "settings/view_settings.h"

namespace phalanx {

// "1280x720", each side kLeastSide .. 16384.
glm::ivec2 parseSize(const std::string& option, const std::string& text);

// "x,y,z:x,y,z": eye and target in metres.
Camera parseCamera(const std::string& option, const std::string& text);

// A number of units, or nothing for "auto".
std::optional<std::uint32_t> parseUnits(const std::string& option, const std::string& text);

// "100,1000": numbers of units, at least one.
std::vector<std::uint32_t> parseUnitList(const std::string& option, const std::string& text);

// "1,10,100": units a draw, 1 to 1000000, at least one number.
std::vector<std::uint32_t> parseBatchList(const std::string& option, const std::string& text);

// Throws where it is no technique, nor `auto` where that is allowed.
void checkTechniqueName(const std::string& name, bool with_auto = true);

// "all" or names with commas between, each a technique.
std::vector<std::string> parseTechniques(const std::string& text);

// Checks that a pattern for several pictures has one place for a number ("f_%04d.png"), and a single picture
// none.
void checkOutputPattern(const std::string& option, const std::string& text, int frames);

// The nearest of the known words, for "did you mean"; "" where none is near.
std::string nearestWord(const std::string& word, const std::vector<std::string>& known);

}  // namespace phalanx

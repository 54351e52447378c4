// Settings of a context, for windows and headless contexts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace phalanx::gl {

// OpenGL ES 3.0 in place of OpenGL: the functions and formats that WebGL 2 has, too.
inline constexpr int kEs30 = 300;

struct ContextSettings {
    // 10 * major + minor of a core context, at least 33; kEs30; 0: the newest OpenGL available.
    int version = 0;
    bool debug = false;  // a debug context: drivers report more and run slower
};

// The versions to try in order: the one that is set, else 4.6, 4.5, 4.3 and 3.3, the versions whose features
// are used.
std::vector<int> versionsToTry(const ContextSettings& settings);

// "3.3" -> 33, "es3.0" -> kEs30. Throws Error (kUsage) if the text is neither an OpenGL version from 3.3 to
// 4.6 nor "es3.0".
int parseVersion(std::string_view text);

// The inverse: "3.3", "ES 3.0".
std::string versionText(int version);

}  // namespace phalanx::gl

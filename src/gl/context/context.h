// What is asked of a context, be it a window's or a headless one.
#pragma once

#include <string_view>
#include <vector>

namespace phalanx::gl {

struct ContextSettings {
    int version = 0;     // 10 * major + minor of a core context, at least 33; 0: the best there is
    bool debug = false;  // a debug context: drivers say more, and run slower
};

// The versions to ask for one after the other, until one is there: the one that is set, else from the newest
// that anything here makes use of down to the least.
std::vector<int> versionsToTry(const ContextSettings& settings);

// "3.3" -> 33. Throws Error (kUsage) for what is no OpenGL version from 3.3 to 4.6.
int parseVersion(std::string_view text);

}  // namespace phalanx::gl

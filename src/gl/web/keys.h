// Names of keys in browsers, and which of them belong to the browser.
#pragma once

#include <array>
#include <string_view>

#include "gl/context/window.h"

namespace phalanx::gl {

// With and without Ctrl, the browser's.
inline constexpr std::array kBrowserKeys{key::kF5, key::kF11, key::kF12};

// The number of `key` in window.h for KeyboardEvent.code, such as "KeyW" or "ArrowUp"; -1: none.
int keyOf(std::string_view code);

// Whether the browser uses this key itself (a new tab, the zoom, the developer tools): the page leaves it
// alone. `control`: Ctrl, or Cmd on a Mac.
bool belongsToBrowser(int key, bool control, bool shift, bool alt);

}  // namespace phalanx::gl

// Names of keys in browsers, and which of them belong to the browser.
#pragma once

#include <string_view>

namespace phalanx::gl {

// The number of `key` in window.h for KeyboardEvent.code, such as "KeyW" or "ArrowUp"; -1: none.
int keyOf(std::string_view code);

// Whether the browser uses this key itself (a new tab, the zoom, the developer tools): the page leaves it
// alone. `control`: Ctrl, or Cmd on a Mac.
bool belongsToBrowser(int key, bool control, bool alt);

}  // namespace phalanx::gl

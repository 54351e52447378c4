// The program's main loop, which a browser runs itself.
#pragma once

#include <functional>

namespace phalanx {

// Calls `step` once per frame until it returns false, and then `end`. On the desktop, both have run when this
// returns, and what they throw is thrown here. In a browser, this returns at once and the browser calls
// `step` before each repaint; the page shows what is thrown.
void runMainLoop(std::function<bool()> step, std::function<void()> end);

}  // namespace phalanx

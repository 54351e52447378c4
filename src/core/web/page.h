// What the program asks of the page around it (web/page.js). Only for the web build.
#pragma once

#include <string>

namespace phalanx::page {

// Replaces the canvas by this text: the program cannot go on.
void showFailure(const std::string& text);

}  // namespace phalanx::page

#include "core/web/page.h"

#include <emscripten.h>

// The functions of web/page.js.
EM_JS(void, phalanxShowFailure, (const char* text), { Module.page.showFailure(UTF8ToString(text)); })

namespace phalanx::page {

void showFailure(const std::string& text) {
    phalanxShowFailure(text.c_str());
}

}  // namespace phalanx::page

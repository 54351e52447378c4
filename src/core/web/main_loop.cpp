#include "core/main_loop.h"

#include <emscripten.h>

#include <exception>
#include <utility>

#include "core/web/page.h"

namespace phalanx {
namespace {

struct Loop {
    std::function<bool()> step;
    std::function<void()> end;
};

void runStep(void* argument) {
    auto* loop = static_cast<Loop*>(argument);
    try {
        if (loop->step()) return;
        loop->end();
    } catch (const std::exception& error) {
        page::showFailure(error.what());
    }
    emscripten_cancel_main_loop();
}

}  // namespace

void runMainLoop(std::function<bool()> step, std::function<void()> end) {
    // Lives as long as the page: the loop goes on after main() has returned.
    auto* loop = new Loop{std::move(step), std::move(end)};
    emscripten_set_main_loop_arg(&runStep, loop, 0, 0);
}

}  // namespace phalanx

#include "core/main_loop.h"

namespace phalanx {

void runMainLoop(std::function<bool()> step, std::function<void()> end) {
    while (step()) {
    }
    end();
}

}  // namespace phalanx

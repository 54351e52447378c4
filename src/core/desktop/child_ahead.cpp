// Processes run beside threads that wait for them, so nothing is started ahead.
#include "core/child_process.h"

namespace phalanx {

void startChildAhead(const std::filesystem::path& /*program*/, const std::vector<std::string>& /*arguments*/,
                     const ChildLimits& /*limits*/, const std::vector<std::filesystem::path>& /*folders*/) {}

bool childrenAheadEnded() {
    return true;
}

void dropChildrenAhead() {}

}  // namespace phalanx

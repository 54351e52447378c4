#include "core/job_launch.h"

namespace phalanx {

std::launch jobLaunch() {
    return std::launch::deferred;
}

}  // namespace phalanx

#include "core/stopwatch.h"

namespace phalanx {
namespace {

const Stopwatch kSinceStart;  // constructed before main()

}  // namespace

double sinceStart_ms() {
    return kSinceStart.elapsed_ms();
}

}  // namespace phalanx

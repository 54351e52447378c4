// What draws and dispatches read from buffers (OpenGL 4.3).
#pragma once

#include <cstddef>

#include "layouts.h"

namespace phalanx {

using layout::DrawCommand;

// Largest number of workgroups per dispatch and axis that OpenGL guarantees.
inline constexpr std::size_t kWorkgroupsADispatch = 65'535;

}  // namespace phalanx

#include "app/window/screenshots.h"

#include <filesystem>
#include <utility>

#include "app/cli/output.h"
#include "asset/common/image.h"
#include "core/error.h"
#include "core/file.h"
#include "core/log.h"
#include "core/main_loop.h"
#include "gl/objects/readback.h"

namespace phalanx {

void Screenshots::takeIfRequested() {
    if (!std::exchange(requested_, false)) return;
    const std::filesystem::path file = newFile(".png");
    const glm::ivec2 size = session_.framebufferSize();
    try {
        const gl::Pixels pixels = gl::readPixels(0, size.x, size.y);
        writePng(file, pixels.width, pixels.height, 4, pixels.rgba8);
        last_ = file.string();
        handOver(file);
        session_.notify("Screenshot: " + last_);
        info("screenshot: {}", last_);
    } catch (const Error& error) {
        session_.notify(error.what(), true);
        warn("{}", error.what());
    }
}

}  // namespace phalanx

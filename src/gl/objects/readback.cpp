#include "gl/objects/readback.h"

#include <algorithm>
#include <array>

#include "gl/objects/debug.h"

namespace phalanx::gl {
namespace {

// The format in which OpenGL ES, too, reads all unsigned integers.
using Texel = std::array<std::uint32_t, 4>;

}  // namespace

Pixels readPixels(GLuint framebuffer, int width, int height) {
    Pixels pixels;
    pixels.width = width;
    pixels.height = height;
    const std::size_t row = static_cast<std::size_t>(width) * 4;
    pixels.rgba8.resize(row * static_cast<std::size_t>(height));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glReadBuffer(framebuffer == 0 ? GL_BACK : GL_COLOR_ATTACHMENT0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.rgba8.data());
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    // GL's first row is the bottom one.
    for (std::size_t low = 0, high = static_cast<std::size_t>(height); low + 1 < high; ++low) {
        --high;
        std::swap_ranges(pixels.rgba8.begin() + static_cast<std::ptrdiff_t>(low * row),
                         pixels.rgba8.begin() + static_cast<std::ptrdiff_t>((low + 1) * row),
                         pixels.rgba8.begin() + static_cast<std::ptrdiff_t>(high * row));
    }
    return pixels;
}

AsyncReadback::AsyncReadback() {
    for (Slot& slot : slots_) {
        slot.buffer = Buffer::create();
        glBindBuffer(GL_PIXEL_PACK_BUFFER, slot.buffer.id());
        glBufferData(GL_PIXEL_PACK_BUFFER, sizeof(Texel), nullptr, GL_STREAM_READ);
        label(slot.buffer, "readback");
    }
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

bool AsyncReadback::request(GLuint framebuffer, int attachment, int x, int y) {
    if (count_ == kSlots) return false;
    Slot& slot = slots_[(first_ + count_) % kSlots];
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glReadBuffer(GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(attachment));
    glBindBuffer(GL_PIXEL_PACK_BUFFER, slot.buffer.id());
    glReadPixels(x, y, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, nullptr);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    slot.fence = Sync::create();
    ++count_;
    return true;
}

std::optional<std::uint32_t> AsyncReadback::poll() {
    if (count_ == 0) return {};
    Slot& slot = slots_[first_];
    // Flushing guarantees that the fence is eventually signalled; a timeout of 0 does not wait.
    const GLenum state = glClientWaitSync(slot.fence.id(), GL_SYNC_FLUSH_COMMANDS_BIT, 0);
    if (state != GL_ALREADY_SIGNALED && state != GL_CONDITION_SATISFIED) return {};
    Texel value{};
    glBindBuffer(GL_PIXEL_PACK_BUFFER, slot.buffer.id());
    glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, sizeof(value), value.data());
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    slot.fence.reset();
    first_ = (first_ + 1) % kSlots;
    --count_;
    return value[0];
}

}  // namespace phalanx::gl

// Making and filling buffers. All go through GL_COPY_WRITE_BUFFER, so that no vertex array's state is
// touched.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"

namespace phalanx::gl {

// A buffer of these bytes. `usage`: GL_STATIC_DRAW, GL_STREAM_DRAW, ... `name` is its label.
Buffer createBuffer(std::span<const std::byte> bytes, GLenum usage, const std::string& name);
// A buffer of `size` bytes with undefined content.
Buffer createBuffer(std::size_t size, GLenum usage, const std::string& name);

template <typename T>
Buffer createBuffer(std::span<const T> items, GLenum usage, const std::string& name) {
    return createBuffer(std::as_bytes(items), usage, name);
}

// Overwrites [offset, offset + bytes), which must lie inside the buffer.
void updateBuffer(const Buffer& buffer, std::size_t offset, std::span<const std::byte> bytes);
// New storage, new content: draws under way keep the old storage, so that nothing waits.
void replaceBuffer(const Buffer& buffer, std::span<const std::byte> bytes, GLenum usage);

template <typename T>
void updateBuffer(const Buffer& buffer, std::size_t offset, std::span<const T> items) {
    updateBuffer(buffer, offset, std::as_bytes(items));
}
template <typename T>
void replaceBuffer(const Buffer& buffer, std::span<const T> items, GLenum usage) {
    replaceBuffer(buffer, std::as_bytes(items), usage);
}

// The whole buffer, with new storage of this size, as memory to write to while it lives: draws under way keep
// the old storage. Threads may share the writing. Throws Error (kEnvironment) where the driver has no room.
class MappedBuffer {
  public:
    MappedBuffer(const Buffer& buffer, std::size_t size);
    ~MappedBuffer();
    MappedBuffer(const MappedBuffer&) = delete;
    MappedBuffer& operator=(const MappedBuffer&) = delete;
    MappedBuffer(MappedBuffer&&) = delete;
    MappedBuffer& operator=(MappedBuffer&&) = delete;

    std::byte* data() const { return data_; }

  private:
    GLuint buffer_;
    std::byte* data_;
};

// Waits for the GPU, then copies bytes out: for tests and for `pose`, not for frames.
void readBuffer(const Buffer& buffer, std::size_t offset, std::span<std::byte> bytes);

// Throws Error (kEnvironment) with both numbers where a uniform block of `bytes` is larger than the driver
// takes.
void requireUniformBlock(const Capabilities& capabilities, std::size_t bytes, const std::string& what);

}  // namespace phalanx::gl

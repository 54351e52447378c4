// Creating and filling buffers. Functions use GL_COPY_WRITE_BUFFER unless said otherwise, so they change no
// vertex array's state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"

namespace phalanx::gl {

// Creates a buffer with this content (glBufferData). `usage`: GL_STATIC_DRAW, GL_STREAM_DRAW, ... `name`
// becomes its debug label. Throws Error (kEnvironment) on GL_OUT_OF_MEMORY.
Buffer createBuffer(std::span<const std::byte> bytes, GLenum usage, const std::string& name);
// Same, `size` bytes with undefined content.
Buffer createBuffer(std::size_t size, GLenum usage, const std::string& name);

template <typename T>
Buffer createBuffer(std::span<const T> items, GLenum usage, const std::string& name) {
    return createBuffer(std::as_bytes(items), usage, name);
}

// A buffer of indices, for GL_ELEMENT_ARRAY_BUFFER. WebGL keeps indices apart: a buffer must be bound to that
// target first. Keeps the bound vertex array.
Buffer createIndexBuffer(std::span<const std::uint32_t> indices, const std::string& name);

// Overwrites bytes from `offset` on, which must lie inside the buffer (glBufferSubData).
void updateBuffer(const Buffer& buffer, std::size_t offset, std::span<const std::byte> bytes);
// Replaces storage and content (glBufferData): pending draws keep the old storage, so nothing waits.
void replaceBuffer(const Buffer& buffer, std::span<const std::byte> bytes, GLenum usage);

template <typename T>
void updateBuffer(const Buffer& buffer, std::size_t offset, std::span<const T> items) {
    updateBuffer(buffer, offset, std::as_bytes(items));
}
template <typename T>
void replaceBuffer(const Buffer& buffer, std::span<const T> items, GLenum usage) {
    replaceBuffer(buffer, std::as_bytes(items), usage);
}

// Maps a whole buffer, with new storage of `size` bytes, for writing during the object's lifetime
// (glMapBufferRange, write only). Pending draws keep the old storage. Several threads may write. Throws Error
// (kEnvironment) if the driver cannot map that much.
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

// Copies bytes out of a buffer (glGetBufferSubData) and waits for the GPU: for tests and `pose`, not for
// frames.
void readBuffer(const Buffer& buffer, std::size_t offset, std::span<std::byte> bytes);

// Throws Error (kEnvironment) with both numbers if `bytes` is larger than GL_MAX_UNIFORM_BLOCK_SIZE.
void requireUniformBlock(const Capabilities& capabilities, std::size_t bytes, const std::string& what);

}  // namespace phalanx::gl

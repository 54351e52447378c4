#include "gl/objects/buffer.h"

#include "core/error.h"
#include "gl/objects/debug.h"
#include "gl/objects/memory_check.h"

namespace phalanx::gl {
namespace {

Buffer allocate(GLenum target, std::size_t size, const void* data, GLenum usage, const std::string& name) {
    const MemoryCheck memory(size);
    auto buffer = Buffer::create();
    glBindBuffer(target, buffer.id());
    glBufferData(target, static_cast<GLsizeiptr>(size), data, usage);
    const bool failed = memory.failed();
    glBindBuffer(target, 0);
    if (failed) {
        throw environmentError(name, "the driver cannot allocate " + std::to_string(size) +
                                         " bytes for this buffer; draw fewer units");
    }
    label(buffer, name);
    return buffer;
}

}  // namespace

Buffer createBuffer(std::span<const std::byte> bytes, GLenum usage, const std::string& name) {
    return allocate(GL_COPY_WRITE_BUFFER, bytes.size(), bytes.data(), usage, name);
}

Buffer createBuffer(std::size_t size, GLenum usage, const std::string& name) {
    return allocate(GL_COPY_WRITE_BUFFER, size, nullptr, usage, name);
}

Buffer createIndexBuffer(std::span<const std::uint32_t> indices, const std::string& name) {
    // The target belongs to the bound vertex array.
    GLint bound = 0;
    glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &bound);
    const VertexArray scratch = VertexArray::create();
    glBindVertexArray(scratch.id());
    Buffer buffer =
        allocate(GL_ELEMENT_ARRAY_BUFFER, indices.size_bytes(), indices.data(), GL_STATIC_DRAW, name);
    glBindVertexArray(static_cast<GLuint>(bound));
    return buffer;
}

void updateBuffer(const Buffer& buffer, std::size_t offset, std::span<const std::byte> bytes) {
    if (bytes.empty()) return;
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer.id());
    glBufferSubData(GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(offset),
                    static_cast<GLsizeiptr>(bytes.size()), bytes.data());
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

void replaceBuffer(const Buffer& buffer, std::span<const std::byte> bytes, GLenum usage) {
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer.id());
    glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(bytes.size()), bytes.data(), usage);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

MappedBuffer::MappedBuffer(const Buffer& buffer, std::size_t size) : buffer_(buffer.id()), data_(nullptr) {
    const auto bytes = static_cast<GLsizeiptr>(size);
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer_);
    glBufferData(GL_COPY_WRITE_BUFFER, bytes, nullptr, GL_STREAM_DRAW);
    data_ = static_cast<std::byte*>(
        glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, bytes, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT));
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    if (data_ == nullptr) {
        throw environmentError("streamed buffer",
                               "the driver cannot map " + std::to_string(size) + " bytes; draw fewer units");
    }
}

MappedBuffer::~MappedBuffer() {
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer_);
    glUnmapBuffer(GL_COPY_WRITE_BUFFER);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

void readBuffer(const Buffer& buffer, std::size_t offset, std::span<std::byte> bytes) {
    if (bytes.empty()) return;
    glBindBuffer(GL_COPY_READ_BUFFER, buffer.id());
    glGetBufferSubData(GL_COPY_READ_BUFFER, static_cast<GLintptr>(offset),
                       static_cast<GLsizeiptr>(bytes.size()), bytes.data());
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
}

void requireUniformBlock(const Capabilities& capabilities, std::size_t bytes, const std::string& what) {
    if (bytes <= static_cast<std::size_t>(capabilities.max_uniform_block_size)) return;
    throw environmentError(what, "needs a uniform block of " + std::to_string(bytes) +
                                     " bytes, this driver allows " +
                                     std::to_string(capabilities.max_uniform_block_size));
}

}  // namespace phalanx::gl

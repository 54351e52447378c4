// A list that the CPU writes once per frame and draws read: three buffers are mapped in turn, and the result
// is copied to one that draws read. Drivers keep a buffer that is mapped every frame in CPU memory, where
// each vertex would read over the bus (docs/culling.md).
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "gl/objects/buffer.h"

namespace phalanx::gl {

class UploadRing {
  public:
    explicit UploadRing(std::string name) : name_(std::move(name)) {}

    // write: gets the memory of `bytes` bytes, at least 1; its threads may write at the same time. Throws
    // like MappedBuffer.
    template <typename Write>
    void upload(std::size_t bytes, const Write& write) {
        const Buffer& buffer = next(bytes);
        {
            const MappedBuffer mapped(buffer, bytes);
            write(mapped.data());
        }
        copy(buffer, bytes);
    }
    // What was uploaded last, from its start on. Made by the first upload.
    const Buffer& list() const { return list_; }
    std::size_t bytes() const { return sizes_[0] + sizes_[1] + sizes_[2] + list_bytes_; }

  private:
    const Buffer& next(std::size_t bytes);
    void copy(const Buffer& buffer, std::size_t bytes);

    std::string name_;
    std::array<Buffer, 3> uploads_;
    std::array<std::size_t, 3> sizes_{};  // of uploads_, bytes
    std::size_t current_ = 0;
    Buffer list_;
    std::size_t list_bytes_ = 0;
};

}  // namespace phalanx::gl

#include "gl/objects/upload_ring.h"

namespace phalanx::gl {

const Buffer& UploadRing::next(std::size_t bytes) {
    current_ = (current_ + 1) % uploads_.size();
    sizes_[current_] = bytes;
    Buffer& buffer = uploads_[current_];
    if (!buffer) buffer = createBuffer(bytes, GL_STREAM_DRAW, "uploaded " + name_);
    return buffer;
}

void UploadRing::copy(const Buffer& buffer, std::size_t bytes) {
    if (bytes > list_bytes_) {
        list_bytes_ = bytes + bytes / 4;  // spare room, because the number of visible units varies
        list_ = createBuffer(list_bytes_, GL_DYNAMIC_COPY, name_);
    }
    glBindBuffer(GL_COPY_READ_BUFFER, buffer.id());
    glBindBuffer(GL_COPY_WRITE_BUFFER, list_.id());
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, static_cast<GLsizeiptr>(bytes));
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

}  // namespace phalanx::gl

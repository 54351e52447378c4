// The morph rows of a group on the GPU: u_morph_rows in layouts.h.
#pragma once

#include <cstddef>

#include "crowd/morph_rows.h"
#include "gl/objects/handle.h"

namespace phalanx {

class MorphRowTexture {
  public:
    // Uploads the rows that changed, all rows if the texture has to grow. Returns the bytes uploaded; 0 if
    // nothing changed.
    std::size_t update(MorphRows& rows);
    void bind() const;
    std::size_t bytes() const { return bytes_; }

  private:
    gl::Texture texture_;
    std::size_t capacity_ = 0;  // rows
    std::size_t bytes_ = 0;
};

}  // namespace phalanx

// Draws what events leave behind (traces.h): one instanced draw, and one upload of what is new.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "crowd/crowd.h"
#include "gl/objects/handle.h"
#include "gl/objects/lazy_program.h"
#include "traces.h"

namespace phalanx {

class TracePass {
  public:
    // When more are alive, the oldest go.
    static constexpr std::size_t kMost = 65'536;

    explicit TracePass(std::filesystem::path shader_directory)
        : shader_directory_(std::move(shader_directory)) {}

    // Adds traces; those that begin in the future are seen from then on. replace_all: drops those added
    // before.
    void take(bool replace_all, std::span<const layout::Trace> traces);

    // Whether any can be seen at `now`.
    bool alive(Ticks now) const;
    // Uploads what was added, and returns its bytes.
    std::size_t upload();
    // Draws them into the bound framebuffer, with depth test and blending. FrameBlock, shadow maps and the
    // random numbers of Backdrop must be bound, with clouds the CloudTexture, too. Leaves blending off.
    // Throws Error (kEnvironment) if the shaders do not compile.
    void draw(bool clouds);
    // So that the first trace does not wait for its program.
    void prepare(bool clouds);

    std::size_t count() const { return written_ < kMost ? written_ : kMost; }

    // Return the number of programs replaced.
    int reloadIfChanged();
    int reload();
    std::string lastError() const;

  private:
    void make();

    std::filesystem::path shader_directory_;
    std::vector<layout::Trace> added_;
    std::size_t written_ = 0;                  // in all; the ring's next place is the remainder
    std::optional<Ticks> last_end_;            // when the last one is over
    std::array<gl::LazyProgram, 2> programs_;  // without clouds, with
    gl::Buffer traces_;
    gl::VertexArray array_;
};

}  // namespace phalanx

// Counts of vertex shader invocations and other pipeline statistics. OpenGL 4.6, or
// GL_ARB_pipeline_statistics_query.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"

namespace phalanx::gl {

struct PipelineCounts {
    std::uint64_t vertices_submitted = 0;         // indices fetched
    std::uint64_t vertex_shader_invocations = 0;  // fewer if the vertex cache hits
    std::uint64_t primitives_submitted = 0;
    std::uint64_t fragment_shader_invocations = 0;
};

// Call begin() and end() once per frame around what is to be counted; no nesting, and one instance at a time
// per context. Results arrive frames later without waiting. Does nothing if the context cannot count.
class PipelineStatistics {
  public:
    static constexpr int kFrames = 5;

    explicit PipelineStatistics(const Capabilities& capabilities);

    // `number`: a frame number, returned by latestNumber() with the result.
    void begin(std::uint64_t number = 0);
    void end();
    // Calls begin() and end() for a scope; statistics == nullptr: does nothing.
    class Scope {
      public:
        Scope(PipelineStatistics* statistics, std::uint64_t number) : statistics_(statistics) {
            if (statistics_ != nullptr) statistics_->begin(number);
        }
        ~Scope() {
            if (statistics_ != nullptr) statistics_->end();
        }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

      private:
        PipelineStatistics* statistics_;
    };
    // Result and frame number of the newest interval read.
    std::optional<PipelineCounts> latest() const { return latest_; }
    std::uint64_t latestNumber() const { return latest_number_; }
    bool available() const { return available_; }

  private:
    struct Frame {
        std::array<Query, 4> queries;
        bool pending = false;
        std::uint64_t number = 0;
    };
    void read(Frame& frame);

    bool available_;
    bool counting_ = false;
    std::array<Frame, kFrames> frames_;
    std::size_t current_ = 0;
    std::optional<PipelineCounts> latest_;
    std::uint64_t latest_number_ = 0;
};

}  // namespace phalanx::gl

// Compares two ways, A and B, of drawing the same army with the same camera. Turns of a few frames are
// interleaved in the order ABBA, so that a drift of the machine affects both equally.
#pragma once

#include <array>
#include <vector>

#include "app/army/stage.h"
#include "app/measure/frame_timer.h"
#include "core/stopwatch.h"
#include "ui/profiler/comparison_result.h"

namespace phalanx {

struct ComparisonPlan {
    std::array<ComparedSide, 2> sides;
    double seconds = 4.0;  // minimum duration; slow frames take longer until there are enough pairs
    glm::ivec2 size{1280, 720};
};

class Comparison {
  public:
    // Prepares what a side needs and the stage does not have: another encoding, posed vertices. Throws Error
    // if a side cannot be drawn in this context. The stage and the models must outlive this, and must not
    // change between calls of turn().
    Comparison(Stage& stage, const std::vector<LoadedModel>& models, const ComparisonPlan& plan,
               const Camera& camera, Ticks now);

    bool done() const;
    float share() const;  // progress 0..1
    // Measures the next turn of one side. Restores the stage.
    void turn();
    // Only once done().
    ComparisonResult result() const;

  private:
    TimedFrame frameOf(const ComparedSide& side) const;

    Stage& stage_;
    ComparisonPlan plan_;
    Encoding encoding_;                            // the stage's encoding
    std::array<std::vector<GpuModel>, 2> models_;  // per side; empty if it uses the stage's encoding
    FrameTimer timer_;
    int frames_per_turn_ = 3;
    std::size_t turns_ = 0;
    // Per side, one median per turn.
    std::array<std::vector<double>, 2> frame_ms_;
    std::array<std::vector<double>, 2> gpu_ms_;
    std::array<std::vector<double>, 2> submit_ms_;
    Stopwatch watch_;
};

// The settings in use now, as the starting point of a side of which one thing is changed.
ComparedSide presentSide(const RenderSettings& render, Encoding encoding);

}  // namespace phalanx

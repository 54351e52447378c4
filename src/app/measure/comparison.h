// A and B: the same army from the same place, drawn in two ways in turns of some frames, ABBA, so that a
// drift of the machine hits both alike.
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
    double seconds = 4.0;  // at least; longer where frames are so slow that there are few pairs by then
    glm::ivec2 size{1280, 720};
};

class Comparison {
  public:
    // Makes ready what a side needs and the stage has not: another encoding, posed vertices. Throws Error
    // where a side cannot be drawn here. The stage and the models must outlive this, and be the same ones
    // whenever turn() is called.
    Comparison(Stage& stage, const std::vector<LoadedModel>& models, const ComparisonPlan& plan,
               const Camera& camera, Ticks now);

    bool done() const;
    float share() const;
    // The next turn of one side. Leaves the stage as it was.
    void turn();
    // When done.
    ComparisonResult result() const;

  private:
    TimedFrame frameOf(const ComparedSide& side) const;

    Stage& stage_;
    ComparisonPlan plan_;
    Encoding encoding_;                            // of the stage
    std::array<std::vector<GpuModel>, 2> models_;  // of sides with another encoding
    FrameTimer timer_;
    int frames_a_turn_ = 3;
    std::size_t turns_ = 0;
    std::array<std::vector<double>, 2> frame_ms_;  // a median a turn
    std::array<std::vector<double>, 2> gpu_ms_;
    std::array<std::vector<double>, 2> submit_ms_;
    Stopwatch watch_;
};

// What a side is now, so that a person changes one thing of it.
ComparedSide presentSide(const RenderSettings& render, Encoding encoding);

}  // namespace phalanx

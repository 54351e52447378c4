// The bottleneck of the frame. It is estimated from the times of the frames shown, and on request measured
// with variants of the frame, one variant between two frames shown.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/measure/diagnosis.h"
#include "app/window/session/session.h"

namespace phalanx {

class BottleneckPage {
  public:
    explicit BottleneckPage(Session& session) : session_(session) {}

    void begin(glm::ivec2 size);
    bool running() const { return diagnosis_.has_value(); }
    // Measures the next variant. `disturbed`: loading or baking has started, which ends the measurement.
    // Returns true when it has ended: frame times until now belong to the measurement.
    bool step(glm::ivec2 size, bool disturbed);
    void cancel() { diagnosis_.reset(); }
    void showProgress(Facts& facts) const;

    // Estimates the bottleneck from the times shown, unless a measured verdict is still valid.
    void estimate(glm::ivec2 size);
    // Discards the measured verdict. Call when the army is replaced.
    void forgetVerdict();

  private:
    // The frame that a verdict is valid for, at any time of the clock.
    struct JudgedFrame {
        FrameRequest render;
        CrowdSettings crowd;
        std::vector<ClipChoice> clips;
        BakeChoice bake;
        std::string pose;  // of the army's layers
        glm::ivec2 size{0};
        glm::dvec3 target{0.0};  // the camera's target, relative to the army
        glm::dvec3 back{0.0};    // from the target to the eye

        bool like(const JudgedFrame& other) const;
    };
    JudgedFrame judgedFrame(glm::ivec2 size) const;

    Session& session_;
    std::optional<FrameDiagnosis> diagnosis_;
    std::optional<JudgedFrame> judged_;  // the frame that is or was measured
};

}  // namespace phalanx

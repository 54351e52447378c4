// What limits the frame: estimated from the times of what is shown, and on request measured by variants of
// the frame, one turn between two frames that are shown.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "app/measure/diagnosis.h"
#include "app/window/session/session.h"

namespace phalanx {

class BottleneckPage {
  public:
    explicit BottleneckPage(Session& session) : session_(session) {}

    void begin(glm::ivec2 size);
    bool running() const { return diagnosis_.has_value(); }
    // The next turn. `disturbed`: loading or baking has begun. True: it is over, and times of the frames
    // until now are not those of the army.
    bool step(glm::ivec2 size, bool disturbed);
    void cancel() { diagnosis_.reset(); }
    void showProgress(Facts& facts) const;

    // The verdict by what is shown, unless a measured one still holds.
    void estimate(glm::ivec2 size);
    // Of another army.
    void forgetVerdict();

  private:
    // What a verdict is about, apart from the clock.
    struct JudgedFrame {
        RenderSettings render;
        CrowdSettings crowd;
        std::vector<ClipChoice> clips;
        BakeChoice bake;
        glm::ivec2 size{0};
        glm::dvec3 target{0.0};  // of the camera, relative to the army
        glm::dvec3 back{0.0};    // from there to the eye

        bool like(const JudgedFrame& other) const;
    };
    JudgedFrame judgedFrame(glm::ivec2 size) const;

    Session& session_;
    std::optional<FrameDiagnosis> diagnosis_;
    std::optional<JudgedFrame> judged_;  // what the measured verdict is about
};

}  // namespace phalanx

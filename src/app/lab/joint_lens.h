// Follows one joint of one soldier with layers, and compares its matrix with the GPU's of the same frame.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/army/army.h"
#include "app/army/stage.h"
#include "app/lab/lens_answer.h"
#include "app/lab/unit_readback.h"
#include "ui/data/joint_path.h"

namespace phalanx {

class JointLens {
  public:
    explicit JointLens(LensSkinner& skinner) : readback_(skinner) {}

    // The context must be current. Numbers change a few times per second, so that they can be read, and
    // always belong to one frame. joint: of the palette.
    JointPath look(const Stage& stage, const std::vector<LoadedModel>& models, std::uint32_t unit,
                   const LayeredLook& look, std::uint32_t joint);
    // The page is closed, or the army was replaced.
    void forget();

  private:
    struct Subject {
        std::uint32_t unit = 0;
        std::uint32_t joint = 0;
        std::uint64_t animation = 0;
        std::string technique;
        SkinSettings skin;
        bool operator==(const Subject&) const = default;
    };

    UnitReadback readback_;
    LensAnswer<Subject, JointPath> answer_;
};

}  // namespace phalanx

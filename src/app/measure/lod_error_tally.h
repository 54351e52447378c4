// Mean and maximum of the LOD error in pixels that frames were drawn with; a frame budget can raise it.
#pragma once

#include <algorithm>

namespace phalanx {

class LodErrorTally {
  public:
    void add(double error_px) {
        sum_px_ += error_px;
        most_px_ = std::max(most_px_, error_px);
        ++frames_;
    }
    // 0 if there are no frames.
    double mean_px() const { return frames_ > 0 ? sum_px_ / frames_ : 0.0; }
    double most_px() const { return most_px_; }

  private:
    double sum_px_ = 0.0;
    double most_px_ = 0.0;
    int frames_ = 0;
};

}  // namespace phalanx

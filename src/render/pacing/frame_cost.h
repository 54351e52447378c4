// Models the time of a frame as a function of its level of detail, learned from finished frames. No GL.
//
// The model: fixed + scaled * share milliseconds, where share is the fraction of the near units' triangles, 1
// at the detail that was set. Both numbers drift as the camera moves and are tracked by a Kalman filter of
// two states (R. E. Kalman, "A New Approach to Linear Filtering and Prediction Problems", 1960).
#pragma once

namespace phalanx {

class FrameCost {
  public:
    // Adds a finished frame: 0 < share <= 1, ms > 0. A single outlier changes little: a deviation counts if
    // two frames in a row show it, or if its reason is known.
    void add(double share, double ms, bool known_why = false);

    bool known() const { return known_; }
    // Milliseconds of a frame with this share. Only if known().
    double at(double share) const { return fixed_ms_ + scaled_ms_ * share; }
    // The share that takes this many milliseconds. Can be 0 or negative if no share is that fast, and greater
    // than 1. Only if known().
    double shareOf(double ms) const { return (ms - fixed_ms_) / scaled_ms_; }

  private:
    void begin(double share, double ms);
    double believed(double off_ms);

    bool known_ = false;
    double fixed_ms_ = 0.0;
    double scaled_ms_ = 0.0;  // > 0 once known
    // Covariance matrix of the two, squared milliseconds.
    double fixed_variance_ = 0.0;
    double covariance_ = 0.0;
    double scaled_variance_ = 0.0;
    double off_before_ms_ = 0.0;
};

}  // namespace phalanx

// What a frame takes as a function of how much detail it has, learned from the frames that were drawn. No GL.
//
// The model: fixed + scaled * share milliseconds, where the share is of the near units' triangles, 1 at the
// detail that was set. Two numbers, both of which drift as the camera goes, followed by a Kalman filter of
// two states (R. E. Kalman, "A New Approach to Linear Filtering and Prediction Problems", 1960).
#pragma once

namespace phalanx {

class FrameCost {
  public:
    // A finished frame: 0 < share <= 1, ms > 0. A frame that is off by itself changes little: believed is
    // what two in a row say, or one of which it is known why.
    void add(double share, double ms, bool known_why = false);

    bool known() const { return known_; }
    // Milliseconds of a frame with this share. Once known().
    double at(double share) const { return fixed_ms_ + scaled_ms_ * share; }
    // The share that takes so many milliseconds; 0 or less where nothing does, and of any size above.
    double shareOf(double ms) const { return (ms - fixed_ms_) / scaled_ms_; }

  private:
    void begin(double share, double ms);
    double believed(double off_ms);

    bool known_ = false;
    double fixed_ms_ = 0.0;
    double scaled_ms_ = 0.0;  // > 0 once known
    // Of the two, squared milliseconds.
    double fixed_variance_ = 0.0;
    double covariance_ = 0.0;
    double scaled_variance_ = 0.0;
    double off_before_ms_ = 0.0;
};

}  // namespace phalanx

// Chooses how many units, and at which render scale, this machine draws at a frame rate, by measuring the
// first frames of a window. No GL.
#pragma once

#include <cstdint>

#include "app/army/auto_units.h"

namespace phalanx {

struct StartFitSettings {
    AutoUnitsSettings units;
    bool fits_scale = false;  // false: the render scale stays as it is
    double scale = 1.0;       // to begin with
};

// First the render scale, by the model a + p * scale^2 of the time of a frame with few units, then the number
// of units at that scale (AutoUnits). The caller draws units() at scale() and passes the frame's time, GPU
// included, to addFrame() until done(). The results then stay: nothing is measured afterwards. Against
// oscillation, the scale is only lowered when frames take more than 0.6 of the budget, so that later it
// holds the units that are chosen for 0.9 of it.
class StartFit {
  public:
    static constexpr double kLeastScale = 0.5;

    explicit StartFit(const StartFitSettings& settings);

    std::uint32_t units() const { return hopeless_ ? settings_.units.least : units_.units(); }
    double scale() const { return scale_; }
    bool done() const { return hopeless_ || (stage_ == Stage::kUnits && units_.done()); }
    // Whether the results hold the frame rate. Only once done().
    bool holds() const { return !hopeless_ && units_.holds(); }
    void addFrame(double frame_ms);

  private:
    enum class Stage : std::uint8_t { kFull, kHalf, kUnits };
    void measured(double frame_ms);

    StartFitSettings settings_;
    AutoUnits units_;
    Stage stage_;
    double scale_;
    int frames_ = 0;         // drawn at the present scale
    double best_ms_ = 0.0;   // of them, without the first
    double spent_ms_ = 0.0;  // on frames from which a scale is chosen
    double full_ms_ = 0.0;   // at settings_.scale
    bool hopeless_ = false;
};

}  // namespace phalanx

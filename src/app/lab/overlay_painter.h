// Computes the vertex colours of an overlay for the models of an army, only when they change.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/army/army.h"
#include "app/army/stage.h"
#include "settings/overlay_settings.h"
#include "ui/main/overlay_legend.h"

namespace phalanx {

class OverlayPainter {
  public:
    // Sets the overlay in stage.render and the colours of the models. `unit`: the selected soldier. The
    // context must be current. Throws Error (kEnvironment) if the driver cannot allocate the colours.
    void paint(Stage& stage, const std::vector<LoadedModel>& models, const OverlaySettings& settings,
               std::optional<std::uint32_t> unit, Ticks now);
    // Call after the army was replaced.
    void forgetArmy();

    const OverlayLegend& legend() const { return legend_; }
    // Of the error overlay: the largest error now, and the end of the scale.
    double worst_mm() const { return worst_mm_; }
    double scale_mm() const { return scale_mm_; }

  private:
    using Clock = std::chrono::steady_clock;
    struct Painted {
        OverlaySettings settings;
        std::optional<std::uint32_t> unit;
        PoseSwitches switches;
        std::string technique;
        std::vector<std::uint64_t> animations;  // by model
        bool operator==(const Painted&) const = default;
    };

    const std::vector<Vertex>& unpacked(const Stage& stage, std::size_t model);
    void paintSkin(Stage& stage, const std::vector<LoadedModel>& models, const OverlaySettings& settings,
                   std::optional<std::uint32_t> unit);
    void paintError(Stage& stage, const std::vector<LoadedModel>& models, std::optional<std::uint32_t> unit,
                    Ticks now, bool changed);

    std::vector<std::vector<Vertex>> unpacked_;  // by model; empty until needed
    std::optional<Painted> painted_;
    OverlayLegend legend_;
    double worst_mm_ = 0.0;
    double scale_mm_ = 0.0;
    Ticks error_of_ = 0;
    Clock::time_point error_at_;
};

}  // namespace phalanx

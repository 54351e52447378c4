// Paints what an overlay shows on the models of an army, anew only where it has changed.
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
    // Sets what stage.render says of overlays, and the colours of its models. `unit`: the selected soldier.
    // The context must be current. Throws Error (kEnvironment) where the driver has no room for the colours.
    void paint(Stage& stage, const std::vector<LoadedModel>& models, const OverlaySettings& settings,
               std::optional<std::uint32_t> unit, Ticks now);
    // Another army has come.
    void forgetArmy();

    const OverlayLegend& legend() const { return legend_; }
    // Of the error overlay: the largest of the moment, and the end of the scale.
    double worst_mm() const { return worst_mm_; }
    double scale_mm() const { return scale_mm_; }

  private:
    using Clock = std::chrono::steady_clock;
    struct Painted {
        OverlaySettings settings;
        std::optional<std::uint32_t> unit;
        PoseSwitches switches;
        std::string technique;
        std::vector<std::uint64_t> animations;  // a model
        bool operator==(const Painted&) const = default;
    };

    const std::vector<Vertex>& unpacked(const Stage& stage, std::size_t model);
    void paintSkin(Stage& stage, const std::vector<LoadedModel>& models, const OverlaySettings& settings,
                   std::optional<std::uint32_t> unit);
    void paintError(Stage& stage, const std::vector<LoadedModel>& models, std::optional<std::uint32_t> unit,
                    Ticks now, bool anew);

    std::vector<std::vector<Vertex>> unpacked_;  // a model; empty until it is needed
    std::optional<Painted> painted_;
    OverlayLegend legend_;
    double worst_mm_ = 0.0;
    double scale_mm_ = 0.0;
    Ticks error_of_ = 0;
    Clock::time_point error_at_;
};

}  // namespace phalanx

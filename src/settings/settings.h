// All that a scene, the command line and the window set: of the army, its crowd, its bake, its picture and
// the window. Each part's rows are declared beside it; settingsTable() joins them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/setting.h"
#include "crowd/crowd.h"
#include "render/frame/render_settings.h"
#include "render/techniques/bake_choice.h"
#include "settings/army_settings.h"
#include "settings/overlay_settings.h"
#include "settings/view_settings.h"

namespace phalanx {

struct Settings {
    // What a window begins with: culling, levels of detail, shadow cascades, a steady pace.
    Settings();

    ArmySettings army;
    CrowdSettings crowd;
    bool auto_units = true;  // the program finds out how many there may be; crowd.units is not set
    BakeChoice bake;
    RenderSettings render;
    OverlaySettings overlay;
    ViewSettings view;
    std::vector<ClipChoice> clips;  // per model, once they are loaded: what clip_a and clip_b lead to

    bool operator==(const Settings&) const = default;
};

// Groups of rows beside those of crowd_settings.h, bake_choice.h and render_settings.h.
inline constexpr std::string_view kModelsGroup = "Models";
inline constexpr std::string_view kOverlayGroup = "Overlay";
inline constexpr std::string_view kWindowGroup = "Window";

std::span<const Setting<Settings>> settingsTable();
// The row of this key, which must be one.
const Setting<Settings>& settingOf(std::string_view key);
// The row that is called so by a person: by its key, an alias, or the key that switches it off. nullptr:
// none.
const Setting<Settings>* settingNamed(std::string_view name);

// The labels of what differs, for a person: "Units, Speed"; at most three, and how many more. "" where
// nothing does.
std::string differenceText(const Settings& before, const Settings& after);
// Likewise with labels of the caller's own behind them.
std::string differenceText(const Settings& before, const Settings& after,
                           std::span<const std::string_view> more);

}  // namespace phalanx

// All settings that scenes, the command line and the window can change: army, crowd, bake, rendering, overlay
// and window. The rows of each part are declared next to it; settingsTable() joins them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bodies/body_mistakes.h"
#include "core/setting.h"
#include "crowd/crowd.h"
#include "crowd/events/event_mistakes.h"
#include "render/frame/render_settings.h"
#include "render/techniques/bake_choice.h"
#include "settings/army_settings.h"
#include "settings/overlay_settings.h"
#include "settings/view_settings.h"

namespace phalanx {

struct Settings {
    ArmySettings army;
    CrowdSettings crowd;
    bool auto_units = true;  // the program determines the number of units; crowd.units is not set yet
    BakeChoice bake;
    RenderSettings render;
    OverlaySettings overlay;
    ViewSettings view;
    BodyMistakes body_mistakes;
    EventMistakes event_mistakes;
    std::string pose;               // a layered pose of all units, by poseText(); "": none
    std::string graph;              // file with the behaviour of a battle; "": the soldier's
    std::vector<ClipChoice> clips;  // per model, set after loading: the clips that clip_a and clip_b name

    bool operator==(const Settings&) const = default;
};

// Whether two hosts fight: in formation battle, unless layers decide what soldiers play.
inline bool fights(const Settings& settings) {
    return settings.crowd.formation == Formation::kBattle && settings.pose.empty();
}

// Groups of rows in addition to those of crowd_settings.h, bake_choice.h and render_settings.h.
inline constexpr std::string_view kModelsGroup = "Models";
inline constexpr std::string_view kEquipmentGroup = "Equipment";
inline constexpr std::string_view kLayersGroup = "Layers";
inline constexpr std::string_view kBattleGroup = "Battle";
inline constexpr std::string_view kOverlayGroup = "Overlay";
inline constexpr std::string_view kWindowGroup = "Window";

std::span<const Setting<Settings>> settingsTable();
// The row with this key, which must exist.
const Setting<Settings>& settingOf(std::string_view key);
// The row whose key, off_key or alias is `name`; nullptr if there is none.
const Setting<Settings>* settingNamed(std::string_view name);

// The number of mistakes that are on and never intended: a row of kMistakesGroup. One joint per vertex and
// equal phases can be intended.
std::size_t mistakesOn(const Settings& settings);

// The labels of the settings that differ, for display: "Units, Speed". At most three, followed by the number
// of the others; "" if nothing differs.
std::string differenceText(const Settings& before, const Settings& after);
// The same, with additional labels at the end.
std::string differenceText(const Settings& before, const Settings& after,
                           std::span<const std::string_view> more);

}  // namespace phalanx

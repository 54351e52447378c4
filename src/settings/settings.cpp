#include "settings/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>

#include "anim/layers/layered_pose_json.h"

namespace phalanx {
namespace {

using Row = Setting<Settings>;

void addClipOptions(std::vector<Row>& rows) {
    rows.push_back(choice<Settings>(
        {.key = "retarget",
         .label = "Retargeting",
         .help = "How clips of further files come to a model. auto: from body to body where the skeletons "
                 "differ, else by the names of the nodes; on: always from body to body; off: always by name.",
         .group = kModelsGroup,
         .affects = Affects::kArmy},
        kRetargetModes, [](auto& s) -> auto& { return s.army.clip_options.retarget; }));
    rows.push_back(setting<Settings>(
        {.key = "joint-map",
         .label = "Joint map",
         .help = "JSON file that says which joints are which parts of the body, for skeletons whose names do "
                 "not (docs/retarget.md).",
         .group = kModelsGroup,
         .affects = Affects::kArmy,
         .files = true},
        [](auto& s) -> auto& { return s.army.joint_map; }));
    rows.push_back(choice<Settings>(
        {.key = "root-motion",
         .label = "Root motion",
         .help = "auto: cycles play in place, at the speed of their stride, and one-shots keep their "
                 "root motion; keep: all clips keep it; remove: all play in place.",
         .group = kModelsGroup,
         .affects = Affects::kArmy},
        kRootMotions, [](auto& s) -> auto& { return s.army.clip_options.root_motion; }));
    rows.push_back(setting<Settings>(
        {.key = "mirror-clips",
         .label = "Mirrored clips",
         .help = "Adds the mirror image of each clip: left and right change sides.",
         .group = kModelsGroup,
         .affects = Affects::kArmy},
        [](auto& s) -> auto& { return s.army.clip_options.mirror; }));
    rows.push_back(setting<Settings>(
        {.key = "cut-loops",
         .label = "Cut loops",
         .help = "Cuts clips of further files that do not loop to the part that loops best, and closes it.",
         .group = kModelsGroup,
         .affects = Affects::kArmy},
        [](auto& s) -> auto& { return s.army.clip_options.cut_loops; }));
}

void addArmy(std::vector<Row>& rows) {
    rows.push_back(setting<Settings>(
        {.key = "clips",
         .label = "Clip files",
         .help = "Adds the clips of this file, made for this skeleton or another body.",
         .group = kModelsGroup,
         .affects = Affects::kArmy,
         .files = true},
        [](auto& s) -> auto& { return s.army.clip_files; }));
    addClipOptions(rows);
    rows.push_back(setting<Settings>(
        {.key = "hide",
         .label = "Hidden parts",
         .help = "Hides a part of the model. `phalanx info MODEL` lists the parts.",
         .group = kModelsGroup,
         .affects = Affects::kArmy},
        [](auto& s) -> auto& { return s.army.hidden_parts; }));
    rows.push_back(setting<Settings>(
        {.key = "legs",
         .label = "Legs",
         .help = "An ankle of the model, whose parent and grandparent are knee and hip; for models whose "
                 "legs are not "
                 "found by the names of their joints. `phalanx info MODEL` says what is found.",
         .group = kModelsGroup,
         .affects = Affects::kArmy},
        [](auto& s) -> auto& { return s.army.legs; }));
    rows.push_back(setting<Settings>(
        {.key = "height",
         .label = "Height",
         .help = "Scales the model to this standing height in metres.",
         .unit = "m",
         .group = kModelsGroup,
         .least = 0.01,
         .most = 1000.0,
         .affects = Affects::kArmy},
        [](auto& s) -> auto& { return s.army.height_m; }));
    rows.push_back(setting<Settings>(
        {.key = "clip", .label = "Clip A", .help = "Clip A, by name or #K.", .group = kAnimationGroup},
        [](auto& s) -> auto& { return s.army.clip_a; }));
    rows.push_back(setting<Settings>(
        {.key = "blend-clip",
         .label = "Clip B",
         .help = "Clip B, which clip A is blended with, by name or #K.",
         .group = kAnimationGroup},
        [](auto& s) -> auto& { return s.army.clip_b; }));
}

void addEquipment(std::vector<Row>& rows) {
    rows.push_back(emptyIs(kVariantsAuto, setting<Settings>(
                                              {.key = "variants",
                                               .label = "Variants",
                                               .help = "Which parts a unit shows. auto: one of each group of "
                                                       "alternatives, such as shields on one arm; "
                                                       "none: all parts; else a JSON file with groups "
                                                       "(docs/equipment.md). `phalanx info MODEL` lists "
                                                       "the groups.",
                                               .group = kEquipmentGroup,
                                               .affects = Affects::kArmy,
                                               .files = true},
                                              [](auto& s) -> auto& { return s.army.variants; })));
    rows.push_back(setting<Settings>(
        {.key = "equip",
         .label = "Carried",
         .help = "GROUP=CHOICE: all units show this choice of the group, or nothing of it with GROUP=none.",
         .group = kEquipmentGroup,
         .affects = Affects::kArmy},
        [](auto& s) -> auto& { return s.army.equip; }));
    rows.push_back(setting<Settings>(
        {.key = "attach",
         .label = "Attached models",
         .help = "FILE@JOINT:every=N: attaches a model to a joint of every Nth unit, upright at rest; "
                 "axes=joint: along the joint's axes.",
         .group = kEquipmentGroup,
         .affects = Affects::kArmy},
        [](auto& s) -> auto& { return s.army.attach; }));
}

// The row of the layered pose: a file, or the pose itself as JSON.
Row poseRow() {
    Row pose = setting<Settings>(
        {.key = "pose",
         .label = "Layers",
         .help = "A layered pose as JSON for all units, whose clips play on from its times; docs/pose.md has "
                 "the form. Impostors show the clip that most of the body plays.",
         .group = kLayersGroup,
         .json = true},
        [](auto& s) -> auto& { return s.pose; });
    pose.put = [](Settings& s, const SettingValue& value) {
        const auto& text = std::get<std::string>(value);
        const bool file = !text.empty() && text.front() != '{';
        s.pose = text.empty() ? "" : poseText(file ? readPose(text) : parsePose(text, "pose"));
    };
    return pose;
}

// The row "units", with the additional value "auto": the program determines the number.
Row unitsRow(const Setting<CrowdSettings>& of_crowd) {
    Row units = lifted<Settings>(
        of_crowd, [](auto& s) -> auto& { return s.crowd; });
    units.or_auto = true;
    units.get = [](const Settings& s) -> SettingValue {
        return s.auto_units ? SettingValue(std::string(kAutoName)) : std::int64_t{s.crowd.units};
    };
    units.put = [put = of_crowd.put](Settings& s, const SettingValue& value) {
        s.auto_units = std::holds_alternative<std::string>(value);
        if (!s.auto_units) put(s.crowd, value);
    };
    return units;
}

void addBodyMistakes(std::vector<Row>& rows) {
    rows.push_back(setting<Settings>(
        {.key = "overlapping-bodies",
         .label = "Overlapping bodies",
         .help = "Bodies of a ragdoll that overlap collide, and are pushed apart at once.",
         .group = kMistakesGroup},
        [](auto& s) -> auto& { return s.body_mistakes.overlapping_bodies; }));
    rows.push_back(setting<Settings>(
        {.key = "loose-joints",
         .label = "Loose joints",
         .help = "One step per frame and one round of the solver: joints of a ragdoll come apart.",
         .group = kMistakesGroup},
        [](auto& s) -> auto& { return s.body_mistakes.loose_joints; }));
    rows.push_back(setting<Settings>(
        {.key = "never-rest",
         .label = "Ragdolls never rest",
         .help = "Who lies goes on being simulated and uploaded.",
         .group = kMistakesGroup},
        [](auto& s) -> auto& { return s.body_mistakes.never_rest; }));
}

void addClipMistakes(std::vector<Row>& rows) {
    rows.push_back(setting<Settings>(
        {.key = "absolute-rotations",
         .label = "Absolute rotations",
         .help = "Clips of other bodies: joints take the rotations of the source's joints as they are.",
         .group = kMistakesGroup,
         .affects = Affects::kArmy},
        [](auto& s) -> auto& { return s.army.clip_options.absolute_rotations; }));
}

void addEventMistakes(std::vector<Row>& rows) {
    rows.push_back(setting<Settings>(
        {.key = "events-once-per-frame",
         .label = "Events once per frame",
         .help = "Units are polled: of several events of one name between two frames, one is heard of.",
         .group = kMistakesGroup},
        [](auto& s) -> auto& { return s.event_mistakes.once_per_frame; }));
    rows.push_back(setting<Settings>(
        {.key = "events-of-drawn-units",
         .label = "Events of drawn units only",
         .help = "Units outside the view are not asked: what happens to them is lost.",
         .group = kMistakesGroup},
        [](auto& s) -> auto& { return s.event_mistakes.drawn_only; }));
    rows.push_back(setting<Settings>(
        {.key = "ask-all",
         .label = "All soldiers asked",
         .help = "Behaviour without a queue: each soldier of a battle is asked 32 times per second.",
         .group = kMistakesGroup},
        [](auto& s) -> auto& { return s.event_mistakes.ask_all; }));
}

void addView(std::vector<Row>& rows) {
    rows.push_back({{.key = "size",
                     .label = "Size",
                     .help = "Size of the window or image, WIDTHxHEIGHT in pixels.",
                     .group = kWindowGroup,
                     .kind = SettingKind::kText},
                    [](const Settings& s) { return textOf(s.view.size); },
                    [](Settings& s, const SettingValue& value) {
                        s.view.size = sizeFromText(std::get<std::string>(value));
                    }});
    rows.push_back({{.key = "camera",
                     .label = "Camera",
                     .help = "Positions of eye and target in metres, x,y,z:x,y,z.",
                     .group = kWindowGroup,
                     .kind = SettingKind::kText},
                    [](const Settings& s) { return s.view.camera ? textOf(*s.view.camera) : std::string(); },
                    [](Settings& s, const SettingValue& value) {
                        const auto& text = std::get<std::string>(value);
                        s.view.camera.reset();
                        if (!text.empty()) s.view.camera = cameraFromText(text);
                    }});
    rows.push_back(
        {{.key = "take",
          .label = "Camera's way",
          .help = "SECONDS@x,y,z:x,y,z: where the camera is at a time, eye and target in metres, y "
                  "above the ground. Between such keys it follows a smooth curve, until the mouse "
                  "or a key moves it.",
          .group = kWindowGroup,
          .kind = SettingKind::kList},
         [](const Settings& s) { return textsOf(s.view.take); },
         [](Settings& s, const SettingValue& value) {
             s.view.take = takeFromTexts(std::get<std::vector<std::string>>(value));
         }});
    rows.push_back(setting<Settings>(
        {.key = "ui-scale",
         .label = "Text size",
         .help = "Scale of the text in the panels. auto: follows the display.",
         .group = kWindowGroup,
         // Smaller text cannot be read, larger text does not fit.
         .least = 0.5,
         .most = 4.0},
        [](auto& s) -> auto& { return s.view.ui_scale; }));
    rows.push_back(setting<Settings>(
        {.key = "fullscreen",
         .label = "Full screen",
         .help = "Opens the window in full screen.",
         .group = kWindowGroup},
        [](auto& s) -> auto& { return s.view.fullscreen; }));
    rows.push_back(setting<Settings>(
        {.key = "vsync",
         .label = "Vertical synchronization",
         .help = "Synchronizes frames with the refresh of the display.",
         .group = kWindowGroup,
         .off_key = "no-vsync"},
        [](auto& s) -> auto& { return s.view.vsync; }));
    rows.push_back(setting<Settings>(
        {.key = "no-ui",
         .label = "Hide panel",
         .help = "Opens the window with the panel hidden. Tab shows it.",
         .group = kWindowGroup},
        [](auto& s) -> auto& { return s.view.hide_ui; }));
    rows.push_back(setting<Settings>(
        {.key = "tour",
         .label = "Tour",
         .help = "Shows the window in five steps. Off in your settings once you have left it; H has a button "
                 "that shows it again.",
         .group = kWindowGroup,
         .off_key = "no-tour"},
        [](auto& s) -> auto& { return s.view.tour; }));
}

std::vector<Row> makeRows() {
    std::vector<Row> rows;
    addArmy(rows);
    addEquipment(rows);
    for (const auto& of_crowd : crowdSettings()) {
        rows.push_back(of_crowd.key == "units" ? unitsRow(of_crowd)
                                               : lifted<Settings>(
                                                     of_crowd, [](auto& s) -> auto& { return s.crowd; }));
    }
    for (const auto& of_bake : bakeSettings())
        rows.push_back(lifted<Settings>(
            of_bake, [](auto& s) -> auto& { return s.bake; }));
    for (const auto& of_render : renderSettings())
        rows.push_back(lifted<Settings>(
            of_render, [](auto& s) -> auto& { return s.render; }));
    addClipMistakes(rows);
    addBodyMistakes(rows);
    addEventMistakes(rows);
    rows.push_back(choice<Settings>(
        {.key = "overlay",
         .label = "Overlay",
         .help =
             "Shows skinning on the soldiers: the weights of the joint under the cursor in the anatomy, one "
             "colour per joint, the error against exact skinning, normals, triangles.",
         .group = kOverlayGroup},
        kOverlayChoices, [](auto& s) -> auto& { return s.overlay.choice; }));
    rows.push_back(setting<Settings>(
        {.key = "overlay-everyone",
         .label = "Overlay on all",
         .help = "Draws the overlay on all soldiers. Off: only on the selected soldier.",
         .group = kOverlayGroup},
        [](auto& s) -> auto& { return s.overlay.everyone; }));
    rows.push_back(poseRow());
    rows.push_back(setting<Settings>(
        {.key = "graph",
         .label = "Behaviour",
         .help =
             "What soldiers do in formation battle: a file of JSON, docs/battle.md has the form, or soldier "
             "or counter-march, which come with Phalanx.",
         .group = kBattleGroup,
         .files = true},
        [](auto& s) -> auto& { return s.graph; }));
    addView(rows);
    return rows;
}

}  // namespace

std::string_view nameOf(OverlayChoice choice) {
    constexpr std::array<std::string_view, kOverlayChoices.size()> kNames{
        "none", "weights of a joint", "joints", "error in mm", "normals", "wireframe"};
    return kNames.at(static_cast<std::size_t>(choice));
}

std::span<const Setting<Settings>> settingsTable() {
    static const std::vector<Row> kRows = makeRows();
    return kRows;
}

const Setting<Settings>& settingOf(std::string_view key) {
    const Setting<Settings>* const found = findSetting(settingsTable(), key);
    assert(found != nullptr);
    return *found;
}

const Setting<Settings>* settingNamed(std::string_view name) {
    for (const Setting<Settings>& each : settingsTable()) {
        if (isCalled(each, name)) return &each;
    }
    return nullptr;
}

std::size_t mistakesOn(const Settings& settings) {
    const auto on = std::ranges::count_if(settingsTable(), [&](const Setting<Settings>& row) {
        return row.group == kMistakesGroup && std::get<bool>(row.get(settings));
    });
    return static_cast<std::size_t>(on);
}

std::string differenceText(const Settings& before, const Settings& after) {
    return differenceText(before, after, {});
}

std::string differenceText(const Settings& before, const Settings& after,
                           std::span<const std::string_view> more) {
    std::vector<std::string_view> labels;
    for (const Setting<Settings>& each : settingsTable()) {
        if (each.get(before) != each.get(after)) labels.push_back(each.label);
    }
    labels.insert(labels.end(), more.begin(), more.end());
    constexpr std::size_t kMost = 3;
    const std::size_t shown = std::min(labels.size(), kMost);
    const std::string text = fmt::format("{}", fmt::join(labels.begin(), labels.begin() + shown, ", "));
    return labels.size() > kMost ? fmt::format("{} and {} more", text, labels.size() - kMost) : text;
}

}  // namespace phalanx

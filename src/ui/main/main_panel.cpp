#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "ui/data/learn_settings.h"
#include "ui/main/clip_rows.h"
#include "ui/main/detail_group.h"
#include "ui/main/equipment_rows.h"
#include "ui/main/panels.h"
#include "ui/main/setting_rows.h"
#include "ui/toolkit/form.h"
#include "ui/toolkit/format.h"
#include "ui/toolkit/panel_place.h"
#include "ui/toolkit/plot.h"

namespace phalanx {
namespace {

constexpr float kMainLabelPoints = 118.0F;
constexpr double kShortestFade_s = 0.1;  // of the slider; the checkbox beside it switches fades off

std::string armyText(const Facts& facts) {
    if (facts.models.empty()) return "Open ...";
    if (facts.models.size() == 1) return facts.models.front().name + " ...";
    return fmt::format("{} models ...", facts.models.size());
}

// Buttons for keys that a finger does not have.
void drawTitleRow(Form& form, const PanelContext& context, PanelState& panel) {
    ImGui::PushFont(context.theme.title);
    form.row("Phalanx");
    ImGui::PopFont();
    form.help("Stops the army, or lets it go on (Space).");
    const bool paused = panel.paused;
    if (paused) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    if (form.button("pause", paused ? "Resume" : "Pause")) context.actions.push(Request::kTogglePause);
    if (paused) ImGui::PopStyleColor();
    form.help("Keys and mouse (H).");
    if (form.button("keys", "Help")) panel.show_help = !panel.show_help;
    const char* hint = "Tab: hide";
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(hint).x);
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kMuted), "%s", hint);
}

// Pages that open on the right.
void drawLearnRow(Form& form, const Settings& settings, LearnSettings& learn) {
    form.row(
        "Learn",
        "The lesson goes from one soldier on the CPU to a crowd in one draw call, step by step (L). Common "
        "mistakes in skinning can be switched on to see what they look like (M). Two hosts fight a battle "
        "(B).");
    const auto page = [&](const char* name, const char* text, SidePage which) {
        if (form.button(name, text)) learn.page = learn.page == which ? SidePage::kNone : which;
    };
    page("lesson", "Lesson", SidePage::kLesson);
    page("battle", "Battle", SidePage::kBattle);
    // A mistake stays on while its page is closed, and must be visible as such.
    const std::size_t made = mistakesOn(settings);
    const std::string text = made == 0   ? "Mistakes"
                             : made == 1 ? "1 mistake on"
                                         : fmt::format("{} mistakes on", made);
    if (made > 0) ImGui::PushStyleColor(ImGuiCol_Text, color::kError);
    page("mistakes", text.c_str(), SidePage::kMistakes);
    if (made > 0) ImGui::PopStyleColor();
}

void drawWindowRow(Form& form, const PanelContext& context) {
    form.row("Window", "Saves this frame as a PNG file. Full screen fills the display.");
    if (form.button("screenshot", "Screenshot")) context.actions.push(Request::kTakeScreenshot);
    const std::string& why_not = context.facts.why_not.fullscreen;
    if (!why_not.empty()) form.help("Not available: " + why_not + ".");
    ImGui::BeginDisabled(!why_not.empty());
    if (form.button("fullscreen", context.facts.fullscreen ? "Leave full screen" : "Full screen"))
        context.actions.push(Request::kToggleFullscreen);
    ImGui::EndDisabled();
}

// A file is given by --ground, by a scene or by dropping it on the window, and stays in the list.
void drawGround(Form& form, Settings& settings) {
    std::string& ground = settings.crowd.terrain.ground;
    std::vector<std::string> values{std::string(kGroundFlat), std::string(kGroundHills)};
    if (std::ranges::find(values, ground) == values.end()) values.push_back(ground);
    std::vector<std::string> entries = values;
    if (entries.size() > 2) entries.back() = std::filesystem::path(ground).filename().string();
    int index = static_cast<int>(std::ranges::find(values, ground) - values.begin());
    form.help(std::string(settingOf("ground").help));
    if (form.combo("ground", index, entries)) ground = values[static_cast<std::size_t>(index)];
}

// The formation and the ground that it stands on, in one row.
void drawFormation(Form& form, Settings& settings) {
    settingLabel(form, "formation");
    form.share(0.55F);
    settingWidget(form, settings, "formation");
    drawGround(form, settings);
    if (settings.crowd.terrain.ground == kGroundFlat) return;
    settingRow(form, settings, "ground-size");
    settingRow(form, settings, "ground-height");
    settingRow(form, settings, "feet");
}

void drawCrowdGroup(Form& form, const PanelContext& context, Settings& settings) {
    const Facts& facts = context.facts;
    form.section("Crowd");
    form.row("Scene",
             "Opens a complete state of the window. Save (Ctrl + S) writes the present one to a file, which "
             "Ctrl + O opens; in a browser, it makes the page's address a link to it.");
    int scene = static_cast<int>(std::ranges::find(facts.scenes, facts.scene) - facts.scenes.begin());
    form.share(0.75F);
    if (form.combo("scene", scene, facts.scenes))
        context.actions.push(action::OpenScene{facts.scenes[static_cast<std::size_t>(scene)]});
    if (form.button("save_scene", "Save")) context.actions.push(Request::kSaveScene);
    form.row("Model", "Opens another model. Ctrl + O and a file dropped on the window do the same.");
    if (form.button("open", armyText(facts).c_str())) context.actions.push(Request::kOpenBrowser);
    settingGroup(form, settings, kCrowdGroup, [&](std::string_view key) {
        if (key == "formation") {
            drawFormation(form, settings);
            return true;
        }
        if (key != "units") return false;
        settingRow(form, settings, key);
        if (!facts.units_note.empty() && settings.crowd.units == facts.units_found)
            form.note(facts.units_note);
        return true;
    });
    drawEquipment(form, facts, settings);
    if (!form.foldedSection("variation", "Variation")) return;
    settingGroup(form, settings, kVariationGroup, [&](std::string_view key) {
        if (key != "spacing") return false;
        constexpr double kShown_m = 0.005;  // of two decimals
        const bool forced = facts.spacing_m > settings.crowd.spacing_m + kShown_m;
        settingRow(form, settings, key,
                   {.shown = forced ? fmt::format("{:.2f} m, the least here", facts.spacing_m) : ""});
        return true;
    });
}

void drawClipRows(Form& form, const Facts& facts, std::vector<ClipChoice>& clips) {
    const bool several = facts.models.size() > 1;
    for (std::size_t i = 0; i < facts.models.size(); ++i) {
        const ModelFacts& model = facts.models[i];
        const std::string suffix = several ? fmt::format("_{}", i) : "";
        if (several) {
            form.row(model.name.c_str(), "Clips A and B of this model.");
            form.share(0.5F);
            form.combo(("clip_a" + suffix).c_str(), clips[i].a, model.clips);
            form.combo(("clip_b" + suffix).c_str(), clips[i].b, model.clips);
        } else {
            settingLabel(form, "clip");
            form.combo("clip_a", clips[i].a, model.clips);
            settingLabel(form, "blend-clip");
            form.combo("clip_b", clips[i].b, model.clips);
        }
    }
}

// A switch and the duration of a crossfade, which is kept while the switch is off.
void drawCrossfadeRow(Form& form, CrowdSettings& crowd, PanelState& panel) {
    const Setting<Settings>& row = settingOf("crossfade");
    bool automatic = crowd.crossfade_s > 0.0;
    if (automatic) panel.crossfade_kept_s = crowd.crossfade_s;
    settingLabel(form, row.key);
    if (form.checkbox("crossfade", "auto", automatic))
        crowd.crossfade_s = automatic ? panel.crossfade_kept_s : 0.0;
    ImGui::BeginDisabled(!automatic);
    double fade = panel.crossfade_kept_s;
    if (form.slider("crossfade_s", fade, {kShortestFade_s, row.slider_most, "%.1f s"}))
        crowd.crossfade_s = panel.crossfade_kept_s = fade;
    ImGui::EndDisabled();
}

void drawLayersRow(Form& form, const Settings& settings, LearnSettings& learn) {
    settingLabel(form, "pose",
                 "More than two clips: masks, additive clips, aims, blend spaces. While layers are on, they "
                 "decide what soldiers play.");
    const bool open = learn.page == SidePage::kLayers;
    const char* const closed_text = settings.pose.empty() ? "Layers ..." : "Layers are on ...";
    if (form.button("layers", open ? "Close layers" : closed_text))
        learn.page = open ? SidePage::kNone : SidePage::kLayers;
}

void drawAnimationGroup(Form& form, const PanelContext& context, Settings& settings, PanelState& panel) {
    const Facts& facts = context.facts;
    form.section("Animation");
    drawLayersRow(form, settings, panel.learn);
    const bool layered = !settings.pose.empty();
    const char* const by_layers = "the layers decide what soldiers play";
    ImGui::BeginDisabled(layered);
    drawClipRows(form, facts, settings.clips);
    ImGui::EndDisabled();
    settingGroup(form, settings, kAnimationGroup, [&](std::string_view key) {
        if (key == "clip" || key == "blend-clip") return true;  // the rows above
        if (layered && key == "crossfade-spread") return true;  // beside a row that is off
        if (layered && key != "speed" && key != "offset" && key != "speed-spread" && key != "offset-spread") {
            settingRow(form, settings, key, {.why_disabled = by_layers});
            return true;
        }
        if (key == "crossfade") {
            drawCrossfadeRow(form, settings.crowd, panel);
            return true;
        }
        if (key != "blend") return false;
        settingRow(form, settings, key,
                   {.why_disabled = settings.crowd.crossfade_s > 0.0
                                        ? "the automatic crossfade sets the weight of clip B"
                                        : ""});
        return true;
    });
    drawClipFiles(form, context, settings, panel);
}

// Who falls, and who lies.
void drawFallsGroup(Form& form, const PanelContext& context) {
    if (!form.foldedSection("falls", "Falls")) return;
    const FallFacts& falls = context.facts.falls;
    if (!falls.why_not.empty()) form.note(falls.why_not);
    form.row("Shoot",
             "The nearest 60 soldiers that the view shows fall backwards. Ctrl + click shoots one, Ctrl + "
             "Shift + click wounds "
             "one: it staggers and recovers.");
    if (form.button("shoot", "The nearest")) context.actions.push(Request::kShootNearest);
    form.row("Who fell", "They get up where they lie and stand there, or are in their ranks again at once.");
    ImGui::BeginDisabled(falls.falling + falls.lying + falls.by_clip == 0);
    if (form.button("get_up", "Get up")) context.actions.push(Request::kGetUp);
    ImGui::EndDisabled();
    ImGui::SameLine();
    ImGui::BeginDisabled(!falls.any_aside);
    if (form.button("raise", "Back to their ranks")) context.actions.push(Request::kRaiseAll);
    ImGui::EndDisabled();
    form.fact("Ragdolls", grouped(falls.falling),
              falls.falling > 0 ? bytesText(falls.pose_bytes) + " each" : "", "000 B each");
    form.fact("Stagger or get up", grouped(falls.recovering));
    form.fact("Physics", fmt::format("{:.1f} ms", falls.physics_ms));
    form.fact("Lying", grouped(falls.lying));
    if (falls.by_clip > 0) form.fact("Fell by their clip", grouped(falls.by_clip));
}

void drawOverlayRow(Form& form, const Facts& facts, const PanelState& panel, OverlaySettings& overlay) {
    const auto& names = settingOf("overlay").names;
    static const std::vector<std::string> kNames(names.begin(), names.end());
    std::vector<std::string> why_not(kNames.size());
    why_not[static_cast<std::size_t>(OverlayChoice::kWireframe)] = facts.why_not.wireframe;
    settingLabel(form, "overlay");
    form.share(0.62F);
    int choice = static_cast<int>(overlay.choice);
    if (form.combo("overlay", choice, kNames, why_not)) overlay.choice = static_cast<OverlayChoice>(choice);
    const bool one = overlay.choice == OverlayChoice::kError;
    ImGui::BeginDisabled(one || overlay.choice == OverlayChoice::kNone || !panel.selected);
    bool everyone = overlay.everyone && !one;
    if (form.checkbox("overlay_everyone", "on all", everyone)) overlay.everyone = everyone;
    ImGui::EndDisabled();
}

void drawDrawingGroup(Form& form, const Facts& facts, Settings& settings, const PanelState& panel) {
    RenderSettings& render = settings.render;
    form.section("Drawing");
    std::vector<std::string> names;
    std::vector<std::string> why_not;
    int index = -1;
    for (const TechniqueFacts& technique : facts.techniques) {
        if (technique.name == render.technique) index = static_cast<int>(names.size());
        names.push_back(technique.name);
        why_not.push_back(technique.why_not);
    }
    const std::string help = index < 0 ? std::string(settingOf("technique").help)
                                       : facts.techniques[static_cast<std::size_t>(index)].summary;
    if (index < 0) index = static_cast<int>(names.size());
    names.emplace_back(kAutoTechnique);
    why_not.emplace_back();
    settingLabel(form, "technique", help);
    if (form.combo("technique", index, names, why_not))
        render.technique = names[static_cast<std::size_t>(index)];
    if (!facts.automatic.empty()) form.note(facts.automatic);
    settingLabel(form, "samples");
    std::vector<std::string> samples;
    int chosen = 0;
    for (int count = 1; count <= std::max(1, facts.max_samples); count *= 2) {
        if (count <= render.samples) chosen = static_cast<int>(samples.size());
        samples.push_back(fmt::format("{}", count));
    }
    form.share(0.5F);
    if (form.combo("samples", chosen, samples)) render.samples = 1 << chosen;
    form.checkbox("shadows", "shadows", render.environment.shadows);
    settingRow(form, settings, "traces");
    form.row(std::string(kSceneryGroup).c_str(),
             fmt::format("{} {}", settingOf("clouds").help, settingOf("grass").help).c_str());
    settingWidget(form, settings, "clouds");
    settingWidget(form, settings, "grass");
    settingRow(form, settings, "render-scale");
    drawOverlayRow(form, facts, panel, settings.overlay);
}

// How clips are baked. Each change bakes the models again in the background.
void drawBakeRows(Form& form, const Facts& facts, Settings& settings, BakeComparisonSettings& bakes) {
    settingLabel(form, "encoding",
                 fmt::format("{} Compare: memory and error of all bakes.", settingOf("encoding").help));
    form.share(0.55F);
    settingWidget(form, settings, "encoding");
    if (form.button("bakes", bakes.shown ? "Close" : "Compare ...")) bakes.shown = !bakes.shown;
    settingRow(form, settings, "rate");
    form.note(facts.baked);
}

// Fewer fetches per vertex, and more draw calls.
void drawPosesGroup(Form& form, const Facts& facts, Settings& settings, PanelState& panel) {
    if (!form.foldedSection("poses", "Baking and poses")) return;
    drawBakeRows(form, facts, settings, panel.bakes);
    const auto drawn = std::ranges::find(facts.techniques, settings.render.technique, &TechniqueFacts::name);
    const bool batches = drawn != facts.techniques.end() && drawn->batches;
    settingGroup(form, settings, kPosesGroup, [&](std::string_view key) {
        SettingLook look;
        if (key == "fetch" && !settings.bake.fetch) look.automatic = "auto: " + facts.fetched;
        if (key == "fetch") look.why_not = {"", "", facts.why_not.buffer_textures};
        if (key == "vertex-format" && settings.render.technique != "vertex-texture")
            look.why_disabled = "only technique vertex-texture has it";
        if ((key == "batch" || key == "multi-draw") && !batches)
            look.why_disabled = "only technique texture-draws has batches";
        if (key == "multi-draw" && !facts.why_not.multi_draw.empty())
            look.why_disabled = facts.why_not.multi_draw;
        settingRow(form, settings, key, look);
        return true;
    });
}

// `shown`: the profiler.
void drawCostGroup(Form& form, const PanelContext& context, bool& shown) {
    const Facts& facts = context.facts;
    const FrameTimes& times = facts.times;
    form.section("Frame cost");
    drawFramePlot(context.history, context.theme, 52.0F);
    const auto pair = [&](const char* what, double p50, double p95, ImU32 dot) {
        form.fact(what, millisecondsText(p50), "p95 " + millisecondsText(p95), "p95 00.0 ms", dot);
    };
    pair("Frame", times.frame_p50, times.frame_p95, color::kAccent);
    if (times.gpu_p50) {
        pair("GPU", *times.gpu_p50, times.gpu_p95.value_or(0.0), color::kSecond);
        pair("Submission (CPU)", times.submit_p50, times.submit_p95, 0);
    } else {
        // With software rendering the vertex work runs inside the calls: not a submission time.
        pair(facts.software ? "GL calls (no GPU)" : "Submission (CPU)", times.submit_p50, times.submit_p95,
             color::kSecond);
        if (!facts.software && !facts.why_not.gpu_times.empty())
            form.note("No GPU times: " + facts.why_not.gpu_times + ".");
    }
    form.fact("Draw calls", grouped(facts.stats.draws), grouped(facts.stats.unit_draws) + " for soldiers",
              "0,000 for soldiers");
    form.fact("Triangles", shortened(static_cast<double>(facts.stats.triangles)));
    form.fact("Animation texture", bytesText(facts.stats.animation_bytes));
    form.fact("Uploaded per frame", bytesText(facts.stats.bytes_uploaded));
    form.note(facts.gpu + ", " + facts.gl);
    form.row("Details", "The passes of the last 300 frames, two settings compared, sweeps. Key P.");
    if (form.button("profiler", shown ? "Close profiler" : "Profiler ...")) shown = !shown;
}

void drawLimitGroup(Form& form, const PanelContext& context) {
    const Facts& facts = context.facts;
    form.section("Bottleneck");
    form.note(facts.limit);
    if (!facts.limit_advice.empty()) form.note(facts.limit_advice);
    form.row(
        facts.limit_measured ? "Measured" : "Estimated",
        "Draws this frame repeatedly, interleaved with variants: triangles discarded, one pixel, rest pose, "
        "one vertex for all triangles, no soldiers. The variant that is faster shows the bottleneck. The "
        "animation is paused meanwhile.");
    if (form.button("measure", facts.limit_measured ? "Measure again" : "Measure"))
        context.actions.push(Request::kMeasureBottleneck);
}

}  // namespace

void drawMainPanel(const PanelContext& context, Settings& settings, PanelState& panel) {
    const Theme& theme = context.theme;
    if (beginPanel("Phalanx", theme, {.foot = context.facts.covered_below})) {
        Form form(theme, context.log, kMainLabelPoints);
        drawTitleRow(form, context, panel);
        drawLearnRow(form, settings, panel.learn);
        drawWindowRow(form, context);
        drawCrowdGroup(form, context, settings);
        drawAnimationGroup(form, context, settings, panel);
        drawDrawingGroup(form, context.facts, settings, panel);
        drawPosesGroup(form, context.facts, settings, panel);
        drawDetailGroup(form, context.facts, settings);
        drawCostGroup(form, context, panel.profiler.shown);
        drawLimitGroup(form, context);
        drawFallsGroup(form, context);
    }
    ImGui::End();
}

}  // namespace phalanx

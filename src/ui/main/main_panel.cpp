#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "ui/main/detail_group.h"
#include "ui/main/panels.h"
#include "ui/toolkit/format.h"
#include "ui/toolkit/plot.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

constexpr SliderStyle kRenderScale{0.25, 1.0, "%.0f %%", 100.0};
constexpr float kMainLabelPoints = 112.0F;
constexpr SliderStyle kSpeed{0.0, 4.0, "%.2f \xC3\x97"};
constexpr SliderStyle kSpread{0.0, 1.0, "\xC2\xB1 %.0f %%", 100.0};
constexpr SliderStyle kCycle{0.0, 1.0, "%.2f cycle"};
constexpr SliderStyle kFade{0.1, 10.0, "%.1f s"};

std::string armyText(const Facts& facts) {
    if (facts.models.empty()) return "Open ...";
    if (facts.models.size() == 1) return facts.models.front().name + " ...";
    return fmt::format("{} models ...", facts.models.size());
}

// Pages that open at the right.
void drawLearnRow(Form& form, const Settings& settings, LearnSettings& learn) {
    form.row("Learn",
             "The lesson goes from one soldier on the CPU to a crowd in one call, step by step (L). The "
             "mistakes are "
             "those that everyone makes once, to be switched on and seen (M).");
    const auto page = [&](const char* name, const char* text, LearnPage which) {
        if (form.button(name, text)) learn.page = learn.page == which ? LearnPage::kNone : which;
    };
    page("lesson", "Lesson", LearnPage::kLesson);
    // A mistake stays made when its page is shut: that must be seen.
    const bool made = settings.bake.mistakes.any() || settings.render.skin.switches.bind_normals;
    if (made) ImGui::PushStyleColor(ImGuiCol_Text, color::kError);
    page("mistakes", made ? "A mistake is made!" : "Famous mistakes", LearnPage::kMistakes);
    if (made) ImGui::PopStyleColor();
}

void drawCrowdGroup(Form& form, const Facts& facts, Settings& settings, PanelState& panel) {
    CrowdSettings& crowd = settings.crowd;
    form.section("Crowd");
    form.row(
        "Scene",
        "A whole state of the window. Ctrl + S saves this one as a file; Ctrl + O opens such files too.");
    int scene = static_cast<int>(std::ranges::find(facts.scenes, facts.scene) - facts.scenes.begin());
    if (form.combo("scene", scene, facts.scenes))
        panel.scene_wanted = facts.scenes[static_cast<std::size_t>(scene)];
    form.row("Model", "Opens another one; so do Ctrl + O, and a file dropped on the window.");
    if (form.button("open", armyText(facts).c_str())) panel.open_wanted = true;
    form.row("Units",
             "How many soldiers. The slider goes by decades; type an exact number beside it and press Enter. "
             "+ and \xE2\x88\x92 double and halve it.");
    form.count("units", crowd.units, kMaxUnits);
    if (!facts.units_note.empty()) form.note(facts.units_note);
    const auto& names = crowdSetting("formation").names;
    static const std::vector<std::string> kFormationNames(names.begin(), names.end());
    form.row("Formation");
    int formation = static_cast<int>(crowd.formation);
    if (form.combo("formation", formation, kFormationNames))
        crowd.formation = static_cast<Formation>(formation);
    form.row("Seed", "All that is random follows from it: the same seed, the same army.");
    form.share(0.5F);
    form.integer("seed", crowd.seed);
    form.checkbox("march", "march", crowd.march);
}

void drawClipRows(Form& form, const Facts& facts, std::vector<ClipChoice>& clips) {
    const bool several = facts.models.size() > 1;
    for (std::size_t i = 0; i < facts.models.size(); ++i) {
        const ModelFacts& model = facts.models[i];
        const std::string suffix = several ? fmt::format("_{}", i) : "";
        if (several) {
            form.row(model.name.c_str(), "The clips A and B of this model.");
            form.share(0.5F);
            form.combo(("clip_a" + suffix).c_str(), clips[i].a, model.clips);
            form.combo(("clip_b" + suffix).c_str(), clips[i].b, model.clips);
        } else {
            form.row("Clip A");
            form.combo("clip_a", clips[i].a, model.clips);
            form.row("Clip B", "What clip A is blended with. Both are sampled for each vertex.");
            form.combo("clip_b", clips[i].b, model.clips);
        }
    }
}

void drawAnimationGroup(Form& form, const Facts& facts, Settings& settings, PanelState& panel) {
    CrowdSettings& crowd = settings.crowd;
    form.section("Animation");
    drawClipRows(form, facts, settings.clips);
    bool automatic = crowd.crossfade_s > 0.0;
    if (automatic) panel.crossfade_kept_s = crowd.crossfade_s;
    form.row(
        "Crossfade",
        "Automatic: from A to B and back by the clock, without a byte uploaded; the slider is how long one "
        "fade takes. Off: the weight below holds.");
    if (form.checkbox("crossfade", "auto", automatic))
        crowd.crossfade_s = automatic ? panel.crossfade_kept_s : 0.0;
    ImGui::BeginDisabled(!automatic);
    double fade = panel.crossfade_kept_s;
    if (form.slider("crossfade_s", fade, kFade)) crowd.crossfade_s = panel.crossfade_kept_s = fade;
    ImGui::EndDisabled();
    form.row("Weight of B");
    ImGui::BeginDisabled(automatic);
    form.slider("blend", crowd.blend, kPercent);
    ImGui::EndDisabled();
    form.row("Speed", "Of playback: the mean of all, and how much soldiers differ from it.");
    form.share(0.5F);
    form.slider("speed", crowd.speed, kSpeed);
    form.slider("speed_spread", crowd.speed_spread, kSpread);
    form.row("Offset",
             "Where in the cycle a soldier is: the same shift for all, and how far soldiers lie apart. None "
             "at all, "
             "and they move as one.");
    form.share(0.5F);
    form.slider("offset", crowd.offset, kCycle);
    form.slider("offset_spread", crowd.offset_spread, kSpread);
}

void drawOverlayRow(Form& form, const PanelState& panel, OverlaySettings& overlay) {
    const auto& names = settingOf("overlay").names;
    static const std::vector<std::string> kNames(names.begin(), names.end());
    form.row(
        "Overlay",
        "Paints on the soldiers what skinning does to them: the weights of the joint that is pointed at in "
        "the anatomy, a colour a joint, the error against exact skinning, normals, triangles. On all, or on "
        "the selected one alone.");
    form.share(0.62F);
    int choice = static_cast<int>(overlay.choice);
    if (form.combo("overlay", choice, kNames)) overlay.choice = static_cast<OverlayChoice>(choice);
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
    const char* summary =
        index < 0 ? "compute where OpenGL 4.3 is there and the joints fit, else palette. LODs for which "
                    "preparing a pose does not pay are drawn by texture."
                  : facts.techniques[static_cast<std::size_t>(index)].summary.c_str();
    if (index < 0) index = static_cast<int>(names.size());
    names.emplace_back("auto");
    why_not.emplace_back();
    form.row("Technique", summary);
    if (form.combo("technique", index, names, why_not))
        render.technique = names[static_cast<std::size_t>(index)];
    if (!facts.automatic.empty()) form.note(facts.automatic);
    form.row("Samples", "A pixel, against jagged edges.");
    std::vector<std::string> samples;
    int chosen = 0;
    for (int count = 1; count <= std::max(1, facts.max_samples); count *= 2) {
        if (count <= render.samples) chosen = static_cast<int>(samples.size());
        samples.push_back(fmt::format("{}", count));
    }
    form.share(0.5F);
    if (form.combo("samples", chosen, samples)) render.samples = 1 << chosen;
    form.checkbox("shadows", "shadows", render.environment.shadows);
    form.row(
        "Render scale",
        "The scene is drawn at this share of the window's size and scaled up; panels stay sharp. For weak "
        "machines: 50 % draws a quarter of the pixels.");
    form.slider("render_scale", render.render_scale, kRenderScale);
    drawOverlayRow(form, panel, settings.overlay);
}

// How poses lie in memory. Each change bakes anew in the background.
void drawBakeRows(Form& form, const Facts& facts, BakeChoice& bake, RebakeSettings& rebake,
                  bool posed_vertices) {
    static const std::vector<std::string> kEncodingNames = [] {
        std::vector<std::string> names;
        for (const Encoding encoding : kEncodings) names.emplace_back(nameOf(encoding));
        return names;
    }();
    form.row("Encoding",
             "How a joint's transform lies in the texture. rgba32f: three rows of floats, 48 bytes. rgba16f: "
             "half floats, 24 bytes. trs: rotation, place and scale, 16 bytes, which keeps volume in a "
             "crossfade. Bakes anew; the army marches on meanwhile. Compare: memory and error of all bakes.");
    int encoding = static_cast<int>(bake.encoding);
    form.share(0.55F);
    if (form.combo("encoding", encoding, kEncodingNames)) bake.encoding = static_cast<Encoding>(encoding);
    if (form.button("rebake", rebake.shown ? "Close bench" : "Compare ...")) rebake.shown = !rebake.shown;

    std::vector<std::optional<double>> rates{std::nullopt};
    rates.insert(rates.end(), kBakeRates_hz.begin(), kBakeRates_hz.end());
    if (std::ranges::find(rates, bake.rate_hz) == rates.end()) rates.push_back(bake.rate_hz);
    std::vector<std::string> rate_names;
    for (const std::optional<double>& rate : rates)
        rate_names.push_back(rate ? fmt::format("{:g} Hz", *rate) : "auto: under 1 mm");
    form.row(
        "Sampling rate",
        "Poses baked a second. auto: for each clip the lowest of 15, 30, 60 and 120 Hz that errs by less "
        "than 1 mm. Bakes anew.");
    int rate = static_cast<int>(std::ranges::find(rates, bake.rate_hz) - rates.begin());
    if (form.combo("rate", rate, rate_names)) bake.rate_hz = rates[static_cast<std::size_t>(rate)];
    form.note(facts.baked);

    constexpr std::array<std::optional<FetchPath>, 3> kPaths{std::nullopt, FetchPath::kTexture2d,
                                                             FetchPath::kBuffer};
    const std::vector<std::string> path_names{
        bake.fetch ? "measure" : fmt::format("measured: {}", facts.fetched), "2D texture", "buffer texture"};
    form.row("Fetch from",
             "Which of the two is faster differs by vendor: a short measurement finds out, or you say it.");
    int path = static_cast<int>(std::ranges::find(kPaths, bake.fetch) - kPaths.begin());
    if (form.combo("fetch", path, path_names)) bake.fetch = kPaths[static_cast<std::size_t>(path)];

    static const std::vector<std::string> kFormats{std::string(nameOf(VertexFormat::kUnorm16)),
                                                   std::string(nameOf(VertexFormat::kHalf))};
    ImGui::BeginDisabled(!posed_vertices);
    form.row("Vertex format",
             "Of technique vertex-texture: unorm16 is 8 bytes a vertex and frame, half 16. Bakes anew.");
    int format = static_cast<int>(bake.vertex_format);
    if (form.combo("vertex_format", format, kFormats)) bake.vertex_format = static_cast<VertexFormat>(format);
    ImGui::EndDisabled();
}

// What a soldier may be drawn with less of, and what more draws cost.
void drawLadderGroup(Form& form, const Facts& facts, Settings& settings, PanelState& panel) {
    SkinSettings& skin = settings.render.skin;
    if (!form.foldedSection("ladder", "Ladder")) return;
    drawBakeRows(form, facts, settings.bake, panel.rebake, settings.render.technique == "vertex-texture");
    PoseSwitches& switches = skin.switches;
    static const std::vector<std::string> kLookups{std::string(nameOf(FrameLookup::kLinear)),
                                                   std::string(nameOf(FrameLookup::kNearest))};
    form.row("Frame lookup",
             "linear blends the two frames around the moment. nearest takes one of them: half the fetches, "
             "and motion in steps.");
    int lookup = static_cast<int>(switches.lookup);
    if (form.combo("lookup", lookup, kLookups)) switches.lookup = static_cast<FrameLookup>(lookup);

    constexpr std::array kWeights{4, 2, 1};
    static const std::vector<std::string> kWeightNames{"4", "2", "1"};
    form.row("Joints a vertex",
             "How many joints move a vertex: fewer fetch less, and bend less smoothly at elbows and knees. "
             "Technique vertex-texture bakes its vertices anew, which takes a moment.");
    int entry = static_cast<int>(std::ranges::find(kWeights, switches.weights) - kWeights.begin());
    if (form.combo("weights", entry, kWeightNames))
        switches.weights = kWeights[static_cast<std::size_t>(entry)];

    form.row("Single clip",
             "Samples only the clip that weighs more, for half the fetches: a crossfade becomes a jump. Off: "
             "each vertex samples clips A and B and blends them.");
    form.checkbox("single_clip", "", switches.single_clip);

    const auto drawn = std::ranges::find(facts.techniques, settings.render.technique, &TechniqueFacts::name);
    const bool batches = drawn != facts.techniques.end() && drawn->batches;
    ImGui::BeginDisabled(!batches);
    form.row(
        "Units a draw",
        "Of technique texture-draws, which alone can be set: how many soldiers one draw call takes. Fewer "
        "make more calls, which cost the CPU time.");
    form.count("batch", skin.batch, kMaxUnits);
    ImGui::EndDisabled();
    ImGui::BeginDisabled(!batches || !facts.multi_draw);
    form.row("Multi-draw",
             facts.multi_draw ? "Of technique texture-draws: one call takes a list of all those draws, which "
                                "spares the CPU most of what they cost."
                              : "One call for a list of draws: this context cannot, it needs OpenGL 4.3.");
    form.checkbox("multi_draw", "one call", skin.multi_draw);
    ImGui::EndDisabled();
}

// `shown`: the profiler.
void drawCostGroup(Form& form, const PanelContext& context, bool& shown) {
    const Facts& facts = context.facts;
    const FrameTimes& times = facts.times;
    form.section("Cost of a frame");
    drawFramePlot(context.history, context.theme, 52.0F);
    const auto pair = [&](const char* what, double p50, double p95, ImU32 dot) {
        form.fact(what, millisecondsText(p50), "p95 " + millisecondsText(p95), "p95 00.0 ms", dot);
    };
    pair("Frame", times.frame_p50, times.frame_p95, color::kAccent);
    if (times.gpu_p50) {
        pair("GPU", *times.gpu_p50, times.gpu_p95.value_or(0.0), color::kSecond);
        pair("Submission (CPU)", times.submit_p50, times.submit_p95, 0);
    } else {
        // On software the vertex work runs inside the calls, so this is no submission time.
        pair(facts.software ? "GL calls (no GPU)" : "Submission (CPU)", times.submit_p50, times.submit_p95,
             color::kSecond);
    }
    form.fact("Draw calls", grouped(facts.stats.draws), grouped(facts.stats.unit_draws) + " for soldiers",
              "0,000 for soldiers");
    form.fact("Triangles", shortened(static_cast<double>(facts.stats.triangles)));
    form.fact("Animation texture", bytesText(facts.stats.animation_bytes));
    form.fact("Uploaded a frame", bytesText(facts.stats.bytes_uploaded));
    form.note(facts.gpu + ", " + facts.gl);
    form.row("Pass by pass", "The last 300 frames taken apart, two settings compared, sweeps. Key P.");
    if (form.button("profiler", shown ? "Shut the profiler" : "Profiler ...")) shown = !shown;
}

void drawLimitGroup(Form& form, const Facts& facts, PanelState& panel) {
    form.section("What limits it");
    form.note(facts.limit);
    if (!facts.limit_advice.empty()) form.note(facts.limit_advice);
    form.row(
        facts.limit_measured ? "Measured" : "By the clock",
        "Draws this frame for a while also with its triangles discarded, at one pixel, in the rest pose, "
        "with triangles of one vertex and without soldiers, in turns: what gets faster is what limits it. "
        "The picture stands still meanwhile.");
    if (form.button("measure", facts.limit_measured ? "Measure again" : "Measure"))
        panel.measure_wanted = true;
}

}  // namespace

void drawMainPanel(const PanelContext& context, Settings& settings, PanelState& panel) {
    const Theme& theme = context.theme;
    if (beginPanel("Phalanx", theme, {})) {
        ImGui::PushFont(theme.title);
        ImGui::TextUnformatted("Phalanx");
        ImGui::PopFont();
        const char* hint = panel.paused ? "paused: Space goes on" : "H: help   Tab: hide";
        ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(hint).x);
        ImGui::AlignTextToFramePadding();
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(panel.paused ? color::kAccent : color::kMuted),
                           "%s", hint);
        Form form(theme, context.log, kMainLabelPoints);
        drawLearnRow(form, settings, panel.learn);
        drawCrowdGroup(form, context.facts, settings, panel);
        drawAnimationGroup(form, context.facts, settings, panel);
        drawDrawingGroup(form, context.facts, settings, panel);
        drawLadderGroup(form, context.facts, settings, panel);
        drawDetailGroup(form, context.facts, settings.render);
        drawCostGroup(form, context, panel.profiler.shown);
        drawLimitGroup(form, context.facts, panel);
    }
    ImGui::End();
}

}  // namespace phalanx

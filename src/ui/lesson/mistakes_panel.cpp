#include <array>

#include "ui/lesson/lesson_panel.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

constexpr float kNoLabel_points = 1.0F;

// In phase: every soldier at the same time of its clip.
bool inPhase(const CrowdSettings& crowd) {
    return crowd.offset_spread == 0.0 && crowd.speed_spread == 0.0;
}

void setInPhase(CrowdSettings& crowd, LearnSettings& learn, bool in_phase) {
    if (in_phase) {
        learn.kept_offset_spread = crowd.offset_spread;
        learn.kept_speed_spread = crowd.speed_spread;
        crowd.offset_spread = crowd.speed_spread = 0.0;
    } else {
        crowd.offset_spread =
            learn.kept_offset_spread > 0.0 ? learn.kept_offset_spread : CrowdSettings{}.offset_spread;
        crowd.speed_spread = learn.kept_speed_spread;
    }
}

struct MistakeText {
    const char* name;        // of the widget
    std::string_view key;    // of the setting, whose label is the title; "": none, see `title`
    std::string_view title;  // of a mistake that consists of values of other settings
    const char* text;
};

constexpr std::array<MistakeText, 6> kTexts{
    MistakeText{
        "mistake_joint_0", "skip-joint-0", "",
        "Everything attached to the first joint shrinks to the point between the feet: a loop started at 1, "
        "or 0 was read as \"no joint\". Show the joint colours: the missing part has a single colour."},
    {"mistake_one_weight", "", "One joint per vertex",
     "Elbows, knees and shoulders break like folded cardboard: only the largest of four weights was read. "
     "Look at the inside of a strongly bent limb; the overlay \"error in mm\" is bright there."},
    {"mistake_no_offset", "no-offset", "",
     "Limbs fly off and the body bursts: joints transform vertices that were not moved to joint space, "
     "because the inverse bind matrix is missing. The rest pose shows it: skinned, it must equal the "
     "original mesh."},
    {"mistake_no_closing_frame", "no-closing-frame", "",
     "The soldier twitches once per cycle: after the last frame of a loop its first frame must follow again, "
     "otherwise the blend goes towards the next clip. Slow the army down and watch the phase pass 100 %."},
    {"mistake_bind_normals", "bind-normals", "",
     "Shading sticks to the body as if painted on, and a raised arm is lit on the wrong side: positions were "
     "skinned, but normals were not. The overlay \"normals\" must change while a limb turns."},
    {"mistake_in_phase", "", "All in phase",
     "The army moves like a single puppet, and every soldier costs the most in the same frame: all started "
     "at the same time. A few percent of phase offset make it a crowd."}};

// True when switched.
bool drawMistake(const PanelContext& context, const MistakeText& mistake, bool& made) {
    ImGui::Dummy(ImVec2(0.0F, context.theme.points(1.0F)));
    ImGui::PushFont(context.theme.strong);
    if (made) ImGui::PushStyleColor(ImGuiCol_Text, color::kError);
    const bool before = made;
    const std::string title(mistake.key.empty() ? mistake.title : settingOf(mistake.key).label);
    const bool switched = ImGui::Checkbox((title + "##" + mistake.name).c_str(), &made);
    if (before) ImGui::PopStyleColor();
    ImGui::PopFont();
    context.log.add(mistake.name);
    ImGui::PushStyleColor(ImGuiCol_Text, color::kMuted);
    ImGui::PushTextWrapPos(0.0F);
    ImGui::TextUnformatted(mistake.text);
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    return switched;
}

void drawSwitches(const PanelContext& context, Settings& settings, LearnSettings& learn) {
    BakeMistakes& baked = settings.bake.mistakes;
    PoseSwitches& switches = settings.render.skin.switches;
    drawMistake(context, kTexts[0], baked.skip_joint_0);
    bool one = switches.weights == 1;
    if (drawMistake(context, kTexts[1], one)) switches.weights = one ? 1 : 4;
    drawMistake(context, kTexts[2], baked.no_offset);
    drawMistake(context, kTexts[3], baked.no_closing_frame);
    drawMistake(context, kTexts[4], switches.bind_normals);
    bool in_phase = inPhase(settings.crowd);
    if (drawMistake(context, kTexts[5], in_phase)) setInPhase(settings.crowd, learn, in_phase);
}

bool canReset(const Settings& settings) {
    return mistakeIsOn(settings) || settings.render.skin.switches.weights == 1 || inPhase(settings.crowd);
}

void resetMistakes(Settings& settings, LearnSettings& learn) {
    settings.bake.mistakes = {};
    PoseSwitches& switches = settings.render.skin.switches;
    switches.bind_normals = false;
    settings.render.skin.rigid_parts = false;
    if (switches.weights == 1) switches.weights = 4;
    if (inPhase(settings.crowd)) setInPhase(settings.crowd, learn, false);
}

}  // namespace

float drawMistakesPanel(const PanelContext& context, Settings& settings, PanelState& panel) {
    const Theme& theme = context.theme;
    float width = 0.0F;
    if (beginPanel("Mistakes", theme, {Corner::kRight, kLearnPanelPoints, context.facts.foot})) {
        Form form(theme, context.log, kNoLabel_points);
        if (form.title("Common mistakes", "mistakes_close")) panel.learn.page = SidePage::kNone;
        if (!settings.pose.empty())
            form.note("Layers are on: mistakes in joints and frames do not show on them. Switch layers off.");
        drawSwitches(context, settings, panel.learn);
        ImGui::Dummy(ImVec2(0.0F, theme.points(2.0F)));
        ImGui::BeginDisabled(!canReset(settings));
        if (ImGui::Button("Reset")) resetMistakes(settings, panel.learn);
        ImGui::EndDisabled();
        context.log.add("mistakes_right", canReset(settings));
        const std::string& technique = settings.render.technique;
        if (technique != kAutoTechnique && !findTechnique(technique).animated()) {
            form.note("Technique static draws the rest pose: select another technique to see the mistakes.");
        }
        width = ImGui::GetWindowWidth();
    }
    ImGui::End();
    return width;
}

}  // namespace phalanx

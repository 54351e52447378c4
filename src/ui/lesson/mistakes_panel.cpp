#include <array>

#include "ui/lesson/lesson_panel.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

constexpr float kNoLabel_points = 1.0F;

// In step: every soldier at the same moment of his clip.
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
    const char* name;  // of the widget
    const char* title;
    const char* text;
};

constexpr std::array<MistakeText, 6> kTexts{
    MistakeText{"mistake_joint_0", "Joint 0 skipped",
                "What hangs on the first joint shrinks to the point between the feet: a loop began at 1, or "
                "took 0 for "
                "\"no joint\". Colour the joints: what is gone has one colour."},
    {"mistake_one_weight", "One joint a vertex",
     "Elbows, knees and shoulders break like folded card: only the heaviest of four weights was read. Bend a "
     "limb far and "
     "look at the inside; the overlay \"error in mm\" lights up there."},
    {"mistake_no_offset", "No offset matrix",
     "Limbs fly off and the body bursts: joints turn vertices that were never brought into their space, "
     "because the inverse "
     "bind matrix is missing. The rest pose tells: skinned, it must be the mesh as it was."},
    {"mistake_no_closing_frame", "No closing frame",
     "Once a cycle the soldier twitches: behind the last frame of a loop its first one must lie again, else "
     "the blend goes "
     "towards the next clip. Slow the army down and watch the phase pass 100 %."},
    {"mistake_bind_normals", "Normals left behind",
     "Shading sticks to the body as if painted on and lights the wrong side of a raised arm: positions were "
     "skinned, normals "
     "not. The overlay \"normals\" must change while a limb turns."},
    {"mistake_in_phase", "All in phase",
     "The army moves as one puppet, and every soldier costs the most in the same frame: all began at the "
     "same moment. A few "
     "percent of offset, and it is a crowd."}};

// True when it was switched.
bool drawMistake(const PanelContext& context, const MistakeText& mistake, bool& made) {
    ImGui::Dummy(ImVec2(0.0F, context.theme.points(1.0F)));
    ImGui::PushFont(context.theme.strong);
    if (made) ImGui::PushStyleColor(ImGuiCol_Text, color::kError);
    const bool before = made;
    const bool switched = ImGui::Checkbox((std::string(mistake.title) + "##" + mistake.name).c_str(), &made);
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

bool anyMade(const Settings& settings) {
    const PoseSwitches& switches = settings.render.skin.switches;
    return settings.bake.mistakes.any() || switches.bind_normals || switches.weights == 1 ||
           inPhase(settings.crowd);
}

void makeRight(Settings& settings, LearnSettings& learn) {
    settings.bake.mistakes = {};
    PoseSwitches& switches = settings.render.skin.switches;
    switches.bind_normals = false;
    if (switches.weights == 1) switches.weights = 4;
    if (inPhase(settings.crowd)) setInPhase(settings.crowd, learn, false);
}

}  // namespace

float drawMistakesPanel(const PanelContext& context, Settings& settings, PanelState& panel) {
    const Theme& theme = context.theme;
    float width = 0.0F;
    if (beginPanel("Mistakes", theme, {Corner::kRight, kLearnPanelPoints, context.facts.foot})) {
        Form form(theme, context.log, kNoLabel_points);
        if (form.title("Famous mistakes", "mistakes_close")) panel.learn.page = LearnPage::kNone;
        drawSwitches(context, settings, panel.learn);
        ImGui::Dummy(ImVec2(0.0F, theme.points(2.0F)));
        ImGui::BeginDisabled(!anyMade(settings));
        if (ImGui::Button("All right again")) makeRight(settings, panel.learn);
        ImGui::EndDisabled();
        context.log.add("mistakes_right", anyMade(settings));
        const std::string& technique = settings.render.technique;
        if (technique != kAutoTechnique && !findTechnique(technique).animated()) {
            form.note("Technique static draws the rest pose: choose another one to see them.");
        }
        width = ImGui::GetWindowWidth();
    }
    ImGui::End();
    return width;
}

}  // namespace phalanx

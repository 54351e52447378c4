#include <algorithm>
#include <array>

#include "anim/layers/layered_pose_json.h"
#include "ui/lesson/event_mistakes_page.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/lesson/mistake_row.h"
#include "ui/toolkit/form.h"
#include "ui/toolkit/page_button.h"
#include "ui/toolkit/panel_place.h"

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

struct LayerMistakeText {
    MistakeText shown;
    bool LayerMistakes::*made = nullptr;
};

constexpr std::array kLayerTexts{
    LayerMistakeText{{"mistake_model_masks", "model-space-masks", "",
                      "The body tears where the mask ends: a joint that it covers in part leaves its parent, "
                      "because each goes its own way in model space. Blend relative to the parent, then "
                      "multiply down the hierarchy."},
                     &LayerMistakes::model_space_masks},
    LayerMistakeText{{"mistake_added_matrices", "added-matrices", "",
                      "Limbs shrink, stretch and shear: a sum of rotation matrices is no rotation. Add the "
                      "difference as a rotation, relative to the parent."},
                     &LayerMistakes::added_matrices},
    LayerMistakeText{{"mistake_chained_slerps", "chained-slerps", "",
                      "Of three clips with a third each, the chain takes 4/9, 2/9 and 3/9; another order "
                      "gives another pose. Sum the quaternions by their weights, then normalize."},
                     &LayerMistakes::chained_slerps},
    LayerMistakeText{{"mistake_no_hemisphere", "no-hemisphere", "",
                      "A limb turns the long way round, or flips between two frames: q and -q are the same "
                      "rotation, but the path between them is a full turn. Flip each quaternion to the side "
                      "of the first one."},
                     &LayerMistakes::no_hemisphere},
    LayerMistakeText{{"mistake_out_of_step", "out-of-step", "",
                      "Feet slide and legs move half-heartedly: walk and run drift apart, and one lifts the "
                      "foot that the other puts down. All clips of a blend space share one phase."},
                     &LayerMistakes::out_of_step},
    LayerMistakeText{{"mistake_aim_before_layers", "aim-before-layers", "",
                      "The weapon points beside its target: the layer over the upper body replaces what the "
                      "aim has turned. Aims and IK come last."},
                     &LayerMistakes::aim_before_layers}};

// On the page of feet and IK.
constexpr std::array kFeetTexts{
    LayerMistakeText{{"mistake_no_pelvis_drop", "no-pelvis-drop", "",
                      "On a slope the lower foot hangs in the air, its leg stretched: the leg is too short "
                      "for a foot that stands lower than the clip has it. Lower the pelvis until both legs "
                      "reach, then solve them."},
                     &LayerMistakes::no_pelvis_drop},
    LayerMistakeText{{"mistake_feet_switch", "feet-switch", "",
                      "Feet jump when they touch down, when they lift off, and where planting begins in the "
                      "distance: a weight went from 0 to 1 in one frame. Fade it, by the contact's curve and "
                      "over a band of distances."},
                     &LayerMistakes::feet_switch},
    LayerMistakeText{
        {"mistake_ik_in_world", "ik-in-world", "",
         "All hands reach for one place, near the middle of the world, and arms are stretched "
         "towards it: a point before each soldier was used as a point of the world, or the other "
         "way round. Bring target and chain into one space first."},
        &LayerMistakes::ik_in_world}};

constexpr MistakeText kAbsoluteText{
    "mistake_absolute_rotations", "absolute-rotations", "",
    "Limbs are twisted, a trunk lies flat or a head looks backwards, though hands and feet are in their "
    "places: the axes of a joint at rest are its maker's choice, and the rotations of one skeleton mean "
    "something else in another. Carry over how far a joint has turned from its rest pose, in the axes of the "
    "body."};

struct BodyMistakeText {
    MistakeText shown;
    bool BodyMistakes::*made = nullptr;
};

// On the page of ragdolls.
constexpr std::array kBodyTexts{
    BodyMistakeText{
        {"mistake_overlapping_bodies", "overlapping-bodies", "",
         "Soldiers burst upwards when they are hit: their bodies overlap from the start, at every joint, "
         "and the solver pushes apart what overlaps. Leave out pairs that a joint connects, and let others "
         "collide only once they have been apart."},
        &BodyMistakes::overlapping_bodies},
    BodyMistakeText{
        {"mistake_loose_joints", "loose-joints", "",
         "Hands and heads leave their limbs: one long step and one round of the solver do not hold joints "
         "together. Take small steps, and draw only rotations, so that bones keep their lengths."},
        &BodyMistakes::loose_joints},
    BodyMistakeText{
        {"mistake_never_rest", "never-rest", "",
         "Nothing looks wrong, but every soldier who lies goes on costing: the profiler's row \"falls\" "
         "and the uploads grow with each death. Let bodies rest when they are slow, in any case after "
         "some seconds."},
        &BodyMistakes::never_rest}};

// What a pose lacks for a mistake to be seen; "": nothing.
const char* lackOf(bool LayerMistakes::*made, const LayeredPose& pose) {
    const auto over_a_part = [](const PoseLayer& layer) { return layer.mask && layer.weight > 0.0; };
    const bool masked = std::ranges::any_of(pose.layers, over_a_part);
    if (made == &LayerMistakes::model_space_masks && !masked) return "Needs a layer with a mask.";
    if (made == &LayerMistakes::added_matrices && pose.additive.empty()) return "Needs an additive clip.";
    const bool space = pose.base && pose.base->point;
    if (made == &LayerMistakes::chained_slerps && !space && (!pose.base || pose.base->clips.size() < 3))
        return "Needs a base of three clips.";
    const bool mixed =
        space || (pose.base && pose.base->clips.size() > 1) || !pose.layers.empty() || !pose.additive.empty();
    if (made == &LayerMistakes::no_hemisphere && !mixed) return "Needs two clips that are blended.";
    if (made == &LayerMistakes::out_of_step && !space) return "Needs a base with a blend space.";
    if (made == &LayerMistakes::aim_before_layers && (!masked || pose.aim.empty()))
        return "Needs an aim and a layer with a mask.";
    return "";
}

// "": feet stand on ground that is not flat.
const char* lackOfGround(const Settings& settings, const LayeredPose& pose) {
    if (pose.ground && pose.ground->plane) return "";
    const TerrainSettings& terrain = settings.crowd.terrain;
    if (terrain.ground == kGroundFlat) return "Needs hills: choose them beside the formation.";
    if (settings.pose.empty() && !terrain.feet) return "Needs planted feet (--no-feet is set).";
    if (!settings.pose.empty() && !pose.ground)
        return "These layers do not plant feet: switch layers off, or add \"ground\" to the pose.";
    return "";
}

void drawLayerSwitches(const PanelContext& context, Form& form, Settings& settings) {
    const bool on = !settings.pose.empty();
    if (!on) {
        form.note("These show on layers.");
        if (ImGui::Button("Give the army layers")) context.actions.push(Request::kTakeLayerStack);
        context.log.add("mistakes_stack");
    }
    const LayeredPose pose = on ? parsePose(settings.pose, "pose").pose : LayeredPose{};
    for (const LayerMistakeText& each : kLayerTexts) {
        drawMistake(context, each.shown, settings.render.skin.layer_mistakes.*each.made);
        const char* const lack = on ? lackOf(each.made, pose) : "";
        if (*lack != '\0') form.note(lack);
    }
}

void drawFeetSwitches(const PanelContext& context, Form& form, Settings& settings) {
    const LayeredPose pose = settings.pose.empty() ? LayeredPose{} : parsePose(settings.pose, "pose").pose;
    if (const char* const lack = lackOfGround(settings, pose); *lack != '\0') form.note(lack);
    for (const LayerMistakeText& each : kFeetTexts) {
        drawMistake(context, each.shown, settings.render.skin.layer_mistakes.*each.made);
        if (each.made == &LayerMistakes::ik_in_world && pose.ik.empty())
            form.note("Needs layers with an IK: the anatomy's page \"IK\" adds one.");
    }
}

void drawClipSwitches(const PanelContext& context, Form& form, Settings& settings) {
    drawMistake(context, kAbsoluteText, settings.army.clip_options.absolute_rotations);
    if (settings.army.clip_files.empty()) {
        form.note("Needs clips of another body: \"Clips of other files\" in the panel.");
    } else if (settings.army.clip_options.retarget == RetargetMode::kOff) {
        form.note("Needs retargeting, which is off.");
    }
    ImGui::Dummy(ImVec2(0.0F, context.theme.points(2.0F)));
    form.note(
        "Degrees as a measure of errors: see \"by degrees\" in the table of compression, in the bake "
        "comparison.");
}

void drawBodySwitches(const PanelContext& context, Form& form, Settings& settings) {
    if (!context.facts.falls.why_not.empty()) form.note(context.facts.falls.why_not);
    for (const BodyMistakeText& each : kBodyTexts)
        drawMistake(context, each.shown, settings.body_mistakes.*each.made);
    ImGui::Dummy(ImVec2(0.0F, context.theme.points(2.0F)));
    form.note("They show on soldiers who fall from now on.");
    if (ImGui::Button("Shoot the nearest")) context.actions.push(Request::kShootNearest);
    context.log.add("mistakes_shoot");
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
    return mistakesOn(settings) > 0 || settings.render.skin.switches.weights == 1 || inPhase(settings.crowd);
}

void resetMistakes(Settings& settings, LearnSettings& learn) {
    settings.bake.mistakes = {};
    settings.body_mistakes = {};
    settings.event_mistakes = {};
    settings.army.clip_options.absolute_rotations = false;
    settings.render.skin.layer_mistakes = {};
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
        MistakesPage& page = panel.learn.mistakes;
        ImGui::Dummy(ImVec2(0.0F, 0.0F));
        if (pageButton(context.log, "Joints, frames", "mistakes_joints", page == MistakesPage::kJoints))
            page = MistakesPage::kJoints;
        if (pageButton(context.log, "Layers", "mistakes_layers", page == MistakesPage::kLayers))
            page = MistakesPage::kLayers;
        if (pageButton(context.log, "Feet and IK", "mistakes_feet", page == MistakesPage::kFeet))
            page = MistakesPage::kFeet;
        if (pageButton(context.log, "Clips", "mistakes_clips", page == MistakesPage::kClips))
            page = MistakesPage::kClips;
        if (pageButton(context.log, "Bodies", "mistakes_bodies", page == MistakesPage::kBodies))
            page = MistakesPage::kBodies;
        if (pageButton(context.log, "Events", "mistakes_events", page == MistakesPage::kEvents))
            page = MistakesPage::kEvents;
        if (page == MistakesPage::kEvents) {
            drawEventMistakes(context, form, settings);
        } else if (page == MistakesPage::kBodies) {
            drawBodySwitches(context, form, settings);
        } else if (page == MistakesPage::kClips) {
            drawClipSwitches(context, form, settings);
        } else if (page == MistakesPage::kFeet) {
            drawFeetSwitches(context, form, settings);
        } else if (page == MistakesPage::kLayers) {
            drawLayerSwitches(context, form, settings);
        } else {
            if (!settings.pose.empty()) form.note("Layers are on, and cover these. Switch layers off.");
            drawSwitches(context, settings, panel.learn);
        }
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

#include "render/frame/render_settings.h"

#include <vector>

#include "layouts.h"
#include "render/techniques/technique.h"

namespace phalanx {
namespace {

using DrawRow = Setting<RenderSettings>;

std::vector<std::string_view> techniqueNames() {
    std::vector<std::string_view> names;
    for (const Technique& technique : techniques()) names.push_back(technique.name);
    names.push_back(kAutoTechnique);
    return names;
}

constexpr std::array kLookups{FrameLookup::kLinear, FrameLookup::kNearest};
constexpr std::array kSelects{Select::kAuto, Select::kCpu, Select::kGpu};
constexpr std::array kOcclusions{Occlusion::kAuto, Occlusion::kOff, Occlusion::kOn};
constexpr std::array kImpostorUses{ImpostorUse::kAuto, ImpostorUse::kOff, ImpostorUse::kOn};
constexpr std::array kImpostorsBy{ImpostorsBy::kAuto, ImpostorsBy::kDraws, ImpostorsBy::kCompute};
constexpr std::array kPaces{Pace::kSteady, Pace::kFree};

std::vector<DrawRow> makeDrawRows() {
    return {
        setting<RenderSettings>(
            {.key = "technique",
             .label = "Technique",
             .help = "How units are drawn. auto: compute if OpenGL 4.3 is available and the joints fit, "
                     "else palette; LODs for which a pass that prepares poses does not pay off are drawn "
                     "by texture.",
             .group = kDrawingGroup,
             .names = techniqueNames()},
            [](auto& s) -> auto& { return s.technique; }),
        setting<RenderSettings>(
            {.key = "render-scale",
             .label = "Render scale",
             .help = "Draws the scene at this fraction of the size, per axis, and scales it up: 0.5 "
                     "draws a quarter of the pixels. Panels stay sharp.",
             .unit = "%",
             .group = kDrawingGroup,
             .least = kLeastRenderScale},
            [](auto& s) -> auto& { return s.render_scale; }),
        setting<RenderSettings>(
            {.key = "samples",
             .label = "Samples",
             .help = "Samples per pixel, against jagged edges.",
             .group = kPictureGroup,
             .least = 1,
             .most = 16},
            [](auto& s) -> auto& { return s.samples; }),
        setting<RenderSettings>(
            {.key = "shadows",
             .label = "Shadows",
             .help = "Draws shadow maps.",
             .group = kPictureGroup,
             .off_key = "no-shadows",
             .beside = "shadows"},
            [](auto& s) -> auto& { return s.environment.shadows; }),
        setting<RenderSettings>(
            {.key = "traces",
             .label = "Traces",
             .help = "Events of near soldiers leave traces: a footstep a print and dust, a shot its flash.",
             .group = kTracesGroup,
             .off_key = "no-traces"},
            [](auto& s) -> auto& { return s.traces; }),
        setting<RenderSettings>(
            {.key = "clouds",
             .label = "Clouds",
             .help = "Clouds drift over the sky, and their shade over the ground and the units.",
             .group = kSceneryGroup,
             .off_key = "no-clouds",
             .beside = "clouds"},
            [](auto& s) -> auto& { return s.clouds; }),
        setting<RenderSettings>(
            {.key = "grass",
             .label = "Grass",
             .help = "Blades of grass around the camera, which sway in the wind.",
             .group = kSceneryGroup,
             .off_key = "no-grass",
             .beside = "grass"},
            [](auto& s) -> auto& { return s.grass; }),
        choice<RenderSettings>(
            {.key = "lookup",
             .label = "Frame lookup",
             .help = "linear blends the two frames around the moment. nearest takes one of them: half the "
                     "fetches, and motion in steps.",
             .group = kPosesGroup},
            kLookups, [](auto& s) -> auto& { return s.skin.switches.lookup; }),
        setting<RenderSettings>(
            {.key = "weights",
             .label = "Joints per vertex",
             .help = "How many joints move a vertex: fewer need fewer fetches, and elbows and knees bend "
                     "less smoothly.",
             .group = kPosesGroup,
             .least = 1,
             .most = 4,
             .choices = {1, 2, 4}},
            [](auto& s) -> auto& { return s.skin.switches.weights; }),
        setting<RenderSettings>(
            {.key = "single-clip",
             .label = "Single clip",
             .help =
                 "Samples only the clip that weighs more, for half the fetches: a crossfade becomes a jump.",
             .group = kPosesGroup},
            [](auto& s) -> auto& { return s.skin.switches.single_clip; }),
        setting<RenderSettings>(
            {.key = "batch",
             .label = "Units per draw",
             .help = "For technique texture-draws: fewer units per draw call make more calls, which cost "
                     "CPU time.",
             .group = kPosesGroup,
             .least = 1,
             .most = 1e6},
            [](auto& s) -> auto& { return s.skin.batch; }),
        setting<RenderSettings>(
            {.key = "multi-draw",
             .label = "Multi-draw",
             .help = "For technique texture-draws: one call takes a list of all draws, which removes "
                     "most of their CPU cost. Needs OpenGL 4.3.",
             .group = kPosesGroup},
            [](auto& s) -> auto& { return s.skin.multi_draw; }),
        setting<RenderSettings>(
            {.key = "cull",
             .label = "Culling",
             .help = "Draws only units in view, and in shadow maps only units whose shadows may be seen.",
             .group = kDetailGroup,
             .off_key = "no-cull"},
            [](auto& s) -> auto& { return s.cull; }),
        setting<RenderSettings>(
            {.key = "lod-error",
             .label = "LOD error",
             .help = "Largest LOD error in pixels: each unit is drawn with the coarsest LOD within it. "
                     "0: LOD 0 for all. Shadow maps allow three times as many texels.",
             .unit = "px",
             .group = kDetailGroup,
             .most = 64.0,
             .slider_most = 8.0},
            [](auto& s) -> auto& { return s.lod_error_px; }),
        setting<RenderSettings>(
            {.key = "pose-error",
             .label = "Pose error",
             .help = "Far units with layers keep a pose for up to four frames, while it is off by about so "
                     "many pixels. 0: posed in every frame. For OpenGL 3.3 and WebGL 2; compute shaders "
                     "pose all units.",
             .unit = "px",
             .group = kDetailGroup,
             .most = 64.0,
             .slider_most = 8.0},
            [](auto& s) -> auto& { return s.pose_error_px; }),
        choice<RenderSettings>(
            {.key = "select",
             .label = "Culling by",
             .help = "Where culling and LOD selection run: on the CPU, or in compute shaders (OpenGL "
                     "4.3). auto: on the GPU, for crowds of 5,000 units or more.",
             .group = kDetailGroup},
            kSelects, [](auto& s) -> auto& { return s.select; }),
        choice<RenderSettings>(
            {.key = "occlusion",
             .label = "Occlusion culling",
             .help = "When the GPU selects, leaves out units that others hide; the image stays the same. "
                     "auto: while that saves more work than it takes.",
             .group = kDetailGroup},
            kOcclusions, [](auto& s) -> auto& { return s.occlusion; }),
        choice<RenderSettings>(
            {.key = "impostors",
             .label = "Impostors",
             .help = "Draws units that are a few pixels high as images of themselves, one triangle each; "
                     "needs an LOD error. auto: for crowds of 2,000 units or more.",
             .group = kDetailGroup},
            kImpostorUses, [](auto& s) -> auto& { return s.impostors; }),
        choice<RenderSettings>(
            {.key = "impostors-by",
             .label = "Impostors by",
             .help =
                 "What draws impostors: draw calls, or compute shaders (OpenGL 4.3), where the GPU selects "
                 "units. auto: compute shaders on a GPU, for many impostors.",
             .group = kDetailGroup},
            kImpostorsBy, [](auto& s) -> auto& { return s.impostors_by; }),
        setting<RenderSettings>(
            {.key = "shadow-cascades",
             .label = "Shadow cascades",
             .help = "Maximum number of shadow maps, each four times as wide as the previous one, up to "
                     "the size of the army. 1: one map around the camera's target.",
             .group = kDetailGroup,
             .least = 1,
             .most = PH_SHADOW_MAPS},
            [](auto& s) -> auto& { return s.shadow_cascades; }),
        setting<RenderSettings>(
            {.key = "frame-budget",
             .label = "Frame budget",
             .help = "Target frame time. When frames take longer, the LOD error is raised, up to six "
                     "times the set error (at least 0.5 px). 0: off.",
             .unit = "ms",
             .group = kPacingGroup,
             .least = 1.0,
             .most = 1000.0,
             .slider_most = 50.0,
             .or_zero = true},
            [](auto& s) -> auto& { return s.frame_budget_ms; }),
        choice<RenderSettings>(
            {.key = "pace",
             .label = "Pace",
             .help = "steady: when a frame would take more than 1.3 times the median of the last 600, "
                     "the LOD error is raised, up to 1.95 times; up to six times where it would also "
                     "take more than 11 ms. Needs GPU timers. free: no limit.",
             .group = kPacingGroup},
            kPaces, [](auto& s) -> auto& { return s.pace; }),
        setting<RenderSettings>(
            {.key = "bind-normals",
             .label = "Normals not skinned",
             .help = "Positions are skinned, normals stay as the file has them.",
             .group = kMistakesGroup},
            [](auto& s) -> auto& { return s.skin.switches.bind_normals; }),
        setting<RenderSettings>(
            {.key = "rigid-parts",
             .label = "Rigid parts",
             .help = "Each part of the mesh moves with one joint; triangles between two parts are not drawn.",
             .group = kMistakesGroup},
            [](auto& s) -> auto& { return s.skin.rigid_parts; }),
        setting<RenderSettings>(
            {.key = "model-space-masks",
             .label = "Masks in model space",
             .help = "Layers are blended over joints in model space instead of relative to the parent.",
             .group = kMistakesGroup},
            [](auto& s) -> auto& { return s.skin.layer_mistakes.model_space_masks; }),
        setting<RenderSettings>(
            {.key = "added-matrices",
             .label = "Matrices added",
             .help = "Additive clips add differences of matrices.",
             .group = kMistakesGroup},
            [](auto& s) -> auto& { return s.skin.layer_mistakes.added_matrices; }),
        setting<RenderSettings>(
            {.key = "chained-slerps",
             .label = "Chained slerps",
             .help = "Clips of a mix are slerped to one after the other, each by its weight.",
             .group = kMistakesGroup},
            [](auto& s) -> auto& { return s.skin.layer_mistakes.chained_slerps; }),
        setting<RenderSettings>(
            {.key = "no-hemisphere",
             .label = "Quaternions as they are",
             .help = "Quaternions are blended whatever their signs.",
             .group = kMistakesGroup},
            [](auto& s) -> auto& { return s.skin.layer_mistakes.no_hemisphere; }),
        setting<RenderSettings>(
            {.key = "out-of-step",
             .label = "Clips out of step",
             .help = "The clips of a blend space play at their own rates.",
             .group = kMistakesGroup},
            [](auto& s) -> auto& { return s.skin.layer_mistakes.out_of_step; }),
        setting<RenderSettings>(
            {.key = "aim-before-layers",
             .label = "Aim before layers",
             .help = "Aims and IK turn the base; layers and additive clips come afterwards.",
             .group = kMistakesGroup},
            [](auto& s) -> auto& { return s.skin.layer_mistakes.aim_before_layers; }),
        setting<RenderSettings>(
            {.key = "ik-in-world",
             .label = "IK target in the world",
             .help = "Targets of IK in model space are taken for places of the world.",
             .group = kMistakesGroup},
            [](auto& s) -> auto& { return s.skin.layer_mistakes.ik_in_world; }),
        setting<RenderSettings>(
            {.key = "no-pelvis-drop",
             .label = "Pelvis not lowered",
             .help = "On slopes the pelvis stays as high as on flat ground.",
             .group = kMistakesGroup},
            [](auto& s) -> auto& { return s.skin.layer_mistakes.no_pelvis_drop; }),
        setting<RenderSettings>(
            {.key = "feet-switch",
             .label = "Feet switch",
             .help = "Feet are free or locked, and follow the ground or do not, without a fade.",
             .group = kMistakesGroup},
            [](auto& s) -> auto& { return s.skin.layer_mistakes.feet_switch; }),
    };
}

}  // namespace

std::string_view nameOf(Select select) {
    switch (select) {
        case Select::kCpu:
            return "cpu";
        case Select::kGpu:
            return "gpu";
        case Select::kAuto:
            break;
    }
    return "auto";
}

std::string_view nameOf(Occlusion occlusion) {
    switch (occlusion) {
        case Occlusion::kOff:
            return "off";
        case Occlusion::kOn:
            return "on";
        case Occlusion::kAuto:
            break;
    }
    return "auto";
}

std::string_view nameOf(Pace pace) {
    return pace == Pace::kSteady ? "steady" : "free";
}

std::string_view nameOf(ImpostorsBy by) {
    switch (by) {
        case ImpostorsBy::kDraws:
            return "draws";
        case ImpostorsBy::kCompute:
            return "compute";
        case ImpostorsBy::kAuto:
            break;
    }
    return "auto";
}

std::string_view nameOf(ImpostorUse use) {
    switch (use) {
        case ImpostorUse::kOff:
            return "off";
        case ImpostorUse::kOn:
            return "on";
        case ImpostorUse::kAuto:
            break;
    }
    return "auto";
}

RenderSettings wholeUnits() {
    RenderSettings settings;
    settings.cull = false;
    settings.lod_error_px = 0.0;
    settings.shadow_cascades = 1;
    settings.pace = Pace::kFree;
    return settings;
}

std::span<const Setting<RenderSettings>> renderSettings() {
    static const std::vector<DrawRow> kRows = makeDrawRows();
    return kRows;
}

}  // namespace phalanx

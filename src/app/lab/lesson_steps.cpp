#include "app/lab/lesson_steps.h"

#include <array>
#include <string>

namespace phalanx {
namespace {

constexpr std::array kSteps{
    LessonStep{
        .title = "One soldier on the CPU",
        .text =
            "The CPU looks the pose up, multiplies every vertex by the matrices of its joints, and sends the "
            "result. The GPU only draws triangles. For one soldier nobody would want more.",
        .cpu_does = "poses joints, skins every vertex, uploads them",
        .gpu_does = "draws triangles that are ready",
        .technique = "cpu",
        .units = 1,
        .units_software = 1,
        .file = "include/vertices_posed.glsl",
        .marks = "uvec4 posedVertex() { return a_shape; }|    position = uintBitsToFloat(posed.xyz);"},
    LessonStep{.title = "Many on the CPU",
               .text =
                   "The same for each of them: all cores skin, every frame uploads every vertex of every "
                   "soldier, and each "
                   "needs a draw call of his own. Bytes and calls grow with the army, and so does the time.",
               .cpu_does = "skins all vertices of all soldiers, uploads them",
               .gpu_does = "a draw a soldier",
               .technique = "cpu",
               .file = "include/vertices_posed.glsl",
               .marks = "uvec4 posedVertex() { return a_shape; }|    position = uintBitsToFloat(posed.xyz);"},
    LessonStep{
        .title = "Joints instead of vertices",
        .text =
            "A soldier has thousands of vertices but some dozens of joints. The CPU now sends his joint "
            "matrices in a "
            "uniform block, and the vertex shader skins. The bytes shrink by far; the draw a soldier stays.",
        .cpu_does = "blends a palette of matrices for each soldier",
        .gpu_does = "skins vertices, a draw a soldier",
        .technique = "uniform",
        .file = "include/joints_uniform.glsl",
        .marks = "layout(std140) uniform PaletteBlock|    return mat3x4(u_palette[row]"},
    LessonStep{.title = "All poses in a texture",
               .text = "Poses of clips never change, so they are baked into a texture once: frames by "
                       "joints, three texels a "
                       "matrix. A soldier is 64 bytes that say what he plays since when, and a marching army "
                       "uploads nothing "
                       "but the clock. A draw a soldier is left.",
               .cpu_does = "calls draw for each soldier",
               .gpu_does = "fetches matrices from the texture, skins",
               .technique = "texture-draws",
               .file = "include/joints_texture.glsl",
               .marks = "void addFrame(|    sum += entryRows(frame + joints.x)"},
    LessonStep{
        .title = "One instanced draw",
        .text = "The shader is the same to the letter. Only the calls differ: one draws all soldiers that "
                "share a mesh, "
                "and the vertex shader reads each one's state by instance. A call costs the CPU about as "
                "much for a "
                "thousand as for one.",
        .cpu_does = "a call a mesh and material",
        .gpu_does = "all soldiers, instance by instance",
        .technique = "texture",
        .file = "include/unit.glsl",
        .marks = "layout(location = S_PLACEMENT)|layout(location = S_FRAMES)|layout(location = S_LOOK)"},
    LessonStep{
        .title = "Two clips at once",
        .text = "Marching into running needs both: each clip lies between two frames, so a joint is blended "
                "from four "
                "matrices, twelve texels, and a vertex with four joints fetches 48. The weight follows from "
                "the clock: "
                "still no byte is uploaded.",
        .cpu_does = "a call a mesh and material",
        .gpu_does = "blends 2 clips x 2 frames x 4 joints a vertex",
        .technique = "texture",
        .single_clip = false,
        .file = "include/joints_texture.glsl",
        .marks = "    if (g_pose.weight > 0.0 && g_pose.weight < 1.0) {|        addClip(sum, g_pose.a, 1.0 - "
                 "g_pose.weight|        addClip(sum, g_pose.b, g_pose.weight"},
    LessonStep{.title = "Once a joint, not once a vertex",
               .text = "Every vertex repeats the blending of joints that its neighbours have blended "
                       "already. A pass before the "
                       "draws blends each soldier's palette once, a texel a row, and twelve fetches a vertex "
                       "are left. It pays "
                       "where vertices are many, and costs a pass and memory.",
               .cpu_does = "one more call, for the pass",
               .gpu_does = "blends palettes, then skins from them",
               .technique = "palette",
               .single_clip = false,
               .file = "palette.frag",
               .marks = "    o_row = poseRow("},
    LessonStep{.title = "Rigid parts: the cracks",
               .text = "Before skinning, a soldier was parts, each moved whole by one joint. Look at his "
                       "shoulders, hips and knees: "
                       "what would have to bend between two parts is missing, and gaps open as he walks.",
               .cpu_does = "a call a mesh and material",
               .gpu_does = "one joint a part",
               .technique = "texture",
               .single_clip = false,
               .weights = 1,
               .rigid_parts = true,
               .near = true,
               .file = "soldier.frag",
               .marks = "    if (abs(v_joint - v_part) > 0.001"},
    LessonStep{.title = "One joint a vertex",
               .text =
                   "The parts are sewn together: a triangle may have corners of several joints, and "
                   "stretches. No more cracks, "
                   "but limbs fold like card, since a vertex jumps from one joint to the next at the seam.",
               .cpu_does = "a call a mesh and material",
               .gpu_does = "12 fetches a vertex",
               .technique = "texture",
               .single_clip = false,
               .weights = 1,
               .near = true,
               .file = "include/vertex.glsl",
               .marks = "#if WEIGHTS == 1|    return vec4(1.0, 0.0, 0.0, 0.0);"},
    LessonStep{.title = "Four joints a vertex",
               .text = "Each vertex follows up to four joints, by weights that sum to 1, and elbows and "
                       "knees bend round: linear blend "
                       "skinning. Most vertices have one or two joints, so the shader skips the pair that "
                       "weighs nothing.",
               .cpu_does = "a call a mesh and material",
               .gpu_does = "up to 48 fetches a vertex",
               .technique = "texture",
               .single_clip = false,
               .near = true,
               .file = "include/joints_texture.glsl",
               .marks = "    addJoints(sum, v.joints.xy, weights.xy);|    if (weights.z > 0.0) addJoints("},
    LessonStep{
        .title = "Only what is seen",
        .text = "A large army, but most of a soldier's triangles are smaller than a pixel far away, "
                "and who stands "
                "outside the view costs as much as anyone. Culling drops him; levels of detail draw the far "
                "with fewer "
                "triangles, wrong by less than a pixel.",
        .cpu_does = "sorts soldiers by view and distance",
        .gpu_does = "draws less: a call a level",
        .technique = "texture",
        .units = 1000,
        .units_software = 100,
        .single_clip = false,
        .detail = true,
        .file = "select.comp",
        .editable = false,
        .marks = "    if (!reachesInto(p, view)|    while (level + 1u < uint(PH_SELECT_LEVELS)"},
    LessonStep{.title = "A crowd in one call",
               .text = "All together: poses in a texture, a state of 64 bytes a soldier, one call for all of "
                       "a kind and level. The "
                       "frame costs the CPU the same for a thousand soldiers as for ten thousand, and it is "
                       "the GPU's turn to say "
                       "how many there may be. Go on from here: + doubles them.",
               .cpu_does = "writes the clock, calls",
               .gpu_does = "chooses, poses and draws the crowd",
               .technique = "texture",
               .units = 10'000,
               .units_software = 200,
               .single_clip = false,
               .detail = true,
               .file = "include/unit_shown.glsl",
               .marks = "    UnitState state = unitState(|    Moment a = momentOf(|    Moment b = momentOf("},
};

}  // namespace

std::span<const LessonStep> lessonSteps() {
    return kSteps;
}

void setLessonStep(const LessonStep& step, bool software, Settings& settings) {
    settings.crowd.units = software ? step.units_software : step.units;
    settings.bake.mistakes = {};
    RenderSettings& render = settings.render;
    render.technique = step.technique;
    render.skin = {};
    render.skin.switches.single_clip = step.single_clip;
    render.skin.switches.weights = step.weights;
    render.skin.rigid_parts = step.rigid_parts;
    render.cull = step.detail;
    render.lod_error_px = step.detail ? 1.0 : 0.0;
    render.frame_budget_ms = 0.0;  // what a step costs is compared with others
    render.pace = Pace::kFree;
    render.select = Select::kAuto;
    // Each pass over the soldiers is a call more: the picture alone is easier to count.
    render.environment.shadows = false;
    settings.overlay.choice = OverlayChoice::kNone;
}

}  // namespace phalanx

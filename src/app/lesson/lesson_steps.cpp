#include "app/lesson/lesson_steps.h"

#include <array>
#include <string>

namespace phalanx {
namespace {

constexpr std::array kSteps{
    LessonStep{.title = "One soldier on the CPU",
               .text =
                   "The CPU samples the pose, multiplies every vertex by the matrices of its joints, and "
                   "uploads the result. The GPU only draws triangles. For a single soldier this is enough.",
               .cpu_does = "poses joints, skins every vertex, uploads them",
               .gpu_does = "draws posed triangles",
               .technique = "cpu",
               .units = 1,
               .units_software = 1,
               .file = "include/vertices_posed.glsl",
               .marks = "uvec4 posedVertex() { return a_shape; }|    position = uintBitsToFloat(posed.xyz);"},
    LessonStep{.title = "Many soldiers on the CPU",
               .text = "All CPU cores skin. Every frame uploads every vertex of every soldier, and each "
                       "soldier needs its own draw call. Bytes, calls and time grow with the army.",
               .cpu_does = "skins all vertices of all soldiers, uploads them",
               .gpu_does = "one draw call per soldier",
               .technique = "cpu",
               .file = "include/vertices_posed.glsl",
               .marks = "uvec4 posedVertex() { return a_shape; }|    position = uintBitsToFloat(posed.xyz);"},
    LessonStep{.title = "Joints instead of vertices",
               .text = "A soldier has thousands of vertices but only some dozens of joints. The CPU now "
                       "uploads the joint matrices in a uniform block, and the vertex shader skins. Far "
                       "fewer bytes, but still one draw call per soldier.",
               .cpu_does = "blends a palette of matrices for each soldier",
               .gpu_does = "skins vertices, one draw call per soldier",
               .technique = "uniform",
               .file = "include/joints_uniform.glsl",
               .marks = "layout(std140) uniform PaletteBlock|    return mat3x4(u_palette[row]"},
    LessonStep{
        .title = "All poses in a texture",
        .text = "The poses of a clip never change, so they are baked into a texture once: frames by joints, "
                "three texels per matrix. A soldier is 64 bytes: which clips it plays, and since when. A "
                "marching army uploads nothing but the clock. One draw call per soldier remains.",
        .cpu_does = "one draw call per soldier",
        .gpu_does = "fetches matrices from the texture, skins",
        .technique = "texture-draws",
        .file = "include/joints_texture.glsl",
        .marks = "void addFrame(|    sum += entryRows(frame + joints.x)"},
    LessonStep{
        .title = "One instanced draw",
        .text = "The shader is exactly the same; only the calls differ. One call draws all soldiers that "
                "share a mesh, and the vertex shader reads the state of each instance. For the CPU, a call "
                "for a thousand soldiers costs about as much as a call for one.",
        .cpu_does = "one call per mesh and material",
        .gpu_does = "draws all soldiers, by instance",
        .technique = "texture",
        .file = "include/unit.glsl",
        .marks = "layout(location = S_PLACEMENT)|layout(location = S_FRAMES)|layout(location = S_LOOK)"},
    LessonStep{
        .title = "Two clips at once",
        .text = "A change from marching to running needs two clips. Each lies between two frames, so a joint "
                "is blended from four matrices, twelve texels, and a vertex with four joints fetches 48. The "
                "blend weight follows from the clock, so still nothing is uploaded.",
        .cpu_does = "one call per mesh and material",
        .gpu_does = "blends 2 clips x 2 frames x 4 joints per vertex",
        .technique = "texture",
        .single_clip = false,
        .file = "include/joints_texture.glsl",
        .marks = "    if (g_pose.weight > 0.0 && g_pose.weight < 1.0) {|        addClip(sum, g_pose.a, 1.0 - "
                 "g_pose.weight|        addClip(sum, g_pose.b, g_pose.weight"},
    LessonStep{
        .title = "Once per joint, not once per vertex",
        .text = "Every vertex blends joints that its neighbours have already blended. A pass before the "
                "draws blends each soldier's palette once, one texel per matrix row, and a vertex needs only "
                "twelve fetches. It pays where there are many vertices, and costs a pass and memory.",
        .cpu_does = "one more call, for the pass",
        .gpu_does = "blends palettes, then skins from them",
        .technique = "palette",
        .single_clip = false,
        .file = "palette.frag",
        .marks = "    o_row = poseRow("},
    LessonStep{
        .title = "Rotations instead of matrices",
        .text = "Two clips were blended as matrices in model space. For more clips, and for parts of the "
                "body, each joint needs what it does relative to its parent: a rotation, and a "
                "translation if that changes. The pose here is a weighted mean of several clips; parents "
                "are multiplied last.",
        .cpu_does = "the same calls; a record per soldier",
        .gpu_does = "blends rotations, multiplies parents, skins",
        .technique = "palette",
        .near = true,
        .pose = LessonPoseKind::kMix,
        .file = "layers/blend.glsl",
        .marks = "Rigid sampled(|    Rigid result = Rigid(frameTexel(|        result.turn = mix(result.turn, "
                 "frameTexel("},
    LessonStep{
        .title = "A layer with a mask",
        .text =
            "The legs walk, the upper body does something else. A mask has a weight per joint, and where a "
            "parent turns, its children follow: so the chest stays on the hips. The weight ramps up over "
            "the spine, because a single joint would take the whole difference.",
        .cpu_does = "the same calls; a record per soldier",
        .gpu_does = "blends a layer over the base, by joint",
        .technique = "palette",
        .near = true,
        .pose = LessonPoseKind::kMask,
        .file = "layers/blend.glsl",
        .marks =
            "float maskOf(|    return rigTexel(u_rig_tables.y|            float weight = weights[used] * "
            "maskOf(|            if (use == PH_MIX_LAYER) {"},
    LessonStep{
        .title = "An additive clip",
        .text = "The hit is a difference: the clip's pose minus that of a reference, so the soldier "
                "flinches in whatever pose it is. Both are clips of the record, which is written when a "
                "hit is decided. The frames between two hits upload nothing for it.",
        .cpu_does = "writes records when something is decided",
        .gpu_does = "adds clip minus reference, by joint",
        .technique = "palette",
        .near = true,
        .pose = LessonPoseKind::kAdditive,
        .file = "layers/blend.glsl",
        .marks =
            "                vec4 turn = |                pose.turn = turnProduct(pose.turn,|               "
            " pose.place += weight * ("},
    LessonStep{
        .title = "A blend space in step",
        .text =
            "One point, here a speed, decides which clips play and with what weights. A walk and a run at "
            "their own paces would soon have opposite feet down. So clips of a space share one phase, whose "
            "rate is the mean of theirs; it and the stride make the ground speed.",
        .cpu_does = "the same calls; a record per soldier",
        .gpu_does = "counts one phase for all clips of the space",
        .technique = "palette",
        .near = true,
        .pose = LessonPoseKind::kInStep,
        .file = "layers/change.glsl",
        .marks = "    uint step;|    return Change("},
    LessonStep{
        .title = "An aim at a soldier",
        .text = "All aim at the soldier with the cross, wherever it goes: its place is read on the GPU. "
                "The turn is split between the joints of a chain. A weapon that hangs from the root gets "
                "the chest as its parent in every clip, before anything is blended, so it follows the "
                "turn.",
        .cpu_does = "the same calls; a record per soldier",
        .gpu_does = "turns the chain until it points at the target",
        .technique = "palette",
        .near = true,
        .pose = LessonPoseKind::kAim,
        .file = "layers/solve.glsl",
        .marks =
            "void aim(int number) {|    vec4 turn = turnAbout(whole.xyz, whole.w * weight|    for (int i = "
            "0; i < count; ++i) turnJoint("},
    LessonStep{
        .title = "A hand that reaches a point",
        .text =
            "Two-bone IK: the bend of the elbow follows from the distance of the shoulder to the target, by "
            "the law of cosines; then the upper arm turns towards it. Only these two rotations change. The "
            "hand stays at its point while the clip moves the body.",
        .cpu_does = "the same calls; a record per soldier",
        .gpu_does = "solves two joints of the arm",
        .technique = "palette",
        .near = true,
        .pose = LessonPoseKind::kIk,
        .file = "layers/solve.glsl",
        .marks = "LimbTurns reach(|    float wanted = clamp(|    turns.middle = normalize(turnProduct("
                 "turns.middle, bend|    turns.upper = normalize(turnProduct(turns.upper, shortestTurn("},
    LessonStep{
        .title = "A chain that reaches a point",
        .text =
            "With the spine, more joints than two lead to the hand, and there is no formula. FABRIK goes "
            "along the chain: from the hand, put at its target, up to the root, then back, with each bone "
            "at its length. A fixed number of such rounds fits a shader.",
        .cpu_does = "the same calls; a record per soldier",
        .gpu_does = "ten rounds over the joints of the chain",
        .technique = "palette",
        .near = true,
        .pose = LessonPoseKind::kChain,
        .file = "layers/chain.glsl",
        .marks = "void roundOfFabrik(|    chain.places[chain.last] = chain.target;|        chain.places[i] = "
                 "onBone(|        chain.places[i + 1] = onBone(chain.lengths[i], chain.places[i], "
                 "chain.places[i + 1]"},
    LessonStep{
        .title = "Feet on a slope",
        .text = "Clips walk on flat ground. Each has a curve per foot that says when it stands. On hills a "
                "standing foot is locked to a point of the slope and turned to its normal; the pelvis goes "
                "down until both legs reach, and two-bone IK bends them. With the distance this fades.",
        .cpu_does = "the same calls; a record per soldier",
        .gpu_does = "reads heights, lowers the pelvis, solves both legs",
        .technique = "palette",
        .near = true,
        .hills = true,
        .pose = LessonPoseKind::kFeet,
        .file = "layers/feet.glsl",
        .marks = "        vec3 goal = vec3(flat_place.x|        drop = max(drop,|    lowerPelvis(|        "
                 "LimbTurns bent = reach("},
    LessonStep{
        .title = "Rigid parts: the cracks",
        .text =
            "Before skinning, a soldier was made of parts, each moved by one joint. Look at the shoulders, "
            "hips and knees: the surface between two parts is missing, and gaps open as the soldier walks.",
        .cpu_does = "one call per mesh and material",
        .gpu_does = "one joint per part",
        .technique = "texture",
        .single_clip = false,
        .weights = 1,
        .rigid_parts = true,
        .near = true,
        .file = "soldier.frag",
        .marks = "    if (abs(v_joint - v_part) > 0.001"},
    LessonStep{.title = "One joint per vertex",
               .text = "The parts are connected: the corners of a triangle may follow different joints, and "
                       "the triangle stretches. There are no cracks, but limbs fold like cardboard, because "
                       "at the seam the next vertex follows another joint.",
               .cpu_does = "one call per mesh and material",
               .gpu_does = "12 fetches per vertex",
               .technique = "texture",
               .single_clip = false,
               .weights = 1,
               .near = true,
               .file = "include/vertex.glsl",
               .marks = "#if WEIGHTS == 1|    return vec4(1.0, 0.0, 0.0, 0.0);"},
    LessonStep{.title = "Four joints per vertex",
               .text = "Each vertex follows up to four joints, by weights that sum to 1, so elbows and knees "
                       "bend smoothly: linear blend skinning. Most vertices have one or two joints; the "
                       "shader skips the pair that has no weight.",
               .cpu_does = "one call per mesh and material",
               .gpu_does = "up to 48 fetches per vertex",
               .technique = "texture",
               .single_clip = false,
               .near = true,
               .file = "include/joints_texture.glsl",
               .marks = "    addJoints(sum, v.joints.xy, weights.xy);|    if (weights.z > 0.0) addJoints("},
    LessonStep{
        .title = "Morph targets",
        .text = "A joint moves a whole limb; a smile has none. A morph target stores how far each vertex "
                "moves, in the mesh's own space. The vertex shader adds these deltas, times the target's "
                "weight, before the joints. Each costs memory per vertex, but only a float per frame.",
        .cpu_does = "one call per mesh and material",
        .gpu_does = "adds a vertex's deltas, then skins",
        .technique = "texture",
        .single_clip = false,
        .near = true,
        .storage = true,
        .file = "include/morphs.glsl",
        .marks = "void addMorphs(|            uvec4 delta = morphTexel(|    v.position += position|    "
                 "v.normal += normal"},
    LessonStep{.title = "Culling and LOD",
               .text = "In a large army, most triangles of a distant soldier are smaller than a pixel, and "
                       "soldiers outside the view cost as much as visible ones. Culling leaves those out. "
                       "LODs draw distant soldiers with fewer triangles, with an error below a pixel.",
               .cpu_does = "culls soldiers and selects LODs",
               .gpu_does = "draws less: one call per LOD",
               .technique = "texture",
               .units = 1000,
               .units_software = 100,
               .single_clip = false,
               .detail = true,
               .file = "culling/select.comp",
               .editable = false,
               .marks = "    if (!reachesInto(p, view)|    while (level + 1u < uint(PH_SELECT_LEVELS)"},
    LessonStep{
        .title = "Less motion far away",
        .text = "What is smaller than a pixel need not move, either. A LOD has as few joints per vertex as "
                "its error allows: those that bend a sleeve near the eye are one from afar, and a vertex "
                "fetches a quarter. Impostors show some of the frames. Layers end with the meshes, and "
                "within OpenGL 3.3 a far soldier keeps its layered pose for up to four frames.",
        .cpu_does = "selects LODs; each has its own program",
        .gpu_does = "fetches fewer joints per vertex farther away",
        .technique = "texture",
        .units = 10'000,
        .units_software = 400,
        .single_clip = false,
        .detail = true,
        .motion = true,
        .file = "include/vertex.glsl",
        .marks = "#if WEIGHTS == 1|    return vec4(1.0, 0.0, 0.0, 0.0);"},
    LessonStep{
        .title = "A crowd in one call",
        .text = "Everything together: poses in a texture, 64 bytes per soldier, one call for all "
                "soldiers of a kind and LOD. A frame costs the CPU the same for ten thousand soldiers "
                "as for a thousand; the GPU sets the limit. Try it: + doubles their number.",
        .cpu_does = "writes the clock, issues calls",
        .gpu_does = "culls, poses and draws the crowd",
        .technique = "texture",
        .units = 10'000,
        .units_software = 200,
        .single_clip = false,
        .detail = true,
        .file = "include/unit_shown.glsl",
        .marks =
            "    UnitState state = unitState(|    ClipMoment a = momentOf(|    ClipMoment b = momentOf("},
    LessonStep{
        .title = "A crowd with layers",
        .text =
            "A blend space, a layer and an aim for every soldier, and hits on the first hundred, each by a "
            "record that is written when something is decided. The order counts: the aim comes after all "
            "that turns the spine, and parents are multiplied last. Culling leaves out soldiers before "
            "they are posed.",
        .cpu_does = "writes the clock, issues calls",
        .gpu_does = "culls, poses by layers and draws the crowd",
        .technique = "palette",
        .units = 10'000,
        .units_software = 200,
        .detail = true,
        .pose = LessonPoseKind::kStack,
        .file = "layers/hierarchy.glsl",
        .marks = "Rigid modelOf(|        result = rigidProduct(each.local, result);"},
    LessonStep{
        .title = "A soldier who falls",
        .text =
            "All soldiers share the frames of the clips, but no two fall alike. So the texture has further "
            "frames, one for each soldier who falls. Physics runs beside the drawing thread; what it has "
            "finished, the rotations of the joints, is uploaded, and a point per matrix row writes the "
            "frame. "
            "Ctrl + click shoots a soldier.",
        .cpu_does = "simulates bodies, uploads a pose per soldier who falls",
        .gpu_does = "writes a frame per soldier who falls",
        .technique = "texture",
        .near = true,
        .falls = LessonFalls::kAgain,
        .file = "layers/own_frame.vert",
        .editable = false,
        .marks = "    uint entry = (u_own_first_frame|    v_entry = gl_VertexID"},
    LessonStep{.title = "The dead cost nothing",
               .text = "Who has come to rest keeps its frame: a clip that stands still, whose phase is the "
                       "frame's number. "
                       "Nothing is simulated or uploaded for it any more, and shaders, culling, shadows and "
                       "LODs take it "
                       "for any other soldier. Compare the bytes with those of the step before.",
               .cpu_does = "writes the clock, issues calls",
               .gpu_does = "draws who lies as any other soldier",
               .technique = "texture",
               .near = true,
               .falls = LessonFalls::kOnce,
               .file = "include/unit_shown.glsl",
               .marks = "    ClipMoment m = clipMoment(cycle, clip.y);|    m.frame += clip.x;"},
    LessonStep{
        .title = "An event, by polling",
        .text = "Where a foot comes down, its clip has a marker; a unit that passes one has an event. Here "
                "each unit is asked once per frame whether that has happened since the last one: yes or no, "
                "and two steps in one long frame are one. The table counts what is lost. Speed and slow "
                "frames lose more.",
        .cpu_does = "asks each soldier in each frame",
        .gpu_does = "draws prints of the steps that were heard of",
        .technique = "texture",
        .single_clip = false,
        .near = true,
        .events = LessonEvents::kPolled,
        .file = "include/unit_shown.glsl",
        .marks =
            "    UnitState state = unitState(|    ClipMoment a = momentOf(|    ClipMoment b = momentOf("},
    LessonStep{
        .title = "An event, by the clock",
        .text = "A phase is a closed form of the clock, and so is the number of cycles: P. A marker m is "
                "passed between two looks as often as there are whole k with P(from) <= m + k < P(until). "
                "The end of one look is the start of the next, so nothing is lost and nothing comes twice, "
                "however long a frame takes, drawn or not.",
        .cpu_does = "counts crossings of the time that has passed",
        .gpu_does = "draws a print for every step",
        .technique = "texture",
        .single_clip = false,
        .near = true,
        .events = LessonEvents::kClock,
        .file = "include/playback.h",
        .editable = false,
        .marks = "PH_FN UnitPhases unitPhases(|    uint elapsed = now - unit.playback.x|            clip_a.z "
                 "!= 0u ? unit.fade.x + rate_a * elapsed|            clip_b.z != 0u ? unit.fade.y + rate_b * "
                 "elapsed"},
    LessonStep{
        .title = "A queue of what comes next",
        .text =
            "The form also works ahead: the next crossings of a unit are known until it is changed. They "
            "wait in a queue, by time, and a frame takes out those that are due. A unit is looked at again "
            "when its last one has passed. What an event leaves is written once, too: the trace grows and "
            "fades by the clock.",
        .cpu_does = "takes out what is due",
        .gpu_does = "draws traces by their age",
        .technique = "texture",
        .units = 10'000,
        .units_software = 200,
        .single_clip = false,
        .detail = true,
        .events = LessonEvents::kQueue,
        .file = "effects/trace.vert",
        .editable = false,
        .marks = "    float age_s = |    float age = age_s"},
    LessonStep{
        .title = "Behaviour as a graph",
        .text =
            "What a soldier does is a state; what may happen to it, a transition. A clip ends, a round "
            "hits, a place is reached: each waits in a queue, and only the soldier that it concerns looks "
            "into the graph. The way until the next decision is written as a closed form, so those who "
            "march cost nothing. B shows the graph.",
        .cpu_does = "decides where something happens",
        .gpu_does = "moves and poses all by the clock",
        .technique = "texture",
        .units = 2000,
        .units_software = 400,
        .single_clip = false,
        .detail = true,
        .events = LessonEvents::kGraph,
        .file = "include/playback.h",
        .editable = false,
        .marks =
            "PH_FN vec2 strideTravel(|    } else if (own_stride) {|        phases.travel = strideTravel("},
};

}  // namespace

std::span<const LessonStep> lessonSteps() {
    return kSteps;
}

}  // namespace phalanx

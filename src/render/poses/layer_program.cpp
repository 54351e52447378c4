#include "render/poses/layer_program.h"

namespace phalanx {
namespace {

// Its place in u_target_units.
std::size_t firstUnitOf(const UnitScene& scene, std::size_t group) {
    std::size_t first = 0;
    for (std::size_t g = 0; g < group; ++g) first += scene.buffers.groups()[g].count;
    return first;
}

}  // namespace

const gl::Program& useLayerProgram(LayerPass pass, const UnitScene& scene, const DrawItem& item,
                                   UnitPrograms& programs, const TargetUnits& targets) {
    const GpuModel& model = scene.model(item.model);
    const LayeredUnits& layers = *scene.layersOf(item.group);
    const RigTextures& rig = layers.rig();
    const bool solves = pass == LayerPass::kSolve || pass == LayerPass::kCompute;
    LayerVariant variant;
    variant.pass = pass;
    variant.skin = variantOf(scene, model, item.entries);
    variant.unit_clips = layers.sharesRecord();
    variant.feet = rig.plantsFeet();
    variant.feet_only = solves && variant.feet && rig.rig().aims.empty() && rig.rig().iks.empty();
    variant.hilly = solves && scene.terrain != nullptr && rig.standsOnArmysGround();
    variant.chains = solves && rig.solvesChains();
    variant.own_frames = pass != LayerPass::kSolve && model.ownFrames().any();
    if (solves) {
        // Points above the feet of units need no other program.
        variant.targets = layers.targets();
        variant.targets.units = false;
    }
    if (pass == LayerPass::kCompute) {
        variant.joints = rig.joints();
        variant.columns = rig.columns();
    }
    const gl::Program& program = programs.getLayers(variant);
    program.use();
    model.bindBlocks(MeshKind::kSkinned);
    layers.bindRecords();
    if (solves && layers.targets().units) targets.bind();
    if (variant.targets.joints) {
        targets.bindRecords();
        program.setUniform("u_first_record", static_cast<int>(firstUnitOf(scene, item.group)));
    }
    rig.bind(program);
    program.setUniform("u_record_step", layers.sharesRecord() ? 0 : PH_RECORD_TEXELS);
    if (variant.feet) {
        const FeetFade& fade = scene.feet;
        program.setUniform("u_feet_eye", glm::vec4(fade.eye, rig.groundWeight()));
        program.setUniform("u_feet_band", glm::vec2(fade.full_m, fade.none_m));
    }
    if (variant.hilly) scene.terrain->bind(program);
    if (variant.own_frames) {
        model.animation().bind();
        program.setUniform("u_own_first_frame", model.ownFrames().first);
    }
    return program;
}

}  // namespace phalanx

#include "render/techniques/skin_settings.h"

#include <fmt/format.h>

#include "layouts.h"

namespace phalanx {

std::string_view nameOf(FetchPath path) {
    return path == FetchPath::kBuffer ? "buffer" : "2d";
}

std::string_view nameOf(VertexFormat format) {
    return format == VertexFormat::kHalf ? "half" : "unorm16";
}

namespace {

// Shortens a shader that needs one frame per clip; unit_state.* selects which frame.
void addLookup(std::vector<std::string>& defines, const SkinVariant& variant) {
    if (variant.switches.lookup == FrameLookup::kNearest) defines.emplace_back("NEAREST_FRAME");
}

// Defines for shaders that fetch from the animation texture.
std::vector<std::string> fetchDefines(const SkinVariant& variant) {
    std::vector<std::string> defines{"POSE_TEXTURE"};
    addLookup(defines, variant);
    if (variant.fetch == FetchPath::kBuffer) defines.emplace_back("FETCH_BUFFER");
    if (variant.encoding == Encoding::kTrs) defines.emplace_back("ENCODING_TRS");
    return defines;
}

void addSkinning(std::vector<std::string>& defines, const SkinVariant& variant) {
    defines.emplace_back("JOINT_MATRICES");
    defines.push_back(fmt::format("WEIGHTS {}", variant.switches.weights));
    if (variant.switches.bind_normals) defines.emplace_back("BIND_NORMALS");
    if (variant.morphs) defines.emplace_back("MORPH_TARGETS");
}

// Defines for how a vertex shader fetches its unit.
void addUnits(std::vector<std::string>& defines, const SkinVariant& variant) {
    if (variant.selected) defines.emplace_back("SELECTED_UNITS");
    if (variant.near) defines.emplace_back("NEAR_UNITS");
}

std::string paletteRows(const SkinVariant& variant) {
    return fmt::format("PALETTE_ROWS {}", variant.joints * PH_PALETTE_TEXELS);
}

}  // namespace

std::vector<std::string> stateDefines(const PoseSwitches& switches) {
    std::vector<std::string> defines;
    if (switches.lookup == FrameLookup::kNearest) defines.emplace_back("NEAREST_FRAME");
    if (switches.single_clip) defines.emplace_back("NO_CROSSFADE");
    return defines;
}

std::vector<std::string> unitDefines(const SkinVariant& variant) {
    std::vector<std::string> defines;
    addUnits(defines, variant);
    return defines;
}

std::vector<std::string> layerDefines(const SkinVariant& variant) {
    std::vector<std::string> defines = unitDefines(variant);
    const LayerMistakes& mistakes = variant.layer_mistakes;
    if (mistakes.model_space_masks) defines.emplace_back("MISTAKE_MODEL_SPACE_MASKS");
    if (mistakes.added_matrices) defines.emplace_back("MISTAKE_ADDED_MATRICES");
    if (mistakes.chained_slerps) defines.emplace_back("MISTAKE_CHAINED_SLERPS");
    if (mistakes.no_hemisphere) defines.emplace_back("MISTAKE_NO_HEMISPHERE");
    if (mistakes.aim_before_layers) defines.emplace_back("MISTAKE_AIM_BEFORE_LAYERS");
    if (mistakes.no_pelvis_drop) defines.emplace_back("MISTAKE_NO_PELVIS_DROP");
    if (mistakes.feet_switch) defines.emplace_back("MISTAKE_FEET_SWITCH");
    if (mistakes.inRows() || mistakes.aim_before_layers) defines.emplace_back("BLENDS_IN_ROWS");
    return defines;
}

std::vector<std::string> prepareDefines(const Technique& technique, const SkinVariant& variant) {
    std::vector<std::string> defines = fetchDefines(variant);
    if (technique.pose == PoseKind::kCompute) {
        addSkinning(defines, variant);
        defines.push_back(paletteRows(variant));
    }
    addUnits(defines, variant);
    return defines;
}

std::vector<std::string> drawDefines(const Technique& technique, const SkinVariant& variant) {
    std::vector<std::string> defines;
    if (technique.pose == PoseKind::kTexture) defines = fetchDefines(variant);
    if (technique.mesh == MeshKind::kSkinned) {
        addSkinning(defines, variant);
        if (variant.rigid_parts && variant.switches.weights == 1) defines.emplace_back("RIGID_PARTS");
    }
    if (technique.pose == PoseKind::kVertexTexture) {
        addLookup(defines, variant);
        if (variant.vertex_format == VertexFormat::kHalf) defines.emplace_back("VERTEX_HALF");
    }
    if (technique.pose == PoseKind::kUniform) defines.push_back(paletteRows(variant));
    addUnits(defines, variant);
    defines.emplace_back(technique.define);
    return defines;
}

}  // namespace phalanx

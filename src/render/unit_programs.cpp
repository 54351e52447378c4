#include "render/unit_programs.h"

#include <fmt/format.h>

#include "layouts.h"

namespace phalanx {
namespace {

struct PassFiles {
    const char* name;
    const char* fragment;
};

PassFiles filesOf(UnitPass pass) {
    switch (pass) {
        case UnitPass::kShadow:
            return {"shadow", "depth.frag"};
        case UnitPass::kId:
            return {"id", "unit_id.frag"};
        case UnitPass::kMask:
            return {"mask", "mask.frag"};
        case UnitPass::kOverlay:
            return {"overlay", "overlay.frag"};
        case UnitPass::kFeedback:
            return {"feedback", ""};
        case UnitPass::kPrepare:
            return {"prepare", ""};
        case UnitPass::kShade:
            break;
    }
    return {"shade", "soldier.frag"};
}

}  // namespace

void assignBindings(gl::ProgramSource& source) {
    source.blocks = {{"FrameBlock", BLOCK_FRAME},
                     {"ModelBlock", BLOCK_MODEL},
                     {"ClipBlock", BLOCK_CLIPS},
                     {"PaletteBlock", BLOCK_PALETTE}};
    source.samplers = {{"u_animation_texture", UNIT_ANIMATION},
                       {"u_animation_buffer", UNIT_ANIMATION},
                       {"u_base_color_map", UNIT_BASE_COLOR},
                       {"u_shadow_map", UNIT_SHADOW},
                       {"u_scene", UNIT_SCENE},
                       {"u_mask", UNIT_MASK},
                       {"u_bind_origins", UNIT_BIND_ORIGINS},
                       {"u_palettes", UNIT_POSES},
                       {"u_posed_vertices", UNIT_POSES},
                       {"u_vertex_texture", UNIT_POSES},
                       {"u_units", UNIT_UNITS},
                       {"u_overlay", UNIT_OVERLAY}};
}

gl::ProgramSource unitStateSource(const PoseSwitches& switches) {
    gl::ProgramSource source;
    source.name = "unit states";
    source.vertex = "unit_state.vert";
    source.defines = stateDefines(switches);
    source.feedback_varyings = {"o_placement", "o_frames", "o_look"};
    assignBindings(source);
    return source;
}

gl::ProgramSource unitProgramSource(const Technique& technique, UnitPass pass, const SkinVariant& variant) {
    const PassFiles files = filesOf(pass);
    gl::ProgramSource source;
    source.name = fmt::format("{} {}", technique.name, files.name);
    assignBindings(source);
    if (pass == UnitPass::kPrepare) {
        source.defines = prepareDefines(technique, variant);
        if (technique.pose == PoseKind::kCompute) {
            source.compute = "skin.comp";
            source.glsl_version = 430;
        } else {
            source.vertex = "palette.vert";
            source.fragment = "palette.frag";
        }
        return source;
    }
    source.vertex = "soldier.vert";
    source.fragment = files.fragment;
    source.defines = drawDefines(technique, variant);
    if (pass == UnitPass::kShadow) source.defines.emplace_back("PASS_SHADOW");
    if (pass == UnitPass::kOverlay) source.defines.emplace_back("OVERLAY");
    if (pass == UnitPass::kFeedback) source.feedback_varyings = {"v_world_position", "v_world_normal"};
    return source;
}

gl::Program& UnitPrograms::get(const Technique& technique, UnitPass pass, const SkinVariant& variant) {
    for (const Known& known : known_) {
        if (known.technique == &technique && known.pass == pass && known.variant == variant)
            return *known.program;
    }
    gl::Program& program = find(unitProgramSource(technique, pass, variant));
    known_.push_back({&technique, pass, variant, &program});
    return program;
}

gl::Program& UnitPrograms::getStates(const PoseSwitches& switches) {
    return find(unitStateSource(switches));
}

gl::Program& UnitPrograms::find(gl::ProgramSource source) {
    Key key = source.defines;
    key.push_back(source.name);
    auto found = programs_.find(key);
    if (found == programs_.end()) {
        found = programs_.emplace(std::move(key), gl::Program(shader_directory_, std::move(source))).first;
    }
    return found->second;
}

int UnitPrograms::reloadIfChanged() {
    int replaced = 0;
    for (auto& [key, program] : programs_) replaced += program.reloadIfChanged() ? 1 : 0;
    return replaced;
}

int UnitPrograms::reload() {
    int replaced = 0;
    for (auto& [key, program] : programs_) replaced += program.reload() ? 1 : 0;
    return replaced;
}

std::string UnitPrograms::lastError() const {
    for (const auto& [key, program] : programs_) {
        if (!program.lastError().empty()) return program.lastError();
    }
    return "";
}

}  // namespace phalanx

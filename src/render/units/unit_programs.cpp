#include "render/units/unit_programs.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/log.h"
#include "core/stopwatch.h"
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
        case UnitPass::kImpostor:
            return {"impostor", "impostor/impostor_make.frag"};
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
                       {"u_overlay", UNIT_OVERLAY},
                       {"u_impostor_poses", UNIT_IMPOSTOR_POSES},
                       {"u_impostor_cells", UNIT_IMPOSTOR_CELLS},
                       {"u_impostor_shape", UNIT_IMPOSTOR_SHAPE},
                       {"u_impostor_color", UNIT_IMPOSTOR_COLOR},
                       {"u_impostor_normal", UNIT_IMPOSTOR_NORMAL},
                       {"u_fine_color", UNIT_IMPOSTOR_COLOR},
                       {"u_fine_normal", UNIT_IMPOSTOR_NORMAL},
                       {"u_depth", UNIT_DEPTH},
                       {"u_raster_tiles", UNIT_RASTER_TILES},
                       {"u_raster_nearest", UNIT_RASTER_NEAREST},
                       {"u_raster_colors", UNIT_RASTER_COLORS},
                       {"u_lattice", UNIT_LATTICE},
                       {"u_clouds", UNIT_CLOUDS},
                       {"u_morphs", UNIT_MORPHS},
                       {"u_morph_weights", UNIT_MORPH_WEIGHTS},
                       {"u_morph_rows", UNIT_MORPH_ROWS},
                       {"u_rig", UNIT_RIG},
                       {"u_rig_frames", UNIT_RIG_FRAMES},
                       {"u_records", UNIT_RECORDS},
                       {"u_local_turns", UNIT_LOCAL_TURNS},
                       {"u_local_places", UNIT_LOCAL_PLACES},
                       {"u_solved_turns", UNIT_SOLVED_TURNS},
                       {"u_target_units", UNIT_TARGET_UNITS},
                       {"u_terrain", UNIT_TERRAIN},
                       {"u_own_poses", UNIT_OWN_POSES}};
}

gl::ProgramSource programSource(const char* name, const char* vertex, const char* fragment,
                                std::vector<std::string> defines) {
    gl::ProgramSource source;
    source.name = name;
    source.defines = std::move(defines);
    source.vertex = vertex;
    source.fragment = fragment;
    assignBindings(source);
    return source;
}

gl::Program makeProgram(const std::filesystem::path& shader_directory, const char* name, const char* vertex,
                        const char* fragment, std::vector<std::string> defines) {
    return makeProgram(shader_directory, programSource(name, vertex, fragment, std::move(defines)));
}

gl::Program makeProgram(const std::filesystem::path& shader_directory, gl::ProgramSource source) {
    gl::Program program = gl::Program::deferred(shader_directory, std::move(source));
    if (gl::currentCapabilities().parallel_compile) program.start();
    return program;
}

gl::ProgramSource unitStateSource(const PoseSwitches& switches, StatesBy by, bool hilly) {
    gl::ProgramSource source;
    source.defines = stateDefines(switches);
    if (hilly) source.defines.emplace_back(kTerrainDefine);
    if (by == StatesBy::kCompute) {
        source.name = "unit states by compute";
        source.compute = "unit_state.comp";
        source.glsl_version = 430;
    } else if (by == StatesBy::kFragments) {
        source.name = "unit states by fragments";
        source.vertex = "fullscreen.vert";
        source.fragment = "unit_state.frag";
    } else {
        source.name = "unit states";
        source.vertex = "unit_state.vert";
        source.feedback_varyings = {"o_placement", "o_frames", "o_look"};
    }
    assignBindings(source);
    return source;
}

gl::ProgramSource nearUnitsSource() {
    gl::ProgramSource source;
    source.name = "near units";
    source.compute = "culling/select_near.comp";
    source.glsl_version = 430;
    assignBindings(source);
    return source;
}

gl::ProgramSource layerPassSource(const LayerVariant& variant) {
    gl::ProgramSource source;
    source.defines = layerDefines(variant.skin);
    for (const auto& [used, name] :
         {std::pair(variant.unit_clips, "UNIT_CLIPS"), std::pair(variant.feet, "FEET"),
          std::pair(variant.feet_only, "FEET_ONLY"), std::pair(variant.hilly, kTerrainDefine),
          std::pair(variant.chains, "CHAINS"), std::pair(variant.own_frames, "OWN_FRAMES"),
          std::pair(variant.targets.ik, "IK_TARGETS"), std::pair(variant.targets.joints, "JOINT_TARGETS")}) {
        if (used) source.defines.emplace_back(name);
    }
    if (variant.own_frames && variant.skin.fetch == FetchPath::kBuffer)
        source.defines.emplace_back("FETCH_BUFFER");
    assignBindings(source);
    if (variant.pass != LayerPass::kCompute) source.vertex = "layers/layers.vert";
    switch (variant.pass) {
        case LayerPass::kBlend:
            source.name = "layers blend";
            source.fragment = "layers/blend.frag";
            break;
        case LayerPass::kSolve:
            source.name = "layers solve";
            source.fragment = "layers/solve.frag";
            break;
        case LayerPass::kRows:
            source.name = "layers rows";
            source.fragment = "layers/rows.frag";
            break;
        case LayerPass::kCompute:
            source.name = "layers by compute";
            source.compute = "layers/unit.comp";
            source.glsl_version = 430;
            source.defines.push_back(fmt::format("LAYER_JOINTS {}", variant.joints));
            source.defines.push_back(fmt::format("LAYER_COLUMNS {}", variant.columns));
            break;
    }
    return source;
}

gl::ProgramSource impostorSource(const ImpostorVariant& variant) {
    const UnitPass pass = variant.pass;
    gl::ProgramSource source;
    source.name = fmt::format("impostor {}", filesOf(pass).name);
    source.vertex = "impostor/impostor.vert";
    source.fragment = "impostor/impostor.frag";
    source.defines = {"SELECTED_UNITS"};
    if (variant.blended && pass != UnitPass::kShadow) source.defines.emplace_back("BLENDED");
    // The largest program; where there are compute shaders, they draw most near impostors of large armies.
    source.keeps_loops = variant.blended && pass == UnitPass::kShade && gl::currentCapabilities().compute;
    if (variant.coverage == CoveragePlaces::kEachSample) {
        source.defines.emplace_back("EACH_SAMPLE");
        source.glsl_version = 400;
    }
    if (variant.coverage == CoveragePlaces::kOneSample) source.defines.emplace_back("ONE_SAMPLE");
    if (variant.unlit && pass == UnitPass::kShade) source.defines.emplace_back("UNLIT_MATERIALS");
    if (variant.clouds && pass == UnitPass::kShade) source.defines.emplace_back(kCloudsDefine);
    if (pass == UnitPass::kShadow) source.defines.emplace_back("PASS_SHADOW");
    if (pass == UnitPass::kId) source.defines.emplace_back("PASS_ID");
    if (pass == UnitPass::kMask) source.defines.emplace_back("PASS_MASK");
    assignBindings(source);
    return source;
}

gl::ProgramSource rasterSource(const RasterVariant& variant) {
    gl::ProgramSource source;
    source.glsl_version = 430;
    assignBindings(source);
    switch (variant.step) {
        case RasterStep::kClear:
            source.name = "rasterized impostors, clear";
            source.compute = "impostor/raster_clear.comp";
            return source;
        case RasterStep::kLight:
            source.name = "rasterized impostors, light";
            source.compute = "impostor/raster_light.comp";
            break;
        case RasterStep::kPlace:
            source.name = "rasterized impostors, place";
            source.compute = "impostor/raster_place.comp";
            source.keeps_loops = true;
            break;
        case RasterStep::kCover:
            source.name =
                variant.blended ? "rasterized impostors, cover near" : "rasterized impostors, cover far";
            source.compute =
                variant.blended ? "impostor/raster_blended_cover.comp" : "impostor/raster_plain_cover.comp";
            break;
        case RasterStep::kShade:
            source.name =
                variant.blended ? "rasterized impostors, shade near" : "rasterized impostors, shade far";
            source.compute =
                variant.blended ? "impostor/raster_blended_shade.comp" : "impostor/raster_plain_shade.comp";
            break;
        case RasterStep::kResolve:
            source.name = "rasterized impostors, resolve";
            source.vertex = "impostor/raster_resolve.vert";
            source.fragment = "impostor/raster_resolve.frag";
            break;
    }
    if (variant.step != RasterStep::kResolve) source.defines = {"SELECTED_UNITS", "UNIT_OF_THREAD"};
    for (const auto& [used, name] :
         {std::pair(variant.each_sample, "EACH_SAMPLE"), std::pair(variant.unlit, "UNLIT_MATERIALS"),
          std::pair(variant.clouds, kCloudsDefine)}) {
        if (used) source.defines.emplace_back(name);
    }
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
    if (pass == UnitPass::kImpostor) source.defines.emplace_back("PASS_IMPOSTOR");
    const bool material = pass == UnitPass::kShade || pass == UnitPass::kImpostor;
    if (material && variant.unlit) source.defines.emplace_back("UNLIT_MATERIALS");
    if (pass == UnitPass::kShade && variant.clouds) source.defines.emplace_back(kCloudsDefine);
    if (pass == UnitPass::kFeedback) source.feedback_varyings = {"v_world_position", "v_world_normal"};
    return source;
}

gl::Program& UnitPrograms::get(const Technique& technique, UnitPass pass, const SkinVariant& variant) {
    return built(find(technique, pass, variant));
}

gl::Program* UnitPrograms::request(const Technique& technique, UnitPass pass, const SkinVariant& variant) {
    return requested(find(technique, pass, variant));
}

gl::Program& UnitPrograms::find(const Technique& technique, UnitPass pass, const SkinVariant& variant) {
    return find(draws_, {&technique, pass, variant},
                [&] { return unitProgramSource(technique, pass, variant); });
}

gl::Program& UnitPrograms::findImpostor(const ImpostorVariant& variant) {
    return find(impostors_, variant, [&] { return impostorSource(variant); });
}

gl::Program& UnitPrograms::findRaster(const RasterVariant& variant) {
    return find(raster_, variant, [&] { return rasterSource(variant); });
}

gl::Program& UnitPrograms::findStates(const PoseSwitches& switches, StatesBy by, bool hilly) {
    return find(states_, {switches, by, hilly}, [&] { return unitStateSource(switches, by, hilly); });
}

gl::Program& UnitPrograms::getLayers(const LayerVariant& variant) {
    return built(find(layers_, variant, [&] { return layerPassSource(variant); }));
}

gl::Program& UnitPrograms::getNearUnits() {
    return built(find(near_units_, {}, [] { return nearUnitsSource(); }));
}

gl::Program& UnitPrograms::find(gl::ProgramSource source) {
    Key key = source.defines;
    key.push_back(source.name);
    for (const std::filesystem::path& file : {source.vertex, source.fragment, source.compute})
        key.push_back(file.string());
    auto found = programs_.find(key);
    if (found == programs_.end()) {
        found = programs_
                    .emplace(std::move(key),
                             gl::Program::deferred(shader_directory_, std::move(source), overrides_))
                    .first;
    }
    return found->second;
}

gl::Program& UnitPrograms::built(gl::Program& program) {
    program.finish();
    return program;
}

gl::Program* UnitPrograms::requested(gl::Program& program) {
    if (program.built()) return &program;
    if (program.lastError().empty() && std::ranges::find(requests_, &program) == requests_.end())
        requests_.push_back(&program);
    return nullptr;
}

void UnitPrograms::handOverAll() {
    if (!gl::currentCapabilities().parallel_compile) return;
    for (gl::Program* program : requests_) program->start();
}

void UnitPrograms::buildSome() {
    std::erase_if(requests_, [](const gl::Program* program) { return program->built(); });
    if (requests_.empty()) {
        waited_ = 0;
        return;
    }
    auto next = requests_.begin();
    if (gl::currentCapabilities().parallel_compile) {
        const Stopwatch watch;
        bool handed_over = false;
        for (gl::Program* program : requests_) {
            if (program->started() || (handed_over && watch.elapsed_ms() > kHandOver_ms)) continue;
            program->start();
            handed_over = true;
        }
        if (handed_over) return;
        if (++waited_ < kMostFrames && !std::ranges::all_of(requests_, &gl::Program::ready)) return;
        next = std::ranges::find_if(requests_, &gl::Program::ready);
    }
    if (next == requests_.end()) return;
    waited_ = 0;
    try {
        (*next)->finish();
    } catch (const Error& error) {
        warn("{}", error.what());
    }
    requests_.erase(next);
}

std::size_t UnitPrograms::building() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(requests_, [](const gl::Program* program) { return !program->built(); }));
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

void UnitPrograms::replaceText(gl::ShaderOverrides overrides) {
    *overrides_ = std::move(overrides);
    reload();
}

std::string UnitPrograms::lastError() const {
    for (const auto& [key, program] : programs_) {
        if (!program.lastError().empty()) return program.lastError();
    }
    return "";
}

}  // namespace phalanx

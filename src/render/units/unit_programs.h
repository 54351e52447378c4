// Programs that draw units and prepare their poses: one per technique, pass and variant, built on first use,
// or ahead of it while frames go on. A driver takes up to a third of a second for a program.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "gl/objects/program.h"
#include "render/techniques/skin_settings.h"
#include "render/units/layer_record.h"

namespace phalanx {

enum class UnitPass {
    kShade,
    kShadow,
    kId,
    kMask,
    kOverlay,   // UnitOverlay: false colours, normals or lines
    kFeedback,  // writes vertices to a buffer, no fragments
    kPrepare,   // prepares poses
    kImpostor,  // draws the images of an impostor atlas
};

// Source of the program for a technique and pass. kFeedback uses the vertex shader of kShade.
gl::ProgramSource unitProgramSource(const Technique& technique, UnitPass pass, const SkinVariant& variant);

// Where in a pixel an impostor's coverage is taken.
enum class CoveragePlaces : std::uint8_t {
    kOneSample,   // in its middle: there is one sample per pixel
    kFourPlaces,  // at four standard places, for any number of samples
    kEachSample,  // at each sample (OpenGL 4.0); only for kShade
};

// A program that draws units as impostors, for any technique.
struct ImpostorVariant {
    UnitPass pass = UnitPass::kShade;  // not kOverlay, kFeedback, kPrepare and kImpostor
    bool blended = false;              // from several images, see impostor.h; kShadow always uses one
    CoveragePlaces coverage = CoveragePlaces::kOneSample;
    bool unlit = false;   // the model has unlit materials
    bool clouds = false;  // RenderSettings::clouds; only for kShade

    bool operator==(const ImpostorVariant&) const = default;
};
gl::ProgramSource impostorSource(const ImpostorVariant& variant);

// A program that draws impostors by compute shaders (ImpostorRasterizer). OpenGL 4.3.
enum class RasterStep : std::uint8_t { kClear, kLight, kPlace, kCover, kShade, kResolve };
struct RasterVariant {
    RasterStep step = RasterStep::kCover;
    bool blended = false;      // as in ImpostorVariant: chooses the files of kCover and kShade
    bool each_sample = false;  // there are several samples per pixel; not for kClear and kLight
    bool unlit = false;        // as in ImpostorVariant; only for kShade
    bool clouds = false;       // only for kLight

    bool operator==(const RasterVariant&) const = default;
};
gl::ProgramSource rasterSource(const RasterVariant& variant);

// Source of the program that computes the unit states of a frame (UnitStates).
enum class StatesBy : std::uint8_t {
    kFeedback,   // vertices
    kFragments,  // needs buffer textures of four texels per unit
    kCompute,    // needs OpenGL 4.3
};
// hilly: units stand on a TerrainTexture.
gl::ProgramSource unitStateSource(const PoseSwitches& switches, StatesBy by = StatesBy::kFeedback,
                                  bool hilly = false);
inline constexpr const char* kTerrainDefine = "TERRAIN";
inline constexpr const char* kCloudsDefine = "CLOUDS";  // sunlight passes clouds (clouds.glsl)

// The passes of layered poses, see layer_passes.h and layer_compute.h.
enum class LayerPass : std::uint8_t { kBlend, kSolve, kRows, kCompute };
struct LayerVariant {
    LayerPass pass = LayerPass::kBlend;
    SkinVariant skin;           // how units are fetched
    std::uint32_t joints = 0;   // of the rig; only for kCompute
    std::uint32_t columns = 0;  // RigTextures::columns(); only for kCompute
    // What others do not pay for.
    bool unit_clips = false;  // records have PH_UNIT_CLIPS
    bool feet = false;        // stand on the ground
    bool feet_only = false;   // the rig has neither aims nor IK; only for kSolve and kCompute
    bool hilly = false;       // which is a TerrainTexture; only for kSolve and kCompute
    bool chains = false;      // of IK; only for kSolve and kCompute
    bool own_frames = false;  // units may show OwnFrames; not for kSolve
    LayerTargets targets;     // only for kSolve and kCompute

    bool operator==(const LayerVariant&) const = default;
};
gl::ProgramSource layerPassSource(const LayerVariant& variant);

// Source of the program that splits the lists of a GpuSelection for NearUnits. OpenGL 4.3.
gl::ProgramSource nearUnitsSource();

// With the bindings of all programs.
gl::ProgramSource programSource(const char* name, const char* vertex, const char* fragment,
                                std::vector<std::string> defines);
// Assigns block bindings and texture units by name, the same for all programs of Phalanx.
void assignBindings(gl::ProgramSource& source);
// A program of a vertex and a fragment shader with these bindings, which is not built yet. Drivers that
// compile beside the program start at once.
gl::Program makeProgram(const std::filesystem::path& shader_directory, const char* name, const char* vertex,
                        const char* fragment, std::vector<std::string> defines = {});
// The same for any source, as it is.
gl::Program makeProgram(const std::filesystem::path& shader_directory, gl::ProgramSource source);

class UnitPrograms {
  public:
    explicit UnitPrograms(std::filesystem::path shader_directory)
        : shader_directory_(std::move(shader_directory)) {}

    // Build the program unless it is there, and wait for it. Throw Error (kEnvironment) if a shader does not
    // compile.
    gl::Program& get(const Technique& technique, UnitPass pass, const SkinVariant& variant);
    gl::Program& getImpostor(const ImpostorVariant& variant) { return built(findImpostor(variant)); }
    gl::Program& getRaster(const RasterVariant& variant) { return built(findRaster(variant)); }
    gl::Program& getNearUnits();
    gl::Program& getStates(const PoseSwitches& switches, StatesBy by, bool hilly) {
        return built(findStates(switches, by, hilly));
    }
    gl::Program& getLayers(const LayerVariant& variant);
    gl::Program& get(gl::ProgramSource source) { return built(find(std::move(source))); }

    // Return the program if it is built. If not, return nullptr and have it built by buildSome().
    gl::Program* request(const Technique& technique, UnitPass pass, const SkinVariant& variant);
    gl::Program* requestImpostor(const ImpostorVariant& variant) { return requested(findImpostor(variant)); }
    gl::Program* requestRaster(const RasterVariant& variant) { return requested(findRaster(variant)); }
    gl::Program* requestStates(const PoseSwitches& switches, StatesBy by, bool hilly) {
        return requested(findStates(switches, by, hilly));
    }
    gl::Program* request(gl::ProgramSource source) { return requested(find(std::move(source))); }

    // Has a program of someone else, who keeps it in its place, built by buildSome(), too.
    void await(gl::Program& program) { requested(program); }

    // Call once per frame. Hands requested programs to the driver, for kHandOver_ms per frame; or, when all
    // have been, takes one as soon as the driver has compiled all of them, or after kMostFrames: some drivers
    // link a program only when its status is asked for, and that takes longer while they compile others.
    // Without Capabilities::parallel_compile, builds one. Does not throw: lastError() has the reason why a
    // program could not be built, and get() throws it.
    void buildSome();
    // Hands all requested programs to the driver at once. Without Capabilities::parallel_compile, does
    // nothing.
    void handOverAll();

    // Reload all programs, see gl::Program. Return how many were replaced.
    int reloadIfChanged();
    int reload();
    // Replaces shader text in all programs, those built later included (gl::ShaderOverrides), and rebuilds
    // them. A program that fails to build stays as it was; lastError() gives the reason.
    void replaceText(gl::ShaderOverrides overrides);
    bool overridden() const { return !overrides_->empty(); }
    std::size_t size() const { return programs_.size(); }
    std::size_t building() const;  // requested, not built yet
    // The first error that keeps newer files from being used; "" if there is none.
    std::string lastError() const;

  private:
    using Key = std::vector<std::string>;  // defines, name and files of the source
    // Programs by what their source is made of, into programs_. Comparing that is cheaper than making a
    // source in each frame.
    template <typename Parts>
    using Known = std::vector<std::pair<Parts, gl::Program*>>;
    template <typename Parts, typename MakeSource>
    gl::Program& find(Known<Parts>& known, const Parts& parts, const MakeSource& makeSource) {
        for (const auto& [made_of, program] : known) {
            if (made_of == parts) return *program;
        }
        return *known.emplace_back(parts, &find(makeSource())).second;
    }
    gl::Program& find(gl::ProgramSource source);
    gl::Program& find(const Technique& technique, UnitPass pass, const SkinVariant& variant);
    gl::Program& findImpostor(const ImpostorVariant& variant);
    gl::Program& findRaster(const RasterVariant& variant);
    gl::Program& findStates(const PoseSwitches& switches, StatesBy by, bool hilly);
    static gl::Program& built(gl::Program& program);
    gl::Program* requested(gl::Program& program);

    std::filesystem::path shader_directory_;
    // Shared with the programs, which read it when they are built.
    std::shared_ptr<gl::ShaderOverrides> overrides_ = std::make_shared<gl::ShaderOverrides>();
    std::map<Key, gl::Program> programs_;
    Known<std::tuple<const Technique*, UnitPass, SkinVariant>> draws_;
    Known<ImpostorVariant> impostors_;
    Known<RasterVariant> raster_;
    Known<std::tuple<PoseSwitches, StatesBy, bool>> states_;
    Known<LayerVariant> layers_;
    Known<std::monostate> near_units_;
    static constexpr double kHandOver_ms = 4.0;  // of a frame; one program takes NVIDIA's driver up to 11 ms
    static constexpr int kMostFrames = 120;      // that buildSome() waits for all programs
    int waited_ = 0;                             // frames, since a program was taken
    std::vector<gl::Program*> requests_;         // not built yet, in the order of their requests
};

}  // namespace phalanx

// The programs that draw units and prepare their poses: one for each technique, pass and setting of the
// switches, made when first used.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "gl/objects/program.h"
#include "render/techniques/skin_settings.h"

namespace phalanx {

enum class UnitPass {
    kShade,
    kShadow,
    kId,
    kMask,
    kOverlay,   // in colours that tell something
    kFeedback,  // no fragments: vertices are written back
    kPrepare,   // poses are made ready
    kImpostor,  // into the pictures that impostors show
};

// What the program of a technique and pass is made of. kFeedback: the vertex shader is the one that draws.
gl::ProgramSource unitProgramSource(const Technique& technique, UnitPass pass, const SkinVariant& variant);

// Of the program that draws units as impostors, in whatever technique; not for kOverlay, kFeedback, kPrepare
// and kImpostor.
// blended: of several pictures, impostor.h; a shadow is of one.
// each_sample: which samples of a pixel are covered is decided one by one (GL 4.0), of kShade.
gl::ProgramSource impostorSource(UnitPass pass, bool blended, bool each_sample);

// Of the program that works out what units show in a frame, whatever draws them.
enum class StatesBy : std::uint8_t { kFeedback, kCompute };  // kCompute: OpenGL 4.3
gl::ProgramSource unitStateSource(const PoseSwitches& switches, StatesBy by = StatesBy::kFeedback);

// Of the program that parts the lists of a GpuSelection: NearUnits. OpenGL 4.3.
gl::ProgramSource nearUnitsSource();

// Blocks and samplers by name, the same for all programs of Phalanx.
void assignBindings(gl::ProgramSource& source);
// A program of two files, with these bindings.
gl::Program makeProgram(const std::filesystem::path& shader_directory, const char* name, const char* vertex,
                        const char* fragment);

class UnitPrograms {
  public:
    explicit UnitPrograms(std::filesystem::path shader_directory)
        : shader_directory_(std::move(shader_directory)) {}

    // Throws Error (kEnvironment) where a shader does not compile the first time.
    gl::Program& get(const Technique& technique, UnitPass pass, const SkinVariant& variant);
    gl::Program& getImpostor(UnitPass pass, bool blended, bool each_sample);
    gl::Program& getNearUnits() { return find(nearUnitsSource()); }
    gl::Program& getStates(const PoseSwitches& switches, StatesBy by);

    // See gl::Program; over all programs made so far. The number that were replaced.
    int reloadIfChanged();
    int reload();
    // Text instead of files, for the programs made so far and from now on: see gl::ShaderOverrides. Builds
    // all anew; where one does not, lastError() says why, and it stays as it was.
    void replaceText(gl::ShaderOverrides overrides);
    std::size_t size() const { return programs_.size(); }
    // The first error that keeps newer files from being used; "" if none.
    std::string lastError() const;

  private:
    using Key = std::vector<std::string>;  // what the source says
    struct Known {
        const Technique* technique = nullptr;
        UnitPass pass = UnitPass::kShade;
        SkinVariant variant;
        gl::Program* program = nullptr;
    };
    gl::Program& find(gl::ProgramSource source);

    std::filesystem::path shader_directory_;
    // Shared with the programs, which look into it when they are built.
    std::shared_ptr<gl::ShaderOverrides> overrides_ = std::make_shared<gl::ShaderOverrides>();
    std::map<Key, gl::Program> programs_;
    std::map<std::tuple<UnitPass, bool, bool>, gl::Program*> impostors_;  // of them
    std::vector<Known> known_;  // of them, what get() found: a draw compares a few numbers and builds no text
};

}  // namespace phalanx

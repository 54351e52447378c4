// Draws a crowd in an OpenGL context of the caller, with culling, LODs, shadows, ground and sky as the
// program draws them. docs/packages.md, "Libraries", has an example.
//
// World space: metres, Y up, right-handed; the ground is y = 0. Heading 0 faces +Z, positive is
// counter-clockwise seen from above, radians. Times are seconds of the caller's clock, from 0 on, and do not
// go back. Colours are drawn as sRGB.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/pose/model.h"
#include "gl/context/capabilities.h"
#include "render/frame/camera.h"

namespace phalanx {

struct CrowdFigure {
    Model model;
    BakedAnimation baked;  // of this model, by bakeAnimation(), in the encoding to be used on the GPU
    // What brings the model's feet to y = 0, metres at scale 1: findGround() of the import library finds it.
    double lift_m = 0.0;
};

enum class CrowdShape : std::uint8_t { kGrid, kPhalanx, kRing, kScatter };

struct CrowdPlan {
    std::uint32_t units = 1000;  // 1 .. 1,000,000; figures alternate
    CrowdShape shape = CrowdShape::kPhalanx;
    double spacing_m = 1.5;  // 0.1 .. 100; more is used if the figures are wider
    std::uint32_t seed = 1;  // of places, heights, phases; the same plan gives the same crowd
    bool march = true;       // units move by their clips' stride; without a stride they stand
    bool team_colors = true;
    // Names of clips that the figures have; "": a walk and a run if there are any, else any loops. Units play
    // the first, crossfade to the second and back.
    std::string clip;
    std::string blend_clip;
    double crossfade_s = 1.5;  // 0 .. 60; 0: only `clip` is played
};

struct CrowdLook {
    bool ground = true;
    bool sky = true;  // without: the colour of the horizon
    bool shadows = true;
    int samples = 4;            // per pixel, at least 1; fewer if the driver has not as many
    double lod_error_px = 1.0;  // 0 .. 100: largest error of a LOD; 0: every unit has all its triangles
};

// What one unit does from now on, instead of what the plan says.
struct UnitOrder {
    std::string clip;      // of its figure; one that does not loop is played once
    double speed = 1.0;    // 0 .. 4
    bool strides = false;  // it goes in the direction that it faces, as fast as the clip's stride says
    double fade_s = 0.3;   // 0 .. 100: from what it did by an order before
    // Where it is from now on, x and z in metres, and the direction that it faces; without: as now. A crowd
    // that marches ignores both.
    std::optional<glm::dvec2> place_m{};
    std::optional<double> facing_rad{};
};

struct CrowdCounts {
    std::uint64_t visible = 0;    // units that were drawn
    std::uint64_t triangles = 0;  // of units, in all passes
    std::uint64_t draws = 0;      // draw calls of all passes
};

class CrowdRenderer {
  public:
    // The context must be current here, in every call and in the destructor: OpenGL 3.3 core or later, or
    // OpenGL ES 3.0. One context per process. lookup: eglGetProcAddress, glfwGetProcAddress or the like.
    // shaders: the folder that is installed as share/phalanx/shaders; CMake has it as Phalanx_SHADER_DIR.
    // Makes LODs, which takes about a second per figure. Throws Error: kEnvironment for an older context or a
    // folder without shaders, kUsage for a value of the plan out of range, no figures, or a clip that no
    // figure has, kInput for a model that does not fit on the GPU.
    CrowdRenderer(gl::GlFunctionLookup lookup, const std::filesystem::path& shaders,
                  const std::vector<CrowdFigure>& figures, const CrowdPlan& plan = {});
    ~CrowdRenderer();
    CrowdRenderer(CrowdRenderer&&) noexcept;
    CrowdRenderer& operator=(CrowdRenderer&&) noexcept;
    CrowdRenderer(const CrowdRenderer&) = delete;
    CrowdRenderer& operator=(const CrowdRenderer&) = delete;

    void setLook(const CrowdLook& look);

    // `unit`: 0 .. units - 1. Throws Error (kUsage) for another number, a clip that its figure does not have,
    // or a value out of range.
    void order(std::uint32_t unit, const UnitOrder& order, double time_s);
    // x, y and z in metres, and the heading, at the time of the last draw().
    glm::dvec4 placeOf(std::uint32_t unit) const;

    // A camera in front of the crowd that shows it, at the time of the last draw(). aspect: width / height.
    Camera frontCamera(double aspect) const;

    // Draws one frame and writes it to all pixels of a framebuffer (0: the window's) from its corner (0, 0)
    // on. Sizes in pixels, at least 1. GL state and bindings are not restored: set what you need afterwards.
    // The first frame builds shaders, which takes seconds. Throws Error (kEnvironment) if a shader does not
    // compile, or the images do not fit in memory.
    void draw(const Camera& camera, double time_s, unsigned framebuffer, int width, int height);

    // Waits for the GPU.
    CrowdCounts counts();
    const gl::Capabilities& capabilities() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace phalanx

// Renderer draws one frame of a crowd: shadow maps, units, ground, sky, then the conversion to display
// colours. Each pass sets all the GL state that it needs. The context must outlive the renderer.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "crowd/crowd.h"
#include "gl/context/capabilities.h"
#include "gl/objects/program.h"
#include "render/culling/unit_culling.h"
#include "render/draws/compile_ahead.h"
#include "render/draws/unit_drawer.h"
#include "render/effects/cloud_texture.h"
#include "render/effects/grass_pass.h"
#include "render/effects/trace_pass.h"
#include "render/frame/camera.h"
#include "render/frame/frame_request.h"
#include "render/frame/frame_stats.h"
#include "render/impostor/impostors.h"
#include "render/model/gpu_model.h"
#include "render/passes/backdrop.h"
#include "render/passes/display_pass.h"
#include "render/passes/frame_meter.h"
#include "render/passes/line_pass.h"
#include "render/passes/pick_pass.h"
#include "render/passes/shadow_pass.h"
#include "render/passes/targets.h"
#include "render/units/own_frame_pass.h"
#include "render/units/terrain_texture.h"
#include "render/units/unit_buffers.h"

namespace phalanx {

// Samples per pixel to use where `asked` are wanted: at least 1, at most max_samples. Logs one line if
// there are fewer than asked for.
int availableSamples(const gl::Capabilities& capabilities, int asked);

class Renderer {
  public:
    // pose_bytes: limit of GPU memory for poses, see UnitDrawer.
    Renderer(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory,
             std::size_t pose_bytes = kPoseBytes);

    // Draws into the renderer's own target, in linear light. width, height: pixels of the display, before
    // render_scale. Uploads changes of the crowd first. request.technique must exist and be available
    // (findTechnique, whyUnavailable). Programs are built when they are first needed: throws Error
    // (kEnvironment) if a shader does not compile, or a target does not fit in memory.
    void draw(std::span<const GpuModel> models, Crowd& crowd, const Camera& camera,
              const FrameRequest& request, Ticks now, int width, int height);

    // Converts the last frame to sRGB and draws it to a framebuffer (0: the window's), scaled up to the size
    // passed to draw().
    void present(GLuint framebuffer);

    // Asks which unit covers a pixel (from the top left, in the size passed to draw()) in the next frame. The
    // answer arrives some frames later without a stall. A new request replaces one that was not drawn yet.
    void requestPick(int x, int y) { pick_.request(x, y); }
    std::optional<Pick> takePick() { return pick_.take(); }

    // Error of a model's impostors, metres at scale 1; nullopt while the model has none.
    std::optional<double> impostorError_m(std::size_t model) const {
        const ImpostorAtlas* const atlas = impostors_.of(model);
        return atlas == nullptr ? std::nullopt : std::optional(atlas->error_m());
    }

    // Sets the lines drawn over the scene from the next frame on; see LinePass.
    void setLines(std::span<const SceneLine> lines, float width_px) { lines_.setLines(lines, width_px); }

    // What events leave behind; drawn if FrameRequest::traces.
    TracePass& traces() { return traces_; }

    // The layers of each group's units, in the order of Crowd::groups(); nullptr: none. They stay until they
    // are replaced, and must live as long. Empty: no unit has layers. What was written to them is uploaded
    // before the next frame is drawn.
    void setLayers(std::vector<LayeredUnits*> by_group) { layers_ = std::move(by_group); }
    bool hasLayers() const { return !layers_.empty(); }
    const std::vector<LayeredUnits*>& layers() const { return layers_; }

    // The frames of their own that units of each model show, in the order of the models; nullptr: none. They
    // stay until they are replaced, and must live as long. Empty: no unit shows one.
    void setOwnFrames(std::vector<OwnFramePass*> by_model) { own_frames_ = std::move(by_model); }

    // Call after the crowd or models were replaced: buffers and vertex arrays are rebuilt with the next
    // frame.
    void forgetUnits();

    const FrameStats& stats() const { return meter_.stats(); }
    // Call some time after a frame: updates stats() with unit counts and GPU times that have arrived since
    // draw(). Code that decides by them gets them one frame earlier this way.
    void poll();

    // For further passes of a frame (FrameMeter::Pass).
    FrameMeter& meter() { return meter_; }
    const FrameMeter& meter() const { return meter_; }
    // Waits for the GPU and returns the last frame's numbers, those of GPU selection included. For single
    // images.
    const FrameStats& settledStats();
    const gl::Capabilities& capabilities() const { return capabilities_; }

    int reloadShadersIfChanged();
    int reloadShaders();
    std::string shaderError() const;
    // Replaces text of the shaders that draw units; see UnitPrograms::replaceText().
    void overrideUnitShaders(gl::ShaderOverrides overrides);

  private:
    void prepareScene(const FrameRequest& request, int width, int height);
    void uploadFrame(const Camera& camera, const FrameRequest& request, const layout::Schedule& schedule,
                     double aspect);
    static bool wantsImpostors(const FrameRequest& request, const Crowd& crowd);
    // Hands programs to the driver before they are drawn with, those for large armies in the frames after the
    // first one: each takes some milliseconds. Software renderers compile these when they draw. Without
    // Capabilities::parallel_compile, waits for those of impostors before the first frame: nothing moves yet.
    void buildAhead(const FrameRequest& request, const Crowd& crowd, const UnitScene& units, AheadOf ahead);
    // Hands what the first frame draws with to the driver before waiting for any of it: drivers compile on
    // threads of their own, and link on this one, so what was handed over first is linked meanwhile. Where
    // this frame comes soon, that is also the largest program, which would make a later frame take long.
    void buildBeforeTheFirstFrame(const FrameRequest& request, const UnitScene& units, const AheadOf& ahead);
    void takeLargest(std::span<const GpuModel> models, AheadOf ahead);
    // Culls and selects LODs for all views. Returns false where all units are to be drawn.
    bool cullUnits(const UnitScene& units, const Crowd& crowd, const Camera& camera,
                   const FrameRequest& request, Ticks now, int height);
    // Feet leave the ground before units change to LODs that are drawn without.
    FeetFade feetFade(const UnitScene& units, const Camera& camera, const FrameRequest& request,
                      int height) const;
    // Lists the visible units of a view and prepares their poses.
    DrawList prepareList(const UnitScene& units, const VisibleUnits& visible);
    // What the passes of the main view draw.
    struct MainLists {
        DrawList units;
        // With occlusion culling: the units that were hidden in the previous frame and may be visible now.
        // Made by drawMainFirst().
        std::optional<DrawList> late;
    };
    void drawShadow(const UnitScene& units, const DrawList& casters, const FrameRequest& request,
                    std::size_t map);
    void drawScene(const UnitScene& units, MainLists& lists, const Crowd& crowd, const Camera& camera,
                   const FrameRequest& request);
    // Of the lists of all views, in the order in which draw() prepares them.
    void keepPoses(const UnitScene& units, bool culled);
    void drawUnits(const UnitScene& units, MainLists& lists, const Crowd& crowd, const Camera& camera,
                   const FrameRequest& request);
    void drawGrass(const UnitScene& units, const Camera& camera, const FrameRequest& request);
    void drawMain(const UnitScene& units, const MainLists& lists, const UnitDrawer::Pass& pass);
    // The first pass of the main view: culls for the late list between the draws of the two lists.
    void drawMainFirst(const UnitScene& units, MainLists& lists, const Camera& camera,
                       const FrameRequest& request, const UnitDrawer::Pass& pass);
    // Whether compute shaders draw impostors in this frame. Requests their programs. After culling.
    bool rasterizesImpostors(const UnitScene& units, const FrameRequest& request);
    RasterTarget rasterTarget(const Camera& camera, const FrameRequest& request) const;
    // Rebuilds the scene target with a depth texture, which occlusion culling and ImpostorRasterizer read.
    void letDepthBeRead();
    double aspectOf(const FrameRequest& request) const;
    // Calls `draw` with a list and the place in it that draws the outlined unit; nullopt: the unit is not
    // visible. Where the GPU culled, the unit gets a list of its own, and prepared poses stay valid.
    using DrawOne = std::function<void(const DrawList&, const std::optional<DrawList::Place>&)>;
    void drawOutlined(const UnitScene& units, const MainLists& lists, const Crowd& crowd,
                      const FrameRequest& request, const DrawOne& draw);
    // Where the outlined unit can be, pixels of the display: min x, min y, max x, max y.
    glm::vec4 outlinedWithin(const Camera& camera, const FrameRequest& request, bool culled) const;
    void drawMask(const UnitScene& units, const MainLists& lists, const Crowd& crowd,
                  const FrameRequest& request, const glm::vec4& within);
    void drawPick(const UnitScene& units, const MainLists& lists, const Camera& camera);
    void countMemory(const UnitScene& units);

    gl::Capabilities capabilities_;
    UnitDrawer drawer_;
    Backdrop backdrop_;
    LinePass lines_;
    TracePass traces_;
    CloudTexture clouds_;
    GrassPass grass_;
    DisplayPass display_;
    gl::Buffer frame_block_;
    std::vector<LayeredUnits*> layers_;
    std::vector<OwnFramePass*> own_frames_;
    UnitBuffers units_;
    TerrainTexture terrain_;
    UnitCulling culling_;
    Impostors impostors_;
    std::optional<SceneTarget> scene_;
    ShadowPass shadows_;
    PickPass pick_;
    FrameMeter meter_;
    Ticks now_ = 0;                       // of the last draw()
    glm::ivec2 shown_size_{1};            // the size passed to the last draw()
    int postponed_ = 0;                   // frames in a row in which no program was built
    bool takes_largest_ = false;          // the first frame builds the program of near impostors, too
    int ahead_frames_ = 0;                // that buildAhead() has counted; it stops after some
    bool rasterized_ = false;             // the last rasterizesImpostors()
    std::optional<RasterTarget> raster_;  // of this frame
    int asked_samples_ = 0;
    int samples_ = 1;
};

}  // namespace phalanx

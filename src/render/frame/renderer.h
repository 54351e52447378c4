// One frame from a crowd: shadow map, units, ground, sky, then what a display shows. Each pass sets all the
// state that it needs. The context outlives the renderer.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "core/stopwatch.h"
#include "crowd/crowd.h"
#include "gl/context/capabilities.h"
#include "gl/objects/program.h"
#include "gl/objects/readback.h"
#include "gl/objects/statistics.h"
#include "gl/objects/timer.h"
#include "render/culling/unit_choice.h"
#include "render/frame/backdrop.h"
#include "render/frame/camera.h"
#include "render/frame/environment.h"
#include "render/frame/frame_stats.h"
#include "render/frame/line_pass.h"
#include "render/frame/targets.h"
#include "render/impostor/impostors.h"
#include "render/model/gpu_model.h"
#include "render/pacing/frame_pace.h"
#include "render/units/unit_buffers.h"
#include "render/units/unit_drawer.h"

namespace phalanx {

// What units show instead of their materials. Colours are those of GpuModel::setOverlayColors().
enum class UnitOverlay : std::uint8_t { kNone, kColors, kNormals, kLines };

inline constexpr double kLeastRenderScale = 0.1;

struct RenderSettings {
    std::string technique = "texture";
    SkinSettings skin;
    Environment environment;
    int samples = 4;  // per pixel; see availableSamples
    // Of the size that draw() is asked for, per axis, kLeastRenderScale .. 1: the scene is drawn at that size
    // and scaled up when it is presented. The LOD error counts pixels as drawn.
    double render_scale = 1.0;
    int shadow_map = 2048;  // texels a side
    // 1: one map, around what the camera looks at; 2 .. PH_SHADOW_MAPS: as many cascades at most.
    int shadow_cascades = 1;
    bool ground = true;
    bool sky = true;
    bool units = true;
    // Vertices of units are worked on, in the shadow map too, but nothing is made of them. For measurements.
    bool discard_units = false;
    // All corners of all their triangles are one vertex: as many triangles, hardly any vertex work. Likewise.
    bool collapse_units = false;
    std::optional<double> aspect;  // width by height of what is seen; nothing: of the picture
    bool answers_picks = true;     // false: a request waits for a frame that does
    bool cull = false;             // draw only units that reach into the view, or into the shadow map
    // > 0: units far away are drawn with fewer triangles, their surface at most so many pixels off (99 % of
    // it, docs/scale.md); what is smaller than that altogether is left out. In shadow maps, three times as
    // many texels.
    double lod_error_px = 0.0;
    // Where it was raised: what is smaller than this is left out of the picture instead.
    std::optional<double> small_px;
    // Milliseconds that a frame is to keep to, 1 .. 1000; 0: no matter. The renderer draws what lod_error_px
    // says: raising it is up to who draws frame after frame (DetailGovernor).
    double frame_budget_ms = 0.0;
    Pace pace = Pace::kFree;  // likewise
    Select select = Select::kAuto;
    // Whether units that others hide are left out too, where the GPU chooses and `cull` is on.
    Occlusion occlusion = Occlusion::kAuto;
    ImpostorUse impostors = ImpostorUse::kAuto;  // for what is farther away than levels of detail go
    bool impostors_at_once = true;          // their pictures are there in the same frame, whatever it takes
    std::optional<std::uint32_t> outlined;  // the selected unit
    float outline_px = 2.0F;
    UnitOverlay overlay = UnitOverlay::kNone;
    bool overlay_everyone = true;  // false: on the unit that is outlined
    bool count_runs = false;       // of vertex shaders, where the driver counts: FrameStats::runs

    bool operator==(const RenderSettings&) const = default;
};

// Samples a pixel where so many are asked for: no more than the driver has, which the log then says in one
// line.
int availableSamples(const gl::Capabilities& capabilities, int asked);

class Renderer {
  public:
    // Throws Error (kEnvironment) where shaders do not compile. pose_bytes: UnitDrawer.
    Renderer(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory,
             std::size_t pose_bytes = kPoseBytes);

    // Draws into the renderer's own target of this size, linear light. Changes of the crowd are uploaded
    // first. The technique must exist and be available (findTechnique, whyUnavailable).
    void draw(std::span<const GpuModel> models, Crowd& crowd, const Camera& camera,
              const RenderSettings& settings, Ticks now, int width, int height);

    // Copies the last frame drawn to a framebuffer (0: the window's), as sRGB, scaled up to the size that
    // draw() was asked for.
    void present(GLuint framebuffer);

    // Which unit is seen at a pixel (from the top left) of the next frame drawn; the answer comes frames
    // later, without a stall. One at a time: a new request replaces one that has not been drawn.
    void requestPick(int x, int y) { pick_ = glm::ivec2(x, y); }
    struct Pick {
        std::optional<std::uint32_t> unit;  // nullopt: nobody there
    };
    std::optional<Pick> takePick();

    // What impostors of a model may be off, metres at scale 1; nullopt while there are none.
    std::optional<double> impostorError_m(std::size_t model) const {
        const ImpostorAtlas* const atlas = impostors_.of(model);
        return atlas == nullptr ? std::nullopt : std::optional(atlas->error_m());
    }

    // Lines over the scene, from the next frame on until others are set; see LinePass.
    void setLines(std::span<const SceneLine> lines, float width_px) { lines_.setLines(lines, width_px); }

    // The crowd is another one, or models were replaced: their meshes are bound anew.
    void forgetUnits();

    const FrameStats& stats() const { return stats_; }
    // After a frame, when the GPU had time to go on: stats() then has the newest numbers that it told, and
    // the times of a frame that is finished, if draw() found none. Who decides by them learns of them a frame
    // earlier.
    void poll();

    // One pass of a frame: its time on the GPU and on the CPU, and what it issues, until the end of the
    // scope. Of a frame that was begun with draw(). `name`: a literal.
    class Pass {
      public:
        Pass(Renderer& renderer, std::string_view name);
        ~Pass();
        Pass(const Pass&) = delete;
        Pass& operator=(const Pass&) = delete;
        Pass(Pass&&) = delete;
        Pass& operator=(Pass&&) = delete;

      private:
        Renderer& renderer_;
        PassWork before_;  // with the name, and what was counted until then
        Stopwatch watch_;
    };
    // Waits for the GPU: the last frame's numbers, also where it chose what is drawn. For single pictures.
    const FrameStats& settledStats();
    const gl::Capabilities& capabilities() const { return capabilities_; }

    int reloadShadersIfChanged();
    int reloadShaders();
    std::string shaderError() const;
    // Of the programs that draw units; see UnitPrograms::replaceText().
    void overrideUnitShaders(gl::ShaderOverrides overrides);

  private:
    // Where the frame's shadow maps lie; none where there are no shadows.
    void placeShadows(std::span<const GpuModel> models, const Crowd& crowd, const Camera& camera,
                      const RenderSettings& settings, double aspect);
    void prepareTargets(const RenderSettings& settings, int width, int height);
    void uploadFrame(const Camera& camera, const RenderSettings& settings, const layout::Schedule& schedule,
                     double aspect);
    static bool wantsImpostors(const RenderSettings& settings, const Crowd& crowd);
    bool chooseUnits(const UnitFrame& frame, const Crowd& crowd, const Camera& camera,
                     const RenderSettings& settings, Ticks now, int height);
    void drawShadow(const UnitFrame& frame, const RenderSettings& settings, std::size_t map);
    void drawScene(const UnitFrame& frame, const Crowd& crowd, const Camera& camera,
                   const RenderSettings& settings);
    void drawUnits(const UnitFrame& frame, const Crowd& crowd, const Camera& camera,
                   const RenderSettings& settings);
    // Everyone whom the picture shows: those who are drawn late come after the others. `first`: nobody knows
    // yet who they are.
    void drawEveryone(const UnitFrame& frame, const UnitDrawer::Pass& pass);
    void drawEveryoneFirst(const UnitFrame& frame, const Camera& camera, const RenderSettings& settings,
                           const UnitDrawer::Pass& pass);
    // Those who are drawn late are found by the depths of the scene: then a texture holds them.
    void letDepthBeRead();
    double aspectOf(const RenderSettings& settings) const;
    // Calls `draw` with the frame, run and place in which the outlined unit is drawn; nullopt: he is not to
    // be seen. Where the GPU chose the units, he is drawn by himself, and what is ready for them stays.
    using DrawOne = std::function<void(const UnitFrame&, const std::optional<UnitPlace>&)>;
    void drawOutlined(const UnitFrame& frame, const Crowd& crowd, const RenderSettings& settings,
                      const DrawOne& draw);
    void drawMask(const UnitFrame& frame, const std::optional<UnitPlace>& place);
    void drawPick(const UnitFrame& frame);
    void countMemory(const UnitFrame& frame);
    void takeTimes();

    gl::Capabilities capabilities_;
    UnitDrawer drawer_;
    Backdrop backdrop_;
    gl::Program present_;
    LinePass lines_;
    gl::Buffer frame_block_;
    gl::VertexArray no_attributes_;  // for triangles made in the shader
    UnitBuffers units_;
    UnitChoice choice_;
    Impostors impostors_;
    std::optional<SceneTarget> scene_;
    ShadowMaps shadow_maps_;  // of the frame
    std::optional<ShadowTarget> shadow_;
    std::optional<PlainTarget> mask_;
    std::optional<PlainTarget> ids_;
    gl::AsyncReadback readback_;
    gl::GpuTimer timer_;
    gl::PipelineStatistics statistics_;
    std::optional<glm::ivec2> pick_;  // in the size that draw() is asked for
    glm::ivec2 shown_size_{1};        // the size that the last draw() was asked for
    float outline_px_ = 0.0F;
    int asked_samples_ = 0;
    int samples_ = 1;
    FrameStats stats_;
};

}  // namespace phalanx

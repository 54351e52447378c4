// Impostors by compute shaders instead of draw calls. They are a few pixels high, and there may be a million
// of them: triangle setup and the processors that a GPU has for fragments limit such draws, and compute
// shaders have all of its processors. The image is that of ImpostorDrawer, but for single pixels at borders,
// where rounding decides, and for units at the same depth. Needs OpenGL 4.3.
//
// Steps: the nearest distance of each sample, by atomic minimum; the unit that has it; its colour; colours
// and distances into the scene, for the tiles that impostors cover a part of. Similar: Karis, Stubbe and
// Wihlidal, "A Deep Dive into Nanite Virtualized Geometry", SIGGRAPH 2021; Schütz, Kerbl and Wimmer,
// "Rendering Point Clouds with Compute Shaders and Vertex Order Optimization", EGSR 2021.
#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "gl/context/capabilities.h"
#include "gl/objects/buffer_texture.h"
#include "gl/objects/handle.h"
#include "render/draws/unit_draw_pass.h"
#include "render/frame/frame_stats.h"
#include "render/poses/draw_list.h"
#include "render/units/unit_programs.h"

namespace phalanx {

// From this many impostors on ImpostorsBy::kAuto uses compute shaders. Measured: docs/lod.md.
inline constexpr std::uint64_t kImpostorsForCompute = 30'000;

class ImpostorRasterizer {
  public:
    explicit ImpostorRasterizer(const gl::Capabilities& capabilities) : capabilities_(capabilities) {}

    // False without compute shaders, or where the images for this many samples would take too much memory.
    static bool possible(const gl::Capabilities& capabilities, const SceneTarget& scene);
    // Whether the programs for a model exist, or are to be built at once. Else requests them.
    static bool ready(UnitPrograms& programs, const UnitScene& scene, const GpuModel& model,
                      const RasterTarget& target);

    // Adds the units of a draw of an item, listed by the GPU, for the next draw().
    void add(const DrawItem& item, const GpuSelection::Draw& draw) { units_.push_back({item, draw}); }
    // Draws what was added. FrameBlock and shadow maps must be bound. sample_places:
    // ImpostorDrawer::samplePlaces(). Changes framebuffer, program, bindings and raster state.
    void draw(const UnitScene& scene, const RasterTarget& target, std::span<const glm::vec2> sample_places,
              UnitPrograms& programs, FrameStats& stats);

    // GPU memory.
    std::size_t bytes() const { return bytes_; }

  private:
    struct Units {
        DrawItem item;
        GpuSelection::Draw draw;
    };
    std::size_t tiles() const {
        return static_cast<std::size_t>(tiles_across_.x) * static_cast<std::size_t>(tiles_across_.y);
    }
    void fit(glm::ivec2 size, int samples);
    // Empties the tiles that the last draw() covered.
    void clear(UnitPrograms& programs, FrameStats& stats) const;
    // Puts the program of a step into use, for these units.
    const gl::Program& use(const UnitScene& scene, const Units& units, RasterStep step,
                           UnitPrograms& programs) const;
    void resolve(const RasterTarget& target, UnitPrograms& programs, FrameStats& stats) const;

    gl::Capabilities capabilities_;
    std::vector<Units> units_;
    glm::ivec2 size_{0};
    int samples_ = 0;
    std::size_t bytes_ = 0;
    // One layer per sample.
    gl::Texture nearest_;  // R32UI: distance along the view direction, float bits
    gl::Texture places_;   // R32UI: of the unit, in the item's entries
    gl::Texture colors_;   // RGBA16F
    glm::ivec2 tiles_across_{0};
    gl::Buffer tiles_;
    gl::BufferTexture tile_view_;
    gl::VertexArray no_attributes_;
};

}  // namespace phalanx

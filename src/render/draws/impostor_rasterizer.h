// Impostors by compute shaders instead of draw calls. They are a few pixels high, and there may be a million
// of them: triangle setup, and fragments in blocks of four, of which most lie outside of such triangles,
// limit their draws; data-center GPUs also have few processors for fragments. The image is that of
// ImpostorDrawer, but for single pixels at borders, where rounding decides, for units at the same depth, and
// for the half precision in the places of near units. Needs OpenGL 4.3.
//
// Steps: the sunlight on each unit; where the images of near units lie; the nearest distance of each sample,
// by atomic minimum; the unit that has it; its colour; colours and distances into the scene, for the tiles
// that contain impostors. Similar: Karis, Stubbe and Wihlidal, "A Deep Dive into Nanite Virtualized
// Geometry", SIGGRAPH 2021; Schütz, Kerbl and Wimmer, "Rendering Point Clouds with Compute Shaders and Vertex
// Order Optimization", EGSR 2021.
#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "gl/context/capabilities.h"
#include "gl/objects/buffer_texture.h"
#include "gl/objects/handle.h"
#include "layouts.h"
#include "render/draws/unit_draw_pass.h"
#include "render/frame/frame_stats.h"
#include "render/poses/draw_list.h"
#include "render/units/unit_programs.h"

namespace phalanx {

// ImpostorsBy::kAuto uses compute shaders from so many impostors on, per draw of a group (blended and plain):
// what a draw of the rasterizer costs whatever is in it, divided by what an impostor costs by draw calls.
// Measured on one kind of GPU: docs/lod.md.
inline constexpr std::uint64_t kImpostorsPerDraw = 5'000;

class ImpostorRasterizer {
  public:
    explicit ImpostorRasterizer(const gl::Capabilities& capabilities) : capabilities_(capabilities) {}

    // False without compute shaders, where the images for this many samples would take too much memory, and
    // where the places of this many units do not fit into a storage block.
    static bool possible(const gl::Capabilities& capabilities, glm::ivec2 size, int samples,
                         std::size_t units);
    // Whether the programs for a model exist, or are to be built at once. Else requests them.
    static bool ready(UnitPrograms& programs, const UnitScene& scene, const GpuModel& model, int samples);

    // The units of a draw of an item, listed by the GPU.
    struct Units {
        const DrawItem* item = nullptr;
        const GpuSelection::Draw* draw = nullptr;
    };
    // Draws them. FrameBlock and shadow maps must be bound. sample_places: ImpostorDrawer::samplePlaces().
    // Changes framebuffer, program, bindings and raster state.
    void draw(const UnitScene& scene, const RasterTarget& target, std::span<const Units> drawn,
              std::span<const glm::vec2> sample_places, UnitPrograms& programs, FrameStats& stats);
    // Call in frames that do without: frees the images after some of them.
    void rest();

    // GPU memory.
    std::size_t bytes() const { return bytes_ + units_ * kBytesPerUnit; }

  private:
    static constexpr std::size_t kBytesPerUnit = sizeof(std::uint32_t) + PH_RASTER_PLACED_BYTES;

    std::size_t tiles() const {
        return static_cast<std::size_t>(tiles_across_.x) * static_cast<std::size_t>(tiles_across_.y);
    }
    void fit(glm::ivec2 size, int samples);
    void fitUnits(const UnitScene& scene);
    // Empties the tiles that the last draw() covered.
    void clear(UnitPrograms& programs, FrameStats& stats) const;
    // Puts the program of a step into use, for these units.
    const gl::Program& use(const UnitScene& scene, const Units& units, RasterStep step,
                           const RasterTarget& target, UnitPrograms& programs) const;
    void dispatch(const Units& units, RasterStep step, FrameStats& stats) const;
    void resolve(const RasterTarget& target, UnitPrograms& programs, FrameStats& stats) const;

    gl::Capabilities capabilities_;
    glm::ivec2 size_{0};
    int samples_ = 0;
    int rested_ = 0;  // frames
    std::size_t bytes_ = 0;
    // One layer per sample.
    gl::Texture nearest_;  // R32UI: distance along the view direction, float bits
    gl::Texture entries_;  // R32UI: of the unit, in the item's buffer of entries
    gl::Texture colors_;   // RGBA16F
    glm::ivec2 tiles_across_{0};
    gl::Buffer tiles_;
    gl::BufferTexture tile_view_;
    std::vector<std::size_t> first_unit_;  // by group
    std::size_t units_ = 0;
    gl::Buffer light_;   // by group and unit, uint
    gl::Buffer placed_;  // by group and unit, PlacedImages; only near units have them
    gl::VertexArray no_attributes_;
};

}  // namespace phalanx

// The pictures of a model that impostors show: drawn from the model itself, in all its variants, layer by
// layer, so that no frame takes long. How they lie: shaders/include/impostor.h.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"
#include "gl/objects/program.h"
#include "render/impostor/impostor_poses.h"
#include "render/model/gpu_model.h"

namespace phalanx {

class ImpostorAtlas {
  public:
    struct Programs {
        const gl::Program& make;        // UnitPass::kImpostor of technique `texture`
        const gl::Program& silhouette;  // impostor_filter.frag
        const gl::Program& surface;
    };
    // Has room for the pictures, and none yet. The model must have detail(). Throws Error (kEnvironment)
    // where the driver has no room.
    ImpostorAtlas(const gl::Capabilities& capabilities, const GpuModel& model, const ImpostorPlan& plan);

    // Draws up to so many layers more (PH_IMPOSTOR_LAYER pictures each); true when all are drawn. Changes
    // framebuffer, viewport, raster state and bindings. The model and its animation are those of the plan.
    bool draw(const GpuModel& model, const Programs& programs, int layers);

    ~ImpostorAtlas();
    ImpostorAtlas(const ImpostorAtlas&) = delete;
    ImpostorAtlas& operator=(const ImpostorAtlas&) = delete;
    ImpostorAtlas(ImpostorAtlas&&) = delete;
    ImpostorAtlas& operator=(ImpostorAtlas&&) = delete;

    // What so many poses would take, of all variants of a model.
    static std::size_t bytesOf(const GpuModel& model, std::size_t poses);

    // For a program of impostorSource() that is in use.
    void bind(const gl::Program& program, int variant) const;

    // What an impostor may be off, metres at scale 1, as levels of detail say it: four and a half
    // texels of the silhouette. Where so many lie in a pixel, edges are as sharp as a triangle's.
    double error_m() const { return error_m_; }
    // From here on one picture does instead of several that are blended.
    double farError_m() const { return 1.5 * error_m_; }
    std::size_t poses() const { return poses_; }
    std::size_t bytes() const { return bytes_; }

  private:
    struct Making;  // what is needed until all are drawn
    void drawLayer(const GpuModel& model, const Programs& programs, int layer);
    void average(const gl::Program& program, int side, std::initializer_list<const gl::Texture*> targets,
                 int layer);

    std::size_t poses_ = 0;
    std::size_t layers_a_variant_ = 0;
    int layers_ = 0;
    int drawn_ = 0;  // of them
    int level_ = 0;  // of detail that is drawn
    double error_m_ = 0.0;
    std::size_t bytes_ = 0;
    float middle_m_ = 0.0F;
    gl::Buffer pose_table_;  // of the textures; die after them
    gl::Buffer box_table_;
    gl::Texture pose_view_;
    gl::Texture box_view_;
    gl::Texture shape_;
    gl::Texture color_;
    gl::Texture normal_;
    std::unique_ptr<Making> making_;
};

}  // namespace phalanx

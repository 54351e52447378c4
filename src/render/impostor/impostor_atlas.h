// The impostor atlas of a model: images of all its variants, rendered from the model itself, a few layers per
// frame so that no frame takes long. Layout: shaders/include/impostor.h.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>

#include "gl/context/capabilities.h"
#include "gl/objects/buffer_texture.h"
#include "gl/objects/handle.h"
#include "gl/objects/program.h"
#include "render/impostor/impostor_poses.h"
#include "render/model/gpu_model.h"

namespace phalanx {

class ImpostorAtlas {
  public:
    struct Programs {
        const gl::Program& make;        // UnitPass::kImpostor of technique `texture`
        const gl::Program& silhouette;  // impostor/impostor_filter.frag
        const gl::Program& surface;
    };
    // Allocates the textures; their content is drawn by draw(). The model must have detail(). Throws Error
    // (kEnvironment) if the driver's limits are exceeded.
    ImpostorAtlas(const gl::Capabilities& capabilities, const GpuModel& model, const ImpostorPlan& plan);

    // Draws up to `layers` more layers (PH_IMPOSTOR_LAYER images each); true when all are drawn. Changes
    // framebuffer, viewport, raster state and bindings. The model and its animation must be those of the
    // plan.
    bool draw(const GpuModel& model, const Programs& programs, int layers);

    ~ImpostorAtlas();
    ImpostorAtlas(const ImpostorAtlas&) = delete;
    ImpostorAtlas& operator=(const ImpostorAtlas&) = delete;
    ImpostorAtlas(ImpostorAtlas&&) = delete;
    ImpostorAtlas& operator=(ImpostorAtlas&&) = delete;

    // Bytes of textures for this number of poses, in all variants of the model.
    static std::size_t bytesOf(const GpuModel& model, std::size_t poses);

    // Binds textures and sets uniforms for a program of impostorSource() that is in use.
    void bind(const gl::Program& program, int variant) const;

    // Error of an impostor as LOD selection uses it, metres at scale 1: four and a half texels of the
    // silhouette. With that many texels per pixel, edges are as sharp as a triangle's.
    double error_m() const { return error_m_; }
    // From this error on, one image is shown instead of several blended ones. Metres at scale 1.
    double farError_m() const { return 1.5 * error_m_; }
    std::size_t poses() const { return poses_; }
    std::size_t bytes() const { return bytes_; }

  private:
    struct Making;  // resources needed until all layers are drawn
    void drawLayer(const GpuModel& model, const Programs& programs, int layer);
    void average(const gl::Program& program, int side, std::initializer_list<const gl::Texture*> targets,
                 int layer);

    std::size_t poses_ = 0;
    std::size_t layers_per_variant_ = 0;
    int layers_ = 0;
    int drawn_ = 0;  // layers drawn so far
    int lod_ = 0;    // mesh LOD that is rendered into the images
    double error_m_ = 0.0;
    std::size_t bytes_ = 0;
    float middle_m_ = 0.0F;
    gl::Buffer pose_table_;  // storage of the buffer textures; must be destroyed after them
    gl::Buffer box_table_;
    gl::BufferTexture pose_view_;
    gl::BufferTexture box_view_;
    gl::Texture shape_;
    gl::Texture color_;
    gl::Texture normal_;
    std::unique_ptr<Making> making_;
};

}  // namespace phalanx

// One model on the GPU: packed mesh, materials, animation texture, clip table.
#pragma once

#include <optional>
#include <vector>

#include "anim/bake.h"
#include "anim/model.h"
#include "gl/capabilities.h"
#include "gl/handle.h"
#include "render/animation_texture.h"
#include "render/packed_mesh.h"
#include "render/technique.h"

namespace phalanx {

struct GpuMesh {
    gl::Buffer vertices;
    gl::Buffer block;  // ModelBlock
};

struct GpuMaterial {
    Material material;
    gl::Texture base_color;  // one white texel where there is no image
};

class GpuModel {
  public:
    GpuModel(const gl::Capabilities& capabilities, const Model& model, const BakedAnimation& baked,
             std::span<const glm::uvec4> clip_table);

    // Takes up another bake of the same model; meshes and materials stay.
    void replaceAnimation(const gl::Capabilities& capabilities, const BakedAnimation& baked,
                          std::span<const glm::uvec4> clip_table);
    // Frames are looked up linearly, or the nearest one is taken.
    void setNearestFrame(bool nearest);

    const PackedMesh& packed(MeshKind kind) const { return kind == MeshKind::kRest ? packed_rest_ : packed_; }
    const GpuMesh& mesh(MeshKind kind) const { return kind == MeshKind::kRest ? rest_ : skinned_; }
    const gl::Buffer& indices() const { return indices_; }
    const gl::Buffer& clips() const { return clips_; }
    const std::vector<GpuMaterial>& materials() const { return materials_; }
    const AnimationTexture& animation() const { return *animation_; }
    bool cullBackFaces() const { return cull_back_faces_; }
    std::uint64_t triangles(int variant) const;
    std::size_t meshBytes() const { return packed_.vertexBytes() + packed_.indexBytes(); }
    std::size_t imageBytes() const { return image_bytes_; }

    // Binds a vertex array's attributes 0, 1 and its index buffer to this model's mesh; the array must be
    // bound.
    void bindMesh(MeshKind kind) const;

  private:
    void writeBlocks();

    PackedMesh packed_;
    PackedMesh packed_rest_;
    GpuMesh skinned_;
    GpuMesh rest_;
    gl::Buffer indices_;
    gl::Buffer clips_;
    std::vector<GpuMaterial> materials_;
    std::optional<AnimationTexture> animation_;
    glm::uvec4 animation_block_{0};
    std::size_t image_bytes_ = 0;
    bool cull_back_faces_ = true;
};

}  // namespace phalanx

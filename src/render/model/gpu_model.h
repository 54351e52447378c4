// One model on the GPU: packed mesh, materials, animation texture, clip table.
#pragma once

#include <glm/gtc/type_precision.hpp>
#include <memory>
#include <optional>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/bake/encode.h"
#include "anim/pose/model.h"
#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"
#include "render/lod/mesh_levels.h"
#include "render/model/animation_texture.h"
#include "render/model/packed_mesh.h"
#include "render/model/vertex_texture.h"
#include "render/techniques/skin_settings.h"

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
    // mirrors: BakedAnimation::mirrors. packed: packMesh() of the model; nullptr: it is packed here.
    GpuModel(const gl::Capabilities& capabilities, const Model& model, EncodedAnimation encoded, bool mirrors,
             std::span<const glm::uvec4> clip_table, FetchPath path = FetchPath::kTexture2d,
             std::shared_ptr<const PackedMesh> packed = nullptr);
    // Encodes as rgba32f.
    GpuModel(const gl::Capabilities& capabilities, const Model& model, const BakedAnimation& baked,
             std::span<const glm::uvec4> clip_table);

    // Takes up another bake or encoding of the same model, or another way to fetch it; meshes and materials
    // stay.
    void replaceAnimation(const gl::Capabilities& capabilities, EncodedAnimation encoded, bool mirrors,
                          std::span<const glm::uvec4> clip_table, FetchPath path);

    // For technique `vertex-texture`: the vertices in the order of packed(MeshKind::kSkinned). Any animation
    // that is taken up takes it away. weights: how many joints moved a vertex when it was baked.
    void setVertexAnimation(const gl::Capabilities& capabilities, const VertexAnimation& animation,
                            int weights);
    const std::optional<VertexTexture>& vertexAnimation() const { return vertex_texture_; }

    // For overlays: a colour a packed vertex, sRGB; grey until there are some. Throws Error (kEnvironment)
    // where the driver has no buffer texture of so many texels.
    void setOverlayColors(const gl::Capabilities& capabilities, std::span<const glm::u8vec4> colors);
    void bindOverlayColors() const;

    const PackedMesh& packed(MeshKind kind) const {
        return kind == MeshKind::kRest ? packed_rest_ : *packed_;
    }
    const GpuMesh& mesh(MeshKind kind) const { return kind == MeshKind::kRest ? rest_ : skinned_; }
    const gl::Buffer& indices() const { return indices_; }
    const gl::Buffer& clips() const { return clips_; }
    const std::vector<GpuMaterial>& materials() const { return materials_; }
    const AnimationTexture& animation() const { return *animation_; }
    const EncodedAnimation& encoded() const { return encoded_; }
    std::uint64_t animationVersion() const { return animation_version_; }  // grows when it is replaced
    std::span<const glm::uvec4> clipTable() const { return clip_table_; }
    std::uint32_t joints() const { return encoded_.joints; }
    // PackedMesh::usedBy() as a buffer of 32-bit indices.
    const gl::Buffer& usedVertices(int variant) const {
        return used_vertices_[static_cast<std::size_t>(variant)];
    }
    // What culling and levels of detail take; without it all units are drawn, as they are. Before any vertex
    // array is made of the mesh.
    void setDetail(ModelDetail detail);
    // Of another bake, where there is detail.
    void setBounds(std::vector<ClipBounds> bounds);
    const std::optional<ModelDetail>& detail() const { return detail_; }
    // Levels beyond the coarsest mesh, of units that are drawn as impostors: at first several pictures of
    // them are blended, and farther away one is shown.
    int impostorLevel() const { return static_cast<int>(detail_->levels.size()) + 1; }
    int farImpostorLevel() const { return impostorLevel() + 1; }
    bool isImpostor(int level) const { return detail_ && level >= impostorLevel(); }
    // The runs of indices that a variant is drawn by; level 0 is the mesh itself. An impostor's is one
    // triangle of corners 0 to 2, whatever the vertices are.
    std::span<const Batch> batches(int variant, int level) const;
    // How many joints move a vertex of a level at most; 4 of level 0.
    int weights(int level) const;
    bool cullBackFaces() const { return !mirrors_; }
    std::uint64_t triangles(int variant, int level = 0) const;
    std::size_t indexCount() const { return index_bytes_ / sizeof(std::uint32_t); }  // of all levels
    std::size_t meshBytes() const { return packed_->vertexBytes() + index_bytes_; }
    std::size_t imageBytes() const { return image_bytes_; }

    // Binds a vertex array's attributes 0, 1 and its index buffer to this model's mesh; the array must be
    // bound. kPosed: attribute 1 alone.
    void bindMesh(MeshKind kind) const;
    // ModelBlock and ClipBlock.
    void bindBlocks(MeshKind kind) const;

  private:
    std::shared_ptr<const PackedMesh> packed_;
    PackedMesh packed_rest_;
    GpuMesh skinned_;
    GpuMesh rest_;
    gl::Buffer indices_;
    gl::Buffer clips_;
    std::vector<GpuMaterial> materials_;
    EncodedAnimation encoded_;  // for the techniques that pose on the CPU
    std::uint64_t animation_version_ = 0;
    bool mirrors_ = false;
    std::vector<glm::uvec4> clip_table_;
    std::vector<gl::Buffer> used_vertices_;
    std::optional<AnimationTexture> animation_;
    std::optional<VertexTexture> vertex_texture_;
    gl::Buffer overlay_buffer_;  // of the texture; dies after it
    gl::Texture overlay_colors_;
    std::size_t overlay_vertices_ = 0;
    std::size_t image_bytes_ = 0;
    std::size_t index_bytes_ = 0;  // of all levels
    std::optional<ModelDetail> detail_;
    Batch corners_;  // of an impostor
};

}  // namespace phalanx

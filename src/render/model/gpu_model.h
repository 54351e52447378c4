// One model on the GPU: packed mesh, materials, animation texture and clip table.
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
#include "render/model/animation_texture.h"
#include "render/model/mesh_lods.h"
#include "render/model/morph_textures.h"
#include "render/model/packed_mesh.h"
#include "render/model/vertex_texture.h"
#include "render/techniques/skin_settings.h"

namespace phalanx {

struct GpuMesh {
    gl::Buffer vertices;
    gl::Buffer block;  // uniform buffer of ModelBlock
};

struct GpuMaterial {
    Material material;
    gl::Texture base_color;  // one white texel if the material has no image
};

class GpuModel {
  public:
    // Uploads the model. mirrors: BakedAnimation::mirrors. clip_table: at most PH_MAX_CLIPS entries.
    // packed: packMesh() of the model, nullptr: packed here. Throws Error if the animation does not fit
    // (AnimationTexture) or there are too many clips.
    GpuModel(const gl::Capabilities& capabilities, const Model& model, EncodedAnimation encoded, bool mirrors,
             std::span<const glm::uvec4> clip_table, FetchPath path = FetchPath::kTexture2d,
             std::shared_ptr<const PackedMesh> packed = nullptr);
    // Same, encoded as rgba32f.
    GpuModel(const gl::Capabilities& capabilities, const Model& model, const BakedAnimation& baked,
             std::span<const glm::uvec4> clip_table);

    // Replaces the animation by another bake, encoding or fetch path of the same model; meshes and materials
    // stay.
    void replaceAnimation(const gl::Capabilities& capabilities, EncodedAnimation encoded, bool mirrors,
                          std::span<const glm::uvec4> clip_table, FetchPath path);

    // Sets the posed vertices for technique `vertex-texture`, in the order of packed(MeshKind::kSkinned).
    // replaceAnimation() removes them. weights: joints per vertex that they were baked with.
    void setVertexAnimation(const gl::Capabilities& capabilities, const VertexAnimation& animation,
                            int weights);
    const std::optional<VertexTexture>& vertexAnimation() const { return vertex_texture_; }

    // Sets overlay colours, sRGB, one per packed vertex; none are set at first. Throws Error (kEnvironment)
    // if the driver's buffer textures are too small.
    void setOverlayColors(const gl::Capabilities& capabilities, std::span<const glm::u8vec4> colors);
    void bindOverlayColors() const;

    const PackedMesh& packed(MeshKind kind) const {
        return kind == MeshKind::kRest ? packed_rest_ : *packed_;
    }
    const GpuMesh& mesh(MeshKind kind) const { return kind == MeshKind::kRest ? rest_ : skinned_; }
    const gl::Buffer& indices() const { return indices_; }
    const std::vector<GpuMaterial>& materials() const { return materials_; }
    const AnimationTexture& animation() const { return *animation_; }
    // The number of morph targets; 0: programs leave out what they need (SkinVariant::morphs).
    std::uint32_t morphTargets() const { return packed_->morphs.targets; }
    std::size_t morphBytes() const { return morphs_ ? morphs_->bytes() : 0; }
    // Binds the textures of the animation and of the morph targets.
    void bindAnimation() const;
    const EncodedAnimation& encoded() const { return encoded_; }
    std::uint64_t animationVersion() const { return animation_version_; }  // grows when replaced
    std::span<const glm::uvec4> clipTable() const { return clip_table_; }
    // The number of its entries that are clips, not own frames.
    std::size_t clipCount() const { return clip_table_.size() - encoded_.own.clipEntries(); }
    std::uint32_t joints() const { return encoded_.joints; }
    // PackedMesh::usedBy() as a buffer of 32-bit indices.
    const gl::Buffer& usedVertices(int variant) const {
        return used_vertices_[static_cast<std::size_t>(variant)];
    }
    // The vertices that a variant uses at a LOD, ascending.
    const std::vector<std::uint32_t>& usedBy(int variant, int lod) const;
    // The vertices of a LOD are less than this.
    std::size_t posedVertices(int lod) const;
    bool hasOwnVertices(int lod) const;  // that the full mesh does not use
    // Sets what culling and LOD selection need; without it all units are drawn at LOD 0. Call before any
    // vertex array is made of the mesh.
    void setDetail(ModelDetail detail);
    // Replaces the clip bounds after another bake (of own frames, too); no effect without detail().
    void setBounds(std::vector<ClipBounds> bounds);
    const std::optional<ModelDetail>& detail() const { return detail_; }
    // Frames that single units show; if there are any, the last two entries of the clip table.
    const OwnFrames& ownFrames() const { return encoded_.own; }
    std::uint64_t ownFramesVersion() const { return own_frames_version_; }  // grows with each write
    // One of them for techniques that pose on the CPU: model_from_bind per joint.
    void writeOwnFrame(std::uint32_t slot, std::span<const glm::dmat4> palette);
    // The two LODs after the coarsest mesh, drawn as impostors: the nearer one blends several images, the
    // farther one shows a single image.
    int impostorLod() const { return static_cast<int>(detail_->lods.size()) + 1; }
    int farImpostorLod() const { return impostorLod() + 1; }
    bool isImpostor(int lod) const { return detail_ && lod >= impostorLod(); }
    // The index runs of a variant at a LOD; LOD 0 is the full mesh. An impostor's run is one triangle of
    // corners 0 to 2, whatever vertices these are.
    std::span<const Batch> batches(int variant, int lod) const;
    // The most joints per vertex at this LOD; 4 at LOD 0.
    int weights(int lod) const { return needs(lod).weights; }
    // morphs: only in models with morph targets; at LOD 0 always, in impostors never.
    VertexNeeds needs(int lod) const;
    bool cullBackFaces() const { return !mirrors_; }
    bool unlit() const { return unlit_; }  // some materials are; else programs leave out what they need
    bool unlit(int variant) const;         // all materials of the variant are
    std::uint64_t triangles(int variant, int lod = 0) const;
    std::size_t indexCount() const { return index_bytes_ / sizeof(std::uint32_t); }  // of all LODs
    std::size_t meshBytes() const { return packed_->vertexBytes() + index_bytes_; }
    std::size_t imageBytes() const { return image_bytes_; }

    // Sets attributes 0 and 1 and the index buffer of the bound vertex array to this model's mesh. kPosed:
    // sets attribute 1 only.
    void bindMesh(MeshKind kind) const;
    // Binds the uniform blocks ModelBlock and ClipBlock.
    void bindBlocks(MeshKind kind) const;

  private:
    std::shared_ptr<const PackedMesh> packed_;
    PackedMesh packed_rest_;
    GpuMesh skinned_;
    GpuMesh rest_;
    gl::Buffer indices_;
    gl::Buffer clips_;
    std::vector<GpuMaterial> materials_;
    bool unlit_ = false;
    EncodedAnimation encoded_;  // for techniques that pose on the CPU
    std::uint64_t animation_version_ = 0;
    std::uint64_t own_frames_version_ = 1;
    bool mirrors_ = false;
    std::vector<glm::uvec4> clip_table_;
    std::vector<gl::Buffer> used_vertices_;
    struct LodVertices {
        std::size_t end = 0;
        bool has_own = false;
        std::vector<std::vector<std::uint32_t>> used;  // by variant, if has_own
    };
    std::vector<LodVertices> lod_vertices_;  // LOD 1 and up
    std::optional<AnimationTexture> animation_;
    std::optional<MorphTextures> morphs_;
    std::optional<VertexTexture> vertex_texture_;
    gl::Buffer overlay_buffer_;  // storage of overlay_colors_; must be destroyed after it
    gl::BufferTexture overlay_colors_;
    std::size_t overlay_vertices_ = 0;
    std::size_t image_bytes_ = 0;
    std::size_t index_bytes_ = 0;  // of all LODs
    std::optional<ModelDetail> detail_;
    Batch corners_;  // index run of an impostor
};

}  // namespace phalanx

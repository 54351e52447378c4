#include "render/model/gpu_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <set>

#include "anim/bake/entry_codec.h"
#include "core/error.h"
#include "core/log.h"
#include "gl/objects/buffer.h"
#include "gl/objects/texture.h"
#include "layouts.h"
#include "render/model/fitted_image.h"

namespace phalanx {
namespace {

GpuMesh upload(const PackedMesh& mesh, const std::string& name) {
    GpuMesh result;
    result.vertices = gl::createBuffer(std::span<const PackedVertex>(mesh.vertices), GL_STATIC_DRAW, name);
    result.block = gl::createBuffer(sizeof(layout::ModelBlock), GL_DYNAMIC_DRAW, name + " block");
    return result;
}

layout::ModelBlock blockOf(const PackedMesh& mesh, const EncodedAnimation& encoded,
                           const AnimationTexture& texture, const std::optional<MorphTextures>& morphs,
                           std::uint32_t clips) {
    layout::ModelBlock block{};
    block.u_position_scale = glm::vec4(mesh.position_scale, 0.0F);
    block.u_position_offset = glm::vec4(mesh.position_offset, 0.0F);
    block.u_uv_scale_offset = glm::vec4(mesh.uv_scale, mesh.uv_offset);
    block.u_animation = glm::uvec4(encoded.joints, texture.entryShift(), clips,
                                   static_cast<std::uint32_t>(mesh.mesh_vertices));
    block.u_bind_center = glm::vec4(encoded.space.bind_center, 0.0F);
    block.u_model_center = glm::vec4(encoded.space.model_center, 0.0F);
    block.u_place_offset = encoded.space.place_offset;
    block.u_place_scale = encoded.space.place_scale;
    if (morphs) morphs->describe(block);
    return block;
}

void warnOfScaling(const Model& model, const Image& whole, const Image& fitted, int most) {
    warn("{}: image {} is {} x {} texels, this driver allows {} per side; scaled down to {} x {}", model.name,
         whole.name, whole.width, whole.height, most, fitted.width, fitted.height);
}

}  // namespace

GpuModel::GpuModel(const gl::Capabilities& capabilities, const Model& model, EncodedAnimation encoded,
                   bool mirrors, std::span<const glm::uvec4> clip_table, FetchPath path,
                   std::shared_ptr<const PackedMesh> packed)
    : packed_(packed ? std::move(packed) : std::make_shared<const PackedMesh>(packMesh(model))),
      packed_rest_(packRestMesh(model, *packed_)) {
    skinned_ = upload(*packed_, model.name + " vertices");
    rest_ = upload(packed_rest_, model.name + " rest vertices");
    indices_ = gl::createIndexBuffer(packed_->indices, model.name + " indices");
    index_bytes_ = packed_->indexBytes();
    std::set<int> scaled_down;  // materials may share an image
    for (const Material& material : model.materials) {
        GpuMaterial entry{material, {}};
        constexpr std::array<std::uint8_t, 4> kWhite{255, 255, 255, 255};
        if (material.image >= 0) {
            const Image& whole = model.images[static_cast<std::size_t>(material.image)];
            const std::optional<Image> fitted = fittedImage(whole, capabilities.max_texture_size);
            if (fitted && scaled_down.insert(material.image).second)
                warnOfScaling(model, whole, *fitted, capabilities.max_texture_size);
            const Image& image = fitted ? *fitted : whole;
            entry.base_color =
                gl::createColorTexture(capabilities, image.width, image.height, image.rgba,
                                       gl::ColorEncoding::kSrgb, gl::Wrap::kRepeat, image.name);
            image_bytes_ += image.rgba.size() + image.rgba.size() / 3;
        } else {
            entry.base_color = gl::createColorTexture(capabilities, 1, 1, kWhite, gl::ColorEncoding::kSrgb,
                                                      gl::Wrap::kRepeat, material.name);
        }
        materials_.push_back(std::move(entry));
        unlit_ = unlit_ || material.unlit;
    }
    for (const std::vector<std::uint32_t>& used : packed_->used_vertices) {
        used_vertices_.push_back(gl::createIndexBuffer(used, model.name + " used vertices"));
    }
    replaceAnimation(capabilities, std::move(encoded), mirrors, clip_table, path);
}

GpuModel::GpuModel(const gl::Capabilities& capabilities, const Model& model, const BakedAnimation& baked,
                   std::span<const glm::uvec4> clip_table)
    : GpuModel(capabilities, model, encodeAnimation(model, baked, Encoding::kRgba32f), baked.mirrors,
               clip_table) {}

void GpuModel::replaceAnimation(const gl::Capabilities& capabilities, EncodedAnimation encoded, bool mirrors,
                                std::span<const glm::uvec4> clip_table, FetchPath path) {
    if (clip_table.size() > PH_MAX_CLIPS) {
        throw inputError("clips",
                         fmt::format("{} clips, but at most {} fit", clip_table.size(), PH_MAX_CLIPS));
    }
    AnimationTexture texture(capabilities, encoded, path);  // can throw, so they come first
    if (morphs_) {
        morphs_->replaceWeights(capabilities, encoded.morphs);
    } else if (morphTargets() > 0) {
        morphs_.emplace(capabilities, packed_->morphs, encoded.morphs);
    }
    encoded_ = std::move(encoded);
    mirrors_ = mirrors;
    // Unique among all models: caches are keyed by address, and addresses are reused.
    static std::uint64_t versions = 0;
    animation_version_ = ++versions;
    clip_table_.assign(clip_table.begin(), clip_table.end());
    animation_.emplace(std::move(texture));
    vertex_texture_.reset();
    std::vector<glm::uvec4> table(clip_table.begin(), clip_table.end());
    table.resize(PH_MAX_CLIPS);
    clips_ = gl::createBuffer(std::span<const glm::uvec4>(table), GL_STATIC_DRAW, "clip table");
    for (const auto& [mesh, packed] : {std::pair(&skinned_, packed_.get()),
                                       std::pair<GpuMesh*, const PackedMesh*>(&rest_, &packed_rest_)}) {
        const layout::ModelBlock block =
            blockOf(*packed, encoded_, *animation_, morphs_, static_cast<std::uint32_t>(clip_table.size()));
        gl::updateBuffer(mesh->block, 0, std::as_bytes(std::span(&block, 1)));
    }
}

void GpuModel::setVertexAnimation(const gl::Capabilities& capabilities, const VertexAnimation& animation,
                                  int weights) {
    assert(animation.vertices == packed_->vertices.size() &&
           (animation.frames == encoded_.frames || encoded_.own.any()));
    VertexTexture texture(capabilities, animation, weights);  // can throw, so it comes first
    vertex_texture_.emplace(std::move(texture));
}

void GpuModel::setOverlayColors(const gl::Capabilities& capabilities, std::span<const glm::u8vec4> colors) {
    assert(colors.size() == packed_->vertices.size());
    if (overlay_vertices_ == colors.size()) {
        gl::replaceBuffer(overlay_buffer_, colors, GL_DYNAMIC_DRAW);
        return overlay_colors_.refresh();
    }
    overlay_colors_.reset();
    overlay_buffer_ = gl::createBuffer(colors, GL_DYNAMIC_DRAW, "overlay colours");
    overlay_colors_ =
        gl::BufferTexture(capabilities, GL_RGBA8, overlay_buffer_, colors.size(), "overlay colours");
    overlay_vertices_ = colors.size();
}

void GpuModel::bindOverlayColors() const {
    overlay_colors_.bind(UNIT_OVERLAY);
}

void GpuModel::setDetail(ModelDetail detail) {
    std::vector<std::uint32_t> indices = packed_->indices;
    lod_vertices_.clear();
    for (MeshLod& lod : detail.lods) {
        assert(lod.variants.size() == packed_->variants.size());
        LodVertices& vertices = lod_vertices_.emplace_back();
        vertices.end = packed_->mesh_vertices;
        for (const std::uint32_t v : lod.indices) vertices.end = std::max<std::size_t>(vertices.end, v + 1);
        assert(vertices.end <= packed_->vertices.size());
        vertices.has_own = vertices.end > packed_->mesh_vertices;
        for (Variant& variant : lod.variants) {
            if (vertices.has_own) vertices.used.push_back(verticesUsedBy(variant, lod.indices));
            for (Batch& batch : variant.batches)
                batch.first_index += static_cast<std::uint32_t>(indices.size());
        }
        indices.insert(indices.end(), lod.indices.begin(), lod.indices.end());
        lod.indices.clear();
    }
    constexpr std::array<std::uint32_t, 3> kCorners{0, 1, 2};
    corners_ = {0, static_cast<std::uint32_t>(indices.size()), kCorners.size()};
    indices.insert(indices.end(), kCorners.begin(), kCorners.end());
    indices_ = gl::createIndexBuffer(indices, "indices of all LODs");
    index_bytes_ = indices.size() * sizeof(std::uint32_t);
    detail_ = std::move(detail);
}

const std::vector<std::uint32_t>& GpuModel::usedBy(int variant, int lod) const {
    const auto v = static_cast<std::size_t>(variant);
    return hasOwnVertices(lod) ? lod_vertices_[static_cast<std::size_t>(lod) - 1].used[v]
                               : packed_->used_vertices[v];
}

std::size_t GpuModel::posedVertices(int lod) const {
    return hasOwnVertices(lod) ? lod_vertices_[static_cast<std::size_t>(lod) - 1].end
                               : packed_->mesh_vertices;
}

bool GpuModel::hasOwnVertices(int lod) const {
    return lod > 0 && !isImpostor(lod) && lod_vertices_[static_cast<std::size_t>(lod) - 1].has_own;
}

void GpuModel::setBounds(std::vector<ClipBounds> bounds) {
    if (detail_) detail_->bounds = std::move(bounds);
}

void GpuModel::writeOwnFrame(std::uint32_t slot, std::span<const glm::dmat4> palette) {
    assert(slot < encoded_.own.count && palette.size() == encoded_.joints);
    ++own_frames_version_;
    const EntryCodec codec(encoded_.encoding, encoded_.space, encoded_.bind_origins);
    const std::size_t first = std::size_t{encoded_.own.first + slot} * encoded_.joints;
    glm::dquat unused(1.0, 0.0, 0.0, 0.0);
    for (std::size_t joint = 0; joint < palette.size(); ++joint) {
        codec.write(codec.split(palette[joint], joint, unused),
                    encoded_.data.data() + (first + joint) * codec.entryBytes());
    }
}

std::span<const Batch> GpuModel::batches(int variant, int lod) const {
    const auto v = static_cast<std::size_t>(variant);
    if (lod == 0) return packed_->variants[v].batches;
    if (isImpostor(lod)) return {&corners_, 1};
    return detail_->lods[static_cast<std::size_t>(lod) - 1].variants[v].batches;
}

bool GpuModel::unlit(int variant) const {
    return unlit_ && std::ranges::all_of(batches(variant, 0), [&](const Batch& batch) {
               return materials_[batch.material].material.unlit;
           });
}

VertexNeeds GpuModel::needs(int lod) const {
    if (lod == 0) return {kWeightsPerVertex, morphTargets() > 0};
    if (isImpostor(lod)) return {kWeightsPerVertex, false};
    const MeshLod& coarse = detail_->lods[static_cast<std::size_t>(lod) - 1];
    return {coarse.weights, coarse.morphs && morphTargets() > 0};
}

std::uint64_t GpuModel::triangles(int variant, int lod) const {
    std::uint64_t indices = 0;
    for (const Batch& batch : batches(variant, lod)) indices += batch.index_count;
    return indices / 3;
}

void GpuModel::bindMesh(MeshKind kind) const {
    glBindBuffer(GL_ARRAY_BUFFER, mesh(kind).vertices.id());
    if (kind != MeshKind::kPosed) {
        glEnableVertexAttribArray(A_SHAPE);
        glVertexAttribIPointer(A_SHAPE, 4, GL_UNSIGNED_INT, sizeof(PackedVertex), nullptr);
    } else {
        // WebGL draws nothing where the types differ, even if the shader does not read the attribute.
        glVertexAttribI4ui(A_SHAPE, 0, 0, 0, 0);
    }
    glEnableVertexAttribArray(A_SURFACE);
    glVertexAttribIPointer(A_SURFACE, 2, GL_UNSIGNED_INT, sizeof(PackedVertex),
                           reinterpret_cast<const void*>(offsetof(PackedVertex, surface)));
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.id());
}

void GpuModel::bindAnimation() const {
    animation_->bind();
    if (morphs_) morphs_->bind();
}

void GpuModel::bindBlocks(MeshKind kind) const {
    glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_MODEL, mesh(kind).block.id());
    glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_CLIPS, clips_.id());
}

}  // namespace phalanx

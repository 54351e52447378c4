#include "render/gpu_model.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>

#include "core/error.h"
#include "gl/buffer.h"
#include "gl/texture.h"
#include "layouts.h"

namespace phalanx {
namespace {

GpuMesh upload(const PackedMesh& mesh, const std::string& name) {
    GpuMesh result;
    result.vertices = gl::createBuffer(std::span<const PackedVertex>(mesh.vertices), GL_STATIC_DRAW, name);
    result.block = gl::createBuffer(sizeof(layout::ModelBlock), GL_DYNAMIC_DRAW, name + " block");
    return result;
}

layout::ModelBlock blockOf(const PackedMesh& mesh, const glm::uvec4& animation) {
    layout::ModelBlock block{};
    block.u_position_scale = glm::vec4(mesh.position_scale, 0.0F);
    block.u_position_offset = glm::vec4(mesh.position_offset, 0.0F);
    block.u_uv_scale_offset = glm::vec4(mesh.uv_scale, mesh.uv_offset);
    block.u_animation = animation;
    return block;
}

}  // namespace

GpuModel::GpuModel(const gl::Capabilities& capabilities, const Model& model, const BakedAnimation& baked,
                   std::span<const glm::uvec4> clip_table)
    : packed_(packMesh(model)), packed_rest_(packRestMesh(model, packed_)) {
    skinned_ = upload(packed_, model.name + " vertices");
    rest_ = upload(packed_rest_, model.name + " rest vertices");
    indices_ = gl::createBuffer(std::span<const std::uint32_t>(packed_.indices), GL_STATIC_DRAW,
                                model.name + " indices");
    for (const Material& material : model.materials) {
        GpuMaterial entry{material, {}};
        constexpr std::array<std::uint8_t, 4> kWhite{255, 255, 255, 255};
        if (material.image >= 0) {
            const Image& image = model.images[static_cast<std::size_t>(material.image)];
            entry.base_color =
                gl::createColorTexture(capabilities, image.width, image.height, image.rgba,
                                       gl::ColorEncoding::kSrgb, gl::Wrap::kRepeat, image.name);
            image_bytes_ += image.rgba.size() + image.rgba.size() / 3;
        } else {
            entry.base_color = gl::createColorTexture(capabilities, 1, 1, kWhite, gl::ColorEncoding::kSrgb,
                                                      gl::Wrap::kRepeat, material.name);
        }
        materials_.push_back(std::move(entry));
    }
    replaceAnimation(capabilities, baked, clip_table);
}

void GpuModel::replaceAnimation(const gl::Capabilities& capabilities, const BakedAnimation& baked,
                                std::span<const glm::uvec4> clip_table) {
    if (clip_table.size() > PH_MAX_CLIPS) {
        throw inputError("clips",
                         fmt::format("{} clips, more than the {} that fit", clip_table.size(), PH_MAX_CLIPS));
    }
    animation_.emplace(capabilities, baked);
    std::vector<glm::uvec4> table(clip_table.begin(), clip_table.end());
    table.resize(PH_MAX_CLIPS);
    clips_ = gl::createBuffer(std::span<const glm::uvec4>(table), GL_STATIC_DRAW, "clip table");
    cull_back_faces_ = !baked.mirrors;
    animation_block_ =
        glm::uvec4(baked.joints, animation_->shape().entry_shift, baked.clips.size(), animation_block_.w);
    writeBlocks();
}

void GpuModel::setNearestFrame(bool nearest) {
    const std::uint32_t bit = nearest ? 1 : 0;
    if (animation_block_.w == bit) return;
    animation_block_.w = bit;
    writeBlocks();
}

void GpuModel::writeBlocks() {
    for (const auto& [mesh, packed] : {std::pair(&skinned_, &packed_), std::pair(&rest_, &packed_rest_)}) {
        const layout::ModelBlock block = blockOf(*packed, animation_block_);
        gl::updateBuffer(mesh->block, 0, std::as_bytes(std::span(&block, 1)));
    }
}

std::uint64_t GpuModel::triangles(int variant) const {
    std::uint64_t indices = 0;
    for (const Batch& batch : packed_.variants.at(static_cast<std::size_t>(variant)).batches)
        indices += batch.index_count;
    return indices / 3;
}

void GpuModel::bindMesh(MeshKind kind) const {
    glBindBuffer(GL_ARRAY_BUFFER, mesh(kind).vertices.id());
    glEnableVertexAttribArray(A_SHAPE);
    glVertexAttribIPointer(A_SHAPE, 4, GL_UNSIGNED_INT, sizeof(PackedVertex), nullptr);
    glEnableVertexAttribArray(A_SURFACE);
    glVertexAttribIPointer(A_SURFACE, 2, GL_UNSIGNED_INT, sizeof(PackedVertex),
                           reinterpret_cast<const void*>(offsetof(PackedVertex, surface)));
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.id());
}

}  // namespace phalanx

#include "render/impostor/impostor_atlas.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "gl/objects/buffer.h"
#include "gl/objects/debug.h"
#include "gl/objects/texture.h"
#include "impostor.h"
#include "render/units/material_state.h"
#include "render/units/raster_state.h"
#include "render/units/unit_buffers.h"

namespace phalanx {
namespace {

constexpr int kShapeSide = PH_IMPOSTOR_SHAPE * static_cast<int>(PH_IMPOSTOR_ROW);
constexpr int kColorSide = PH_IMPOSTOR_COLOR * static_cast<int>(PH_IMPOSTOR_ROW);
constexpr int kFineSide = kShapeSide * PH_IMPOSTOR_DETAIL;
// Mipmaps down to four texels per cell: below that, a soldier is smaller than a pixel.
constexpr int kShapeLevels = 4;
constexpr int kColorLevels = 3;
static_assert(PH_IMPOSTOR_SHAPE >> (kShapeLevels - 1) == 4 && PH_IMPOSTOR_COLOR >> (kColorLevels - 1) == 4);
// Texels of the silhouette per pixel where impostors take over; docs/lod.md compares other values.
constexpr double kTexelsAPixel = 4.5;

std::size_t layersFor(std::size_t poses) {
    return (poses * PH_IMPOSTOR_VIEWS + PH_IMPOSTOR_LAYER - 1) / PH_IMPOSTOR_LAYER;
}

std::size_t variantsOf(const GpuModel& model) {
    return model.packed(MeshKind::kSkinned).variants.size();
}

// Mipmaps add a third.
constexpr std::size_t kLayerBytes =
    (std::size_t{kShapeSide} * kShapeSide + std::size_t{kColorSide} * kColorSide * 8) * 4 / 3;

// The coarsest mesh LOD whose error is at most a fifth of a texel.
int lodFor(const GpuModel& model, double texel_m) {
    int lod = 0;
    for (const MeshLod& coarser : model.detail()->lods) {
        if (coarser.error_m > 0.2 * texel_m) break;
        ++lod;
    }
    return lod;
}

// One unit per cell, with the baked frame it shows and the cell's index as its number.
gl::Buffer makeStates(const ImpostorPoses& poses) {
    std::uint32_t number = 0;
    std::vector<layout::UnitShown> states;
    for (const std::uint32_t frame : poses.frames) {
        for (std::uint32_t view = 0; view < PH_IMPOSTOR_VIEWS; ++view) {
            layout::UnitShown& shown = states.emplace_back();
            shown.placement = glm::vec4(0.0F);
            shown.frames = {frame, frame, 0, 0};
            shown.look = {0, glm::floatBitsToUint(1.0F), number++, 0};
        }
    }
    return gl::createBuffer(std::span<const layout::UnitShown>(states), GL_STATIC_DRAW, "impostor units");
}

// Render target at PH_IMPOSTOR_DETAIL times the resolution; its content is then averaged into the atlas.
struct FineTarget {
    explicit FineTarget(const gl::Capabilities& capabilities)
        : color(gl::createTargetTexture(capabilities, GL_SRGB8_ALPHA8, kFineSide, kFineSide, 1,
                                        "impostors, fine colour")),
          normal(gl::createTargetTexture(capabilities, GL_RGBA8, kFineSide, kFineSide, 1,
                                         "impostors, fine normals")),
          depth(gl::createTargetTexture(capabilities, GL_DEPTH_COMPONENT24, kFineSide, kFineSide, 1,
                                        "impostors, fine depth")),
          framebuffer(gl::Framebuffer::create()) {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color.id(), 0);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, normal.id(), 0);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth.id(), 0);
        drawToBoth();
        gl::requireComplete(framebuffer, "impostors");
    }
    static void drawToBoth() {
        constexpr std::array<GLenum, 2> kBoth{GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
        glDrawBuffers(2, kBoth.data());
    }

    gl::Texture color;
    gl::Texture normal;
    gl::Texture depth;
    gl::Framebuffer framebuffer;
};

void makeMipmaps(const gl::Texture& texture) {
    glBindTexture(GL_TEXTURE_2D_ARRAY, texture.id());
    glGenerateMipmap(GL_TEXTURE_2D_ARRAY);
    glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
}

}  // namespace

std::size_t ImpostorAtlas::bytesOf(const GpuModel& model, std::size_t poses) {
    return layersFor(poses) * variantsOf(model) * kLayerBytes;
}

struct ImpostorAtlas::Making {
    Making(const gl::Capabilities& capabilities, const GpuModel& model, const ImpostorPoses& poses)
        : fine(capabilities),
          states(makeStates(poses)),
          units(gl::VertexArray::create()),
          nothing(gl::VertexArray::create()),
          kept(gl::Framebuffer::create()) {
        glBindVertexArray(units.id());
        model.bindMesh(MeshKind::kSkinned);
        glBindVertexArray(0);
    }

    FineTarget fine;
    gl::Buffer states;
    gl::VertexArray units;
    gl::VertexArray nothing;
    gl::Framebuffer kept;
};

ImpostorAtlas::ImpostorAtlas(const gl::Capabilities& capabilities, const GpuModel& model,
                             const ImpostorPlan& plan)
    : poses_(plan.poses.frames.size()), layers_per_variant_(layersFor(poses_)) {
    layers_ = static_cast<int>(layers_per_variant_ * variantsOf(model));
    shape_ = gl::createArrayTexture(capabilities, GL_R8, kShapeSide, kShapeSide, layers_, kShapeLevels,
                                    "impostors, silhouettes");
    color_ = gl::createArrayTexture(capabilities, GL_SRGB8_ALPHA8, kColorSide, kColorSide, layers_,
                                    kColorLevels, "impostors, colour");
    normal_ = gl::createArrayTexture(capabilities, GL_RGBA8, kColorSide, kColorSide, layers_, kColorLevels,
                                     "impostors, normals");
    std::vector<glm::vec4> texels;
    texels.reserve(PH_IMPOSTOR_VIEWS + plan.cells.size() * PH_IMPOSTOR_CELL_TEXELS);
    for (unsigned view = 0; view < PH_IMPOSTOR_VIEWS; ++view) texels.push_back(layout::impostorAngles(view));
    glm::vec3 largest(0.0F);
    float low = std::numeric_limits<float>::max();
    float high = std::numeric_limits<float>::lowest();
    for (std::size_t i = 0; i < plan.cells.size(); ++i) {
        const auto& [box, triangle] = plan.cells[i];
        texels.emplace_back(box.middle.x, box.middle.y, box.half_size.x, box.half_size.y);
        texels.emplace_back(box.middle.z, box.half_size.z, box.slope.x, box.slope.y);
        texels.emplace_back(layout::impostorCornerOf(triangle[0]), layout::impostorCornerOf(triangle[1]),
                            layout::impostorCornerOf(triangle[2]), 0.0F);
        // Who lies is wider. Its image is a stand-in for many poses anyway, and must not make those of all
        // others worth less.
        if (plan.poses.of_lying == i / PH_IMPOSTOR_VIEWS) continue;
        largest = glm::max(largest, box.half_size);
        if (i % PH_IMPOSTOR_VIEWS >= PH_IMPOSTOR_AZIMUTHS) continue;  // side views only: image y is height
        low = std::min(low, box.middle.y - box.half_size.y);
        high = std::max(high, box.middle.y + box.half_size.y);
    }
    middle_m_ = 0.5F * (low + high);
    const double texel_m = 2.0 * std::max(largest.x, largest.y) / PH_IMPOSTOR_SHAPE;
    error_m_ = kTexelsAPixel * texel_m;
    lod_ = lodFor(model, texel_m);
    const auto keep = [&](gl::Buffer& buffer, gl::BufferTexture& view, GLenum format, const auto& items,
                          const char* name) {
        buffer = gl::createBuffer(std::span(items), GL_STATIC_DRAW, name);
        view = gl::BufferTexture(capabilities, format, buffer, items.size(), name);
        bytes_ += items.size() * sizeof(items.front());
    };
    bytes_ = bytesOf(model, poses_);
    keep(pose_table_, pose_view_, GL_R32UI, plan.poses.of_frame, "impostor poses");
    keep(box_table_, box_view_, GL_RGBA32F, texels, "impostor boxes");
    making_ = std::make_unique<Making>(capabilities, model, plan.poses);
}

ImpostorAtlas::~ImpostorAtlas() = default;

bool ImpostorAtlas::draw(const GpuModel& model, const Programs& programs, int layers) {
    if (making_ == nullptr) return true;
    const gl::DebugGroup debug_group("impostors");
    for (const int end = std::min(layers_, drawn_ + layers); drawn_ < end; ++drawn_)
        drawLayer(model, programs, drawn_);
    glBindVertexArray(0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    if (drawn_ < layers_) return false;
    for (const gl::Texture* texture : {&shape_, &color_, &normal_}) makeMipmaps(*texture);
    making_.reset();
    return true;
}

void ImpostorAtlas::drawLayer(const GpuModel& model, const Programs& programs, int layer) {
    const auto variant = static_cast<int>(static_cast<std::size_t>(layer) / layers_per_variant_);
    const std::size_t first =
        static_cast<std::size_t>(layer) % layers_per_variant_ * std::size_t{PH_IMPOSTOR_LAYER};
    glBindFramebuffer(GL_FRAMEBUFFER, making_->fine.framebuffer.id());
    glViewport(0, 0, kFineSide, kFineSide);
    setRasterState(true, true, GL_LESS);
    glClearColor(0.0F, 0.0F, 0.0F, 0.0F);
    glClearDepth(1.0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    programs.make.use();
    model.bindBlocks(MeshKind::kSkinned);
    model.bindAnimation();
    box_view_.bind(UNIT_IMPOSTOR_CELLS);
    glBindVertexArray(making_->units.id());
    readStates(making_->states, first);
    const std::size_t cells = poses_ * PH_IMPOSTOR_VIEWS;
    const auto count =
        static_cast<GLsizei>(std::min<std::size_t>(PH_IMPOSTOR_LAYER, cells - std::min(first, cells)));
    for (const Batch& batch : model.batches(variant, lod_)) {
        setMaterial(programs.make, model, batch.material);
        glDrawElementsInstanced(GL_TRIANGLES, static_cast<GLsizei>(batch.index_count), GL_UNSIGNED_INT,
                                reinterpret_cast<const void*>(batch.first_index * sizeof(std::uint32_t)),
                                count);
    }
    glDisable(GL_CULL_FACE);
    average(programs.silhouette, kShapeSide, {&shape_}, layer);
    average(programs.surface, kColorSide, {&color_, &normal_}, layer);
}

// Averages the fine images into one layer of the atlas textures.
void ImpostorAtlas::average(const gl::Program& program, int side,
                            std::initializer_list<const gl::Texture*> targets, int layer) {
    glBindFramebuffer(GL_FRAMEBUFFER, making_->kept.id());
    GLenum attachment = GL_COLOR_ATTACHMENT0;
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, 0, 0, 0);
    for (const gl::Texture* target : targets)
        glFramebufferTextureLayer(GL_FRAMEBUFFER, attachment++, target->id(), 0, layer);
    if (targets.size() == 2) {
        FineTarget::drawToBoth();
    } else {
        glDrawBuffer(GL_COLOR_ATTACHMENT0);
    }
    setRasterState(false, false, GL_ALWAYS);
    glViewport(0, 0, side, side);
    gl::bindTexture(UNIT_IMPOSTOR_COLOR, GL_TEXTURE_2D, making_->fine.color);
    gl::bindTexture(UNIT_IMPOSTOR_NORMAL, GL_TEXTURE_2D, making_->fine.normal);
    program.use();
    glBindVertexArray(making_->nothing.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void ImpostorAtlas::bind(const gl::Program& program, int variant) const {
    pose_view_.bind(UNIT_IMPOSTOR_POSES);
    box_view_.bind(UNIT_IMPOSTOR_CELLS);
    gl::bindTexture(UNIT_IMPOSTOR_SHAPE, GL_TEXTURE_2D_ARRAY, shape_);
    gl::bindTexture(UNIT_IMPOSTOR_COLOR, GL_TEXTURE_2D_ARRAY, color_);
    gl::bindTexture(UNIT_IMPOSTOR_NORMAL, GL_TEXTURE_2D_ARRAY, normal_);
    program.setUniform("u_first_cell", static_cast<unsigned>(static_cast<std::size_t>(variant) *
                                                             layers_per_variant_ * PH_IMPOSTOR_LAYER));
    program.setUniform("u_middle", middle_m_);
}

}  // namespace phalanx

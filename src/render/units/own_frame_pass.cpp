#include "render/units/own_frame_pass.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "gl/objects/debug.h"
#include "gl/objects/texture.h"
#include "layouts.h"
#include "render/units/raster_state.h"

namespace phalanx {
namespace {

constexpr std::size_t kMostRows = 1024;  // poses of a draw; OpenGL 3.3 guarantees textures of that size

gl::ProgramSource sourceFor(FetchPath path) {
    gl::ProgramSource source;
    source.name = "own frames";
    source.vertex = "layers/own_frame.vert";
    source.fragment = "layers/own_frame.frag";
    if (path == FetchPath::kTexture2d) source.defines.emplace_back("INTO_TEXTURE");
    assignBindings(source);
    return source;
}

}  // namespace

OwnFramePass::OwnFramePass(const gl::Capabilities& capabilities, OwnPoseRig rig, std::uint32_t slots)
    : capabilities_(capabilities),
      rig_(std::move(rig)),
      textures_(capabilities, rig_.rig),
      poses_(slots),
      copied_(slots, false),
      due_(slots, false),
      points_(gl::VertexArray::create()) {}

void OwnFramePass::write(OwnPose pose) {
    const std::uint32_t slot = slotOf(rig_, pose);
    assert(slot < poses_.size() && pose.size() == ownPoseTexels(rig_));
    poses_[slot] = std::move(pose);
    copied_[slot] = false;
    if (!due_[slot]) changed_.push_back(slot);
    due_[slot] = true;
}

const OwnPose* OwnFramePass::poseOf(std::uint32_t slot) const {
    return poses_[slot].empty() ? nullptr : &poses_[slot];
}

// The texture must not be bound for reading while it is drawn to: nothing here reads the animation.
void OwnFramePass::attach(const GpuModel& model) {
    texture_target_ = gl::Framebuffer::create();
    glBindFramebuffer(GL_FRAMEBUFFER, texture_target_.id());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                           model.animation().texture().id(), 0);
    gl::requireComplete(texture_target_, "own frames");
}

void OwnFramePass::copyToCpu(GpuModel& model) {
    if (!model.ownFrames().any()) return;
    if (copied_version_ != model.animationVersion()) copied_.assign(poses_.size(), false);
    copied_version_ = model.animationVersion();
    for (std::uint32_t slot = 0; slot < poses_.size(); ++slot) {
        if (copied_[slot] || poses_[slot].empty()) continue;
        model.writeOwnFrame(slot, ownPalette(rig_, poses_[slot]));
        copied_[slot] = true;
    }
}

void OwnFramePass::prepare(const GpuModel& model, UnitPrograms& programs) {
    if (std::exchange(prepared_, true)) return;
    programs.get(sourceFor(model.animation().path()));
}

void OwnFramePass::draw(const GpuModel& model, UnitPrograms& programs, FrameStats& stats) {
    if (!due(model)) return;
    const bool other_bake = drawn_version_ != model.animationVersion();
    if (other_bake) {
        changed_.clear();
        for (std::uint32_t slot = 0; slot < poses_.size(); ++slot) {
            due_[slot] = !poses_[slot].empty();
            if (due_[slot]) changed_.push_back(slot);
        }
    }
    const bool into_texture = model.animation().path() == FetchPath::kTexture2d;
    if (other_bake && into_texture) attach(model);
    if (other_bake && !into_texture) {
        const GLenum format = model.animation().encoding() == Encoding::kRgba16f ? GL_RGBA16F : GL_RGBA32F;
        rows_.emplace(format, static_cast<int>(model.joints() * PH_TEXELS_PER_MATRIX), "rows of own frames");
    }
    drawn_version_ = model.animationVersion();
    // In the order of their slots: neighbours are copied together.
    std::ranges::sort(changed_);
    std::erase_if(changed_, [this](std::uint32_t slot) {
        if (poses_[slot].empty()) due_[slot] = false;
        return poses_[slot].empty();
    });
    if (changed_.empty()) return;

    const gl::DebugGroup group("own frames");
    const gl::Program& program = programs.get(sourceFor(model.animation().path()));
    program.use();
    model.bindBlocks(MeshKind::kSkinned);
    textures_.bind(program);
    program.setUniform("u_own_joints", static_cast<int>(rig_.rig.joints.size()));
    program.setUniform("u_own_step", static_cast<float>(rig_.step_m));
    program.setUniform("u_own_first_frame", model.ownFrames().first);
    setRasterState(false, false, GL_ALWAYS);
    glBindVertexArray(points_.id());
    for (std::size_t first = 0; first < changed_.size(); first += kMostRows) {
        const std::size_t count = std::min(kMostRows, changed_.size() - first);
        drawSome(model, program, first, count);
        stats.bytes_uploaded += count * ownPoseBytes(rig_);
        ++stats.uploads;
        ++stats.draws;
    }
    for (const std::uint32_t slot : changed_) due_[slot] = false;
    changed_.clear();
    glBindVertexArray(0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void OwnFramePass::drawSome(const GpuModel& model, const gl::Program& program, std::size_t first,
                            std::size_t count) {
    const std::size_t width = ownPoseTexels(rig_);
    upload_.clear();
    for (std::size_t i = first; i < first + count; ++i)
        upload_.insert(upload_.end(), poses_[changed_[i]].begin(), poses_[changed_[i]].end());
    gl::Texture& texture = uploads_[next_];
    next_ = (next_ + 1) % kUploads;
    if (!texture) {
        texture =
            gl::createDataTexture(capabilities_, GL_RGBA16UI, static_cast<int>(width),
                                  static_cast<int>(std::min(poses_.size(), kMostRows)), {}, "own poses");
    }
    gl::bindTexture(UNIT_OWN_POSES, GL_TEXTURE_2D, texture);
    glActiveTexture(GL_TEXTURE0 + UNIT_OWN_POSES);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, static_cast<GLsizei>(width), static_cast<GLsizei>(count),
                    GL_RGBA_INTEGER, GL_UNSIGNED_SHORT, upload_.data());
    glActiveTexture(GL_TEXTURE0);

    const auto texels = static_cast<GLsizei>(model.joints() * PH_TEXELS_PER_MATRIX);
    const bool into_texture = model.animation().path() == FetchPath::kTexture2d;
    glm::ivec2 size;
    if (into_texture) {
        const AnimationTextureShape& shape = model.animation().shape();
        size = {shape.width, shape.height};
        glBindFramebuffer(GL_FRAMEBUFFER, texture_target_.id());
        glViewport(0, 0, size.x, size.y);
    } else {
        rows_->reserve(capabilities_, count, kMostRows);
        rows_->bind();
        size = {texels, static_cast<int>(rows_->rows())};
    }
    program.setUniform("u_own_size", size);
    glDrawArraysInstanced(GL_POINTS, 0, texels, static_cast<GLsizei>(count));
    if (into_texture) return;
    // Slots in a row are frames in a row.
    for (std::size_t i = 0; i < count;) {
        std::size_t end = i + 1;
        while (end < count && changed_[first + end] == changed_[first + i] + (end - i)) ++end;
        model.animation().copyFrames(model.ownFrames().first + changed_[first + i], i, end - i,
                                     model.joints());
        i = end;
    }
}

std::size_t OwnFramePass::bytes() const {
    const std::size_t uploads =
        kUploads * ownPoseBytes(rig_) * std::min(poses_.size(), kMostRows);  // as far as they were needed
    return uploads + (rows_ ? rows_->bytes() : 0) + textures_.bytes();
}

}  // namespace phalanx

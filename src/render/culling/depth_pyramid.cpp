#include "render/culling/depth_pyramid.h"

#include <algorithm>
#include <bit>

#include "gl/objects/debug.h"
#include "gl/objects/texture.h"
#include "layouts.h"
#include "render/units/unit_programs.h"

namespace phalanx {
namespace {

constexpr int kLevelsADispatch = 5;
constexpr int kSide = 16;  // threads per side; each writes one texel of level 0

gl::Program makePyramidProgram(const std::filesystem::path& shaders, bool samples) {
    gl::ProgramSource source;
    source.name = samples ? "depth pyramid of samples" : "depth pyramid";
    source.compute = "culling/depth_pyramid.comp";
    source.glsl_version = 430;
    if (samples) source.defines.emplace_back("FROM_SAMPLES");
    source.samplers = {{"u_below", UNIT_DEPTH}};
    return gl::Program::deferred(shaders, std::move(source));
}

int powerOfTwoFor(int size) {
    return static_cast<int>(std::bit_ceil(static_cast<unsigned>(size)));
}

GLuint blocksOf(int texels) {
    return static_cast<GLuint>((texels + kSide - 1) / kSide);
}

}  // namespace

DepthPyramid::DepthPyramid(const std::filesystem::path& shader_directory)
    : programs_{makePyramidProgram(shader_directory, false), makePyramidProgram(shader_directory, true)} {}

// Power-of-two sizes, so that each texel covers exactly four of the level below, down to 1 x 1. Texels
// outside the image are neither written nor read.
void DepthPyramid::resize(glm::ivec2 picture) {
    if (picture_ == picture) return;
    picture_ = picture;
    const glm::ivec2 size(std::max(1, powerOfTwoFor(picture.x) / 2),
                          std::max(1, powerOfTwoFor(picture.y) / 2));
    levels_ = std::bit_width(static_cast<unsigned>(std::max(size.x, size.y)));
    texture_ = gl::Texture::create();
    glActiveTexture(GL_TEXTURE0 + UNIT_DEPTH);
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    glTexStorage2D(GL_TEXTURE_2D, levels_, GL_R32F, size.x, size.y);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl::label(texture_, "depth pyramid");
    glBindTexture(GL_TEXTURE_2D, 0);
    glActiveTexture(GL_TEXTURE0);
    bytes_ = 0;
    for (int level = 0; level < levels_; ++level) {
        bytes_ += sizeof(float) * static_cast<std::size_t>(std::max(1, size.x >> level)) *
                  static_cast<std::size_t>(std::max(1, size.y >> level));
    }
}

void DepthPyramid::build(const gl::Texture& depth, int samples, glm::ivec2 size, FrameStats& stats) {
    const gl::DebugGroup group("depth pyramid");
    resize(size);
    glm::ivec2 below_size = size;
    for (int level = 0; level < levels_; level += kLevelsADispatch) {
        const bool of_samples = level == 0 && samples > 1;
        gl::Program& program = programs_[of_samples ? kSamples : kTexture];
        program.finish();
        const int here = std::min(kLevelsADispatch, levels_ - level);
        program.use();
        program.setUniform("u_below_level", of_samples ? samples : std::max(0, level - 1));
        program.setUniform("u_below_size", below_size);
        program.setUniform("u_levels", here);
        gl::bindTexture(UNIT_DEPTH, of_samples ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D,
                        level == 0 ? depth : texture_);
        for (int i = 0; i < here; ++i) {
            glBindImageTexture(static_cast<GLuint>(i), texture_.id(), level + i, GL_FALSE, 0, GL_WRITE_ONLY,
                               GL_R32F);
        }
        const glm::ivec2 first = (below_size + 1) / 2;
        glDispatchCompute(blocksOf(first.x), blocksOf(first.y), 1);
        ++stats.dispatches;
        glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
        const int scale = 1 << here;
        below_size = (below_size + scale - 1) / scale;
    }
    for (GLuint i = 0; i < static_cast<GLuint>(kLevelsADispatch); ++i)
        glBindImageTexture(i, 0, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
    glActiveTexture(GL_TEXTURE0 + UNIT_DEPTH);
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glActiveTexture(GL_TEXTURE0);
}

void DepthPyramid::bind() const {
    gl::bindTexture(UNIT_DEPTH, GL_TEXTURE_2D, texture_);
}

int DepthPyramid::reloadIfChanged() {
    int replaced = 0;
    for (gl::Program& program : programs_) replaced += program.reloadIfChanged() ? 1 : 0;
    return replaced;
}

int DepthPyramid::reload() {
    int replaced = 0;
    for (gl::Program& program : programs_) replaced += program.reload() ? 1 : 0;
    return replaced;
}

std::string DepthPyramid::lastError() const {
    for (const gl::Program& program : programs_) {
        if (!program.lastError().empty()) return program.lastError();
    }
    return "";
}

}  // namespace phalanx

#include "render/passes/line_pass.h"

#include <array>
#include <cstddef>
#include <utility>

#include "gl/objects/buffer.h"
#include "render/units/raster_state.h"
#include "render/units/unit_programs.h"

namespace phalanx {
namespace {

constexpr GLuint kCorner = 0;
constexpr GLuint kAcross = 1;

// One corner of a line's rectangle of two triangles: core contexts need not support lines wider than one
// pixel.
struct Corner {
    glm::vec4 clip{0.0F};
    float across_px = 0.0F;
};

void addLine(const SceneLine& line, const glm::vec2& half_size, float reach_px,
             std::vector<Corner>& corners) {
    const glm::vec2 foot = glm::vec2(line.foot) / line.foot.w * half_size;
    const glm::vec2 tip = glm::vec2(line.tip) / line.tip.w * half_size;
    const glm::vec2 along = tip - foot;
    const float length = glm::length(along);
    if (!(length > 0.0F)) return;
    const glm::vec2 aside = glm::vec2(-along.y, along.x) / length * reach_px / half_size;
    const auto corner = [&](const glm::vec4& end, float side) {
        return Corner{end + glm::vec4(aside * side * end.w, 0.0F, 0.0F), side * reach_px};
    };
    const std::array<Corner, 4> four{corner(line.foot, -1.0F), corner(line.foot, 1.0F),
                                     corner(line.tip, -1.0F), corner(line.tip, 1.0F)};
    for (const std::size_t i : {0U, 1U, 2U, 2U, 1U, 3U}) corners.push_back(four.at(i));
}

}  // namespace

LinePass::LinePass(std::filesystem::path shader_directory) : shader_directory_(std::move(shader_directory)) {}

void LinePass::setLines(std::span<const SceneLine> lines, float width_px) {
    lines_.assign(lines.begin(), lines.end());
    width_px_ = width_px;
}

void LinePass::make() {
    program_.make(makeProgram(shader_directory_, "lines", "line.vert", "line.frag"));
    corners_ = gl::createBuffer(sizeof(Corner), GL_STREAM_DRAW, "lines");
    array_ = gl::VertexArray::create();
    glBindVertexArray(array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, corners_.id());
    glEnableVertexAttribArray(kCorner);
    glVertexAttribPointer(kCorner, 4, GL_FLOAT, GL_FALSE, sizeof(Corner), nullptr);
    glEnableVertexAttribArray(kAcross);
    glVertexAttribPointer(kAcross, 1, GL_FLOAT, GL_FALSE, sizeof(Corner),
                          reinterpret_cast<const void*>(offsetof(Corner, across_px)));
}

void LinePass::draw(int width, int height, float scale) {
    if (lines_.empty()) return;
    if (!program_) make();
    const float reach_px = 0.5F * width_px_ * scale + 0.5F;
    std::vector<Corner> corners;
    corners.reserve(lines_.size() * 6);
    const glm::vec2 half_size(0.5F * static_cast<float>(width), 0.5F * static_cast<float>(height));
    for (const SceneLine& line : lines_) addLine(line, half_size, reach_px, corners);
    gl::replaceBuffer(corners_, std::span<const Corner>(corners), GL_STREAM_DRAW);
    setRasterState(true, false, GL_LESS);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    program_->use();
    program_->setUniform("u_reach", reach_px);
    glBindVertexArray(array_.id());
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners.size()));
    glBindVertexArray(0);
    glDisable(GL_BLEND);
}

}  // namespace phalanx

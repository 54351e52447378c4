#include "render/draws/batch_commands.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include "gl/objects/buffer.h"
#include "render/units/draw_command.h"

namespace phalanx {
namespace {

constexpr std::size_t kMostKept = 64;  // plans: models x variants x materials x passes, with some to spare

bool same(const BatchCommands::Plan& a, const BatchCommands::Plan& b) {
    return a.batch.first_index == b.batch.first_index && a.batch.index_count == b.batch.index_count &&
           a.first == b.first && a.count == b.count && a.units_per_draw == b.units_per_draw;
}

std::vector<DrawCommand> commandsOf(const BatchCommands::Plan& plan) {
    std::vector<DrawCommand> commands;
    for (std::size_t i = 0; i < plan.count; i += plan.units_per_draw) {
        const std::size_t units = std::min(plan.units_per_draw, plan.count - i);
        commands.push_back({plan.batch.index_count, static_cast<GLuint>(units), plan.batch.first_index, 0,
                            static_cast<GLuint>(plan.first + i)});
    }
    return commands;
}

}  // namespace

std::size_t BatchCommands::draw(const Plan& plan) {
    std::size_t uploaded = 0;
    auto found = std::find_if(written_.begin(), written_.end(),
                              [&](const Written& written) { return same(written.plan, plan); });
    if (found == written_.end()) {
        if (written_.size() >= kMostKept) written_.clear();
        const std::vector<DrawCommand> commands = commandsOf(plan);
        written_.push_back({plan, gl::createBuffer(std::span<const DrawCommand>(commands), GL_STATIC_DRAW,
                                                   "draw commands")});
        found = std::prev(written_.end());
        uploaded = commands.size() * sizeof(DrawCommand);
    }
    const std::size_t draws = (plan.count + plan.units_per_draw - 1) / plan.units_per_draw;
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, found->buffer.id());
    glMultiDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, nullptr, static_cast<GLsizei>(draws), 0);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
    return uploaded;
}

}  // namespace phalanx

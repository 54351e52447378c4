#include "render/poses/near_units.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "gl/objects/buffer.h"
#include "gl/objects/debug.h"
#include "layouts.h"
#include "render/poses/pose_source.h"
#include "render/units/draw_command.h"

namespace phalanx {
namespace {

static_assert(PH_NEAR_PASSES == PH_SELECT_LEVELS + 1);
static_assert(sizeof(layout::NearPass) == 32);

constexpr std::size_t kEntryBytes = 2 * sizeof(std::uint32_t);
// The most units per group: a dispatch has one workgroup per unit.
constexpr std::size_t kMostSlots = kWorkgroupsADispatch;
// The fewest units per group, if that many fit for each: a small group beside a million units gets its share.
constexpr std::size_t kLeastSlots = 16;

void grow(gl::Buffer& buffer, std::size_t& bytes, std::size_t wanted, const char* name) {
    if (wanted <= bytes) return;
    bytes = wanted;
    buffer = gl::createBuffer(bytes, GL_DYNAMIC_COPY, name);
}

}  // namespace

// If not all units fit, each group gets room for kLeastSlots units, and the groups share the rest in
// proportion to what all their units would take.
void NearUnits::layOut(const UnitScene& scene, const Technique& technique, const PoseSource& source,
                       std::size_t& entries) {
    const std::span<const UnitBuffers::Group> groups = scene.buffers.groups();
    const auto drawn = [&](std::size_t g) { return &scene.techniqueOf(g) == &technique; };
    std::size_t wanted = 0;
    std::size_t least = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const UnitBuffers::Group& group = groups[g];
        const GpuModel& model = scene.model(group.model);
        if (group.count == 0 || !drawn(g)) continue;
        for (int lod = 0; lod < model.impostorLod(); ++lod) {
            const LayeredUnits* const layers = scene.layersOf(g);
            if (layers != nullptr && lod >= layers->lods()) continue;
            if (layers == nullptr && drawnDirectly(scene.technique, model, group.variant, lod)) continue;
            rooms_[g].lods.push_back(lod);
            rooms_[g].lod_bits |= 1U << static_cast<unsigned>(lod);
        }
        if (rooms_[g].lods.empty()) continue;
        wanted += source.elements(model, 0, group.count);
        least += source.elements(model, 0, std::min<std::size_t>(group.count, kLeastSlots));
    }
    if (least > source.capacity()) least = 0;
    const std::size_t rest = source.capacity() - least;
    std::size_t base = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        Room& room = rooms_[g];
        if (room.lods.empty() || !drawn(g)) continue;
        const GpuModel& model = scene.model(groups[g].model);
        std::size_t share = source.elements(model, 0, groups[g].count);
        if (wanted > source.capacity()) {
            const std::size_t own =
                source.elements(model, 0, std::min<std::size_t>(groups[g].count, kLeastSlots));
            share = rest * share / wanted + (least > 0 ? own : 0);
        }
        room.slots = std::min(unitsThatFit(source, model, 0, groups[g].count, share), kMostSlots);
        if (room.slots == 0) continue;
        room.holds_all = room.slots == groups[g].count;
        room.first_entry = entries;
        room.base = base;
        base += source.elements(model, 0, room.slots);
        entries += room.slots;
    }
}

void NearUnits::layOut(const UnitScene& scene, PoseSources& sources) {
    const std::size_t groups = scene.buffers.groups().size();
    rooms_.assign(groups, {});
    std::size_t entries = 0;
    const Technique& layered = layeredTechnique(scene.technique);
    if (scene.technique.prepares()) layOut(scene, scene.technique, sources.of(scene.technique), entries);
    if (!scene.layered.empty() && &layered != &scene.technique)
        layOut(scene, layered, sources.of(layered), entries);
    if (entries == 0) return;
    grow(entries_, entry_bytes_, entries * kEntryBytes, "near units");
    grow(passes_, pass_bytes_, groups * PH_NEAR_PASSES * sizeof(layout::NearPass),
         "pre-passes of near units");
    grow(command_buffer_, command_bytes_, 2 * commands_ * sizeof(DrawCommand),
         "draw commands of near units and the rest");
}

void NearUnits::countLately(const GpuSelection& selection, std::size_t list) {
    const std::span<const GpuSelection::GroupCounts> counts = selection.countsSoFar();
    for (std::size_t g = 0; g < std::min(rooms_.size(), counts.size()); ++g) {
        std::size_t units = 0;
        for (const int lod : rooms_[g].lods) units += counts[g][list][static_cast<std::size_t>(lod)];
        rooms_[g].lately = std::min(units, rooms_[g].slots);
    }
}

void NearUnits::split(const UnitScene& scene, const GpuSelection& selection, std::size_t list,
                      PoseSources& sources, UnitPrograms& programs, FrameStats& stats) {
    commands_ = selection.commands();
    layOut(scene, sources);
    countLately(selection, list);
    if (std::ranges::all_of(rooms_, [](const Room& room) { return room.slots == 0; })) return;
    const gl::DebugGroup debug_group("near units");
    // The lists were just written by compute shaders, and earlier draws may still read these buffers.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    const gl::Program& program = programs.getNearUnits();
    program.use();
    selection.bindLists();
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_NEAR_MADE, entries_.id());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_NEAR_PASSES_MADE, passes_.id());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_NEAR_COMMANDS, command_buffer_.id());
    const auto set = [&](const char* name, std::size_t value) {
        program.setUniform(name, static_cast<unsigned>(value));
    };
    set("u_all_commands", commands_);
    set("u_shares", list == GpuSelection::kLate ? 1 : 0);
    for (std::size_t g = 0; g < rooms_.size(); ++g) {
        const Room& room = rooms_[g];
        if (room.slots == 0) continue;
        const GpuSelection::List units = selection.listOf(list, g);
        set("u_levels", room.lod_bits);
        set("u_slots", room.slots);
        set("u_first_entry", room.first_entry);
        set("u_first_pass", passOf(g, 0));
        set("u_first_total", units.first_total);
        set("u_first_index", units.first_index);
        set("u_first_command", units.first_command);
        set("u_commands", units.commands);
        set("u_other_total", selection.listOf(0, g).first_total);  // of the main view
        const std::size_t threads = std::max({room.slots, units.commands, std::size_t{PH_NEAR_PASSES}});
        glDispatchCompute(static_cast<GLuint>((threads + PH_SELECT_THREADS - 1) / PH_SELECT_THREADS), 1, 1);
        ++stats.dispatches;
    }
    glMemoryBarrier(GL_COMMAND_BARRIER_BIT | GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT |
                    GL_SHADER_STORAGE_BARRIER_BIT);
}

bool NearUnits::mayShow(std::size_t group, const GpuSelection::Draw& draw, Part part) const {
    const Room& room = rooms_[group];
    const bool near = room.slots > 0 && (room.lod_bits & draw.lods) != 0;
    if (part == Part::kNear) return near;
    return !near || !room.holds_all || (draw.lods & ~room.lod_bits) != 0;
}

unsigned NearUnits::passOf(std::size_t group, int lod) {
    return static_cast<unsigned>(group * PH_NEAR_PASSES) + static_cast<unsigned>(lod);
}

void NearUnits::drawRectangles(std::size_t group) const {
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, passes_.id());
    const std::size_t offset = passOf(group, PH_SELECT_LEVELS) * sizeof(layout::NearPass);
    glDrawArraysIndirect(GL_TRIANGLE_STRIP, reinterpret_cast<const void*>(offset));
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
}

void NearUnits::bindForCompute() const {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_NEAR, entries_.id());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_NEAR_PASSES, passes_.id());
}

void NearUnits::dispatch(std::size_t group, int lod) const {
    const std::size_t offset =
        passOf(group, lod) * sizeof(layout::NearPass) + offsetof(layout::NearPass, workgroups);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, passes_.id());
    glDispatchComputeIndirect(static_cast<GLintptr>(offset));
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, 0);
}

GpuSelection::Draw NearUnits::drawOf(const GpuSelection::Draw& draw, Part part) const {
    GpuSelection::Draw of_part = draw;
    if (part == Part::kRest) of_part.first_command += commands_;
    return of_part;
}

}  // namespace phalanx

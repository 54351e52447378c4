#include "render/poses/make_draw_list.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "core/error.h"
#include "render/poses/kept_poses.h"

namespace phalanx {
namespace {

const Technique& textureTechnique() {
    static const Technique& texture = findTechnique("texture");
    return texture;
}

// `units` units of the item from its unit `first` on, with their poses at `base`.
DrawItem piece(const DrawItem& item, std::size_t first, std::size_t units, std::size_t base) {
    DrawItem part = item;
    part.first += first;
    part.count = units;
    part.base = base;
    if (!item.indices.empty()) part.indices = item.indices.subspan(first, units);
    return part;
}

// Places the poses of the items that are prepared, those of each technique from the start of its storage, or
// behind poses that stay.
DrawList placePoses(const UnitScene& scene, std::vector<DrawItem> items, const DrawnBy& by,
                    PoseSources& sources, std::size_t kept = 0) {
    DrawList list;
    // Without and with layers, if different techniques draw them.
    std::array<std::size_t, 2> used{0, kept};
    for (DrawItem& item : items) {
        if (!item.prepared || item.kept) continue;
        const PoseSource& source = sources.of(*item.technique);
        std::size_t& of_source = used[item.technique == &by.layered ? 1 : 0];
        item.base = of_source;
        of_source += source.elements(scene.model(item.model), item.lod, item.count);
        if (of_source > source.capacity()) list.resident = false;
    }
    if (list.resident) {
        list.items = std::move(items);
        return list;
    }
    for (const DrawItem& item : items) {
        if (!item.prepared) {
            list.items.push_back(item);
            continue;
        }
        const GpuModel& model = scene.model(item.model);
        const PoseSource& source = sources.of(*item.technique);
        for (std::size_t first = 0; first < item.count;) {
            const std::size_t fits =
                unitsThatFit(source, model, item.lod, item.count - first, source.capacity());
            if (fits == 0) {
                throw environmentError(
                    "technique " + std::string(item.technique->name),
                    fmt::format(
                        "one unit needs {} elements, this driver's buffers hold {}; use another technique",
                        source.elements(model, item.lod, 1), source.capacity()));
            }
            list.items.push_back(piece(item, first, fits, 0));
            first += fits;
        }
    }
    return list;
}

}  // namespace

DrawList makeDrawList(const UnitScene& scene, AllUnits /*visible*/, const DrawnBy& by, PoseSources& sources) {
    std::vector<DrawItem> items;
    for (std::size_t g = 0; g < scene.buffers.groups().size(); ++g) {
        const UnitBuffers::Group& group = scene.buffers.groups()[g];
        if (group.count == 0) continue;
        DrawItem& item = items.emplace_back();
        item.group = g;
        item.model = group.model;
        item.variant = group.variant;
        item.count = group.count;
        item.technique = scene.layersOf(g) == nullptr ? &by.technique : &by.layered;
        item.prepared = item.technique->prepares();
    }
    return placePoses(scene, std::move(items), by, sources);
}

bool drawnWithLayers(const UnitScene& scene, const UnitRun& run) {
    const LayeredUnits* const layers = scene.layersOf(run.group);
    return layers != nullptr && run.count > 0 && run.lod < layers->lods() &&
           !scene.model(run.model).isImpostor(run.lod);
}

DrawList makeDrawList(const UnitScene& scene, UnitsListedByCpu visible, const DrawnBy& by,
                      PoseSources& sources, const KeptPoses* kept) {
    const UnitSelection& selection = *visible.selection;
    std::vector<DrawItem> items;
    for (const UnitRun& run : selection.runs) {
        if (run.count == 0) continue;
        const GpuModel& model = scene.model(run.model);
        const bool layered = drawnWithLayers(scene, run);
        const Technique& technique = layered ? by.layered : by.technique;
        const bool direct = !layered && drawnDirectly(technique, model, run.variant, run.lod);
        DrawItem& item = items.emplace_back();
        item.group = run.group;
        item.model = run.model;
        item.variant = run.variant;
        item.lod = run.lod;
        item.entries = UnitEntries::kIndices;
        item.entry_buffer = scene.selected.indices().id();
        item.first = selection.base + run.first;
        item.count = run.count;
        item.indices = std::span(selection.indices).subspan(run.first, run.count);
        item.technique = direct ? &textureTechnique() : &technique;
        item.prepared = !direct && technique.prepares();
        if (model.isImpostor(run.lod) && scene.impostors != nullptr)
            item.impostor = scene.impostors->of(static_cast<std::size_t>(run.model));
        if (kept != nullptr && layered) kept->keep(selection, run, item);
    }
    return placePoses(scene, std::move(items), by, sources, kept != nullptr ? kept->elements() : 0);
}

DrawList makeDrawList(const UnitScene& scene, UnitsListedByGpu visible, const NearUnits& near) {
    const GpuSelection& selection = *visible.selection;
    DrawList list;
    const auto add = [&](std::size_t g, const Technique& technique, std::optional<NearUnits::Part> part) {
        const UnitBuffers::Group& group = scene.buffers.groups()[g];
        DrawItem item;
        item.group = g;
        item.model = group.model;
        item.variant = group.variant;
        item.entries = UnitEntries::kIndices;
        item.entry_buffer = selection.indices().id();
        item.count = group.count;
        item.technique = &technique;
        item.first_draw = list.draws.size();
        item.command_buffer = part ? near.commandBuffer().id() : selection.commandBuffer().id();
        if (part == NearUnits::Part::kNear) {
            const NearUnits::Room& room = near.rooms()[g];
            item.entries = UnitEntries::kIndicesAndSlots;
            item.entry_buffer = near.entries().id();
            item.count = room.slots;
            item.prepared = true;
            item.base = room.base;
        }
        for (const GpuSelection::Draw& draw : selection.draws(visible.list, g)) {
            if (part && !near.mayShow(g, draw, *part)) continue;
            list.draws.push_back(part ? near.drawOf(draw, *part) : draw);
        }
        item.draw_count = list.draws.size() - item.first_draw;
        if (item.draw_count > 0) list.items.push_back(item);
    };
    for (std::size_t g = 0; g < scene.buffers.groups().size(); ++g) {
        if (scene.buffers.groups()[g].count == 0) continue;
        const Technique& technique = scene.techniqueOf(g);
        if (!technique.prepares()) {
            add(g, technique, std::nullopt);
        } else if (near.rooms()[g].slots == 0) {
            add(g, textureTechnique(), std::nullopt);
        } else {
            add(g, technique, NearUnits::Part::kNear);
            add(g, textureTechnique(), NearUnits::Part::kRest);
        }
    }
    return list;
}

}  // namespace phalanx

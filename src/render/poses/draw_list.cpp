#include "render/poses/draw_list.h"

namespace phalanx {

SkinVariant variantOf(const UnitScene& scene, const GpuModel& model, UnitEntries entries,
                      const VertexNeeds& needs) {
    PoseSwitches switches = scene.skin.switches;
    switches.weights = std::min(switches.weights, needs.weights);
    return {switches,
            model.animation().encoding(),
            model.animation().path(),
            model.joints(),
            model.vertexAnimation() ? model.vertexAnimation()->format() : VertexFormat::kUnorm16,
            entries != UnitEntries::kStates,
            entries == UnitEntries::kIndicesAndSlots,
            scene.skin.rigid_parts,
            needs.morphs && model.morphTargets() > 0,
            model.unlit(),
            scene.clouds,
            scene.skin.layer_mistakes};
}

void DrawItem::bind(const UnitScene& scene, MeshKind kind) const {
    if (entries == UnitEntries::kStates) {
        glBindVertexArray(scene.buffers.groups()[group].vertexArray(kind).id());
    } else {
        scene.selected.bind(group, model, kind);
        pointTo(scene, 0);
    }
    bindMorphRows(scene);
}

void DrawItem::bindMorphRows(const UnitScene& scene) const {
    if (scene.model(model).morphTargets() > 0) scene.buffers.groups()[group].morph_rows.bind();
}

void DrawItem::pointTo(const UnitScene& scene, std::size_t instance) const {
    switch (entries) {
        case UnitEntries::kStates:
            return scene.buffers.pointTo(group, instance);
        case UnitEntries::kIndices:
            return SelectedUnits::pointTo(entry_buffer, 1, first + instance);
        case UnitEntries::kIndicesAndSlots:
            return SelectedUnits::pointTo(entry_buffer, 2, first + instance);
    }
}

std::optional<DrawList::Place> DrawList::find(const UnitPlace& unit) const {
    for (std::size_t i = 0; i < items.size(); ++i) {
        const DrawItem& item = items[i];
        if (static_cast<int>(item.group) != unit.group) continue;
        if (item.entries == UnitEntries::kStates) {
            if (unit.index >= item.first && unit.index - item.first < item.count)
                return Place{i, unit.index - item.first};
            continue;
        }
        const auto found = std::ranges::find(item.indices, static_cast<std::uint32_t>(unit.index));
        if (found != item.indices.end())
            return Place{i, static_cast<std::size_t>(found - item.indices.begin())};
    }
    return std::nullopt;
}

}  // namespace phalanx

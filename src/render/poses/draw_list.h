// What is drawn in one view, and with what poses. Culling lists the visible units of a view (VisibleUnits);
// UnitDrawer::prepare() makes a DrawList of them, whoever culled, and each pass draws that list.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <vector>

#include "crowd/crowd.h"
#include "render/culling/unit_scene.h"

namespace phalanx {

// Where the vertex shader finds the unit of an instance.
enum class UnitEntries : std::uint8_t {
    kStates,           // the states of the group, in order
    kIndices,          // a buffer of indices into the states
    kIndicesAndSlots,  // the same, each with the slot of the unit's prepared pose (NearUnits, KeptPoses)
};

// The program variant for a model. needs: of the LOD; the switches and the model may limit them further.
SkinVariant variantOf(const UnitScene& scene, const GpuModel& model, UnitEntries entries,
                      const VertexNeeds& needs = {});

// A run of units whose poses stay where they are from view to view (KeptPoses). Each has an entry, its index
// and its slot.
struct KeptRun {
    std::span<const glm::uvec2> entries{};  // CPU copy
    // Entries to be posed before the run is drawn, in the buffer of entries: those of all runs of a group, at
    // its first run.
    std::size_t first_due = 0;
    std::size_t due = 0;
};

// Units of one group that are drawn with the same technique, from the same storage of poses.
struct DrawItem {
    std::size_t group = 0;  // index into Crowd::groups()
    int model = 0;
    int variant = 0;
    int lod = 0;  // LOD; 0 if the item has indirect draws, which may draw several LODs

    // The units. first: of the entries. count: with indirect draws, the most there can be.
    UnitEntries entries = UnitEntries::kStates;
    GLuint entry_buffer = 0;  // for kIndices and kIndicesAndSlots
    std::size_t first = 0;
    std::size_t count = 0;
    std::span<const std::uint32_t> indices;  // CPU copy of the entries, where the CPU culled

    // The poses. technique: never nullptr; `texture` for units without a prepared pose. base: where its
    // PoseSource stores the pose of the first unit, in elements of that source.
    const Technique* technique = nullptr;
    bool prepared = false;  // false: nothing to prepare
    std::size_t base = 0;   // with `kept`: of the group's slot 0
    std::optional<KeptRun> kept;

    // The draws, in DrawList::draws, whose commands the GPU has written. None: one draw per batch of the mesh
    // or of the impostor, for `count` units.
    std::size_t first_draw = 0;
    std::size_t draw_count = 0;
    GLuint command_buffer = 0;
    // Draws the units; nullptr: meshes, or as each indirect draw says.
    const ImpostorAtlas* impostor = nullptr;

    // The slot of unit i's pose, from `base` on.
    std::size_t slot(std::size_t i) const { return kept ? kept->entries[i].y : i; }
    // Number of unit i of the item in its group, and the CPU's copy of it. Not where the GPU culled.
    std::size_t number(std::size_t i) const { return indices.empty() ? first + i : indices[i]; }
    const UnitInstance& unit(const UnitScene& scene, std::size_t i) const {
        return scene.units[group].units[number(i)];
    }
    // Binds the vertex array of the item's mesh and what its instance attributes read, and the morph rows.
    void bind(const UnitScene& scene, MeshKind kind) const;
    // Binds the weights of morph targets that single units have; no effect if the model has no targets.
    void bindMorphRows(const UnitScene& scene) const;
    // The instance with which draws of unit i begin, in the vertex array that bind() left.
    std::size_t instance(std::size_t i) const { return entries == UnitEntries::kStates ? first + i : i; }
    // Makes instance 0 of the bound vertex array this instance (GL 3.3 has no base instance). Reset with 0.
    void pointTo(const UnitScene& scene, std::size_t instance) const;
};

// Valid until the next culling. The poses are valid until the technique prepares those of another list.
struct DrawList {
    std::vector<DrawItem> items;
    std::vector<GpuSelection::Draw> draws;  // indirect draws of all items
    // All poses were prepared at once. false: they do not fit, each item is prepared before each of its
    // draws.
    bool resident = true;

    struct Place {
        std::size_t item = 0;  // index into items
        std::size_t unit = 0;  // index within the item
    };
    // Where the list draws a unit of the crowd; nullopt if it does not. Linear search, for one unit per
    // frame. Not where the GPU culled.
    std::optional<Place> find(const UnitPlace& unit) const;
};

}  // namespace phalanx

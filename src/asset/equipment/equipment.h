// What the units of a model carry: one choice of each group of parts, and attached models. Both become
// variants of the model (Variant in model.h), which are drawn in every technique, LOD, impostor and pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "anim/pose/model.h"
#include "asset/equipment/part_groups.h"

namespace phalanx {

// A model that was appended to this one by attachModel().
struct Attachment {
    std::string name;
    std::uint32_t every = 1;  // units whose number is a multiple of this carry it
    std::vector<Batch> batches;
    std::uint32_t first_vertex = 0;  // of the attached model's vertices, which are the last ones at that time
};

struct Equipment {
    std::vector<PartGroup> groups;
    // The variants of the file, by rank (CrowdModel::variants). If there are any, they are the choices of the
    // only group.
    std::vector<Variant> of_file;
    std::vector<Attachment> attachments;
    // Results of layOutEquipment(): relative number of units per variant, or none, by rank; and how often
    // each attachment occurs. The variants with attachment i are the second half of 2^(i + 1) equal blocks.
    std::vector<double> shares;
    std::vector<std::uint32_t> every;
};

// The name of a choice that shows nothing of its group.
inline constexpr std::string_view kNoChoice = "none";

// The group of the variants that the file declares; empty if it declares none.
Equipment equipmentOfFile(const Model& model);

// Whether `pick`, GROUP=CHOICE, is about this group.
bool isAbout(const std::string& pick, const PartGroup& group);

// Sets model.variants: one per combination of choices, where `picks` reduce a group to one choice (or to
// nothing: GROUP=none), and for each attachment that not every unit carries, all of them again with it. There
// are no more combinations than the model has parts, and no more than kMostCombinations, except that each
// choice occurs: so an army has no more draws than if its parts were drawn one by one. If there are too many,
// a selection in which all choices occur about equally often is taken. Can be called again with other picks.
// Throws SettingError for a choice that its group does not have.
inline constexpr std::size_t kMostCombinations = 16;
void layOutEquipment(Model& model, Equipment& equipment, std::span<const std::string> picks);

}  // namespace phalanx

// Groups of parts in a JSON file, for --variants FILE:
//
//   {"groups": [
//     {"name": "left arm", "choices": ["Round_Shield", "Spike_Shield", {"name": "none", "parts": []}]},
//     {"name": "hands", "choices": [
//       {"name": "two swords", "parts": ["1H_Sword", "1H_Sword_Offhand"], "share": 3},
//       {"name": "great sword", "parts": ["2H_Sword"]}]}
//   ]}
//
// A choice is a part, or a named set of parts with the relative number of units that have it (1 if it is not
// given). A part is in one group at most, and parts in no group are always shown.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "asset/equipment/part_groups.h"

namespace phalanx {

struct NamedChoice {
    std::string name;
    std::vector<std::string> parts;
    double share = 1.0;
};

struct NamedGroup {
    std::string name;
    std::vector<NamedChoice> choices;
};

// Throws Error (kInput) that names the file, the group and what is wrong.
std::vector<NamedGroup> parseGroups(std::string_view text, const std::string& file);
std::vector<NamedGroup> readGroups(const std::filesystem::path& file);

// The groups in terms of the model's parts. A group that names no part of the model is left out, because it
// is for another model of the army. Throws Error (kInput) with `file` for a group of which the model has some
// parts but not all.
std::vector<PartGroup> groupsFor(const Model& model, std::span<const NamedGroup> named,
                                 const std::string& file);

}  // namespace phalanx

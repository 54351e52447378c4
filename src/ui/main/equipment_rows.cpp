#include "ui/main/equipment_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace phalanx {
namespace {

constexpr const char* kBySeed = "by seed";
constexpr const char* kNothing = "none";

// Groups of several models may have one name; they follow the same setting.
std::vector<PartGroupFacts> groupsOf(const Facts& facts) {
    std::vector<PartGroupFacts> groups;
    for (const ModelFacts& model : facts.models) {
        for (const PartGroupFacts& group : model.part_groups) {
            if (std::ranges::find(groups, group.name, &PartGroupFacts::name) == groups.end())
                groups.push_back(group);
        }
    }
    return groups;
}

void drawGroup(Form& form, const PartGroupFacts& group, std::size_t number, std::vector<std::string>& equip) {
    const std::string prefix = group.name + "=";
    const auto is_about = [&](const std::string& pick) { return pick.starts_with(prefix); };
    std::vector<std::string> entries{kBySeed};
    entries.insert(entries.end(), group.choices.begin(), group.choices.end());
    if (group.may_be_none) entries.emplace_back(kNothing);
    int index = 0;
    if (const auto pick = std::ranges::find_if(equip, is_about); pick != equip.end()) {
        const auto entry = std::ranges::find(entries, pick->substr(prefix.size()));
        if (entry != entries.end()) index = static_cast<int>(entry - entries.begin());
    }
    form.row(
        group.name.c_str(),
        "What the soldiers show of this group of parts. By seed: each soldier has one of them; the seed of "
        "the crowd decides which.");
    if (!form.combo(fmt::format("equip_{}", number).c_str(), index, entries)) return;
    std::erase_if(equip, is_about);
    if (index > 0) equip.push_back(prefix + entries[static_cast<std::size_t>(index)]);
}

}  // namespace

void drawEquipment(Form& form, const Facts& facts, Settings& settings) {
    const std::vector<PartGroupFacts> groups = groupsOf(facts);
    if (groups.empty() || !form.foldedSection("equipment", "Equipment")) return;
    for (std::size_t g = 0; g < groups.size(); ++g) drawGroup(form, groups[g], g, settings.army.equip);
}

}  // namespace phalanx

#include "asset/equipment/equipment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "asset/mesh/variants.h"
#include "core/printable.h"
#include "core/setting.h"

namespace phalanx {
namespace {

constexpr std::string_view kVariantGroup = "variant";

// Per group the choices that units may have; an index past the last choice shows nothing.
using Options = std::vector<std::vector<std::size_t>>;
// Per group one of these.
using Combination = std::vector<std::size_t>;

// The choice that the picks leave to the group; nullopt: all.
std::optional<std::size_t> picked(const PartGroup& group, std::span<const std::string> picks,
                                  bool may_be_none) {
    std::optional<std::size_t> result;
    for (const std::string& pick : picks) {
        if (!isAbout(pick, group)) continue;
        const std::string wanted = pick.substr(group.name.size() + 1);
        const auto found = std::ranges::find(group.choices, wanted, &PartChoice::name);
        if (found == group.choices.end() && !(may_be_none && wanted == kNoChoice)) {
            std::vector<std::string> names;
            for (const PartChoice& choice : group.choices) names.push_back(choice.name);
            if (may_be_none) names.emplace_back(kNoChoice);
            throw SettingError("equip", fmt::format("group \"{}\" has no choice \"{}\"; its choices are {}",
                                                    group.name, printable(wanted), listOfNames(names)));
        }
        result = static_cast<std::size_t>(found - group.choices.begin());
    }
    return result;
}

// How often choices, and pairs of choices of two groups, occur in the combinations selected so far.
class Usage {
  public:
    // The choice of group g that occurred least: by itself, then together with those of the groups before.
    std::size_t rarest(const Combination& begun, std::size_t g,
                       const std::vector<std::size_t>& choices) const {
        return *std::ranges::min_element(choices, {}, [&](std::size_t choice) {
            std::size_t together = 0;
            for (std::size_t before = 0; before < g; ++before)
                together += count({before, begun[before], g, choice});
            return std::pair(count({g, choice, g, choice}), together);
        });
    }
    void add(const Combination& combination) {
        for (std::size_t g = 0; g < combination.size(); ++g) {
            for (std::size_t before = 0; before <= g; ++before)
                ++counts_[{before, combination[before], g, combination[g]}];
        }
    }

  private:
    using Pair = std::array<std::size_t, 4>;  // group and choice, twice
    std::size_t count(const Pair& pair) const {
        const auto found = counts_.find(pair);
        return found == counts_.end() ? 0 : found->second;
    }
    std::map<Pair, std::size_t> counts_;
};

// All combinations, in the order of numbers whose first digit is the choice of the first group; or a
// selection in which all choices, and all pairs of choices, occur about equally often.
std::vector<Combination> combine(const Options& options, std::size_t parts) {
    std::size_t largest = 1;
    for (const auto& choices : options) largest = std::max(largest, choices.size());
    const std::size_t most = std::max(largest, std::min(parts, kMostCombinations));
    std::size_t count = 1;
    for (const auto& choices : options) count = std::min(count * choices.size(), most + 1);
    std::vector<Combination> combinations;
    Usage usage;
    for (std::size_t i = 0; i < std::min(count, most); ++i) {
        Combination made(options.size());
        std::size_t rest = i;
        for (std::size_t g = 0; g < options.size(); ++g) {
            made[g] =
                count <= most ? options[g][rest % options[g].size()] : usage.rarest(made, g, options[g]);
            rest /= options[g].size();
        }
        usage.add(made);
        // Twice the same is possible if there are few combinations more than are selected.
        if (std::ranges::find(combinations, made) == combinations.end()) combinations.push_back(made);
    }
    return combinations;
}

std::string nameOf(const Combination& combination, const Equipment& equipment, const Options& options) {
    std::string name;
    for (std::size_t g = 0; g < combination.size(); ++g) {
        if (options[g].size() < 2) continue;
        name += (name.empty() ? "" : ", ") + equipment.groups[g].choices[combination[g]].name;
    }
    return name.empty() ? "all" : printable(name);
}

// The parts of the model itself come first, then those of attachments.
std::size_t ownParts(const Model& model, const Equipment& equipment) {
    std::uint32_t first = ~0U;
    for (const Attachment& attachment : equipment.attachments) {
        for (const Batch& batch : attachment.batches) first = std::min(first, batch.first_index);
    }
    return static_cast<std::size_t>(
        std::ranges::count_if(model.parts, [&](const Part& part) { return part.first_index < first; }));
}

void layOutCombinations(Model& model, Equipment& equipment, const Options& options) {
    const std::size_t parts = ownParts(model, equipment);
    std::vector<bool> common(parts, true);
    for (const PartGroup& group : equipment.groups) {
        for (const PartChoice& choice : group.choices) {
            for (const std::size_t part : choice.parts) common[part] = false;
        }
    }
    for (const Combination& combination : combine(options, parts)) {
        std::vector<bool> chosen = common;
        double share = 1.0;
        for (std::size_t g = 0; g < combination.size(); ++g) {
            const std::vector<PartChoice>& choices = equipment.groups[g].choices;
            if (combination[g] == choices.size()) continue;
            const PartChoice& choice = choices[combination[g]];
            for (const std::size_t part : choice.parts) chosen[part] = true;
            share *= choice.share;
        }
        std::vector<Batch> batches = layOutParts(chosen, model);
        if (batches.empty()) {
            throw SettingError("equip", fmt::format("leaves {} with nothing to draw; show one of its parts",
                                                    printable(model.name)));
        }
        model.variants.push_back({nameOf(combination, equipment, options), std::move(batches)});
        equipment.shares.push_back(share);
    }
}

void addAttachments(Model& model, Equipment& equipment) {
    for (const Attachment& attachment : equipment.attachments) {
        const std::vector<Variant> without = model.variants;
        for (Variant& variant : model.variants) {
            variant.batches.insert(variant.batches.end(), attachment.batches.begin(),
                                   attachment.batches.end());
            variant.name = printable(variant.name + " + " + attachment.name);
        }
        if (attachment.every == 1) continue;
        model.variants.insert(model.variants.begin(), without.begin(), without.end());
        equipment.every.push_back(attachment.every);
    }
}

// Removes the indices that an earlier call appended.
void dropCopies(Model& model, const Equipment& equipment) {
    std::uint32_t end = 0;
    for (const Part& part : model.parts) end = std::max(end, part.first_index + part.index_count);
    for (const Variant& variant : equipment.of_file) {
        for (const Batch& batch : variant.batches) end = std::max(end, batch.first_index + batch.index_count);
    }
    model.indices.resize(end);
}

}  // namespace

Equipment equipmentOfFile(const Model& model) {
    Equipment equipment;
    std::size_t all = 0;
    for (const Part& part : model.parts) all += part.index_count;
    std::size_t shown = 0;
    for (const Batch& batch : model.variants.front().batches) shown += batch.index_count;
    if (model.variants.size() == 1 && shown == all) return equipment;
    equipment.of_file = model.variants;
    PartGroup& group = equipment.groups.emplace_back();
    group.name = kVariantGroup;
    for (const Variant& variant : model.variants) group.choices.push_back({variant.name, {}});
    return equipment;
}

bool isAbout(const std::string& pick, const PartGroup& group) {
    return pick.size() > group.name.size() && pick.starts_with(group.name) && pick[group.name.size()] == '=';
}

void layOutEquipment(Model& model, Equipment& equipment, std::span<const std::string> picks) {
    Options options;
    for (const PartGroup& group : equipment.groups) {
        const bool of_file = !equipment.of_file.empty();
        const std::optional<std::size_t> only = picked(group, picks, !of_file);
        std::vector<std::size_t>& choices = options.emplace_back(only ? 1 : group.choices.size());
        std::iota(choices.begin(), choices.end(), only.value_or(0));
    }
    dropCopies(model, equipment);
    model.variants.clear();
    equipment.shares.clear();
    equipment.every.clear();
    if (!equipment.of_file.empty()) {
        for (const std::size_t choice : options.front()) model.variants.push_back(equipment.of_file[choice]);
    } else {
        layOutCombinations(model, equipment, options);
    }
    addAttachments(model, equipment);
}

}  // namespace phalanx

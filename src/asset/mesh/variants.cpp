#include "asset/mesh/variants.h"

#include <fmt/format.h>
#include "core/printable.h"

#include <algorithm>
#include <cstddef>

namespace phalanx {
namespace {

// Appends the indices of the `chosen` parts, sorted by material, and returns their batches.
std::vector<Batch> appendBatches(const std::vector<bool>& chosen, Model& model) {
    std::vector<Batch> batches;
    for (std::uint32_t material = 0; material < model.materials.size(); ++material) {
        Batch batch{material, static_cast<std::uint32_t>(model.indices.size()), 0};
        for (std::size_t i = 0; i < chosen.size(); ++i) {
            const Part part = model.parts[i];
            if (!chosen[i] || part.material != material) continue;
            for (std::uint32_t k = 0; k < part.index_count; ++k)
                model.indices.push_back(model.indices[part.first_index + k]);
            batch.index_count += part.index_count;
        }
        if (batch.index_count > 0) batches.push_back(batch);
    }
    return batches;
}

// Of the first `count` parts.
std::vector<Batch> batchesOfAll(const Model& model, std::size_t count) {
    std::vector<Batch> batches;
    for (std::uint32_t material = 0; material < model.materials.size(); ++material) {
        Batch batch{material, 0, 0};
        for (std::size_t p = 0; p < count; ++p) {
            const Part& part = model.parts[p];
            if (part.material != material || part.index_count == 0) continue;
            batch.first_index =
                batch.index_count == 0 ? part.first_index : std::min(batch.first_index, part.first_index);
            batch.index_count += part.index_count;
        }
        if (batch.index_count > 0) batches.push_back(batch);
    }
    return batches;
}

}  // namespace

std::vector<Batch> layOutParts(const std::vector<bool>& chosen, Model& model) {
    const bool all = std::find(chosen.begin(), chosen.end(), false) == chosen.end();
    return all ? batchesOfAll(model, chosen.size()) : appendBatches(chosen, model);
}

void layOutVariants(const std::vector<Directives::Choice>& choices, const std::vector<SourcePart>& sources,
                    const std::vector<SourcePart>& all_parts, Model& model, Notes& notes) {
    for (const Directives::Choice& choice : choices) {
        std::vector<bool> chosen(sources.size(), false);
        for (const std::string& wanted : choice.parts) {
            const auto isIt = [&](const SourcePart& part) { return part.isCalled(wanted); };
            for (std::size_t i = 0; i < sources.size(); ++i) {
                if (isIt(sources[i])) chosen[i] = true;
            }
            if (std::none_of(all_parts.begin(), all_parts.end(), isIt)) {
                notes.warn(fmt::format("variant {} uses part \"{}\", which does not exist",
                                       printable(choice.name), printable(wanted)));
            }
        }
        if (std::find(chosen.begin(), chosen.end(), true) == chosen.end()) continue;
        model.variants.push_back({choice.name, layOutParts(chosen, model)});
    }
    if (model.variants.empty()) model.variants.push_back({"all", batchesOfAll(model, model.parts.size())});
}

}  // namespace phalanx

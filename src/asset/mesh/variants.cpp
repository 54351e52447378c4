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

std::vector<Batch> batchesOfAll(const Model& model) {
    std::vector<Batch> batches;
    for (std::uint32_t material = 0; material < model.materials.size(); ++material) {
        Batch batch{material, 0, 0};
        for (const Part& part : model.parts) {
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

void layOutVariants(const std::vector<Directives::Choice>& choices, const std::vector<SourcePart>& sources,
                    const std::vector<SourcePart>& all_parts, Model& model, Notes& notes) {
    const std::vector<Batch> whole = batchesOfAll(model);
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
        const auto count = std::count(chosen.begin(), chosen.end(), true);
        if (count == 0) continue;
        model.variants.push_back({choice.name, static_cast<std::size_t>(count) == chosen.size()
                                                   ? whole
                                                   : appendBatches(chosen, model)});
    }
    if (model.variants.empty()) model.variants.push_back({"all", whole});
}

}  // namespace phalanx

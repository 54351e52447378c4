#include "asset/mesh/parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/printable.h"
#include "core/spelling.h"

namespace phalanx {
namespace {

std::string listClosestFirst(const std::vector<SourcePart>& parts, const std::string& wanted) {
    std::vector<std::string> names;
    for (const SourcePart& part : parts) names.push_back(part.name);
    std::stable_sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
        return editDistance(a, wanted) < editDistance(b, wanted);
    });
    return listOfNames(names);
}

}  // namespace

void hideParts(std::vector<SourcePart>& parts, const std::vector<std::string>& hidden,
               const std::string& file) {
    std::vector<bool> hide(parts.size(), false);
    for (const std::string& wanted : hidden) {
        bool exact = false;
        bool found = false;
        for (const SourcePart& part : parts) exact = exact || part.name == wanted;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (exact ? parts[i].name != wanted : wanted.empty() || !parts[i].isCalled(wanted)) continue;
            hide[i] = true;
            found = true;
        }
        if (!found) {
            throw usageError(file, fmt::format("has no part \"{}\" to hide; its parts are {}",
                                               printable(wanted), listClosestFirst(parts, wanted)));
        }
    }
    std::vector<SourcePart> kept;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!hide[i]) kept.push_back(std::move(parts[i]));
    }
    if (kept.empty() && !hidden.empty())
        throw inputError(file, "has nothing to draw: all of its parts are hidden");
    parts = std::move(kept);
}

}  // namespace phalanx

#include "core/spelling.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace phalanx {

std::size_t editDistance(std::string_view a, std::string_view b) {
    // Unlike std::tolower, this does not depend on the locale.
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    // One row of the table is enough: row[j] is the distance from a's first i letters to b's first j.
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

std::string nearestWord(const std::string& word, const std::vector<std::string>& known) {
    std::string nearest;
    // With more edits, a suggestion does not help.
    std::size_t fewest = std::max<std::size_t>(2, word.size() / 2);
    for (const std::string& candidate : known) {
        const std::size_t edits = editDistance(word, candidate);
        if (edits <= fewest && (nearest.empty() || edits < fewest)) {
            fewest = edits;
            nearest = candidate;
        }
    }
    return nearest;
}

}  // namespace phalanx

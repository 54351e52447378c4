// Which elements of an array were written since they were last uploaded.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace phalanx {

class DirtyRanges {
  public:
    struct Range {
        std::size_t first = 0;
        std::size_t last = 0;  // behind the last one

        std::size_t size() const { return last - first; }
        friend bool operator==(const Range&, const Range&) = default;
    };
    // An upload of its own costs as much as so many elements more in another one.
    static constexpr std::size_t kGap = 16;
    static constexpr std::size_t kMostRanges = 1024;  // more become one

    void add(std::size_t index) { add({index, index + 1}); }
    void add(const Range& range) {
        if (range.first >= range.last) return;
        if (!ranges_.empty() && range.first >= ranges_.back().first &&
            range.first <= ranges_.back().last + kGap) {
            ranges_.back().last = std::max(ranges_.back().last, range.last);
            return;
        }
        ranges_.push_back(range);
        if (ranges_.size() > kMostRanges) ranges_ = joined(kAll);
    }
    bool empty() const { return ranges_.empty(); }
    void clear() { ranges_.clear(); }
    // In ascending order, with at least kGap elements between them.
    std::vector<Range> ranges() const { return joined(kGap); }

  private:
    static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max() / 2;  // a gap beyond any

    std::vector<Range> joined(std::size_t gap) const {
        std::vector<Range> sorted = ranges_;
        std::ranges::sort(sorted, {}, &Range::first);
        std::vector<Range> result;
        for (const Range& range : sorted) {
            if (result.empty() || range.first > result.back().last + gap) {
                result.push_back(range);
            } else {
                result.back().last = std::max(result.back().last, range.last);
            }
        }
        return result;
    }

    std::vector<Range> ranges_;
};

}  // namespace phalanx

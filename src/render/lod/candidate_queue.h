// What an EdgeCollapse may do next, the cheapest first. Internal to it.
#pragma once

#include <cstdint>
#include <limits>
#include <queue>
#include <tuple>
#include <vector>

#include "render/lod/collapse_mesh.h"

namespace phalanx {

inline constexpr std::uint32_t kComponent = std::numeric_limits<std::uint32_t>::max();

struct Candidate {
    double cost = 0.0;
    std::uint32_t a = 0;
    std::uint32_t b = 0;         // kComponent: component `a` is removed
    std::uint32_t versions = 0;  // sum of those of both points, which only grow
    bool complete = false;       // the cost includes reach()
    Placement at;
};

// The cheapest is on top; ties are ordered by index, so that the result is deterministic.
class CandidateQueue {
  public:
    // What the heap moves around: small, and enough to recognize candidates that are out of date.
    struct Entry {
        double cost;
        std::uint32_t a;
        std::uint32_t b;
        std::uint32_t versions;
        std::uint32_t place;  // in candidates_
        bool operator<(const Entry& other) const {
            return std::tie(cost, a, b) > std::tie(other.cost, other.a, other.b);
        }
    };

    bool empty() const { return heap_.empty(); }
    const Entry& top() const { return heap_.top(); }
    bool topIsBefore(const Candidate& candidate) const {
        return !empty() && Entry{candidate.cost, candidate.a, candidate.b, 0, 0} < top();
    }
    void push(const Candidate& candidate) {
        auto place = static_cast<std::uint32_t>(candidates_.size());
        if (free_.empty()) {
            candidates_.push_back(candidate);
        } else {
            place = free_.back();
            free_.pop_back();
            candidates_[place] = candidate;
        }
        heap_.push({candidate.cost, candidate.a, candidate.b, candidate.versions, place});
    }
    void drop() {
        free_.push_back(top().place);
        heap_.pop();
    }
    Candidate pop() {
        const std::uint32_t place = top().place;
        drop();
        return candidates_[place];
    }

  private:
    std::priority_queue<Entry> heap_;
    std::vector<Candidate> candidates_;
    std::vector<std::uint32_t> free_;  // places
};

}  // namespace phalanx

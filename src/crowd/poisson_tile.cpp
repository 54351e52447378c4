#include "crowd/poisson_tile.h"

#include <cmath>
#include <numbers>

#include "crowd/hash.h"

namespace phalanx {
namespace {

constexpr int kCells = 64;     // per side
constexpr int kAttempts = 30;  // Bridson's k: more attempts give a denser tile and take longer
// A cell holds at most one point: its diagonal is just under 1.
constexpr double kCell = 0.7071;
constexpr double kSide = kCells * kCell;

int wrappedCell(int c) {
    return (c + kCells) % kCells;
}
double wrapped(double x) {
    x -= kSide * std::floor(x / kSide);
    return x < kSide ? x : 0.0;
}

class Sampler {
  public:
    explicit Sampler(std::uint32_t seed)
        : seed_(seed), cells_(static_cast<std::size_t>(kCells) * kCells, -1) {}

    std::vector<glm::dvec2> run() {
        add({draw() * kSide, draw() * kSide});
        while (!active_.empty()) {
            const auto pick = static_cast<std::size_t>(draw() * static_cast<double>(active_.size()));
            if (!grow(points_[active_[pick]])) {
                active_[pick] = active_.back();
                active_.pop_back();
            }
        }
        return points_;
    }

  private:
    double draw() { return hashUnit(seed_, drawn_++, RandomStream::kTile); }

    // Tries to add a point at a distance of 1 to 2 from `from`.
    bool grow(const glm::dvec2 from) {
        for (int k = 0; k < kAttempts; ++k) {
            const double angle = 2.0 * std::numbers::pi * draw();
            const double distance = std::sqrt(1.0 + 3.0 * draw());
            const glm::dvec2 p{wrapped(from.x + distance * std::cos(angle)),
                               wrapped(from.y + distance * std::sin(angle))};
            if (!isFree(p)) continue;
            add(p);
            return true;
        }
        return false;
    }

    bool isFree(glm::dvec2 p) const {
        const int cx = cellOf(p.x);
        const int cy = cellOf(p.y);
        for (int dy = -2; dy <= 2; ++dy) {
            for (int dx = -2; dx <= 2; ++dx) {
                const int other = cells_[wrappedCell(cy + dy) * kCells + wrappedCell(cx + dx)];
                if (other < 0) continue;
                glm::dvec2 d = glm::abs(points_[other] - p);
                d = glm::min(d, kSide - d);
                if (glm::dot(d, d) < 1.0) return false;
            }
        }
        return true;
    }

    void add(glm::dvec2 p) {
        cells_[cellOf(p.y) * kCells + cellOf(p.x)] = static_cast<int>(points_.size());
        active_.push_back(points_.size());
        points_.push_back(p);
    }

    static int cellOf(double x) { return std::min(kCells - 1, static_cast<int>(x / kCell)); }

    std::uint32_t seed_;
    std::uint32_t drawn_ = 0;
    std::vector<int> cells_;  // index of the point in the cell, -1: none
    std::vector<glm::dvec2> points_;
    std::vector<std::size_t> active_;
};

}  // namespace

PoissonTile makePoissonTile(std::uint32_t seed) {
    return {kSide, Sampler(seed).run()};
}

}  // namespace phalanx

#include "anim/layers/blend_space.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace phalanx {
namespace {

double crossOf(const glm::dvec2& a, const glm::dvec2& b) {
    return a.x * b.y - a.y * b.x;
}

// Delaunay triangulation of a few dozen points: a sweep from left to right joins each point to the visible
// edges of the hull, then edges are flipped until no circumcircle contains a point (C. L. Lawson, "Software
// for C1 surface interpolation", Mathematical Software III, 1977). Of four points on one circle, the diagonal
// starts at the point with the smallest x, then y. Coordinates are relative to the points' extent.
class Triangulation {
  public:
    explicit Triangulation(std::span<const glm::dvec2> points) {
        glm::dvec2 low(std::numeric_limits<double>::max());
        glm::dvec2 high(std::numeric_limits<double>::lowest());
        for (const glm::dvec2& p : points) {
            low = glm::min(low, p);
            high = glm::max(high, p);
        }
        const double extent = std::max({high.x - low.x, high.y - low.y, std::numeric_limits<double>::min()});
        for (const glm::dvec2& p : points) points_.push_back((p - low) / extent);
        order_.resize(points.size());
        std::iota(order_.begin(), order_.end(), 0);
        std::sort(order_.begin(), order_.end(), [&](int a, int b) { return isBefore(a, b); });
        sweep();
        flip();
    }

    // Counter-clockwise. Empty if all points are on one line.
    const std::vector<std::array<int, 3>>& triangles() const { return triangles_; }
    // All points by x, then y.
    const std::vector<int>& order() const { return order_; }

  private:
    static constexpr double kFlat =
        1e-12;  // twice the area of a triangle, or the in-circle determinant, of extent 1

    const glm::dvec2& at(int point) const { return points_[static_cast<std::size_t>(point)]; }
    bool isBefore(int a, int b) const { return at(a).x != at(b).x ? at(a).x < at(b).x : at(a).y < at(b).y; }
    // Above 0 if the turn from a over b to c is to the left.
    double turn(int a, int b, int c) const { return crossOf(at(b) - at(a), at(c) - at(a)); }

    void sweep() {
        // The first points may lie on one line; the first one beside it makes a fan with all of them.
        std::size_t next = 2;
        while (next < order_.size() && std::abs(turn(order_[0], order_[1], order_[next])) <= kFlat) ++next;
        if (next >= order_.size()) return;
        const int apex = order_[next];
        const bool left = turn(order_[0], order_[1], apex) > 0.0;
        for (std::size_t i = 0; i + 1 < next; ++i) add(order_[i], order_[i + 1], apex, left);
        // Counter-clockwise around the points so far.
        std::vector<int> hull(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(next));
        if (!left) std::reverse(hull.begin(), hull.end());
        hull.push_back(apex);
        for (++next; next < order_.size(); ++next) join(order_[next], hull);
    }
    void add(int a, int b, int c, bool counter_clockwise) {
        triangles_.push_back(counter_clockwise ? std::array{a, b, c} : std::array{b, a, c});
    }
    // Joins a point outside of the hull to the edges that it sees; they are consecutive.
    void join(int point, std::vector<int>& hull) {
        const std::size_t n = hull.size();
        const auto sees = [&](std::size_t i) { return turn(hull[i % n], hull[(i + 1) % n], point) < -kFlat; };
        std::size_t first = 0;
        while (first < n && !(sees(first) && !sees(first + n - 1))) ++first;
        if (first == n) return;
        std::size_t last = first;
        for (; sees(last); ++last) add(hull[(last + 1) % n], hull[last % n], point, true);
        std::vector<int> rest{point};
        for (std::size_t i = last; i <= first + n; ++i) rest.push_back(hull[i % n]);
        hull = std::move(rest);
    }

    // The other triangle at the edge from b to a, or -1.
    int neighbour(int a, int b) const {
        for (std::size_t t = 0; t < triangles_.size(); ++t) {
            const std::array<int, 3>& corners = triangles_[t];
            for (std::size_t k = 0; k < 3; ++k) {
                if (corners[k] == b && corners[(k + 1) % 3] == a) return static_cast<int>(t);
            }
        }
        return -1;
    }
    void flip() {
        // Each flip lowers the triangulation on the paraboloid, so this ends; the limit is for rounding.
        std::size_t left = 16 * points_.size() * points_.size();
        for (bool flipped = true; flipped && left > 0;) {
            flipped = false;
            for (std::size_t t = 0; t < triangles_.size() && left > 0; ++t) {
                for (std::size_t k = 0; k < 3; ++k) {
                    if (!flipEdge(t, k)) continue;
                    flipped = true;
                    --left;
                    break;
                }
            }
        }
    }
    bool flipEdge(std::size_t t, std::size_t k) {
        const int a = triangles_[t][k];
        const int b = triangles_[t][(k + 1) % 3];
        const int c = triangles_[t][(k + 2) % 3];
        const int other = neighbour(a, b);
        if (other < 0) return false;
        int d = -1;
        for (const int corner : triangles_[static_cast<std::size_t>(other)]) {
            if (corner != a && corner != b) d = corner;
        }
        // The diagonal from c to d must lie inside of the four.
        if (turn(c, d, b) <= kFlat || turn(d, c, a) <= kFlat) return false;
        const double inside = inCircle(a, b, c, d);
        const int first = std::min({a, b, c, d}, [this](int p, int q) { return isBefore(p, q); });
        const bool on_circle = std::abs(inside) <= kFlat;
        if (on_circle ? first != c && first != d : inside < 0.0) return false;
        triangles_[t] = {a, d, c};
        triangles_[static_cast<std::size_t>(other)] = {d, b, c};
        return true;
    }
    // Above 0 if d is inside of the circle through a, b, c (counter-clockwise).
    double inCircle(int a, int b, int c, int d) const {
        const glm::dvec2 p = at(a) - at(d);
        const glm::dvec2 q = at(b) - at(d);
        const glm::dvec2 r = at(c) - at(d);
        return glm::dot(p, p) * crossOf(q, r) - glm::dot(q, q) * crossOf(p, r) +
               glm::dot(r, r) * crossOf(p, q);
    }

    std::vector<glm::dvec2> points_;
    std::vector<int> order_;
    std::vector<std::array<int, 3>> triangles_;
};

// The edges of triangles, with the number of triangles that share each.
std::map<std::array<int, 2>, int> countEdges(const std::vector<std::array<int, 3>>& triangles) {
    std::map<std::array<int, 2>, int> result;
    for (const std::array<int, 3>& corners : triangles) {
        for (std::size_t k = 0; k < 3; ++k) {
            const auto [low, high] = std::minmax(corners[k], corners[(k + 1) % 3]);
            ++result[{low, high}];
        }
    }
    return result;
}

// The parameter, 0..1, of the nearest point on the way from a to b.
double nearestOn(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& at) {
    return std::clamp(glm::dot(at - a, b - a) / glm::dot(b - a, b - a), 0.0, 1.0);
}

}  // namespace

const BlendSpace* BlendSpaces::find(const std::string& name) const {
    for (const BlendSpace& space : spaces) {
        if (space.name == name) return &space;
    }
    return nullptr;
}

SpaceGrid::SpaceGrid(std::span<const glm::dvec2> points) : points_(points.begin(), points.end()) {
    if (points.size() < 2) return;
    const Triangulation triangulation(points);
    triangles_ = triangulation.triangles();
    for (const auto& [edge, triangles] : countEdges(triangles_)) {
        if (triangles == 1) segments_.push_back(edge);
    }
    if (!triangles_.empty()) return;
    const std::vector<int>& order = triangulation.order();
    for (std::size_t i = 0; i + 1 < order.size(); ++i) segments_.push_back({order[i], order[i + 1]});
}

std::vector<std::array<int, 2>> SpaceGrid::edges() const {
    if (triangles_.empty()) return segments_;
    std::vector<std::array<int, 2>> result;
    for (const auto& [edge, triangles] : countEdges(triangles_)) result.push_back(edge);
    return result;
}

std::vector<SpaceGrid::Weight> SpaceGrid::weightsAt(const glm::dvec2& at) const {
    std::vector<Weight> result;
    // A point on a shared edge may be a rounding outside of both triangles.
    double deepest = -1e-9;
    for (const auto& [a, b, c] : triangles_) {
        const double area = crossOf(place(b) - place(a), place(c) - place(a));
        const double of_a = crossOf(place(b) - at, place(c) - at) / area;
        const double of_b = crossOf(place(c) - at, place(a) - at) / area;
        const double of_c = crossOf(place(a) - at, place(b) - at) / area;
        const double depth = std::min({of_a, of_b, of_c});
        if (depth <= deepest) continue;
        deepest = depth;
        const double sum = std::max(of_a, 0.0) + std::max(of_b, 0.0) + std::max(of_c, 0.0);
        result = {
            {a, std::max(of_a, 0.0) / sum}, {b, std::max(of_b, 0.0) / sum}, {c, std::max(of_c, 0.0) / sum}};
    }
    double nearest = std::numeric_limits<double>::max();
    if (result.empty()) {
        for (const auto& [a, b] : segments_) {
            const double t = nearestOn(place(a), place(b), at);
            const double away = glm::distance(at, place(a) + t * (place(b) - place(a)));
            if (away >= nearest) continue;
            nearest = away;
            result = {{a, 1.0 - t}, {b, t}};
        }
    }
    if (result.empty()) result = {{0, 1.0}};
    std::erase_if(result, [](const Weight& each) { return !(each.weight > 0.0); });
    std::stable_sort(result.begin(), result.end(), [](const Weight& a, const Weight& b) {
        return a.weight != b.weight ? a.weight > b.weight : a.point < b.point;
    });
    return result;
}

}  // namespace phalanx

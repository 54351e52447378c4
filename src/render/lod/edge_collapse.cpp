#include "render/lod/edge_collapse.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <tuple>

#include "render/lod/nearest_point.h"

namespace phalanx {
namespace {

constexpr double kBorderWeight = 4.0;  // of a plane at an open edge, relative to that of a triangle
constexpr double kReachWeight = 30.0;  // of the squared distance to surface no longer covered, per pose
constexpr double kFlipPenalty = 30.0;  // cost factor if a triangle would flip
// Limit on triangles visited, per triangle of the mesh: ten times what the soldier's mesh needs.
constexpr std::int64_t kWorkPerTriangle = 1'000;
constexpr double kLengthShare = 1e-4;  // of (squared edge length)^2: orders collapses of flat regions

// Weighted sum of squared distances to planes: x^T A x + 2 b^T x + c.
struct Quadric {
    std::array<double, 6> a{};  // xx, xy, xz, yy, yz, zz
    glm::dvec3 b{0.0};
    double c = 0.0;

    void addPlane(const glm::dvec3& n, double d, double weight) {
        a[0] += weight * n.x * n.x;
        a[1] += weight * n.x * n.y;
        a[2] += weight * n.x * n.z;
        a[3] += weight * n.y * n.y;
        a[4] += weight * n.y * n.z;
        a[5] += weight * n.z * n.z;
        b += weight * d * n;
        c += weight * d * d;
    }
    void add(const Quadric& other) {
        for (std::size_t i = 0; i < a.size(); ++i) a[i] += other.a[i];
        b += other.b;
        c += other.c;
    }
    double at(const glm::dvec3& p) const {
        return p.x * (a[0] * p.x + 2.0 * (a[1] * p.y + a[2] * p.z)) + p.y * (a[3] * p.y + 2.0 * a[4] * p.z) +
               a[5] * p.z * p.z + 2.0 * glm::dot(b, p) + c;
    }
};

struct Collapse {
    double cost = 0.0;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t from_version = 0;
    std::uint32_t to_version = 0;

    // The cheapest collapse is on top; ties are ordered by index, so that the result is deterministic.
    bool operator<(const Collapse& other) const {
        return std::tie(cost, from, to) > std::tie(other.cost, other.from, other.to);
    }
};

class Collapser {
  public:
    explicit Collapser(const CollapseInput& input) : input_(input), poses_(input.poses.size()) {
        weld();
        std::set<Corners> seen;  // copies of a triangle at the same place are dropped
        for (std::size_t i = 0; i < input.triangles.size(); i += 3) {
            Triangle triangle;
            for (std::size_t k = 0; k < 3; ++k) {
                const std::uint32_t vertex = input.triangles[i + k];
                triangle.corners[k] = point_of_[vertex];
                triangle.uv += input.vertices[vertex].uv / 3.0F;
            }
            if (triangle.isDegenerate() || !seen.insert(fromSmallest(triangle.corners)).second) continue;
            for (const std::uint32_t p : triangle.corners)
                points_[p].triangles.push_back(static_cast<std::uint32_t>(triangles_.size()));
            triangles_.push_back(triangle);
        }
        left_ = triangles_.size();
        work_left_ = static_cast<std::int64_t>(left_) * kWorkPerTriangle;
        addQuadrics();
        for (std::uint32_t p = 0; p < points_.size() && work_left_ > 0; ++p) {
            for (const std::uint32_t other : neighboursOf(p)) {
                if (other > p) push(p, other);
            }
        }
    }

    std::size_t left() const { return left_; }

    // Returns false if no edge is left or the work limit is reached.
    bool collapseOne() {
        if (input_.check_in) input_.check_in();
        while (!queue_.empty() && work_left_ > 0) {
            const Collapse best = queue_.top();
            queue_.pop();
            if (points_[best.from].gone || points_[best.to].gone ||
                points_[best.from].version != best.from_version ||
                points_[best.to].version != best.to_version)
                continue;
            apply(best.from, best.to);
            return true;
        }
        return false;
    }

    // The triangles left. How many the next collapse removes is only known afterwards, so callers keep
    // earlier results.
    std::vector<std::uint32_t> triangles() const {
        std::vector<std::uint32_t> out;
        out.reserve(left_ * 3);
        for (const Triangle& triangle : triangles_) {
            if (triangle.gone) continue;
            for (const std::uint32_t p : triangle.corners) out.push_back(vertexFor(p, triangle.uv));
        }
        return out;
    }

  private:
    using Corners = std::array<std::uint32_t, 3>;  // points

    struct Triangle {
        Corners corners{};
        glm::vec2 uv{0.0F};  // mean texture coordinates in the input mesh
        bool gone = false;

        bool isDegenerate() const {
            return corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0];
        }
        bool has(std::uint32_t point) const {
            return corners[0] == point || corners[1] == point || corners[2] == point;
        }
    };
    // Vertices that coincide in all poses.
    struct Point {
        std::vector<std::uint32_t> vertices;
        std::vector<std::uint32_t> triangles;
        std::uint32_t version = 0;
        bool gone = false;
        double lost = 0.0;  // metres: how far the vertices collapsed into this point were from the surface
    };

    // Rotates the smallest index to the front: equal for the same triangle, but not for its back side.
    static Corners fromSmallest(Corners corners) {
        std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
        return corners;
    }

    void weld() {
        // Compares the first and the last pose, so that vertices which only touch at rest stay separate.
        const std::size_t last = poses_ - 1;
        std::map<std::array<float, 6>, std::uint32_t> found;
        point_of_.assign(input_.vertices.size(), 0);
        std::vector<bool> seen(input_.vertices.size(), false);
        for (const std::uint32_t v : input_.triangles) {
            if (seen[v]) continue;
            seen[v] = true;
            const glm::vec3& a = input_.poses[0][v];
            const glm::vec3& b = input_.poses[last][v];
            const auto [place, is_new] =
                found.try_emplace({a.x, a.y, a.z, b.x, b.y, b.z}, static_cast<std::uint32_t>(points_.size()));
            if (is_new) points_.emplace_back();
            points_[place->second].vertices.push_back(v);
            point_of_[v] = place->second;
        }
        quadrics_.resize(points_.size() * poses_);
    }

    glm::dvec3 at(std::uint32_t point, std::size_t pose) const {
        return glm::dvec3(input_.poses[pose][points_[point].vertices.front()]);
    }

    void addQuadrics() {
        for (const Triangle& triangle : triangles_) {
            for (std::size_t pose = 0; pose < poses_; ++pose) {
                const glm::dvec3 a = at(triangle.corners[0], pose);
                const glm::dvec3 cross =
                    glm::cross(at(triangle.corners[1], pose) - a, at(triangle.corners[2], pose) - a);
                const double size = glm::length(cross);
                if (!(size > 0.0)) continue;
                const glm::dvec3 normal = cross / size;
                for (const std::uint32_t p : triangle.corners)
                    quadrics_[p * poses_ + pose].addPlane(normal, -glm::dot(normal, a), 1.0);
                for (std::size_t k = 0; k < 3; ++k)
                    addBorder(triangle.corners[k], triangle.corners[(k + 1) % 3], pose, normal);
            }
        }
    }

    // Keeps an open edge in place by a plane through it, perpendicular to its triangle.
    void addBorder(std::uint32_t p, std::uint32_t q, std::size_t pose, const glm::dvec3& normal) {
        int sharing = 0;
        for (const std::uint32_t t : points_[p].triangles) sharing += triangles_[t].has(q) ? 1 : 0;
        if (sharing != 1) return;
        const glm::dvec3 along = at(q, pose) - at(p, pose);
        const glm::dvec3 across = glm::cross(along, normal);
        const double size = glm::length(across);
        if (!(size > 0.0)) return;
        const double d = -glm::dot(across / size, at(p, pose));
        const double weight = kBorderWeight;
        quadrics_[p * poses_ + pose].addPlane(across / size, d, weight);
        quadrics_[q * poses_ + pose].addPlane(across / size, d, weight);
    }

    std::vector<std::uint32_t> neighboursOf(std::uint32_t point) const {
        std::vector<std::uint32_t> neighbours;
        for (const std::uint32_t t : points_[point].triangles) {
            for (const std::uint32_t p : triangles_[t].corners) {
                if (p != point) neighbours.push_back(p);
            }
        }
        std::sort(neighbours.begin(), neighbours.end());
        neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
        return neighbours;
    }

    bool flips(std::uint32_t from, std::uint32_t to) const {
        for (const std::uint32_t t : points_[from].triangles) {
            const Triangle& triangle = triangles_[t];
            if (triangle.has(to)) continue;
            std::array<glm::dvec3, 3> before{};
            std::array<glm::dvec3, 3> after{};
            for (std::size_t k = 0; k < 3; ++k) {
                before[k] = at(triangle.corners[k], 0);
                after[k] = triangle.corners[k] == from ? at(to, 0) : before[k];
            }
            const glm::dvec3 was = glm::cross(before[1] - before[0], before[2] - before[0]);
            const glm::dvec3 is = glm::cross(after[1] - after[0], after[2] - after[0]);
            if (glm::dot(was, is) < 0.1 * glm::length(was) * glm::length(is)) return true;
        }
        return false;
    }

    // Distance in metres, at rest, from `from` to the triangles around it after it has moved to `to`. Plane
    // quadrics alone miss this: the tip of a needle lies in all planes of its shaft.
    double lostBy(std::uint32_t from, std::uint32_t to) const {
        const glm::vec3 p(at(from, 0));
        const glm::vec3 target(at(to, 0));
        float nearest = glm::distance(p, target);
        for (const std::uint32_t point : {from, to}) {
            for (const std::uint32_t t : points_[point].triangles) {
                const Triangle& triangle = triangles_[t];
                if (triangle.has(from) && triangle.has(to)) continue;
                std::array<glm::vec3, 3> corners{};
                for (std::size_t k = 0; k < 3; ++k) {
                    const std::uint32_t corner = triangle.corners[k];
                    corners[k] = corner == from ? target : glm::vec3(at(corner, 0));
                }
                nearest =
                    std::min(nearest, glm::distance(p, nearestOn(p, corners[0], corners[1], corners[2])));
            }
        }
        // A sliver that is removed may have been the only surface along its long side.
        for (const std::uint32_t t : points_[from].triangles) {
            const Triangle& triangle = triangles_[t];
            if (!triangle.has(to)) continue;
            for (const std::uint32_t far : triangle.corners) {
                if (far == from || far == to) continue;
                const auto& others = points_[far].triangles;
                const bool kept = std::any_of(others.begin(), others.end(), [&](std::uint32_t o) {
                    return triangles_[o].has(from) != triangles_[o].has(to);
                });
                if (!kept) nearest = std::max(nearest, glm::distance(target, glm::vec3(at(far, 0))));
            }
        }
        return points_[from].lost + static_cast<double>(nearest);
    }

    double costOf(std::uint32_t from, std::uint32_t to) const {
        const double lost = lostBy(from, to);
        double cost = kReachWeight * lost * lost * static_cast<double>(poses_);
        for (std::size_t pose = 0; pose < poses_; ++pose) {
            const glm::dvec3 target = at(to, pose);
            const glm::dvec3 move = target - at(from, pose);
            const Quadric& own = quadrics_[from * poses_ + pose];
            const Quadric& other = quadrics_[to * poses_ + pose];
            const double length = glm::dot(move, move);
            cost += std::max(0.0, own.at(target) + other.at(target)) + kLengthShare * length * length;
        }
        return flips(from, to) ? cost * kFlipPenalty : cost;
    }

    void push(std::uint32_t p, std::uint32_t q) {
        work_left_ -= static_cast<std::int64_t>(points_[p].triangles.size() + points_[q].triangles.size());
        const double there = costOf(p, q);
        const double back = costOf(q, p);
        if (there <= back) {
            queue_.push({there, p, q, points_[p].version, points_[q].version});
        } else {
            queue_.push({back, q, p, points_[q].version, points_[p].version});
        }
    }

    void apply(std::uint32_t from, std::uint32_t to) {
        std::vector<std::uint32_t> stale{to};  // points whose edges have changed costs
        points_[to].lost = std::max(points_[to].lost, lostBy(from, to));
        for (const std::uint32_t t : points_[from].triangles) {
            Triangle& triangle = triangles_[t];
            if (triangle.gone) continue;
            for (std::uint32_t& corner : triangle.corners) corner = corner == from ? to : corner;
            if (triangle.isDegenerate()) {
                triangle.gone = true;
                --left_;
                for (const std::uint32_t corner : triangle.corners) {
                    if (corner != to) stale.push_back(corner);
                }
            } else {
                points_[to].triangles.push_back(t);
            }
        }
        points_[from].gone = true;
        points_[from].triangles.clear();
        for (std::size_t pose = 0; pose < poses_; ++pose)
            quadrics_[to * poses_ + pose].add(quadrics_[from * poses_ + pose]);
        for (const std::uint32_t other : neighboursOf(to)) {
            std::vector<std::uint32_t>& around = points_[other].triangles;
            around.erase(std::remove_if(around.begin(), around.end(),
                                        [&](std::uint32_t t) { return triangles_[t].gone; }),
                         around.end());
        }
        std::vector<std::uint32_t>& own = points_[to].triangles;
        std::sort(own.begin(), own.end());
        own.erase(std::unique(own.begin(), own.end()), own.end());
        own.erase(std::remove_if(own.begin(), own.end(), [&](std::uint32_t t) { return triangles_[t].gone; }),
                  own.end());
        std::sort(stale.begin(), stale.end());
        stale.erase(std::unique(stale.begin(), stale.end()), stale.end());
        for (const std::uint32_t point : stale) ++points_[point].version;
        for (const std::uint32_t point : stale) {
            for (const std::uint32_t other : neighboursOf(point)) push(point, other);
        }
    }

    std::uint32_t vertexFor(std::uint32_t point, const glm::vec2& uv) const {
        std::uint32_t best = points_[point].vertices.front();
        float distance = std::numeric_limits<float>::max();
        for (const std::uint32_t v : points_[point].vertices) {
            const glm::vec2 away = input_.vertices[v].uv - uv;
            if (glm::dot(away, away) < distance) {
                distance = glm::dot(away, away);
                best = v;
            }
        }
        return best;
    }

    const CollapseInput& input_;
    std::size_t poses_;
    std::vector<std::uint32_t> point_of_;  // by vertex
    std::vector<Point> points_;
    std::vector<Triangle> triangles_;
    std::vector<Quadric> quadrics_;  // by point, then pose
    std::priority_queue<Collapse> queue_;
    std::size_t left_ = 0;
    std::int64_t work_left_ = 0;  // triangles that may still be visited
};

}  // namespace

std::vector<std::vector<std::uint32_t>> collapseEdges(const CollapseInput& input,
                                                      std::span<const std::size_t> wanted) {
    Collapser collapser(input);
    std::vector<std::vector<std::uint32_t>> results;
    std::vector<std::uint32_t> kept = collapser.triangles();
    for (const std::size_t most : wanted) {
        while (collapser.left() > most && collapser.left() > 2) {
            if (collapser.left() <= 8) kept = collapser.triangles();  // the next may remove the last
            if (!collapser.collapseOne()) break;
        }
        if (collapser.left() > 0) kept = collapser.triangles();
        results.push_back(kept);
    }
    return results;
}

}  // namespace phalanx

#include "render/lod/edge_collapse.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

#include "render/lod/candidate_queue.h"
#include "render/lod/component_reach.h"
#include "render/lod/nearest_point.h"
#include "render/lod/quadric.h"

namespace phalanx {
namespace {

constexpr double kBorderWeight = 4.0;  // of a plane at an open edge, relative to that of a triangle
constexpr double kSeamWeight = 1.0;    // of a plane at a seam of texture coordinates
// Of the squared distance to surface that is no longer covered, relative to the mean over all planes.
constexpr double kReachWeight = 2.0;
constexpr double kSizeShare = 0.7;     // of a component: what its removal costs at least, like a distance
constexpr double kFlipPenalty = 30.0;  // cost factor if a triangle would flip
constexpr double kLengthShare = 1e-4;  // of (squared edge length)^2: orders collapses of flat regions
// A new vertex is made if it has less than this part of the cost of a vertex that is there.
constexpr double kWorthMoving = 0.8;
constexpr double kFarthest = 1.5;    // of a new vertex from the edge's middle, in lengths of the edge
constexpr double kStiffness = 1e-3;  // pull to the middle of the edge, relative to the planes
constexpr std::size_t kLeastTriangles = 2;
// Limit on triangles visited, per triangle of the mesh: ten times what the soldier's mesh needs.
constexpr std::int64_t kWorkPerTriangle = 3'000;

class Collapser {
  public:
    Collapser(CollapseMesh& mesh, const CollapseInput& input, const glm::vec3& low, const glm::vec3& high)
        : mesh_(mesh),
          component_reach_(mesh),
          check_in_(input.check_in),
          poses_(mesh.poses()),
          low_(low),
          high_(high) {
        work_left_ = static_cast<std::int64_t>(mesh.left()) * kWorkPerTriangle;
        quadrics_.resize(mesh.points.size() * poses_);
        sum_.resize(poses_);
        addQuadrics();
        for (std::uint32_t p = 0; p < mesh.points.size() && work_left_ > 0; ++p) {
            for (const std::uint32_t other : neighbours({p})) {
                if (other > p) push(p, other);
            }
        }
        for (std::uint32_t c = 0; c < mesh.components.size(); ++c) {
            Candidate removal;
            removal.cost = removalCost(c);
            removal.a = c;
            removal.b = kComponent;
            queue_.push(removal);
        }
    }

    // Returns false if nothing more can be collapsed or the work limit is reached.
    bool collapseOne(double& cost) {
        if (check_in_) check_in_();
        while (!queue_.empty() && work_left_ > 0) {
            if (isOutOfDate(queue_.top())) {
                queue_.drop();
                continue;
            }
            Candidate best = queue_.pop();
            if (best.b == kComponent) {
                if (mesh_.components[best.a].triangles == 0 || mesh_.componentsLeft() < 2) continue;
                // The components beside it may be gone.
                if (const double now = removalCost(best.a); now > best.cost) {
                    best.cost = now;
                    queue_.push(best);
                    continue;
                }
                mesh_.removeComponent(best.a);
                cost = best.cost;
                return true;
            }
            if (isLast(best.a, best.b)) continue;
            if (!best.complete) {
                complete(best);
                if (queue_.topIsBefore(best)) {
                    // Others may be cheaper now.
                    queue_.push(best);
                    continue;
                }
            }
            apply(best);
            cost = best.cost;
            return true;
        }
        return false;
    }

    bool stopped() const { return work_left_ <= 0; }

  private:
    // Valid until the next call.
    const std::vector<std::uint32_t>& neighbours(std::initializer_list<std::uint32_t> of_points) {
        neighbours_.clear();
        for (const std::uint32_t point : of_points) mesh_.addNeighbours(point, neighbours_);
        std::sort(neighbours_.begin(), neighbours_.end());
        neighbours_.erase(std::unique(neighbours_.begin(), neighbours_.end()), neighbours_.end());
        return neighbours_;
    }

    bool isOutOfDate(const CandidateQueue::Entry& entry) const {
        if (entry.b == kComponent) return false;
        const CollapseMesh::Point& a = mesh_.points[entry.a];
        const CollapseMesh::Point& b = mesh_.points[entry.b];
        return a.gone || b.gone || a.version + b.version != entry.versions;
    }

    double reachCost(double reach_m) const {
        return kReachWeight * reach_m * reach_m * static_cast<double>(poses_);
    }

    // Whether the component would have too few triangles left.
    bool isLast(std::uint32_t a, std::uint32_t b) const {
        const CollapseMesh::Point& point = mesh_.points[a];
        const auto removed = std::ranges::count_if(
            point.triangles, [&](std::uint32_t t) { return mesh_.triangles[t].has(b); });
        return mesh_.components[point.component].triangles <
               static_cast<std::size_t>(removed) + kLeastTriangles;
    }

    double removalCost(std::uint32_t component) const {
        return reachCost(
            std::max(component_reach_.of(component, mesh_), kSizeShare * mesh_.components[component].size_m));
    }

    void addQuadrics() {
        for (const CollapseMesh::Triangle& triangle : mesh_.triangles) {
            std::array<double, 3> edge_weights{};
            for (std::size_t k = 0; k < 3; ++k)
                edge_weights[k] = edgeWeight(triangle.points[k], triangle.points[(k + 1) % 3]);
            for (std::size_t pose = 0; pose < poses_; ++pose) {
                const glm::dvec3 a = mesh_.posed(triangle.points[0], pose);
                const glm::dvec3 cross = glm::cross(mesh_.posed(triangle.points[1], pose) - a,
                                                    mesh_.posed(triangle.points[2], pose) - a);
                const double size = glm::length(cross);
                if (!(size > 0.0)) continue;
                const glm::dvec3 normal = cross / size;
                for (const std::uint32_t p : triangle.points)
                    quadrics_[p * poses_ + pose].addPlane(normal, -glm::dot(normal, a), 1.0);
                for (std::size_t k = 0; k < 3; ++k) {
                    if (edge_weights[k] > 0.0)
                        addEdge(triangle.points[k], triangle.points[(k + 1) % 3], pose, normal,
                                edge_weights[k]);
                }
            }
        }
    }

    double edgeWeight(std::uint32_t p, std::uint32_t q) const {
        const std::vector<std::uint32_t>& around = mesh_.points[p].triangles;
        const auto sharing = std::count_if(around.begin(), around.end(),
                                           [&](std::uint32_t t) { return mesh_.triangles[t].has(q); });
        if (sharing == 1) return kBorderWeight;
        return mesh_.isUvSeam(p, q) ? kSeamWeight : 0.0;
    }

    // Keeps an edge in place by a plane through it, perpendicular to its triangle.
    void addEdge(std::uint32_t p, std::uint32_t q, std::size_t pose, const glm::dvec3& normal,
                 double weight) {
        const glm::dvec3 from = mesh_.posed(p, pose);
        const glm::dvec3 across = glm::cross(mesh_.posed(q, pose) - from, normal);
        const double size = glm::length(across);
        if (!(size > 0.0)) return;
        const double d = -glm::dot(across / size, from);
        quadrics_[p * poses_ + pose].addPlane(across / size, d, weight);
        quadrics_[q * poses_ + pose].addPlane(across / size, d, weight);
    }

    // The mean squared distance to the planes of both ends, summed over all poses. (A sum over planes would
    // grow with each collapse, and hide what reach() adds.)
    double costAt(std::uint32_t a, std::uint32_t b, const Placement& at) const {
        double cost = 0.0;
        for (std::size_t pose = 0; pose < poses_; ++pose)
            cost += std::max(0.0, sum_[pose].at(mesh_.posed(a, b, at, pose)));
        return cost / std::max(sum_[0].weight, 1.0);
    }

    // The place with the smallest sum of quadrics over all poses.
    Placement bestPlace(std::uint32_t a, std::uint32_t b) const {
        const glm::dvec3& from = mesh_.points[a].bind;
        const glm::dvec3& to = mesh_.points[b].bind;
        glm::dmat3 matrix(0.0);
        glm::dvec3 right(0.0);
        for (std::size_t pose = 0; pose < poses_; ++pose) {
            const glm::dmat4x3 moves =
                (mesh_.model_from_bind(a, pose) + mesh_.model_from_bind(b, pose)) * 0.5;
            const glm::dmat3 linear(moves);
            const glm::dmat3 turned = glm::transpose(linear);
            matrix += turned * sum_[pose].matrix() * linear;
            right -= turned * (sum_[pose].times(moves[3]) + sum_[pose].b);
        }
        const glm::dvec3 middle = 0.5 * (from + to);
        const double stiffness = kStiffness * (matrix[0][0] + matrix[1][1] + matrix[2][2]);
        for (int i = 0; i < 3; ++i) matrix[i][i] += stiffness;
        right += stiffness * middle;
        Placement best{0.5, true, middle};
        const double determinant = glm::determinant(matrix);
        if (determinant > 0.0) {
            const glm::dvec3 solved = glm::inverse(matrix) * right;
            const double length = glm::distance(from, to);
            if (glm::distance(solved, middle) <= kFarthest * length) best.bind = solved;
        }
        best.bind = glm::clamp(best.bind, low_, high_);
        const glm::dvec3 along = to - from;
        const double square = glm::dot(along, along);
        if (square > 0.0) best.t = std::clamp(glm::dot(best.bind - from, along) / square, 0.0, 1.0);
        return best;
    }

    bool flips(std::uint32_t a, std::uint32_t b, const glm::dvec3& place) const {
        for (const std::uint32_t point : {a, b}) {
            for (const std::uint32_t t : mesh_.points[point].triangles) {
                const CollapseMesh::Triangle& triangle = mesh_.triangles[t];
                if (triangle.has(a) && triangle.has(b)) continue;
                std::array<glm::dvec3, 3> before{};
                std::array<glm::dvec3, 3> after{};
                for (std::size_t k = 0; k < 3; ++k) {
                    before[k] = mesh_.posed(triangle.points[k], 0);
                    after[k] = triangle.points[k] == point ? place : before[k];
                }
                const glm::dvec3 was = glm::cross(before[1] - before[0], before[2] - before[0]);
                const glm::dvec3 is = glm::cross(after[1] - after[0], after[2] - after[0]);
                if (glm::dot(was, is) < 0.1 * glm::length(was) * glm::length(is)) return true;
            }
        }
        return false;
    }

    // The largest distance, at rest, from the samples of both ends to the triangles around the new point.
    // Plane quadrics alone miss this: the tip of a needle lies in all planes of its shaft.
    double reach(std::uint32_t a, std::uint32_t b, const glm::vec3& place) {
        fan_.clear();
        ends_.assign({a, b});
        for (const std::uint32_t point : {a, b}) {
            for (const std::uint32_t t : mesh_.points[point].triangles) {
                const CollapseMesh::Triangle& triangle = mesh_.triangles[t];
                if (triangle.has(a) && triangle.has(b)) {
                    // A sliver that is removed may have been the only surface at its far corner.
                    for (const std::uint32_t far : triangle.points) {
                        if (point == b || far == a || far == b) continue;
                        const auto& others = mesh_.points[far].triangles;
                        if (std::ranges::all_of(others, [&](std::uint32_t o) {
                                return mesh_.triangles[o].has(a) && mesh_.triangles[o].has(b);
                            }))
                            ends_.push_back(far);
                    }
                    continue;
                }
                std::array<glm::vec3, 3>& corners = fan_.emplace_back();
                for (std::size_t k = 0; k < 3; ++k) {
                    const std::uint32_t corner = triangle.points[k];
                    corners[k] = corner == point ? place : mesh_.atRest(corner);
                }
            }
        }
        work_left_ -= static_cast<std::int64_t>(fan_.size());
        float farthest = 0.0F;
        const auto addDistances = [&](std::uint32_t end) {
            for (const glm::vec3& sample : mesh_.points[end].samples) {
                const glm::vec3 to_point = sample - place;
                float nearest = glm::dot(to_point, to_point);
                // The last triangles are those at `end`, which are near.
                for (auto corners = fan_.rbegin(); corners != fan_.rend() && nearest > farthest; ++corners) {
                    const glm::vec3 away =
                        sample - nearestOn(sample, (*corners)[0], (*corners)[1], (*corners)[2]);
                    nearest = std::min(nearest, glm::dot(away, away));
                }
                farthest = std::max(farthest, nearest);
            }
        };
        for (const std::uint32_t end : ends_) addDistances(end);
        // The triangles around the neighbours move, too.
        const std::size_t shared = fan_.size();
        for (const std::uint32_t other : neighbours({a, b})) {
            if (std::find(ends_.begin(), ends_.end(), other) != ends_.end()) continue;
            for (const std::uint32_t t : mesh_.points[other].triangles) {
                const CollapseMesh::Triangle& triangle = mesh_.triangles[t];
                if (triangle.has(a) || triangle.has(b)) continue;
                std::array<glm::vec3, 3>& corners = fan_.emplace_back();
                for (std::size_t k = 0; k < 3; ++k) corners[k] = mesh_.atRest(triangle.points[k]);
            }
            work_left_ -= static_cast<std::int64_t>(fan_.size());
            addDistances(other);
            fan_.resize(shared);
        }
        return std::sqrt(static_cast<double>(farthest));
    }

    void complete(Candidate& candidate) {
        const glm::dvec3 place = mesh_.posed(candidate.a, candidate.b, candidate.at, 0);
        const double reach_m = reach(candidate.a, candidate.b, glm::vec3(place));
        candidate.cost += reachCost(reach_m);
        if (flips(candidate.a, candidate.b, place)) candidate.cost *= kFlipPenalty;
        candidate.complete = true;
    }

    void push(std::uint32_t a, std::uint32_t b) {
        const CollapseMesh::Point& from = mesh_.points[a];
        const CollapseMesh::Point& to = mesh_.points[b];
        work_left_ -= static_cast<std::int64_t>(from.triangles.size() + to.triangles.size());
        double lengths = 0.0;
        for (std::size_t pose = 0; pose < poses_; ++pose) {
            sum_[pose] = quadrics_[a * poses_ + pose];
            sum_[pose].add(quadrics_[b * poses_ + pose]);
            const glm::dvec3 along = mesh_.posed(b, pose) - mesh_.posed(a, pose);
            const double square = glm::dot(along, along);
            lengths += square * square;
        }
        Candidate candidate{0.0, a, b, from.version + to.version, false, {0.0, false, from.bind}};
        candidate.cost = costAt(a, b, candidate.at);
        const auto offer = [&](const Placement& at, double worth) {
            const double cost = costAt(a, b, at);
            if (cost >= candidate.cost * worth) return;
            candidate.cost = cost;
            candidate.at = at;
        };
        offer({1.0, false, to.bind}, 1.0);
        offer(bestPlace(a, b), kWorthMoving);
        candidate.cost += kLengthShare * lengths;
        queue_.push(candidate);
    }

    void apply(const Candidate& candidate) {
        changed_.clear();
        const std::uint32_t keep = mesh_.collapse(candidate.a, candidate.b, candidate.at, changed_);
        const std::uint32_t gone = keep == candidate.a ? candidate.b : candidate.a;
        for (std::size_t pose = 0; pose < poses_; ++pose)
            quadrics_[keep * poses_ + pose].add(quadrics_[gone * poses_ + pose]);
        changed_.push_back(keep);
        std::sort(changed_.begin(), changed_.end());
        changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
        for (const std::uint32_t point : changed_) ++mesh_.points[point].version;
        for (const std::uint32_t point : changed_) {
            for (const std::uint32_t other : neighbours({point})) {
                // An edge between two changed points is pushed once.
                if (other < point && std::binary_search(changed_.begin(), changed_.end(), other)) continue;
                push(std::min(point, other), std::max(point, other));
            }
        }
    }

    CollapseMesh& mesh_;
    ComponentReach component_reach_;
    const std::function<void()>& check_in_;
    std::size_t poses_;
    glm::dvec3 low_;
    glm::dvec3 high_;
    std::vector<Quadric> quadrics_;  // by point, then pose
    std::vector<Quadric> sum_;       // of the edge that is looked at, by pose
    CandidateQueue queue_;
    std::vector<std::array<glm::vec3, 3>> fan_;
    std::vector<std::uint32_t> ends_;
    std::vector<std::uint32_t> neighbours_;
    std::vector<std::uint32_t> changed_;
    std::int64_t work_left_ = 0;  // triangles that may still be visited
};

}  // namespace

EdgeCollapse::EdgeCollapse(const CollapseInput& input, const glm::vec3& low, const glm::vec3& high)
    : mesh_(input), all_(mesh_.left()) {
    Collapser collapser(mesh_, input, low, high);
    double cost = 0.0;
    double most = 0.0;
    while (collapser.collapseOne(cost)) {
        most = std::max(most, cost);
        steps_.push_back({most, mesh_.left()});
    }
    stopped_ = collapser.stopped();
}

}  // namespace phalanx

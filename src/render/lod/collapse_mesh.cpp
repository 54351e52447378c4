#include "render/lod/collapse_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "render/lod/nearest_point.h"

namespace phalanx {
namespace {

constexpr std::size_t kMostPointSamples = 12;  // per point

// Rotates the smallest index to the front: equal for the same triangle, but not for its back side.
CollapseMesh::Corners fromSmallest(CollapseMesh::Corners corners) {
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    return corners;
}

bool isDegenerate(const CollapseMesh::Corners& corners) {
    return corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0];
}

}  // namespace

void keepFarthest(std::vector<glm::vec3>& samples, const glm::vec3& from, std::size_t most) {
    if (samples.size() <= most) return;
    std::vector<float> nearest(samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) nearest[i] = glm::distance(samples[i], from);
    std::vector<glm::vec3> kept;
    while (kept.size() < most) {
        const auto farthest = std::max_element(nearest.begin(), nearest.end()) - nearest.begin();
        const glm::vec3 sample = samples[static_cast<std::size_t>(farthest)];
        kept.push_back(sample);
        for (std::size_t i = 0; i < samples.size(); ++i)
            nearest[i] = std::min(nearest[i], glm::distance(samples[i], sample));
    }
    samples = std::move(kept);
}

CollapseMesh::CollapseMesh(const CollapseInput& input) : input_(input), poses_(input.poses.size()) {
    weld();
    std::set<Corners> seen;  // copies of a triangle at the same place are dropped
    for (std::size_t i = 0; i + 2 < input.triangles.size(); i += 3) {
        Triangle triangle;
        glm::vec3 normals(0.0F);
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t vertex = input.triangles[i + k];
            triangle.points[k] = point_of_[vertex];
            triangle.wedges[k] = triangle.first_wedges[k] = wedge_of_[vertex];
            normals += input.vertices[vertex].normal;
        }
        if (isDegenerate(triangle.points) || !seen.insert(fromSmallest(triangle.points)).second) continue;
        const glm::dvec3 a = points[triangle.points[0]].bind;
        triangle.faces_normals =
            glm::dot(glm::cross(points[triangle.points[1]].bind - a, points[triangle.points[2]].bind - a),
                     glm::dvec3(normals)) > 0.0;
        for (const std::uint32_t p : triangle.points)
            points[p].triangles.push_back(static_cast<std::uint32_t>(triangles.size()));
        triangles.push_back(triangle);
    }
    left_ = triangles.size();
    findComponents();
}

void CollapseMesh::weld() {
    // Compares the first and the last pose, so that vertices which only touch at rest stay separate.
    using Key = std::array<float, 6>;
    std::map<Key, std::uint32_t> found;
    transforms_.reserve(input_.vertices.size() * poses_);
    posed_.reserve(input_.vertices.size() * poses_);
    point_of_.assign(input_.vertices.size(), kNever);
    wedge_of_.assign(input_.vertices.size(), kNever);
    for (const std::uint32_t v : input_.triangles) {
        if (wedge_of_[v] != kNever) continue;
        const auto next = static_cast<std::uint32_t>(points.size());
        Wedge wedge;
        wedge.value.vertex = input_.vertices[v];
        if (!input_.morphs.empty()) wedge.value.morphs = input_.morphs[v];
        wedge.original = v;
        wedge_of_[v] = addWedge(std::move(wedge));
        Point& point = points.emplace_back();
        point.bind = glm::dvec3(input_.vertices[v].position);
        point.wedges.push_back(wedge_of_[v]);
        transforms_.resize(points.size() * poses_);
        posed_.resize(points.size() * poses_);
        setTransforms(next);
        const glm::vec3 a = atRest(next);
        const glm::vec3 b(posed(next, poses_ - 1));
        const auto [same, is_new] = found.try_emplace(Key{a.x, a.y, a.z, b.x, b.y, b.z}, next);
        point_of_[v] = same->second;
        if (!is_new) {
            points.pop_back();
            points[same->second].wedges.push_back(wedge_of_[v]);
        } else {
            point.samples.push_back(a);
        }
        wedges_[wedge_of_[v]].place = same->second;
    }
    transforms_.resize(points.size() * poses_);
    posed_.resize(points.size() * poses_);
    places_ = static_cast<std::uint32_t>(points.size());
}

void CollapseMesh::findComponents() {
    std::vector<std::uint32_t> parent(points.size());
    std::iota(parent.begin(), parent.end(), 0U);
    const auto root = [&](std::uint32_t p) {
        while (parent[p] != p) p = parent[p] = parent[parent[p]];
        return p;
    };
    for (const Triangle& triangle : triangles) {
        for (std::size_t k = 1; k < 3; ++k) {
            const std::uint32_t a = root(triangle.points[0]);
            const std::uint32_t b = root(triangle.points[k]);
            parent[std::max(a, b)] = std::min(a, b);
        }
    }
    std::vector<std::uint32_t> number(points.size(), kNever);
    std::vector<std::pair<glm::dvec3, glm::dvec3>> boxes;
    for (std::uint32_t p = 0; p < points.size(); ++p) {
        if (points[p].triangles.empty()) continue;
        std::uint32_t& of_root = number[root(p)];
        const glm::dvec3 place = posed(p, 0);
        if (of_root == kNever) {
            of_root = static_cast<std::uint32_t>(components.size());
            components.emplace_back();
            boxes.emplace_back(place, place);
        }
        points[p].component = of_root;
        boxes[of_root] = {glm::min(boxes[of_root].first, place), glm::max(boxes[of_root].second, place)};
    }
    for (const Triangle& triangle : triangles) ++components[points[triangle.points[0]].component].triangles;
    for (std::size_t c = 0; c < components.size(); ++c)
        components[c].size_m = 0.5 * glm::distance(boxes[c].first, boxes[c].second);
    components_left_ = components.size();
}

void CollapseMesh::setTransforms(std::uint32_t point) {
    const LodVertex& value = wedges_[points[point].wedges.front()].value;
    for (std::size_t pose = 0; pose < poses_; ++pose) {
        const CollapsePose& in = input_.poses[pose];
        glm::dmat4 blended(0.0);
        for (std::size_t k = 0; k < value.vertex.weights.size(); ++k) {
            if (value.vertex.weights[k] > 0.0F)
                blended += in.palette[value.vertex.joints[k]] * static_cast<double>(value.vertex.weights[k]);
        }
        glm::dvec3 shift(0.0);
        for (const VertexMorph& morph : value.morphs)
            shift += in.morph_weights[morph.target] * glm::dvec3(morph.position);
        glm::dmat4x3 result(blended);
        result[3] += glm::dmat3(blended) * shift;
        transforms_[point * poses_ + pose] = result;
        posed_[point * poses_ + pose] = result * glm::dvec4(points[point].bind, 1.0);
    }
}

glm::dvec3 CollapseMesh::posed(std::uint32_t a, std::uint32_t b, const Placement& at,
                               std::size_t pose) const {
    if (!at.moved) return posed(at.t < 0.5 ? a : b, pose);
    const glm::dvec4 bind(at.bind, 1.0);
    return (model_from_bind(a, pose) * bind) * (1.0 - at.t) + (model_from_bind(b, pose) * bind) * at.t;
}

void CollapseMesh::addNeighbours(std::uint32_t point, std::vector<std::uint32_t>& to) const {
    for (const std::uint32_t t : points[point].triangles) {
        for (const std::uint32_t p : triangles[t].points) {
            if (p != point) to.push_back(p);
        }
    }
}

bool CollapseMesh::isUvSeam(std::uint32_t p, std::uint32_t q) const {
    std::array<std::array<glm::vec2, 2>, 2> uv{};
    std::size_t count = 0;
    for (const std::uint32_t t : points[p].triangles) {
        const Triangle& triangle = triangles[t];
        if (!triangle.has(q)) continue;
        if (count == 2) return false;
        for (std::size_t k = 0; k < 3; ++k) {
            const glm::vec2& corner = wedges_[triangle.wedges[k]].value.vertex.uv;
            if (triangle.points[k] == p) uv[count][0] = corner;
            if (triangle.points[k] == q) uv[count][1] = corner;
        }
        ++count;
    }
    return count == 2 &&
           (glm::distance(uv[0][0], uv[1][0]) > kSameUv || glm::distance(uv[0][1], uv[1][1]) > kSameUv);
}

std::uint32_t CollapseMesh::addWedge(Wedge wedge) {
    wedges_.push_back(std::move(wedge));
    return static_cast<std::uint32_t>(wedges_.size()) - 1;
}

void CollapseMesh::replace(std::uint32_t wedge, std::uint32_t by) {
    wedges_[wedge].replaced_by = by;
    wedges_[wedge].replaced = step_;
}

void CollapseMesh::removeTriangle(std::uint32_t t) {
    triangles[t].removed = step_;
    --left_;
    Component& component = components[points[triangles[t].points[0]].component];
    if (--component.triangles == 0) --components_left_;
}

// Texture coordinates and normal at the nearest place of the triangles of these wedges, as they are before
// the collapse. Nothing if they are all degenerate.
void CollapseMesh::takeFromSurface(const std::array<std::uint32_t, 2>& ends,
                                   const std::array<std::uint32_t, 2>& wedges, Vertex& vertex) const {
    const auto isOne = [&](std::uint32_t wedge) { return wedge == wedges[0] || wedge == wedges[1]; };
    float nearest = std::numeric_limits<float>::max();
    glm::vec2 uv = vertex.uv;
    glm::vec3 normal = vertex.normal;
    for (const std::uint32_t end : ends) {
        for (const std::uint32_t n : points[end].triangles) {
            const Triangle& triangle = triangles[n];
            if (!isOne(triangle.wedgeAt(end))) continue;
            std::array<glm::vec3, 3> corners{};
            for (std::size_t k = 0; k < 3; ++k) corners[k] = glm::vec3(points[triangle.points[k]].bind);
            const glm::vec3 at = nearestOn(vertex.position, corners[0], corners[1], corners[2]);
            const float distance = glm::distance(vertex.position, at);
            const glm::vec3 cross = glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
            const float square = glm::dot(cross, cross);
            if (!(distance < nearest) || !(square > 0.0F)) continue;
            nearest = distance;
            uv = glm::vec2(0.0F);
            normal = glm::vec3(0.0F);
            for (std::size_t k = 0; k < 3; ++k) {
                const glm::vec3& b = corners[(k + 1) % 3];
                const glm::vec3& c = corners[(k + 2) % 3];
                const float share =
                    std::clamp(glm::dot(glm::cross(b - at, c - at), cross) / square, 0.0F, 1.0F);
                const Vertex& corner = wedges_[triangle.wedges[k]].value.vertex;
                uv += share * corner.uv;
                normal += share * corner.normal;
            }
        }
    }
    const float length = glm::length(normal);
    if (!(length > 1e-3F)) return;
    vertex.uv = uv;
    vertex.normal = normal / length;
}

CollapseMesh::Joined CollapseMesh::joinWedges(std::uint32_t keep, std::uint32_t gone, const Placement& at,
                                              double t) {
    // The wedges that meet in a triangle along the edge are one from now on.
    std::map<std::uint32_t, std::uint32_t> of_gone;  // by wedge of `keep`
    std::map<std::uint32_t, std::uint32_t> of_kept;  // by wedge of `gone`
    for (const std::uint32_t n : points[gone].triangles) {
        const Triangle& triangle = triangles[n];
        if (!triangle.has(keep)) continue;
        of_gone.emplace(triangle.wedgeAt(keep), triangle.wedgeAt(gone));
        of_kept.emplace(triangle.wedgeAt(gone), triangle.wedgeAt(keep));
    }
    LodVertex shared = wedges_[points[keep].wedges.front()].value;  // what all wedges of the point share
    std::uint32_t place = wedges_[points[keep].wedges.front()].place;
    if (at.moved) {
        const LodVertex& other = wedges_[points[gone].wedges.front()].value;
        const Vertex kept = shared.vertex;
        blendInfluences(kept, other.vertex, t, shared.vertex);
        shared.morphs = blendMorphs(shared.morphs, other.morphs, t);
        shared.vertex.position = glm::vec3(at.bind);
        place = places_++;
    }
    Joined joined;
    const auto add = [&](std::uint32_t old, std::uint32_t partner, double share) {
        Wedge next{shared, kNever, place, kNever, kNever};
        Vertex& vertex = next.value.vertex;
        const Vertex& here = wedges_[old].value.vertex;
        vertex.uv = here.uv;
        vertex.normal = here.normal;
        if (partner != kNever) {
            const Vertex& far = wedges_[partner].value.vertex;
            vertex.uv = glm::mix(here.uv, far.uv, static_cast<float>(share));
            vertex.normal = blendNormals(here.normal, far.normal, share);
        }
        takeFromSurface({keep, gone}, {old, partner}, vertex);
        const std::uint32_t number = addWedge(std::move(next));
        joined.into[old] = number;
        joined.wedges.push_back(number);
    };
    if (at.moved) {
        for (const std::uint32_t wedge : points[keep].wedges) {
            const auto found = of_gone.find(wedge);
            add(wedge, found != of_gone.end() ? found->second : kNever, t);
        }
    } else {
        joined.wedges = points[keep].wedges;
    }
    for (const std::uint32_t wedge : points[gone].wedges) {
        if (const auto found = of_kept.find(wedge); found != of_kept.end()) {
            joined.into[wedge] = at.moved ? joined.into.at(found->second) : found->second;
        } else {
            add(wedge, kNever, 0.0);
        }
    }
    for (const auto& entry : joined.into) replace(entry.first, entry.second);
    return joined;
}

// Removes the triangles along the edge and gives the others of `gone` to `keep`.
void CollapseMesh::moveTriangles(std::uint32_t keep, std::uint32_t gone,
                                 std::vector<std::uint32_t>& changed) {
    for (const std::uint32_t n : points[gone].triangles) {
        Triangle& triangle = triangles[n];
        if (!triangle.has(keep)) {
            for (std::uint32_t& p : triangle.points) p = p == gone ? keep : p;
            points[keep].triangles.push_back(n);
            continue;
        }
        for (const std::uint32_t p : triangle.points) {
            if (p == gone) continue;
            std::erase(points[p].triangles, n);
            if (p != keep) changed.push_back(p);
        }
        removeTriangle(n);
    }
    points[gone].gone = true;
    points[gone].triangles.clear();
    std::sort(points[keep].triangles.begin(), points[keep].triangles.end());
}

std::uint32_t CollapseMesh::collapse(std::uint32_t a, std::uint32_t b, const Placement& at,
                                     std::vector<std::uint32_t>& changed) {
    const std::uint32_t keep = at.t < 0.5 ? a : b;
    const std::uint32_t gone = at.t < 0.5 ? b : a;
    Joined joined = joinWedges(keep, gone, at, at.t < 0.5 ? at.t : 1.0 - at.t);
    moveTriangles(keep, gone, changed);
    Point& point = points[keep];
    std::set<std::uint32_t> in_use;
    for (const std::uint32_t n : point.triangles) {
        for (std::uint32_t& wedge : triangles[n].wedges) {
            if (const auto found = joined.into.find(wedge); found != joined.into.end()) wedge = found->second;
        }
        in_use.insert(triangles[n].wedgeAt(keep));
    }
    // Wedges without triangles would be copied at each collapse.
    std::erase_if(joined.wedges, [&](std::uint32_t wedge) { return !in_use.contains(wedge); });
    if (!joined.wedges.empty()) point.wedges = std::move(joined.wedges);
    const auto takeSamples = [&](std::uint32_t p) {
        point.samples.insert(point.samples.end(), points[p].samples.begin(), points[p].samples.end());
        points[p].samples.clear();
    };
    takeSamples(gone);
    for (const std::uint32_t p : changed) {
        if (!points[p].triangles.empty()) continue;
        points[p].gone = true;
        takeSamples(p);
    }
    std::erase_if(changed, [&](std::uint32_t p) { return points[p].gone; });
    if (at.moved) {
        point.bind = at.bind;
        setTransforms(keep);
    }
    keepFarthest(point.samples, atRest(keep), kMostPointSamples);
    ++step_;
    return keep;
}

void CollapseMesh::removeComponent(std::uint32_t component) {
    for (Point& point : points) {
        if (point.gone || point.component != component) continue;
        for (const std::uint32_t t : point.triangles) {
            if (!triangles[t].gone()) removeTriangle(t);
        }
        point.triangles.clear();
        point.gone = true;
    }
    ++step_;
}

std::uint32_t CollapseMesh::wedgeAfter(std::uint32_t wedge, std::uint32_t steps) const {
    while (wedges_[wedge].replaced < steps) wedge = wedges_[wedge].replaced_by;
    return wedge;
}

}  // namespace phalanx

#include <algorithm>
#include <map>
#include <utility>

#include "render/lod/collapse_mesh.h"

namespace phalanx {
namespace {

// A normal that points away from its triangle is bent to this cosine.
constexpr float kLeastFacing = 0.2F;

// Finds vertices by all that a vertex of a mesh has.
class OwnVertices {
  public:
    explicit OwnVertices(std::vector<LodVertex>& own) : own_(own) {
        for (std::size_t i = 0; i < own.size(); ++i) found_.try_emplace(keyOf(own[i].vertex), i);
    }
    std::size_t add(LodVertex value) {
        const auto [place, is_new] = found_.try_emplace(keyOf(value.vertex), own_.size());
        if (!is_new && own_[place->second].morphs == value.morphs) return place->second;
        own_.push_back(std::move(value));
        return own_.size() - 1;
    }

  private:
    using Key = std::array<float, 16>;
    static Key keyOf(const Vertex& v) {
        const auto joint = [&](std::size_t k) { return static_cast<float>(v.joints[k]); };
        return {v.position.x, v.position.y, v.position.z, v.normal.x,   v.normal.y,   v.normal.z,
                v.uv.x,       v.uv.y,       v.weights[0], v.weights[1], v.weights[2], v.weights[3],
                joint(0),     joint(1),     joint(2),     joint(3)};
    }

    std::vector<LodVertex>& own_;
    std::map<Key, std::size_t> found_;
};

// Wedges of one point that become one vertex.
struct Group {
    std::vector<std::uint32_t> wedges;
    glm::vec3 normal{0.0F};  // sum
    glm::vec2 uv{0.0F};
    std::uint32_t vertex = CollapseMesh::kNever;
};

}  // namespace

std::vector<std::uint32_t> CollapseMesh::extract(std::uint32_t steps, const WedgeMerging& merging,
                                                 std::vector<LodVertex>& own) const {
    OwnVertices vertices(own);
    const auto indexOf = [&](LodVertex value) {
        return static_cast<std::uint32_t>(input_.vertices.size() + vertices.add(std::move(value)));
    };
    std::map<std::uint32_t, std::vector<Group>> groups;  // by place
    std::vector<std::pair<std::uint32_t, std::size_t>> group_of(wedges_.size(), {kNever, 0});
    std::vector<Corners> corners;
    std::vector<std::size_t> from;
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        if (triangles[t].removed < steps) continue;
        from.push_back(t);
        Corners& now = corners.emplace_back();
        for (std::size_t k = 0; k < 3; ++k) {
            now[k] = wedgeAfter(triangles[t].first_wedges[k], steps);
            if (group_of[now[k]].first != kNever) continue;
            const Wedge& wedge = wedges_[now[k]];
            const Vertex& value = wedge.value.vertex;
            std::vector<Group>& here = groups[wedge.place];
            const auto same = std::find_if(here.begin(), here.end(), [&](const Group& group) {
                return glm::distance(group.uv, value.uv) <= merging.same_uv &&
                       glm::dot(wedges_[group.wedges.front()].value.vertex.normal, value.normal) >=
                           merging.least_cosine;
            });
            group_of[now[k]] = {wedge.place, static_cast<std::size_t>(same - here.begin())};
            Group& group = same != here.end() ? *same : here.emplace_back();
            if (group.wedges.empty()) group.uv = value.uv;
            group.wedges.push_back(now[k]);
            if (!merging.normals_of_triangles) group.normal += value.normal;
        }
    }
    // Twice the area, in the direction of the normal.
    const auto crossOf = [&](const Corners& triangle) {
        const auto bind = [&](std::size_t k) { return wedges_[triangle[k]].value.vertex.position; };
        return glm::cross(bind(1) - bind(0), bind(2) - bind(0));
    };
    if (merging.normals_of_triangles) {
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const glm::vec3 cross = crossOf(corners[i]) * (triangles[from[i]].faces_normals ? 1.0F : -1.0F);
            for (const std::uint32_t corner : corners[i])
                groups[group_of[corner].first][group_of[corner].second].normal += cross;
        }
    }
    std::vector<std::uint32_t> result;
    result.reserve(corners.size() * 3);
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const glm::vec3 cross = crossOf(corners[i]);
        const float area = glm::length(cross);
        for (const std::uint32_t corner : corners[i]) {
            Group& group = groups[group_of[corner].first][group_of[corner].second];
            const Wedge& first = wedges_[group.wedges.front()];
            const float length = glm::length(group.normal);
            const glm::vec3 normal =
                (!merging.normals_of_triangles && group.wedges.size() == 1) || !(length > 0.0F)
                    ? first.value.vertex.normal
                    : group.normal / length;
            const float facing = area > 0.0F ? glm::dot(normal, cross) / area : 1.0F;
            if (!merging.normals_of_triangles && facing < 0.0F && triangles[from[i]].faces_normals) {
                LodVertex bent = first.value;
                bent.vertex.normal = glm::normalize(normal + (kLeastFacing - facing) * (cross / area));
                result.push_back(indexOf(std::move(bent)));
                continue;
            }
            if (group.vertex == kNever) {
                if (!merging.normals_of_triangles && group.wedges.size() == 1 && first.original != kNever) {
                    group.vertex = first.original;
                } else {
                    LodVertex value = first.value;
                    value.vertex.normal = normal;
                    group.vertex = indexOf(std::move(value));
                }
            }
            result.push_back(group.vertex);
        }
    }
    return result;
}

}  // namespace phalanx

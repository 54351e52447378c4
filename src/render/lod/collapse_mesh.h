// A mesh whose edges are collapsed one after the other, and every state in between. No GL.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <limits>
#include <map>
#include <span>
#include <vector>

#include "anim/pose/model.h"
#include "render/model/lod_vertex.h"

namespace phalanx {

// Texture coordinates that differ less are equal: about a step of packed ones.
inline constexpr float kSameUv = 1e-4F;

// Keeps `most` of the samples, which are far from each other, beginning with the farthest from `from`.
void keepFarthest(std::vector<glm::vec3>& samples, const glm::vec3& from, std::size_t most);

struct CollapsePose {
    std::span<const glm::dmat4> palette;    // model_from_bind per joint
    std::span<const double> morph_weights;  // per morph target
};

struct CollapseInput {
    std::span<const std::uint32_t> triangles;  // three vertex indices each
    std::span<const Vertex> vertices;
    std::span<const VertexMorphs> morphs;  // by vertex; empty: none
    // At least one, the first at rest. Costs are summed over all poses, so that an arm is not merged into the
    // hip beside it.
    std::vector<CollapsePose> poses;
    std::function<void()> check_in;  // called before each collapse; may throw to stop; may be empty
};

// Where an edge is collapsed to.
struct Placement {
    double t = 0.0;      // from the edge's first end (0) to its second (1), for everything but the position
    bool moved = false;  // false: exactly at the end that t says
    glm::dvec3 bind{0.0};
};

// Which wedges of a point become one vertex. GPUs shade vertices, so fewer of them are faster.
struct WedgeMerging {
    float least_cosine = 1.0F;  // between normals; -1: any
    float same_uv = kSameUv;    // largest distance of texture coordinates
    // Normals are those of the triangles that are left, weighted by area. False: those of the input; one that
    // faces away from a triangle gets a vertex of its own there, with a normal that does not.
    bool normals_of_triangles = false;
};

// Points are vertices that coincide in all poses: seams of texture coordinates and normals do not separate
// them. A wedge is what the triangles on one side of such seams have in common at a point, at first one
// vertex of the input. A collapse replaces wedges and keeps the replaced ones, so that extract() can return
// to any step.
class CollapseMesh {
  public:
    static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();
    using Corners = std::array<std::uint32_t, 3>;

    struct Triangle {
        Corners points{};
        Corners wedges{};
        Corners first_wedges{};          // in the input
        std::uint32_t removed = kNever;  // the step that removed it
        bool faces_normals = false;      // in the input
        bool gone() const { return removed != kNever; }
        bool has(std::uint32_t point) const {
            return points[0] == point || points[1] == point || points[2] == point;
        }
        std::uint32_t wedgeAt(std::uint32_t point) const {
            return wedges[points[0] == point ? 0 : points[1] == point ? 1 : 2];
        }
    };
    struct Point {
        std::vector<std::uint32_t> triangles;
        std::vector<std::uint32_t> wedges;
        std::vector<glm::vec3> samples;  // places of the input's surface at rest that this point stands for
        glm::dvec3 bind{0.0};
        std::uint32_t component = 0;
        std::uint32_t version = 0;  // grows when the costs of its edges change
        bool gone = false;
    };
    // Triangles that are connected by points.
    struct Component {
        std::size_t triangles = 0;  // left
        double size_m = 0.0;        // half of its diagonal at rest
    };
    struct Wedge {
        LodVertex value;
        std::uint32_t original = kNever;  // the input's vertex, if it is one
        std::uint32_t place = 0;          // equal for the wedges of one point at one time
        std::uint32_t replaced_by = kNever;
        std::uint32_t replaced = kNever;  // the step
    };

    // `input`, and what it refers to, must outlive this.
    explicit CollapseMesh(const CollapseInput& input);

    // The position of a point between two others in a pose, model space.
    glm::dvec3 posed(std::uint32_t a, std::uint32_t b, const Placement& at, std::size_t pose) const;
    const glm::dvec3& posed(std::uint32_t point, std::size_t pose) const {
        return posed_[point * poses_ + pose];
    }
    // With the shift by morph targets.
    const glm::dmat4x3& model_from_bind(std::uint32_t point, std::size_t pose) const {
        return transforms_[point * poses_ + pose];
    }
    // The position in the first pose.
    glm::vec3 atRest(std::uint32_t point) const { return glm::vec3(posed(point, 0)); }
    std::size_t poses() const { return poses_; }
    std::uint32_t step() const { return step_; }
    std::size_t left() const { return left_; }  // triangles
    std::size_t componentsLeft() const { return components_left_; }
    // Appends the neighbours of a point, some of them twice.
    void addNeighbours(std::uint32_t point, std::vector<std::uint32_t>& to) const;
    // Whether the edge has two triangles whose texture coordinates differ there. Borders of the surface, with
    // one triangle, are no seams.
    bool isUvSeam(std::uint32_t p, std::uint32_t q) const;

    // One step. Collapses an edge into a point that takes the place of the nearer end, and returns it.
    // `changed`: points that have lost triangles.
    std::uint32_t collapse(std::uint32_t a, std::uint32_t b, const Placement& at,
                           std::vector<std::uint32_t>& changed);
    // One step.
    void removeComponent(std::uint32_t component);

    // The triangles after so many steps. Vertices that are not of the input are appended to `own`, unless it
    // has them already; their indices follow those of the input.
    std::vector<std::uint32_t> extract(std::uint32_t steps, const WedgeMerging& merging,
                                       std::vector<LodVertex>& own) const;

    std::vector<Triangle> triangles;
    std::vector<Point> points;
    std::vector<Component> components;

  private:
    void weld();
    void findComponents();
    void setTransforms(std::uint32_t point);  // and its posed positions
    std::uint32_t addWedge(Wedge wedge);
    void replace(std::uint32_t wedge, std::uint32_t by);
    std::uint32_t wedgeAfter(std::uint32_t wedge, std::uint32_t steps) const;
    void removeTriangle(std::uint32_t t);
    struct Joined {
        std::vector<std::uint32_t> wedges;            // of the new point
        std::map<std::uint32_t, std::uint32_t> into;  // these, by the wedges that they replace
    };
    void takeFromSurface(const std::array<std::uint32_t, 2>& ends, const std::array<std::uint32_t, 2>& wedges,
                         Vertex& vertex) const;
    // t: from `keep` (0) to `gone` (1).
    Joined joinWedges(std::uint32_t keep, std::uint32_t gone, const Placement& at, double t);
    void moveTriangles(std::uint32_t keep, std::uint32_t gone, std::vector<std::uint32_t>& changed);

    const CollapseInput& input_;
    std::size_t poses_;
    std::vector<std::uint32_t> point_of_;  // by vertex of the input
    std::vector<std::uint32_t> wedge_of_;
    std::vector<Wedge> wedges_;
    std::vector<glm::dmat4x3> transforms_;  // by point, then pose
    std::vector<glm::dvec3> posed_;         // positions, by point, then pose
    std::uint32_t step_ = 0;
    std::uint32_t places_ = 0;
    std::size_t left_ = 0;
    std::size_t components_left_ = 0;
};

}  // namespace phalanx

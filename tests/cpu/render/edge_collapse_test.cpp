#include "render/lod/edge_collapse.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

namespace phalanx {
namespace {

struct Shape {
    std::vector<Vertex> vertices;
    std::vector<std::uint32_t> triangles;

    std::uint32_t add(const glm::vec3& position, const glm::vec3& normal, const glm::vec2& uv) {
        Vertex& vertex = vertices.emplace_back();
        vertex.position = position;
        vertex.normal = normal;
        vertex.uv = uv;
        return static_cast<std::uint32_t>(vertices.size()) - 1;
    }
    // A grid of n by n squares with corner `at`; its own vertices, facing cross(x, y).
    void addFace(const glm::vec3& at, const glm::vec3& x, const glm::vec3& y, std::uint32_t n) {
        const glm::vec3 normal = glm::normalize(glm::cross(x, y));
        const auto first = static_cast<std::uint32_t>(vertices.size());
        for (std::uint32_t j = 0; j <= n; ++j) {
            for (std::uint32_t i = 0; i <= n; ++i) {
                const glm::vec2 uv = glm::vec2(i, j) / static_cast<float>(n);
                add(at + uv.x * x + uv.y * y, normal, uv);
            }
        }
        for (std::uint32_t j = 0; j < n; ++j) {
            for (std::uint32_t i = 0; i < n; ++i) {
                const std::uint32_t a = first + j * (n + 1) + i;
                const std::uint32_t c = a + n + 1;
                triangles.insert(triangles.end(), {a, a + 1, c + 1, a, c + 1, c});
            }
        }
    }
    // Six grids, which share no vertices.
    void addBox(const glm::vec3& low, const glm::vec3& size, std::uint32_t n) {
        for (int axis = 0; axis < 3; ++axis) {
            glm::vec3 x(0.0F);
            glm::vec3 y(0.0F);
            glm::vec3 z(0.0F);
            x[(axis + 1) % 3] = size[(axis + 1) % 3];
            y[(axis + 2) % 3] = size[(axis + 2) % 3];
            z[axis] = size[axis];
            addFace(low + z, x, y, n);
            addFace(low, y, x, n);
        }
    }
};

// One joint or two, at rest and in a second pose.
struct Collapsed {
    explicit Collapsed(const Shape& shape,
                       std::vector<std::vector<glm::dmat4>> palettes = {{glm::dmat4(1.0)}})
        : palettes_(std::move(palettes)),
          input{shape.triangles, shape.vertices, {}, {}, {}},
          collapse(start()) {}
    EdgeCollapse start() {
        for (const std::vector<glm::dmat4>& palette : palettes_) input.poses.push_back({palette, {}});
        return EdgeCollapse(input, glm::vec3(-10.0F), glm::vec3(10.0F));
    }
    // The first state with at most so many triangles.
    std::uint32_t stepsTo(std::size_t triangles) const {
        std::uint32_t steps = 0;
        for (const EdgeCollapse::Step& step : collapse.steps()) {
            ++steps;
            if (step.left <= triangles) return steps;
        }
        return steps;
    }
    std::vector<Vertex> corners(std::uint32_t steps, float least_cosine = 0.9F) {
        return corners(steps, WedgeMerging{.least_cosine = least_cosine});
    }
    std::vector<Vertex> corners(std::uint32_t steps, const WedgeMerging& merging) {
        std::vector<Vertex> result;
        for (const std::uint32_t v : collapse.mesh().extract(steps, merging, own))
            result.push_back(v < input.vertices.size() ? input.vertices[v]
                                                       : own[v - input.vertices.size()].vertex);
        return result;
    }

  private:
    std::vector<std::vector<glm::dmat4>> palettes_;

  public:
    CollapseInput input;
    std::vector<LodVertex> own;
    EdgeCollapse collapse;
};

// How many triangles each edge between places has.
std::map<std::pair<std::array<float, 3>, std::array<float, 3>>, int> edgesOf(
    const std::vector<Vertex>& corners) {
    std::map<std::pair<std::array<float, 3>, std::array<float, 3>>, int> edges;
    for (std::size_t t = 0; t < corners.size(); t += 3) {
        for (std::size_t k = 0; k < 3; ++k) {
            const glm::vec3& p = corners[t + k].position;
            const glm::vec3& q = corners[t + (k + 1) % 3].position;
            std::array<float, 3> a{p.x, p.y, p.z};
            std::array<float, 3> b{q.x, q.y, q.z};
            if (b < a) std::swap(a, b);
            ++edges[{a, b}];
        }
    }
    return edges;
}

glm::vec3 facing(const std::vector<Vertex>& corners, std::size_t t) {
    const glm::vec3& a = corners[t].position;
    return glm::normalize(glm::cross(corners[t + 1].position - a, corners[t + 2].position - a));
}

// Normals and texture coordinates split all edges of the box. It must stay closed and keep its shape, its
// hard edges and the texture of each side.
TEST(EdgeCollapse, WeldsWhatOnlySeamsSplit) {
    Shape box;
    box.addBox(glm::vec3(0.0F), {1.0F, 2.0F, 3.0F}, 8);
    Collapsed run(box);
    EXPECT_EQ(run.collapse.triangles(), 768U);
    const std::vector<Vertex> corners = run.corners(run.stepsTo(12));
    ASSERT_EQ(corners.size(), 36U);
    for (const auto& [edge, triangles] : edgesOf(corners)) EXPECT_EQ(triangles, 2);
    for (std::size_t t = 0; t < corners.size(); t += 3) {
        for (std::size_t k = 0; k < 3; ++k) {
            const Vertex& corner = corners[t + k];
            EXPECT_GT(glm::dot(corner.normal, facing(corners, t)), 0.999F);
            for (int i = 0; i < 3; ++i) {
                const float size = static_cast<float>(i) + 1.0F;
                EXPECT_LT(std::min(std::abs(corner.position[i]), std::abs(corner.position[i] - size)), 1e-4F);
            }
            for (int i = 0; i < 2; ++i)
                EXPECT_LT(std::min(std::abs(corner.uv[i]), std::abs(corner.uv[i] - 1.0F)), 1e-3F);
        }
    }
}

// Far away one vertex per point is left, whatever the normals of the input were there.
TEST(EdgeCollapse, NormalsOfTrianglesAreTheirsWeightedByArea) {
    Shape box;
    box.addBox(glm::vec3(0.0F), {1.0F, 2.0F, 3.0F}, 8);
    for (Vertex& vertex : box.vertices) vertex.uv = glm::vec2(0.5F);
    Collapsed run(box);
    const std::vector<Vertex> corners =
        run.corners(run.stepsTo(12), WedgeMerging{.least_cosine = -1.0F, .normals_of_triangles = true});
    ASSERT_EQ(corners.size(), 36U);
    EXPECT_EQ(run.own.size(), 8U);
    for (const LodVertex& own : run.own) {
        glm::vec3 sum(0.0F);
        for (std::size_t t = 0; t < corners.size(); t += 3) {
            for (std::size_t k = 0; k < 3; ++k) {
                if (corners[t + k].position != own.vertex.position) continue;
                sum += glm::cross(corners[t + 1].position - corners[t].position,
                                  corners[t + 2].position - corners[t].position);
            }
        }
        EXPECT_GT(glm::dot(own.vertex.normal, glm::normalize(sum)), 0.9999F);
    }
}

// A tube whose texture begins and ends at one line: no triangle may take texture coordinates of both sides.
TEST(EdgeCollapse, MovesBothSidesOfATextureSeam) {
    constexpr std::uint32_t kAround = 24;
    constexpr std::uint32_t kAlong = 24;
    Shape tube;
    for (std::uint32_t j = 0; j <= kAlong; ++j) {
        for (std::uint32_t i = 0; i <= kAround; ++i) {
            const glm::vec2 uv(static_cast<float>(i) / kAround, static_cast<float>(j) / kAlong);
            const float angle = uv.x * 2.0F * std::numbers::pi_v<float>;
            const float bulge = 1.0F + 0.3F * std::sin(uv.y * 9.0F);
            // The first and the last column are at the same place.
            const glm::vec3 normal = i == kAround ? glm::vec3(1.0F, 0.0F, 0.0F)
                                                  : glm::vec3(std::cos(angle), std::sin(angle), 0.0F);
            tube.add(normal * bulge + glm::vec3(0.0F, 0.0F, uv.y * 6.0F), normal, uv);
        }
    }
    for (std::uint32_t j = 0; j < kAlong; ++j) {
        for (std::uint32_t i = 0; i < kAround; ++i) {
            const std::uint32_t a = j * (kAround + 1) + i;
            const std::uint32_t c = a + kAround + 1;
            tube.triangles.insert(tube.triangles.end(), {a, a + 1, c + 1, a, c + 1, c});
        }
    }
    Collapsed run(tube);
    for (const std::size_t wanted : {500U, 200U, 80U}) {
        const std::vector<Vertex> corners = run.corners(run.stepsTo(wanted));
        for (std::size_t t = 0; t < corners.size(); t += 3) {
            const auto [low, high] = std::minmax({corners[t].uv.x, corners[t + 1].uv.x, corners[t + 2].uv.x});
            EXPECT_LT(high - low, 0.6F) << wanted;
            for (std::size_t k = 0; k < 3; ++k) {
                const Vertex& corner = corners[t + k];
                EXPECT_GT(glm::dot(corner.normal, facing(corners, t)), 0.0F) << wanted;
                EXPECT_NEAR(corner.uv.y, corner.position.z / 6.0F, 0.12F) << wanted;
            }
        }
        // Closed but for both ends.
        for (const auto& [edge, triangles] : edgesOf(corners)) {
            const bool at_end = std::abs(edge.first[2] - edge.second[2]) < 0.7F &&
                                (edge.first[2] < 0.4F || edge.first[2] > 5.6F);
            if (!at_end) {
                EXPECT_EQ(triangles, 2) << wanted;
            }
        }
    }
}

// A roof with a short ridge: by symmetry, the best place is in the middle of the ridge, where no vertex is.
TEST(EdgeCollapse, MovesAVertexToItsBestPlace) {
    Shape roof;
    const std::uint32_t p = roof.add({-0.1F, 0.0F, 1.0F}, {0.0F, 0.0F, 1.0F}, {0.2F, 0.5F});
    const std::uint32_t q = roof.add({0.1F, 0.0F, 1.0F}, {0.0F, 0.0F, 1.0F}, {0.8F, 0.5F});
    roof.vertices[q].joints[0] = 1;
    std::array<std::uint32_t, 4> base{};
    for (std::uint32_t i = 0; i < 4; ++i) {
        const float x = i == 0 || i == 3 ? -1.0F : 1.0F;
        const float y = i < 2 ? -1.0F : 1.0F;
        base[i] = roof.add({x, y, 0.0F}, {x, y, 0.0F}, {0.0F, 0.0F});
        roof.vertices[base[i]].joints[0] = x > 0.0F ? 1 : 0;
    }
    roof.triangles = {p, base[3], base[0], p, base[0], q,       q, base[0], base[1],
                      q, base[1], base[2], p, q,       base[3], q, base[2], base[3]};
    Collapsed run(roof, {{glm::dmat4(1.0), glm::dmat4(1.0)}});
    const std::vector<Vertex> corners = run.corners(1);
    ASSERT_EQ(corners.size(), 12U);
    const auto top = std::ranges::max_element(corners, {}, [](const Vertex& v) { return v.position.z; });
    EXPECT_NEAR(top->position.x, 0.0F, 1e-5F);
    EXPECT_NEAR(top->position.y, 0.0F, 1e-5F);
    EXPECT_GT(top->position.z, 0.99F);
    EXPECT_LT(top->position.z, 1.12F) << "above where the gable ends would meet";
    EXPECT_NEAR(top->uv.x, 0.5F, 1e-5F);
    EXPECT_NEAR(top->normal.z, 1.0F, 1e-5F);
    EXPECT_NEAR(top->weights[0], 0.5F, 1e-5F);
    EXPECT_NEAR(top->weights[1], 0.5F, 1e-5F);
    EXPECT_NE(top->joints[0], top->joints[1]);
    ASSERT_EQ(run.own.size(), 1U);
}

// In the second pose the plate is folded along its middle, where at rest nothing is to be seen.
TEST(EdgeCollapse, KeepsWhatOnlyAnotherPoseShows) {
    Shape plate;
    plate.addFace({-1.0F, -1.0F, 0.0F}, {2.0F, 0.0F, 0.0F}, {0.0F, 2.0F, 0.0F}, 8);
    for (Vertex& vertex : plate.vertices) {
        // The middle follows half of the turn, as a knee does.
        if (vertex.position.x > 0.1F) vertex.joints[0] = 1;
        if (std::abs(vertex.position.x) < 0.1F) {
            vertex.joints = {0, 1, 0, 0};
            vertex.weights = {0.5F, 0.5F, 0.0F, 0.0F};
        }
    }
    // A quarter turn about Y.
    const glm::dmat4 turned(glm::dvec4(0.0, 0.0, 1.0, 0.0), glm::dvec4(0.0, 1.0, 0.0, 0.0),
                            glm::dvec4(-1.0, 0.0, 0.0, 0.0), glm::dvec4(0.0, 0.0, 0.0, 1.0));
    const auto least = [&](Collapsed& run) {
        const std::vector<Vertex> corners = run.corners(run.stepsTo(4));
        float nearest = 1.0F;
        for (const Vertex& corner : corners) nearest = std::min(nearest, std::abs(corner.position.x));
        return nearest;
    };
    Collapsed both(plate, {{glm::dmat4(1.0), glm::dmat4(1.0)}, {glm::dmat4(1.0), turned}});
    EXPECT_LT(least(both), 0.1F);
    Collapsed at_rest(plate, {{glm::dmat4(1.0), glm::dmat4(1.0)}});
    const auto costOfTwo = [](const Collapsed& run) { return run.collapse.steps()[run.stepsTo(2) - 1].cost; };
    EXPECT_GT(costOfTwo(both), 10.0 * costOfTwo(at_rest));
}

TEST(EdgeCollapse, RemovesASmallComponentAsAWhole) {
    Shape shape;
    shape.addFace({-1.0F, -1.0F, 0.0F}, {2.0F, 0.0F, 0.0F}, {0.0F, 2.0F, 0.0F}, 24);
    for (Vertex& vertex : shape.vertices)
        vertex.position.z = 0.2F * std::sin(vertex.position.x * 5.0F) * std::cos(vertex.position.y * 5.0F);
    const std::size_t plate = shape.vertices.size();
    shape.addBox({0.0F, 0.0F, 0.1F}, glm::vec3(0.03F), 2);
    // As large, but far from all others.
    shape.addBox({0.0F, 0.0F, 2.0F}, glm::vec3(0.03F), 2);
    Collapsed run(shape);
    std::size_t with_plate = 0;
    bool near_gone = false;
    for (std::uint32_t steps = 0; steps <= run.collapse.steps().size(); ++steps) {
        std::array<std::size_t, 3> triangles{};
        const std::vector<Vertex> corners = run.corners(steps);
        for (std::size_t t = 0; t < corners.size(); t += 3) {
            const float z = corners[t].position.z;
            ++triangles[z > 1.0F ? 2
                        : z > 0.05F && std::abs(corners[t].position.x - 0.015F) < 0.02F &&
                                std::abs(corners[t].position.y - 0.015F) < 0.02F
                            ? 1
                            : 0];
        }
        if (triangles[1] == 0 && !near_gone) {
            near_gone = true;
            with_plate = triangles[0];
            EXPECT_GT(triangles[2], 0U) << "it is two metres from all others";
        }
        EXPECT_GT(corners.size(), 0U);
    }
    EXPECT_TRUE(near_gone);
    EXPECT_GT(with_plate, 20U) << "the box is smaller than the waves";
    EXPECT_LT(with_plate, plate);
}

// A needle beside a plate stands for nothing in its planes' quadrics, but it can be seen.
TEST(EdgeCollapse, KeepsThinParts) {
    Shape shape;
    shape.addFace({-1.0F, -1.0F, 0.0F}, {2.0F, 0.0F, 0.0F}, {0.0F, 2.0F, 0.0F}, 16);
    for (Vertex& vertex : shape.vertices)
        vertex.position.z = 0.05F * std::sin(vertex.position.x * 7.0F) * std::cos(vertex.position.y * 7.0F);
    shape.addBox({0.0F, 0.0F, 0.2F}, {0.01F, 0.01F, 1.5F}, 6);
    Collapsed run(shape);
    float highest = 0.0F;
    const std::vector<Vertex> corners = run.corners(run.stepsTo(40));
    for (const Vertex& corner : corners) highest = std::max(highest, corner.position.z);
    EXPECT_GT(highest, 1.5F);
    EXPECT_LE(corners.size(), 120U);
}

TEST(EdgeCollapse, TakesDegenerateMeshes) {
    Shape nothing;
    EXPECT_TRUE(Collapsed(nothing).corners(0).empty());
    Shape point;
    for (int i = 0; i < 6; ++i) point.add(glm::vec3(1.0F), {0.0F, 0.0F, 1.0F}, glm::vec2(0.0F));
    point.triangles = {0, 1, 2, 3, 4, 5};
    EXPECT_TRUE(Collapsed(point).corners(0).empty());
    Shape line;
    for (int i = 0; i < 6; ++i)
        line.add({static_cast<float>(i), 0.0F, 0.0F}, glm::vec3(0.0F), glm::vec2(0.0F));
    line.triangles = {0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 5, 0, 0, 1};
    Collapsed on_line(line);
    const std::vector<Vertex> corners = on_line.corners(on_line.stepsTo(0));
    EXPECT_FALSE(corners.empty()) << "the last component stays";
    for (const Vertex& corner : corners) {
        for (int i = 0; i < 3; ++i) EXPECT_TRUE(std::isfinite(corner.position[i]));
    }
    Shape twice;
    twice.addBox(glm::vec3(0.0F), glm::vec3(1.0F), 2);
    const std::vector<std::uint32_t> once = twice.triangles;
    twice.triangles.insert(twice.triangles.end(), once.begin(), once.end());
    EXPECT_EQ(Collapsed(twice).collapse.triangles(), once.size() / 3);
}

TEST(EdgeCollapse, ReturnsToAnyStep) {
    Shape box;
    box.addBox(glm::vec3(0.0F), glm::vec3(1.0F), 4);
    Collapsed run(box);
    std::size_t left = run.collapse.triangles();
    EXPECT_EQ(run.corners(0).size(), left * 3);
    EXPECT_TRUE(run.own.empty()) << "the whole mesh has only vertices of the input";
    double cost = 0.0;
    for (std::uint32_t s = 0; s < run.collapse.steps().size(); ++s) {
        const EdgeCollapse::Step& step = run.collapse.steps()[s];
        EXPECT_LT(step.left, left);
        EXPECT_GE(step.cost, cost);
        left = step.left;
        cost = step.cost;
        EXPECT_EQ(run.corners(s + 1, 1.0F).size(), left * 3);
    }
    EXPECT_EQ(left, 2U);
}

}  // namespace
}  // namespace phalanx

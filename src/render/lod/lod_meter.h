// How far a simplified surface is from the full one, measured on posed vertices. No GL.
#pragma once

#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <limits>
#include <span>
#include <vector>

#include "anim/pose/model.h"
#include "render/lod/posed_surface.h"
#include "render/model/lod_vertex.h"

namespace phalanx {

// The poses in which LODs are measured: at rest, and up to 24 (4 for large meshes) of the clips at even
// steps; of more clips than that, some are left out.
class LodPoses {
  public:
    struct Pose {
        std::vector<glm::dmat4> palette;
        std::vector<double> morph_weights;
    };
    // vertices: of the mesh; the larger it is, the fewer poses.
    LodPoses(const Model& model, std::size_t vertices);

    std::size_t size() const { return poses_.size(); }
    const Pose& operator[](std::size_t pose) const { return poses_[pose]; }
    // Positions of vertices. morphs: by vertex; empty: none.
    Points points(std::size_t pose, std::span<const Vertex> vertices,
                  std::span<const VertexMorphs> morphs) const;

  private:
    std::vector<Pose> poses_;
};

struct LodError {
    double p99_m = 0.0;  // 99 % of the points are nearer
    double max_m = 0.0;
};

// One run of triangles in all poses.
class LodMeter {
  public:
    // All must outlive the meter. check_in: called often, from any thread; may throw to stop.
    LodMeter(const LodPoses& poses, std::span<const Vertex> vertices, std::span<const VertexMorphs> morphs,
             const Triangles& full, std::function<void()> check_in);

    // The distances between points of both surfaces and the other surface. Vertices of `own` follow those of
    // the mesh; both are moved by their `joints` heaviest joints, as the shaders do with --weights. Stops
    // when p99_m is known to be larger than most_p99_m; then the result is too small, but larger than that.
    LodError measure(const Triangles& triangles, std::span<const LodVertex> own, int joints,
                     double most_p99_m = std::numeric_limits<double>::max()) const;

  private:
    const LodPoses& poses_;
    std::span<const Vertex> vertices_;
    std::span<const VertexMorphs> morphs_;
    Triangles grouped_;
    std::vector<Points> posed_;  // by pose
    std::vector<PosedSurface> before_;
    std::function<void()> check_in_;
};

}  // namespace phalanx

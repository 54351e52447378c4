// Files with morph targets, and the numbers that went into them.
#pragma once

#include <glm/glm.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cpu/asset/samples/gltf_builder.h"

namespace phalanx::test {

// A target of a part of the column: per vertex, as written to the file.
struct MorphDeltas {
    std::vector<glm::dvec3> positions;
    std::vector<glm::dvec3> normals;  // empty: the target has none
};

// Keys of the weights of two targets.
struct MorphKeys {
    std::string interpolation = "LINEAR";
    std::vector<double> times;                 // exact as floats
    std::vector<std::vector<double>> weights;  // per key and target
    std::vector<std::vector<double>> in;       // the same for the tangents of CUBICSPLINE
    std::vector<std::vector<double>> out;
};

// twoBones() with two primitives, each with the targets "Bulge", with normals, and "Lean", without. The
// weights of the mesh are 0.25 and -0.5.
struct MorphedColumn {
    MorphedColumn();

    // Adds a channel of weights to the clip that turns the joint.
    void animate(const MorphKeys& keys);

    GltfBuilder builder;
    std::vector<std::vector<MorphDeltas>> parts;  // per primitive and target
};

inline constexpr std::size_t kColumnVertices = 12;

// The accessor of one vector per vertex.
std::size_t vectors(GltfBuilder& builder, const std::vector<glm::dvec3>& values);

// An ASCII FBX: a card of two triangles, whose shapes "Frown" and "Smile" are at 100 % after 0.5 s and 1 s.
extern const std::string_view kShapesFbx;

}  // namespace phalanx::test

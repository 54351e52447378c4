// Puts the meshes of all parts together, and collects the joints that they use.
#pragma once

#include <string>
#include <vector>

#include "anim/pose/model.h"
#include "asset/common/notes.h"
#include "asset/mesh/palette.h"
#include "asset/source/material_set.h"
#include "asset/source/model_source.h"

namespace phalanx {

struct MeshData {
    std::vector<Vertex> vertices;
    std::vector<std::uint32_t> indices;      // by material, then in the order of the file
    std::vector<Part> parts;                 // in the order of the file
    std::vector<MorphTarget> morph_targets;  // ModelSource::morphTargets() with their deltas
};

// Joints and weights are set by setWeights(), and missing normals computed, at rest and for each morph
// target. Vertices are welded only if they are equal in everything, joints, weights and deltas included.
// Throws the errors of ModelSource::mesh(), and Error (kInput) that starts with `file` for sizes above the
// limits.
MeshData readMeshes(ModelSource& source, const std::vector<SourcePart>& parts, const MaterialSet& materials,
                    PaletteBuilder& palette, const std::string& file, Notes& notes);

}  // namespace phalanx

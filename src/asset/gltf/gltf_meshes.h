// The parts of a glTF file, and their vertices.
#pragma once

#include <vector>

#include "asset/gltf/gltf_file.h"
#include "asset/gltf/gltf_morphs.h"
#include "asset/gltf/gltf_nodes.h"
#include "asset/source/model_source.h"

namespace phalanx {

struct GltfParts {
    std::vector<SourcePart> parts;
    std::vector<const tinygltf::Primitive*> primitives;  // of the parts
    std::vector<int> skins;                              // of the parts; -1: rigid
};

// The primitives of triangles under the nodes of the scene, in the order of the file. A part has the name of
// its node, or of its mesh if the node has none. If a mesh has several primitives, the material's name is
// appended, and a number if the name is still not unique.
GltfParts listGltfParts(const GltfFile& file, const GltfNodes& nodes, Notes& notes);

// See ModelSource::mesh().
PartMesh readPrimitive(const GltfFile& file, const GltfNodes& nodes, const GltfMorphs& morphs,
                       const SourcePart& part, const tinygltf::Primitive& primitive, int skin,
                       const std::vector<std::vector<glm::dmat4>>& bind_matrices, const UvSource& uv);

}  // namespace phalanx

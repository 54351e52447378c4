// The morph targets of a glTF file.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "asset/gltf/gltf_file.h"
#include "asset/gltf/gltf_nodes.h"
#include "asset/source/model_source.h"

namespace phalanx {

struct GltfMorphs {
    struct Range {
        std::size_t first = 0;  // into `targets`
        std::size_t count = 0;
    };

    std::vector<MorphTarget> targets;  // without deltas
    std::vector<Range> of_node;        // by the index into GltfNodes::nodes
};

// The targets of every node with a mesh that is drawn, in the order of the nodes. A name is the mesh's
// extras.targetNames, which Blender and others write, or else "target N". A weight at rest is the node's, or
// else the mesh's, or else 0.
GltfMorphs listGltfMorphs(const GltfFile& file, const GltfNodes& nodes, Notes& notes);

// Reads the deltas of one primitive. `normal_lengths`: per vertex, the length of its normal in the file; the
// deltas of normals are divided by it, since PartMesh has unit normals. Throws gltfError() for counts that
// differ from the vertices of `mesh`, values that are not finite and more deltas than kMaxMorphDeltas.
void readGltfDeltas(const GltfFile& file, const GltfMorphs& morphs, const SourcePart& part,
                    const tinygltf::Primitive& primitive, std::span<const double> normal_lengths,
                    PartMesh& mesh);

}  // namespace phalanx

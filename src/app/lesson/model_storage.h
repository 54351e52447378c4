// What a model stores to move its vertices: joints and weights of the skin, joint matrices, morph targets. No
// GL.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "anim/bake/encode.h"
#include "render/model/packed_mesh.h"
#include "ui/lesson/lesson_facts.h"

namespace phalanx {

// Of the model's own mesh, without what LODs add to it.
struct ModelStorage {
    std::uint64_t vertices = 0;
    std::uint64_t vertex_bytes = 0;
    std::uint64_t frames = 0;  // of all clips
    std::uint64_t joints = 0;
    std::uint64_t joint_bytes = 0;  // per joint and frame
    std::uint64_t targets = 0;
    std::uint64_t deltas = 0;       // of all targets
    std::uint64_t morph_bytes = 0;  // deltas, and where those of each vertex begin
    bool supposed = false;          // the model has no targets: these are of one that moves all vertices
};

ModelStorage storageOf(const PackedMesh& mesh, const EncodedAnimation& animation);

// The rows and the note of the lesson. `model`: the name.
std::vector<StorageRow> storageRows(const ModelStorage& storage);
std::string storageNote(const ModelStorage& storage, const std::string& model);

}  // namespace phalanx

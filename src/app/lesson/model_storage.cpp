#include "app/lesson/model_storage.h"

#include <fmt/format.h>

#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

constexpr std::uint64_t kDeltaBytes = sizeof(glm::uvec4);  // one texel of u_morphs
constexpr std::uint64_t kWeightBytes = sizeof(float);

}  // namespace

ModelStorage storageOf(const PackedMesh& mesh, const EncodedAnimation& animation) {
    ModelStorage storage;
    storage.vertices = mesh.mesh_vertices;
    storage.vertex_bytes = storage.vertices * PH_VERTEX_BYTES;
    storage.frames = animation.own.any() ? animation.own.first : animation.frames;
    storage.joints = animation.joints;
    storage.joint_bytes = animation.texels_per_entry * animation.bytesPerTexel();
    storage.supposed = mesh.morphs.targets == 0;
    storage.targets = storage.supposed ? 1 : mesh.morphs.targets;
    storage.deltas = storage.supposed
                         ? storage.vertices
                         : mesh.morphs.deltasBefore(static_cast<std::uint32_t>(storage.vertices));
    const std::uint64_t firsts = (storage.vertices + 3) / 4;  // texels: one number per vertex
    storage.morph_bytes = (firsts + storage.deltas) * kDeltaBytes;
    return storage;
}

std::vector<StorageRow> storageRows(const ModelStorage& storage) {
    const std::uint64_t matrices = storage.joints * storage.joint_bytes;
    const std::uint64_t weights = storage.targets * kWeightBytes;
    return {
        {"Mesh and skin", fmt::format("{} B per vertex", PH_VERTEX_BYTES), "",
         bytesText(storage.vertex_bytes)},
        {"Joint matrices", fmt::format("{} B per joint", storage.joint_bytes), grouped(matrices) + " B",
         bytesText(matrices * storage.frames)},
        {"Morph deltas", fmt::format("{} B per delta", kDeltaBytes), "", bytesText(storage.morph_bytes)},
        {"Morph weights", fmt::format("{} B per target", kWeightBytes), grouped(weights) + " B",
         bytesText(weights * storage.frames)},
    };
}

std::string storageNote(const ModelStorage& storage, const std::string& model) {
    if (storage.supposed) {
        return fmt::format(
            "{} has no morph targets: the last two rows show what one that moves all {} vertices would "
            "store. "
            "Its programs are built without the marked lines, so it pays nothing for them.",
            model, grouped(storage.vertices));
    }
    return fmt::format(
        "{} has {} morph {} with {} deltas for {} vertices. Per delta a vertex fetches one texel and four "
        "weights; a vertex without deltas tests one bit.",
        model, grouped(storage.targets), storage.targets == 1 ? "target" : "targets", grouped(storage.deltas),
        grouped(storage.vertices));
}

}  // namespace phalanx

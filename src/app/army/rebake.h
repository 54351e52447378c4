// Bakes the models of an army again: at another rate, in another encoding, or their vertices for technique
// `vertex-texture`. No GL, so that it can run in a background thread while the army is drawn.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "anim/bake/bake_mistakes.h"
#include "anim/bake/encode.h"
#include "anim/bake/vertex_bake.h"
#include "app/army/army.h"
#include "core/background_job.h"
#include "render/model/packed_mesh.h"

namespace phalanx {

struct VertexWish {
    VertexFormat format = VertexFormat::kUnorm16;
    int weights = 4;
    bool bind_normals = false;

    bool operator==(const VertexWish&) const = default;
};

// How an army is baked, or should be baked.
struct BakeWish {
    std::optional<double> rate_hz;  // nullopt: chosen per clip, by its error
    Encoding encoding = Encoding::kRgba32f;
    std::optional<VertexWish> vertices;  // nullopt: none needed
    BakeMistakes mistakes{};             // deliberate mistakes

    bool sameJoints(const BakeWish& other) const {
        return rate_hz == other.rate_hz && encoding == other.encoding && mistakes == other.mistakes;
    }
    // Whether this bake contains everything that `wanted` needs.
    bool holds(const BakeWish& wanted) const {
        return sameJoints(wanted) && (!wanted.vertices || vertices == wanted.vertices);
    }
    bool operator==(const BakeWish&) const = default;
};

struct RebakeSource {
    // Both must outlive the work and must not change meanwhile.
    const LoadedModel* loaded = nullptr;
    const PackedMesh* mesh = nullptr;  // the mesh that is drawn
};

struct RebakedModel {
    struct Joints {
        BakedAnimation baked;
        EncodedAnimation encoded;
        std::vector<ClipBounds> bounds;
    };
    std::optional<Joints> joints;             // nullopt if the present ones are still valid
    std::optional<VertexAnimation> vertices;  // nullopt if not wanted
};

// Returns one model per source. Throws the errors of bakeAnimation(), encodeAnimation() and bakeVertices().
std::vector<RebakedModel> rebake(std::span<const RebakeSource> sources, const BakeWish& present,
                                 const BakeWish& wanted, const JobReports& reports);

// Bakes the vertices of `mesh` for technique `vertex-texture` and logs their memory. Throws the errors of
// bakeVertices().
VertexAnimation bakeMeshVertices(const LoadedModel& loaded, const BakedAnimation& baked,
                                 const PackedMesh& mesh, const VertexWish& wish, const JobReports& reports);

}  // namespace phalanx

// The models of an army baked anew: at another rate, in another encoding, or their vertices for technique
// `vertex-texture`. No GL, so that it can run in a thread of its own while the army is drawn.
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

// How an army is baked, or is to be.
struct BakeWish {
    std::optional<double> rate_hz;  // nullopt: as each clip needs it
    Encoding encoding = Encoding::kRgba32f;
    std::optional<VertexWish> vertices;  // nullopt: none needed
    BakeMistakes mistakes{};             // made on purpose

    bool sameJoints(const BakeWish& other) const {
        return rate_hz == other.rate_hz && encoding == other.encoding && mistakes == other.mistakes;
    }
    // What is there does for what is wanted.
    bool holds(const BakeWish& wanted) const {
        return sameJoints(wanted) && (!wanted.vertices || vertices == wanted.vertices);
    }
    bool operator==(const BakeWish&) const = default;
};

struct RebakeSource {
    const LoadedModel* loaded = nullptr;  // both outlive the work, and nobody changes them meanwhile
    const PackedMesh* mesh = nullptr;     // as it is drawn
};

struct RebakedModel {
    struct Joints {
        BakedAnimation baked;
        EncodedAnimation encoded;
        std::vector<ClipBounds> bounds;
    };
    std::optional<Joints> joints;  // nothing where they were wanted as they are
    std::optional<VertexAnimation> vertices;
};

// One a source. Throws Error, as bakeAnimation(), encodeAnimation() and bakeVertices() do.
std::vector<RebakedModel> rebake(std::span<const RebakeSource> sources, const BakeWish& present,
                                 const BakeWish& wanted, const JobReports& reports);

// The vertices of `mesh` for technique `vertex-texture`. Logs what they take. Throws as bakeVertices() does.
VertexAnimation bakeMeshVertices(const LoadedModel& loaded, const BakedAnimation& baked,
                                 const PackedMesh& mesh, const VertexWish& wish, const JobReports& reports);

}  // namespace phalanx

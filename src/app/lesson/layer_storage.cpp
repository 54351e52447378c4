#include "app/lesson/layer_storage.h"

#include <fmt/format.h>

#include <span>

#include "layers.h"
#include "layouts.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

constexpr std::uint64_t kTexelBytes = sizeof(glm::vec4);
constexpr std::uint64_t kMatrixTexels = PH_PALETTE_TEXELS;

std::span<const layout::LayerSample> samplesOf(const LayerRecord& record) {
    return std::span(record.samples).first(record.head.y);
}

bool hasMask(const layout::LayerSample& sample) {
    return useOf(sample) == PH_MIX_LAYER || useOf(sample) == PH_MIX_REFERENCE;
}

// blendedJoint() of blend.glsl, for all joints of a soldier.
std::uint64_t blendFetches(const LayersInUse& layers) {
    constexpr std::uint64_t kJoint = 5;  // its two texels in the tables; head and both weights of the record
    constexpr std::uint64_t kChange =
        2;  // changeOf(): by compute once per soldier, else in the vertex shader
    const std::uint64_t joints = layers.rig.joints.size();
    std::uint64_t texels = kJoint * joints + (layers.by_compute ? kChange : 0U);
    for (const layout::LayerSample& sample : samplesOf(layers.record)) {
        const std::uint64_t frames = clipOf(sample) == PH_REST_CLIP ? 1 : 2;
        texels += joints + frames * (joints + layers.rig.tracks);
        if (hasMask(sample)) texels += joints;
    }
    return texels;
}

// A joint and its ancestors, as the fragment passes read them: modelOf() of hierarchy.glsl. By compute they
// are in shared memory. turns_kept: rotations of solved joints are in variables.
std::uint64_t modelFetches(const LayerRig& rig, int joint, bool turns_kept) {
    std::uint64_t texels = 0;
    for (; joint >= 0; joint = rig.joints[static_cast<std::size_t>(joint)].parent) {
        const bool kept = turns_kept && rig.joints[static_cast<std::size_t>(joint)].solved >= 0;
        texels += kept ? 1 : 2;
    }
    return texels;
}

// aim() and solveLimb() of solve.glsl. Each texel of the fragment pass solves all of the soldier.
std::uint64_t solveFetches(const LayersInUse& layers) {
    constexpr std::uint64_t kRecord = 3;  // of an aim or a limb
    constexpr std::uint64_t kState = 2;   // of the soldier that is the target
    const LayerRig& rig = layers.rig;
    if (rig.solved.empty()) return 0;
    const auto above = [&](int joint) {
        return layers.by_compute
                   ? 0
                   : modelFetches(rig, rig.joints[static_cast<std::size_t>(joint)].parent, true);
    };
    const auto local = [&](int joint) {
        return layers.by_compute ? 0 : modelFetches(rig, joint, true) - above(joint);
    };
    const auto whole = [&](int joint) { return above(joint) + local(joint); };
    std::uint64_t texels = layers.by_compute ? 0 : 2 * rig.solved.size();
    for (std::size_t a = 0; a < rig.aims.size(); ++a) {
        const RigAim& aim = rig.aims[a];
        texels += kRecord;
        if (!(layers.record.aims[a].target.w > 0.0F)) continue;
        if (layers.record.aims[a].kind.y == PH_TARGET_IS_UNIT) texels += kState;
        texels += PH_RIG_AIM_TEXELS + whole(aim.joint);
        for (const int joint : aim.chain) texels += whole(joint) + local(joint) + above(joint);
    }
    for (std::size_t i = 0; i < rig.iks.size(); ++i) {
        const RigIk& limb = rig.iks[i];
        texels += kRecord;
        if (!(layers.record.iks[i].target.w > 0.0F)) continue;
        texels +=
            PH_RIG_IK_TEXELS + local(limb.upper) + local(limb.middle) + local(limb.end) + above(limb.upper);
    }
    return layers.by_compute ? texels : texels * rig.solved.size();
}

// rows.frag, an invocation per row, or unit.comp, an invocation per matrix.
std::uint64_t rowFetches(const LayersInUse& layers) {
    constexpr std::uint64_t kSkin = 4;  // three rows and the joint
    std::uint64_t texels = 0;
    for (const RigSkin& skin : layers.rig.palette) {
        texels +=
            layers.by_compute ? kSkin : kMatrixTexels * (kSkin + modelFetches(layers.rig, skin.joint, false));
    }
    return texels;
}

std::string counted(std::uint64_t number, std::string_view what) {
    return fmt::format("{} {}{}", grouped(number), what, number == 1 ? "" : "s");
}

}  // namespace

LayerFetches fetchesOf(const LayersInUse& layers) {
    return {blendFetches(layers), solveFetches(layers), rowFetches(layers)};
}

std::vector<StorageRow> storageRows(const LayersInUse& layers, const ModelStorage& matrices) {
    const LayerRig& rig = layers.rig;
    const std::uint64_t matrix_bytes = matrices.joints * matrices.joint_bytes;
    const std::uint64_t frame_bytes = rig.texelsPerFrame() * kTexelBytes;
    const std::uint64_t palette = rig.palette.size() * kMatrixTexels * kTexelBytes;
    return {
        {"Before: matrices", counted(matrices.joints, "joint"), grouped(matrix_bytes) + " B",
         bytesText(matrix_bytes * matrices.frames)},
        {"Local transforms", counted(rig.texelsPerFrame(), "texel"), grouped(frame_bytes) + " B",
         bytesText(frame_bytes * rig.frames)},
        {"Joints, aims, limbs", fmt::format("{} B per texel", kTexelBytes), "",
         bytesText(layers.table_bytes - layers.mask_bytes)},
        {"Masks", counted(rig.masks.size(), "mask"), "", bytesText(layers.mask_bytes)},
        {"Record", fmt::format("{} B per soldier", sizeof(LayerRecord)), "", ""},
        {"Palette", grouped(palette) + " B per soldier", "", bytesText(layers.palette_bytes)},
    };
}

std::vector<StorageRow> fetchRows(const LayersInUse& layers, int joints_per_vertex) {
    const LayerFetches fetches = fetchesOf(layers);
    const LayerRig& rig = layers.rig;
    const std::uint64_t per_vertex = kMatrixTexels * static_cast<std::uint64_t>(joints_per_vertex);
    std::vector<StorageRow> rows{
        {"Blend", fmt::format("{} joints x {}", rig.joints.size(), counted(layers.record.head.y, "clip")), "",
         grouped(fetches.blend)},
    };
    if (!rig.solved.empty())
        rows.push_back({"Aims, IK", counted(rig.solved.size(), "joint"), "", grouped(fetches.solve)});
    rows.push_back({"Matrices", counted(rig.palette.size(), "joint"), "", grouped(fetches.rows)});
    rows.push_back({"Then each vertex", fmt::format("{} joints x {}", joints_per_vertex, kMatrixTexels), "",
                    grouped(per_vertex)});
    return rows;
}

}  // namespace phalanx

#include "anim/quality/switch_error.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <span>

#include "anim/bake/encode.h"
#include "anim/bake/vertex_bake.h"
#include "anim/pose/joint_boxes.h"
#include "anim/pose/skin.h"
#include "anim/quality/pose_difference.h"
#include "core/error.h"
#include "core/parallel.h"

namespace phalanx {
namespace {

struct Setting {
    std::string name;
    Encoding encoding = Encoding::kRgba32f;
    PoseSwitches switches;
    std::optional<VertexFormat> vertices;  // vertex positions are baked instead of joints
};

std::vector<Setting> settingsToMeasure() {
    std::vector<Setting> settings(7);
    settings[0].name = "nearest";
    settings[0].switches.lookup = FrameLookup::kNearest;
    settings[1].name = "weights 2";
    settings[1].switches.weights = 2;
    settings[2].name = "weights 1";
    settings[2].switches.weights = 1;
    settings[3].name = "rgba16f";
    settings[3].encoding = Encoding::kRgba16f;
    settings[4].name = "trs";
    settings[4].encoding = Encoding::kTrs;
    settings[5].name = "vertices unorm16";
    settings[5].vertices = VertexFormat::kUnorm16;
    settings[6].name = "vertices half";
    settings[6].vertices = VertexFormat::kHalf;
    return settings;
}

// Computes all vertices of a pose with one setting.
using Player = std::function<std::vector<SkinnedVertex>(const BakedPose&)>;

Player playerOf(const Model& model, const BakedAnimation& baked, const Setting& setting) {
    const std::span<const BakedClip> clips(baked.clips);
    if (setting.vertices) {
        VertexBakeSettings settings;
        settings.format = *setting.vertices;
        return [clips, switches = setting.switches,
                kept = bakeVertices(model.name, model.vertices, model.morph_targets, baked, settings)](
                   const BakedPose& pose) { return posedVertices(kept, clips, pose, switches); };
    }
    return [clips, switches = setting.switches, targets = std::span(model.morph_targets),
            animation = encodeAnimation(model, baked, setting.encoding),
            vertices = withWeights(model.vertices, setting.switches.weights)](const BakedPose& pose) {
        return skin(vertices, encodedPalette(animation, clips, pose, switches),
                    {targets, morphWeightsAt(animation.morphs, clips, pose, switches)});
    };
}

}  // namespace

std::vector<SwitchError> measureSwitches(const Model& model, const BakedAnimation& baked,
                                         const SwitchErrorSettings& settings) {
    const std::vector<Setting> wanted = settingsToMeasure();
    std::vector<SwitchError> errors(wanted.size());
    std::vector<Player> players(wanted.size());
    for (std::size_t s = 0; s < wanted.size(); ++s) {
        errors[s].setting = wanted[s].name;
        try {
            players[s] = playerOf(model, baked, wanted[s]);
        } catch (const Error& refusal) {
            errors[s].refused = refusal.what();
        }
    }
    const Player full = playerOf(model, baked, {});
    const double mm_per_metre = millimetresPerMetre(model);
    // Tallies are large, so the clips are distributed over a fixed number of groups.
    constexpr std::size_t kClipGroups = 16;
    const std::size_t count = std::min(kClipGroups, baked.clips.size());
    std::vector<std::vector<PoseDifference>> groups(count, std::vector<PoseDifference>(wanted.size()));
    const auto moments = static_cast<std::size_t>(settings.moments);
    parallelFor(count, settings.threads, [&](std::size_t g) {
        for (std::size_t i = 0; i < (baked.clips.size() - g + count - 1) / count * moments; ++i) {
            const auto clip = static_cast<int>(g + i / moments * count);
            const BakedPose pose{clip, spreadPhase(i % moments), clip, 0.0, 0.0};
            const std::vector<SkinnedVertex> expected = full(pose);
            for (std::size_t s = 0; s < wanted.size(); ++s) {
                if (!errors[s].refused.empty()) continue;
                groups[g][s].add(expected, players[s](pose), mm_per_metre);
            }
        }
    });
    for (std::size_t s = 0; s < wanted.size(); ++s) {
        PoseDifference all;
        for (const std::vector<PoseDifference>& group : groups) all.add(group[s]);
        errors[s].moved_mm = all.moved_mm.summary();
        errors[s].turned_deg = all.turned_deg.summary();
    }
    return errors;
}

}  // namespace phalanx

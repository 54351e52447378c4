#include "anim/switch_error.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <span>

#include "anim/encode.h"
#include "anim/joint_boxes.h"
#include "anim/skin.h"
#include "anim/vertex_bake.h"
#include "core/error.h"
#include "core/parallel.h"

namespace phalanx {
namespace {

struct Setting {
    std::string name;
    Encoding encoding = Encoding::kRgba32f;
    PoseSwitches switches;
    std::optional<VertexFormat> vertices;  // posed vertices are kept instead of joints
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

// All vertices in a pose, as one setting shows them.
using Player = std::function<std::vector<SkinnedVertex>(const BakedPose&)>;

Player playerOf(const Model& model, const BakedAnimation& baked, const Setting& setting) {
    const std::span<const BakedClip> clips(baked.clips);
    if (setting.vertices) {
        VertexBakeSettings settings;
        settings.format = *setting.vertices;
        return [clips, switches = setting.switches,
                kept = bakeVertices(model.name, model.vertices, baked, settings)](const BakedPose& pose) {
            return posedVertices(kept, clips, pose, switches);
        };
    }
    return [clips, switches = setting.switches, animation = encodeAnimation(model, baked, setting.encoding),
            vertices = withWeights(model.vertices, setting.switches.weights)](const BakedPose& pose) {
        return skin(vertices, encodedPalette(animation, clips, pose, switches));
    };
}

struct Tallies {
    ErrorTally moved_mm;
    ErrorTally turned_deg;
};

void compare(std::span<const SkinnedVertex> full, std::span<const SkinnedVertex> reduced, double mm_per_metre,
             Tallies& tallies) {
    for (std::size_t i = 0; i < full.size(); ++i) {
        tallies.moved_mm.add(glm::length(reduced[i].position - full[i].position) * mm_per_metre);
        // Both are of unit length or zero.
        if (glm::dot(full[i].normal, full[i].normal) < 0.5 ||
            glm::dot(reduced[i].normal, reduced[i].normal) < 0.5)
            continue;
        const double half_chord = std::min(1.0, glm::length(reduced[i].normal - full[i].normal) * 0.5);
        tallies.turned_deg.add(glm::degrees(2.0 * std::asin(half_chord)));
    }
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
    // Tallies are large: a fixed number of groups, each of which takes every so many-th clip.
    constexpr std::size_t kMostGroups = 16;
    const std::size_t count = std::min(kMostGroups, baked.clips.size());
    std::vector<std::vector<Tallies>> groups(count, std::vector<Tallies>(wanted.size()));
    const auto moments = static_cast<std::size_t>(settings.moments);
    parallelFor(count, settings.threads, [&](std::size_t g) {
        for (std::size_t i = 0; i < (baked.clips.size() - g + count - 1) / count * moments; ++i) {
            const auto clip = static_cast<int>(g + i / moments * count);
            // Multiples of the golden ratio, modulo 1, fill the clip evenly and fall on no beat of the
            // frames.
            const double turns = (static_cast<double>(i % moments) + 0.5) * std::numbers::phi;
            const BakedPose pose{clip, turns - std::floor(turns), clip, 0.0, 0.0};
            const std::vector<SkinnedVertex> expected = full(pose);
            for (std::size_t s = 0; s < wanted.size(); ++s) {
                if (!errors[s].refused.empty()) continue;
                compare(expected, players[s](pose), mm_per_metre, groups[g][s]);
            }
        }
    });
    for (std::size_t s = 0; s < wanted.size(); ++s) {
        Tallies all;
        for (const std::vector<Tallies>& group : groups) {
            all.moved_mm.add(group[s].moved_mm);
            all.turned_deg.add(group[s].turned_deg);
        }
        errors[s].moved_mm = all.moved_mm.summary();
        errors[s].turned_deg = all.turned_deg.summary();
    }
    return errors;
}

}  // namespace phalanx

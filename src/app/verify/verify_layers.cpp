#include "app/verify/verify_layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <string_view>

#include "anim/feet/legs.h"
#include "anim/pose/skin.h"
#include "anim/rig/layer_rig.h"
#include "anim/rig/rig_pose.h"
#include "app/verify/random_layers.h"
#include "core/error.h"
#include "core/stopwatch.h"
#include "render/model/rig_textures.h"
#include "render/units/record_change.h"
#include "render/units/shown_pose.h"

namespace phalanx {
namespace {

constexpr std::array kOperators{
    LayerOperators{.name = "base", .base = 4},
    LayerOperators{.name = "layers", .base = 2, .layers = 2},
    LayerOperators{.name = "additive", .base = 2, .additive = 2},
    LayerOperators{.name = "reparent", .base = 2, .layers = 1, .reparent = true},
    LayerOperators{.name = "aim", .aims = 1},
    LayerOperators{.name = "ik", .limbs = 2},
    LayerOperators{.name = "chain", .base = 2, .chains = 2},
    LayerOperators{.name = "weights of aim and ik", .base = 2, .aims = 2, .limbs = 2, .part_weights = true},
    LayerOperators{.name = "weights of chains", .chains = 1, .part_weights = true},
    LayerOperators{.name = "feet", .base = 2, .layers = 1, .aims = 1, .feet = true},
    LayerOperators{
        .name = "joints of units", .base = 2, .layers = 1, .additive = 1, .limbs = 2, .joints = true},
    LayerOperators{
        .name = "change", .base = 2, .layers = 1, .additive = 1, .aims = 1, .limbs = 1, .change = true},
    LayerOperators{
        .name = "all", .base = 4, .layers = 2, .additive = 1, .aims = 1, .limbs = 2, .reparent = true},
};

class LayersCheck {
  public:
    LayersCheck(const gl::Capabilities& capabilities, GpuSkinner& skinner, const GpuModel& gpu_model,
                const Model& model, const BakedAnimation& baked, int poses, std::string_view only)
        : capabilities_(capabilities),
          skinner_(skinner),
          gpu_model_(gpu_model),
          model_(model),
          baked_(baked),
          poses_(poses),
          only_(only),
          random_(model),
          vertices_(unpackMesh(gpu_model.packed(MeshKind::kSkinned))) {}

    LayersReport run() {
        const Stopwatch watch;
        LayersReport report;
        try {
            for (const LayerOperators& each : kOperators) {
                if (each.feet && anklesOf(model_).empty()) continue;
                check(each, each.name, findTechnique("palette"), report);
            }
            for (const Technique& technique : techniques()) {
                if (!technique.no_layers.empty() || technique.name == "palette") continue;
                if (!whyUnavailable(technique, capabilities_, baked_.joints).empty()) continue;
                check(kOperators.back(), fmt::format("all by {}", technique.name),
                      layeredTechnique(technique), report);
            }
        } catch (const Error& error) {
            if (error.code() != ExitCode::kInput) throw;
            // The model keeps rows: its joints scale or shear.
            report = {};
            report.left_out = error.what();
        }
        report.seconds = watch.elapsed_s();
        return report;
    }

  private:
    // The first is compared; it stands at the origin. Others are there to be reached for.
    struct Units {
        std::vector<LayerRecord> records;
        std::vector<UnitStand> stands;
        std::uint32_t now = 0;

        UnitStand at(std::size_t place) const {
            UnitStand stand = stands[place];
            stand.record = &records[place];
            return stand;
        }
    };

    LayerRecord record(const LayerOperators& operators, const LayeredPose& of_rig, const LayerRig& rig) {
        return recordOf(model_, rig, random_.resolved(random_.filled(operators, of_rig)), "layers");
    }

    Units unitsOf(const LayerOperators& operators, const LayeredPose& of_rig, const LayerRig& rig) {
        Units units{{record(operators, of_rig, rig)}, {UnitStand{}}};
        LayerRecord& first = units.records.front();
        if (operators.change) {
            units.now = 400;
            LayerRecord other = record(operators, of_rig, rig);
            random_.putInStep(first, rig.clips, 1'000'000);
            random_.putInStep(other, rig.clips, 1'700'000);
            first = changedRecord(first, other, rig, {0, 1000});
        }
        for (std::size_t i = 0; operators.joints && i < rig.iks.size(); ++i)
            reachForAnother(record(operators, of_rig, rig), rig, i, units);
        return units;
    }

    // The target of an IK becomes a joint of another unit, which stands so that the target stays where it is.
    void reachForAnother(const LayerRecord& other, const LayerRig& rig, std::size_t ik, Units& units) {
        RandomNumbers& numbers = random_.numbers();
        LayerRecord& first = units.records.front();
        const auto placeIn = [&](const LayerRecord& of, int joint) {
            return placeByClips(rig, clipsShownBy(of, rig, 0), joint);
        };
        const int joint = rig.palette[numbers.below(rig.palette.size())].joint;
        const double share = ik == 0 ? 1.0 : numbers.between(0.3, 0.9);
        const glm::dvec3 from = placeIn(first, rig.iks[ik].chain.back());
        const glm::dvec3 to = from + (glm::dvec3(first.iks[ik].after) - from) / share;
        const double heading = numbers.between(-3.0, 3.0);
        const double scale = numbers.between(0.8, 1.2);
        const glm::dvec3 at = placeIn(other, joint);
        const glm::dvec3 turned(std::cos(heading) * at.x + std::sin(heading) * at.z, at.y,
                                std::cos(heading) * at.z - std::sin(heading) * at.x);
        first.iks[ik].after = glm::vec4(joint, share, 0.0, first.iks[ik].after.w);
        first.iks[ik].before = first.iks[ik].after;
        const auto place = static_cast<std::uint32_t>(units.records.size());
        const std::uint32_t kind = PH_TARGET_IS_JOINT | place << PH_TARGET_PLACE_SHIFT;
        first.ik_kinds[ik] = {kind, kind};
        units.records.push_back(other);
        units.stands.push_back({glm::vec4(to - scale * turned, heading), static_cast<float>(scale)});
    }

    void check(const LayerOperators& operators, const std::string& name, const Technique& technique,
               LayersReport& report) {
        if (model_.clips.empty() || (!only_.empty() && name != only_)) return;
        random_.startAgain();
        LayeredPose of_rig = random_.setup(operators);
        LayerRig rig =
            bakeLayerRig(model_, baked_.clips, random_.resolved(random_.filled(operators, of_rig)));
        auto textures = std::make_shared<const RigTextures>(capabilities_, rig);
        report.texels = rig.texels.size();
        LayersReport::Operator result;
        result.name = name;
        for (int i = 0; i < poses_; ++i) {
            if (operators.feet) {  // each pose stands on another slope
                LayeredPose slope;
                slope.ground = random_.slope();
                of_rig.ground = slope.ground;
                moveGround(model_, *random_.resolved(slope).ground, rig);
                textures = std::make_shared<const RigTextures>(capabilities_, rig);
            }
            Units units = unitsOf(operators, of_rig, rig);
            const GpuSkinner::Layered drawn = skinner_.skinLayered(
                {gpu_model_, technique, {}, textures, units.now}, units.records, true, units.stands);
            const RigPose pose = poseShownBy(units.records.front(), rig, units.now, units.stands.front(),
                                             [&](std::uint32_t place) { return units.at(place); });
            const std::vector<SkinnedVertex> expected = skin(vertices_, evaluateRigPose(rig, pose), {});
            for (std::size_t v = 0; v < expected.size(); ++v) {
                const double off =
                    glm::distance(glm::dvec3(drawn.vertices[v].position), expected[v].position) /
                    model_.height_m;
                const double value = std::isfinite(off) ? off : 1e30;
                if (value <= result.position.value) continue;
                result.position = {value, fmt::format("pose {}, vertex {}", i, v)};
            }
            ++result.poses;
        }
        report.operators.push_back(std::move(result));
    }

    const gl::Capabilities& capabilities_;
    GpuSkinner& skinner_;
    const GpuModel& gpu_model_;
    const Model& model_;
    const BakedAnimation& baked_;
    int poses_;
    std::string_view only_;
    RandomLayers random_;
    std::vector<Vertex> vertices_;
};

}  // namespace

LayersReport verifyLayers(const gl::Capabilities& capabilities, GpuSkinner& skinner,
                          const GpuModel& gpu_model, const Model& model, const BakedAnimation& baked,
                          int poses, std::string_view only) {
    return LayersCheck(capabilities, skinner, gpu_model, model, baked, poses, only).run();
}

}  // namespace phalanx

// Soldiers whose feet are planted on hills, posed by the GPU and by the CPU reference.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "anim/layers/layered_pose_json.h"
#include "app/layers/layered_army.h"
#include "app/layers/planted_feet.h"
#include "gl/objects/buffer.h"
#include "gl/skinning_reference.h"
#include "gl/stage_fixture.h"
#include "render/draws/gpu_skinner.h"
#include "render/draws/unit_drawer.h"
#include "render/passes/frame_block.h"
#include "render/poses/unit_rows.h"
#include "render/units/shown_pose.h"
#include "soldier_model.h"

namespace phalanx::test {

// An army without layers, which PlantedFeet puts on hills: walking and running units, in crossfades, at such
// distances from the eye that some plant their feet wholly, some in part, and some not at all.
class ArmyOnHills {
  public:
    explicit ArmyOnHills(const gl::Capabilities& capabilities)
        : stage_(capabilities, models_, makeCrowd(models_, {}, settings(), 0), skin()),
          feet_(capabilities, models_, stage_.crowd) {
        camera_.eye = {0.0, 0.0, 75.0};
        camera_.eye.y = 2.0 + groundHeight(stage_.crowd.terrain().get(), {camera_.eye.x, camera_.eye.z});
        fade_ = {glm::vec3(camera_.eye), 0.6F * kFeetNone_m, kFeetNone_m};
        for (std::size_t g = 0; g < groups().size(); ++g) {
            for (std::size_t i = 0; i < groups()[g].units.size(); ++i) {
                const UnitStand stand = standOf(g, i);
                units_.push_back({feetWeight(fade_, stand), posed(g, i, stand, feetWeight(fade_, stand)),
                                  posed(g, i, stand, 0.0), posed(g, i, stand, 1.0)});
            }
        }
    }

    struct Unit {
        double feet = 0.0;  // weight of the ground by distance
        std::vector<glm::dmat4> expected;
        std::vector<glm::dmat4> by_clips;  // without the ground
        std::vector<glm::dmat4> planted;   // wholly
    };
    std::span<const Unit> units() const { return units_; }
    const Model& model() const { return models_.front().model; }

    // The matrix rows of all units, in the order of units().
    std::vector<glm::vec4> rowsBy(const gl::Capabilities& capabilities, const std::filesystem::path& shaders,
                                  FrameStats& stats) {
        UnitBuffers buffers;
        for (UnitGroup& group : stage_.crowd.groups()) group.dirty.add({0, group.units.size()});
        buffers.update(stage_.crowd.groups(), stage_.gpu_models);
        const layout::Schedule schedule = stage_.crowd.schedule(kNow);
        const layout::FrameBlock block =
            makeFrameBlock({}, camera_, 1.0, fitShadow({}, camera_, 64), schedule);
        const gl::Buffer frame_block =
            gl::createBuffer(std::as_bytes(std::span(&block, 1)), GL_DYNAMIC_DRAW, "frame block");
        glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_FRAME, frame_block.id());
        const SelectedUnits nothing_culled(capabilities);
        UnitScene scene{stage_.gpu_models,        buffers, nothing_culled, stage_.crowd.groups(),
                        findTechnique("palette"), {},      schedule};
        const std::vector<LayeredUnits*> layers = feet_.groups();
        for (LayeredUnits* const of_group : layers) of_group->upload();
        scene.layered = layers;
        scene.feet = fade_;
        TerrainTexture terrain;
        terrain.follow(capabilities, stage_.crowd.terrain());
        scene.terrain = &terrain;
        UnitDrawer drawer(capabilities, shaders);
        drawer.advance(scene, stats);
        stats = {};
        const DrawList list = drawer.prepare(scene, AllUnits{}, UnitDrawer::Poses::kPrepared, stats);
        return drawer.readRows(scene, list);
    }

  private:
    static constexpr Ticks kNow = 9000;

    static CrowdSettings settings() {
        CrowdSettings settings;
        settings.units = 64;
        settings.formation = Formation::kGrid;
        settings.spacing_m = 11.0;
        settings.crossfade_spread = 0.6;
        settings.offset_spread = 1.0;
        settings.heading_jitter_deg = 20.0;
        settings.terrain.ground = kGroundHills;
        return settings;
    }
    static SkinOptions skin() {
        SkinOptions options;
        options.bake.fetch = FetchPath::kTexture2d;
        return options;
    }

    std::span<const UnitGroup> groups() const { return stage_.crowd.groups(); }

    UnitStand standOf(std::size_t g, std::size_t i) const {
        const layout::UnitInstance& unit = groups()[g].units[i];
        const layout::UnitState state = stage_.crowd.stateOf(layout::unitNumber(unit.look.z), kNow);
        UnitStand stand{state.placement, std::bit_cast<float>(unit.look.y), stage_.crowd.terrain().get()};
        stand.weight = state.weight;
        const std::vector<glm::uvec4> clips = stage_.crowd.clipTable(groups()[g].model);
        const std::array<glm::uvec4, 2> played{clips[unit.playback.y & 0xFFFFU],
                                               clips[unit.playback.y >> 16U]};
        const std::array<std::uint32_t, 2> cycles{state.cycle_a, state.cycle_b};
        for (int clip = 0; clip < 2; ++clip) {
            const glm::uvec4& entry = played.at(static_cast<std::size_t>(clip));
            const layout::ClipMoment moment =
                layout::clipMoment(cycles.at(static_cast<std::size_t>(clip)), entry.y);
            stand.frames[clip] = entry.x + moment.frame;
            stand.frames[clip + 2] = std::bit_cast<std::uint32_t>(moment.within);
        }
        return stand;
    }

    std::vector<glm::dmat4> posed(std::size_t g, std::size_t i, const UnitStand& stand, double weight) {
        const LayeredUnits& layers = *feet_.groups()[g];
        const LayerRig& rig = layers.rig().rig();
        RigPose pose = poseShownBy(layers.record(i), rig, kNow, stand);
        pose.ground_weight = weight;
        return evaluateRigPose(rig, pose);
    }

    std::vector<LoadedModel> models_{bakedModel(soldier(), 30.0)};
    Stage stage_;
    PlantedFeet feet_;
    Camera camera_;
    FeetFade fade_;
    std::vector<Unit> units_;
};

// Single soldiers on ground with bumps of half a metre, where legs do not reach and feet are beside the slope
// below the unit. They have two clips, a layer over one leg and a ground of less than full weight, which an
// army without layers does not have.
class LayersOnHills {
  public:
    explicit LayersOnHills(const gl::Capabilities& capabilities)
        : baked_(bakedAt(soldier(), 30.0)),
          gpu_model_(capabilities, soldier(), baked_, clipTableOf(baked_)),
          terrain_(bumps()) {
        const PoseFile file = parsePose(
            R"({"base":[{"clip":"Walk","weight":0.6},{"clip":"Run","weight":0.4}],
                "layers":[{"clip":"Crouch","weight":0.4,"mask":{"Hips":0.4,"UpperLeg.L":1,"LowerLeg.R":0.8}}],
                "ground":{"weight":0.9}})",
            "form");
        const ResolvedPose pose = resolvePose(soldier(), file.pose, file.spaces, "form");
        rig_ = std::make_shared<const RigTextures>(capabilities, bakeLayerRig(soldier(), baked_.clips, pose));
        Dice dice(11);
        for (int unit = 0; unit < 150; ++unit) {
            LayerRecord& record = records_.emplace_back(recordOf(soldier(), rig_->rig(), pose, "form"));
            for (layout::LayerSample& sample : std::span(record.samples).first(record.head.y))
                sample.phase = static_cast<std::uint32_t>(dice.between(0.0, 4294967295.0));
            if (unit % 2 == 0) standStraight(record);
            flat_.push_back({glm::vec4(dice.between(-10.0, 10.0), 0.0, dice.between(-10.0, 10.0),
                                       dice.between(-3.0, 3.0)),
                             static_cast<float>(dice.between(0.7, 1.4))});
            UnitStand stand = flat_.back();
            standOn(terrain_.get(), stand.placement);
            stand.terrain = terrain_.get();
            expected_.push_back(evaluateRigPose(rig_->rig(), poseShownBy(record, rig_->rig(), 0, stand)));
        }
    }

    // The largest difference of a unit, in heights.
    double differenceBy(const gl::Capabilities& capabilities, const std::filesystem::path& shaders) const {
        GpuSkinner skinner(capabilities, shaders);
        const GpuSkinner::Layered drawn = skinner.skinLayered(
            {gpu_model_, findTechnique("palette"), {}, rig_, 0, terrain_}, records_, false, flat_);
        double worst = 0.0;
        for (std::size_t unit = 0; unit < expected_.size(); ++unit)
            worst = std::max(worst, rowDifference(soldier(), expected_[unit], drawn.rows, unit));
        return worst;
    }

  private:
    static std::shared_ptr<const Terrain> bumps() {
        constexpr int kSide = 64;
        Dice dice(5);
        std::vector<float> heights(std::size_t{kSide} * kSide);
        for (float& height : heights) height = static_cast<float>(dice.between(0.0, 0.6));
        return std::make_shared<const Terrain>(std::move(heights), kSide, kSide, 0.4 * kSide);
    }

    // Idle alone, which stretches the legs farther than they may be stretched for the ground.
    static void standStraight(LayerRecord& record) {
        record.samples[0].source =
            (record.samples[0].source & ~0xFFFFU) | static_cast<std::uint32_t>(findClip(soldier(), "Idle"));
        record.samples[0].weight = PH_SAMPLE_WEIGHT_MAX | PH_SAMPLE_WEIGHT_MAX << 16U;
        record.samples[1].weight = 0;
        record.weights_before[0] = record.weights[0] = 0.0F;
    }

    BakedAnimation baked_;
    GpuModel gpu_model_;
    std::shared_ptr<const Terrain> terrain_;
    std::shared_ptr<const RigTextures> rig_;
    std::vector<LayerRecord> records_;
    std::vector<UnitStand> flat_;
    std::vector<std::vector<glm::dmat4>> expected_;
};

}  // namespace phalanx::test

// What NearUnits makes of one list of a GpuSelection, read back from the GPU and checked.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "app/army/stage.h"
#include "core/file.h"
#include "gl/objects/buffer.h"
#include "gl/objects/readback.h"
#include "layouts.h"
#include "render/culling/gpu_selection.h"
#include "render/draws/unit_drawer.h"
#include "render/passes/frame_block.h"
#include "render/passes/targets.h"
#include "render/poses/near_units.h"
#include "render/units/raster_state.h"

namespace phalanx::test {

// Runs UnitDrawer and GpuSelection on one list, and reads what they leave on the GPU.
class PoseSplit {
  public:
    PoseSplit(const gl::Capabilities& capabilities, Stage& stage, std::size_t pose_bytes,
              const char* technique, const std::array<std::uint32_t, 2>& prepared)
        : stage_(stage),
          technique_(findTechnique(technique)),
          prepared_(prepared),
          drawer_(capabilities, dataDirectory() / "shaders", pose_bytes),
          selected_(capabilities),
          selection_(capabilities, dataDirectory() / "shaders"),
          ids_(capabilities, GL_R32UI, kSide, kSide, true, "ids"),
          frame_block_(gl::createBuffer(sizeof(layout::FrameBlock), GL_DYNAMIC_DRAW, "frame block")) {
        buffers_.update(stage.crowd.groups(), stage.gpu_models);
        for (const GpuModel& model : stage.gpu_models) {
            SelectionModel& kind = kinds_.emplace_back();
            kind.clips = model.detail()->bounds;
            for (const MeshLod& lod : model.detail()->lods) kind.lod_error_m.push_back(lod.error_m);
        }
    }

    struct Tally {
        std::size_t shown = 0;
        std::size_t ready = 0;
        std::size_t not_prepared = 0;  // of LODs whose poses are to be prepared
        std::uint64_t triangles = 0;   // by the lists
        std::uint64_t drawn = 0;       // counted by the rasterizer
    };

    // Culls for the image and for a second view that lists all units with the same LODs.
    Tally run(const Camera& camera, std::size_t view) {
        const layout::FrameBlock block =
            makeFrameBlock({}, camera, 1.0, fitShadow({}, camera, 64), stage_.crowd.schedule(kNow));
        gl::updateBuffer(frame_block_, 0, std::as_bytes(std::span(&block, 1)));
        glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_FRAME, frame_block_.id());
        FrameStats stats;
        const UnitScene scene{stage_.gpu_models,          buffers_,   selected_,
                              stage_.crowd.groups(),      technique_, stage_.render.skin,
                              stage_.crowd.schedule(kNow)};
        drawer_.advance(scene, stats);
        selected_.follow(buffers_, stage_.gpu_models);
        std::array<SelectionView, 2> views{viewOf(clipFromWorld(camera, 1.0), camera.eye), {}};
        views[1].origin = camera.eye;
        for (SelectionView& one : views) one.error_per_metre = metresPerPixel(camera.fov_y_deg, 1.0, kSide);
        selection_.select(buffers_, stage_.gpu_models, kinds_, views, GpuSelection::Hiding::kNotTested,
                          stats);
        const DrawList list =
            drawer_.prepare(scene, UnitsListedByGpu{&selection_, view}, UnitDrawer::Poses::kPrepared, stats);
        Tally tally;
        read(view, views.size(), tally);
        const gl::Query query = gl::Query::create();
        glBeginQuery(GL_PRIMITIVES_GENERATED, query.id());
        drawer_.draw(scene, list, {UnitPass::kId, std::nullopt, [&] { bindTarget(); }}, stats);
        glEndQuery(GL_PRIMITIVES_GENERATED);
        GLuint primitives = 0;
        glGetQueryObjectuiv(query.id(), GL_QUERY_RESULT, &primitives);
        tally.drawn = primitives;
        return tally;
    }

    std::size_t poseBytes() { return drawer_.poseBytes(technique_, false) - drawer_.nearUnits().bytes(); }

  private:
    static constexpr int kSide = 96;
    static constexpr Ticks kNow = 5000;

    void bindTarget() {
        glBindFramebuffer(GL_FRAMEBUFFER, ids_.framebuffer());
        glViewport(0, 0, kSide, kSide);
        setRasterState(true, true, GL_LESS);
    }

    template <typename T>
    static std::vector<T> allOf(const gl::Buffer& buffer, std::size_t count) {
        std::vector<T> items(count);
        if (count > 0) gl::readBuffer(buffer, 0, std::as_writable_bytes(std::span(items)));
        return items;
    }

    bool prepares(int model, std::size_t lod) const {
        return lod == 0 || (prepared_.at(static_cast<std::size_t>(model)) >> lod & 1U) != 0;
    }

    void read(std::size_t view, std::size_t views, Tally& tally) {
        const auto counts = selection_.awaitCounts();
        const std::span<const UnitGroup> groups = stage_.crowd.groups();
        const auto indices = allOf<std::uint32_t>(selection_.indices(), views * stage_.crowd.size());
        const NearUnits& near = drawer_.nearUnits();
        std::size_t slots = 0;
        for (const NearUnits::Room& room : near.rooms()) slots += room.slots;
        const auto entries = allOf<glm::uvec2>(near.entries(), slots);
        const auto passes =
            allOf<layout::NearPass>(near.passes(), slots > 0 ? groups.size() * PH_NEAR_PASSES : 0);
        std::size_t at = view * stage_.crowd.size();
        std::size_t first_entry = 0;
        for (std::size_t g = 0; g < groups.size(); ++g) {
            const std::size_t room = near.rooms()[g].slots;
            const GpuModel& model = stage_.gpu_models[static_cast<std::size_t>(groups[g].model)];
            std::vector<std::uint32_t> wanted;
            std::size_t place = at;
            for (std::size_t lod = 0; lod < kMaxLods; ++lod) {
                const std::uint32_t units = counts[g][view][lod];
                const std::size_t before = std::min(wanted.size(), room);
                if (prepares(groups[g].model, lod)) {
                    for (std::uint32_t i = 0; i < units; ++i) wanted.push_back(indices.at(place + i));
                }
                place += units;
                tally.shown += units;
                if (units > 0) {
                    tally.triangles += units * model.triangles(groups[g].variant, static_cast<int>(lod));
                }
                if (room == 0) continue;
                const layout::NearPass& pass = passes.at(NearUnits::passOf(g, static_cast<int>(lod)));
                EXPECT_EQ(pass.units, std::min(wanted.size(), room) - before) << "LOD " << lod;
                EXPECT_EQ(pass.workgroups, pass.units);
                EXPECT_EQ(pass.first_entry, first_entry + before) << "LOD " << lod;
            }
            at += groups[g].units.size();
            const std::size_t ready = std::min(wanted.size(), room);
            tally.ready += ready;
            tally.not_prepared += wanted.size() - ready;
            if (room > 0) {
                EXPECT_EQ(passes.at(NearUnits::passOf(g, PH_SELECT_LEVELS)).units, ready);
                EXPECT_EQ(passes.at(NearUnits::passOf(g, PH_SELECT_LEVELS)).first_entry, first_entry);
            }
            for (std::size_t i = 0; i < ready; ++i)
                EXPECT_EQ(entries.at(first_entry + i), glm::uvec2(wanted[i], i)) << "group " << g;
            first_entry += room;
        }
    }

    Stage& stage_;
    const Technique& technique_;
    std::array<std::uint32_t, 2> prepared_;
    UnitDrawer drawer_;
    SelectedUnits selected_;
    GpuSelection selection_;
    PlainTarget ids_;
    gl::Buffer frame_block_;
    UnitBuffers buffers_;
    std::vector<SelectionModel> kinds_;
};

}  // namespace phalanx::test

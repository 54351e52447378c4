#include "render/techniques/level_probe.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/log.h"
#include "core/stopwatch.h"
#include "gl/context/debug.h"
#include "gl/objects/buffer.h"
#include "layouts.h"
#include "render/frame/environment.h"
#include "render/frame/raster_state.h"
#include "render/frame/targets.h"
#include "render/units/gpu_skinner.h"

namespace phalanx {
namespace {

constexpr int kSide = 64;  // of the render target, pixels: a unit is two or three pixels high
constexpr int kMostRounds = 15;
constexpr int kLeastRounds = 5;

// Work per draw and time limit: enough for the GPU's clock, short enough not to be noticed.
struct Effort {
    std::uint64_t triangles;
    std::uint32_t least_units;
    std::uint32_t most_units;
    double budget_ms;  // no new round starts after this time
};
constexpr Effort kGpu{400'000, 32, 512, 100.0};
constexpr Effort kSoftware{8'000, 4, 32, 300.0};

// Nothing moves: tick 0, and no distance covered along the path.
const layout::Schedule kStill{glm::uvec4(0, 2, 0, 0), glm::vec4(1.0F, 1.0F, 1.0F, 0.0F)};

constexpr std::size_t kProbed = kLevelTechniques.size();
using Samples = std::array<std::vector<double>, kProbed>;  // ms

// Median of GPU times, minimum of wall times: other work on the cores only adds to wall times.
double typical(std::vector<double> values, bool gpu_clock) {
    if (values.empty()) return 0.0;
    if (!gpu_clock) return *std::ranges::min_element(values);
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// Times work by GPU timestamps (GL_TIMESTAMP, read later) or by wall time between two glFinish calls.
class Clock {
  public:
    explicit Clock(bool gpu) : gpu_(gpu) {
        if (!gpu_) return;
        begin_ = gl::Query::create();
        end_ = gl::Query::create();
    }
    template <typename Work>
    void time(const Work& work) {
        if (gpu_) {
            glQueryCounter(begin_.id(), GL_TIMESTAMP);
            work();
            glQueryCounter(end_.id(), GL_TIMESTAMP);
            return;
        }
        glFinish();
        const Stopwatch watch;
        work();
        glFinish();
        wall_ms_ = watch.elapsed_ms();
    }
    // Time of the last call in milliseconds; waits for the GPU.
    double ms() const {
        if (!gpu_) return wall_ms_;
        constexpr double kMsPerNs = 1e-6;
        GLuint64 begin_ns = 0;
        GLuint64 end_ns = 0;
        glGetQueryObjectui64v(begin_.id(), GL_QUERY_RESULT, &begin_ns);
        glGetQueryObjectui64v(end_.id(), GL_QUERY_RESULT, &end_ns);
        return end_ns > begin_ns ? static_cast<double>(end_ns - begin_ns) * kMsPerNs : 0.0;
    }

  private:
    bool gpu_;
    double wall_ms_ = 0.0;
    gl::Query begin_;
    gl::Query end_;
};

// Units in ranks one metre apart, at phases spread over all clips; every other unit is half way in a
// crossfade.
std::vector<UnitInstance> unitsOf(const GpuModel& model, std::uint32_t count) {
    const auto clips = static_cast<std::uint32_t>(model.clipTable().size());
    const auto side = static_cast<std::uint32_t>(std::ceil(std::sqrt(count)));
    std::vector<UnitInstance> units;
    for (std::uint32_t i = 0; i < count; ++i) {
        const double phase = static_cast<double>(i) / count;
        const double weight = i % 2 == 0 ? 0.5 : 0.0;
        UnitInstance unit = instanceOf(
            {static_cast<int>(i % clips), phase, static_cast<int>((i + 1) % clips), 1.0 - phase, weight});
        const std::uint32_t rank = i / side;
        unit.placement.x = static_cast<float>(i % side) - 0.5F * static_cast<float>(side);
        unit.placement.z = -static_cast<float>(rank);
        units.push_back(unit);
    }
    return units;
}

class LevelProbe {
  public:
    LevelProbe(const gl::Capabilities& capabilities, UnitDrawer& drawer, const GpuModel& model,
               const SkinSettings& skin)
        : capabilities_(capabilities),
          drawer_(drawer),
          model_(model),
          skin_(skin),
          effort_(capabilities.software ? kSoftware : kGpu),
          target_(capabilities, GL_RGBA16F, kSide, kSide, true, "LOD probe"),
          no_shadows_(capabilities, 1, 1),
          selected_(capabilities) {
        Environment light;
        light.shadows = false;
        Camera camera;
        camera.eye = {0.0, 20.0, 50.0};
        camera.target = {0.0, 0.0, -10.0};
        const layout::FrameBlock block = makeFrameBlock(light, camera, 1.0, {}, kStill);
        frame_block_ =
            gl::createBuffer(std::as_bytes(std::span(&block, 1)), GL_STATIC_DRAW, "LOD probe frame");
        layUnits();
    }

    LevelTimes measure() {
        const gl::DebugGroup group("measure LODs");
        const Stopwatch watch;
        glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_FRAME, frame_block_.id());
        glActiveTexture(GL_TEXTURE0 + UNIT_SHADOW);
        glBindTexture(GL_TEXTURE_2D_ARRAY, no_shadows_.depth().id());
        glActiveTexture(GL_TEXTURE0);
        FrameStats stats;
        const LevelTechniques none;
        drawer_.advance(frameOf(findTechnique(kLevelTechniques.front()), none, 0), stats);
        warmUp();
        const Stopwatch rounds_watch;
        while (times_.rounds < kMostRounds &&
               (times_.rounds < kLeastRounds || rounds_watch.elapsed_ms() < effort_.budget_ms))
            round(times_.rounds++);
        for (std::size_t level = 0; level < times_.levels.size(); ++level) {
            LevelTimes::Level& of = times_.levels[level];
            constexpr double kUsPerMs = 1000.0;
            for (std::size_t t = 0; t < kProbed; ++t)
                of.unit_us.at(t) = typical(samples_[level].at(t), capabilities_.timer_queries_reliable) *
                                   kUsPerMs / of.units;
        }
        times_.gpu_clock = capabilities_.timer_queries_reliable;
        times_.took_ms = watch.elapsed_ms();
        return times_;
    }

  private:
    void layUnits() {
        const std::size_t levels = model_.detail() ? static_cast<std::size_t>(model_.impostorLevel()) : 1;
        std::uint32_t most = 0;
        for (std::size_t level = 0; level < levels; ++level) {
            LevelTimes::Level& of = times_.levels.emplace_back();
            of.triangles = std::max<std::uint64_t>(1, model_.triangles(0, static_cast<int>(level)));
            of.units = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(
                effort_.triangles / of.triangles, effort_.least_units, effort_.most_units));
            most = std::max(most, of.units);
            UnitSelection& list = lists_.emplace_back();
            list.runs.push_back({0, 0, 0, static_cast<int>(level), 0, of.units});
            for (std::uint32_t i = 0; i < of.units; ++i) list.indices.push_back(i);
        }
        samples_.resize(levels);
        groups_.resize(1);
        groups_[0].units = unitsOf(model_, most);
        groups_[0].dirty_last = most;
        buffers_.update(groups_, std::span(&model_, 1));
        if (!model_.detail()) return;
        selected_.follow(buffers_, std::span(&model_, 1));
        selected_.upload(lists_);
    }

    UnitFrame frameOf(const Technique& technique, const LevelTechniques& rule, std::size_t level) const {
        UnitFrame frame{std::span(&model_, 1), buffers_, groups_, technique, skin_, kStill};
        frame.levels = &rule;
        if (!model_.detail()) return frame;  // LOD 0 only, all units
        frame.selection = &lists_[level];
        frame.selected = &selected_;
        return frame;
    }

    void draw(std::size_t technique, std::size_t level) const {
        const std::string_view name = kLevelTechniques.at(technique);
        const LevelTechniques whole{std::string(name), {~0U}};
        const UnitFrame frame = frameOf(findTechnique(name), whole, level);
        FrameStats stats;
        drawer_.begin(frame, stats);
        drawer_.draw(frame, {UnitPass::kShade, std::nullopt, [this] { bindTarget(); }}, stats);
    }

    void bindTarget() const {
        glBindFramebuffer(GL_FRAMEBUFFER, target_.framebuffer());
        glViewport(0, 0, kSide, kSide);
        setRasterState(true, true, GL_LESS);
    }

    void clear() const {
        bindTarget();
        glClearColor(0.0F, 0.0F, 0.0F, 1.0F);
        glClearDepth(1.0);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    }

    // Compiles programs and allocates buffers; finds out which techniques can be measured.
    void warmUp() {
        for (std::size_t t = 0; t < kProbed; ++t) {
            const Technique& technique = findTechnique(kLevelTechniques.at(t));
            if (!whyUnavailable(technique, capabilities_, model_.joints()).empty()) continue;
            try {
                clear();
                for (std::size_t level = 0; level < lists_.size(); ++level) draw(t, level);
                takes_part_.push_back(t);
            } catch (const Error& error) {  // one unit needs more than the technique's buffers hold
                warn("technique {} is not measured: {}", technique.name, error.what());
            }
        }
        glFinish();
    }

    // Each round starts with another technique, so that none is always first.
    void round(int number) {
        struct Timed {
            std::size_t level;
            std::size_t technique;
            Clock clock;
        };
        std::vector<Timed> timed;
        clear();
        for (std::size_t level = 0; level < lists_.size(); ++level) {
            for (std::size_t i = 0; i < takes_part_.size(); ++i) {
                const std::size_t t =
                    takes_part_[(i + static_cast<std::size_t>(number)) % takes_part_.size()];
                timed.push_back({level, t, Clock(capabilities_.timer_queries_reliable)});
                timed.back().clock.time([&] { draw(t, level); });
            }
        }
        for (const Timed& one : timed) samples_[one.level].at(one.technique).push_back(one.clock.ms());
    }

    const gl::Capabilities& capabilities_;
    UnitDrawer& drawer_;
    const GpuModel& model_;
    SkinSettings skin_;
    Effort effort_;
    PlainTarget target_;
    ShadowTarget no_shadows_;
    SelectedUnits selected_;
    gl::Buffer frame_block_;
    std::vector<UnitGroup> groups_;
    UnitBuffers buffers_;
    std::vector<UnitSelection> lists_;  // by LOD
    std::vector<std::size_t> takes_part_;
    std::vector<Samples> samples_;  // by LOD
    LevelTimes times_;
};

}  // namespace

LevelTimes measureLevels(const gl::Capabilities& capabilities, UnitDrawer& drawer, const GpuModel& model,
                         const SkinSettings& skin) {
    return LevelProbe(capabilities, drawer, model, skin).measure();
}

}  // namespace phalanx

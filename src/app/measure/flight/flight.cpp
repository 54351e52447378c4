#include "app/measure/flight/flight.h"

#include "app/measure/govern.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/army/framing.h"
#include "core/stopwatch.h"
#include "gl/objects/frame_queue.h"
#include "render/pacing/detail_governor.h"

namespace phalanx {
namespace {

struct Stop {
    glm::dvec3 eye{0.0};     // in radii of the formation
    double eye_m = 0.0;      // height in metres, added to `eye`
    glm::dvec3 target{0.0};  // in radii of the formation
};

// From far above down to the front rank, between the soldiers at head height, and out at the back.
using Path = std::array<Stop, 6>;
constexpr Path kOver{{{{0.9, 0.5, 1.7}, 8.0, {0.0, 0.0, 0.0}},
                      {{0.3, 0.06, 1.1}, 4.0, {0.0, 0.0, 0.3}},
                      {{0.05, 0.0, 0.55}, 2.4, {-0.2, 0.0, -0.1}},
                      {{-0.35, 0.0, 0.0}, 1.9, {-0.9, 0.0, -0.3}},
                      {{-0.6, 0.03, -0.6}, 3.0, {0.0, 0.0, -0.2}},
                      {{0.2, 0.3, -1.3}, 6.0, {0.0, 0.0, 0.0}}}};

// At eye height through the ranks: the nearest units hide most of what is behind them.
constexpr Path kThrough{{{{0.2, 0.0, 1.05}, 1.6, {0.0, 0.0, 0.0}},
                         {{0.1, 0.0, 0.6}, 1.6, {-0.3, 0.0, 0.0}},
                         {{-0.2, 0.0, 0.1}, 1.6, {-0.8, 0.0, -0.5}},
                         {{-0.5, 0.0, -0.3}, 1.6, {0.0, 0.0, -0.9}},
                         {{-0.1, 0.0, -0.6}, 1.6, {0.8, 0.0, -0.2}},
                         {{0.3, 0.0, 0.2}, 1.6, {0.4, 0.0, 1.2}}}};

// Uniform Catmull-Rom spline through a closed loop of points.
glm::dvec3 along(const std::array<glm::dvec3, 4>& p, double t) {
    return 0.5 * (2.0 * p[1] + (p[2] - p[0]) * t + (2.0 * p[0] - 5.0 * p[1] + 4.0 * p[2] - p[3]) * t * t +
                  (3.0 * p[1] - p[0] - 3.0 * p[2] + p[3]) * t * t * t);
}

// share: 0..1 along the path. The path moves with the marching formation.
Camera flightCamera(const Path& path, const Crowd& crowd, Ticks now, double share) {
    const double radius = std::max(crowd.formationRadius_m(), 10.0);
    const double place = share * static_cast<double>(path.size());
    const auto before = static_cast<std::size_t>(place);
    std::array<glm::dvec3, 4> eyes{};
    std::array<glm::dvec3, 4> targets{};
    for (std::size_t i = 0; i < 4; ++i) {
        const Stop& stop = path.at((before + i + path.size() - 1) % path.size());
        eyes.at(i) = stop.eye * radius + glm::dvec3(0.0, stop.eye_m, 0.0);
        targets.at(i) = stop.target * radius + glm::dvec3(0.0, 1.2, 0.0);
    }
    const double within = place - static_cast<double>(before);
    const glm::dvec3 gone = marchOffset(crowd, now);
    Camera camera;
    camera.eye = gone + along(eyes, within);
    camera.eye.y = std::max(camera.eye.y, 1.6);
    camera.target = gone + along(targets, within);
    if (const Terrain* const terrain = crowd.terrain().get(); terrain != nullptr) {
        for (glm::dvec3* const point : {&camera.eye, &camera.target})
            point->y += terrain->height_m({point->x, point->z}) - gone.y;
    }
    camera.far_m = std::max(camera.far_m, 5.0 * radius);
    return camera;
}

// Measures the time between finished frames.
class Pacer {
  public:
    explicit Pacer(int ahead) : queue_(static_cast<std::size_t>(ahead)) {}

    // Call after a frame's last GL call. Returns the milliseconds since the previous call returned.
    double pass() {
        queue_.pass();
        const double now = watch_.elapsed_ms();
        return now - std::exchange(before_, now);
    }

  private:
    gl::FrameQueue queue_;
    Stopwatch watch_;
    double before_ = 0.0;
};

// GPU times arrive a few frames late, with the number of the frame they belong to.
void takeGpuTimes(const FrameStats& stats, std::vector<FlightFrame>& frames) {
    if (!stats.timed_frame || frames.empty() || *stats.timed_frame < frames.front().number) return;
    const auto index = static_cast<std::size_t>(*stats.timed_frame - frames.front().number);
    if (index >= frames.size()) return;
    frames[index].gpu_ms = stats.gpu_ms;
    frames[index].passes = stats.passes;
}

}  // namespace

std::string_view nameOf(FlightPath path) {
    constexpr std::array<std::string_view, 3> kNames{"over", "through", "take"};
    return kNames.at(static_cast<std::size_t>(path));
}

void Flight::Parts::raise(const FrameStats& stats) {
    units = std::max(units, stats.instance_bytes);
    poses = std::max(poses, stats.pose_bytes);
    animation = std::max(animation, stats.animation_bytes);
    meshes = std::max(meshes, stats.mesh_bytes);
    images = std::max(images, stats.image_bytes);
    pyramid = std::max(pyramid, stats.pyramid_bytes);
    impostors = std::max(impostors, stats.impostor_bytes + stats.raster_bytes);
}

void fly(Stage& stage, const FlightPlan& plan, FrameTimer& timer, Flight& flight) {
    const int frames = plan.frames;
    const Path& path = plan.path == FlightPath::kThrough ? kThrough : kOver;
    TimedFrame wanted{stage.render, plan.size};
    Pacer pacer(plan.frames_ahead);
    DetailGovernor governor;
    const bool timers = stage.renderer.capabilities().gpuClock();
    Camera camera;
    for (int i = -kFlightWarmUp; i < frames; ++i) {
        const int frame = std::max(i, 0);
        const Ticks now = ticksFromSeconds((i + kFlightWarmUp) / kFlightFps);
        const BattleLoad battle = plan.hear ? plan.hear(camera, now) : BattleLoad{};
        stage.crowd.advance(now);
        camera = plan.path == FlightPath::kTake
                     ? cameraOf(plan.take, stage.crowd, now)
                     : flightCamera(path, stage.crowd, now, static_cast<double>(frame) / frames);
        const FallLoad falls = plan.falls && i >= 0 ? plan.falls(i, camera, now) : FallLoad{};
        timer.aim(camera, now);
        const bool waits = plan.frames_ahead == 0;
        if (waits) pacer = Pacer(0);     // do not count the work between two frames
        wanted.request.at_once = i < 0;  // measured frames build impostors and programs as a window does
        govern(governor, i < 0 ? DetailGovernor::Wish{stage.render.lod_error_px} : wishOf(stage.render),
               wanted.request);
        timer.frame(wanted);
        const double frame_ms = pacer.pass();
        stage.renderer.poll();
        if (i < 0) continue;
        governor.add(stage.renderer.stats(), timers, frame_ms);
        const FrameStats& stats = waits ? stage.renderer.settledStats() : stage.renderer.stats();
        flight.drawn_by = stats.technique;
        flight.select = stats.selected_by_gpu ? Select::kGpu : Select::kCpu;
        FlightFrame& taken = flight.frames.emplace_back();
        taken.number = stats.frame;
        taken.frame_ms = frame_ms;
        taken.submit_ms = stats.submit_ms;
        taken.select_ms = stats.select_ms;
        taken.error_px = stats.lod_error_px;
        taken.tested = stats.occlusion;
        taken.impostors_by_compute = stats.impostors_by_compute;
        taken.visible = stats.visible;
        taken.hidden = stats.hidden;
        taken.triangles = stats.triangles;
        taken.lod_units = stats.lod_units;
        taken.falls = falls;
        taken.battle = battle;
        taken.uploaded = stats.bytes_uploaded;
        taken.upload_causes = stats.upload_causes;
        for (const PassWork& pass : stats.work) {
            if (pass.name == "falls") taken.fall_bytes += pass.bytes_uploaded;
            if (pass.name == "culling") taken.selection_bytes += pass.bytes_uploaded;
        }
        takeGpuTimes(stats, flight.frames);
        flight.parts.raise(stats);
        flight.gpu_bytes =
            std::max(flight.gpu_bytes, stats.animation_bytes + stats.instance_bytes + stats.pose_bytes +
                                           stats.mesh_bytes + stats.image_bytes + stats.pyramid_bytes +
                                           stats.impostor_bytes + stats.raster_bytes);
        flight.gpu_unit_bytes = std::max(flight.gpu_unit_bytes, stats.instance_bytes + stats.pose_bytes);
        flight.cpu_bytes = std::max(flight.cpu_bytes,
                                    stats.selection_bytes + std::size_t{flight.units} * sizeof(UnitInstance));
    }
}

}  // namespace phalanx

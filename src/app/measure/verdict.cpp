#include "app/measure/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

// Shorter frames are mostly fixed cost, and clocks are too coarse for them.
constexpr double kShortest_ms = 0.05;
// Unless noted otherwise, the limits are fractions of the full frame's time.
constexpr double kMostNoise = 0.15;     // no verdict above this; the smallest gain that counts is twice this
constexpr double kTolerance = 0.10;     // a variant with less work may take longer by this much
constexpr double kSubmitLimits = 0.90;  // submit time above this is the limit
constexpr double kVerticesLimit = 0.60;
constexpr double kSetupLimits = 0.40;
constexpr double kPixelsLimit = 0.50;
constexpr double kTrianglesLimit = 0.75;   // degenerate triangles above this: triangle assembly is the limit
constexpr double kTrianglesMatter = 0.40;  // above this they may be the limit if poses take little time
constexpr double kBeside = 0.25;           // work below this does not limit
constexpr double kPosesMatter = 0.30;
constexpr double kLayersLimit = 0.40;
constexpr double kBusy = 0.80;         // fraction of the swap interval: a busier GPU fills the frame
constexpr double kVsyncLimits = 0.75;  // fraction of a refresh interval: with less work, vsync is the limit
constexpr double kMissed = 0.90;       // fraction of a refresh interval: more work can miss the refresh
constexpr double kInStep = 0.05;  // refresh intervals: how far a median may be from a whole number of them

// Fractions of the full frame's time.
struct Shares {
    double pixels = 0.0;     // saved at 1x1 pixels
    double setup = 0.0;      // saved by discarding triangles, compared with 1x1 pixels; a lower bound
    double vertices = 0.0;   // time of the units with their triangles discarded
    double poses = 0.0;      // saved by the rest pose, without what layers take
    double layers = 0.0;     // saved by holding the layers
    double triangles = 0.0;  // time of the same number of degenerate triangles
};

// CPU and GPU work in parallel, so a frame is never faster than its submission.
Shares sharesOf(const VariantTimes& times) {
    const double submit = times.submit_ms.value_or(0.0);
    const auto bound = [submit](double ms) { return std::max(ms, submit); };
    const double full = bound(times.full_ms);
    const auto share = [full](double more, double less) { return std::max(0.0, more - less) / full; };
    Shares shares;
    shares.pixels = share(full, bound(times.one_pixel_ms));
    // The discarded frame contains ground and sky at full size, the 1x1 frame does not: a lower bound.
    shares.setup = share(bound(times.one_pixel_ms), bound(times.discard_ms));
    const double held = bound(times.held_layers_ms.value_or(times.full_ms));
    shares.layers = share(full, held);
    shares.vertices = std::max(0.0, share(bound(times.discard_ms), bound(times.no_units_ms)) - shares.layers);
    shares.triangles = share(bound(times.collapsed_ms), bound(times.no_units_ms));
    shares.poses = share(held, bound(times.static_ms));
    return shares;
}

constexpr const char* kLayersAdvice =
    "fewer units with layers help, fewer clips and layers per unit, and fewer aims; so does a larger LOD "
    "error, since units that are drawn as impostors need no poses";

Verdict none(std::string why) {
    return {FrameLimit::kNone, "no single limit: " + std::move(why), ""};
}

std::string complaintAbout(const VariantTimes& times) {
    const double submit = times.submit_ms.value_or(0.0);
    for (const double ms :
         {times.full_ms, times.discard_ms, times.one_pixel_ms, times.static_ms, times.collapsed_ms,
          times.no_units_ms, submit, times.noise_ms, times.held_layers_ms.value_or(0.0)}) {
        if (!std::isfinite(ms) || ms < 0.0) return "some variants of the frame could not be timed";
    }
    const double full = std::max(times.full_ms, submit);
    if (full < kShortest_ms) {
        return fmt::format("a frame of {:.3f} ms is too short to judge; use more --units or a larger --size",
                           full);
    }
    if (times.noise_ms > kMostNoise * full) {
        return fmt::format(
            "times scatter by {:.2f} ms, too much for a frame of {:.2f} ms; the machine may be busy",
            times.noise_ms, full);
    }
    const double tolerance = std::max(kTolerance * full, 2.0 * times.noise_ms);
    const double most = std::max({times.discard_ms, times.one_pixel_ms, times.static_ms, times.collapsed_ms,
                                  times.no_units_ms, times.held_layers_ms.value_or(0.0)});
    if (most > full + tolerance || times.no_units_ms > times.discard_ms + tolerance) {
        return "a frame with less work took longer; the machine may be busy, or its clock rate may be "
               "changing";
    }
    return "";
}

Verdict verticesVerdict(const VariantTimes& times, const Shares& shares) {
    Verdict verdict;
    verdict.limit = FrameLimit::kVertices;
    verdict.sentence = fmt::format(
        "vertex work: {:.2f} of {:.2f} ms remain when triangles are discarded, {:.2f} ms at 1x1 pixels, "
        "{:.2f} ms without poses",
        times.discard_ms, times.full_ms, times.one_pixel_ms, times.static_ms);
    verdict.advice =
        shares.poses >= kPosesMatter
            ? "cheaper poses help: compare the techniques with `phalanx bench`, try --weights, --single-clip "
              "and --encoding"
            : "poses take the smaller part: fewer units or models with fewer vertices help";
    return verdict;
}

}  // namespace

std::string_view nameOf(FrameLimit limit) {
    switch (limit) {
        case FrameLimit::kNone:
            return "none";
        case FrameLimit::kSubmit:
            return "cpu submit";
        case FrameLimit::kVertices:
            return "vertex work";
        case FrameLimit::kSetup:
            return "triangle set-up";
        case FrameLimit::kPixels:
            return "pixels";
        case FrameLimit::kVsync:
            return "vsync";
        case FrameLimit::kLayers:
            return "layers";
    }
    return "";
}

Verdict judgeShown(const ShownTimes& times) {
    const double frame = times.frame_ms;
    const double gpu = times.gpu_ms.value_or(0.0);
    if (!std::isfinite(frame) || frame < kShortest_ms) return none("not enough frames yet");
    if (times.software)
        return none(millisecondsText(frame) + " per frame, drawn on the CPU by a software driver");
    if (times.refresh_ms && times.gpu_ms) {
        const double refresh = *times.refresh_ms;
        const double refreshes = std::max(1.0, std::round(frame / refresh));
        const double busy = std::max(gpu, times.submit_ms);
        const bool in_step = std::abs(frame / refresh - refreshes) < kInStep;
        if (in_step && refreshes < 1.5 && busy < kVsyncLimits * refresh) {
            return {FrameLimit::kVsync,
                    fmt::format(
                        "vsync: the display shows a frame every {:.2f} ms; the GPU is busy for {:.2f} ms of "
                        "it, the GL calls take {:.2f} ms",
                        refresh, gpu, times.submit_ms),
                    "more units would fit; --no-vsync shows the rate without waiting"};
        }
        // A frame that misses one refresh waits for the next one.
        const double missed = (refreshes - 1.0) * refresh;
        if (in_step && refreshes > 1.5 && busy > kMissed * missed && busy < kBusy * frame) {
            return {FrameLimit::kVsync,
                    fmt::format("vsync: {:.2f} ms of work miss the refresh at {:.2f} ms and wait for the one "
                                "at {:.2f} ms",
                                busy, missed, frame),
                    "slightly less work doubles the frame rate; --no-vsync removes the wait"};
        }
    }
    if (times.gpu_ms && times.submit_ms >= kSubmitLimits * frame && gpu < kBusy * frame) {
        return {
            FrameLimit::kSubmit,
            fmt::format("CPU submit: the GL calls take {:.2f} of {:.2f} ms, the GPU is busy for {:.2f} ms",
                        times.submit_ms, frame, gpu),
            "fewer draw calls and less skinning on the CPU help: compare the techniques"};
    }
    if (times.gpu_ms && gpu >= kBusy * frame && times.layers_ms.value_or(0.0) >= kLayersLimit * gpu) {
        return {FrameLimit::kLayers,
                fmt::format("layers: the GPU is busy for {:.2f} of {:.2f} ms, for {:.2f} ms of it with the "
                            "poses of layers",
                            gpu, frame, *times.layers_ms),
                kLayersAdvice};
    }
    if (times.gpu_ms && gpu >= kBusy * frame)
        return none(fmt::format("the GPU is busy for {:.2f} of {:.2f} ms", gpu, frame));
    if (!times.gpu_ms)
        return none(fmt::format("{:.2f} ms per frame; this driver's timer queries are unreliable", frame));
    return none(fmt::format("of {:.2f} ms, the GPU is busy for {:.2f} ms and the GL calls take {:.2f} ms",
                            frame, gpu, times.submit_ms));
}

Verdict judgeFrame(const VariantTimes& times) {
    if (const std::string complaint = complaintAbout(times); !complaint.empty()) return none(complaint);
    if (times.submit_ms && *times.submit_ms >= kSubmitLimits * times.full_ms) {
        // A driver may also make the CPU wait for a GPU that is behind. Then less GPU work makes both faster,
        // and the two cases cannot be distinguished.
        const double least = std::min(times.discard_ms, times.one_pixel_ms);
        const bool waits = times.full_ms > kBeside * *times.submit_ms && least < kPixelsLimit * times.full_ms;
        if (waits) {
            return none(fmt::format("the CPU submits for {:.2f} ms and the GPU draws for {:.2f} ms",
                                    *times.submit_ms, times.full_ms));
        }
        return {FrameLimit::kSubmit,
                fmt::format("CPU submit: the GL calls take {:.2f} ms, the GPU is busy for {:.2f} ms",
                            *times.submit_ms, times.full_ms),
                "fewer draw calls and less skinning on the CPU help: compare the techniques with `phalanx "
                "bench`"};
    }
    const Shares shares = sharesOf(times);
    if (shares.layers >= kLayersLimit) {
        return {FrameLimit::kLayers,
                fmt::format("layers: {:.2f} of {:.2f} ms remain if units keep the poses of an earlier frame",
                            *times.held_layers_ms, times.full_ms),
                kLayersAdvice};
    }
    const bool pixels = shares.pixels >= kPixelsLimit;
    // A driver may skip vertex work whose result is discarded; that work would then look like triangle
    // set-up. The rest pose has the same triangles, so the time it saves is not set-up.
    const bool setup = shares.setup >= kSetupLimits && shares.pixels < kBeside && shares.poses < kBeside;
    const bool vertices = shares.vertices >= kVerticesLimit && shares.pixels < kBeside;
    if (pixels && !setup && !vertices) {
        return {
            FrameLimit::kPixels,
            fmt::format("pixels: {:.2f} of {:.2f} ms remain at 1x1 pixels", times.one_pixel_ms,
                        times.full_ms),
            "a smaller --size, fewer --samples or no --shadows help; cheaper poses or fewer draw calls do "
            "not"};
    }
    // A GPU may assemble triangles at a fixed rate before anything is discarded. Then only degenerate
    // triangles, which need no vertex work, distinguish triangle assembly from vertex work.
    if (vertices && shares.triangles >= kTrianglesLimit && shares.poses < kBeside) {
        return {FrameLimit::kSetup,
                fmt::format(
                    "triangle set-up: {:.2f} of {:.2f} ms remain with degenerate triangles, {:.2f} ms in the "
                    "rest pose",
                    times.collapsed_ms, times.full_ms, times.static_ms),
                "fewer triangles help: fewer units, or models with fewer triangles"};
    }
    if (vertices && shares.triangles >= kTrianglesMatter && shares.poses < kPosesMatter) {
        return none(
            fmt::format("{:.2f} of {:.2f} ms remain when triangles are discarded, but degenerate triangles "
                        "take {:.2f} ms too",
                        times.discard_ms, times.full_ms, times.collapsed_ms));
    }
    if (setup && !vertices && shares.vertices < kPixelsLimit) {
        return {FrameLimit::kSetup,
                fmt::format("triangle set-up: {:.2f} of {:.2f} ms remain at 1x1 pixels, {:.2f} ms when the "
                            "triangles are discarded",
                            times.one_pixel_ms, times.full_ms, times.discard_ms),
                "fewer triangles help: fewer units, or models with fewer triangles"};
    }
    if (vertices && !setup) return verticesVerdict(times, shares);
    return none(
        fmt::format("of {:.2f} ms, 1x1 pixels save {:.0f} %, discarding triangles saves another {:.0f} %, "
                    "and vertex work "
                    "takes {:.0f} %",
                    times.full_ms, shares.pixels * 100.0, shares.setup * 100.0, shares.vertices * 100.0));
}

}  // namespace phalanx

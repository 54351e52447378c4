#include "app/measure/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

// Below this a frame is mostly fixed cost, and clocks are coarse.
constexpr double kShortest_ms = 0.05;
constexpr double kMostNoise = 0.15;     // of the frame: the smallest gain that counts is twice that
constexpr double kTolerance = 0.10;     // of the frame: by so much less work may take longer
constexpr double kSubmitLimits = 0.90;  // the CPU's time, of the frame's
constexpr double kVerticesLimit = 0.60;
constexpr double kSetupLimits = 0.40;
constexpr double kPixelsLimit = 0.50;
constexpr double kTrianglesLimit = 0.75;   // what triangles without vertex work take of the frame
constexpr double kTrianglesMatter = 0.40;  // where poses are the smaller part, they may be what is waited for
constexpr double kBeside = 0.25;           // what is below does not limit
constexpr double kPosesMatter = 0.30;
constexpr double kBusy = 0.80;         // of the time between swaps: it fills the frame
constexpr double kVsyncLimits = 0.75;  // work for less than this of a frame leaves the rest to waiting
constexpr double kMissed = 0.90;       // of a refresh: work for more than this can come too late for it
constexpr double kInStep = 0.05;       // refreshes: by so much a median may miss a whole number of them

struct Shares {
    double pixels = 0.0;     // saved at 1x1
    double setup = 0.0;      // between 1x1 and discarded, at least
    double vertices = 0.0;   // what units still take when nothing is made of their vertices
    double poses = 0.0;      // saved by the rest pose
    double triangles = 0.0;  // what as many triangles of one vertex take
};

// CPU and GPU work side by side: a frame is never faster than its submission.
Shares sharesOf(const VariantTimes& times) {
    const double submit = times.submit_ms.value_or(0.0);
    const auto bound = [submit](double ms) { return std::max(ms, submit); };
    const double full = bound(times.full_ms);
    const auto share = [full](double more, double less) { return std::max(0.0, more - less) / full; };
    Shares shares;
    shares.pixels = share(full, bound(times.one_pixel_ms));
    // Ground and sky are in the discarded frame at full size, at 1x1 they are not: this is too little rather
    // than too much.
    shares.setup = share(bound(times.one_pixel_ms), bound(times.discard_ms));
    shares.vertices = share(bound(times.discard_ms), bound(times.no_units_ms));
    shares.triangles = share(bound(times.collapsed_ms), bound(times.no_units_ms));
    shares.poses = share(full, bound(times.static_ms));
    return shares;
}

Verdict none(std::string why) {
    return {FrameLimit::kNone, "no single limit: " + std::move(why), ""};
}

std::string complaintAbout(const VariantTimes& times) {
    const double submit = times.submit_ms.value_or(0.0);
    for (const double ms : {times.full_ms, times.discard_ms, times.one_pixel_ms, times.static_ms,
                            times.collapsed_ms, times.no_units_ms, submit, times.noise_ms}) {
        if (!std::isfinite(ms) || ms < 0.0) return "not every variant of the frame could be timed";
    }
    const double full = std::max(times.full_ms, submit);
    if (full < kShortest_ms) {
        return fmt::format("a frame of {:.3f} ms is too short to tell; try more --units or a larger --size",
                           full);
    }
    if (times.noise_ms > kMostNoise * full) {
        return fmt::format(
            "times scatter by {:.2f} ms, too much for a frame of {:.2f} ms; is the machine busy?",
            times.noise_ms, full);
    }
    const double tolerance = std::max(kTolerance * full, 2.0 * times.noise_ms);
    const double most = std::max(
        {times.discard_ms, times.one_pixel_ms, times.static_ms, times.collapsed_ms, times.no_units_ms});
    if (most > full + tolerance || times.no_units_ms > times.discard_ms + tolerance) {
        return "a frame with less work took longer; is the machine busy, or its clock rate changing?";
    }
    return "";
}

Verdict verticesVerdict(const VariantTimes& times, const Shares& shares) {
    Verdict verdict;
    verdict.limit = FrameLimit::kVertices;
    verdict.sentence = fmt::format(
        "vertex work: {:.2f} of {:.2f} ms stay when nothing is made of the vertices, {:.2f} ms at 1x1 "
        "pixels; "
        "without poses {:.2f} ms",
        times.discard_ms, times.full_ms, times.one_pixel_ms, times.static_ms);
    verdict.advice =
        shares.poses >= kPosesMatter
            ? "cheaper poses help: compare the techniques with `phalanx bench`, try --weights, --single-clip "
              "and "
              "--encoding"
            : "poses are the smaller part: fewer units or models of fewer vertices help";
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
    }
    return "";
}

Verdict judgeShown(const ShownTimes& times) {
    const double frame = times.frame_ms;
    const double gpu = times.gpu_ms.value_or(0.0);
    if (!std::isfinite(frame) || frame < kShortest_ms) return none("not enough frames yet");
    if (times.software)
        return none(millisecondsText(frame) + " a frame, all of it drawn by the CPU in software");
    if (times.refresh_ms && times.gpu_ms) {
        const double refresh = *times.refresh_ms;
        const double refreshes = std::max(1.0, std::round(frame / refresh));
        const double busy = std::max(gpu, times.submit_ms);
        const bool in_step = std::abs(frame / refresh - refreshes) < kInStep;
        if (in_step && refreshes < 1.5 && busy < kVsyncLimits * refresh) {
            return {FrameLimit::kVsync,
                    fmt::format(
                        "vsync: the display takes a frame every {:.2f} ms; the GPU works for {:.2f} ms of "
                        "it, the GL calls take {:.2f} ms",
                        refresh, gpu, times.submit_ms),
                    "there is room for more units; --no-vsync shows how fast it could be"};
        }
        // Late for one refresh, a frame waits for the next.
        const double missed = (refreshes - 1.0) * refresh;
        if (in_step && refreshes > 1.5 && busy > kMissed * missed && busy < kBusy * frame) {
            return {
                FrameLimit::kVsync,
                fmt::format("vsync: {:.2f} ms of work come too late for {:.2f} ms, and wait until {:.2f} ms",
                            busy, missed, frame),
                "a little less work doubles the rate; --no-vsync does without the wait"};
        }
    }
    if (times.gpu_ms && times.submit_ms >= kSubmitLimits * frame && gpu < kBusy * frame) {
        return {FrameLimit::kSubmit,
                fmt::format("CPU submit: the GL calls take {:.2f} of {:.2f} ms, the GPU {:.2f} ms",
                            times.submit_ms, frame, gpu),
                "fewer draw calls and less skinning on the CPU help: compare the techniques"};
    }
    if (times.gpu_ms && gpu >= kBusy * frame)
        return none(fmt::format("the GPU works for {:.2f} of {:.2f} ms", gpu, frame));
    if (!times.gpu_ms)
        return none(fmt::format("{:.2f} ms a frame, this driver's timers are unreliable", frame));
    return none(fmt::format("of {:.2f} ms the GPU works for {:.2f} ms, the GL calls take {:.2f} ms", frame,
                            gpu, times.submit_ms));
}

Verdict judgeFrame(const VariantTimes& times) {
    if (const std::string complaint = complaintAbout(times); !complaint.empty()) return none(complaint);
    if (times.submit_ms && *times.submit_ms >= kSubmitLimits * times.full_ms) {
        // A driver may also make the CPU wait for a GPU that is behind. Then less GPU work makes both faster,
        // and the one cannot be told from the other.
        const double least = std::min(times.discard_ms, times.one_pixel_ms);
        const bool waits = times.full_ms > kBeside * *times.submit_ms && least < kPixelsLimit * times.full_ms;
        if (waits) {
            return none(fmt::format("the CPU submits for {:.2f} ms and the GPU draws for {:.2f} ms",
                                    *times.submit_ms, times.full_ms));
        }
        return {FrameLimit::kSubmit,
                fmt::format("CPU submit: the GL calls take {:.2f} ms, the GPU {:.2f} ms", *times.submit_ms,
                            times.full_ms),
                "fewer draw calls and less skinning on the CPU help: compare the techniques with `phalanx "
                "bench`"};
    }
    const Shares shares = sharesOf(times);
    const bool pixels = shares.pixels >= kPixelsLimit;
    // Some driver may skip vertex work whose outcome is discarded; then that work would look like set-up. The
    // rest pose has the same triangles: what it saves is no set-up.
    const bool setup = shares.setup >= kSetupLimits && shares.pixels < kBeside && shares.poses < kBeside;
    const bool vertices = shares.vertices >= kVerticesLimit && shares.pixels < kBeside;
    if (pixels && !setup && !vertices) {
        return {
            FrameLimit::kPixels,
            fmt::format("pixels: {:.2f} of {:.2f} ms are left at 1x1", times.one_pixel_ms, times.full_ms),
            "a smaller --size, fewer --samples or no --shadows help; cheaper poses or fewer draw calls do "
            "not"};
    }
    // A GPU may put triangles together at a fixed rate before anything is discarded: then only triangles
    // without vertex work tell them from it.
    if (vertices && shares.triangles >= kTrianglesLimit && shares.poses < kBeside) {
        return {FrameLimit::kSetup,
                fmt::format(
                    "triangle set-up: {:.2f} of {:.2f} ms are left when all corners of a triangle are one "
                    "vertex, {:.2f} ms in the rest pose",
                    times.collapsed_ms, times.full_ms, times.static_ms),
                "fewer triangles help: fewer units, models of fewer triangles"};
    }
    if (vertices && shares.triangles >= kTrianglesMatter && shares.poses < kPosesMatter) {
        return none(
            fmt::format("{:.2f} of {:.2f} ms stay when nothing is made of the vertices, but triangles of one "
                        "vertex take {:.2f} ms too",
                        times.discard_ms, times.full_ms, times.collapsed_ms));
    }
    if (setup && !vertices && shares.vertices < kPixelsLimit) {
        return {FrameLimit::kSetup,
                fmt::format("triangle set-up: {:.2f} of {:.2f} ms are left at 1x1 pixels, {:.2f} ms when the "
                            "triangles are discarded",
                            times.one_pixel_ms, times.full_ms, times.discard_ms),
                "fewer triangles help: fewer units, models of fewer triangles"};
    }
    if (vertices && !setup) return verticesVerdict(times, shares);
    return none(fmt::format(
        "of {:.2f} ms, 1x1 pixels save {:.0f} %, discarding the triangles as well {:.0f} % more, and vertex "
        "work takes {:.0f} %",
        times.full_ms, shares.pixels * 100.0, shares.setup * 100.0, shares.vertices * 100.0));
}

}  // namespace phalanx

#include "app/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>

#include "gl/timer.h"

namespace phalanx {
namespace {

// A wall clock around glFinish needs no ring of timers to come round.
constexpr int kWarmUpByWall = 2;
constexpr int kSmallShadowMap = 16;  // texels a side: as good as none, and the view of it stays sound

TimedFrame variantOf(const TimedFrame& full, FrameVariant variant) {
    TimedFrame frame = full;
    switch (variant) {
        case FrameVariant::kFull:
            break;
        case FrameVariant::kDiscard:
            frame.settings.discard_units = true;
            break;
        case FrameVariant::kOnePixel:
            frame.size = {1, 1};
            frame.settings.shadow_map = kSmallShadowMap;
            break;
        case FrameVariant::kStatic:
            frame.settings.technique = "static";
            break;
        case FrameVariant::kNoUnits:
            frame.settings.units = false;
            break;
    }
    return frame;
}

// How far the middle half of the rounds' medians lies apart.
double scatterOf(std::vector<double> medians) {
    std::sort(medians.begin(), medians.end());
    const std::size_t outside = medians.size() / 4;
    return medians[medians.size() - 1 - outside] - medians[outside];
}

void append(std::vector<double>& all, const std::vector<double>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

std::string_view nameOf(FrameVariant variant) {
    switch (variant) {
        case FrameVariant::kFull:
            return "as it is";
        case FrameVariant::kDiscard:
            return "triangles discarded";
        case FrameVariant::kOnePixel:
            return "1x1 pixels";
        case FrameVariant::kStatic:
            return "technique static";
        case FrameVariant::kNoUnits:
            return "without units";
    }
    return "";
}

Diagnosis diagnoseFrame(Stage& stage, const DiagnosisPlan& plan,
                        const std::function<void(const std::string&)>& progress) {
    const gl::Capabilities& capabilities = stage.renderer.capabilities();
    Diagnosis diagnosis;
    diagnosis.gpu_clock = capabilities.timer_queries_reliable;
    const int warm_up = diagnosis.gpu_clock ? gl::GpuTimer::kFrames + 3 : kWarmUpByWall;
    FrameTimer timer(stage, plan.size, warm_up);
    timer.aim();
    const TimedFrame full{stage.render, plan.size};

    const double frame_ms = timer.probe(full);
    diagnosis.unit_draws = stage.renderer.stats().unit_draws;
    const int turns = plan.rounds * static_cast<int>(kFrameVariants.size());
    const int frames_a_turn = std::max(1, plan.frames / plan.rounds);
    const double needed_s = frame_ms * turns * (frames_a_turn + warm_up) / 1000.0;
    if (needed_s > plan.time_budget_s) {
        throw environmentError(
            "diagnose",
            fmt::format("a frame takes {:.0f} ms, all variants would take {:.0f} s, more than the "
                        "{:.0f} s allowed; try fewer --units or --frames",
                        frame_ms, needed_s, plan.time_budget_s));
    }

    std::array<std::vector<double>, kFrameVariants.size()> times;
    std::array<std::vector<double>, kFrameVariants.size()> medians;
    std::vector<double> submit_ms;
    for (int round = 0; round < plan.rounds; ++round) {
        progress(fmt::format("round {} of {}", round + 1, plan.rounds));
        for (std::size_t v = 0; v < kFrameVariants.size(); ++v) {
            FrameSamples samples;
            timer.turn(variantOf(full, kFrameVariants[v]), frames_a_turn, samples);
            const std::vector<double>& clock = diagnosis.gpu_clock ? samples.gpu_ms : samples.frame_ms;
            if (clock.empty()) throw environmentError("diagnose", "this driver's timers gave no time");
            append(times[v], clock);
            medians[v].push_back(percentilesOf(clock).p50);
            if (kFrameVariants[v] == FrameVariant::kFull) append(submit_ms, samples.submit_ms);
        }
    }
    const auto median = [&](FrameVariant variant) {
        return diagnosis.frames[static_cast<std::size_t>(variant)].p50;
    };
    for (std::size_t v = 0; v < kFrameVariants.size(); ++v) {
        diagnosis.frames[v] = percentilesOf(times[v]);
        diagnosis.times.noise_ms = std::max(diagnosis.times.noise_ms, scatterOf(medians[v]));
    }
    diagnosis.submit_ms = percentilesOf(submit_ms).p50;
    diagnosis.times.full_ms = median(FrameVariant::kFull);
    diagnosis.times.discard_ms = median(FrameVariant::kDiscard);
    diagnosis.times.one_pixel_ms = median(FrameVariant::kOnePixel);
    diagnosis.times.static_ms = median(FrameVariant::kStatic);
    diagnosis.times.no_units_ms = median(FrameVariant::kNoUnits);
    // A driver in software works on vertices inside the calls that draw.
    if (!capabilities.software && diagnosis.gpu_clock) diagnosis.times.submit_ms = diagnosis.submit_ms;
    return diagnosis;
}

}  // namespace phalanx

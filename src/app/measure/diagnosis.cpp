#include "app/measure/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>

#include "render/techniques/technique.h"

namespace phalanx {
namespace {

constexpr int kSmallShadowMap = 16;  // texels per side: costs almost nothing, and the shadow view stays valid

TimedFrame variantOf(const TimedFrame& full, FrameVariant variant) {
    TimedFrame frame = full;
    frame.request.answers_picks = false;
    switch (variant) {
        case FrameVariant::kFull:
            break;
        case FrameVariant::kDiscard:
            frame.request.discard_units = true;
            break;
        case FrameVariant::kOnePixel:
            // The same units stay in view.
            frame.request.aspect = static_cast<double>(full.size.x) / full.size.y;
            frame.size = {1, 1};
            frame.request.shadow_map = kSmallShadowMap;
            break;
        case FrameVariant::kStatic:
            frame.request.technique = "static";
            break;
        case FrameVariant::kCollapsed:
            frame.request.technique = "static";
            frame.request.collapse_units = true;
            break;
        case FrameVariant::kNoUnits:
            frame.request.units = false;
            break;
        case FrameVariant::kHeldLayers:
            frame.request.hold_layers = true;
            break;
    }
    return frame;
}

// Interquartile range of the rounds' medians.
double scatterOf(std::vector<double> medians) {
    std::sort(medians.begin(), medians.end());
    const std::size_t outside = medians.size() / 4;
    return medians[medians.size() - 1 - outside] - medians[outside];
}

int framesOfTurn(const DiagnosisPlan& plan) {
    return std::max(1, plan.frames / plan.rounds);
}

// Layers can be held where passes write the rows of matrices that units are drawn with.
std::vector<FrameVariant> variantsOf(const Stage& stage) {
    std::vector<FrameVariant> variants(kFrameVariants.begin(), kFrameVariants.end());
    const Technique& technique = findTechnique(stage.render.technique);
    const bool rows = technique.no_layers.empty() && layeredTechnique(technique).pose == PoseKind::kPalette;
    if (!stage.renderer.hasLayers() || !rows) std::erase(variants, FrameVariant::kHeldLayers);
    return variants;
}

void append(std::vector<double>& all, const std::vector<double>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

std::string_view nameOf(FrameVariant variant) {
    switch (variant) {
        case FrameVariant::kFull:
            return "full frame";
        case FrameVariant::kDiscard:
            return "triangles discarded";
        case FrameVariant::kOnePixel:
            return "1x1 pixels";
        case FrameVariant::kStatic:
            return "technique static";
        case FrameVariant::kCollapsed:
            return "degenerate triangles";
        case FrameVariant::kNoUnits:
            return "without units";
        case FrameVariant::kHeldLayers:
            return "layers held";
    }
    return "";
}

FrameDiagnosis::FrameDiagnosis(Stage& stage, const DiagnosisPlan& plan, const Camera& camera, Ticks now)
    : variants_(variantsOf(stage)),
      plan_(plan),
      gpu_clock_(stage.renderer.capabilities().gpuClock()),
      software_(stage.renderer.capabilities().software),
      timer_(stage, plan.size, warmUpFrames(gpu_clock_)),
      full_{stage.render, plan.size} {
    timer_.aim(camera, now);
    const double frame_ms = timer_.probe(full_);
    unit_draws_ = stage.renderer.stats().unit_draws;
    const double frame_of_turns_s = frame_ms * turns() / 1000.0;
    const double fit = plan_.aim_s / frame_of_turns_s - timer_.warmUp();
    plan_.frames = plan_.rounds * static_cast<int>(std::clamp(fit, 1.0, 1.0 * framesOfTurn(plan_)));
    const double needed_s = frame_of_turns_s * (framesOfTurn(plan_) + timer_.warmUp());
    if (needed_s > plan.time_budget_s) {
        throw usageError(
            "diagnose",
            fmt::format("one frame takes {:.0f} ms; all variants would take {:.0f} s, the limit is "
                        "{:.0f} s; use fewer --units or --frames",
                        frame_ms, needed_s, plan.time_budget_s));
    }
}

void FrameDiagnosis::turn() {
    const FrameVariant variant = variants_[static_cast<std::size_t>(turn_) % variants_.size()];
    const auto v = static_cast<std::size_t>(variant);
    FrameSamples samples;
    timer_.turn(variantOf(full_, variant), framesOfTurn(plan_), samples);
    const std::vector<double>& clock = gpu_clock_ ? samples.gpu_ms : samples.frame_ms;
    if (clock.empty()) throw environmentError("diagnose", "this driver's timer queries returned no time");
    append(times_[v], clock);
    medians_[v].push_back(percentilesOf(clock).p50);
    if (variant == FrameVariant::kFull) append(submit_ms_, samples.submit_ms);
    ++turn_;
}

Diagnosis FrameDiagnosis::result() const {
    Diagnosis diagnosis;
    diagnosis.gpu_clock = gpu_clock_;
    diagnosis.unit_draws = unit_draws_;
    for (const FrameVariant variant : variants_) {
        const auto v = static_cast<std::size_t>(variant);
        diagnosis.frames[v] = percentilesOf(times_[v]);
        diagnosis.times.noise_ms = std::max(diagnosis.times.noise_ms, scatterOf(medians_[v]));
    }
    const auto median = [&](FrameVariant variant) {
        return diagnosis.frames[static_cast<std::size_t>(variant)].value_or(Percentiles{}).p50;
    };
    if (diagnosis.frames[static_cast<std::size_t>(FrameVariant::kHeldLayers)])
        diagnosis.times.held_layers_ms = median(FrameVariant::kHeldLayers);
    diagnosis.submit_ms = percentilesOf(submit_ms_).p50;
    diagnosis.times.full_ms = median(FrameVariant::kFull);
    diagnosis.times.discard_ms = median(FrameVariant::kDiscard);
    diagnosis.times.one_pixel_ms = median(FrameVariant::kOnePixel);
    diagnosis.times.static_ms = median(FrameVariant::kStatic);
    diagnosis.times.collapsed_ms = median(FrameVariant::kCollapsed);
    diagnosis.times.no_units_ms = median(FrameVariant::kNoUnits);
    // A software driver processes vertices inside the draw calls, so its submit time is not comparable.
    if (!software_ && gpu_clock_) diagnosis.times.submit_ms = diagnosis.submit_ms;
    return diagnosis;
}

}  // namespace phalanx

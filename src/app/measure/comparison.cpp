#include "app/measure/comparison.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/measure/pair_ratio.h"
#include "render/techniques/technique.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

constexpr std::size_t kLeastTurns = 12;  // six pairs; the interval of fewer pairs is meaningless
constexpr double kTurn_ms = 40.0;

std::vector<GpuModel> encodedModels(Stage& stage, const std::vector<LoadedModel>& models, Encoding encoding) {
    const gl::Capabilities& can = stage.renderer.capabilities();
    std::vector<GpuModel> result;
    for (std::size_t i = 0; i < models.size(); ++i) {
        const LoadedModel& loaded = models[i];
        std::optional<ModelDetail> detail = loaded.detail;
        EncodedAnimation encoded =
            encodedWithOwnFrames(loaded, loaded.baked, encoding, detail ? &detail->bounds : nullptr);
        FetchPath path = stage.gpu_models[i].animation().path();
        if (path == FetchPath::kTexture2d) path = firstPath(can, encoded);
        std::vector<glm::uvec4> clips = stage.crowd.clipTable(static_cast<int>(i));
        clips.resize(loaded.baked.clips.size());
        clips.insert(clips.end(), encoded.own.clipEntries(), encoded.own.clipEntry());
        GpuModel& model = result.emplace_back(can, loaded.model, std::move(encoded), loaded.baked.mirrors,
                                              clips, path, loaded.packed);
        if (detail) model.setDetail(*std::move(detail));
    }
    return result;
}

// Swaps other models into the stage for the lifetime of this object.
class OtherModels {
  public:
    OtherModels(Stage& stage, std::vector<GpuModel>& models) : stage_(stage), models_(models) { swap(); }
    ~OtherModels() { swap(); }
    OtherModels(const OtherModels&) = delete;
    OtherModels& operator=(const OtherModels&) = delete;
    OtherModels(OtherModels&&) = delete;
    OtherModels& operator=(OtherModels&&) = delete;

  private:
    void swap() {
        if (models_.empty()) return;
        std::swap(stage_.gpu_models, models_);
        stage_.renderer.forgetUnits();
    }
    Stage& stage_;
    std::vector<GpuModel>& models_;
};

ComparedTimes timesOf(const char* clock, const std::array<std::vector<double>, 2>& turns) {
    ComparedTimes times;
    times.clock = clock;
    times.a_turns_ms = turns[0];
    times.b_turns_ms = turns[1];
    times.a_ms = percentilesOf(turns[0]).p50;
    times.b_ms = percentilesOf(turns[1]).p50;
    const PairRatio ratio = ratioOfPairs(turns[0], turns[1]);
    times.ratio = ratio.ratio;
    times.low = ratio.low;
    times.high = ratio.high;
    return times;
}

std::string sentenceOf(const ComparisonResult& result) {
    const ComparedTimes& frame = result.times.front();
    const std::string difference = differenceText(result.a, result.b);
    const std::string what = difference.empty() ? "B is A" : "B: " + difference;
    const std::string span = fmt::format("{:.2f} to {:.2f}", frame.low, frame.high);
    if (!frame.significant())
        return fmt::format("{}. No significant difference: B takes {} times as long as A (95 %).", what,
                           span);
    if (frame.ratio > 1.0)
        return fmt::format("{}. B is slower: it takes {:.2f} times as long as A ({}, 95 %).", what,
                           frame.ratio, span);
    return fmt::format("{}. B is faster: it takes {:.2f} times as long as A ({}, 95 %).", what, frame.ratio,
                       span);
}

// Sides that were to have layers, and whose technique has none.
std::string missingLayersText(const ComparisonResult& result) {
    std::string text;
    for (const ComparedSide* side : {&result.a, &result.b}) {
        const Technique& technique = findTechnique(side->technique);
        if (!side->layers || technique.no_layers.empty()) continue;
        text += fmt::format(" {} had no layers: {} {}.", side == &result.a ? "A" : "B", technique.name,
                            technique.no_layers);
    }
    return text;
}

}  // namespace

ComparedSide presentSide(const RenderSettings& render, Encoding encoding) {
    ComparedSide side;
    side.technique = render.technique;
    side.encoding = encoding;
    side.switches = render.skin.switches;
    side.batch = render.skin.batch;
    side.multi_draw = render.skin.multi_draw;
    side.cull = render.cull;
    side.detail = render.lod_error_px > 0.0;
    side.shadows = render.environment.shadows;
    return side;
}

Comparison::Comparison(Stage& stage, const std::vector<LoadedModel>& models, const ComparisonPlan& plan,
                       const Camera& camera, Ticks now)
    : stage_(stage),
      plan_(plan),
      encoding_(models.front().baked.encoding),
      timer_(stage, plan.size, warmUpFrames(stage.renderer.capabilities().gpuClock())) {
    for (std::size_t s = 0; s < plan_.sides.size(); ++s) {
        const ComparedSide& side = plan_.sides[s];
        SkinOptions skin;
        skin.settings.switches = side.switches;
        stage.requireTechnique(side.technique, models, skin);
        if (side.encoding != encoding_) models_[s] = encodedModels(stage, models, side.encoding);
    }
    timer_.aim(camera, now);
    double slower_ms = 0.0;
    for (std::size_t s = 0; s < plan_.sides.size(); ++s) {
        const OtherModels models_of_side(stage_, models_[s]);
        slower_ms = std::max(slower_ms, timer_.probe(frameOf(plan_.sides[s])));
    }
    frames_per_turn_ = std::clamp(static_cast<int>(kTurn_ms / std::max(slower_ms, 0.01)), 2, 60);
    watch_ = Stopwatch();
}

TimedFrame Comparison::frameOf(const ComparedSide& side) const {
    TimedFrame frame{stage_.render, plan_.size};
    FrameRequest& render = frame.request;
    render.technique = side.technique;
    render.skin.switches = side.switches;
    render.skin.batch = side.batch;
    render.skin.multi_draw = side.multi_draw;
    render.cull = side.cull;
    render.lod_error_px = side.detail ? std::max(1.0, render.lod_error_px) : 0.0;
    render.environment.shadows = side.shadows;
    render.layers = side.layers;
    render.answers_picks = false;
    render.count_runs = false;
    render.overlay = UnitOverlay::kNone;
    render.outlined.reset();
    return frame;
}

bool Comparison::done() const {
    return turns_ % 4 == 0 && turns_ >= kLeastTurns && watch_.elapsed_s() > plan_.seconds;
}

float Comparison::share() const {
    const double time = watch_.elapsed_s() / plan_.seconds;
    const double turns = static_cast<double>(turns_) / static_cast<double>(kLeastTurns);
    return static_cast<float>(std::clamp(std::min(time, turns), 0.0, 1.0));
}

void Comparison::turn() {
    // Order: A B B A
    const std::size_t side = (turns_ % 4 == 0 || turns_ % 4 == 3) ? 0 : 1;
    const OtherModels models_of_side(stage_, models_[side]);
    FrameSamples samples;
    timer_.turn(frameOf(plan_.sides[side]), frames_per_turn_, samples);
    frame_ms_[side].push_back(percentilesOf(samples.frame_ms).p50);
    submit_ms_[side].push_back(percentilesOf(samples.submit_ms).p50);
    if (!samples.gpu_ms.empty()) gpu_ms_[side].push_back(percentilesOf(samples.gpu_ms).p50);
    ++turns_;
}

ComparisonResult Comparison::result() const {
    ComparisonResult result;
    result.a = plan_.sides[0];
    result.b = plan_.sides[1];
    result.frames_per_turn = frames_per_turn_;
    result.times.push_back(timesOf("whole frame", frame_ms_));
    const bool gpu = !gpu_ms_[0].empty() && gpu_ms_[0].size() == gpu_ms_[1].size();
    if (gpu) result.times.push_back(timesOf("GPU", gpu_ms_));
    result.times.push_back(timesOf(gpu ? "GL calls, CPU" : "GL calls", submit_ms_));
    result.sentence = sentenceOf(result);
    if (stage_.renderer.hasLayers()) result.sentence += missingLayersText(result);
    return result;
}

}  // namespace phalanx

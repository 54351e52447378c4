#include "ui/profiler/profile.h"
#include "core/percentile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "ui/data/frame_history.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

struct RendererPass {
    std::string_view name;
    FramePass pass;
};
constexpr std::array kPasses{RendererPass{"upload", FramePass::kUpload},
                             RendererPass{"falls", FramePass::kFalls},
                             RendererPass{"unit states", FramePass::kStates},
                             RendererPass{"culling", FramePass::kCulling},
                             RendererPass{"poses", FramePass::kPoses},
                             RendererPass{layer_pass::kBlend, FramePass::kLayerBlend},
                             RendererPass{layer_pass::kSolve, FramePass::kLayerSolve},
                             RendererPass{layer_pass::kRows, FramePass::kLayerRows},
                             RendererPass{layer_pass::kAll, FramePass::kLayers},
                             RendererPass{"shadow", FramePass::kShadow},
                             RendererPass{"units", FramePass::kUnits},
                             RendererPass{"grass", FramePass::kGrass},
                             RendererPass{"ground and sky", FramePass::kScenery},
                             RendererPass{"outline", FramePass::kOutline},
                             RendererPass{"pick", FramePass::kOutline},
                             RendererPass{"present", FramePass::kPresent},
                             RendererPass{"interface", FramePass::kInterface},
                             RendererPass{"occlusion", FramePass::kCulling}};

std::optional<std::size_t> passOf(std::string_view name) {
    const auto* const found = std::ranges::find(kPasses, name, &RendererPass::name);
    if (found == kPasses.end()) return std::nullopt;
    return static_cast<std::size_t>(found->pass);
}

constexpr auto index(FramePass pass) {
    return static_cast<std::size_t>(pass);
}

// The rest of the frame, at least 0: clocks are coarse.
void fillRest(FramePassTimes& times, float whole_ms) {
    times[index(FramePass::kRest)] = 0.0F;
    const float named = std::accumulate(times.begin(), times.end(), 0.0F);
    times[index(FramePass::kRest)] = std::max(0.0F, whole_ms - named);
}

template <typename Value>
double medianOf(const Profile& profile, Value value) {
    std::vector<float> values;
    values.reserve(profile.size());
    for (std::size_t i = 0; i < profile.size(); ++i)
        values.push_back(static_cast<float>(value(profile.at(i))));
    return percentile(std::move(values), 0.5);
}

// Much more than usual, by ratio and by difference.
bool farAbove(double value, double usual, double least) {
    return value > 1.2 * usual && value - usual > least;
}

// A count of the frame that is far above the usual one, as a possible reason.
std::string countsThatDiffer(const Profile& profile, const ProfiledFrame& frame) {
    std::string text;
    const auto say = [&](const char* what, double value, double usual, double least, auto write) {
        if (!farAbove(value, usual, least)) return;
        text += fmt::format("{}{} {} instead of {}", text.empty() ? " It had " : ", ", what, write(value),
                            write(usual));
    };
    const auto number = [](double v) { return grouped(static_cast<std::uint64_t>(v)); };
    const auto bytes = [](double v) { return bytesText(static_cast<std::uint64_t>(v)); };
    const auto usual = [&](auto member) {
        return medianOf(profile, [member](const ProfiledFrame& f) { return f.all.*member; });
    };
    say("uploads of", static_cast<double>(frame.all.bytes), usual(&FramePassCounts::bytes), 1024.0, bytes);
    say("draw calls:", frame.all.draws, usual(&FramePassCounts::draws), 3.0, number);
    say("triangles:", static_cast<double>(frame.all.triangles), usual(&FramePassCounts::triangles), 500.0,
        number);
    return text.empty() ? "" : text + ".";
}

}  // namespace

float sumOf(const FramePassTimes& times) {
    return std::accumulate(times.begin(), times.end(), 0.0F);
}

std::string_view nameOf(FramePass pass) {
    static constexpr std::array<std::string_view, kFramePasses> kNames{"window",
                                                                       "panels",
                                                                       "upload",
                                                                       "falls",
                                                                       "unit states",
                                                                       "culling",
                                                                       "poses",
                                                                       layer_pass::kBlend,
                                                                       layer_pass::kSolve,
                                                                       layer_pass::kRows,
                                                                       layer_pass::kAll,
                                                                       "shadow",
                                                                       "units",
                                                                       "grass",
                                                                       "ground, sky",
                                                                       "outline, pick",
                                                                       "present",
                                                                       "interface",
                                                                       "rest"};
    return kNames[index(pass)];
}

bool isLayerPass(FramePass pass) {
    return isLayerPass(nameOf(pass));
}

std::string workText(const LayerWork& work) {
    const auto texels = [](std::uint64_t count) {
        return fmt::format("{} texels ({})", shortened(static_cast<double>(count)),
                           bytesText(count * kLayerTexelBytes));
    };
    std::string text = fmt::format("{} unit{}, {} joints", grouped(work.units), work.units == 1 ? "" : "s",
                                   grouped(work.joints));
    if (work.texels_read > 0)
        text += fmt::format("; reads {}, writes {}", texels(work.texels_read), texels(work.texels_written));
    return text;
}

// Each unit is in all passes: the first one has all joints of the rig.
std::string layersText(const ProfiledFrame& frame) {
    LayerWork all;
    for (std::size_t i = 0; i < kFramePasses; ++i) {
        const LayerWork& work = frame.counts[i].layers;
        all.units = std::max(all.units, work.units);
        all.joints = std::max(all.joints, work.joints);
        all.texels_read += work.texels_read;
        all.texels_written += work.texels_written;
    }
    return all.units == 0 ? "" : "Layered poses: " + workText(all);
}

bool FramePassStatistics::hasLayers() const {
    return std::ranges::any_of(layered, std::identity{});
}

bool FramePassStatistics::shows(FramePass pass) const {
    if (pass == FramePass::kFalls) return falls;
    if (pass == FramePass::kGrass) return grass;
    return !isLayerPass(pass) || layered[index(pass)];
}

ProfiledFrame profiledFrame(const FrameStats& stats, const WindowTimes& times) {
    ProfiledFrame frame;
    frame.number = stats.frame;
    frame.frame_ms = static_cast<float>(times.frame_ms);
    frame.cpu[index(FramePass::kWindow)] = static_cast<float>(times.window_ms);
    frame.cpu[index(FramePass::kPanels)] = static_cast<float>(times.panels_ms);
    frame.cpu[index(FramePass::kFalls)] = static_cast<float>(times.falls_ms);
    for (const PassWork& work : stats.work) {
        const auto pass = passOf(work.name);
        if (!pass) continue;
        frame.cpu[*pass] += static_cast<float>(work.cpu_ms);
        FramePassCounts& counts = frame.counts[*pass];
        counts.draws += work.draws;
        counts.uploads += work.uploads;
        counts.triangles += work.triangles;
        counts.bytes += work.bytes_uploaded;
        counts.layers += work.layers;
    }
    fillRest(frame.cpu, frame.frame_ms);
    frame.all = {stats.draws, stats.uploads, stats.triangles, stats.bytes_uploaded, stats.layers};
    frame.units = stats.units;
    frame.visible = stats.visible;
    frame.shadow_visible = stats.shadow_visible;
    return frame;
}

void Profile::add(const ProfiledFrame& frame, const FrameStats& stats) {
    if (!held_) {
        if (ring_.size() < kFrames) {
            ring_.push_back(frame);
        } else {
            ring_[first_] = frame;
            first_ = (first_ + 1) % kFrames;
        }
    }
    join(stats);
}

void Profile::join(const FrameStats& stats) {
    if (stats.timed_frame) {
        if (ProfiledFrame* const frame = find(*stats.timed_frame)) {
            frame->timed = true;
            frame->gpu = {};
            float outside = 0.0F;  // passes after the renderer's frame
            for (const PassTime& time : stats.passes) {
                const auto pass = passOf(time.name);
                if (!pass) continue;
                frame->gpu[*pass] += static_cast<float>(time.gpu_ms);
                if (time.name == "present" || time.name == "interface")
                    outside += static_cast<float>(time.gpu_ms);
            }
            fillRest(frame->gpu, static_cast<float>(stats.gpu_ms.value_or(0.0)) + outside);
        }
    }
    if (stats.runs) {
        if (ProfiledFrame* const frame = find(stats.runs->frame))
            frame->vertex_runs = stats.runs->vertex_runs;
    }
}

// From the newest on: recent frames get GPU results.
ProfiledFrame* Profile::find(std::uint64_t number) {
    for (std::size_t i = ring_.size(); i-- > 0;) {
        ProfiledFrame& frame = ring_[(first_ + i) % ring_.size()];
        if (frame.number == number) return &frame;
        if (frame.number < number) break;
    }
    return nullptr;
}

void Profile::clear() {
    ring_.clear();
    first_ = 0;
    held_.reset();
}

void Profile::hold(std::uint64_t number) {
    if (find(number) != nullptr) held_ = number;
}

const ProfiledFrame* Profile::held() const {
    if (!held_) return nullptr;
    const auto found = std::ranges::find(ring_, *held_, &ProfiledFrame::number);
    return found == ring_.end() ? nullptr : &*found;
}

FramePassStatistics Profile::statistics() const {
    FramePassStatistics result;
    std::vector<float> values;
    values.reserve(ring_.size());
    const auto both = [&](float& p50, float& p95, bool timed_only, auto value) {
        values.clear();
        for (const ProfiledFrame& frame : ring_) {
            if (!timed_only || frame.timed) values.push_back(value(frame));
        }
        p50 = static_cast<float>(percentile(values, 0.5));
        p95 = static_cast<float>(percentile(values, 0.95));
    };
    for (std::size_t i = 0; i < kFramePasses; ++i) {
        both(result.cpu50[i], result.cpu95[i], false, [i](const ProfiledFrame& f) { return f.cpu[i]; });
        both(result.gpu50[i], result.gpu95[i], true, [i](const ProfiledFrame& f) { return f.gpu[i]; });
    }
    both(result.frame50, result.frame95, false, [](const ProfiledFrame& f) { return f.frame_ms; });
    both(result.gpu_frame50, result.gpu_frame95, true, [](const ProfiledFrame& f) { return sumOf(f.gpu); });
    both(result.interface50, result.interface95, false, [](const ProfiledFrame& f) {
        return f.cpu[index(FramePass::kPanels)] + f.cpu[index(FramePass::kInterface)];
    });
    result.timed = std::ranges::any_of(ring_, &ProfiledFrame::timed);
    constexpr float kLeastFalls_ms = 0.005F;  // a look whether there is anything to do takes less
    for (const ProfiledFrame& frame : ring_) {
        result.falls = result.falls || frame.cpu[index(FramePass::kFalls)] > kLeastFalls_ms;
        result.grass = result.grass || frame.counts[index(FramePass::kGrass)].draws > 0;
        for (std::size_t i = 0; i < kFramePasses; ++i)
            result.layered[i] = result.layered[i] || frame.counts[i].layers.units > 0;
    }
    return result;
}

std::string oddityOf(const Profile& profile, const ProfiledFrame& frame, const FramePassStatistics& usual) {
    struct Difference {
        float ms = 0.0F;
        std::size_t pass = 0;
        bool gpu = false;
    } most;
    for (std::size_t i = 0; i < kFramePasses; ++i) {
        const float cpu = frame.cpu[i] - usual.cpu50[i];
        const float gpu = frame.timed ? frame.gpu[i] - usual.gpu50[i] : 0.0F;
        // A wait for the GPU is explained by GPU passes.
        if (std::abs(cpu) > std::abs(most.ms)) most = {cpu, i, false};
        if (std::abs(gpu) >= std::abs(most.ms)) most = {gpu, i, true};
    }
    const std::string whole = fmt::format("Frame {} took {}; the median is {}.", grouped(frame.number),
                                          millisecondsText(frame.frame_ms), millisecondsText(usual.frame50));
    constexpr float kLittle = 0.1F;  // of the median frame
    if (std::abs(most.ms) < kLittle * usual.frame50)
        return whole + " No pass differs by more than a tenth of that." + countsThatDiffer(profile, frame);
    const auto pass = static_cast<FramePass>(most.pass);
    const float now = most.gpu ? frame.gpu[most.pass] : frame.cpu[most.pass];
    const float then = most.gpu ? usual.gpu50[most.pass] : usual.cpu50[most.pass];
    const std::string what = pass == FramePass::kRest
                                 ? (most.gpu ? "time between passes on the GPU" : "the swap and its wait")
                                 : fmt::format("\"{}\" on the {}", nameOf(pass), most.gpu ? "GPU" : "CPU");
    return whole +
           fmt::format(" What differs most is {}: {} instead of {}.", what, millisecondsText(now),
                       millisecondsText(then)) +
           countsThatDiffer(profile, frame);
}

}  // namespace phalanx

#include "render/impostor/impostors.h"

#include <algorithm>
#include <limits>

#include "core/error.h"
#include "core/log.h"
#include "core/stopwatch.h"
#include "render/techniques/technique.h"

namespace phalanx {
namespace {

// Mean distance between vertices of neighbouring poses, metres, at best and at worst; it grows if a model's
// atlas would exceed kMostBytes.
constexpr double kStep_m = 0.02;
constexpr double kCoarsestStep_m = 0.4;
constexpr std::size_t kMostBytes = std::size_t{96} << 20U;
// Of many clips, as in a battle, where a GPU has the memory.
constexpr std::size_t kBytesPerClip = std::size_t{8} << 20U;
constexpr std::size_t kMostBytesOfMany = std::size_t{192} << 20U;

// Layers of 256 images per call: an H200 draws one in about a millisecond, a CPU core in half a second.
constexpr int kLayersACall = 4;
constexpr int kLayersACallOfSoftware = 1;

std::size_t mostBytes(const gl::Capabilities& capabilities, const std::vector<bool>& played) {
    const auto clips = static_cast<std::size_t>(std::ranges::count(played, true));
    if (capabilities.software || capabilities.es) return kMostBytes;
    return std::clamp(clips * kBytesPerClip, kMostBytes, kMostBytesOfMany);
}

// The most poses that fit into the memory and the buffer texture limit.
std::size_t mostPoses(const gl::Capabilities& capabilities, const GpuModel& model, std::size_t bytes) {
    std::size_t poses = bytes / ImpostorAtlas::bytesOf(model, 1) * PH_IMPOSTOR_LAYER / PH_IMPOSTOR_VIEWS;
    while (ImpostorAtlas::bytesOf(model, poses) > bytes) --poses;
    constexpr std::size_t kTexels = std::size_t{PH_IMPOSTOR_VIEWS} * PH_IMPOSTOR_CELL_TEXELS;
    const auto texels =
        static_cast<std::size_t>(std::max<int>(capabilities.max_texture_buffer_size, PH_IMPOSTOR_VIEWS));
    const std::size_t in_table = (texels - PH_IMPOSTOR_VIEWS) / kTexels;
    return std::min({poses, in_table, std::size_t{PH_IMPOSTOR_MOST_POSES}});
}

gl::ProgramSource filterSource(const char* name, bool silhouette) {
    gl::ProgramSource source;
    source.name = name;
    source.vertex = "fullscreen.vert";
    source.fragment = "impostor/impostor_filter.frag";
    if (silhouette) source.defines.emplace_back("SILHOUETTE");
    assignBindings(source);
    return source;
}

// nullopt: they are being built.
std::optional<ImpostorAtlas::Programs> programsFor(const GpuModel& model, UnitPrograms& programs,
                                                   bool at_once) {
    SkinVariant variant;
    variant.encoding = model.animation().encoding();
    variant.fetch = model.animation().path();
    variant.joints = model.joints();
    variant.morphs = model.morphTargets() > 0;
    variant.unlit = model.unlit();
    const Technique& technique = findTechnique("texture");
    const gl::ProgramSource silhouette = filterSource("impostor silhouettes", true);
    const gl::ProgramSource surface = filterSource("impostor surfaces", false);
    if (at_once) {
        return ImpostorAtlas::Programs{programs.get(technique, UnitPass::kImpostor, variant),
                                       programs.get(silhouette), programs.get(surface)};
    }
    const gl::Program* const make = programs.request(technique, UnitPass::kImpostor, variant);
    const gl::Program* const shapes = programs.request(silhouette);
    const gl::Program* const surfaces = programs.request(surface);
    if (make == nullptr || shapes == nullptr || surfaces == nullptr) return std::nullopt;
    return ImpostorAtlas::Programs{*make, *shapes, *surfaces};
}

}  // namespace

void Impostors::follow(const Crowd& crowd) {
    entries_.resize(crowd.models().size());
    for (std::size_t m = 0; m < entries_.size(); ++m) {
        entries_[m].played.resize(crowd.models()[m].clips.size(), false);
        for (const int clip : crowd.expectedClips(static_cast<int>(m)))
            entries_[m].played[static_cast<std::size_t>(clip)] = true;
    }
    const bool laid = layout_version_ != crowd.layoutVersion();
    layout_version_ = crowd.layoutVersion();
    for (const UnitGroup& group : crowd.groups()) {
        std::vector<bool>& played = entries_[static_cast<std::size_t>(group.model)].played;
        const auto play = [&](std::uint32_t clip) {
            if (clip < played.size()) played[clip] = true;  // else an own frame, for which there is an image
        };
        const auto note = [&](const DirtyRanges::Range& range) {
            for (std::size_t i = range.first; i < range.last; ++i) {
                const std::uint32_t clips = group.units[i].playback.y;
                play(clips & 0xFFFFU);
                play(clips >> 16U);
            }
        };
        if (laid) {
            note({0, group.units.size()});
        } else if (!group.dirty.empty()) {
            for (const DirtyRanges::Range& range : group.dirty.ranges()) note(range);
        }
    }
}

bool Impostors::Entry::coversAll() const {
    if (drawn.size() != played.size()) return false;
    for (std::size_t clip = 0; clip < played.size(); ++clip) {
        if (played[clip] && !drawn[clip]) return false;
    }
    return true;
}

std::uint32_t Impostors::make(std::span<const GpuModel> models, UnitPrograms& programs, bool at_once) {
    std::uint32_t made = 0;
    for (std::size_t m = 0; m < entries_.size(); ++m) {
        Entry& entry = entries_[m];
        const GpuModel& model = models[m];
        if (entry.version != model.animationVersion()) {
            entry.next.reset();
            entry.atlas.reset();
            entry.drawn.clear();
            entry.version = model.animationVersion();
        }
        if (!model.detail() || entry.coversAll()) {
            entry.next.reset();
            continue;
        }
        if (!entry.next || entry.next->clips != entry.played) {
            const auto planner = std::make_shared<ImpostorPlanner>(model, entry.played);
            const std::size_t most = mostPoses(capabilities_, model, mostBytes(capabilities_, entry.played));
            entry.next.reset();
            entry.next.emplace(Next{
                entry.played,
                std::make_unique<BackgroundJob<ImpostorPlan>>([planner, most](const JobReports& reports) {
                    return planner->plan(kStep_m, kCoarsestStep_m, most, [&reports] {
                        if (reports.cancelled()) throw environmentError("", "cancelled");
                    });
                }),
                nullptr});
        }
        if (continueAtlas(model, entry, programs, at_once)) ++made;
    }
    return made;
}

bool Impostors::continueAtlas(const GpuModel& model, Entry& entry, UnitPrograms& programs,
                              bool at_once) const {
    Next& next = *entry.next;
    const Stopwatch watch;
    try {
        const std::optional<ImpostorAtlas::Programs> drawn_with = programsFor(model, programs, at_once);
        if (next.atlas == nullptr && !takePlan(model, entry, at_once)) return false;
        if (next.atlas != nullptr) {
            if (!drawn_with) return false;
            const int layers = at_once                  ? std::numeric_limits<int>::max()
                               : capabilities_.software ? kLayersACallOfSoftware
                                                        : kLayersACall;
            if (!next.atlas->draw(model, *drawn_with, layers)) return false;
            debug("impostor atlas: {} poses, {} MB, error {:.0f} mm; {:.0f} ms in the last frame",
                  next.atlas->poses(), next.atlas->bytes() >> 20U, next.atlas->error_m() * 1e3,
                  watch.elapsed_ms());
        }
    } catch (const Error& error) {
        warn("no impostors: {}", error.what());
        next.atlas.reset();
    }
    // An atlas that cannot be made is not tried again; the older one stays in use.
    const bool made = next.atlas != nullptr;
    if (made) entry.atlas = std::move(next.atlas);
    entry.drawn = std::move(next.clips);
    entry.next.reset();
    return made;
}

// Returns false if the plan is not ready. Leaves next.atlas empty if there is nothing to draw or it does not
// fit.
bool Impostors::takePlan(const GpuModel& model, Entry& entry, bool at_once) const {
    Next& next = *entry.next;
    if (!at_once && !next.plan->ready()) return false;
    const ImpostorPlan plan = next.plan->take();
    next.plan.reset();
    if (!plan.poses.frames.empty()) {
        next.atlas = std::make_unique<ImpostorAtlas>(capabilities_, model, plan);
    } else if (std::ranges::find(next.clips, true) != next.clips.end()) {
        warn(
            "no impostors: images of all played clips would take more than {} MB, or boxes more than {} "
            "texels",
            mostBytes(capabilities_, next.clips) >> 20U, capabilities_.max_texture_buffer_size);
    }
    return true;
}

bool Impostors::busy() const {
    return std::ranges::any_of(entries_, [](const Entry& entry) { return entry.next.has_value(); });
}

const ImpostorAtlas* Impostors::of(std::size_t model) const {
    return model < entries_.size() ? entries_[model].atlas.get() : nullptr;
}

void Impostors::forgetCrowd() {
    for (Entry& entry : entries_) {
        std::fill(entry.played.begin(), entry.played.end(), false);
        if (entry.atlas == nullptr) entry.drawn.clear();  // another set of clips may fit
    }
    layout_version_ = ~std::uint64_t{0};
}

std::size_t Impostors::bytes() const {
    std::size_t bytes = 0;
    for (const Entry& entry : entries_) {
        if (entry.atlas) bytes += entry.atlas->bytes();
        if (entry.next && entry.next->atlas) bytes += entry.next->atlas->bytes();
    }
    return bytes;
}

}  // namespace phalanx

#include "render/poses/kept_poses.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "render/poses/layer_compute.h"

namespace phalanx {
namespace {

constexpr std::uint32_t kLongest = 4;  // frames: more are seen as jerks, whatever they measure

std::uint32_t periodOf(const UnitScene& scene, const UnitRun& run) {
    const std::optional<ModelDetail>& detail = scene.model(run.model).detail();
    if (run.lod == 0 || !detail || !(scene.held_frames_per_m > 0.0)) return 1;
    const double frames =
        detail->lods[static_cast<std::size_t>(run.lod) - 1].error_m * scene.held_frames_per_m;
    return 1 + static_cast<std::uint32_t>(std::min(frames, kLongest - 1.0));
}

// Of the units that are prepared beside kept ones.
std::size_t otherElements(const UnitScene& scene, const UnitSelection& view, const DrawnBy& by,
                          PoseSources& sources) {
    if (&by.technique != &by.layered) return 0;
    std::size_t elements = 0;
    for (const UnitRun& run : view.runs) {
        const GpuModel& model = scene.model(run.model);
        if (drawnWithLayers(scene, run) || drawnDirectly(by.technique, model, run.variant, run.lod)) continue;
        elements += sources.of(by.technique).elements(model, run.lod, run.count);
    }
    return elements;
}

}  // namespace

bool KeptPoses::possible(const gl::Capabilities& capabilities, const UnitScene& scene) {
    if (scene.layered.empty() || layeredTechnique(scene.technique).pose != PoseKind::kPalette) return false;
    return std::ranges::none_of(scene.layered, [&](const LayeredUnits* layers) {
        return layers != nullptr && layersByCompute(capabilities, layers->rig());
    });
}

void KeptPoses::forget() {
    stores_.clear();
    groups_.clear();
    runs_.clear();
    elements_ = 0;
    if (source_ != nullptr) std::exchange(source_, nullptr)->release();
}

void KeptPoses::follow(const UnitScene& scene, std::span<const UnitSelection* const> views, const DrawnBy& by,
                       PoseSources& sources, std::size_t bytes, FrameStats& stats) {
    if (!possible(capabilities_, scene)) return forget();
    ++frame_;
    runs_.clear();
    entries_.clear();
    followGroups(scene);
    listUnits(scene, views);
    if (!makeRoom(scene, views, by, sources, bytes)) return forget();
    for (const UnitSelection* const view : views) writeEntries(scene, *view);
    if (entries_.empty()) return;
    const std::size_t size = entries_.size() * sizeof(glm::uvec2);
    uploaded_.upload(size, [&](std::byte* data) { std::memcpy(data, entries_.data(), size); });
    stats.bytes_uploaded += size;
    ++stats.uploads;
}

void KeptPoses::followGroups(const UnitScene& scene) {
    stores_.resize(scene.models.size());
    groups_.resize(scene.units.size());
    for (Store& store : stores_) store.units = 0;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        Group& group = groups_[g];
        const UnitBuffers::Group& of = scene.buffers.groups()[g];
        const auto model = static_cast<std::size_t>(of.model);
        Store& store = stores_[model];
        const LayeredUnits* const layered = scene.layersOf(g);
        const std::uint64_t layers = layered != nullptr ? layered->number() : 0;
        if (group.build != of.build || group.layers != layers || group.store != model ||
            group.first_unit != store.units)
            store.changed = true;
        group.store = model;
        group.first_unit = store.units;
        group.build = of.build;
        group.layers = layers;
        if (layered != nullptr) store.units += of.count;
    }
    for (Store& store : stores_) {
        if (std::exchange(store.changed, false)) {
            store.slots = {};
            store.room = 0;
        }
        store.slots.resize(store.units);
        store.slots.begin(frame_);
    }
}

void KeptPoses::listUnits(const UnitScene& scene, std::span<const UnitSelection* const> views) {
    // The picture first: its LODs count for units that shadow maps list, too.
    for (std::size_t v = views.size(); v-- > 0;) {
        for (const UnitRun& run : views[v]->runs) {
            if (!drawnWithLayers(scene, run)) continue;
            const std::uint32_t period = periodOf(scene, run);
            const auto first_unit = static_cast<std::uint32_t>(groups_[run.group].first_unit);
            UnitSlots& slots = stores_[groups_[run.group].store].slots;
            for (const std::uint32_t unit : std::span(views[v]->indices).subspan(run.first, run.count))
                slots.list(first_unit + unit, period);
        }
    }
}

bool KeptPoses::makeRoom(const UnitScene& scene, std::span<const UnitSelection* const> views,
                         const DrawnBy& by, PoseSources& sources, std::size_t bytes) {
    PoseSource& source = sources.of(by.layered);
    std::size_t others = 0;
    for (const UnitSelection* const view : views)
        others = std::max(others, otherElements(scene, *view, by, sources));
    // With spare room, percent of what is needed. Rooms of models with enough stay as they are, but the last
    // time.
    const auto fit = [&](std::size_t spare) {
        elements_ = 0;
        for (std::size_t m = 0; m < stores_.size(); ++m) {
            Store& store = stores_[m];
            const std::size_t count = store.slots.count();
            if (count > store.room || spare == 0)
                store.room = std::min(count + count * spare / 100, store.units);
            store.moved = store.moved || store.base != elements_;
            store.base = elements_;
            elements_ += source.elements(scene.models[m], 0, store.room);
        }
        return source.keep(elements_ + others, bytes);
    };
    std::optional<bool> there;
    for (const std::size_t spare : {50U, 20U, 5U, 0U}) {
        if ((there = fit(spare))) break;
    }
    if (!there) return false;
    const bool lost = !*there || source_ != &source;
    for (Store& store : stores_) {
        if (std::exchange(store.moved, false) || lost) store.slots.forgetContent();
    }
    if (source_ != nullptr && source_ != &source) source_->release();
    source_ = &source;
    return true;
}

void KeptPoses::writeEntries(const UnitScene& scene, const UnitSelection& view) {
    const std::size_t first_run = runs_.size();
    for (const UnitRun& run : view.runs) {
        if (!drawnWithLayers(scene, run)) continue;
        Group& group = groups_[run.group];
        UnitSlots& slots = stores_[group.store].slots;
        const auto first_unit = static_cast<std::uint32_t>(group.first_unit);
        runs_.push_back({.view = &view,
                         .run = run.first,
                         .first = entries_.size(),
                         .count = run.count,
                         .group = run.group});
        for (const std::uint32_t unit : std::span(view.indices).subspan(run.first, run.count)) {
            const glm::uvec2 entry(unit, slots.slotOf(first_unit + unit));
            entries_.push_back(entry);
            if (!scene.hold_layers && slots.due(entry.y)) group.due.push_back(entry);
        }
    }
    for (std::size_t r = first_run; r < runs_.size(); ++r) {
        std::vector<glm::uvec2>& due = groups_[runs_[r].group].due;
        runs_[r].first_due = entries_.size();
        runs_[r].due = due.size();
        entries_.insert(entries_.end(), due.begin(), due.end());
        due.clear();
    }
}

void KeptPoses::keep(const UnitSelection& view, const UnitRun& run, DrawItem& item) const {
    const auto found = std::ranges::find_if(
        runs_, [&](const Run& each) { return each.view == &view && each.run == run.first; });
    if (found == runs_.end()) return;
    item.entries = UnitEntries::kIndicesAndSlots;
    item.entry_buffer = uploaded_.list().id();
    item.first = found->first;
    item.base = stores_[groups_[run.group].store].base;
    item.kept = {std::span(entries_).subspan(found->first, found->count), found->first_due, found->due};
}

}  // namespace phalanx

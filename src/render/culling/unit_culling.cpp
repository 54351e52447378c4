#include "render/culling/unit_culling.h"

#include <algorithm>
#include <cassert>

#include "core/log.h"
#include "core/stopwatch.h"

namespace phalanx {
namespace {

constexpr std::size_t kOutlined = GpuSelection::kViews;  // index into lists_
static_assert(GpuSelection::kViews == 1 + PH_SHADOW_MAPS);

// Mesh errors are limited to the impostor's, so that an impostor replaces any mesh that is no better.
SelectionModel selectionModel(const ModelDetail& detail, const ImpostorAtlas* impostors) {
    SelectionModel kind;
    kind.clips = detail.bounds;
    for (const MeshLod& lod : detail.lods) kind.lod_error_m.push_back(lod.error_m);
    if (impostors == nullptr) return kind;
    for (double& error_m : kind.lod_error_m) error_m = std::min(error_m, impostors->error_m());
    kind.lod_error_m.push_back(impostors->error_m());
    kind.lod_error_m.push_back(impostors->farError_m());
    return kind;
}

// Layers can leave the bounds of the clips. All units of the model get the wider ones.
void widen(SelectionModel& kind, const ClipBounds& layers) {
    for (ClipBounds& clip : kind.clips) clip = around(clip, layers);
}

bool built(std::span<const gl::Program> programs) {
    return std::ranges::all_of(programs, &gl::Program::built);
}

void addLod(FrameStats& stats, int lod, std::uint32_t units, std::uint64_t triangles) {
    const auto l = static_cast<std::size_t>(lod);
    if (stats.lod_units.size() <= l) {
        stats.lod_units.resize(l + 1, 0);
        stats.lod_triangles.resize(l + 1, 0);
    }
    stats.lod_units[l] += units;
    stats.lod_triangles[l] += units * triangles;
}

}  // namespace

UnitCulling::UnitCulling(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory)
    : capabilities_(capabilities), selected_(capabilities) {
    if (!capabilities.compute || !capabilities.multi_draw_indirect) return;
    gpu_.emplace(capabilities, shader_directory);
    pyramid_.emplace(shader_directory);
}

void UnitCulling::warnOnce(std::string why) {
    if (why != warned_) warn("{}", why);
    warned_ = std::move(why);
}

bool UnitCulling::usesGpu(const UnitScene& scene, const Request& request) {
    const bool hides = request.occlusion == Occlusion::kOn;
    std::string why;
    if (request.select == Select::kCpu) {
        if (hides)
            warnOnce("occlusion culling is off: it needs unit selection by the GPU, but the CPU is set");
        return false;
    }
    if (!gpu_) {
        why = "needs OpenGL 4.3";
    } else if (scene.technique.issue != Issue::kInstanced) {
        why = "technique " + std::string(scene.technique.name) + " needs the list of units on the CPU";
    } else {
        why = gpu_->whyNot(scene.units);
    }
    const bool asked = request.select == Select::kGpu || hides;
    if (asked && !why.empty()) warnOnce("the CPU selects units: " + why);
    if (asked || !why.empty()) return why.empty();
    return worthTheGpu(scene.units) && (scene.at_once || built(gpu_->programs()));
}

void UnitCulling::startPrograms() {
    if (!gpu_) return;
    for (const std::span<gl::Program> some : {gpu_->programs(), pyramid_->programs()}) {
        for (gl::Program& program : some) program.start();
    }
}

void UnitCulling::buildAhead(UnitPrograms& programs, std::span<const UnitGroup> groups, Select select) {
    if (!gpu_ || select == Select::kCpu || (select == Select::kAuto && !worthTheGpu(groups))) return;
    for (const std::span<gl::Program> some : {gpu_->programs(), pyramid_->programs()}) {
        for (gl::Program& program : some) programs.await(program);
    }
}

bool UnitCulling::worthTheGpu(std::span<const UnitGroup> groups) const {
    std::size_t units = 0;
    for (const UnitGroup& group : groups) units += group.units.size();
    return !capabilities_.software && units >= kUnitsForGpu;
}

bool UnitCulling::cull(const UnitScene& scene, const Crowd& crowd, Ticks now, const Request& request,
                       FrameStats& stats) {
    const Stopwatch watch;
    models_.clear();
    for (std::size_t m = 0; m < scene.models.size(); ++m) {
        if (!scene.models[m].detail()) return false;
        models_.push_back(selectionModel(*scene.models[m].detail(),
                                         scene.impostors != nullptr ? scene.impostors->of(m) : nullptr));
    }
    for (std::size_t g = 0; g < scene.layered.size(); ++g) {
        const LayeredUnits* const layers = scene.layered[g];
        if (layers == nullptr) continue;
        widen(models_[static_cast<std::size_t>(scene.units[g].model)], layers->bounds());
    }
    if (const std::string why = selected_.whyNot(scene.units); !why.empty()) {
        warnOnce("no culling and no LODs: " + why);
        return false;
    }
    selected_.follow(scene.buffers, scene.models);
    if (gpu_) gpu_->standOn(scene.terrain);
    by_gpu_ = usesGpu(scene, request);
    if (!by_gpu_) tests_ = false;
    shadows_ = request.shadows.size();
    assert(shadows_ <= PH_SHADOW_MAPS);
    const auto empty = [](UnitSelection& list) {
        list.runs.clear();
        list.indices.clear();
    };
    std::ranges::for_each(lists_, empty);
    if (by_gpu_) {
        cullByGpu(scene, crowd, request, stats);
    } else {
        cullByCpu(scene, crowd, now, request, stats);
    }
    findOutlined(scene, crowd, now, request);
    stats.selected_by_gpu = by_gpu_;
    stats.select_ms = watch.elapsed_ms();
    return true;
}

void UnitCulling::cullByCpu(const UnitScene& scene, const Crowd& crowd, Ticks now, const Request& request,
                            FrameStats& stats) {
    selection_.follow(crowd, models_, now);
    const auto fill = [&](const SelectionView& view, UnitSelection& list) {
        list.runs.clear();
        for (const CrowdSelection::Run& run : selection_.select(view)) {
            const UnitGroup& group = crowd.groups()[static_cast<std::size_t>(run.group)];
            list.runs.push_back({static_cast<std::size_t>(run.group), group.model, group.variant, run.lod,
                                 run.first, run.count});
        }
        list.indices.resize(selection_.count());
        selection_.write(list.indices);
        return static_cast<std::uint32_t>(selection_.count());
    };
    stats.shadow_visible = 0;
    for (std::size_t map = 0; map < shadows_; ++map)
        stats.shadow_visible += fill(request.shadows[map], lists_[kShadow + map]);
    stats.visible = fill(request.picture, lists_[kPicture]);
    for (const UnitRun& run : lists_[kPicture].runs) {
        addLod(stats, run.lod, static_cast<std::uint32_t>(run.count),
               scene.model(run.model).triangles(run.variant, run.lod));
    }
    stats.bytes_uploaded += selected_.upload(lists_);
    ++stats.uploads;
    stats.selection_bytes = selection_.bytes();
}

// Triangles and vertices are counted as drawn once per view.
void UnitCulling::count(std::span<const GpuSelection::GroupCounts> counts, FrameStats& stats) const {
    stats.visible = stats.shadow_visible = stats.hidden = 0;
    stats.hidden_triangles = 0;
    stats.occlusion = gpu_->countsTested();
    stats.lod_units.clear();
    stats.lod_triangles.clear();
    stats.triangles = stats.vertices = 0;
    for (std::size_t g = 0; g < counts.size(); ++g) {
        for (std::size_t lod = 0; lod < kMaxLods; ++lod) {
            const std::uint64_t triangles = triangles_[g][lod];
            const std::uint32_t seen = counts[g][kPicture][lod] + counts[g][kLate][lod];
            const std::uint32_t hidden = counts[g][GpuSelection::kHidden][lod];
            stats.hidden += hidden;
            stats.hidden_triangles += hidden * triangles;
            std::uint32_t cast = 0;
            for (std::size_t map = 0; map < PH_SHADOW_MAPS; ++map) cast += counts[g][kShadow + map][lod];
            stats.visible += seen;
            stats.shadow_visible += cast;
            if (seen > 0) addLod(stats, static_cast<int>(lod), seen, triangles);
            stats.triangles += (seen + cast) * triangles;
            stats.vertices += (seen + cast) * triangles * 3;
        }
    }
}

void UnitCulling::cullByGpu(const UnitScene& scene, const Crowd& crowd, const Request& request,
                            FrameStats& stats) {
    std::array<SelectionView, GpuSelection::kViews> views{request.picture};
    std::ranges::copy(request.shadows, views.begin() + kShadow);
    triangles_.clear();
    for (const UnitBuffers::Group& group : scene.buffers.groups()) {
        auto& triangles = triangles_.emplace_back();
        const GpuModel& model = scene.model(group.model);
        const auto last = static_cast<std::size_t>(model.farImpostorLod());
        for (std::size_t lod = 0; lod <= last; ++lod)
            triangles[lod] = model.triangles(group.variant, static_cast<int>(lod));
    }
    count(gpu_->newestCounts(), stats);
    using Hiding = GpuSelection::Hiding;
    const bool tested_before = tests_;
    const bool waits = !scene.at_once && request.occlusion != Occlusion::kOn && !built(pyramid_->programs());
    tests_ =
        !waits && rule_.tests(request.occlusion, {stats.occlusion, stats.hidden_triangles, crowd.size()});
    // Until a result is known this is a trial: all units are drawn in step one, so a trial that does not pay
    // only costs the test.
    const bool trial = !tested_before || !stats.occlusion;
    const Hiding hiding = !tests_ ? Hiding::kNotTested : trial ? Hiding::kTested : Hiding::kLeftOut;
    stats.occlusion = stats.occlusion && tests_;
    gpu_->select(scene.buffers, scene.models, models_, std::span(views).first(1 + shadows_), hiding, stats);
}

void UnitCulling::cullLate(const UnitScene& scene, const gl::Texture& depth, int samples, glm::ivec2 size,
                           const glm::dmat4& clip_from_world, FrameStats& stats) {
    assert(lateFollows());
    pyramid_->build(depth, samples, size, stats);
    gpu_->selectLate(scene.buffers, scene.models, *pyramid_, clip_from_world, stats);
}

void UnitCulling::findOutlined(const UnitScene& scene, const Crowd& crowd, Ticks now,
                               const Request& request) {
    outlined_box_.reset();
    if (!request.outlined || *request.outlined >= crowd.size()) return;
    const UnitPlace place = crowd.placeOf(*request.outlined);
    const auto group = static_cast<std::size_t>(place.group);
    const int model = scene.units[group].model;
    const SelectionModel& bounds = models_[static_cast<std::size_t>(model)];
    outlined_box_ = CrowdSelection::boxAround(crowd, bounds, now, place);
    if (!by_gpu_) return;
    // The CPU does not know the unit's list when the GPU selects.
    const int lod = CrowdSelection::lodInView(crowd, bounds, now, request.picture, place);
    if (lod < 0) return;
    UnitSelection& list = lists_[kOutlined];
    list.runs.push_back({group, model, scene.units[group].variant, lod, 0, 1});
    list.indices.push_back(static_cast<std::uint32_t>(place.index));
    selected_.upload(lists_);
}

VisibleUnits UnitCulling::visible(std::size_t view) const {
    if (by_gpu_) return UnitsListedByGpu{&*gpu_, view};
    return UnitsListedByCpu{&lists_[view]};
}

std::optional<VisibleUnits> UnitCulling::outlined() const {
    assert(by_gpu_);
    if (lists_[kOutlined].runs.empty()) return std::nullopt;
    return UnitsListedByCpu{&lists_[kOutlined]};
}

void UnitCulling::pollCounts(FrameStats& stats) {
    if (!stats.selected_by_gpu) return;
    count(gpu_->newestCounts(), stats);
    stats.occlusion = stats.occlusion && tests_;
}

void UnitCulling::awaitCounts(FrameStats& stats) {
    if (stats.selected_by_gpu) count(gpu_->awaitCounts(), stats);
}

std::uint64_t UnitCulling::impostorsLately(std::span<const GpuModel> models,
                                           std::span<const UnitGroup> groups) const {
    std::uint64_t units = 0;
    if (!by_gpu_) return units;
    const std::span<const GpuSelection::GroupCounts> counts = gpu_->countsSoFar();
    for (std::size_t g = 0; g < counts.size(); ++g) {
        const GpuModel& model = models[static_cast<std::size_t>(groups[g].model)];
        if (!model.detail()) continue;
        for (const std::size_t list : {std::size_t{kPicture}, GpuSelection::kLate}) {
            for (const int lod : {model.impostorLod(), model.farImpostorLod()})
                units += counts[g][list][static_cast<std::size_t>(lod)];
        }
    }
    return units;
}

void UnitCulling::forget() {
    selection_ = CrowdSelection();
    selected_ = SelectedUnits(capabilities_);
    if (gpu_) gpu_->forget();
    tests_ = false;
}

std::size_t UnitCulling::bytes() const {
    return selected_.bytes() + (gpu_ ? gpu_->bytes() : 0);
}

int UnitCulling::reloadShadersIfChanged() {
    return gpu_ ? gpu_->reloadIfChanged() + pyramid_->reloadIfChanged() : 0;
}

int UnitCulling::reloadShaders() {
    return gpu_ ? gpu_->reload() + pyramid_->reload() : 0;
}

std::string UnitCulling::shaderError() const {
    if (!gpu_) return "";
    std::string error = gpu_->lastError();
    return error.empty() ? pyramid_->lastError() : error;
}

}  // namespace phalanx

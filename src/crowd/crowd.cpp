#include "crowd/crowd.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/error.h"
#include "crowd/clip_names.h"
#include "crowd/crowd_state.h"
#include "crowd/edit_check.h"

namespace phalanx {
namespace {

// All units are rebased every 3 days; the limit is half the clock's range, 6 days.
constexpr Ticks kRenewAfter = 3U * 24U * 3600U * static_cast<Ticks>(PH_TICKS_PER_SECOND);

}  // namespace

Ticks ticksFromSeconds(double seconds) {
    const double ticks = std::fmod(std::round(seconds * PH_TICKS_PER_SECOND), 0x1p32);
    return static_cast<Ticks>(static_cast<std::int64_t>(ticks));
}

double secondsFromTicks(Ticks ticks) {
    return ticks / PH_TICKS_PER_SECOND;
}

Crowd::Crowd(std::vector<CrowdModel> models, std::vector<ClipChoice> choices, const CrowdSettings& settings,
             Ticks now)
    : models_(std::move(models)), choices_(std::move(choices)) {
    assert(!models_.empty() && models_.size() == choices_.size());
    checkSettings(settings);
    checkVariants(0, models_.front().allVariants());
    clip_tables_.resize(models_.size());
    gaits_.resize(models_.size());
    for (std::size_t m = 0; m < models_.size(); ++m) {
        checkModel(models_[m], choices_[m]);
        buildClipTable(m);
    }
    // The cycle of the default crossfade is set up even if the settings have no crossfade, because one that
    // is enabled later continues from it.
    setSchedule(settings_, 0);
    const CrowdSettings defaults = std::exchange(settings_, settings);
    terrain_ = makeTerrain(settings_.terrain);
    setSchedule(defaults, 0);
    lay(now);
    advance(now);
}

void Crowd::checkVariants(std::size_t changed, int variants) const {
    std::size_t groups = static_cast<std::size_t>(variants);
    for (std::size_t m = 0; m < models_.size(); ++m) {
        if (m != changed) groups += static_cast<std::size_t>(models_[m].allVariants());
    }
    if (groups > kMaxGroups) {
        throw inputError("", "the models have " + std::to_string(groups) +
                                 " variants in total, but a crowd can have " + std::to_string(kMaxGroups) +
                                 ": use fewer models");
    }
}

void Crowd::checkModel(const CrowdModel& model, const ClipChoice& choice) const {
    const std::size_t clips = model.clips.size();
    assert(clips >= 1 && model.variants >= 1 && model.every.size() <= kMostAttachments);
    assert(model.shares.empty() || model.shares.size() == static_cast<std::size_t>(model.variants));
    const std::size_t most = PH_MAX_CLIPS - model.own_frames.clipEntries();
    if (clips > most) {
        throw inputError("", "a model has " + std::to_string(clips) +
                                 " clips, but the clip table has room for " + std::to_string(most) +
                                 ": remove some");
    }
    checkClips(choice, clips);
}

void Crowd::buildClipTable(std::size_t model) {
    auto& table = clip_tables_[model];
    table.clear();
    gaits_[model].clear();
    for (const BakedClip& clip : models_[model].clips) {
        const auto metres = static_cast<float>(clip.stride_speed * clip.duration_s);
        table.emplace_back(clip.first_frame, clip.intervals, clip.loops ? 1U : 0U,
                           std::bit_cast<std::uint32_t>(metres));
        gaits_[model].push_back(isGait(readClipName(clip.name).kind));
    }
    const OwnFrames& own = models_[model].own_frames;
    table.insert(table.end(), own.clipEntries(), own.clipEntry());
}

std::vector<glm::uvec4> Crowd::clipTable(int model) const {
    return clip_tables_[static_cast<std::size_t>(model)];
}

void Crowd::apply(const CrowdSettings& settings, Ticks now) {
    checkSettings(settings);
    advance(now);
    if (settings.terrain != settings_.terrain) {
        terrain_ = makeTerrain(settings.terrain);
        settings_.terrain = settings.terrain;
    }
    const CrowdSettings before = settings_;
    if (settings == before) return;
    const layout::Schedule schedule_before = schedule(now);
    if (!sameLayout(settings, before)) {
        settings_ = settings;
        setSchedule(before, now);
        lay(now);
        return;
    }
    CrowdSettings only_colors = settings;
    only_colors.team_colors = before.team_colors;
    if (only_colors == before) {
        settings_ = settings;
        colorAll();
        return;
    }
    // The state of each unit by the old settings is read just before the unit is rewritten.
    settings_ = settings;
    setSchedule(before, now);
    layPath();
    changeAll([&](std::uint32_t u) {
        Snapshot snapshot = snapshotOf(u, schedule_before);
        snapshot.offset = phalanx::offsetOf(before, findEdit(edits_, u), u);
        return change(u, snapshot, now, 0);
    });
    if (settings.team_colors != before.team_colors) colorAll();
}

void Crowd::layAgain(Ticks now) {
    advance(now);
    lay(now);
}

void Crowd::splitGroups(std::vector<std::uint32_t> at, Ticks now) {
    assert(std::ranges::is_sorted(at) && (at.empty() || at.front() > 0));
    std::size_t variants = 0;
    for (const CrowdModel& model : models_) variants += static_cast<std::size_t>(model.allVariants());
    if (variants * (at.size() + 1) > kMaxGroups)
        throw usageError(
            "groups", fmt::format("{} variants cannot be split into {} parts each", variants, at.size() + 1));
    split_at_ = std::move(at);
    layAgain(now);
}

void Crowd::chooseClips(int model, ClipChoice choice, Ticks now, double fade_s) {
    const auto m = static_cast<std::size_t>(model);
    assert(m < models_.size());
    checkClips(choice, models_[m].clips.size());
    checkFade(fade_s);
    advance(now);
    if (choice == choices_[m]) return;
    choices_[m] = choice;
    layPath();
    const layout::Schedule moment = schedule(now);
    const Ticks fade = ticksFromSeconds(fade_s);
    std::vector<std::uint32_t> units;
    for (std::uint32_t u = 0; u < size(); ++u) {
        const UnitEdit* edit = findEdit(edits_, u);
        if (modelOf(u) == model && (edit == nullptr || !edit->clips)) units.push_back(u);
    }
    changeEach(static_cast<std::uint32_t>(units.size()),
               [&](std::uint32_t i) { return change(units[i], snapshotOf(units[i], moment), now, fade); });
    for (const std::uint32_t u : units) markDirty(u);
}

void Crowd::edit(std::uint32_t unit, const UnitEdit& edit, Ticks now) {
    assert(unit < size());
    checkEdit(edit, models_[static_cast<std::size_t>(modelOf(unit))]);
    if (!edit.morph_weights.empty() && editOf(unit).morph_weights.empty() &&
        std::ranges::count_if(
            edits_, [](const auto& entry) { return !entry.second.morph_weights.empty(); }) >= PH_MORPH_ROWS) {
        throw usageError("morph weights",
                         "at most " + std::to_string(PH_MORPH_ROWS) + " units can have weights of their own");
    }
    advance(now);
    constexpr double kFade_s = 0.3;
    const Snapshot before = snapshotOf(unit, schedule(now));
    if (edit.empty()) {
        edits_.erase(unit);
    } else {
        edits_[unit] = edit;
    }
    const auto end = change(unit, before, now, ticksFromSeconds(kFade_s));
    at(unit).look.x = packTint(tintOf(unit));
    setMorphRow(unit);
    markDirty(unit);
    if (end) addPending({*end});
}

// Writes the weights of the unit's edit into a row of its group, and the row's number into the unit.
void Crowd::setMorphRow(std::uint32_t unit) {
    MorphRows& rows = groups_[static_cast<std::size_t>(placeOf(unit).group)].morph_rows;
    std::uint32_t& look_z = at(unit).look.z;
    const std::uint32_t row = layout::morphRow(look_z);
    const UnitEdit* const edit = findEdit(edits_, unit);
    if (edit == nullptr || edit->morph_weights.empty()) {
        rows.free(row);
        look_z = unit;
    } else {
        look_z = rows.set(row, edit->morph_weights) << PH_UNIT_BITS | unit;
    }
}

std::span<const float> Crowd::morphRowOf(std::uint32_t unit) const {
    const MorphRows& rows = groups_[static_cast<std::size_t>(placeOf(unit).group)].morph_rows;
    return rows.at(layout::morphRow(this->unit(unit).look.z));
}

UnitEdit Crowd::editOf(std::uint32_t unit) const {
    const UnitEdit* edit = findEdit(edits_, unit);
    return edit == nullptr ? UnitEdit{} : *edit;
}

void Crowd::replaceModel(int model, CrowdModel replacement, ClipChoice choice, Ticks now) {
    const auto m = static_cast<std::size_t>(model);
    assert(m < models_.size());
    checkModel(replacement, choice);
    checkVariants(m, replacement.allVariants());
    advance(now);
    const layout::Schedule moment = schedule(now);
    std::vector<std::uint32_t> units;
    for (std::uint32_t u = 0; u < size(); ++u) {
        if (modelOf(u) == model) units.push_back(u);
    }
    if (m < expected_.size()) expected_[m].clear();
    // The frames of their own are lost, or move.
    for (const std::uint32_t u : units) rise(u, now);
    const auto count = static_cast<std::uint32_t>(units.size());
    std::vector<Snapshot> before(count);
    forStretches(count, [&](std::uint32_t first, std::uint32_t last, std::size_t) {
        for (std::uint32_t i = first; i < last; ++i) before[i] = snapshotOf(units[i], moment);
    });
    const bool same_sizes =
        replacement.variants == models_[m].variants && replacement.shares == models_[m].shares &&
        replacement.every == models_[m].every && replacement.height_m == models_[m].height_m &&
        replacement.radius_m == models_[m].radius_m && replacement.lift_m == models_[m].lift_m;
    const int clips = static_cast<int>(replacement.clips.size());
    models_[m] = std::move(replacement);
    choices_[m] = choice;
    buildClipTable(m);
    dropMissing(edits_, size(), [&](std::uint32_t u) -> const CrowdModel& {
        return models_[static_cast<std::size_t>(modelOf(u))];
    });
    if (!same_sizes) {
        lay(now);
        return;
    }
    layPath();
    changeEach(count, [&](std::uint32_t i) {
        Snapshot& snapshot = before[i];
        // A crossfade in progress is ended if its clips may no longer exist.
        if (std::max(snapshot.clip_a, snapshot.clip_b) >= clips) snapshot.clip_a = snapshot.clip_b = -1;
        return change(units[i], snapshot, now, 0);
    });
    for (const std::uint32_t u : units) markDirty(u);
}

void Crowd::advance(Ticks now) {
    endFades(now);
    const Ticks since = now - renewed_;
    if (since >= kRenewAfter && since < 0x80000000U) renewAll(now);
    measureTravel(now);
}

void Crowd::endFades(Ticks now) {
    std::vector<std::uint32_t> units;
    while (!pending_.empty() && static_cast<std::int32_t>(now - pending_.back().at) >= 0) {
        units.push_back(pending_.back().unit);
        pending_.pop_back();
    }
    if (units.empty()) return;
    std::sort(units.begin(), units.end());
    units.erase(std::unique(units.begin(), units.end()), units.end());
    const layout::Schedule moment = schedule(now);
    std::vector<std::uint8_t> over(units.size(), 0);
    changeEach(static_cast<std::uint32_t>(units.size()), [&](std::uint32_t i) -> std::optional<Pending> {
        const Snapshot before = snapshotOf(units[i], moment);
        // If the unit was changed again, a later entry ends its crossfade.
        if (before.mode != PH_FADE_EVENT || before.phases.weight < 1.0F) return std::nullopt;
        follow(units[i], before, planOf(units[i]), now);
        over[i] = 1;
        return std::nullopt;
    });
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (over[i] != 0) markDirty(units[i]);
    }
}

void Crowd::renewAll(Ticks now) {
    const layout::Schedule moment = schedule(now);
    setSchedule(settings_, now);
    epoch_ = now;
    renewed_ = now;
    changeAll([&](std::uint32_t u) { return change(u, snapshotOf(u, moment), now, 0); });
}

void Crowd::changeEach(std::uint32_t count, const Change& body) {
    std::vector<std::vector<Pending>> found((count + kUnitsPerTask - 1) / kUnitsPerTask);
    forStretches(count, [&](std::uint32_t first, std::uint32_t last, std::size_t task) {
        for (std::uint32_t i = first; i < last; ++i) {
            if (const auto end = body(i)) found[task].push_back(*end);
        }
    });
    std::vector<Pending> pending;
    for (const auto& some : found) pending.insert(pending.end(), some.begin(), some.end());
    addPending(pending);
}

void Crowd::changeAll(const Change& body) {
    changeEach(size(), body);
    markAllDirty();
}

void Crowd::addPending(const std::vector<Pending>& more) {
    if (more.empty()) return;
    pending_.insert(pending_.end(), more.begin(), more.end());
    // Sorted with the next one to end last.
    std::sort(pending_.begin(), pending_.end(), [](const Pending& a, const Pending& b) {
        const auto later = static_cast<std::int32_t>(a.at - b.at);
        return later != 0 ? later > 0 : a.unit > b.unit;
    });
}

UnitPlace Crowd::placeOf(std::uint32_t unit) const {
    assert(unit < place_of_.size());
    const std::uint32_t packed = place_of_[unit];
    return {static_cast<int>(packed >> kPlaceBits), packed & ((1U << kPlaceBits) - 1U)};
}

const UnitInstance& Crowd::unit(std::uint32_t unit) const {
    const UnitPlace place = placeOf(unit);
    return groups_[static_cast<std::size_t>(place.group)].units[place.index];
}

UnitInstance& Crowd::at(std::uint32_t unit) {
    const UnitPlace place = placeOf(unit);
    return groups_[static_cast<std::size_t>(place.group)].units[place.index];
}

int Crowd::modelOf(std::uint32_t unit) const {
    return groups_[static_cast<std::size_t>(placeOf(unit).group)].model;
}

int Crowd::variantOf(std::uint32_t unit) const {
    return groups_[static_cast<std::size_t>(placeOf(unit).group)].variant;
}

void Crowd::markDirty(std::uint32_t unit) {
    const UnitPlace place = placeOf(unit);
    UnitGroup& group = groups_[static_cast<std::size_t>(place.group)];
    group.dirty.add(place.index);
    ++units_written_;
    constexpr std::size_t kKept = 65'536;
    if (changed_.size() == kKept) forgetChanges();
    changed_.push_back(unit);
}

void Crowd::forgetChanges() {
    changed_from_ += changed_.size() + 1;
    changed_.clear();
}

CrowdChanges Crowd::changesSince(std::uint64_t end) const {
    if (end < changed_from_) return {true, {}};
    const auto known =
        static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(end - changed_from_, changed_.size()));
    return {false, {changed_.begin() + known, changed_.end()}};
}

void Crowd::wroteUnits() {
    markAllDirty();
    may_have_moved_ = true;
    layPath();
}

void Crowd::markAllDirty() {
    forgetChanges();
    for (UnitGroup& group : groups_) {
        group.dirty.clear();
        group.dirty.add({0, group.units.size()});
    }
    units_written_ += size();
}

}  // namespace phalanx

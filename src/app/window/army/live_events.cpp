#include "app/window/army/live_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "asset/marker_file.h"
#include "core/file.h"
#include "core/stopwatch.h"

namespace phalanx {
namespace {

double secondsBetween(Ticks from, Ticks until) {
    return static_cast<double>(static_cast<std::int32_t>(until - from)) / PH_TICKS_PER_SECOND;
}

}  // namespace

LiveEvents::LiveEvents(Session& session) : session_(session) {
    if (!session.options.log_events.empty()) log_.emplace(session.options.log_events);
}

const ArmyMarkers& LiveEvents::markers() {
    if (markers_.empty()) {
        markers_ = phalanx::markersOf(session_.models);
        unsaved_.assign(markers_.size(), false);
    }
    return markers_;
}

const std::vector<ClipMarkers>& LiveEvents::markersOf(std::size_t model) {
    return markers()[model];
}

void LiveEvents::beginFrame() {
    const EventMistakes& wanted = session_.settings.event_mistakes;
    const bool loses = wanted.loses();
    const bool others =
        mistakes_.once_per_frame != wanted.once_per_frame || mistakes_.drawn_only != wanted.drawn_only;
    const bool set_back = static_cast<std::int32_t>(session_.now - frame_) < 0;
    if (polled_ && (others || set_back || !(loses || counts_))) {
        if (mistakes_.loses() || loses) traces_.reset();
        polled_.reset();
    }
    if (!polled_) {
        session_.facts.events = {};
        if (!loses && !counts_) return;
        if (loses) traces_.reset();
        mistakes_ = wanted;
        polled_.emplace(markers());
        counted_from_ = frame_ = session_.now;
        longest_frame_s_ = cpu_ms_ = 0.0;
        frames_ = 0;
    }
    const Stage& stage = *session_.stage;
    std::vector<bool> drawn;
    if (mistakes_.drawn_only)
        drawn = drawn_.find(stage.crowd, stage.gpu_models, session_.camera.camera(), session_.aspect(),
                            session_.settings.render.cull, session_.now);
    polled_->beginFrame(mistakes_, std::move(drawn));
    longest_frame_s_ = std::max(longest_frame_s_, secondsBetween(frame_, session_.now));
    frame_ = session_.now;
    ++frames_;
    showCounts();
}

void LiveEvents::showCounts() {
    EventFacts& facts = session_.facts.events;
    facts.counted = true;
    facts.happened = polled_->counts().happened;
    facts.heard = polled_->counts().heard;
    facts.seconds = secondsBetween(counted_from_, session_.now);
    facts.frames = frames_;
    facts.cpu_ms = cpu_ms_ / static_cast<double>(frames_);
    facts.longest_frame_s = longest_frame_s_;
    facts.waiting = polled_->queue().waiting();
    facts.looked = polled_->queue().looked();
}

void LiveEvents::advance(Ticks now) {
    Stage& stage = *session_.stage;
    PolledEvents* const polled = polled_ && mistakes_.loses() ? &*polled_ : nullptr;
    if (polled_) {
        const Stopwatch watch;
        polled_->advance(stage.crowd, now);
        cpu_ms_ += watch.elapsed_ms();
    }
    if (log_) log_->advance(stage.crowd, markers(), now, polled);
    if (!session_.settings.render.traces) return traces_.reset();
    if (!traces_) traces_.emplace(session_.models, markers());
    const ArmyTraces::NewTraces& added =
        traces_->advance(stage.crowd, session_.camera.camera().eye, now, false, polled);
    stage.renderer.traces().take(added.replace_all, added.traces);
}

void LiveEvents::restart() {
    if (log_) log_->markersChanged();
    traces_.reset();
    polled_.reset();
}

void LiveEvents::modelsReplaced() {
    markers_.clear();
    restart();
}

void LiveEvents::closeLog() {
    if (log_) log_->close();
}

void LiveEvents::move(std::size_t model, const TimelineSettings::MarkerMove& move) {
    Model& changed = session_.models[model].model;
    ClipMarkers& of_clip = markers_[model][move.clip];
    of_clip[move.marker].phase = move.phase;
    giveMarkers(of_clip, changed.clips[move.clip]);
    markers_[model] = clipMarkers(changed);
    unsaved_[model] = true;
    restart();
}

void LiveEvents::save(std::size_t model) {
    const Model& saved = session_.models[model].model;
    const std::filesystem::path file = markerFileOf(saved.source_path);
    try {
        writeFile(file, markerFileText(saved));
        unsaved_[model] = false;
        session_.notify(fmt::format("Saved the events in {}", file.string()));
    } catch (const Error& error) {
        session_.notify(error.what(), true);
    }
}

}  // namespace phalanx

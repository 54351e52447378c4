#include "app/window/army/live_events.h"

#include <fmt/format.h>

#include <filesystem>

#include "asset/marker_file.h"
#include "core/file.h"

namespace phalanx {

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

void LiveEvents::advance(Ticks now) {
    Stage& stage = *session_.stage;
    if (log_) log_->advance(stage.crowd, markers(), now);
    if (!session_.settings.render.traces) return traces_.reset();
    if (!traces_) traces_.emplace(session_.models, markers());
    const ArmyTraces::NewTraces& added = traces_->advance(stage.crowd, session_.camera.camera().eye, now);
    stage.renderer.traces().take(added.replace_all, added.traces);
}

void LiveEvents::restart() {
    if (log_) log_->markersChanged();
    traces_.reset();
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

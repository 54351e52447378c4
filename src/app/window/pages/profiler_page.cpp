#include "app/window/pages/profiler_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/output.h"
#include "app/lab/profiler_export.h"
#include "app/window/session/state_text.h"
#include "asset/common/image.h"
#include "core/file.h"
#include "core/log.h"
#include "core/main_loop.h"
#include "core/version.h"
#include "gl/objects/readback.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

// Crops the image of the window to the panel. scale: pixels per window coordinate.
gl::Pixels cut(const gl::Pixels& all, const ProfilerPlace& place, float scale) {
    const auto bound = [scale](float at, int most) {
        return std::clamp(static_cast<int>(at * scale), 0, most);
    };
    const int left = bound(place.left, all.width);
    const int top = bound(place.top, all.height);
    gl::Pixels part;
    part.width = bound(place.right, all.width) - left;
    part.height = bound(place.bottom, all.height) - top;
    for (int y = top; y < top + part.height; ++y) {
        const auto row = all.rgba8.begin() + (static_cast<std::ptrdiff_t>(y) * all.width + left) * 4;
        part.rgba8.insert(part.rgba8.end(), row, row + static_cast<std::ptrdiff_t>(part.width) * 4);
    }
    return part;
}

void addProfiler(StateText& state, const ProfilerSettings& settings, const Profile& profile) {
    state.add("profiler", settings.shown);
    state.add("profiler.page", static_cast<int>(settings.page));
    state.add("profiler.frames", profile.size());
    const ProfiledFrame* const held = profile.held();
    state.add("profiler.held", held != nullptr ? held->number : 0);
    if (profile.size() == 0) return;
    const ProfiledFrame& frame = held != nullptr ? *held : profile.at(profile.size() - 1);
    state.add("profiler.frame_ms", frame.frame_ms);
    for (std::size_t i = 0; i < kFramePasses; ++i) {
        std::string name(nameOf(static_cast<FramePass>(i)));
        std::ranges::replace(name, ' ', '_');
        state.add("profiler.cpu." + name, fmt::format("{:.4f}", frame.cpu[i]));
    }
    state.add("profiler.uploads", frame.all.uploads);
    state.add("profiler.uploaded", frame.all.bytes);
    state.add("profiler.draws", frame.all.draws);
    state.addIf("profiler.vertex_runs", frame.vertex_runs);
    state.addLine("profiler.layers", layersText(frame));
}

}  // namespace

void ProfilerPage::toggle() {
    const bool seen = session_.panel.profiler.shown && session_.panel.show_panel;
    session_.panel.profiler.shown = !seen;
    if (!seen) session_.panel.show_panel = true;
}

void ProfilerPage::draw() {
    if (!session_.panel.profiler.shown) profiler_.release();
    if (!session_.panels_drawn || !session_.panel.show_panel || !session_.panel.profiler.shown) return;
    const Theme& theme = session_.ui.theme();
    const glm::dvec2 size = glm::dvec2(session_.size());
    const ComparedSide present = presentSide(session_.stage->render, session_.models.front().baked.encoding);
    ProfilerFacts facts = profiler_.facts(session_.facts, present);
    std::error_code ignored;
    facts.exporting = exporting_;
    facts.layers_why_not = whyNoLayersHere();
    facts.has_layers = session_.stage->renderer.hasLayers();
    facts.folder = fs::current_path(ignored).string();
    place_ = drawProfilerPanel(theme, session_.widgets, session_.actions, facts, session_.panel.profiler,
                               session_.facts.foot);
    const double top = static_cast<double>(place_.top);
    session_.covered = std::clamp(1.0 - top / size.y, 0.0, 0.6);
    session_.facts.foot = static_cast<float>(size.y - top);
}

// Of sweeps over layers, by the present technique and models.
std::string ProfilerPage::whyNoLayersHere() const {
    const std::string& technique = session_.stage->render.technique;
    for (const TechniqueFacts& facts : session_.facts.techniques) {
        if (facts.name == technique && !facts.no_layers.empty())
            return fmt::format("technique {} {}", technique, facts.no_layers);
    }
    for (const ModelFacts& model : session_.facts.models) {
        if (!model.why_no_layers.empty()) return fmt::format("{} {}", model.name, model.why_no_layers);
        if (model.clips.empty()) return model.name + " has no clips";
    }
    return "";
}

void ProfilerPage::compare(glm::ivec2 size) {
    try {
        ComparisonPlan plan;
        const ComparedSide present =
            presentSide(session_.stage->render, session_.models.front().baked.encoding);
        const ProfilerSettings& settings = session_.panel.profiler;
        for (std::size_t s = 0; s < plan.sides.size(); ++s)
            plan.sides[s] = settings.sides[s].value_or(present);
        plan.seconds = settings.compare_s;
        plan.size = size;
        profiler_.compare(*session_.stage, session_.models, plan, session_.camera.camera(), session_.now);
    } catch (const Error& error) {
        end(error.what(), true);
    }
}

void ProfilerPage::sweep(SweepKind kind, glm::ivec2 size) {
    try {
        std::optional<PoseFile> pose;
        if (session_.stage->renderer.hasLayers()) pose = parsePose(session_.settings.pose, "layers");
        profiler_.sweep(*session_.stage, session_.models, pose, kind, size);
    } catch (const Error& error) {
        end(error.what(), true);
    }
}

bool ProfilerPage::step(bool disturbed) {
    if (std::exchange(ended_, false)) return true;
    if (!profiler_.running()) return false;
    try {
        if (disturbed || !session_.panel.profiler.shown) {
            end("Measurement stopped; the previous settings are restored", false);
        } else {
            profiler_.step();
        }
    } catch (const Error& error) {
        end(error.what(), true);
    }
    ended_ = false;
    return !profiler_.running();
}

void ProfilerPage::cancel() {
    if (profiler_.running()) end("Cancelled; the previous settings are restored", false);
}

void ProfilerPage::end(const std::string& notice, bool error) {
    profiler_.cancel();
    ended_ = true;
    session_.notify(notice, error);
}

void ProfilerPage::exportIfDue(glm::ivec2 size) {
    if (std::exchange(exporting_, false) && session_.stage) writeExport(size);
}

void ProfilerPage::writeExport(glm::ivec2 size) {
    std::string csv;
    nlohmann::json json{{"gpu", session_.facts.gpu},
                        {"gl", session_.facts.gl},
                        {"version", kVersion},
                        {"commit", kCommit},
                        {"size", {size.x, size.y}},
                        {"units", session_.stage->crowd.size()},
                        {"technique", session_.stage->render.technique}};
    const char* what = "frames";
    if (session_.panel.profiler.page == ProfilerTab::kFrames) {
        csv = framesCsv(profiler_.profile());
        json["profile"] = framesJson(profiler_.profile());
        json["limit"] = session_.facts.limit;
    } else if (session_.panel.profiler.page == ProfilerTab::kCompare) {
        if (!profiler_.compared()) return session_.notify("Nothing to export: compare A and B first", true);
        what = "a_and_b";
        csv = comparisonCsv(*profiler_.compared());
        json["comparison"] = comparisonJson(*profiler_.compared());
    } else {
        what = "sweep";
        std::vector<SweepResult> sweeps;
        for (const SweepKind kind : kAllSweeps) {
            if (!profiler_.swept(kind)) continue;
            sweeps.push_back(*profiler_.swept(kind));
            json["sweeps"].push_back(sweepJson(*profiler_.swept(kind)));
        }
        if (sweeps.empty()) return session_.notify("Nothing to export: run a sweep first", true);
        csv = sweepsCsv(sweeps);
    }
    try {
        const fs::path stem = newStem(what, {".csv", ".json", ".png"});
        const gl::Pixels image =
            cut(gl::readPixels(0, size.x, size.y), place_, session_.window.pixelsPerUnit());
        writeFile(stem.string() + ".csv", csv);
        writeJson(stem.string() + ".json", json);
        writePng(stem.string() + ".png", image.width, image.height, 4, image.rgba8);
        for (const char* ending : {".csv", ".json", ".png"}) handOver(stem.string() + ending);
        last_export_ = stem.string();
        session_.notify(fmt::format("Exported: {}.csv, .json, .png", last_export_));
        info("profile: {}.csv, .json, .png", last_export_);
    } catch (const Error& error) {
        session_.notify(error.what(), true);
        warn("{}", error.what());
    }
}

void ProfilerPage::addState(StateText& state) const {
    addProfiler(state, session_.panel.profiler, profiler_.profile());
    state.add("profiler.running", profiler_.running());
    state.add("profiler.ended", profiler_.ended());
    state.addLine("profiler.export", last_export_);
    state.addLine("compared", profiler_.compared() ? profiler_.compared()->sentence : "");
    std::size_t points = 0;
    for (const SweepKind kind : kAllSweeps) {
        const auto& swept = profiler_.swept(kind);
        if (swept && !swept->lines.empty()) points += swept->lines.front().points.size();
        state.addLine(fmt::format("swept.{}", infoOf(kind).key), swept ? swept->sentence : "");
    }
    state.add("sweep.points", points);
    if (session_.stage) state.addLine("sweep.layers_why_not", whyNoLayersHere());
}

}  // namespace phalanx

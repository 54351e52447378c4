// The profiler in the window: its panel, what it runs between two frames, what it writes.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/output.h"
#include "app/lab/profiler_export.h"
#include "app/window/window_app.h"
#include "asset/image.h"
#include "core/file.h"
#include "core/log.h"
#include "core/version.h"
#include "gl/objects/readback.h"
#include "gl/objects/timer.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

// Rows and columns of the window's picture, in pixels.
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

}  // namespace

void WindowApp::drawProfiler() {
    const Theme& theme = ui_.theme();
    const glm::dvec2 size = anatomyView().size;
    const ComparedSide present = presentSide(stage_->render, models_.front().baked.encoding);
    ProfilerFacts facts = profiler_.facts(facts_, present);
    std::error_code ignored;
    facts.folder = fs::current_path(ignored).string();
    profiler_place_ =
        drawProfilerPanel(theme, widgets_, facts, panel_.profiler, theme.points(kMainPanelPoints + 20.0F),
                          static_cast<float>(size.x) - theme.points(10.0F));
    const double top = static_cast<double>(profiler_place_.top);
    covered_ = std::clamp(1.0 - top / size.y, 0.0, 0.6);
    facts_.foot = static_cast<float>(size.y - top);
}

void WindowApp::toggleProfiler() {
    const bool seen = panel_.profiler.shown && panel_.show_panel;
    panel_.profiler.shown = !seen;
    if (!seen) panel_.show_panel = true;
}

// Begins what the panel asks for, or goes on with it. The army stands still meanwhile.
void WindowApp::carryOutProfiler(int width, int height) {
    ProfilerSettings& settings = panel_.profiler;
    const bool cancel = std::exchange(settings.cancel_wanted, false);
    const bool compare = std::exchange(settings.compare_wanted, false);
    const std::optional<SweepKind> sweep = std::exchange(settings.sweep_wanted, std::nullopt);
    try {
        if (profiler_.running()) {
            if (cancel || !settings.shown || loader_ || rebaker_) {
                profiler_.cancel();
                notify(cancel ? "Cancelled; all is as before" : "Measured no more; all is as before");
            } else {
                profiler_.step();
            }
            if (!profiler_.running()) endProfilerRun();
            return;
        }
        if (!compare && !sweep) return;
        if (loader_ || rebaker_ || bakeIsDue() || diagnosis_)
            throw environmentError("", "Measure when loading, baking and measuring are done");
        if (sweep) return profiler_.sweep(*stage_, *sweep, {width, height});
        ComparisonPlan plan;
        const ComparedSide present = presentSide(stage_->render, models_.front().baked.encoding);
        for (std::size_t s = 0; s < plan.sides.size(); ++s)
            plan.sides[s] = settings.sides[s].value_or(present);
        plan.seconds = settings.compare_s;
        plan.size = {width, height};
        profiler_.compare(*stage_, models_, plan, camera_.camera(), now_);
    } catch (const Error& error) {
        profiler_.cancel();
        endProfilerRun();
        notify(error.what(), true);
    }
}

// Done or not: times of its frames are nobody's.
void WindowApp::endProfilerRun() {
    stale_times_ = gl::GpuTimer::kFrames + 1;
    last_swap_ = last_frame_ = Clock::now();
}

// After the panel is drawn, before it is shown.
void WindowApp::exportProfiler(int width, int height) {
    // The frame after the click is the first without the button's tooltip.
    if (!panel_.profiler.export_wanted || !std::exchange(export_begun_, true)) return;
    panel_.profiler.export_wanted = export_begun_ = false;
    if (!stage_) return;
    std::string csv;
    nlohmann::json json{{"gpu", facts_.gpu},
                        {"gl", facts_.gl},
                        {"version", kVersion},
                        {"commit", kCommit},
                        {"size", {width, height}},
                        {"units", stage_->crowd.size()},
                        {"technique", stage_->render.technique}};
    const char* what = "frames";
    if (panel_.profiler.page == ProfilerPage::kFrames) {
        csv = framesCsv(profiler_.profile());
        json["profile"] = framesJson(profiler_.profile());
        json["limit"] = facts_.limit;
    } else if (panel_.profiler.page == ProfilerPage::kCompare) {
        if (!profiler_.compared()) return notify("Nothing to export: compare A and B first", true);
        what = "a_and_b";
        csv = comparisonCsv(*profiler_.compared());
        json["comparison"] = comparisonJson(*profiler_.compared());
    } else {
        what = "sweep";
        std::vector<SweepResult> sweeps;
        for (const SweepKind kind : {SweepKind::kUnits, SweepKind::kBatches}) {
            if (!profiler_.swept(kind)) continue;
            sweeps.push_back(*profiler_.swept(kind));
            json["sweeps"].push_back(sweepJson(*profiler_.swept(kind)));
        }
        if (sweeps.empty()) return notify("Nothing to export: sweep first", true);
        csv = sweepsCsv(sweeps);
    }
    try {
        const fs::path stem = newStem(what, {".csv", ".json", ".png"});
        const gl::Pixels picture =
            cut(gl::readPixels(0, width, height), profiler_place_, window_.pixelsPerUnit());
        writeFile(stem.string() + ".csv", csv);
        writeJson(stem.string() + ".json", json);
        writePng(stem.string() + ".png", picture.width, picture.height, 4, picture.rgba8);
        last_export_ = stem.string();
        notify(fmt::format("Written: {}.csv, .json, .png", last_export_));
        info("profile: {}.csv, .json, .png", last_export_);
    } catch (const Error& error) {
        notify(error.what(), true);
        warn("{}", error.what());
    }
}

}  // namespace phalanx

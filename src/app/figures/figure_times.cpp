// Figures of `phalanx bench` results as lines. The results name the machine.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/figures/figures.h"
#include "app/figures/svg_plot.h"
#include "core/error.h"
#include "render/techniques/technique.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

constexpr std::array kLineColors{"#c8742b", "#2a6f97", "#4f8a3c", "#7a4f9a",
                                 "#b0413e", "#57606a", "#8a6d1d", "#1b1f24"};

struct Row {
    double units = 0.0;
    std::string technique;
    std::optional<double> batch;
    bool multi_draw = false;
    double cost_ms = 0.0;    // GPU time of the draw, or the frame's wall time if that was not measured
    double submit_ms = 0.0;  // CPU time of the GL calls
};

struct Measured {
    std::string machine;
    bool gpu_timed = false;
    std::vector<Row> rows;  // without skipped ones
};

Measured read(const FigureSource& source) {
    Measured measured;
    try {
        const nlohmann::json& bench = *source.bench;
        measured.machine =
            bench.at("gl").get<std::string>() + ", driver " + bench.at("driver").get<std::string>();
        for (const nlohmann::json& entry : bench.at("rows")) {
            if (entry.contains("skipped")) continue;
            Row row;
            row.units = entry.at("units").get<double>();
            row.technique = entry.at("technique").get<std::string>();
            if (entry.contains("batch")) {
                row.batch = entry.at("batch").get<double>();
                row.multi_draw = entry.at("multi_draw").get<bool>();
            }
            const nlohmann::json& draw = entry.at("draw_gpu_ms");
            measured.gpu_timed = measured.gpu_timed || !draw.is_null();
            row.cost_ms = (draw.is_null() ? entry.at("frame_ms") : draw).at("p50").get<double>();
            row.submit_ms = entry.at("submit_ms").at("p50").get<double>();
            // Logarithmic axes have no 0.
            if (row.units > 0.0 && row.cost_ms > 0.0 && row.submit_ms > 0.0) measured.rows.push_back(row);
        }
    } catch (const nlohmann::json::exception& error) {
        throw inputError("--data",
                         std::string("is not the output of `phalanx bench --json`: ") + error.what());
    }
    return measured;
}

void requirePoints(const SvgPlot& plot, const char* advice) {
    for (const SvgSeries& series : plot.series) {
        if (series.points.size() > 1) return;
    }
    throw inputError("--data",
                     std::string("has no rows for this figure; measure with `phalanx bench ") + advice + "`");
}

}  // namespace

std::string drawTimeOverUnits(const FigureSource& source) {
    const Measured measured = read(source);
    SvgPlot plot;
    plot.title = "Time by number of units";
    plot.lines = {measured.machine, measured.gpu_timed
                                        ? "GPU time of preparing poses and drawing the units, median"
                                        : "wall time of the whole frame, median"};
    plot.x_axis = "units";
    plot.y_axis = "milliseconds";
    plot.x_text = plot.y_text = axisNumber;
    for (const Technique& technique : techniques()) {
        SvgSeries series{
            std::string(technique.name), kLineColors[plot.series.size() % kLineColors.size()], {}};
        for (const Row& row : measured.rows) {
            const bool single = !row.batch || (*row.batch == 1.0 && !row.multi_draw);
            if (row.technique == technique.name && single) series.points.emplace_back(row.units, row.cost_ms);
        }
        std::ranges::sort(series.points, {}, [](const glm::dvec2& p) { return p.x; });
        if (!series.points.empty()) plot.series.push_back(series);
    }
    requirePoints(plot, "--units 10,100,1000,10000 --json FILE");
    return drawSvgPlot(plot);
}

std::string drawTimeOverBatch(const FigureSource& source) {
    const Measured measured = read(source);
    double units = 0.0;
    for (const Row& row : measured.rows) {
        if (row.batch) units = std::max(units, row.units);
    }
    SvgPlot plot;
    plot.title = fmt::format("Time of {} units by units per draw call", axisNumber(units));
    plot.lines = {measured.machine,
                  "medians; GPU: time of drawing the units, CPU: time of all GL calls of the frame"};
    plot.x_axis = "units per draw call (technique texture-draws)";
    plot.y_axis = "milliseconds";
    plot.x_text = plot.y_text = axisNumber;
    plot.series = {{measured.gpu_timed ? "drawing, GPU" : "frame, wall time", kLineColors[1], {}},
                   {"CPU, loop of draw calls", kLineColors[0], {}},
                   {"CPU, one multi-draw", kLineColors[2], {}},
                   {"CPU, texture: one draw", kLineColors[5], {}, "5 4"}};
    const Row* whole = nullptr;
    for (const Row& row : measured.rows) {
        if (row.units != units) continue;
        if (row.technique == "texture") whole = &row;
        if (!row.batch) continue;
        if (!row.multi_draw) plot.series[0].points.emplace_back(*row.batch, row.cost_ms);
        plot.series[row.multi_draw ? 2 : 1].points.emplace_back(*row.batch, row.submit_ms);
    }
    for (SvgSeries& series : plot.series)
        std::ranges::sort(series.points, {}, [](const glm::dvec2& p) { return p.x; });
    requirePoints(plot, "--technique texture,texture-draws --batches 1,10,100,1000 --json FILE");
    const std::vector<glm::dvec2>& loop = plot.series[1].points;
    if (whole != nullptr && !loop.empty())
        plot.series[3].points = {{loop.front().x, whole->submit_ms}, {loop.back().x, whole->submit_ms}};
    std::erase_if(plot.series, [](const SvgSeries& series) { return series.points.empty(); });
    return drawSvgPlot(plot);
}

}  // namespace phalanx

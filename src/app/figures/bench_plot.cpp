#include "app/figures/bench_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "app/figures/svg.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

// Pixels.
constexpr double kPlotMargin = 24.0;
constexpr double kValueSpace = 72.0;  // space for the number, to the right of the longest bar
constexpr double kBar = 13.0;
constexpr double kRowGap = 12.0;  // between rows
constexpr double kLetter = 7.6;   // upper estimate of the average letter width of sans-serif fonts at size 13
constexpr std::size_t kLineLetters = 125;

constexpr const char* kGpu = svg::kBlue;
constexpr const char* kCpu = svg::kOrange;
constexpr const char* kLayers = svg::kGreen;

// Breaks the text at spaces into lines of at most kLineLetters; longer words are not broken.
std::vector<std::string> broken(const std::string& text) {
    std::vector<std::string> lines(1);
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        if (!lines.back().empty() && lines.back().size() + 1 + word.size() > kLineLetters)
            lines.emplace_back();
        lines.back() += (lines.back().empty() ? "" : " ") + word;
        at = end + 1;
    }
    return lines;
}

// Three significant digits, without an exponent.
std::string valueText(double value) {
    if (value <= 0.0) return "0";
    const int decade = static_cast<int>(std::floor(std::log10(value)));
    return fmt::format("{:.{}f}", value, std::clamp(2 - decade, 0, 6));
}

std::string decadeText(int decade) {
    return fmt::format("{:.{}f}", std::pow(10.0, decade), std::max(0, -decade));
}

struct Bar {
    double value = 0.0;
    const char* color = "";
};

// From above down. layers: a row may have the passes of layered poses.
std::vector<Bar> barsOf(const BenchRow& row, bool layers) {
    std::vector<Bar> bars{{costOf(row), kGpu}};
    if (layers) bars.push_back({row.layers_ms.value_or(Percentiles{}).p50, kLayers});
    bars.push_back({row.submit_ms.p50, kCpu});
    return bars;
}

class LogAxis {
  public:
    LogAxis(const std::vector<BenchRow>& rows, double left, double right) : left_(left), right_(right) {
        double least = 0.0;
        double most = 0.0;
        for (const BenchRow& row : rows) {
            if (!row.skipped.empty()) continue;
            for (const Bar& bar : barsOf(row, true)) {
                if (bar.value <= 0.0) continue;
                least = least > 0.0 ? std::min(least, bar.value) : bar.value;
                most = std::max(most, bar.value);
            }
        }
        if (most <= 0.0) least = most = 1.0;
        // Extend the axis slightly below the smallest value, so that the shortest bar is visible.
        first_ = static_cast<int>(std::floor(std::log10(least * 0.8)));
        last_ = std::max(first_ + 1, static_cast<int>(std::ceil(std::log10(most))));
    }

    int first() const { return first_; }
    int last() const { return last_; }

    double x(double value) const {
        if (value <= 0.0) return left_;
        return left_ + (right_ - left_) * (std::log10(value) - first_) / (last_ - first_);
    }

  private:
    double left_;
    double right_;
    int first_ = 0;
    int last_ = 1;
};

void drawGrid(svg::Drawing& drawing, const LogAxis& axis, double top, double bottom) {
    for (int decade = axis.first(); decade <= axis.last(); ++decade) {
        const double value = std::pow(10.0, decade);
        for (int i = 2; decade < axis.last() && i < 10; ++i)
            drawing.line(axis.x(i * value), top, axis.x(i * value), bottom, svg::kFaintGrid);
        drawing.line(axis.x(value), top, axis.x(value), bottom + 5.0, svg::kGrid);
        drawing.text(axis.x(value), bottom + 20.0, 12, svg::kFaintInk, "middle", decadeText(decade));
    }
}

void drawRow(svg::Drawing& drawing, const LogAxis& axis, const BenchRow& row, double left, double top,
             bool layers) {
    const std::vector<Bar> bars = barsOf(row, layers);
    const double middle = top + kBar * static_cast<double>(bars.size()) / 2.0 + 4.5;
    drawing.text(left - 10.0, middle, 13, svg::kInk, "end", row.entry.label);
    if (!row.skipped.empty()) {
        constexpr std::size_t kMost = 95;
        const std::string why = "not measured: " + row.skipped;
        drawing.text(left + 8.0, middle, 12, svg::kFaintInk, "start",
                     why.size() > kMost ? why.substr(0, kMost - 3) + "..." : why);
        return;
    }
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const Bar& bar = bars[i];
        if (layers && bar.value <= 0.0) continue;
        const double y = top + kBar * static_cast<double>(i);
        drawing.box(left, y, axis.x(bar.value) - left, kBar, bar.color);
        drawing.text(axis.x(bar.value) + 5.0, y + kBar - 2.0, 12, svg::kInk, "start", valueText(bar.value));
    }
}

}  // namespace

std::string benchPlot(const std::vector<BenchRow>& rows, const BenchPlotTexts& texts) {
    assert(!rows.empty());
    std::uint32_t units = 0;
    for (const BenchRow& row : rows) units = std::max(units, row.units);
    std::vector<BenchRow> shown;
    std::size_t letters = 8;
    bool gpu_timed = false;
    bool layers = false;
    for (const BenchRow& row : rows) {
        if (row.units != units) continue;
        shown.push_back(row);
        letters = std::max(letters, row.entry.label.size());
        gpu_timed = gpu_timed || row.draw_ms.has_value();
        layers = layers || row.layers_ms.has_value();
    }

    svg::Drawing drawing;
    const std::string title =
        fmt::format("{}: {} {}", texts.title, grouped(units), units == 1 ? "unit" : "units");
    double y = kPlotMargin + 16.0;
    drawing.text(kPlotMargin, y, 18, svg::kInk, "start", title, "bold");
    for (const std::string& text : texts.lines) {
        for (const std::string& line : broken(text)) {
            y += 18.0;
            drawing.text(kPlotMargin, y, 12, svg::kFaintInk, "start", line);
        }
    }
    y += 28.0;
    const std::string cost = gpu_timed ? "drawing the units, GPU time" : "whole frame, wall time";
    double at = kPlotMargin;
    const auto explain = [&](const char* color, const std::string& text) {
        drawing.box(at, y - 11.0, kBar, kBar, color);
        drawing.text(at + kBar + 7.0, y, 13, svg::kInk, "start", text);
        at += kBar + 7.0 + kLetter * static_cast<double>(text.size()) + 20.0;
    };
    explain(kGpu, cost);
    if (layers) explain(kLayers, "of that, layered poses");
    explain(kCpu, "submitting the frame, CPU time");

    const double left = kPlotMargin + kLetter * static_cast<double>(letters) + 10.0;
    const double top = y + 18.0;
    const double group = kBar * (layers ? 3.0 : 2.0) + kRowGap;
    const double bottom = top + group * static_cast<double>(shown.size()) + 6.0;
    const LogAxis axis(shown, left, svg::kWidth - kPlotMargin - kValueSpace);
    drawGrid(drawing, axis, top, bottom);
    for (std::size_t i = 0; i < shown.size(); ++i)
        drawRow(drawing, axis, shown[i], left, top + 9.0 + group * static_cast<double>(i), layers);
    drawing.text(left, bottom + 40.0, 12, svg::kFaintInk, "start", "milliseconds, median, logarithmic axis");
    return drawing.file(bottom + 56.0, title);
}

}  // namespace phalanx

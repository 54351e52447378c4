#include "app/bench_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace phalanx {
namespace {

// Pixels.
constexpr double kWidth = 960.0;
constexpr double kMargin = 24.0;
constexpr double kValueSpace = 72.0;  // right of the longest bar, for its number
constexpr double kBar = 13.0;
constexpr double kGroup = 2.0 * kBar + 12.0;
constexpr double kLetter = 7.6;  // of 13 pixels, an upper estimate of the usual sans-serif's average
constexpr std::size_t kLineLetters = 125;

constexpr const char* kInk = "#1b1f24";
constexpr const char* kFaintInk = "#57606a";
constexpr const char* kGrid = "#d0d7de";
constexpr const char* kFaintGrid = "#eef1f4";
constexpr const char* kGpu = "#2a6f97";
constexpr const char* kCpu = "#c8742b";

// Length in bytes of the UTF-8 sequence at `at`; 0: there is none that is valid.
std::size_t sequenceLength(const std::string& text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(at);
    const std::size_t length = lead < 0x80U                     ? 1
                               : lead >= 0xC2U && lead <= 0xDFU ? 2
                               : lead >= 0xE0U && lead <= 0xEFU ? 3
                               : lead >= 0xF0U && lead <= 0xF4U ? 4
                                                                : 0;
    if (length == 0 || at + length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(at + i) & 0xC0U) != 0x80U) return 0;
    }
    if (length < 3) return length;
    // Overlong forms, surrogates, and what is beyond the last character.
    const unsigned second = byte(at + 1);
    const bool bad = (lead == 0xE0U && second < 0xA0U) || (lead == 0xEDU && second >= 0xA0U) ||
                     (lead == 0xF0U && second < 0x90U) || (lead == 0xF4U && second >= 0x90U);
    // U+FFFE and U+FFFF are no characters of XML.
    const bool no_character = lead == 0xEFU && second == 0xBFU && byte(at + 2) >= 0xBEU;
    return bad || no_character ? 0 : length;
}

// As the content of an element.
std::string escaped(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = sequenceLength(text, i);
        const char c = text[i];
        if (length == 0 || (length == 1 && (static_cast<unsigned char>(c) < 0x20U || c == 0x7F))) {
            result += '?';
        } else if (c == '&') {
            result += "&amp;";
        } else if (c == '<') {
            result += "&lt;";
        } else if (c == '>') {
            result += "&gt;";
        } else {
            result.append(text, i, length);
        }
        i += std::max<std::size_t>(length, 1);
    }
    return result;
}

// At spaces, into lines of at most kLineLetters; a longer word stays whole.
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

// 10000 -> "10,000".
std::string grouped(std::uint32_t number) {
    std::string text = fmt::format("{}", number);
    for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, 1, ',');
    return text;
}

// Three digits that say something, without an exponent.
std::string valueText(double value) {
    if (value <= 0.0) return "0";
    const int decade = static_cast<int>(std::floor(std::log10(value)));
    return fmt::format("{:.{}f}", value, std::clamp(2 - decade, 0, 6));
}

std::string decadeText(int decade) {
    return fmt::format("{:.{}f}", std::pow(10.0, decade), std::max(0, -decade));
}

class Axis {
  public:
    Axis(const std::vector<BenchRow>& rows, double left, double right) : left_(left), right_(right) {
        double least = 0.0;
        double most = 0.0;
        for (const BenchRow& row : rows) {
            if (!row.skipped.empty()) continue;
            for (const double value : {costOf(row), row.submit_ms.p50}) {
                if (value <= 0.0) continue;
                least = least > 0.0 ? std::min(least, value) : value;
                most = std::max(most, value);
            }
        }
        if (most <= 0.0) least = most = 1.0;
        // A little beyond either end: the shortest bar can be seen too.
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

class Drawing {
  public:
    void line(double x, double top, double bottom, const char* color) {
        body_ += fmt::format(
            "<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"{3}\"/>\n", x, top,
            bottom, color);
    }
    void box(double x, double y, double width, double height, const char* color) {
        body_ +=
            fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
                        x, y, width, height, color);
    }
    // `anchor`: start, middle or end. y: of the baseline.
    void text(double x, double y, int size, const char* color, const char* anchor, const std::string& content,
              const char* weight = "normal") {
        body_ += fmt::format(
            "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" font-weight=\"{}\" fill=\"{}\" "
            "text-anchor=\"{}\">{}</text>\n",
            x, y, size, weight, color, anchor, escaped(content));
    }

    std::string file(double height, const std::string& title) const {
        return fmt::format(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
            "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', "
            "sans-serif\">\n<title>{2}</title>\n"
            "<rect x=\"0.5\" y=\"0.5\" width=\"{3:.0f}\" height=\"{4:.0f}\" rx=\"6\" fill=\"#ffffff\" "
            "stroke=\"{5}\"/>\n{6}</svg>\n",
            kWidth, height, escaped(title), kWidth - 1.0, height - 1.0, kGrid, body_);
    }

  private:
    std::string body_;
};

void drawGrid(Drawing& drawing, const Axis& axis, double top, double bottom) {
    for (int decade = axis.first(); decade <= axis.last(); ++decade) {
        const double value = std::pow(10.0, decade);
        for (int i = 2; decade < axis.last() && i < 10; ++i)
            drawing.line(axis.x(i * value), top, bottom, kFaintGrid);
        drawing.line(axis.x(value), top, bottom + 5.0, kGrid);
        drawing.text(axis.x(value), bottom + 20.0, 12, kFaintInk, "middle", decadeText(decade));
    }
}

void drawRow(Drawing& drawing, const Axis& axis, const BenchRow& row, double left, double top) {
    drawing.text(left - 10.0, top + kBar + 4.5, 13, kInk, "end", row.entry.label);
    if (!row.skipped.empty()) {
        constexpr std::size_t kMost = 95;
        const std::string why = "not measured: " + row.skipped;
        drawing.text(left + 8.0, top + kBar + 4.5, 12, kFaintInk, "start",
                     why.size() > kMost ? why.substr(0, kMost - 3) + "..." : why);
        return;
    }
    const auto bar = [&](double value, double y, const char* color) {
        drawing.box(left, y, axis.x(value) - left, kBar, color);
        drawing.text(axis.x(value) + 5.0, y + kBar - 2.0, 12, kInk, "start", valueText(value));
    };
    bar(costOf(row), top, kGpu);
    bar(row.submit_ms.p50, top + kBar, kCpu);
}

}  // namespace

std::string benchPlot(const std::vector<BenchRow>& rows, const BenchPlotTexts& texts) {
    assert(!rows.empty());
    std::uint32_t units = 0;
    for (const BenchRow& row : rows) units = std::max(units, row.units);
    std::vector<BenchRow> shown;
    std::size_t letters = 8;
    bool gpu_timed = false;
    for (const BenchRow& row : rows) {
        if (row.units != units) continue;
        shown.push_back(row);
        letters = std::max(letters, row.entry.label.size());
        gpu_timed = gpu_timed || row.draw_ms.has_value();
    }

    Drawing drawing;
    const std::string title =
        fmt::format("{}: {} {}", texts.title, grouped(units), units == 1 ? "unit" : "units");
    double y = kMargin + 16.0;
    drawing.text(kMargin, y, 18, kInk, "start", title, "bold");
    for (const std::string& text : texts.lines) {
        for (const std::string& line : broken(text)) {
            y += 18.0;
            drawing.text(kMargin, y, 12, kFaintInk, "start", line);
        }
    }
    y += 28.0;
    const std::string cost = gpu_timed ? "drawing the units, GPU time" : "whole frame, wall time";
    drawing.box(kMargin, y - 11.0, kBar, kBar, kGpu);
    drawing.text(kMargin + kBar + 7.0, y, 13, kInk, "start", cost);
    const double second = kMargin + kBar + 7.0 + kLetter * static_cast<double>(cost.size()) + 20.0;
    drawing.box(second, y - 11.0, kBar, kBar, kCpu);
    drawing.text(second + kBar + 7.0, y, 13, kInk, "start", "submitting the frame, CPU time");

    const double left = kMargin + kLetter * static_cast<double>(letters) + 10.0;
    const double top = y + 18.0;
    const double bottom = top + kGroup * static_cast<double>(shown.size()) + 6.0;
    const Axis axis(shown, left, kWidth - kMargin - kValueSpace);
    drawGrid(drawing, axis, top, bottom);
    for (std::size_t i = 0; i < shown.size(); ++i)
        drawRow(drawing, axis, shown[i], left, top + 9.0 + kGroup * static_cast<double>(i));
    drawing.text(left, bottom + 40.0, 12, kFaintInk, "start", "milliseconds, median, logarithmic axis");
    return drawing.file(bottom + 56.0, title);
}

}  // namespace phalanx

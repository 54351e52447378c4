#include "app/figures/bench_plot.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/error.h"

namespace phalanx {
namespace {

BenchRow row(std::uint32_t units, const std::string& label, double draw_ms, double submit_ms) {
    BenchRow result;
    result.units = units;
    result.entry.label = label;
    result.draw_ms = Percentiles{draw_ms, draw_ms, draw_ms};
    result.submit_ms = {submit_ms, submit_ms, submit_ms};
    result.frame_ms = {draw_ms * 2.0, draw_ms * 2.0, draw_ms * 2.0};
    return result;
}

// Returns "" for XML that is well-formed as far as our writer goes: elements closed in order, one root, no
// bare & or <.
std::string xmlFault(const std::string& xml) {
    std::vector<std::string> open;
    std::size_t roots = 0;
    for (std::size_t i = 0; i < xml.size(); ++i) {
        if (xml[i] == '&') {
            const std::string rest = xml.substr(i, 5);
            if (rest != "&amp;" && rest.substr(0, 4) != "&lt;" && rest.substr(0, 4) != "&gt;")
                return "bare & in " + rest;
        }
        if (xml[i] != '<') continue;
        const std::size_t end = xml.find('>', i);
        if (end == std::string::npos) return "tag without end";
        const std::string tag = xml.substr(i + 1, end - i - 1);
        if (tag.find('<') != std::string::npos) return "bare < before " + tag;
        i = end;
        if (tag[0] == '?') continue;
        if (tag[0] == '/') {
            if (open.empty() || open.back() != tag.substr(1)) return "unexpected </" + tag;
            open.pop_back();
            continue;
        }
        if (open.empty()) ++roots;
        if (tag.back() != '/') open.push_back(tag.substr(0, tag.find(' ')));
    }
    if (!open.empty()) return open.back() + " is not closed";
    return roots == 1 ? "" : "roots: " + std::to_string(roots);
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t sum = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++sum;
    return sum;
}

// The widths of the boxes of one colour, in file order.
std::vector<double> widths(const std::string& svg, const std::string& color) {
    std::vector<double> result;
    for (std::size_t at = svg.find("<rect"); at != std::string::npos; at = svg.find("<rect", at + 1)) {
        const std::string tag = svg.substr(at, svg.find('>', at) - at);
        if (tag.find("\"" + color + "\"") == std::string::npos) continue;
        result.push_back(std::stod(tag.substr(tag.find("width=\"") + 7)));
    }
    return result;
}

TEST(BenchPlot, HoldsEveryRowOfTheLargestArmy) {
    BenchRow skipped = row(10'000, "cpu", 1.0, 1.0);
    skipped.skipped = "a frame takes 900 ms";
    const std::string svg = benchPlot({row(100, "old", 5.0, 5.0), row(10'000, "texture", 75.02, 0.0132),
                                       row(10'000, "texture-draws/10 multi", 7.5, 0.132), skipped},
                                      {"GPU", {"soldier", "1920x1080"}});
    EXPECT_EQ(xmlFault(svg), "") << svg;
    EXPECT_EQ(count(svg, ">GPU: 10,000 units</text>"), 1U);
    for (const char* part : {">texture</text>", ">texture-draws/10 multi</text>", ">cpu</text>",
                             ">not measured: a frame takes 900 ms</text>", ">75.0</text>", ">0.0132</text>",
                             ">7.50</text>", ">0.132</text>", ">soldier</text>", ">1920x1080</text>"}) {
        EXPECT_EQ(count(svg, part), 1U) << part << " in " << svg;
    }
    EXPECT_EQ(count(svg, ">old</text>"), 0U);
    for (const char* decade : {">0.01</text>", ">0.1</text>", ">1</text>", ">10</text>", ">100</text>"})
        EXPECT_EQ(count(svg, decade), 1U) << decade;
}

TEST(BenchPlot, BarsAreLogarithmic) {
    const std::string svg =
        benchPlot({row(10, "a", 0.02, 0.02), row(10, "b", 0.2, 2.0), row(10, "c", 20.0, 0.2)}, {"GPU", {}});
    // The first box of each colour belongs to the legend.
    const std::vector<double> gpu = widths(svg, "#2a6f97");
    const std::vector<double> cpu = widths(svg, "#c8742b");
    ASSERT_EQ(gpu.size(), 4U);
    ASSERT_EQ(cpu.size(), 4U);
    const double decade = gpu[2] - gpu[1];
    EXPECT_GT(gpu[1], 10.0);
    EXPECT_GT(decade, 50.0);
    EXPECT_NEAR(gpu[3] - gpu[1], 3.0 * decade, 0.4);
    EXPECT_NEAR(cpu[2] - cpu[1], 2.0 * decade, 0.4);
    EXPECT_NEAR(cpu[3], gpu[2], 0.01);
}

TEST(BenchPlot, TextsAreEscaped) {
    const std::string svg =
        benchPlot({row(1, "texture", 0.0, 0.0)},
                  {"<b>&\"GPU'\x01\xFF", {"Kn\xC3\xAFght \xED\xA0\x80 </text> " + std::string(300, 'x')}});
    EXPECT_EQ(xmlFault(svg), "") << svg;
    EXPECT_EQ(count(svg, "&lt;b&gt;&amp;\"GPU'??: 1 unit</text>"), 1U) << svg;
    EXPECT_EQ(count(svg, "Kn\xC3\xAFght ??? &lt;/text&gt;"), 1U) << svg;
}

TEST(BenchPlot, ShowsWallTimeIfTimersAreUnreliable) {
    BenchRow wall = row(10, "texture", 3.0, 0.5);
    wall.draw_ms.reset();
    const std::string svg = benchPlot({wall}, {"llvmpipe", {}});
    EXPECT_EQ(count(svg, "whole frame, wall time"), 1U);
    EXPECT_EQ(count(svg, ">6.00</text>"), 1U);
}

TEST(BenchEntries, ARowForEachBatch) {
    SkinSettings skin;
    skin.batch = 7;
    std::vector<BenchEntry> entries = benchEntries({"texture", "texture-draws"}, skin, {});
    ASSERT_EQ(entries.size(), 2U);
    EXPECT_EQ(entries[1].label, "texture-draws");
    EXPECT_EQ(entries[1].batch, 7U);

    skin.multi_draw = true;
    entries = benchEntries({"texture", "texture-draws"}, skin, {1, 100});
    ASSERT_EQ(entries.size(), 5U);
    EXPECT_EQ(entries[1].label, "texture-draws/1");
    EXPECT_FALSE(entries[1].multi_draw);
    EXPECT_EQ(entries[2].label, "texture-draws/1 multi");
    EXPECT_TRUE(entries[2].multi_draw);
    EXPECT_EQ(entries[4].label, "texture-draws/100 multi");
    EXPECT_EQ(entries[4].batch, 100U);
    EXPECT_EQ(entries[4].technique, "texture-draws");

    EXPECT_THROW(benchEntries({"texture"}, skin, {1}), Error);
}

}  // namespace
}  // namespace phalanx

// Figures of the memory and the error of bakes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "anim/quality/bake_comparison.h"
#include "app/figures/figures.h"
#include "app/figures/svg.h"
#include "app/figures/svg_plot.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

constexpr const char* kGreen = "#4f8a3c";
constexpr const char* kPurple = "#7a4f9a";
constexpr std::array kEncodingColors{svg::kOrange, svg::kBlue, kGreen};  // in the order of kEncodings

}  // namespace

std::string drawErrorOverRate(const FigureSource& source) {
    BakeComparisonOptions settings;
    settings.rates.assign(kBakeRates_hz.begin(), kBakeRates_hz.end());
    settings.moments = 1;  // only needed for normals, which are not shown
    const std::vector<ComparedBake> rows = compareBakes(source.loaded.model, settings);
    SvgPlot plot;
    plot.title = "Error by sampling rate";
    plot.lines = {
        fmt::format(
            "{}, {} clips: 99th percentile of the error against exact sampling, between frames, in the "
            "worst clip, for a model 1.8 m tall.",
            source.loaded.model.name, source.loaded.model.clips.size()),
        "The error falls with the square of the rate if two frames are blended, and linearly if the nearest "
        "frame is taken."};
    plot.x_axis = "frames per second";
    plot.y_axis = "millimetres";
    plot.x_text = plot.y_text = axisNumber;
    plot.x_ticks.assign(kBakeRates_hz.begin(), kBakeRates_hz.end());
    for (const FrameLookup lookup : {FrameLookup::kLinear, FrameLookup::kNearest}) {
        for (std::size_t e = 0; e < kEncodings.size(); ++e) {
            if (lookup == FrameLookup::kNearest && e > 0) continue;  // the same for all encodings
            SvgSeries series{fmt::format("{}, {}", nameOf(kEncodings[e]), nameOf(lookup)),
                             lookup == FrameLookup::kLinear ? kEncodingColors[e] : kPurple,
                             {}};
            for (const ComparedBake& row : rows) {
                if (row.encoding == kEncodings[e] && row.lookup == lookup && row.refused.empty())
                    series.points.emplace_back(*row.rate_hz, std::max(row.p99_mm, 1e-3));
            }
            plot.series.push_back(series);
        }
    }
    plot.series.push_back({"limit of auto rates", svg::kFaintInk, {{15.0, 1.0}, {120.0, 1.0}}, "5 4"});
    return drawSvgPlot(plot);
}

std::string drawMemory(const FigureSource& source) {
    const BakedAnimation& baked = source.loaded.baked;
    const auto frames = static_cast<double>(baked.frames);
    const auto vertices = static_cast<double>(source.loaded.model.vertices.size());
    const auto joints = static_cast<double>(baked.joints);
    const double texels = joints * kTexelsPerEntry;
    constexpr double kFloatTexel = 16.0;
    constexpr double kHalfTexel = 8.0;
    constexpr double kUnormVertex = 8.0;  // position and normal
    constexpr double kHalfVertex = 16.0;
    SvgPlot plot;
    plot.title = "Texture memory: joints or vertices";
    plot.lines = {
        fmt::format(
            "Texture size of {} frames by the number of mesh vertices. {} has {} vertices (dots) and {} "
            "joints.",
            grouped(baked.frames), source.loaded.model.name, grouped(source.loaded.model.vertices.size()),
            baked.joints),
        fmt::format("More clips or frames raise all lines. unorm16 vertices and rgba32f joints meet at "
                    "{:.0f} vertices: 3 texels x 16 bytes / 8 bytes = 6 per joint.",
                    texels * kFloatTexel / kUnormVertex)};
    plot.x_axis = "vertices of the mesh";
    plot.y_axis = "bytes";
    plot.x_text = axisNumber;
    plot.y_text = [](double value) { return axisNumber(value / 1e6) + " MB"; };
    constexpr std::array kEnds{50.0, 50'000.0};
    const auto add = [&](const std::string& name, const char* color, double a_frame, double a_vertex,
                         bool dashed) {
        const auto at = [&](double x) { return glm::dvec2(x, frames * (a_frame + a_vertex * x)); };
        if (dashed) {
            plot.series.push_back({name, color, {at(kEnds[0]), at(kEnds[1])}, "5 4"});
        } else {
            plot.series.push_back({name, color, {at(kEnds[0]), at(vertices), at(kEnds[1])}});
        }
    };
    add("vertices, half", kPurple, 0.0, kHalfVertex, false);
    add("vertices, unorm16", kGreen, 0.0, kUnormVertex, false);
    constexpr double kManyJoints = 100.0;
    add("100 joints, rgba32f", svg::kFaintInk, kManyJoints * kTexelsPerEntry * kFloatTexel, 0.0, true);
    add(fmt::format("{} joints, rgba32f", baked.joints), svg::kOrange, texels * kFloatTexel, 0.0, false);
    add(fmt::format("{} joints, rgba16f", baked.joints), svg::kBlue, texels * kHalfTexel, 0.0, false);
    return drawSvgPlot(plot);
}

}  // namespace phalanx

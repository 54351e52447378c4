#include "app/figures/compression_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "anim/quality/acl_figures.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

double rawRatio(const CompressionComparison& comparison, const CompressedRow& row) {
    return row.bytes > 0 ? static_cast<double>(comparison.raw_bytes) / static_cast<double>(row.bytes) : 0.0;
}

std::string labelOf(const CompressedRow& row) {
    return std::string(nameOf(row.method)) + (row.as_baked ? " @bake" : row.in_degrees ? " by deg" : "");
}

}  // namespace

std::string compressionText(const CompressionComparison& comparison) {
    std::string text = fmt::format(
        "{} clips, {:.1f} s; raw (10 floats per joint and frame) {}; limits at the surface: p99 {:g} mm, "
        "maximum {:g} mm\n\n"
        "method          frames      bytes   texels   raw : 1   p50 mm   p99 mm   max mm   open ms   us/pose "
        " "
        "worst clip\n",
        comparison.clips, comparison.seconds, bytesText(comparison.raw_bytes), comparison.p99_mm,
        comparison.max_mm);
    for (const CompressedRow& row : comparison.rows) {
        text += fmt::format("{:<14}", labelOf(row));
        if (!row.refused.empty()) {
            text += fmt::format("  refused: {}\n", row.refused);
            continue;
        }
        text += fmt::format(
            "  {:>6}  {:>9}  {:>6.1f}%  {:>8.1f}  {:7.3f}  {:7.3f}  {:7.3f}  {:8.3f}  {:8.3f}  {}\n",
            row.frames, grouped(row.bytes), 100.0 * partOfTexels(comparison, row), rawRatio(comparison, row),
            row.p50_mm, row.p99_mm, row.max_mm, row.open_ms, row.decode_us, row.worst_clip);
    }
    if (!comparison.left_out.empty())
        text += fmt::format("not compared, since no rate shows them within the limit: {}\n",
                            fmt::join(comparison.left_out, ", "));
    for (const AclFigure& figure : kAclFigures) {
        text += fmt::format("{:<14}  {:>6}  {:>9}  {:>7}  {:>8.1f}  {:>7}  {:7.3f}  {:7.3f}\n", figure.name,
                            "", "", "", figure.raw_ratio, "", figure.p99_mm, figure.max_mm);
    }
    text += fmt::format(
        "\ntexels: part of the bytes of uniform deltas at the rates of the bake, the first row; @bake: "
        "frames at "
        "these rates, else at\nthose of the clips' keys; by deg: "
        "with one tolerance in degrees for all joints, a common mistake. p99: worst clip. us/pose: local "
        "transforms of a "
        "pose at "
        "any phase; open ms: before that, once, for all\nclips. ACL: as published for other clips, error "
        "{:g} mm "
        "from the joints: {}\n",
        kAclReach_mm, kAclSource);
    return text;
}

nlohmann::json compressionJson(const CompressionComparison& comparison) {
    nlohmann::json rows = nlohmann::json::array();
    for (const CompressedRow& row : comparison.rows) {
        nlohmann::json entry{{"method", nameOf(row.method)},
                             {"as_baked", row.as_baked},
                             {"in_degrees", row.in_degrees},
                             {"line", compressedLine(row)}};
        if (!row.refused.empty()) {
            entry["refused"] = row.refused;
        } else {
            entry["frames"] = row.frames;
            entry["bytes"] = row.bytes;
            entry["part_of_texels"] = partOfTexels(comparison, row);
            entry["raw_ratio"] = rawRatio(comparison, row);
            entry["error_mm"] = {{"p50", row.p50_mm}, {"p99", row.p99_mm}, {"max", row.max_mm}};
            entry["worst_clip"] = row.worst_clip;
            entry["open_ms"] = row.open_ms;
            entry["decode_us"] = row.decode_us;
        }
        rows.push_back(entry);
    }
    nlohmann::json published = nlohmann::json::array();
    for (const AclFigure& figure : kAclFigures) {
        published.push_back({{"name", figure.name},
                             {"raw_ratio", figure.raw_ratio},
                             {"error_mm", {{"p99", figure.p99_mm}, {"max", figure.max_mm}}}});
    }
    return {{"clips", comparison.clips},
            {"left_out", comparison.left_out},
            {"seconds", comparison.seconds},
            {"raw_bytes", comparison.raw_bytes},
            {"limit_mm", {{"p99", comparison.p99_mm}, {"max", comparison.max_mm}}},
            {"rows", rows},
            {"published", {{"source", kAclSource}, {"rows", published}}}};
}

std::string compressedLine(const CompressedRow& row) {
    std::string method = labelOf(row);
    std::erase(method, ' ');
    if (!row.refused.empty()) return method + " refused";
    return fmt::format("{} {} {} {:.4f} {:.4f} {:.4f} {}", method, row.frames, row.bytes, row.p50_mm,
                       row.p99_mm, row.max_mm, row.worst_clip);
}

}  // namespace phalanx

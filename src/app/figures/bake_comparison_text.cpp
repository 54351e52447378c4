#include "app/figures/bake_comparison_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

std::string rateName(const ComparedBake& row) {
    return row.rate_hz ? fmt::format("{:g}", *row.rate_hz) : "auto";
}

}  // namespace

std::string comparedBakesText(std::span<const ComparedBake> rows) {
    std::vector<const ComparedBake*> order;
    for (const ComparedBake& row : rows) order.push_back(&row);
    std::ranges::stable_sort(order, {}, [](const ComparedBake* row) { return row->bytes; });
    const bool steps = std::ranges::any_of(rows, [](const ComparedBake& row) { return row.step_ms > 0.0; });
    std::string text = fmt::format(
        "\nall bakes, smallest first; *: no other bake has both less memory and a smaller p99\n"
        "     Hz  encoding  lookup   frames     memory  mean mm   p99 mm   max mm  normals p99 deg{}  worst "
        "clip, joint\n",
        steps ? "  step ms" : "");
    for (const ComparedBake* row : order) {
        text += fmt::format("{} {:>5}  {:<8}  {:<7}", row->on_front ? '*' : ' ', rateName(*row),
                            nameOf(row->encoding), nameOf(row->lookup));
        if (!row->refused.empty()) {
            text += fmt::format("  refused: {}\n", row->refused);
            continue;
        }
        text += fmt::format("  {:>6}  {:>9}  {:7.3f}  {:7.3f}  {:7.2f}  {:15.3f}{}  {}, {}\n", row->frames,
                            bytesText(row->bytes), row->mean_mm, row->p99_mm, row->max_mm,
                            row->turned_deg.p99, steps ? fmt::format("  {:7.2f}", row->step_ms) : "",
                            row->worst_clip, row->worst_joint);
    }
    text += "p99: worst clip; normals: all clips\n";
    if (steps) {
        text +=
            "step ms: how long a step of a clip takes, since it becomes a ramp between two frames; with "
            "lookup "
            "nearest, by how much it is early or late\n";
    }
    return text;
}

nlohmann::json comparedBakesJson(std::span<const ComparedBake> rows) {
    nlohmann::json list = nlohmann::json::array();
    for (const ComparedBake& row : rows) {
        nlohmann::json entry{{"rate_hz", nullptr},
                             {"encoding", nameOf(row.encoding)},
                             {"lookup", nameOf(row.lookup)},
                             {"line", comparedBakeLine(row)}};
        if (row.rate_hz) entry["rate_hz"] = *row.rate_hz;
        if (!row.refused.empty()) {
            entry["refused"] = row.refused;
        } else {
            entry["frames"] = row.frames;
            entry["bytes"] = row.bytes;
            entry["error_mm"] = {
                {"mean", row.mean_mm}, {"p99", row.p99_mm}, {"max", row.max_mm}, {"sampled", row.sampled}};
            entry["normals_deg"] = {
                {"mean", row.turned_deg.mean}, {"p99", row.turned_deg.p99}, {"max", row.turned_deg.max}};
            entry["worst"] = {
                {"clip", row.worst_clip}, {"joint", row.worst_joint}, {"seconds", row.worst_time_s}};
            entry["step_ms"] = row.step_ms;
            entry["on_front"] = row.on_front;
        }
        list.push_back(entry);
    }
    return list;
}

std::string comparedBakeLine(const ComparedBake& row) {
    const std::string which =
        fmt::format("{} {} {}", rateName(row), nameOf(row.encoding), nameOf(row.lookup));
    if (!row.refused.empty()) return which + " refused";
    return fmt::format("{} {} {:.4f} {:.4f} {:.4f} {:.4f} {} {} {}", which, row.bytes, row.mean_mm,
                       row.p99_mm, row.max_mm, row.turned_deg.p99, row.worst_clip, row.worst_joint,
                       row.on_front ? "front" : "-");
}

}  // namespace phalanx

#include "app/measure/bench_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/measure/work_json.h"
#include "render/techniques/technique.h"

namespace phalanx {
namespace {

const BenchRow* floorOf(const std::vector<BenchRow>& rows, const BenchRow& row) {
    for (const BenchRow& other : rows) {
        if (other.units == row.units && other.entry.technique == "static" && other.skipped.empty())
            return &other;
    }
    return nullptr;
}

std::string ratioText(const std::vector<BenchRow>& rows, const BenchRow& row) {
    const BenchRow* floor = floorOf(rows, row);
    return floor == nullptr ? "-" : fmt::format("{:.2f}", costOf(row) / costOf(*floor));
}

std::string threeText(const std::optional<Percentiles>& p) {
    return p ? fmt::format("{:8.3f} {:8.3f} {:8.3f}", p->p50, p->p95, p->p99) : fmt::format("{:>26}", "-");
}

// The storage from which the technique fetches poses.
std::size_t textureBytes(const BenchRow& row) {
    return row.vertex_texture_bytes > 0 ? row.vertex_texture_bytes : row.stats.animation_bytes;
}

std::uint32_t layeredUnits(const BenchRow& row) {
    return row.entry.layers ? std::min(row.entry.layers->units, row.units) : 0;
}

// "layer blend" -> "layer_blend".
std::string keyOf(std::string_view pass) {
    std::string key(pass);
    std::ranges::replace(key, ' ', '_');
    return key;
}

std::string layerTableText(const std::vector<BenchRow>& rows) {
    std::string text = fmt::format("\n{:>8}  {:<24} {:<12} {:>26}  {:>8} {:>10} {:>12} {:>12} {:>13}\n",
                                   "units", "technique", "pass", "layers, GPU ms p50/p95/p99", "units",
                                   "joints", "texels read", "written", "bytes");
    for (const BenchRow& row : rows) {
        if (!row.skipped.empty() || !row.entry.layers) continue;
        const auto work = layerWorkOf(row);
        for (std::size_t i = 0; i < work.size(); ++i) {
            if (work[i].units == 0) continue;
            text +=
                fmt::format("{:>8}  {:<24} {:<12} {}  {:>8} {:>10} {:>12} {:>12} {:>13}\n", row.units,
                            row.entry.label, kLayerPasses[i], threeText(row.layer_pass_ms[i]), work[i].units,
                            work[i].joints, work[i].texels_read, work[i].texels_written, work[i].bytes());
        }
    }
    return text;
}

nlohmann::json jsonOf(const std::optional<Percentiles>& p) {
    if (!p) return nullptr;
    return {{"p50", p->p50}, {"p95", p->p95}, {"p99", p->p99}};
}

nlohmann::json layersJson(const BenchRow& row) {
    nlohmann::json passes = nlohmann::json::object();
    const auto work = layerWorkOf(row);
    for (std::size_t i = 0; i < work.size(); ++i) {
        if (work[i].units == 0) continue;
        nlohmann::json& pass = passes[keyOf(kLayerPasses[i])] = workJson(work[i]);
        pass["gpu_ms"] = jsonOf(row.layer_pass_ms[i]);
    }
    nlohmann::json json{{"units", layeredUnits(row)}, {"gpu_ms", jsonOf(row.layers_ms)}, {"passes", passes}};
    if (row.entry.layers->count) json["layers"] = *row.entry.layers->count;
    return json;
}

std::vector<std::string> cellsOf(const std::optional<Percentiles>& p) {
    if (!p) return {"", "", ""};
    return {fmt::format("{}", p->p50), fmt::format("{}", p->p95), fmt::format("{}", p->p99)};
}

}  // namespace

bool isBatched(const BenchEntry& entry) {
    return findTechnique(entry.technique).issue == Issue::kBatches;
}

std::string benchTableText(const std::vector<BenchRow>& rows) {
    std::string text = fmt::format(
        "{:>8}  {:<24} {:>26}  {:>26}  {:>26}  {:>7} {:>6} {:>6} {:>6} {:>10} {:>9} {:>10}\n", "units",
        "technique", "draw, GPU ms p50/p95/p99", "submit, CPU ms p50/p95/p99", "frame, wall ms p50/p95/p99",
        "ns/vert", "ratio", "draws", "runs", "triangles", "upload B", "texture B");
    bool layers = false;
    for (const BenchRow& row : rows) {
        if (!row.skipped.empty()) {
            text += fmt::format("{:>8}  {:<24} skipped: {}\n", row.units, row.entry.label, row.skipped);
            continue;
        }
        layers = layers || layeredUnits(row) > 0;
        text += fmt::format(
            "{:>8}  {:<24} {}  {}  {}  {:7.3f} {:>6} {:>6} {:>6} {:>10} {:>9} {:>10}\n", row.units,
            row.entry.label, threeText(row.draw_ms), threeText(row.submit_ms), threeText(row.frame_ms),
            costOf(row) * 1e6 / static_cast<double>(row.mesh_vertices), ratioText(rows, row),
            row.stats.unit_draws, row.vertex_runs > 0.0 ? fmt::format("{:.2f}", row.vertex_runs) : "-",
            row.stats.triangles, row.stats.bytes_uploaded, textureBytes(row));
    }
    return layers ? text + layerTableText(rows) : text;
}

nlohmann::json benchRowsJson(const std::vector<BenchRow>& rows) {
    nlohmann::json list = nlohmann::json::array();
    for (const BenchRow& row : rows) {
        nlohmann::json entry{
            {"units", row.units}, {"label", row.entry.label}, {"technique", row.entry.technique}};
        if (isBatched(row.entry)) {
            entry["batch"] = row.entry.batch;
            entry["multi_draw"] = row.entry.multi_draw;
        }
        if (!row.skipped.empty()) {
            entry["skipped"] = row.skipped;
        } else {
            const BenchRow* floor = floorOf(rows, row);
            entry["frames"] = row.frames;
            entry["draw_gpu_ms"] = jsonOf(row.draw_ms);
            entry["frame_gpu_ms"] = jsonOf(row.gpu_ms);
            entry["submit_ms"] = jsonOf(std::optional(row.submit_ms));
            entry["frame_ms"] = jsonOf(std::optional(row.frame_ms));
            entry["ratio_to_static"] =
                floor == nullptr ? nlohmann::json(nullptr) : nlohmann::json(costOf(row) / costOf(*floor));
            entry["ns_per_vertex"] = costOf(row) * 1e6 / static_cast<double>(row.mesh_vertices);
            entry["vertex_shader_runs_per_vertex"] = row.vertex_runs;
            entry["vertex_shader_runs"] = row.vertex_shader_runs;
            entry["draws"] = row.stats.draws;
            entry["unit_draws"] = row.stats.unit_draws;
            entry["dispatches"] = row.stats.dispatches;
            entry["triangles"] = row.stats.triangles;
            entry["bytes_uploaded"] = row.stats.bytes_uploaded;
            entry["animation_bytes"] = row.stats.animation_bytes;
            entry["vertex_texture_bytes"] = row.vertex_texture_bytes;
            entry["instance_bytes"] = row.stats.instance_bytes;
            entry["pose_bytes"] = row.stats.pose_bytes;
            if (row.entry.layers) entry["layers"] = layersJson(row);
        }
        list.push_back(entry);
    }
    return list;
}

std::string benchCsv(const std::vector<BenchRow>& rows) {
    std::vector<std::string> heads{"units", "technique"};
    const auto three = [&](const std::string& name) {
        for (const char* p : {"p50", "p95", "p99"}) heads.push_back(fmt::format("{}_{}", name, p));
    };
    for (const char* clock : {"draw_gpu_ms", "submit_ms", "frame_ms"}) three(clock);
    for (const char* head :
         {"draws", "triangles", "batch", "ratio_to_static", "ns_per_vertex", "vertex_runs_per_vertex",
          "bytes_uploaded", "animation_bytes", "layers", "layered_units"})
        heads.emplace_back(head);
    three("layers_gpu_ms");
    for (const std::string_view pass : kLayerPasses) {
        for (const char* part : {"gpu_ms_p50", "texels_read", "texels_written"})
            heads.push_back(fmt::format("{}_{}", keyOf(pass), part));
    }
    heads.emplace_back("skipped");
    std::string text = fmt::format("{}\n", fmt::join(heads, ","));
    for (const BenchRow& row : rows) {
        std::vector<std::string> cells{fmt::format("{}", row.units),
                                       row.entry.label.find(',') == std::string::npos
                                           ? row.entry.label
                                           : fmt::format("\"{}\"", row.entry.label)};
        if (!row.skipped.empty()) {
            cells.resize(heads.size() - 1);
            cells.push_back(fmt::format("\"{}\"", row.skipped));
            text += fmt::format("{}\n", fmt::join(cells, ","));
            continue;
        }
        const BenchRow* floor = floorOf(rows, row);
        const auto add = [&](const std::vector<std::string>& more) {
            cells.insert(cells.end(), more.begin(), more.end());
        };
        add(cellsOf(row.draw_ms));
        add(cellsOf(row.submit_ms));
        add(cellsOf(row.frame_ms));
        const auto& layers = row.entry.layers;
        add({fmt::format("{}", row.stats.unit_draws), fmt::format("{}", row.stats.triangles),
             isBatched(row.entry) ? fmt::format("{}", row.entry.batch) : "",
             floor == nullptr ? "" : fmt::format("{}", costOf(row) / costOf(*floor)),
             fmt::format("{}", costOf(row) * 1e6 / static_cast<double>(row.mesh_vertices)),
             fmt::format("{}", row.vertex_runs), fmt::format("{}", row.stats.bytes_uploaded),
             fmt::format("{}", row.stats.animation_bytes),
             layers && layers->count ? fmt::format("{}", *layers->count) : "",
             fmt::format("{}", layeredUnits(row))});
        add(cellsOf(row.layers_ms));
        const auto work = layerWorkOf(row);
        for (std::size_t i = 0; i < work.size(); ++i)
            add({cellsOf(row.layer_pass_ms[i]).front(), fmt::format("{}", work[i].texels_read),
                 fmt::format("{}", work[i].texels_written)});
        cells.emplace_back();
        text += fmt::format("{}\n", fmt::join(cells, ","));
    }
    return text;
}

}  // namespace phalanx

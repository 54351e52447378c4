#include "app/lab/profiler_export.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/measure/work_json.h"

namespace phalanx {
namespace {

// "ground, sky" -> "ground_sky".
std::string columnName(std::string_view name) {
    std::string column;
    for (const char c : name) {
        if (c == ' ') {
            column += '_';
        } else if (c != ',') {
            column += c;
        }
    }
    return column;
}

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + '"';
}

nlohmann::json passesJson(const FramePassTimes& times) {
    nlohmann::json passes;
    for (std::size_t i = 0; i < kFramePasses; ++i)
        passes[columnName(nameOf(static_cast<FramePass>(i)))] = times[i];
    return passes;
}

template <typename Body>
void forLayerPasses(const Body& body) {
    for (std::size_t i = 0; i < kFramePasses; ++i) {
        if (isLayerPass(static_cast<FramePass>(i))) body(i);
    }
}

nlohmann::json layersJson(const ProfiledFrame& frame) {
    nlohmann::json passes = nlohmann::json::object();
    forLayerPasses([&](std::size_t i) {
        const LayerWork& work = frame.counts[i].layers;
        if (work.units > 0) passes[columnName(nameOf(static_cast<FramePass>(i)))] = workJson(work);
    });
    return passes;
}

nlohmann::json sideJson(const ComparedSide& side) {
    return {{"technique", side.technique},
            {"encoding", nameOf(side.encoding)},
            {"lookup", nameOf(side.switches.lookup)},
            {"weights", side.switches.weights},
            {"single_clip", side.switches.single_clip},
            {"batch", side.batch},
            {"multi_draw", side.multi_draw},
            {"cull", side.cull},
            {"detail", side.detail},
            {"shadows", side.shadows},
            {"layers", side.layers}};
}

}  // namespace

std::string framesCsv(const Profile& profile) {
    std::string text = "frame,frame_ms";
    for (const char* clock : {"cpu", "gpu"}) {
        for (std::size_t i = 0; i < kFramePasses; ++i)
            text += fmt::format(",{}_{}_ms", clock, columnName(nameOf(static_cast<FramePass>(i))));
    }
    text += ",draws,triangles,uploads,bytes_uploaded,units,visible,shadow_visible,vertex_shader_runs";
    forLayerPasses([&](std::size_t i) {
        const std::string name = columnName(nameOf(static_cast<FramePass>(i)));
        text += fmt::format(",{0}_units,{0}_joints,{0}_texels_read,{0}_texels_written", name);
    });
    text += "\n";
    for (std::size_t f = 0; f < profile.size(); ++f) {
        const ProfiledFrame& frame = profile.at(f);
        text += fmt::format("{},{}", frame.number, frame.frame_ms);
        for (const float ms : frame.cpu) text += fmt::format(",{}", ms);
        for (const float ms : frame.gpu) text += frame.timed ? fmt::format(",{}", ms) : ",";
        text +=
            fmt::format(",{},{},{},{},{},{},{},{}", frame.all.draws, frame.all.triangles, frame.all.uploads,
                        frame.all.bytes, frame.units, frame.visible, frame.shadow_visible,
                        frame.vertex_runs ? fmt::format("{}", *frame.vertex_runs) : "");
        forLayerPasses([&](std::size_t i) {
            const LayerWork& work = frame.counts[i].layers;
            text +=
                fmt::format(",{},{},{},{}", work.units, work.joints, work.texels_read, work.texels_written);
        });
        text += "\n";
    }
    return text;
}

nlohmann::json framesJson(const Profile& profile) {
    nlohmann::json frames = nlohmann::json::array();
    for (std::size_t f = 0; f < profile.size(); ++f) {
        const ProfiledFrame& frame = profile.at(f);
        nlohmann::json json{{"frame", frame.number},
                            {"frame_ms", frame.frame_ms},
                            {"cpu_ms", passesJson(frame.cpu)},
                            {"gpu_ms", nullptr},
                            {"draws", frame.all.draws},
                            {"triangles", frame.all.triangles},
                            {"uploads", frame.all.uploads},
                            {"bytes_uploaded", frame.all.bytes},
                            {"units", frame.units},
                            {"visible", frame.visible},
                            {"shadow_visible", frame.shadow_visible},
                            {"layer_passes", layersJson(frame)},
                            {"vertex_shader_runs", nullptr}};
        if (frame.timed) json["gpu_ms"] = passesJson(frame.gpu);
        if (frame.vertex_runs) json["vertex_shader_runs"] = *frame.vertex_runs;
        frames.push_back(std::move(json));
    }
    const FramePassStatistics usual = profile.statistics();
    return {{"frames", frames},
            {"frame_ms", {{"p50", usual.frame50}, {"p95", usual.frame95}}},
            {"cpu_ms_p50", passesJson(usual.cpu50)},
            {"cpu_ms_p95", passesJson(usual.cpu95)},
            {"gpu_ms_p50", usual.timed ? passesJson(usual.gpu50) : nlohmann::json(nullptr)},
            {"gpu_ms_p95", usual.timed ? passesJson(usual.gpu95) : nlohmann::json(nullptr)}};
}

std::string comparisonCsv(const ComparisonResult& result) {
    std::string text = "clock,pair,a_ms,b_ms\n";
    for (const ComparedTimes& times : result.times) {
        for (std::size_t i = 0; i < times.a_turns_ms.size(); ++i)
            text += fmt::format("{},{},{},{}\n", quoted(times.clock), i, times.a_turns_ms[i],
                                times.b_turns_ms[i]);
    }
    return text;
}

nlohmann::json comparisonJson(const ComparisonResult& result) {
    nlohmann::json clocks = nlohmann::json::array();
    for (const ComparedTimes& times : result.times) {
        clocks.push_back({{"clock", times.clock},
                          {"a_ms", times.a_ms},
                          {"b_ms", times.b_ms},
                          {"ratio", times.ratio},
                          {"low_95", times.low},
                          {"high_95", times.high},
                          {"difference_significant", times.significant()},
                          {"a_turns_ms", times.a_turns_ms},
                          {"b_turns_ms", times.b_turns_ms}});
    }
    return {{"a", sideJson(result.a)},
            {"b", sideJson(result.b)},
            {"frames_per_turn", result.frames_per_turn},
            {"in_words", result.sentence},
            {"clocks", clocks}};
}

std::string sweepsCsv(std::span<const SweepResult> sweeps) {
    const auto optional = [](const std::optional<double>& ms) { return ms ? fmt::format("{}", *ms) : ""; };
    std::string text = "over,line,x,cost_ms,submit_ms,layers_ms";
    for (const std::string_view pass : kLayerPasses) text += fmt::format(",{}_ms", columnName(pass));
    text += ",layers_units,layers_joints,layers_texels_read,layers_texels_written\n";
    for (const SweepResult& sweep : sweeps) {
        for (const SweepLine& line : sweep.lines) {
            for (const SweepPoint& point : line.points) {
                text += fmt::format("{},{},{},{},{},{}", infoOf(sweep.kind).over, quoted(line.name), point.x,
                                    point.cost_ms, point.submit_ms, optional(point.layers_ms));
                for (const std::optional<double>& pass : point.layer_pass_ms) text += "," + optional(pass);
                const LayerWork& work = point.layers;
                text += fmt::format(",{},{},{},{}\n", work.units, work.joints, work.texels_read,
                                    work.texels_written);
            }
        }
    }
    return text;
}

nlohmann::json sweepJson(const SweepResult& sweep) {
    nlohmann::json lines = nlohmann::json::array();
    for (const SweepLine& line : sweep.lines) {
        nlohmann::json points = nlohmann::json::array();
        for (const SweepPoint& point : line.points) {
            nlohmann::json json{{"x", point.x}, {"cost_ms", point.cost_ms}, {"submit_ms", point.submit_ms}};
            if (point.layers_ms) json["layers_ms"] = *point.layers_ms;
            for (std::size_t i = 0; i < kLayerPasses.size(); ++i) {
                if (point.layer_pass_ms[i])
                    json[columnName(kLayerPasses[i]) + "_ms"] = *point.layer_pass_ms[i];
            }
            if (point.layers.units > 0) json["layers"] = workJson(point.layers);
            points.push_back(std::move(json));
        }
        lines.push_back({{"name", line.name}, {"points", points}, {"ended", line.ended}});
    }
    return {{"over", infoOf(sweep.kind).over},
            {"units", sweep.units},
            {"cost_is", sweep.gpu_clock ? "GPU time of the units" : "wall time of the frame"},
            {"in_words", sweep.sentence},
            {"lines", lines}};
}

}  // namespace phalanx

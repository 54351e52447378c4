// `phalanx verify`: every technique against CPU skinning, and the bake against exact sampling.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "app/verify/verify_checks.h"
#include "core/file.h"
#include "core/log.h"
#include "gl/context/headless.h"
#include "gl/objects/debug.h"

namespace phalanx {
namespace {

constexpr std::size_t kShownClips = 8;  // the worst ones; --json holds all

std::string drawnText(const VerifyReport& report) {
    std::string text =
        "  technique       poses  crossfades  position/height  normal deg  flattened  to exact mm  seconds\n";
    for (const DrawnReport& r : report.drawn) {
        if (!r.unavailable.empty()) {
            text += fmt::format("  {:<14}  left out: {}\n", r.technique, r.unavailable);
            continue;
        }
        text += fmt::format("  {:<14}  {:5}  {:10}  {:15.1e}  {:10.1e}  {:9}  {:11.3f}  {:7.2f}  {}\n",
                            r.technique, r.poses, r.crossfades, r.position.value, r.normal_deg.value,
                            r.flattened, r.end_mm.value, r.seconds, r.passed() ? "ok" : "FAILED");
    }
    return text;
}

std::string bakedText(const VerifyReport& report) {
    BakeError worst;
    double sum = 0.0;
    double frames = 0.0;
    for (const BakedReport& r : report.baked) {
        sum += r.error.mean_mm * r.frames;
        frames += r.frames;
        worst.p99_mm = std::max(worst.p99_mm, r.error.p99_mm);
        worst.max_mm = std::max(worst.max_mm, r.error.max_mm);
    }
    std::string text =
        fmt::format("  baked against exact, {} clips: mean {:.3f} mm, worst p99 {:.3f} mm, max {:.2f} mm\n",
                    report.baked.size(), frames > 0.0 ? sum / frames : 0.0, worst.p99_mm, worst.max_mm);
    std::vector<const BakedReport*> order;
    for (const BakedReport& r : report.baked) order.push_back(&r);
    std::stable_sort(order.begin(), order.end(), [](const BakedReport* a, const BakedReport* b) {
        return a->failed != b->failed ? a->failed : a->error.p99_mm > b->error.p99_mm;
    });
    for (std::size_t i = 0; i < order.size() && i < kShownClips; ++i) {
        const BakedReport& r = *order[i];
        text += fmt::format("    {:<32}  {:7.2f} Hz  mean {:.3f}  p99 {:.3f}  max {:.2f} mm{}\n", r.clip,
                            r.rate_hz, r.error.mean_mm, r.error.p99_mm, r.error.max_mm,
                            r.failed ? "  FAILED" : "");
    }
    if (order.size() > kShownClips) {
        text +=
            fmt::format("    and {} clips with less; --json FILE holds all\n", order.size() - kShownClips);
    }
    return text;
}

std::string layersText(const LayersReport& layers) {
    if (!layers.left_out.empty()) return fmt::format("  layers left out: {}\n", layers.left_out);
    std::string text = fmt::format("  layers; {:.2f} s; position/height{}\n", layers.seconds,
                                   layers.passed() ? "" : "  FAILED");
    for (const LayersReport::Operator& each : layers.operators)
        text += fmt::format("    {:<22}  {:5} poses  {:.1e}\n", each.name, each.poses, each.position.value);
    return text;
}

std::string reportText(const VerifyReport& report) {
    std::string text =
        fmt::format("{}: {} vertices, {} joints, {} clips, {:.2f} m; {:.1f} s\n", report.file,
                    report.vertices, report.joints, report.clips, report.height_m, report.seconds);
    text += drawnText(report);
    text += layersText(report.layers);
    const PackedReport& packed = report.packed;
    text += fmt::format(
        "  packed against the file's vertices: mean {:.4f}, p99 {:.4f}, max {:.4f} mm, at most {:.0f} % of a "
        "vertex's limit{}\n",
        packed.error.mean_mm, packed.error.p99_mm, packed.error.max_mm, packed.used * 100.0,
        packed.passed() ? "" : "  FAILED");
    return text + bakedText(report) + "\n";
}

nlohmann::json errorJson(const BakeError& error) {
    return {{"mean", error.mean_mm}, {"p99", error.p99_mm}, {"max", error.max_mm}};
}

nlohmann::json packedJson(const PackedReport& packed) {
    nlohmann::json json = errorJson(packed.error);
    json["worst"] = {
        {"value", packed.worst.value}, {"limit", packed.limit_mm}, {"where", packed.worst.where}};
    json["passed"] = packed.passed();
    return json;
}

nlohmann::json reportJson(const VerifyReport& report) {
    using nlohmann::json;
    json drawn = json::array();
    for (const DrawnReport& r : report.drawn) {
        if (!r.unavailable.empty()) {
            drawn.push_back({{"technique", r.technique}, {"left_out", r.unavailable}});
            continue;
        }
        drawn.push_back(
            {{"technique", r.technique},
             {"poses", r.poses},
             {"crossfades", r.crossfades},
             {"vertices_compared", r.vertices},
             {"position_over_height",
              {{"value", r.position.value}, {"limit", kPositionLimit}, {"where", r.position.where}}},
             {"normal_deg",
              {{"value", r.normal_deg.value}, {"limit", kNormalLimit_deg}, {"where", r.normal_deg.where}}},
             {"flattened", r.flattened},
             {"exact_mm", {{"value", r.end_mm.value}, {"limit", r.end_limit_mm}, {"where", r.end_mm.where}}},
             {"seconds", r.seconds},
             {"passed", r.passed()}});
    }
    json baked = json::array();
    for (const BakedReport& r : report.baked) {
        baked.push_back({{"clip", r.clip},
                         {"rate_hz", r.rate_hz},
                         {"frames", r.frames},
                         {"error_mm", errorJson(r.error)},
                         {"passed", !r.failed}});
    }
    json layers = json::object();
    if (!report.layers.left_out.empty()) layers["left_out"] = report.layers.left_out;
    for (const LayersReport::Operator& each : report.layers.operators) {
        layers["operators"].push_back(
            {{"operator", each.name},
             {"poses", each.poses},
             {"position_over_height",
              {{"value", each.position.value}, {"limit", kPositionLimit}, {"where", each.position.where}}}});
    }
    layers["passed"] = report.layers.passed();
    const std::vector<std::string> failures = report.failures();
    return {{"file", report.file},
            {"vertices", report.vertices},
            {"joints", report.joints},
            {"clips", report.clips},
            {"height_m", report.height_m},
            {"packed_mm", packedJson(report.packed)},
            {"techniques", drawn},
            {"layers", layers},
            {"baked", baked},
            {"seconds", report.seconds},
            {"passed", failures.empty()},
            {"failures", failures}};
}

}  // namespace

void declareOptions(OptionSet& set, VerifyOptions& options) {
    set.models(options.settings.army, options.import, OptionSet::kManyModels);
    set.group(kBakingGroup, options.settings);
    set.add({.key = "quick", .help = "Checks a few times and clips instead of all."}, options.quick);
    declareJson(set, options, "Writes the table to a file; -: stdout.");
    set.group(kPosesGroup, options.settings);
    declareGl(set, options);
}

void finishOptions(const OptionSet& /*set*/, VerifyOptions& options) {
    takeGiven(options);
    checkOutputs(inputFiles(options.settings.army), {options.json});
}

ExitCode run(const VerifyOptions& options) {
    requireWritable(options.json);
    checkInputFiles(options.army());
    const gl::HeadlessContext context({options.glVersion(), false});
    gl::installDebugOutput(context.capabilities());
    const std::string gl_text = gl::describe(context.capabilities());
    const bool json_only = options.json == "-";
    if (!json_only) printResult(fmt::format("{}, by {}\n\n", gl_text, context.origin()));

    std::vector<std::string> files = options.settings.army.files;
    if (files.empty()) files.push_back(defaultModelFile().string());
    nlohmann::json models = nlohmann::json::array();
    std::vector<std::string> failures;
    for (const std::string& file : files) {
        const LoadedModel loaded = loadModel(file, options.army());
        checkSideFiles(loaded.model, {options.json});
        const VerifyReport report = verifyModel(context.capabilities(), dataDirectory() / "shaders", loaded,
                                                options.quick ? kQuickScope : VerifyScope{},
                                                !options.settings.bake.rate_hz, options.skin());
        if (!json_only) printResult(reportText(report));
        models.push_back(reportJson(report));
        for (std::string& line : report.failures()) failures.push_back(std::move(line));
    }
    if (gl::debugProblems() > 0) {
        failures.push_back(fmt::format("the driver reported {} problems, the first: {}", gl::debugProblems(),
                                       gl::debugProblemTexts().front()));
    }
    for (const std::string& line : failures) warn("{}", line);
    if (!json_only) {
        printResult(failures.empty()
                        ? fmt::format("all {} models passed\n", files.size())
                        : fmt::format("{} checks FAILED\n{}\n", failures.size(), fmt::join(failures, "\n")));
    }
    writeJson(options.json, {{"gl", gl_text},
                             {"quick", options.quick},
                             {"models", models},
                             {"passed", failures.empty()},
                             {"failures", failures}});
    return failures.empty() ? ExitCode::kOk : ExitCode::kCheckFailed;
}

}  // namespace phalanx

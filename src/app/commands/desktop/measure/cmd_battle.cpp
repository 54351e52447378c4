// `phalanx battle`: a battle without images, what happened in it and what it cost.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "app/battle/army_battle.h"
#include "app/battle/battle_log.h"
#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "core/percentile.h"
#include "core/printable.h"
#include "core/stopwatch.h"

namespace phalanx {
namespace {

struct Sample {
    double seconds = 0.0;
    std::vector<std::uint32_t> counts;
    std::array<std::uint32_t, kHosts> left{};
};

Sample sampleOf(const Battle& battle) {
    Sample sample{battle.seconds(), {battle.counts().begin(), battle.counts().end()}, {}};
    for (std::uint32_t c = 0; c < battle.companyCount(); ++c) {
        const Battle::CompanyStatus status = battle.statusOf(c);
        if (!status.broken) sample.left.at(status.company.host) += status.left;
    }
    return sample;
}

}  // namespace

void declareOptions(OptionSet& set, BattleOptions& options) {
    const Settings& defaults = options.settings;
    set.models(options.settings.army, options.import, OptionSet::kManyModels);
    set.setting("units", defaults);
    set.setting("seed", defaults);
    set.setting("spacing", defaults);
    set.group(kBattleGroup, defaults);
    set.setting("ask-all", defaults);
    set.add({.key = "seconds", .help = "How long it lasts.", .least = 0.0, .most = 3600.0}, options.seconds);
    set.add({.key = "fps",
             .help = "Frames per second; the battle is the same with any.",
             .least = 0.1,
             .most = 1000.0},
            options.fps);
    set.add({.key = "log", .help = "Writes what happens to a file: a line per event."}, options.log,
            {.file = FileName::kRegularOnly});
    declareJson(set, options, "Writes states over time and costs to a file; -: stdout.");
}

void finishOptions(const OptionSet& /*set*/, BattleOptions& options) {
    takeGiven(options);
    std::vector<std::string> inputs = inputFiles(options.settings.army);
    if (!options.settings.graph.empty()) inputs.push_back(options.settings.graph);
    checkOutputs(inputs, {options.log, options.json});
}

ExitCode run(const BattleOptions& options) {
    requireWritable(options.json);
    requireWritable(options.log);
    const std::vector<LoadedModel> models = loadModels(options.army());
    BehaviourGraph graph = graphFor(options.settings.graph, models);
    CrowdSettings settings = options.settings.crowd;
    settings.formation = Formation::kBattle;
    if (options.settings.auto_units) settings.units = 10'000;
    Crowd crowd = makeCrowd(models, options.settings.army, settings, 0);
    Battle battle(std::move(graph), markersOf(models), crowd, 0);
    battle.askAll(options.settings.event_mistakes.ask_all);

    std::ofstream log;
    if (!options.log.empty()) log.open(options.log, std::ios::binary);
    const Battle::Listener listener = [&](const BattleNews& news) { log << newsLine(news, battle.graph()); };
    std::vector<double> frame_ms;
    std::vector<double> crowd_ms;
    std::vector<Sample> samples;
    std::uint64_t most_written = 0;
    const std::uint64_t written_at_first = crowd.unitsWritten();
    const auto frames = static_cast<std::int64_t>(std::ceil(options.seconds * options.fps));
    constexpr int kRows = 16;
    for (std::int64_t frame = 0; frame <= frames; ++frame) {
        const double at_s = std::min(static_cast<double>(frame) / options.fps, options.seconds);
        const Ticks now = ticksFromSeconds(at_s);
        const std::uint64_t written = crowd.unitsWritten();
        const Stopwatch watch;
        battle.advance(crowd, now, {}, options.log.empty() ? Battle::Listener() : listener);
        if (frame > 0) frame_ms.push_back(watch.elapsed_ms());
        const Stopwatch crowd_watch;
        crowd.advance(now);
        crowd_ms.push_back(crowd_watch.elapsed_ms());
        most_written = std::max(most_written, crowd.unitsWritten() - written);
        while (static_cast<double>(samples.size()) * options.seconds / kRows <= at_s + 1e-9 &&
               samples.size() <= kRows)
            samples.push_back(sampleOf(battle));
    }
    log.close();
    if (!options.log.empty() && !log) throw environmentError(options.log, "could not be written");

    const BattleWork& work = battle.work();
    const std::uint64_t written = crowd.unitsWritten() - written_at_first;
    const double mean_ms = frame_ms.empty() ? 0.0
                                            : std::accumulate(frame_ms.begin(), frame_ms.end(), 0.0) /
                                                  static_cast<double>(frame_ms.size());
    nlohmann::ordered_json states = nlohmann::ordered_json::array();
    std::string text = fmt::format("{:>8}  {:>8} {:>8} ", "seconds", "host 1", "host 2");
    for (const BehaviourState& state : battle.graph().states)
        text += fmt::format(" {:>11}", printable(state.name));
    text += '\n';
    for (const Sample& sample : samples) {
        text += fmt::format("{:>8.1f}  {:>8} {:>8} ", sample.seconds, sample.left[0], sample.left[1]);
        nlohmann::ordered_json row{{"seconds", sample.seconds}, {"left", sample.left}};
        for (std::size_t s = 0; s < sample.counts.size(); ++s) {
            text += fmt::format(" {:>11}", sample.counts[s]);
            row["states"][battle.graph().states[s].name] = sample.counts[s];
        }
        text += '\n';
        states.push_back(std::move(row));
    }
    const double frames_d = std::max<double>(1.0, static_cast<double>(frame_ms.size()));
    if (battle.winner() >= 0) text += fmt::format("Host {} holds the field.\n", battle.winner() + 1);
    text += fmt::format(
        "{} units, {:g} s at {:g} frames per second: {} things happened, {} decisions, {} rounds fired, {} "
        "hit\n"
        "soldiers and companies looked at: {}\n"
        "behaviour on the CPU, ms per frame: mean {:.4f}, p99 {:.4f}, most {:.4f}\n"
        "crowd on the CPU, ms per frame: p99 {:.4f}, most {:.4f}\n"
        "written per frame: {:.1f} units, {:.0f} bytes on average, {} units at most\n",
        crowd.size(), options.seconds, options.fps, work.items, work.decisions, work.rounds, work.hits,
        work.asked, mean_ms, percentile(frame_ms, 0.99), percentile(frame_ms, 1.0),
        percentile(crowd_ms, 0.99), percentile(crowd_ms, 1.0), static_cast<double>(written) / frames_d,
        static_cast<double>(written) * sizeof(UnitInstance) / frames_d, most_written);
    if (options.json != "-") printResult(text);
    writeJson(options.json, {{"units", crowd.size()},
                             {"seconds", options.seconds},
                             {"items", work.items},
                             {"asked", work.asked},
                             {"decisions", work.decisions},
                             {"rounds", work.rounds},
                             {"hits", work.hits},
                             {"winner", battle.winner()},
                             {"mean_ms", mean_ms},
                             {"p99_ms", percentile(frame_ms, 0.99)},
                             {"written", written},
                             {"samples", states}});
    return ExitCode::kOk;
}

}  // namespace phalanx

// soldier_check FILE.glb [--clips FILE.glb] [--json FILE]: measures the clips of the finished soldier, read
// with Phalanx's importer. Exit code 0: all within bounds; 1: a bound is exceeded; 2: wrong usage; 3: the
// file cannot be used.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "anim/pose/pose.h"
#include "asset/import.h"
#include "checks/check_bounds.h"
#include "checks/check_measure.h"
#include "core/error.h"

namespace {

using phalanx::Model;

// The node of the file for each bone.
std::vector<std::size_t> nodesOfBones(const Model& model, const phalanx::soldier::Skeleton& skeleton) {
    std::vector<std::size_t> nodes;
    for (const auto& bone : skeleton.bones) {
        const auto node =
            std::find_if(model.nodes.begin(), model.nodes.end(),
                         [&](const phalanx::Node& candidate) { return candidate.name == bone.name; });
        if (node == model.nodes.end()) {
            throw phalanx::inputError(model.source_path,
                                      "has no joint '" + bone.name +
                                          "'; soldier_check measures only files written by make_soldier");
        }
        nodes.push_back(static_cast<std::size_t>(node - model.nodes.begin()));
    }
    return nodes;
}

// Frames per second of a clip, from the channel with the most keys.
float rateOf(const phalanx::Clip& clip) {
    std::size_t keys = 2;
    for (const phalanx::Channel& channel : clip.channels) {
        keys = std::max({keys, channel.rotations.keys.size(), channel.translations.keys.size()});
    }
    const double open_s = clip.duration_s - clip.closing_s;
    return static_cast<float>(std::round(static_cast<double>(keys - 1) / open_s));
}

std::vector<phalanx::soldier::Track> tracksOf(const Model& model,
                                              const phalanx::soldier::Skeleton& skeleton) {
    const std::vector<std::size_t> nodes = nodesOfBones(model, skeleton);
    const std::vector<glm::dmat4> rest = phalanx::modelFromNode(model, phalanx::restPose(model));
    const auto moves = phalanx::soldier::moveMotions(skeleton);
    std::vector<phalanx::soldier::Track> tracks;
    for (const phalanx::Clip& clip : model.clips) {
        phalanx::soldier::Track track;
        track.name = clip.name;
        track.duration_s = static_cast<float>(clip.duration_s);
        track.rate_hz = rateOf(clip);
        track.loops = clip.loops;
        track.stride_speed = static_cast<float>(clip.stride_speed);
        // Files have no sideways strides.
        const auto motion = std::find_if(moves.begin(), moves.end(),
                                         [&](const auto& each) { return each.name == clip.name; });
        if (motion != moves.end()) track.side_speed = motion->side_speed;
        track.at = [&model, &clip, nodes, rest](float time_s) {
            // The end of a loop is sampled at its last key, without wrapping to the start.
            const double t = std::min(static_cast<double>(time_s), clip.duration_s * (1.0 - 1e-9));
            const auto posed = phalanx::modelFromNode(model, phalanx::samplePose(model, clip, t));
            phalanx::soldier::BoneMatrices matrices;
            for (const std::size_t node : nodes)
                matrices.emplace_back(posed[node] * glm::inverse(rest[node]));
            return matrices;
        };
        tracks.push_back(track);
    }
    return tracks;
}

void writeJson(const std::string& path, const std::vector<phalanx::soldier::Report>& reports) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const auto& report : reports) {
        nlohmann::ordered_json entry;
        entry["clip"] = report.clip;
        if (!report.with.empty()) entry["with"] = report.with;
        for (const auto& figure : report.figures) {
            const auto bound = phalanx::soldier::boundOf(report, figure);
            nlohmann::ordered_json value;
            value["value"] = figure.value;
            value["time_s"] = figure.time_s;
            if (!figure.detail.empty()) value["where"] = figure.detail;
            if (bound) value["bound"] = *bound;
            if (bound) value["ok"] = figure.value <= *bound;
            entry[phalanx::soldier::nameOf(figure.quantity)] = value;
        }
        list.push_back(entry);
    }
    std::ofstream file(path);
    file << list.dump(2) << '\n';
    if (!file.flush())
        throw phalanx::environmentError(path, "cannot be written; check the folder and its permissions");
}

int run(const std::vector<std::string>& arguments) {
    std::string file, json;
    phalanx::ImportSettings settings;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == "--json" && i + 1 < arguments.size()) {
            json = arguments[++i];
        } else if (arguments[i] == "--clips" && i + 1 < arguments.size()) {
            settings.clip_files.emplace_back(arguments[++i]);
        } else if (file.empty() && arguments[i].rfind("--", 0) != 0) {
            file = arguments[i];
        } else {
            throw phalanx::usageError(
                arguments[i],
                "unknown argument; usage: soldier_check FILE.glb [--clips FILE.glb] [--json FILE]");
        }
    }
    if (file.empty())
        throw phalanx::usageError("", "usage: soldier_check FILE.glb [--clips FILE.glb] [--json FILE]");
    const phalanx::soldier::Skeleton skeleton = phalanx::soldier::makeSkeleton();
    const Model model = phalanx::importModel(file, settings);
    const auto reports = phalanx::soldier::measureAll(skeleton, tracksOf(model, skeleton));
    std::fputs(phalanx::soldier::table(reports).c_str(), stdout);
    if (!json.empty()) writeJson(json, reports);
    const std::vector<std::string> failed = phalanx::soldier::failures(reports);
    for (const std::string& line : failed) std::printf("FAILED %s\n", line.c_str());
    if (failed.empty()) std::printf("%zu clips within all bounds\n", model.clips.size());
    return static_cast<int>(failed.empty() ? phalanx::ExitCode::kOk : phalanx::ExitCode::kCheckFailed);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run({argv + 1, argv + argc});
    } catch (const phalanx::Error& error) {
        std::fprintf(stderr, "soldier_check: %s\n", error.what());
        return static_cast<int>(error.code());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "soldier_check: %s\n", error.what());
        return static_cast<int>(phalanx::ExitCode::kInput);
    }
}

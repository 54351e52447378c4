#include "asset/retarget/by_name.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "anim/pose/pose.h"

namespace phalanx {
namespace {

// Assimp splits the transform of an FBX node into a chain of nodes with names like
// NAME_$AssimpFbx$_PreRotation.
constexpr std::string_view kPivotMark = "_$AssimpFbx$_";

bool isPivot(const Node& node) {
    return node.name.find(kPivotMark) != std::string::npos;
}

std::string shortName(const std::string& name) {
    const std::size_t at = name.find_last_of(":|");
    return at == std::string::npos ? name : name.substr(at + 1);
}

// The chain from the topmost pivot of a node down to the node: its transform relative to its real parent.
std::vector<std::size_t> chainOf(const std::vector<Node>& nodes, std::size_t node) {
    std::vector<std::size_t> chain{node};
    const std::string prefix = nodes[node].name + std::string(kPivotMark);
    for (int parent = nodes[node].parent; parent >= 0; parent = nodes[chain.back()].parent) {
        if (!nodes[static_cast<std::size_t>(parent)].name.starts_with(prefix)) break;
        chain.push_back(static_cast<std::size_t>(parent));
    }
    std::reverse(chain.begin(), chain.end());
    return chain;
}

glm::dmat4 restOf(const std::vector<Node>& nodes, const std::vector<std::size_t>& chain) {
    glm::dmat4 product(1.0);
    for (const std::size_t node : chain) product = product * nodes[node].parent_from_node_rest;
    return product;
}

// Finds nodes of the model by name. If several have the name, the one that moves vertices is used, then the
// first.
class Names {
  public:
    explicit Names(const Model& model) {
        std::set<int> joints;
        for (const Joint& joint : model.palette) joints.insert(joint.node);
        for (std::size_t i = 0; i < model.nodes.size(); ++i) {
            const Node& node = model.nodes[i];
            if (node.name.empty() || isPivot(node)) continue;
            const int index = static_cast<int>(i);
            const auto [exact, fresh] = exact_.try_emplace(node.name, index);
            if (!fresh && joints.contains(index) && !joints.contains(exact->second)) exact->second = index;
            const auto [brief, first] = brief_.try_emplace(shortName(node.name), index);
            if (!first && model.nodes[static_cast<std::size_t>(brief->second)].name != node.name)
                brief->second = -1;  // ambiguous
        }
    }

    int exact(const std::string& name) const { return find(exact_, name); }
    int brief(const std::string& name) const { return find(brief_, shortName(name)); }

  private:
    static int find(const std::map<std::string, int>& names, const std::string& name) {
        const auto entry = names.find(name);
        return entry == names.end() ? -1 : entry->second;
    }

    std::map<std::string, int> exact_;
    std::map<std::string, int> brief_;
};

struct Pair {
    std::vector<std::size_t> source;  // chains
    std::vector<std::size_t> target;
    bool joint = false;  // the target moves vertices

    bool plain() const { return source.size() == 1 && target.size() == 1; }
};

// The median ratio of bone lengths, model over source, of the bones that both have.
double lengthScale(const ClipSource& source, const Model& model, const std::map<std::size_t, Pair>& pairs) {
    std::vector<double> ratios;
    for (const auto& [node, pair] : pairs) {
        const double from = glm::length(glm::dvec3(restOf(source.nodes, pair.source)[3]));
        const double to = glm::length(glm::dvec3(restOf(model.nodes, pair.target)[3]));
        constexpr double kShortest = 1e-6;
        if (pair.joint && from > kShortest && to > kShortest) ratios.push_back(to / from);
    }
    if (ratios.empty()) return 1.0;
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::nth_element(ratios.begin(), middle, ratios.end());
    constexpr double kSame = 0.02;
    return std::abs(*middle - 1.0) < kSame ? 1.0 : *middle;
}

template <typename Value>
bool staysAt(const Track<Value>& track, const Value& value, double tolerance) {
    const auto flat = [](const Value& tangent) { return glm::dot(tangent, tangent) == 0.0; };
    if (!std::ranges::all_of(track.tangents,
                             [&](const Tangents<Value>& t) { return flat(t.in) && flat(t.out); })) {
        return false;
    }
    return std::ranges::all_of(track.keys, [&](const Key<Value>& key) {
        if constexpr (std::is_same_v<Value, glm::dquat>)
            return 1.0 - std::abs(glm::dot(key.value, value)) < tolerance;
        else if constexpr (std::is_same_v<Value, double>)
            return std::abs(key.value - value) <= tolerance;
        else
            return glm::length(key.value - value) <= tolerance;
    });
}

void dropWhatRests(Channel& channel, const Transform& rest, bool joint) {
    constexpr double kTolerance = 1e-4;
    const double length = std::max(glm::length(rest.translation), 1e-9);
    if (staysAt(channel.translations, rest.translation, kTolerance * length)) channel.translations = {};
    if (staysAt(channel.scales, rest.scale, kTolerance)) channel.scales = {};
    // A constant rotation of a joint is part of the pose, so it is kept; that of another node is only the
    // file's axis conversion.
    if (!joint && staysAt(channel.rotations, rest.rotation, kTolerance * kTolerance)) channel.rotations = {};
}

// The times at which a track must be sampled so that linear interpolation gives its values.
template <typename Value>
void addTimes(const Track<Value>& track, std::set<double>& times) {
    constexpr double kStep_s = 1e-6;  // a step becomes a ramp of this length
    constexpr double kSplineStep_s = 1.0 / 60.0;
    constexpr double kMostPerInterval = 600.0;
    for (std::size_t k = 0; k < track.keys.size(); ++k) {
        const double time_s = track.keys[k].time_s;
        times.insert(time_s);
        if (k == 0) continue;
        const double before_s = track.keys[k - 1].time_s;
        if (track.interpolation == Interpolation::kStep) times.insert(std::max(before_s, time_s - kStep_s));
        if (track.interpolation != Interpolation::kCubic) continue;
        const int parts =
            static_cast<int>(std::min(std::ceil((time_s - before_s) / kSplineStep_s), kMostPerInterval));
        for (int i = 1; i < parts; ++i) times.insert(before_s + (time_s - before_s) * i / parts);
    }
}

class Transfer {
  public:
    Transfer(const ClipSource& source, const Model& model) : source_(source), model_(model) {
        skeleton_.nodes = source.nodes;
    }

    std::vector<Clip> run(NameReport& report) {
        match(report);
        matchTargets(report);
        report.length_scale = scale_ = lengthScale(source_, model_, pairs_);
        std::vector<Clip> clips;
        for (const Clip& clip : source_.clips) {
            Clip moved = clip;
            moved.channels.clear();
            moved.morph_tracks.clear();
            copyPlain(clip, moved);
            composeOthers(clip, moved);
            copyWeights(clip, moved);
            if (!moved.empty()) clips.push_back(std::move(moved));
        }
        return clips;
    }

  private:
    // The node that an animated node belongs to: itself, or for a pivot the node whose transform it is part
    // of.
    std::size_t meant(std::size_t node) const {
        const std::string& name = source_.nodes[node].name;
        const std::size_t mark = name.find(kPivotMark);
        if (mark == std::string::npos) return node;
        for (std::size_t i = node + 1; i < source_.nodes.size(); ++i) {
            if (source_.nodes[i].name == name.substr(0, mark)) return i;
        }
        return node;
    }

    void match(NameReport& report) {
        const Names names(model_);
        std::set<int> joints;
        for (const Joint& joint : model_.palette) joints.insert(joint.node);
        std::set<std::size_t> moving;
        for (const Clip& clip : source_.clips) {
            for (const Channel& channel : clip.channels)
                moving.insert(meant(static_cast<std::size_t>(channel.node)));
        }
        for (const std::size_t node : moving) {
            const std::string& name = source_.nodes[node].name;
            int target = names.exact(name);
            if (target < 0) {
                target = names.brief(name);
                if (target >= 0) ++report.by_short_name;
            }
            if (target < 0) {
                report.lost.push_back(name);
                continue;
            }
            const auto index = static_cast<std::size_t>(target);
            pairs_[node] = {chainOf(source_.nodes, node), chainOf(model_.nodes, index),
                            joints.contains(target)};
        }
        report.matched = pairs_.size();
        compareRests(report);
    }

    void matchTargets(NameReport& report) {
        std::set<int> moving;
        for (const Clip& clip : source_.clips) {
            for (const MorphTrack& track : clip.morph_tracks) moving.insert(track.target);
        }
        for (const int index : moving) {
            const MorphTarget& from = source_.morph_targets[static_cast<std::size_t>(index)];
            const std::string node = shortName(source_.nodes[static_cast<std::size_t>(from.node)].name);
            std::vector<int> same_name;
            std::vector<int> same_node;
            for (std::size_t t = 0; t < model_.morph_targets.size(); ++t) {
                const MorphTarget& to = model_.morph_targets[t];
                if (to.name != from.name) continue;
                same_name.push_back(static_cast<int>(t));
                if (shortName(model_.nodes[static_cast<std::size_t>(to.node)].name) == node)
                    same_node.push_back(static_cast<int>(t));
            }
            if (same_name.empty()) {
                report.lost_targets.push_back(from.name);
                continue;
            }
            targets_[index] = same_node.empty() ? same_name : same_node;
        }
        report.matched_targets = targets_.size();
    }

    void copyWeights(const Clip& from, Clip& to) const {
        std::vector<bool> taken(model_.morph_targets.size(), false);
        for (const MorphTrack& track : from.morph_tracks) {
            const auto entry = targets_.find(track.target);
            const double rest = source_.morph_targets[static_cast<std::size_t>(track.target)].rest_weight;
            if (entry == targets_.end() || staysAt(track.weights, rest, 0.0)) continue;
            for (const int target : entry->second) {
                if (taken[static_cast<std::size_t>(target)]) continue;
                taken[static_cast<std::size_t>(target)] = true;
                to.morph_tracks.push_back({target, track.weights});
            }
        }
    }

    void compareRests(NameReport& report) const {
        constexpr double kAlike_deg = 15.0;
        for (const auto& [node, pair] : pairs_) {
            if (!pair.joint) continue;
            const glm::dquat from = decompose(restOf(source_.nodes, pair.source)).rotation;
            const glm::dquat to = decompose(restOf(model_.nodes, pair.target)).rotation;
            const double cosine = std::min(1.0, std::abs(glm::dot(from, to)));
            const double between_deg = glm::degrees(2.0 * std::acos(cosine));
            if (between_deg <= kAlike_deg) continue;
            ++report.turned;
            if (between_deg <= report.most_turned_deg) continue;
            report.most_turned_deg = between_deg;
            report.most_turned = model_.nodes[pair.target.back()].name;
        }
    }

    void copyPlain(const Clip& from, Clip& to) const {
        for (const Channel& channel : from.channels) {
            const auto entry = pairs_.find(static_cast<std::size_t>(channel.node));
            if (entry == pairs_.end() || !entry->second.plain()) continue;
            const Pair& pair = entry->second;
            Channel copy = channel;
            copy.node = static_cast<int>(pair.target.front());
            dropWhatRests(copy, decompose(source_.nodes[entry->first].parent_from_node_rest), pair.joint);
            for (auto& key : copy.translations.keys) key.value *= scale_;
            for (auto& tangents : copy.translations.tangents) {
                tangents.in *= scale_;
                tangents.out *= scale_;
            }
            add(to, std::move(copy));
        }
    }

    // Nodes with pivots in the source, the model or both: the product is sampled at each key of the clip.
    void composeOthers(const Clip& from, Clip& to) const {
        std::vector<const Pair*> composed;
        std::set<std::size_t> nodes;
        for (const auto& [node, pair] : pairs_) {
            if (pair.plain()) continue;
            composed.push_back(&pair);
            nodes.insert(pair.source.begin(), pair.source.end());
        }
        std::set<double> times;
        std::set<int> driven;
        for (const Channel& channel : from.channels) {
            if (!nodes.contains(static_cast<std::size_t>(channel.node))) continue;
            driven.insert(channel.node);
            eachTrack(channel, [&](const auto& track) { addTimes(track, times); });
        }
        std::erase_if(composed, [&](const Pair* pair) {
            return std::none_of(pair->source.begin(), pair->source.end(),
                                [&](std::size_t node) { return driven.contains(static_cast<int>(node)); });
        });
        if (composed.empty()) return;
        std::vector<Channel> channels(composed.size());
        std::vector<glm::dmat4> pivots_inverse;
        for (std::size_t i = 0; i < composed.size(); ++i) {
            const std::vector<std::size_t>& target = composed[i]->target;
            channels[i].node = static_cast<int>(target.back());
            pivots_inverse.push_back(glm::inverse(restOf(model_.nodes, {target.begin(), target.end() - 1})));
        }
        Clip once = from;
        once.loops = false;
        once.morph_tracks.clear();
        for (const double time : times) {
            const LocalPose pose = samplePose(skeleton_, once, time);
            for (std::size_t i = 0; i < composed.size(); ++i)
                addKeys(channels[i], time, pivots_inverse[i] * localAt(pose, composed[i]->source));
        }
        for (std::size_t i = 0; i < composed.size(); ++i) {
            glm::dmat4 rest = restOf(source_.nodes, composed[i]->source);
            rest[3] = glm::dvec4(glm::dvec3(rest[3]) * scale_, 1.0);
            dropWhatRests(channels[i], decompose(pivots_inverse[i] * rest), composed[i]->joint);
            add(to, std::move(channels[i]));
        }
    }

    glm::dmat4 localAt(const LocalPose& pose, const std::vector<std::size_t>& chain) const {
        glm::dmat4 product(1.0);
        for (const std::size_t node : chain)
            product = product * (pose.nodes[node].driven ? toMatrix(pose.nodes[node].transform)
                                                         : pose.nodes[node].whole);
        product[3] = glm::dvec4(glm::dvec3(product[3]) * scale_, 1.0);
        return product;
    }

    static void addKeys(Channel& channel, double time, const glm::dmat4& matrix) {
        Transform transform = decompose(matrix);
        if (!channel.rotations.keys.empty() &&
            glm::dot(channel.rotations.keys.back().value, transform.rotation) < 0.0)
            transform.rotation = -transform.rotation;
        channel.translations.keys.push_back({time, transform.translation});
        channel.rotations.keys.push_back({time, transform.rotation});
        channel.scales.keys.push_back({time, transform.scale});
    }

    static void add(Clip& clip, Channel channel) {
        if (channel.empty()) return;
        const bool taken = std::any_of(clip.channels.begin(), clip.channels.end(),
                                       [&](const Channel& other) { return other.node == channel.node; });
        if (!taken) clip.channels.push_back(std::move(channel));
    }

    const ClipSource& source_;
    const Model& model_;
    Model skeleton_;  // the source's nodes, for sampling
    std::map<std::size_t, Pair> pairs_;
    std::map<int, std::vector<int>> targets_;  // by the source's morph target: those of the model
    double scale_ = 1.0;
};

}  // namespace

std::vector<Clip> transferByName(const ClipSource& source, const Model& model, NameReport& report) {
    return Transfer(source, model).run(report);
}

}  // namespace phalanx

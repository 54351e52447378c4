#include "asset/steps/loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <string_view>

#include "asset/steps/root_motion.h"

namespace phalanx {
namespace {

constexpr double kClosedPerMotion = 0.005;
constexpr double kClosedPerSize = 2e-4;  // of the model's size: too small to see
constexpr double kStepsShort = 1.75;     // a gap of one step, with some allowance for acceleration
constexpr std::size_t kKeysToInfer = 6;  // with fewer keys the step between keys says little
constexpr double kCycleGap = 0.5;        // of the clip's motion: largest gap of a clip named after a cycle

constexpr std::array<std::string_view, 30> kEventStems{
    "death", "die",   "dying", "dead",   "jump",  "hit",  "attack", "punch", "kick",  "slash",
    "slic",  "chop",  "stab",  "shoot",  "shot",  "fire", "fall",   "land",  "throw", "reload",
    "pick",  "spawn", "react", "salute", "start", "stop", "dodge",  "roll",  "use",   "interact"};
constexpr std::array<std::string_view, 17> kCycleStems{"walk",   "run",  "idle",  "sprint", "jog",   "march",
                                                       "swim",   "fly",  "danc",  "crawl",  "sneak", "trot",
                                                       "gallop", "loop", "cycle", "stand",  "breath"};
// A clip with one of these words is a cycle even if its name has an event, too: "jump idle", "attack loop".
constexpr std::array<std::string_view, 3> kStrongCycleStems{"idle", "loop", "cycle"};

std::vector<std::string> wordsOf(const std::string& name) {
    std::vector<std::string> words(1);
    bool lower_before = false;
    for (const char c : name) {
        const auto u = static_cast<unsigned char>(c);
        const bool letter = std::isalpha(u) != 0;
        if (!letter || (std::isupper(u) != 0 && lower_before)) words.emplace_back();
        if (letter) words.back() += static_cast<char>(std::tolower(u));
        lower_before = std::islower(u) != 0;
    }
    return words;
}

template <std::size_t N>
bool startsWithAny(const std::string& word, const std::array<std::string_view, N>& stems) {
    return std::any_of(stems.begin(), stems.end(),
                       [&](std::string_view stem) { return word.starts_with(stem); });
}

// The median time between the keys of the track with the most keys, and the number of these keys.
struct Rhythm {
    double interval_s = 0.0;
    std::size_t keys = 0;
};

Rhythm rhythmOf(const Clip& clip) {
    Rhythm rhythm;
    const auto look = [&](const auto& track) {
        const auto& keys = track.keys;
        if (keys.size() <= rhythm.keys) return;
        rhythm.keys = keys.size();
        std::vector<double> intervals;
        for (std::size_t i = 1; i < keys.size(); ++i)
            intervals.push_back(keys[i].time_s - keys[i - 1].time_s);
        if (intervals.empty()) return;
        std::nth_element(intervals.begin(),
                         intervals.begin() + static_cast<std::ptrdiff_t>(intervals.size() / 2),
                         intervals.end());
        rhythm.interval_s = intervals[intervals.size() / 2];
    };
    for (const Channel& channel : clip.channels) {
        look(channel.rotations);
        look(channel.translations);
        look(channel.scales);
    }
    for (const MorphTrack& track : clip.morph_tracks) look(track.weights);
    return rhythm;
}

struct Seam {
    double gap = 0.0;     // distance between the last pose and the first
    double motion = 0.0;  // largest distance of a pose from the first
    double step = 0.0;    // motion within the first or the last key interval, the larger one
};

Seam seamOf(const Clip& clip, const PoseProbe& probe, const Rhythm& rhythm) {
    constexpr int kSamples = 12;
    const ProbePoints first = probe.at(clip, 0.0);
    const ProbePoints last = probe.at(clip, clip.duration_s);
    Seam seam;
    seam.gap = PoseProbe::distance(first, last);
    seam.motion = seam.gap;
    for (int i = 1; i < kSamples; ++i) {
        seam.motion =
            std::max(seam.motion, PoseProbe::distance(first, probe.at(clip, clip.duration_s * i / kSamples)));
    }
    const double dt = std::min(rhythm.interval_s, clip.duration_s);
    seam.step = std::max(PoseProbe::distance(first, probe.at(clip, dt)),
                         PoseProbe::distance(last, probe.at(clip, clip.duration_s - dt)));
    return seam;
}

enum class Ending { kClosed, kOneKeyShort, kOneShot };

Ending endingOf(const Clip& clip, const PoseProbe& probe) {
    const Rhythm rhythm = rhythmOf(clip);
    const Seam seam = seamOf(clip, probe, rhythm);
    const double tolerance = std::max(kClosedPerMotion * seam.motion, kClosedPerSize * probe.size());
    if (seam.gap <= tolerance) return Ending::kClosed;
    const NameHint hint = hintOfName(clip.name);
    if (hint == NameHint::kEvent) return Ending::kOneShot;
    const bool one_step = seam.gap <= kStepsShort * seam.step + tolerance;
    if (hint == NameHint::kCycle && (one_step || seam.gap <= kCycleGap * seam.motion))
        return Ending::kOneKeyShort;
    const bool rhythmic = rhythm.keys >= kKeysToInfer && one_step;
    return rhythmic ? Ending::kOneKeyShort : Ending::kOneShot;
}

// What the clip's file says.
std::optional<bool> givenLoop(const Directives& directives, const std::string& clip) {
    const auto own = directives.loops_of_further_files.find(clip);
    if (own != directives.loops_of_further_files.end()) return own->second;
    if (directives.clips_of_other_bodies.contains(clip)) return std::nullopt;
    if (directives.loops) return directives.loops->contains(clip);
    return std::nullopt;
}

}  // namespace

NameHint hintOfName(const std::string& name) {
    // "Armature|Walk": the part before the bar is the name of the skeleton.
    const std::vector<std::string> words = wordsOf(name.substr(name.find_last_of('|') + 1));
    bool cycle = false;
    bool event = false;
    for (const std::string& word : words) {
        if (startsWithAny(word, kStrongCycleStems)) return NameHint::kCycle;
        cycle = cycle || startsWithAny(word, kCycleStems);
        event = event || startsWithAny(word, kEventStems);
    }
    return event ? NameHint::kEvent : cycle ? NameHint::kCycle : NameHint::kNone;
}

void decideLoops(Model& model, const PoseProbe& probe, const Directives& directives, RootMotion root_motion,
                 Notes& notes) {
    std::size_t closed = 0;
    std::size_t opened = 0;
    std::size_t drifting = 0;
    for (Clip& clip : model.clips) {
        Ending ending = endingOf(clip, probe);
        if (ending != Ending::kClosed && root_motion != RootMotion::kKeep) {
            if (const auto drift = findDrift(model, clip, probe.size())) {
                Clip in_place = clip;
                removeDrift(in_place, *drift);
                const Ending without = endingOf(in_place, probe);
                if (without != Ending::kOneShot) {
                    in_place.stride_speed = drift->signed_speed;
                    clip = std::move(in_place);
                    ending = without;
                    ++drifting;
                } else if (root_motion == RootMotion::kRemove) {
                    clip = std::move(in_place);
                    ++drifting;
                }
            }
        }
        clip.loops = givenLoop(directives, clip.name).value_or(ending != Ending::kOneShot);
        if (!clip.loops) continue;
        if (ending == Ending::kClosed) {
            ++closed;
            continue;
        }
        ++opened;
        clip.closing_s = rhythmOf(clip).interval_s;
        clip.duration_s += clip.closing_s;
    }
    if (closed > 0) {
        notes.info(fmt::format("{} whose last pose equals the first; the last key closes the loop",
                               counted(closed, "looping clip")));
    }
    if (opened > 0)
        notes.info(counted(opened, "looping clip") +
                   " without a closing key; one key interval leads back to the first");
    if (drifting > 0)
        notes.info(counted(drifting, "clip") +
                   " with a root that moves away; played in place, with the speed as its stride");
}

}  // namespace phalanx

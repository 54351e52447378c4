#include "crowd/clip_names.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "crowd/crowd.h"

namespace phalanx {
namespace {

bool isLower(char c) {
    return c >= 'a' && c <= 'z';
}
bool isUpper(char c) {
    return c >= 'A' && c <= 'Z';
}

// "HumanArmature|Man_RunJump2" -> human armature man run jump.
std::vector<std::string> wordsOf(std::string_view name) {
    std::vector<std::string> words;
    bool in_word = false;
    char before = ' ';
    for (const char c : name) {
        const bool letter = isLower(c) || isUpper(c);
        if (letter && (!in_word || (isUpper(c) && isLower(before)))) words.emplace_back();
        if (letter) words.back() += isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
        in_word = letter;
        before = c;
    }
    return words;
}

std::optional<ClipKind> kindOfWord(std::string_view word) {
    struct Sound {
        const char* begins;
        ClipKind kind;
    };
    static constexpr std::array<Sound, 8> kSounds{{{"walk", ClipKind::kWalk},
                                                   {"stroll", ClipKind::kWalk},
                                                   {"march", ClipKind::kMarch},
                                                   {"run", ClipKind::kRun},
                                                   {"sprint", ClipKind::kRun},
                                                   {"jog", ClipKind::kRun},
                                                   {"idle", ClipKind::kIdle},
                                                   {"breath", ClipKind::kIdle}}};
    for (const Sound& s : kSounds) {
        if (word.starts_with(s.begins)) return s.kind;
    }
    return std::nullopt;
}

ClipAction actionOfWord(std::string_view word) {
    struct Sound {
        const char* begins;
        ClipAction action;
    };
    static constexpr std::array<Sound, 15> kSounds{{{"die", ClipAction::kFall},
                                                    {"dying", ClipAction::kFall},
                                                    {"dead", ClipAction::kFall},
                                                    {"death", ClipAction::kFall},
                                                    {"fall", ClipAction::kFall},
                                                    {"collapse", ClipAction::kFall},
                                                    {"hit", ClipAction::kHit},
                                                    {"flinch", ClipAction::kHit},
                                                    {"recoil", ClipAction::kHit},
                                                    {"hurt", ClipAction::kHit},
                                                    {"damage", ClipAction::kHit},
                                                    {"impact", ClipAction::kHit},
                                                    {"look", ClipAction::kLook},
                                                    {"survey", ClipAction::kLook},
                                                    {"aim", ClipAction::kAim}}};
    for (const Sound& s : kSounds) {
        if (word.starts_with(s.begins)) return s.action;
    }
    return ClipAction::kNone;
}

// "GetUp", "Getting Up", "Stand_Up", "standup", "Rise" from the ground.
bool risesAt(const std::vector<std::string>& words, std::size_t i) {
    static constexpr std::array<const char*, 4> kWords{"getup", "standup", "rise", "rising"};
    static constexpr std::array<const char*, 6> kBeforeUp{"get",   "gets",   "getting",
                                                          "stand", "stands", "standing"};
    if (std::ranges::any_of(kWords, [&](const char* w) { return words[i].starts_with(w); })) return true;
    return i + 1 < words.size() && words[i + 1] == "up" &&
           std::ranges::find(kBeforeUp, words[i]) != kBeforeUp.end();
}

// Whether a clip begins or ends on the ground; units and layers play such clips only on request.
bool liesDown(const ClipName& name) {
    return name.action == ClipAction::kFall || name.action == ClipAction::kRise;
}

// Words for clips that are not plain locomotion straight ahead with free hands.
bool turnsAside(std::string_view word) {
    static constexpr std::array<const char*, 22> kWords{
        "back", "strafe", "left",  "right", "jump", "hold", "shoot",  "carry", "aim",  "crouch", "sneak",
        "limp", "turn",   "start", "stop",  "to",   "hit",  "attack", "gun",   "fire", "injur",  "drunk"};
    return std::any_of(kWords.begin(), kWords.end(), [word](const char* w) { return word.starts_with(w); });
}

// The first clip of that kind with a plain name, else the first clip of that kind; -1: none. Falls and rises
// are left out.
int firstOf(std::span<const ClipName> names, ClipKind kind, int but = -1) {
    int any = -1;
    for (int i = 0; i < static_cast<int>(names.size()); ++i) {
        if (names[i].kind != kind || i == but || liesDown(names[i])) continue;
        if (names[i].plain) return i;
        if (any < 0) any = i;
    }
    return any;
}

// The clip of that action with the shortest name; nullopt: none.
std::optional<std::size_t> shortestOf(std::span<const NamedClip> clips, ClipAction action) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < clips.size(); ++i) {
        if (readClipName(clips[i].name).action != action) continue;
        if (!best || clips[i].name.size() < clips[*best].name.size()) best = i;
    }
    return best;
}

constexpr std::array<ClipKind, 4> kOrder{ClipKind::kWalk, ClipKind::kMarch, ClipKind::kRun, ClipKind::kIdle};

}  // namespace

ClipName readClipName(std::string_view name) {
    ClipName result;
    const std::vector<std::string> words = wordsOf(name);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const ClipAction action = risesAt(words, i) ? ClipAction::kRise : actionOfWord(word);
        const bool above = action == ClipAction::kRise && result.action != ClipAction::kFall;
        if (action == ClipAction::kFall || above || result.action == ClipAction::kNone)
            result.action = action;
        if (const auto kind = kindOfWord(word)) {
            if (result.kind != ClipKind::kOther && result.kind != *kind)
                result.plain = false;  // "Walk_To_Run"
            if (result.kind == ClipKind::kOther) result.kind = *kind;
        } else if (turnsAside(word)) {
            result.plain = false;
        }
    }
    return result;
}

std::size_t layerClip(std::span<const NamedClip> clips) {
    if (const auto aim = shortestOf(clips, ClipAction::kAim)) return *aim;
    const auto first =
        std::ranges::find_if(clips, [](const NamedClip& clip) { return !liesDown(readClipName(clip.name)); });
    return first == clips.end() ? 0 : static_cast<std::size_t>(first - clips.begin());
}

AdditiveClips additiveClips(std::span<const NamedClip> clips, std::span<const std::string_view> base) {
    std::vector<ClipName> names;
    names.reserve(clips.size());
    for (const NamedClip& clip : clips) names.push_back(readClipName(clip.name));
    const auto reference = static_cast<std::size_t>(std::max(0, firstOf(names, ClipKind::kIdle)));
    for (const ClipAction action : {ClipAction::kHit, ClipAction::kLook}) {
        if (const auto found = shortestOf(clips, action); found && *found != reference)
            return {*found, reference};
    }
    std::size_t other = reference;
    for (std::size_t i = 0; i < clips.size(); ++i) {
        if (i == reference || liesDown(names[i])) continue;
        if (clips[i].loops && std::ranges::find(base, clips[i].name) == base.end()) return {i, reference};
        if (other == reference) other = i;
    }
    return {other, reference};
}

ClipChoice defaultClips(std::span<const BakedClip> clips) {
    std::vector<ClipName> names;
    names.reserve(clips.size());
    for (const BakedClip& clip : clips) names.push_back(readClipName(clip.name));

    const auto firstLoop = [&](int but) {
        for (int i = 0; i < static_cast<int>(clips.size()); ++i) {
            if (clips[i].loops && i != but && !liesDown(names[i])) return i;
        }
        return -1;
    };
    int a = -1;
    for (const ClipKind kind : kOrder) {
        if (a < 0) a = firstOf(names, kind);
    }
    if (a < 0) a = firstLoop(-1);
    if (a < 0) {
        const auto first = std::find_if_not(names.begin(), names.end(), liesDown);
        a = first == names.end() ? 0 : static_cast<int>(first - names.begin());
        return {a, a};
    }

    int b = names[a].kind == ClipKind::kRun ? -1 : firstOf(names, ClipKind::kRun);
    for (const ClipKind kind : kOrder) {
        if (b < 0 && kind != names[a].kind) b = firstOf(names, kind);
    }
    if (b < 0) b = firstLoop(a);
    return {a, b < 0 ? a : b};
}

std::optional<int> fallingClip(std::span<const BakedClip> clips) {
    std::optional<std::size_t> found;
    for (std::size_t c = 0; c < clips.size(); ++c) {
        if (clips[c].loops || readClipName(clips[c].name).action != ClipAction::kFall) continue;
        if (!found || clips[c].name.size() < clips[*found].name.size()) found = c;
    }
    if (!found) return std::nullopt;
    return static_cast<int>(*found);
}

std::vector<int> risingClips(std::span<const BakedClip> clips) {
    std::vector<int> found;
    for (std::size_t c = 0; c < clips.size(); ++c) {
        if (!clips[c].loops && readClipName(clips[c].name).action == ClipAction::kRise)
            found.push_back(static_cast<int>(c));
    }
    return found;
}

int standingClip(std::span<const BakedClip> clips) {
    const auto first = [&](const auto& wanted) {
        const auto found =
            std::ranges::find_if(clips, [&](const BakedClip& clip) { return clip.loops && wanted(clip); });
        return found == clips.end() ? -1 : static_cast<int>(found - clips.begin());
    };
    const int idle =
        first([](const BakedClip& clip) { return readClipName(clip.name).kind == ClipKind::kIdle; });
    if (idle >= 0) return idle;
    return std::max(0, first([](const BakedClip& clip) { return !(clip.stride_speed > 0.0); }));
}

}  // namespace phalanx

#include "anim/body/body_map.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>

#include "anim/pose/joint_names.h"

namespace phalanx {
namespace {

constexpr std::array<std::string_view, kBodyRoles> kNames{
    "Hips",          "Spine",         "Neck",          "Head",          "LeftShoulder", "LeftUpperArm",
    "LeftLowerArm",  "LeftHand",      "LeftThumb",     "LeftIndex",     "LeftMiddle",   "LeftRing",
    "LeftLittle",    "LeftUpperLeg",  "LeftLowerLeg",  "LeftFoot",      "LeftToes",     "RightShoulder",
    "RightUpperArm", "RightLowerArm", "RightHand",     "RightThumb",    "RightIndex",   "RightMiddle",
    "RightRing",     "RightLittle",   "RightUpperLeg", "RightLowerLeg", "RightFoot",    "RightToes"};

struct Name {
    std::string lower;  // without what precedes the last ':' or '|'
    std::vector<std::string> words;
    BodySide side = BodySide::kNone;

    bool has(std::initializer_list<std::string_view> pieces) const { return hasAny(lower, pieces); }
    bool hasWord(std::initializer_list<std::string_view> wanted) const {
        return std::ranges::any_of(
            wanted, [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); });
    }
};

char lowerOf(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

bool isUpper(char c) {
    return std::isupper(static_cast<unsigned char>(c)) != 0;
}

// A capital, or a separator or digit, begins a new word.
std::vector<std::string> wordsOf(std::string_view name) {
    std::vector<std::string> words;
    bool open = false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (std::isalpha(static_cast<unsigned char>(name[i])) == 0) {
            open = false;
            continue;
        }
        const bool begins = isUpper(name[i]) && i > 0 && !isUpper(name[i - 1]);
        if (!open || begins) words.emplace_back();
        open = true;
        words.back() += lowerOf(name[i]);
    }
    return words;
}

// Also "LHipJoint", "lThigh" and "FootL", which have no separator.
BodySide sideOfName(std::string_view name, const std::string& lower) {
    if (const BodySide side = sideOf(lower); side != BodySide::kNone) return side;
    const auto sideOfLetter = [](char c) {
        return lowerOf(c) == 'l' ? BodySide::kLeft : lowerOf(c) == 'r' ? BodySide::kRight : BodySide::kNone;
    };
    if (name.size() < 3) return BodySide::kNone;
    const bool front = isUpper(name[1]) && !isUpper(name[2]);
    if (front || name[1] == '_' || name[1] == '.') {
        if (const BodySide side = sideOfLetter(name[0]); side != BodySide::kNone) return side;
    }
    const char last = name.back();
    return isUpper(last) && !isUpper(name[name.size() - 2]) ? sideOfLetter(last) : BodySide::kNone;
}

Name readName(std::string_view full) {
    const std::size_t at = full.find_last_of(":|");
    const std::string_view name = at == std::string_view::npos ? full : full.substr(at + 1);
    Name result;
    for (const char c : name) result.lower += lowerOf(c);
    result.words = wordsOf(name);
    result.side = sideOfName(name, result.lower);
    return result;
}

// Joints of rigs that animators move, not the mesh: handles, and nodes that importers add.
bool isHelper(const Name& name, bool has_deform_joints) {
    if (name.hasWord({"ik", "fk", "ctrl", "control", "pole", "target", "roll", "mch", "org", "twist"}) ||
        name.has({"$assimpfbx$", "nub", "helper"}))
        return true;
    return has_deform_joints && !name.hasWord({"def"});
}

class Finder {
  public:
    explicit Finder(std::span<const Node> nodes) : nodes_(nodes) {
        for (const Node& node : nodes) names_.push_back(readName(node.name));
        const auto deforms = std::ranges::count_if(names_, [](const Name& n) { return n.hasWord({"def"}); });
        constexpr int kFewest = 10;  // joints of a body
        for (Name& name : names_) {
            if (isHelper(name, deforms >= kFewest)) name = {};
        }
    }

    BodyMap find() {
        for (const int side : {0, 1}) {
            findLeg(side);
            findArm(side);
        }
        findMiddle();
        for (const int side : {0, 1}) findFingers(side);
        return map_;
    }

  private:
    const Name& name(int node) const { return names_[static_cast<std::size_t>(node)]; }
    int parent(int node) const { return nodes_[static_cast<std::size_t>(node)].parent; }

    static BodySide sideOfNumber(int side) { return side == 0 ? BodySide::kLeft : BodySide::kRight; }

    // The node and its ancestors, from the root down.
    std::vector<int> pathTo(int node) const {
        std::vector<int> path;
        for (; node >= 0; node = parent(node)) path.push_back(node);
        std::reverse(path.begin(), path.end());
        return path;
    }

    int commonAncestor(int a, int b) const {
        if (a < 0 || b < 0) return -1;
        const std::vector<int> first = pathTo(a);
        const std::vector<int> second = pathTo(b);
        int common = -1;
        for (std::size_t i = 0; i < std::min(first.size(), second.size()) && first[i] == second[i]; ++i)
            common = first[i];
        return common;
    }

    bool isUnder(int node, int ancestor) const {
        while (node >= 0 && node != ancestor) node = parent(node);
        return node >= 0;
    }

    template <typename Wanted>
    int firstNode(const Wanted& wanted) const {
        for (std::size_t n = 0; n < names_.size(); ++n) {
            if (!names_[n].lower.empty() && wanted(static_cast<int>(n))) return static_cast<int>(n);
        }
        return -1;
    }

    // A limb: what leads to `end` on its side. `isLower` and `isUpper` decide by name; else the two joints
    // before the end.
    template <typename IsLower, typename IsUpper>
    void takeLimb(std::vector<int> path, BodyRole upper_role, BodyRole lower_role, int side,
                  const IsLower& isLower, const IsUpper& isUpperPart) {
        std::erase_if(path, [&](int node) { return name(node).side != sideOfNumber(side); });
        if (path.size() < 2) return;
        auto lower = std::find_if(path.begin(), path.end(), [&](int node) { return isLower(name(node)); });
        if (lower == path.end() || lower == path.begin()) lower = path.end() - 1;
        auto upper = std::find_if(path.begin(), lower, [&](int node) { return isUpperPart(name(node)); });
        if (upper == lower) upper = lower - 1;
        map_.nodes(onSide(lower_role, side)) = {*lower};
        map_.nodes(onSide(upper_role, side)) = {*upper};
        if (upper_role == BodyRole::kLeftUpperArm && upper != path.begin())
            map_.nodes(onSide(BodyRole::kLeftShoulder, side)) = {*(upper - 1)};
    }

    static bool isShin(const Name& name) {
        return name.has({"shin", "calf", "lowerleg", "lower_leg", "leglower", "knee"}) ||
               (name.has({"leg"}) && !name.has({"upleg", "upperleg", "upper_leg", "up_leg", "legupper"}));
    }
    static bool isThigh(const Name& name) {
        return name.has({"thigh", "upleg", "upperleg", "upper_leg", "up_leg", "legupper"}) ||
               (name.has({"hip"}) && !name.has({"hipjoint"}));
    }
    static bool isForearm(const Name& name) {
        return name.has({"forearm", "lowerarm", "lower_arm", "fore_arm", "armlower", "elbow"});
    }
    static bool isUpperArm(const Name& name) {
        return name.has({"upperarm", "upper_arm", "uparm", "armupper", "shldr"}) ||
               (name.hasWord({"arm"}) && !isForearm(name));
    }

    bool onItsSide(int node, int side) const { return name(node).side == sideOfNumber(side); }

    // The knee decides: the foot of a rig with inverse kinematics may hang from the root.
    void findLeg(int side) {
        const int shin = firstNode([&](int node) {
            const int above = parent(node);
            return onItsSide(node, side) && isShin(name(node)) && above >= 0 &&
                   name(above).side == sideOfNumber(side);
        });
        const int foot = firstNode([&](int node) {
            return onItsSide(node, side) && name(node).has({"foot", "ankle"}) &&
                   !name(node).has({"_end", "football"}) && (shin < 0 || isUnder(node, shin));
        });
        const int loose = foot >= 0 ? foot : firstNode([&](int node) {
            return onItsSide(node, side) && name(node).has({"foot", "ankle"}) && !name(node).has({"_end"});
        });
        if (loose < 0) return;
        map_.nodes(onSide(BodyRole::kLeftFoot, side)) = {loose};
        std::vector<int> path = foot >= 0 ? pathTo(parent(foot)) : pathTo(shin);
        takeLimb(std::move(path), BodyRole::kLeftUpperLeg, BodyRole::kLeftLowerLeg, side, isShin, isThigh);
        const int toes = firstNode([&](int node) {
            return node != loose && onItsSide(node, side) && isUnder(node, loose) &&
                   name(node).has({"toe", "ball"}) && !name(node).has({"end"});
        });
        if (toes >= 0) map_.nodes(onSide(BodyRole::kLeftToes, side)) = {toes};
    }

    void findArm(int side) {
        const auto isHand = [&](int node) {
            return onItsSide(node, side) && name(node).has({"hand", "wrist", "palm"});
        };
        // With a wrist and a hand below it, the hand holds what the body holds.
        const int wrist = firstNode(isHand);
        if (wrist < 0) return;
        const int inner = firstNode(
            [&](int node) { return isHand(node) && parent(node) == wrist && name(node).hasWord({"hand"}); });
        const bool split = inner >= 0 && name(wrist).has({"wrist"}) && isEndOfPath(inner);
        const int hand = split ? inner : wrist;
        map_.nodes(onSide(BodyRole::kLeftHand, side)) = {hand};
        takeLimb(pathTo(parent(wrist)), BodyRole::kLeftUpperArm, BodyRole::kLeftLowerArm, side, isForearm,
                 isUpperArm);
    }

    // "hand.l" of KayKit below "wrist.l", not "LeftHandIndex1".
    bool isEndOfPath(int node) const {
        return !name(node).has({"thumb", "index", "middle", "ring", "pinky", "little", "finger"});
    }

    void findMiddle() {
        const auto top = [&](BodyRole role, BodyRole above) {
            return map_.has(above) ? map_.first(above) : map_.first(role);
        };
        const int arms = commonAncestor(top(BodyRole::kLeftUpperArm, BodyRole::kLeftShoulder),
                                        top(BodyRole::kRightUpperArm, BodyRole::kRightShoulder));
        const int legs =
            commonAncestor(map_.first(BodyRole::kLeftUpperLeg), map_.first(BodyRole::kRightUpperLeg));
        const int hips = arms < 0 ? legs : commonAncestor(legs, arms);
        if (hips < 0) return;
        map_.nodes(BodyRole::kHips) = {hips};
        if (arms < 0) return;
        for (int node = arms; node >= 0 && node != hips; node = parent(node)) {
            if (node == arms || !name(node).lower.empty()) map_.nodes(BodyRole::kSpine).push_back(node);
        }
        std::reverse(map_.nodes(BodyRole::kSpine).begin(), map_.nodes(BodyRole::kSpine).end());
        findHead(arms);
    }

    void findHead(int chest) {
        int head = firstNode([&](int node) {
            return name(node).side == BodySide::kNone && node != chest && isUnder(node, chest) &&
                   name(node).has({"head"}) && !name(node).has({"headtop", "head_end", "headend"});
        });
        // Rigify calls the neck and the head spine, too.
        if (head < 0) {
            for (int node = chest; node >= 0;) {
                const int next = firstNode([&](int below) {
                    return parent(below) == node && name(below).side == BodySide::kNone &&
                           name(below).has({"spine", "neck"});
                });
                if (next >= 0) head = next;
                node = next;
            }
        }
        if (head < 0) return;
        map_.nodes(BodyRole::kHead) = {head};
        for (int node = parent(head); node >= 0 && node != chest; node = parent(node)) {
            if (!name(node).lower.empty()) map_.nodes(BodyRole::kNeck).push_back(node);
        }
        std::reverse(map_.nodes(BodyRole::kNeck).begin(), map_.nodes(BodyRole::kNeck).end());
    }

    void findFingers(int side) {
        const int hand = map_.first(onSide(BodyRole::kLeftHand, side));
        if (hand < 0) return;
        constexpr std::array<std::pair<BodyRole, std::string_view>, 6> kFingers{
            {{BodyRole::kLeftThumb, "thumb"},
             {BodyRole::kLeftIndex, "index"},
             {BodyRole::kLeftMiddle, "middle"},
             {BodyRole::kLeftRing, "ring"},
             {BodyRole::kLeftLittle, "pinky"},
             {BodyRole::kLeftLittle, "little"}}};
        for (const auto& [role, word] : kFingers) {
            std::vector<int>& chain = map_.nodes(onSide(role, side));
            for (std::size_t n = 0; n < names_.size(); ++n) {
                const int node = static_cast<int>(n);
                if (!names_[n].has({word}) || names_[n].has({"_end", "middlehand"}) || !isUnder(node, hand))
                    continue;
                if (chain.empty() || parent(node) == chain.back()) chain.push_back(node);
            }
        }
        // One joint for all fingers bends like the middle one.
        std::vector<int>& middle = map_.nodes(onSide(BodyRole::kLeftMiddle, side));
        if (!middle.empty()) return;
        for (std::size_t n = 0; n < names_.size(); ++n) {
            const int node = static_cast<int>(n);
            if (names_[n].has({"fingers"}) && !names_[n].has({"_end"}) && isUnder(node, hand) &&
                (middle.empty() || parent(node) == middle.back()))
                middle.push_back(node);
        }
    }

    std::span<const Node> nodes_;
    std::vector<Name> names_;  // empty names: helpers
    BodyMap map_;
};

}  // namespace

std::string_view nameOf(BodyRole role) {
    return kNames[static_cast<std::size_t>(role)];
}

std::optional<BodyRole> roleCalled(std::string_view name) {
    const auto found = std::ranges::find(kNames, name);
    if (found == kNames.end()) return std::nullopt;
    return static_cast<BodyRole>(found - kNames.begin());
}

BodyRole mirrored(BodyRole role) {
    const auto index = static_cast<std::size_t>(role);
    if (role < BodyRole::kLeftShoulder) return role;
    return static_cast<BodyRole>(role < BodyRole::kRightShoulder ? index + kToRightSide
                                                                 : index - kToRightSide);
}

std::size_t BodyMap::size() const {
    std::size_t count = 0;
    for (const std::vector<int>& nodes : nodes_) count += nodes.size();
    return count;
}

BodyMap findBodyMap(std::span<const Node> nodes) {
    return Finder(nodes).find();
}

std::vector<BodyRole> missingRoles(const BodyMap& map) {
    std::vector<BodyRole> missing;
    const auto need = [&](BodyRole role) {
        if (!map.has(role)) missing.push_back(role);
    };
    need(BodyRole::kHips);
    for (const int side : {0, 1}) {
        for (const BodyRole role : {BodyRole::kLeftUpperArm, BodyRole::kLeftLowerArm, BodyRole::kLeftUpperLeg,
                                    BodyRole::kLeftLowerLeg, BodyRole::kLeftFoot})
            need(onSide(role, side));
    }
    return missing;
}

std::string textOf(std::span<const BodyRole> roles) {
    std::string text;
    for (const BodyRole role : roles) text += (text.empty() ? "" : ", ") + std::string(nameOf(role));
    return text;
}

}  // namespace phalanx

#include "asset/retarget/joint_map_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "core/error.h"
#include "core/file.h"
#include "core/json_text.h"
#include "core/printable.h"
#include "core/spelling.h"

namespace phalanx {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> roleNames() {
    std::vector<std::string> names;
    for (std::size_t r = 0; r < kBodyRoles; ++r) names.emplace_back(nameOf(static_cast<BodyRole>(r)));
    return names;
}

NamedJoints readRoles(const Json& object, const std::string& file, const std::string& key) {
    const auto fail = [&](const std::string& what) { return inputError(file, what); };
    if (!object.is_object()) throw fail(fmt::format("\"{}\" is not an object in braces", key));
    NamedJoints named;
    std::set<std::string> taken;
    for (const auto& [name, value] : object.items()) {
        const std::optional<BodyRole> role = roleCalled(name);
        if (!role) {
            throw fail(fmt::format("\"{}\" names the unknown part \"{}\"; the parts are {}", key,
                                   printable(name), listOfNames(roleNames())));
        }
        std::vector<std::string>& joints = named[*role];
        if (value.is_null()) continue;
        const Json list = value.is_array() ? value : Json::array({value});
        for (const Json& joint : list) {
            if (!joint.is_string())
                throw fail(fmt::format("\"{}\" of \"{}\" is not a name, a list of names or null", name, key));
            joints.push_back(joint.get<std::string>());
            if (!taken.insert(joints.back()).second)
                throw fail(fmt::format("\"{}\" names {} twice", key, printable(joints.back())));
        }
    }
    return named;
}

// Joints of a part must hang from each other, and the lower bone of a limb from the upper one.
void requireOrder(std::span<const Node> nodes, const BodyMap& map, const NamedJoints& named,
                  const std::string& where) {
    const auto require = [&](int above, int below) {
        if (above < 0 || below < 0) return;
        int node = nodes[static_cast<std::size_t>(below)].parent;
        while (node >= 0 && node != above) node = nodes[static_cast<std::size_t>(node)].parent;
        if (node >= 0) return;
        throw inputError(where,
                         fmt::format("{} does not hang from {}; joints are named from the body outwards",
                                     printable(nodes[static_cast<std::size_t>(below)].name),
                                     printable(nodes[static_cast<std::size_t>(above)].name)));
    };
    for (const auto& [role, joints] : named) {
        const std::vector<int>& chain = map.nodes(role);
        for (std::size_t i = 1; i < chain.size(); ++i) require(chain[i - 1], chain[i]);
    }
    for (const int side : {0, 1}) {
        for (const BodyRole lower : {BodyRole::kLeftLowerArm, BodyRole::kLeftLowerLeg}) {
            const BodyRole upper =
                lower == BodyRole::kLeftLowerArm ? BodyRole::kLeftUpperArm : BodyRole::kLeftUpperLeg;
            if (!named.contains(onSide(lower, side)) && !named.contains(onSide(upper, side))) continue;
            require(map.last(onSide(upper, side)), map.first(onSide(lower, side)));
        }
    }
}

}  // namespace

JointMapFile readJointMap(const std::filesystem::path& path) {
    JointMapFile map;
    map.name = path.string();
    const Json json = parseJson(readTextFile(path), map.name);
    if (!json.is_object()) throw inputError(map.name, "is not an object in braces");
    for (const auto& [key, value] : json.items()) {
        if (key == "clips") {
            map.clips = readRoles(value, map.name, key);
        } else if (key == "model") {
            map.model = readRoles(value, map.name, key);
        } else {
            throw inputError(map.name, fmt::format("has the unknown key \"{}\"; the keys are clips, model",
                                                   printable(key)));
        }
    }
    return map;
}

BodyMap bodyMapOf(std::span<const Node> nodes, const NamedJoints& named, const std::string& where) {
    BodyMap map = findBodyMap(nodes);
    std::set<int> given;
    for (const auto& [role, joints] : named) {
        std::vector<int>& chain = map.nodes(role);
        chain.clear();
        for (const std::string& joint : joints) {
            int found = -1;
            for (std::size_t n = 0; n < nodes.size(); ++n) {
                if (nodes[n].name != joint) continue;
                if (found >= 0)
                    throw inputError(where, fmt::format("several nodes are called {}", printable(joint)));
                found = static_cast<int>(n);
            }
            if (found < 0) {
                std::vector<std::string> names;
                for (const Node& node : nodes) names.push_back(node.name);
                const std::string nearest = nearestWord(joint, names);
                throw inputError(where,
                                 fmt::format("no joint is called {}{}", printable(joint),
                                             nearest.empty() ? "" : "; is it " + printable(nearest) + "?"));
            }
            chain.push_back(found);
            given.insert(found);
        }
    }
    requireOrder(nodes, map, named, where);
    // What was found for other parts by name gives way.
    for (std::size_t r = 0; r < kBodyRoles; ++r) {
        const auto role = static_cast<BodyRole>(r);
        if (named.contains(role)) continue;
        std::erase_if(map.nodes(role), [&](int node) { return given.contains(node); });
    }
    return map;
}

}  // namespace phalanx

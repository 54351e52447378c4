#include "asset/gltf/gltf_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string_view>

#include "anim/pose/model.h"
#include "asset/common/import_limits.h"
#include "asset/gltf/gltf_text.h"

namespace phalanx {
namespace {

using Json = nlohmann::json;

// Extensions that are read, and extensions that change only the look.
bool isSupported(const std::string& extension) {
    static const std::set<std::string> known{"KHR_mesh_quantization",      "KHR_texture_transform",
                                             "KHR_draco_mesh_compression", "KHR_lights_punctual",
                                             "EXT_meshopt_compression",    "KHR_meshopt_compression"};
    return known.contains(extension) || extension.starts_with("KHR_materials_");
}

enum class Kind : std::uint8_t { kWhole, kNumber, kFlag, kText, kObject, kList };

// The members that are read, by their path; [] stands for each item of a list, * for each member.
const std::map<std::string, Kind, std::less<>>& memberKinds() {
    static const std::map<std::string, Kind, std::less<>> kinds = [] {
        std::map<std::string, Kind, std::less<>> all{
            {"scene", Kind::kWhole},
            {"scenes[].nodes", Kind::kList},
            {"scenes[].nodes[]", Kind::kWhole},
            {"nodes[].children", Kind::kList},
            {"nodes[].children[]", Kind::kWhole},
            {"nodes[].mesh", Kind::kWhole},
            {"nodes[].skin", Kind::kWhole},
            {"nodes[].weights", Kind::kList},
            {"nodes[].weights[]", Kind::kNumber},
            {"meshes[].weights", Kind::kList},
            {"meshes[].weights[]", Kind::kNumber},
            {"meshes[].primitives", Kind::kList},
            {"meshes[].primitives[]", Kind::kObject},
            {"meshes[].primitives[].attributes", Kind::kObject},
            {"meshes[].primitives[].attributes.*", Kind::kWhole},
            {"meshes[].primitives[].indices", Kind::kWhole},
            {"meshes[].primitives[].material", Kind::kWhole},
            {"meshes[].primitives[].mode", Kind::kWhole},
            {"meshes[].primitives[].targets", Kind::kList},
            {"meshes[].primitives[].targets[]", Kind::kObject},
            {"meshes[].primitives[].targets[].*", Kind::kWhole},
            {"skins[].joints", Kind::kList},
            {"skins[].joints[]", Kind::kWhole},
            {"skins[].inverseBindMatrices", Kind::kWhole},
            {"animations[].channels", Kind::kList},
            {"animations[].channels[]", Kind::kObject},
            {"animations[].channels[].sampler", Kind::kWhole},
            {"animations[].channels[].target", Kind::kObject},
            {"animations[].channels[].target.node", Kind::kWhole},
            {"animations[].channels[].target.path", Kind::kText},
            {"animations[].samplers", Kind::kList},
            {"animations[].samplers[]", Kind::kObject},
            {"animations[].samplers[].input", Kind::kWhole},
            {"animations[].samplers[].output", Kind::kWhole},
            {"animations[].samplers[].interpolation", Kind::kText},
            {"materials[].alphaMode", Kind::kText},
            {"materials[].alphaCutoff", Kind::kNumber},
            {"materials[].doubleSided", Kind::kFlag},
            {"materials[].pbrMetallicRoughness", Kind::kObject},
            {"materials[].pbrMetallicRoughness.baseColorFactor", Kind::kList},
            {"materials[].pbrMetallicRoughness.baseColorFactor[]", Kind::kNumber},
            {"materials[].pbrMetallicRoughness.baseColorTexture", Kind::kObject},
            {"materials[].pbrMetallicRoughness.baseColorTexture.texCoord", Kind::kWhole},
            {"accessors[].count", Kind::kWhole},
            {"accessors[].type", Kind::kText},
            {"accessors[].normalized", Kind::kFlag},
            {"accessors[].sparse", Kind::kObject},
            {"accessors[].sparse.count", Kind::kWhole},
            {"accessors[].sparse.indices", Kind::kObject},
            {"accessors[].sparse.values", Kind::kObject},
            {"bufferViews[].buffer", Kind::kWhole},
            {"bufferViews[].byteOffset", Kind::kWhole},
            {"bufferViews[].byteLength", Kind::kWhole},
            {"bufferViews[].byteStride", Kind::kWhole},
            {"buffers[].byteLength", Kind::kWhole},
            {"buffers[].uri", Kind::kText},
        };
        for (const char* view : {"accessors[]", "accessors[].sparse.indices", "accessors[].sparse.values"}) {
            for (const char* member : {"bufferView", "byteOffset", "componentType"})
                all.emplace(fmt::format("{}.{}", view, member), Kind::kWhole);
        }
        for (const char* list : {"nodes", "meshes", "materials", "animations", "skins"})
            all.emplace(fmt::format("{}[].name", list), Kind::kText);
        return all;
    }();
    return kinds;
}

std::string_view nameOf(Kind kind) {
    switch (kind) {
        case Kind::kWhole:
            return "a whole number from 0 to 2147483647";
        case Kind::kNumber:
            return "a number";
        case Kind::kFlag:
            return "true or false";
        case Kind::kText:
            return "a text";
        case Kind::kObject:
            return "an object";
        case Kind::kList:
            break;
    }
    return "a list";
}

bool isA(const Json& value, Kind kind) {
    switch (kind) {
        case Kind::kWhole:
            return value.is_number_integer() && value.get<double>() >= 0.0 &&
                   value.get<double>() <= std::numeric_limits<std::int32_t>::max();
        case Kind::kNumber:
            return value.is_number() && std::isfinite(value.get<float>());
        case Kind::kFlag:
            return value.is_boolean();
        case Kind::kText:
            return value.is_string();
        case Kind::kObject:
            return value.is_object();
        case Kind::kList:
            break;
    }
    return value.is_array();
}

class Checks {
  public:
    Checks(Json& json, const std::string& file, Notes& notes) : json_(json), file_(file), notes_(notes) {}

    void run() {
        checkLists();
        checkExtensions();
        checkTypes(json_, "", "");
        checkCounts();
        checkChannels();
        for (std::size_t n = 0; n < count("nodes"); ++n) checkNode(n);
    }

  private:
    static constexpr std::array kLists{"accessors", "animations", "buffers", "bufferViews",
                                       "images",    "materials",  "meshes",  "nodes",
                                       "samplers",  "scenes",     "skins",   "textures"};

    [[noreturn]] void fail(const std::string& what) const { throw gltfError(file_, what); }

    std::size_t count(const char* list) const {
        const auto found = json_.find(list);
        return found == json_.end() ? 0 : found->size();
    }

    void checkLists() const {
        for (const char* name : kLists) {
            const auto list = json_.find(name);
            if (list == json_.end()) continue;
            if (!list->is_array()) fail(fmt::format("\"{}\" is not a list", name));
            for (std::size_t i = 0; i < list->size(); ++i) {
                if (!(*list)[i].is_object()) fail(fmt::format("{}[{}] is not an object", name, i));
            }
        }
    }

    void checkExtensions() {
        const auto required = json_.find("extensionsRequired");
        if (required == json_.end()) return;
        if (!required->is_array()) fail("\"extensionsRequired\" is not a list");
        for (const Json& entry : *required) {
            if (!entry.is_string()) fail("\"extensionsRequired\" has an entry that is not a text");
            const auto name = entry.get<std::string>();
            if (!isSupported(name)) {
                fail(fmt::format("it requires the extension {}, which is not supported; export it without",
                                 name.substr(0, 80)));
            }
        }
    }

    // `path`: of the value, as in memberKinds(); `place`: the same with indices, for the message.
    void checkTypes(Json& value, const std::string& path, const std::string& place) {
        const auto& kinds = memberKinds();
        if (value.is_number_float() && value.get<double>() == std::floor(value.get<double>()) &&
            std::abs(value.get<double>()) < 1e15) {
            const auto kind = kinds.find(path);
            if (kind != kinds.end() && kind->second == Kind::kWhole)
                value = static_cast<std::int64_t>(value.get<double>());
        }
        if (const auto kind = kinds.find(path); kind != kinds.end() && !isA(value, kind->second)) {
            fail(fmt::format("{} is {}, not {}", place, value.dump().substr(0, 40), nameOf(kind->second)));
        }
        if (value.is_array()) {
            for (std::size_t i = 0; i < value.size(); ++i)
                checkTypes(value[i], path + "[]", fmt::format("{}[{}]", place, i));
            return;
        }
        if (!value.is_object()) return;
        const bool any_name = kinds.contains(path + ".*");
        for (auto& [name, member] : value.items()) {
            if (name == "extras" || name == "extensions") continue;
            const char* dot = path.empty() ? "" : ".";
            checkTypes(member, fmt::format("{}{}{}", path, dot, any_name ? "*" : name),
                       fmt::format("{}{}{}", place, dot, name));
        }
    }

    void limit(std::size_t number, std::size_t most, const char* what) const {
        if (number > most) fail(fmt::format("it has {} {}; the limit is {}", number, what, most));
    }

    void checkCounts() const {
        limit(count("animations"), kMaxClips, "clips");
        limit(count("materials"), kMaxMaterials, "materials");
        limit(count("images"), kMaxPictures, "images");
        limit(count("nodes"), kMaxNodes, "nodes");
        std::size_t channels = 0;
        for (std::size_t a = 0; a < count("animations"); ++a) {
            const Json& animation = json_["animations"][a];
            channels += animation.contains("channels") ? animation["channels"].size() : 0;
        }
        limit(channels, kMaxChannels, "channels in all clips");
        std::size_t parts = 0;
        for (std::size_t m = 0; m < count("meshes"); ++m) parts += primitivesOf(m);
        limit(parts, kMaxParts, "parts");
        parts = 0;
        for (std::size_t n = 0; n < count("nodes"); ++n) {
            const Json& node = json_["nodes"][n];
            if (node.contains("mesh")) parts += primitivesOf(node["mesh"].get<std::size_t>());
        }
        limit(parts, kMaxParts, "parts under its nodes");
        std::size_t targets = 0;
        for (std::size_t n = 0; n < count("nodes"); ++n) {
            const Json& node = json_["nodes"][n];
            if (node.contains("mesh")) targets += targetsOf(node["mesh"].get<std::size_t>());
        }
        limit(targets, kMaxMorphTargets, "morph targets under its nodes");
    }

    // The library leaves out channels without one of these members, and we those of other paths.
    void checkChannels() const {
        std::size_t unplayed = 0;
        std::size_t without_node = 0;
        std::size_t unknown = 0;
        std::string unknown_path;  // the first
        for (std::size_t a = 0; a < count("animations"); ++a) {
            const Json& animation = json_["animations"][a];
            if (!animation.contains("channels")) continue;
            for (const Json& channel : animation["channels"]) {
                const Json target = channel.value("target", Json::object());
                const std::string path = target.value("path", "");
                if (!channel.contains("sampler") || path.empty())
                    ++unplayed;
                else if (path != "translation" && path != "rotation" && path != "scale" && path != "weights")
                    unknown_path = unknown++ == 0 ? path : unknown_path;
                else if (!target.contains("node"))
                    ++without_node;
            }
        }
        if (unplayed > 0)
            notes_.warn(counted(unplayed, "channel") + " without a sampler or a path; left out");
        if (unknown > 0) {
            notes_.warn(fmt::format("{} of a path that is not supported (\"{}\"); left out",
                                    counted(unknown, "channel"), printable(unknown_path.substr(0, 40))));
        }
        if (without_node > 0) notes_.info(counted(without_node, "channel") + " without a node; left out");
    }

    std::size_t primitivesOf(std::size_t mesh) const {
        if (mesh >= count("meshes")) fail(fmt::format("meshes[{}] is used but does not exist", mesh));
        const Json& from = json_["meshes"][mesh];
        if (!from.contains("primitives")) fail(fmt::format("mesh {} has no list of primitives", mesh));
        return from["primitives"].size();
    }

    std::size_t targetsOf(std::size_t mesh) const {
        std::size_t most = 0;
        for (const Json& primitive : json_["meshes"][mesh]["primitives"])
            most = std::max(most, primitive.contains("targets") ? primitive["targets"].size() : 0);
        return most;
    }

    // Whether the node has the property. Fails if it does not have the wanted number of finite values.
    bool hasNumbers(std::size_t node, const char* name, std::size_t wanted) const {
        const Json& from = json_["nodes"][node];
        const auto property = from.find(name);
        if (property == from.end()) return false;
        if (!property->is_array() || property->size() != wanted)
            fail(fmt::format("the {} of node {} does not have {} numbers", name, node, wanted));
        for (const Json& number : *property) {
            if (!isA(number, Kind::kNumber))
                fail(fmt::format("the {} of node {} has a value that is not a finite float", name, node));
        }
        return true;
    }

    void checkNode(std::size_t n) {
        hasNumbers(n, "matrix", 16);
        hasNumbers(n, "translation", 3);
        hasNumbers(n, "scale", 3);
        if (!hasNumbers(n, "rotation", 4)) return;
        Json& rotation = json_["nodes"][n]["rotation"];
        double squares = 0.0;
        for (const Json& number : rotation) squares += number.get<double>() * number.get<double>();
        const double length = std::sqrt(squares);
        constexpr double kShortest = 1e-6;
        constexpr double kTolerance = 1e-3;
        if (length < kShortest) {
            rotation = {0.0, 0.0, 0.0, 1.0};
            notes_.warn(
                fmt::format("the rotation of node {} is of zero length; replaced by the identity", n));
            return;
        }
        for (Json& number : rotation) number = number.get<double>() / length;
        if (std::abs(length - 1.0) > kTolerance)
            notes_.info(fmt::format("the rotation of node {} is not of unit length; normalized", n));
    }

    Json& json_;
    const std::string& file_;
    Notes& notes_;
};

}  // namespace

bool checkGltfVersion(Json& json, const std::string& file, Notes& notes) {
    const auto asset = json.find("asset");
    // In glTF 1.0 "nodes" is an object with names instead of a list.
    const bool has_lists = json.contains("nodes") && json.at("nodes").is_array();
    const auto textOf = [&](const char* name) -> std::string {
        const bool is_text =
            asset != json.end() && asset->is_object() && asset->contains(name) && asset->at(name).is_string();
        return is_text ? asset->at(name).get<std::string>() : "";
    };
    const std::string version = textOf("version");
    if (version.empty()) {
        if (!has_lists)
            throw gltfError(file, "it has no version (asset.version), and its structure is not that of 2.0");
        json["asset"] = {{"version", "2.0"}};
        notes.warn("the file has no version (asset.version); read as glTF 2.0");
        return true;
    }
    if (version.starts_with("1") && !has_lists) return false;
    const std::string given_minimum = textOf("minVersion");
    const std::string minimum = given_minimum.empty() ? "2.0" : given_minimum;
    if (!version.starts_with("2.") || !minimum.starts_with("2.")) {
        throw gltfError(file, fmt::format("its version is \"{}\"; only 2.0 is supported",
                                          version.starts_with("2.") ? minimum : version.substr(0, 40)));
    }
    if (version != "2.0") notes.info(fmt::format("glTF version {}; read as 2.0", version));
    if (minimum != "2.0") {
        notes.warn(
            fmt::format("the file requires glTF {}; read as 2.0, so something may be missing", minimum));
    }
    return true;
}

void checkGltf(Json& json, const std::string& file, Notes& notes) {
    Checks(json, file, notes).run();
}

}  // namespace phalanx

#include "asset/gltf/gltf_json_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "anim/pose/model.h"
#include "asset/common/import_limits.h"
#include "asset/gltf/gltf_material_checks.h"
#include "asset/gltf/gltf_member_types.h"
#include "asset/gltf/gltf_text.h"
#include "core/printable.h"

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

class Checks {
  public:
    Checks(Json& json, const std::string& file, Notes& notes) : json_(json), file_(file), notes_(notes) {}

    void run() {
        checkLists();
        checkExtensions();
        checkGltfMaterials(json_, notes_);
        checkMemberTypes(json_, file_);
        checkExtras();
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
                                 printable(name)));
            }
        }
    }

    // Settings for Phalanx (asset/steps/directives.h) are read of nodes.
    void checkExtras() const {
        const auto look = [&](const Json& object, const std::string& place) {
            const auto extras = object.find("extras");
            if (extras == object.end() || !extras->is_object()) return;
            for (const auto& [key, value] : extras->items()) {
                const bool of_animation = key == "phalanx_markers" && place.starts_with("animations");
                if (key == "phalanx_loops" || key == "phalanx_stride" || key == "phalanx_variants" ||
                    (key == "phalanx_markers" && !of_animation)) {
                    notes_.warn(fmt::format(
                        "{}.extras.{} is ignored: settings for Phalanx are read of nodes only", place, key));
                }
            }
        };
        if (json_.contains("asset") && json_["asset"].is_object()) look(json_["asset"], "asset");
        for (const char* list : {"scenes", "animations", "meshes"}) {
            for (std::size_t i = 0; i < count(list); ++i)
                look(json_[list][i], fmt::format("{}[{}]", list, i));
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
                                    counted(unknown, "channel"), printable(unknown_path, kMostShownBytes)));
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
            if (!isFiniteFloat(number))
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
        throw gltfError(file,
                        fmt::format("its version is \"{}\"; only 2.0 is supported",
                                    version.starts_with("2.") ? printable(minimum) : printable(version)));
    }
    if (version != "2.0") notes.info(fmt::format("glTF version {}; read as 2.0", printable(version)));
    if (minimum != "2.0") {
        notes.warn(fmt::format("the file requires glTF {}; read as 2.0, so something may be missing",
                               printable(minimum)));
    }
    return true;
}

void checkGltfJson(Json& json, const std::string& file, Notes& notes) {
    Checks(json, file, notes).run();
}

}  // namespace phalanx

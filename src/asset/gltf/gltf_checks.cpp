#include "asset/gltf/gltf_checks.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <set>
#include <string>
#include <string_view>

#include "asset/import_limits.h"

namespace phalanx {
namespace {

using nlohmann::json;

// Extensions that the importer reads, and extensions that change only the look.
bool isHarmless(const std::string& extension) {
    static const std::set<std::string> known{"KHR_mesh_quantization", "KHR_texture_transform",
                                             "KHR_draco_mesh_compression", "KHR_lights_punctual"};
    return known.count(extension) != 0 || extension.starts_with("KHR_materials_");
}

class Checks {
  public:
    Checks(GltfDocument& document, Notes& notes) : doc_(document), notes_(notes) {}

    void run() {
        checkLists();
        checkExtensions();
        checkCounts();
        for (std::size_t n = 0; n < doc_.count("nodes"); ++n) checkNode(n);
        for (std::size_t m = 0; m < doc_.count("meshes"); ++m) checkMesh(m);
        for (std::size_t s = 0; s < doc_.count("skins"); ++s) checkSkin(s);
        for (std::size_t a = 0; a < doc_.count("animations"); ++a) checkAnimation(a);
    }

  private:
    static constexpr std::array kLists{"accessors", "animations", "buffers", "bufferViews",
                                       "images",    "materials",  "meshes",  "nodes",
                                       "samplers",  "scenes",     "skins",   "textures"};

    void checkLists() const {
        for (const char* name : kLists) {
            const auto list = doc_.json().find(name);
            if (list == doc_.json().end()) continue;
            if (!list->is_array()) doc_.fail(fmt::format("\"{}\" is not a list", name));
            for (std::size_t i = 0; i < list->size(); ++i) {
                if (!(*list)[i].is_object()) doc_.fail(fmt::format("{}[{}] is not an object", name, i));
            }
        }
    }

    void checkExtensions() {
        const auto required = doc_.json().find("extensionsRequired");
        if (required == doc_.json().end()) return;
        if (!required->is_array()) doc_.fail("\"extensionsRequired\" is not a list");
        for (const json& entry : *required) {
            const auto name = entry.get<std::string>();
            if (name == "EXT_meshopt_compression" || name == "KHR_meshopt_compression")
                doc_.fail("it is compressed with " + name + ", which is not supported; export it without");
            if (!isHarmless(name)) {
                notes_.warn(
                    fmt::format("the file requires {}, which is not supported; its content is missing",
                                name.substr(0, 80)));
            }
        }
    }

    void limit(std::size_t number, std::size_t most, const char* what) const {
        if (number > most) doc_.fail(fmt::format("it has {} {}; the limit is {}", number, what, most));
    }

    void checkCounts() const {
        limit(doc_.count("animations"), kMaxClips, "clips");
        limit(doc_.count("materials"), kMaxMaterials, "materials");
        limit(doc_.count("images"), kMaxPictures, "images");
        std::size_t channels = 0;
        for (std::size_t a = 0; a < doc_.count("animations"); ++a) {
            const auto list = doc_.at("animations", a).find("channels");
            if (list != doc_.at("animations", a).end()) channels += list->size();
        }
        limit(channels, kMaxChannels, "channels in all clips");
        std::size_t parts = 0;
        for (std::size_t m = 0; m < doc_.count("meshes"); ++m) parts += primitivesOf(m);
        limit(parts, kMaxParts, "parts");
        parts = 0;
        for (std::size_t n = 0; n < doc_.count("nodes"); ++n) {
            const auto mesh = doc_.at("nodes", n).find("mesh");
            if (mesh != doc_.at("nodes", n).end()) parts += primitivesOf(mesh->get<std::size_t>());
        }
        limit(parts, kMaxParts, "parts under its nodes");
    }

    std::size_t primitivesOf(std::size_t mesh) const {
        const auto& primitives = doc_.at("meshes", mesh).at("primitives");
        if (!primitives.is_array()) doc_.fail(fmt::format("mesh {} has no list of primitives", mesh));
        return primitives.size();
    }

    // Whether the node has the property. Fails if it does not have the wanted number of finite values.
    bool hasNumbers(std::size_t node, const char* name, std::size_t wanted) const {
        const json& from = doc_.at("nodes", node);
        const auto property = from.find(name);
        if (property == from.end()) return false;
        if (!property->is_array() || property->size() != wanted)
            doc_.fail(fmt::format("the {} of node {} does not have {} numbers", name, node, wanted));
        for (const json& number : *property) {
            if (!number.is_number() || !std::isfinite(number.get<float>()))
                doc_.fail(
                    fmt::format("the {} of node {} has a value that is not a finite float", name, node));
        }
        return true;
    }

    void checkNode(std::size_t n) {
        hasNumbers(n, "matrix", 16);
        hasNumbers(n, "translation", 3);
        hasNumbers(n, "scale", 3);
        if (!hasNumbers(n, "rotation", 4)) return;
        json& rotation = doc_.json()["nodes"][n]["rotation"];
        double squares = 0.0;
        for (const json& number : rotation) squares += number.get<double>() * number.get<double>();
        const double length = std::sqrt(squares);
        constexpr double kShortest = 1e-6;
        constexpr double kTolerance = 1e-3;
        if (std::abs(length - 1.0) <= kTolerance) return;
        if (length < kShortest) {
            rotation = {0.0, 0.0, 0.0, 1.0};
            notes_.warn(
                fmt::format("the rotation of node {} is of zero length; replaced by the identity", n));
        } else {
            for (json& number : rotation) number = number.get<double>() / length;
            notes_.info(fmt::format("the rotation of node {} is not of unit length; normalized", n));
        }
        doc_.markChanged();
    }

    const json& accessor(const json& index, const std::string& what) const {
        const auto number = index.get<std::size_t>();
        if (number >= doc_.count("accessors")) {
            doc_.fail(fmt::format("{} uses accessor {} of only {}", what, number, doc_.count("accessors")));
        }
        return doc_.at("accessors", number);
    }

    void expectType(const json& index, std::string_view type, const std::string& what) const {
        const auto found = accessor(index, what).at("type").get<std::string>();
        if (found != type) doc_.fail(fmt::format("{} is of type {}, not {}", what, found, type));
    }

    void checkMesh(std::size_t m) {
        const json& primitives = doc_.at("meshes", m).at("primitives");
        for (const json& primitive : primitives) {
            const json& attributes = primitive.at("attributes");
            for (const auto& [name, index] : attributes.items()) {
                const std::string what = fmt::format("{} of mesh {}", name, m);
                accessor(index, what);
                if (name == "POSITION" || name == "NORMAL") expectType(index, "VEC3", what);
                if (name.starts_with("TEXCOORD_")) expectType(index, "VEC2", what);
                if (name.starts_with("JOINTS_") || name.starts_with("WEIGHTS_"))
                    expectType(index, "VEC4", what);
            }
            if (!attributes.contains("POSITION")) {
                notes_.warn(fmt::format("mesh {} has a primitive without positions, which is not drawn", m));
            }
            checkIndices(primitive, m);
            const auto material = primitive.find("material");
            if (material == primitive.end() || material->get<std::size_t>() < doc_.count("materials"))
                continue;
            doc_.fail(fmt::format("mesh {} uses material {} of only {}", m, material->get<std::size_t>(),
                                  doc_.count("materials")));
        }
    }

    void checkIndices(const json& primitive, std::size_t m) const {
        const auto indices = primitive.find("indices");
        if (indices == primitive.end()) return;
        const std::string what = fmt::format("the indices of mesh {}", m);
        expectType(*indices, "SCALAR", what);
        const int type = accessor(*indices, what).at("componentType").get<int>();
        if (type != gltf::kUnsignedByte && type != gltf::kUnsignedShort && type != gltf::kUnsignedInt)
            doc_.fail(what + " are not unsigned integers");
    }

    void checkSkin(std::size_t s) {
        const json& skin = doc_.at("skins", s);
        const auto skeleton = skin.find("skeleton");
        if (skeleton == skin.end() || skeleton->get<std::size_t>() < doc_.count("nodes")) return;
        notes_.info(fmt::format("skin {} uses node {} of only {} as its root, which is not needed; left out",
                                s, skeleton->get<std::size_t>(), doc_.count("nodes")));
        doc_.json()["skins"][s].erase("skeleton");
        doc_.markChanged();
    }

    void checkAnimation(std::size_t a) const {
        const json& animation = doc_.at("animations", a);
        const json samplers = animation.value("samplers", json::array());
        for (const json& channel : animation.value("channels", json::array())) {
            const auto sampler = channel.at("sampler").get<std::size_t>();
            if (sampler >= samplers.size())
                doc_.fail(fmt::format("clip {} uses sampler {} of only {}", a, sampler, samplers.size()));
            const std::string path = channel.at("target").value("path", "");
            const std::string what = fmt::format("the {} in clip {}", path, a);
            if (path == "translation" || path == "scale")
                expectType(samplers[sampler].at("output"), "VEC3", what);
            if (path == "rotation") expectType(samplers[sampler].at("output"), "VEC4", what);
        }
    }

    GltfDocument& doc_;
    Notes& notes_;
};

}  // namespace

bool checkGltfVersion(GltfDocument& document, Notes& notes) {
    json& root = document.json();
    const auto asset = root.find("asset");
    // In glTF 1.0 "nodes" is an object with names instead of a list.
    const bool has_lists = root.contains("nodes") && root.at("nodes").is_array();
    const bool is_text = asset != root.end() && asset->is_object() && asset->contains("version") &&
                         asset->at("version").is_string();
    if (!is_text) {
        if (!has_lists)
            document.fail("it has no version (asset.version), and its structure is not that of 2.0");
        root["asset"] = {{"version", "2.0"}};
        document.markChanged();
        notes.warn("the file has no version (asset.version); read as glTF 2.0");
        return true;
    }
    const auto version = asset->at("version").get<std::string>();
    if (version.starts_with("1") && !has_lists) return false;
    const auto minimum = asset->value("minVersion", std::string("2.0"));
    if (!version.starts_with("2.") || !minimum.starts_with("2.")) {
        document.fail(fmt::format("its version is \"{}\"; only 2.0 is supported",
                                  version.starts_with("2.") ? minimum : version.substr(0, 40)));
    }
    if (version != "2.0") notes.info(fmt::format("glTF version {}; read as 2.0", version));
    if (minimum != "2.0") {
        notes.warn(
            fmt::format("the file requires glTF {}; read as 2.0, so something may be missing", minimum));
    }
    return true;
}

void checkGltf(GltfDocument& document, Notes& notes) {
    Checks(document, notes).run();
}

}  // namespace phalanx

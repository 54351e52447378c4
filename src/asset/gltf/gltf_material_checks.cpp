#include "asset/gltf/gltf_material_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "asset/gltf/gltf_text.h"
#include "core/printable.h"

namespace phalanx {
namespace {

using Json = nlohmann::json;

bool isIndex(const Json& value) {
    if (!value.is_number()) return false;
    const auto number = value.get<double>();
    return number >= 0.0 && number <= INT32_MAX && number == std::floor(number);
}

bool areNumbers(const Json& value, std::size_t count) {
    return value.is_array() && value.size() == count &&
           std::ranges::all_of(value, [](const Json& number) { return number.is_number(); });
}

class MaterialChecks {
  public:
    explicit MaterialChecks(Json& json) : json_(json) {}

    void run() {
        if (json_.contains("textures")) {
            Json& textures = json_["textures"];
            for (std::size_t t = 0; t < textures.size(); ++t)
                keepIf(textures[t], "source", isIndex, fmt::format("textures[{}]", t),
                       "the index of an image");
        }
        if (!json_.contains("materials")) return;
        Json& materials = json_["materials"];
        for (std::size_t m = 0; m < materials.size(); ++m)
            checkMaterial(materials[m], fmt::format("materials[{}]", m));
    }

    void report(Notes& notes) const {
        for (const auto& [wanted, fault] : faults_) {
            notes.warn(
                fault.first +
                (fault.second == 1 ? "" : fmt::format(" (and {} more)", counted(fault.second - 1, "place"))));
        }
    }

  private:
    // Removes a member that is not what it should be, and counts it.
    template <typename Test>
    void keepIf(Json& object, const char* name, const Test& test, const std::string& place,
                const std::string& wanted) {
        const auto member = object.find(name);
        if (member == object.end() || test(*member)) return;
        const std::string text = fmt::format("{}.{} is {}, not {}; left out", place, name,
                                             printable(member->dump(), kMostShownBytes), wanted);
        ++faults_.try_emplace(name, text, 0U).first->second.second;
        object.erase(member);
    }

    void checkMaterial(Json& material, const std::string& place) {
        keepIf(
            material, "alphaMode",
            [](const Json& mode) { return mode == "OPAQUE" || mode == "MASK" || mode == "BLEND"; }, place,
            "\"OPAQUE\", \"MASK\" or \"BLEND\"");
        const auto isObject = [](const Json& value) { return value.is_object(); };
        keepIf(material, "extensions", isObject, place, "an object");
        keepIf(material, "pbrMetallicRoughness", isObject, place, "an object");
        if (!material.contains("pbrMetallicRoughness")) return;
        Json& pbr = material["pbrMetallicRoughness"];
        const std::string pbr_place = place + ".pbrMetallicRoughness";
        keepIf(
            pbr, "baseColorFactor", [](const Json& color) { return areNumbers(color, 4); }, pbr_place,
            "a list of 4 numbers");
        keepIf(pbr, "baseColorTexture", isObject, pbr_place, "an object");
        if (!pbr.contains("baseColorTexture")) return;
        Json& texture = pbr["baseColorTexture"];
        const std::string texture_place = pbr_place + ".baseColorTexture";
        keepIf(texture, "index", isIndex, texture_place, "the index of a texture");
        keepIf(texture, "extensions", isObject, texture_place, "an object");
        // Without an index there is no texture; the library takes a missing one for 0.
        if (!texture.contains("index")) {
            pbr.erase("baseColorTexture");
        } else if (texture.contains("extensions")) {
            checkTransform(texture["extensions"], texture_place + ".extensions");
        }
    }

    void checkTransform(Json& extensions, const std::string& place) {
        constexpr const char* kName = "KHR_texture_transform";
        keepIf(
            extensions, kName, [](const Json& value) { return value.is_object(); }, place, "an object");
        if (!extensions.contains(kName)) return;
        Json& transform = extensions[kName];
        const std::string inside = fmt::format("{}.{}", place, kName);
        for (const char* pair : {"offset", "scale"}) {
            keepIf(
                transform, pair, [](const Json& value) { return areNumbers(value, 2); }, inside,
                "a list of 2 numbers");
        }
        keepIf(
            transform, "rotation", [](const Json& value) { return value.is_number(); }, inside, "a number");
        keepIf(transform, "texCoord", isIndex, inside, "the number of a set of coordinates");
    }

    Json& json_;
    std::map<std::string, std::pair<std::string, std::size_t>> faults_;  // by member: the first, and how many
};

}  // namespace

void checkGltfMaterials(Json& json, Notes& notes) {
    MaterialChecks checks(json);
    checks.run();
    checks.report(notes);
}

}  // namespace phalanx

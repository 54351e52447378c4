#include "asset/gltf/gltf_member_types.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>

#include "asset/gltf/gltf_text.h"
#include "core/printable.h"

namespace phalanx {
namespace {

using Json = nlohmann::json;

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
            {"materials[].pbrMetallicRoughness.baseColorTexture.index", Kind::kWhole},
            {"materials[].pbrMetallicRoughness.baseColorTexture.texCoord", Kind::kWhole},
            {"textures[].source", Kind::kWhole},
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
            return isFiniteFloat(value);
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

// `path`: of the value, as in memberKinds(); `place`: the same with indices, for the message.
void checkTypes(Json& value, const std::string& path, const std::string& place, const std::string& file) {
    const auto& kinds = memberKinds();
    if (value.is_number_float() && value.get<double>() == std::floor(value.get<double>()) &&
        std::abs(value.get<double>()) < 1e15) {
        const auto kind = kinds.find(path);
        if (kind != kinds.end() && kind->second == Kind::kWhole)
            value = static_cast<std::int64_t>(value.get<double>());
    }
    if (const auto kind = kinds.find(path); kind != kinds.end() && !isA(value, kind->second)) {
        throw gltfError(file, fmt::format("{} is {}, not {}", printable(place),
                                          printable(value.dump(), kMostShownBytes), nameOf(kind->second)));
    }
    if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i)
            checkTypes(value[i], path + "[]", fmt::format("{}[{}]", place, i), file);
        return;
    }
    if (!value.is_object()) return;
    const bool any_name = kinds.contains(path + ".*");
    for (auto& [name, member] : value.items()) {
        if (name == "extras" || name == "extensions") continue;
        const char* dot = path.empty() ? "" : ".";
        checkTypes(member, fmt::format("{}{}{}", path, dot, any_name ? "*" : name),
                   fmt::format("{}{}{}", place, dot, name), file);
    }
}

}  // namespace

bool isFiniteFloat(const Json& value) {
    return value.is_number() && std::isfinite(value.get<float>());
}

void checkMemberTypes(Json& json, const std::string& file) {
    checkTypes(json, "", "", file);
}

}  // namespace phalanx

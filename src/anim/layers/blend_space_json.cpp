#include "anim/layers/blend_space_json.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "core/file.h"
#include "core/json_text.h"

namespace phalanx {
namespace {

constexpr std::size_t kMostSpaces = 64;

BlendSpacePoint readSpacePoint(const FormReader& item) {
    item.keys({"clip", "at", "sync", "stride"});
    BlendSpacePoint point;
    point.clip = item.need("clip").text();
    point.at = readCoordinates(item.need("at"));
    if (const auto sync = item.find("sync")) point.sync = sync->number(-1.0, 1.0);
    if (const auto stride = item.find("stride")) {
        constexpr double kMostStride_m = 1000.0;
        const std::vector<FormReader> parts = stride->list(2);
        if (parts.size() != 2) stride->fail("is not a list of two numbers");
        point.stride_m = glm::dvec2(parts[0].number(-kMostStride_m, kMostStride_m),
                                    parts[1].number(-kMostStride_m, kMostStride_m));
    }
    return point;
}

BlendSpace readSpace(const std::string& name, const FormReader& form) {
    form.keys({"points"});
    BlendSpace space;
    space.name = name;
    const FormReader points = form.need("points");
    for (const FormReader& item : points.list(kMostSpacePoints)) {
        BlendSpacePoint point = readSpacePoint(item);
        if (space.points.empty()) space.dimensions = static_cast<int>(point.at.size());
        if (point.at.size() != static_cast<std::size_t>(space.dimensions))
            item.need("at").fail("has another number of coordinates than the first point");
        for (const BlendSpacePoint& other : space.points) {
            if (other.at == point.at) item.need("at").fail("is the place of another point");
        }
        space.points.push_back(std::move(point));
    }
    if (space.points.empty()) points.fail("has no point");
    return space;
}

}  // namespace

std::vector<double> readCoordinates(const FormReader& at) {
    if (at.isNumber()) return {at.number(-kMostCoordinate, kMostCoordinate)};
    std::vector<double> result;
    for (const FormReader& item : at.list(2))
        result.push_back(item.number(-kMostCoordinate, kMostCoordinate));
    if (result.empty()) at.fail("has no coordinate");
    return result;
}

BlendSpaces readSpaces(const FormReader& form) {
    BlendSpaces result;
    for (const auto& [name, space] : form.members()) {
        if (result.spaces.size() == kMostSpaces)
            form.fail(fmt::format("has more than {} spaces", kMostSpaces));
        result.spaces.push_back(readSpace(name, space));
    }
    return result;
}

nlohmann::ordered_json spacesJson(const BlendSpaces& spaces) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const BlendSpace& space : spaces.spaces) {
        nlohmann::ordered_json& points = json[space.name]["points"] = nlohmann::ordered_json::array();
        for (const BlendSpacePoint& point : space.points) {
            nlohmann::ordered_json& item = points.emplace_back();
            item["clip"] = point.clip;
            item["at"] = point.at;
            if (point.sync) item["sync"] = *point.sync;
            if (point.stride_m) item["stride"] = {point.stride_m->x, point.stride_m->y};
        }
    }
    return json;
}

BlendSpaces spacesBeside(const std::filesystem::path& model_file) {
    std::filesystem::path file = model_file;
    file.replace_extension(".spaces.json");
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return {};
    const std::string name = file.string();
    const nlohmann::ordered_json json = parseJson(readTextFile(file), name);
    return readSpaces(FormReader(json, "", name));
}

}  // namespace phalanx

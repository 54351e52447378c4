// Writes a scene as JSON.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/scene/scene.h"
#include "crowd/crowd.h"
#include "settings/settings_json.h"

namespace phalanx {
namespace {

using Json = nlohmann::ordered_json;

template <typename Value>
void put(Json& json, const char* key, const std::optional<Value>& value) {
    if (value) json[key] = *value;
}

Json soldierJson(const SceneSoldier& soldier) {
    Json json = Json::object();
    put(json, "clip", soldier.clip);
    put(json, "blend-clip", soldier.blend_clip);
    put(json, "blend", soldier.blend);
    put(json, "speed", soldier.speed);
    put(json, "offset", soldier.offset);
    if (soldier.tint) {
        const auto byte = [&](int channel) {
            return static_cast<int>(std::lround(static_cast<double>((*soldier.tint)[channel]) * 255.0));
        };
        json["tint"] = fmt::format("#{:02x}{:02x}{:02x}", byte(0), byte(1), byte(2));
        json["tint-strength"] = std::round(static_cast<double>(soldier.tint->a) * 1000.0) / 1000.0;
    }
    if (!soldier.pose.empty()) json["pose"] = Json::parse(soldier.pose);
    for (const auto& [target, weight] : soldier.morphs)
        json["morphs"][target] = weight;  // not rounded, because the ends of ranges must stay within them
    return json;
}

}  // namespace

std::string sceneText(const Scene& scene) {
    Json json = Json::object();
    if (!scene.about.empty()) json["about"] = scene.about;
    for (const std::string& model : scene.models) {
        const std::filesystem::path path(model);
        const bool beside = !scene.file.empty() && path.parent_path() == scene.file.parent_path();
        json["models"].push_back(beside ? path.filename().string() : model);
    }
    Json& options = json["options"] = Json::object();
    Json window = Json::object();
    put(window, "paused", scene.window.paused);
    put(window, "follow", scene.window.follow);
    put(window, "selected", scene.window.selected);
    put(window, "anatomy", scene.window.anatomy);
    for (const SettingsPatch::Given& given : scene.settings.all()) {
        if (sectionOf(*given.row) == SceneSection::kMistakes) {
            if (std::get<bool>(given.value)) window["mistakes"].push_back(given.row->key);
            continue;
        }
        auto [key, value] = sceneEntry(*given.row, given.value);
        const bool option = sectionOf(*given.row) == SceneSection::kOptions;
        if (!value.is_null()) (option ? options : window)[std::string(key)] = std::move(value);
    }
    if (!window.empty()) json["window"] = window;
    for (const auto& [unit, soldier] : scene.soldiers)
        json["soldiers"][std::to_string(unit)] = soldierJson(soldier);
    for (const auto& [unit, fallen] : scene.fallen) {
        const auto fine = [](double value) { return std::round(value * 1e5) / 1e5; };
        Json& json_of_unit = json["fallen"][std::to_string(unit)];
        json_of_unit["place"] = {fine(fallen.place.x), fine(fallen.place.y), fine(fallen.place.z)};
        json_of_unit["facing"] = fine(fallen.facing_rad);
        if (!fallen.pose.empty()) json_of_unit["pose"] = fallen.pose;
    }
    if (scene.moment) {
        Json& moment = json["moment"] = Json::object();
        moment["time"] = secondsFromTicks(scene.moment->ticks);
        if (!scene.moment->soldiers.empty()) moment["soldiers"] = scene.moment->soldiers;
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace phalanx

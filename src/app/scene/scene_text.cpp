// A scene as JSON.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/scene/scene.h"
#include "crowd/crowd.h"

namespace phalanx {
namespace {

using Json = nlohmann::ordered_json;

// Numbers as numbers: 400, not "400".
Json valueJson(const std::string& text) {
    Json value = Json::parse(text, nullptr, false);
    return value.is_number() || value.is_boolean() ? value : Json(text);
}

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
    for (const SceneOption& option : scene.options) {
        if (option.values.size() == 1) {
            options[option.name] = valueJson(option.values.front());
        } else {
            options[option.name] = option.values;
        }
    }
    Json window = Json::object();
    put(window, "paused", scene.window.paused);
    put(window, "follow", scene.window.follow);
    put(window, "shadows", scene.window.shadows);
    put(window, "samples", scene.window.samples);
    put(window, "selected", scene.window.selected);
    put(window, "anatomy", scene.window.anatomy);
    put(window, "overlay", scene.window.overlay);
    put(window, "overlay-everyone", scene.window.overlay_everyone);
    if (!scene.window.mistakes.empty()) window["mistakes"] = scene.window.mistakes;
    if (!window.empty()) json["window"] = window;
    for (const auto& [unit, soldier] : scene.soldiers)
        json["soldiers"][std::to_string(unit)] = soldierJson(soldier);
    if (scene.moment) {
        Json& moment = json["moment"] = Json::object();
        moment["time"] = secondsFromTicks(scene.moment->ticks);
        if (!scene.moment->soldiers.empty()) moment["soldiers"] = scene.moment->soldiers;
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace phalanx

#include "app/scene/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>
#include <system_error>

#include "anim/layers/layered_pose_json.h"
#include "app/scene/recent_files.h"
#include "core/error.h"
#include "core/file.h"
#include "core/json_text.h"
#include "core/printable.h"
#include "core/spelling.h"
#include "crowd/moment.h"
#include "settings/settings_json.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Reads the members of one JSON object, and knows its place in the file for error messages.
class Reader {
  public:
    Reader(const Json& object, std::string where, std::string_view text, const fs::path& file)
        : object_(object), where_(std::move(where)), text_(text), file_(file) {
        if (!object_.is_object()) fail(where_, "is not an object in braces");
    }

    [[noreturn]] void fail(const std::string& key, const std::string& what) const {
        throw inputError(placeOf(key), fmt::format("\"{}\" {}", printable(key), what));
    }

    // "camp.json:3", the line of the key if it is found.
    std::string placeOf(const std::string& key) const {
        const int line = lineOf(key);
        return file_.string() + (line > 0 ? fmt::format(":{}", line) : "");
    }

    // An unknown key is an error: it is probably a typing mistake.
    void allow(const std::vector<std::string_view>& known) const {
        for (const auto& [key, value] : object_.items()) {
            if (std::find(known.begin(), known.end(), key) == known.end())
                fail(key, fmt::format("is not a known key here; the keys are {}", fmt::join(known, ", ")));
        }
    }

    const Json* find(const char* key) const {
        const auto found = object_.find(key);
        return found == object_.end() ? nullptr : &*found;
    }
    void read(const char* key, std::optional<bool>& value) const {
        const Json* found = find(key);
        if (found == nullptr) return;
        if (!found->is_boolean()) fail(key, "is neither true nor false");
        value = found->get<bool>();
    }
    void read(const char* key, std::optional<std::string>& value) const {
        const Json* found = find(key);
        if (found == nullptr) return;
        if (!found->is_string()) fail(key, "is not a string in quotes");
        value = found->get<std::string>();
    }
    void read(const char* key, std::optional<double>& value, double least, double most) const {
        const Json* found = find(key);
        if (found == nullptr) return;
        const double number = found->is_number() ? found->get<double>() : std::nan("");
        if (!(number >= least && number <= most))
            fail(key, fmt::format("is not a number from {:g} to {:g}", least, most));
        value = number;
    }
    void read(const char* key, std::optional<std::uint32_t>& value, std::uint32_t most) const {
        const Json* found = find(key);
        if (found == nullptr) return;
        if (!found->is_number_unsigned() || found->get<std::uint64_t>() > most)
            fail(key, fmt::format("is not a whole number from 0 to {}", most));
        value = found->get<std::uint32_t>();
    }

    // Line number of the first occurrence of the key within this object; 0 if it is not found.
    int lineOf(const std::string& key) const {
        const std::size_t inside = where_.empty() ? 0 : text_.find('"' + where_ + '"');
        const std::size_t at = text_.find('"' + key + '"', inside == std::string_view::npos ? 0 : inside);
        if (at == std::string_view::npos) return 0;
        return 1 + static_cast<int>(
                       std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    }
    const Json& object() const { return object_; }

  private:
    const Json& object_;
    std::string where_;
    std::string_view text_;
    const fs::path& file_;
};

// Options that a scene must not set: import limits, because a scene may come from an untrusted source, and
// options that only make sense for one call.
constexpr std::array<std::string_view, 14> kNotForScenes{
    "help",          "scene",       "last",       "json",        "dump-state", "frames", "trust",
    "import-memory", "import-time", "import-cpu", "import-size", "gl",         "quiet",  "verbose"};

const Setting<Settings>& settingCalled(const Reader& reader, const std::string& key) {
    if (const Setting<Settings>* const found = settingNamed(key)) return *found;
    if (std::ranges::find(kNotForScenes, key) != kNotForScenes.end())
        reader.fail(key, "is not allowed in scenes");
    std::vector<std::string> known;
    for (const Setting<Settings>& row : settingsTable()) known.emplace_back(row.key);
    const std::string near = nearestWord(key, known);
    reader.fail(key, near.empty() ? "is not a setting; `phalanx run --help` lists them"
                                  : fmt::format("is not a setting; did you mean \"{}\"?", near));
}

void readSetting(const Reader& reader, const std::string& key, const Json& value, SettingsPatch& settings) {
    const Setting<Settings>& row = settingCalled(reader, key);
    for (const auto& [other, ignored] : reader.object().items()) {
        if (other == key) break;
        if (isCalled(row, other))
            reader.fail(key, fmt::format("is set by \"{}\", too; keep one of them", other));
    }
    try {
        settings.give(row, valueFromJson(row, key, value), reader.placeOf(key));
    } catch (const SettingError& error) {
        reader.fail(key, error.text());
    } catch (const Error& error) {  // a form within the scene
        throw inputError(reader.placeOf(key), error.what());
    }
}

// A name, or list of names, of which those of files beside the scene become their paths.
Json besideScene(const Json& value, const fs::path& scene) {
    if (value.is_array()) {
        Json list = Json::array();
        for (const Json& each : value) list.push_back(besideScene(each, scene));
        return list;
    }
    if (!value.is_string()) return value;
    const fs::path name(value.get<std::string>());
    const fs::path beside = (scene.parent_path() / name).lexically_normal();
    std::error_code error;
    return name.is_relative() && fs::is_regular_file(beside, error) ? Json(beside.string()) : value;
}

void readMistakes(const Reader& reader, const Json& list, SettingsPatch& settings) {
    std::vector<std::string_view> known;
    for (const Setting<Settings>& row : settingsTable()) {
        if (sectionOf(row) == SceneSection::kMistakes) known.push_back(row.key);
    }
    if (!list.is_array()) reader.fail("mistakes", "is not a list");
    for (const Json& mistake : list) {
        if (!mistake.is_string()) reader.fail("mistakes", "contains something that is not a name");
        const std::string name = mistake.get<std::string>();
        if (std::ranges::find(known, name) == known.end())
            reader.fail("mistakes", fmt::format("contains unknown name \"{}\"; the names are {}",
                                                printable(name), fmt::join(known, ", ")));
        settings.give(settingOf(name), true);
    }
}

SceneWindow readWindow(const Reader& reader, SettingsPatch& settings) {
    std::vector<std::string_view> known{"paused", "follow", "selected", "anatomy", "mistakes"};
    for (const Setting<Settings>& row : settingsTable()) {
        if (sectionOf(row) == SceneSection::kWindow) known.push_back(row.key);
    }
    reader.allow(known);
    SceneWindow window;
    reader.read("paused", window.paused);
    reader.read("follow", window.follow);
    reader.read("selected", window.selected, kMaxUnits - 1);
    reader.read("anatomy", window.anatomy);
    for (const auto& [key, value] : reader.object().items()) {
        const Setting<Settings>* const row = settingNamed(key);
        if (row != nullptr && sectionOf(*row) == SceneSection::kWindow)
            readSetting(reader, key, value, settings);
    }
    if (const Json* mistakes = reader.find("mistakes")) readMistakes(reader, *mistakes, settings);
    return window;
}

SceneMoment readMoment(const Reader& reader) {
    reader.allow({"time", "soldiers"});
    constexpr double kMost_s = 0x1p32 / PH_TICKS_PER_SECOND;  // the clock wraps here
    std::optional<double> time_s;
    std::optional<std::string> soldiers;
    reader.read("time", time_s, 0.0, kMost_s);
    reader.read("soldiers", soldiers);
    SceneMoment moment;
    moment.ticks = ticksFromSeconds(time_s.value_or(0.0));
    moment.soldiers = soldiers.value_or("");
    if (!isMoment(moment.soldiers)) reader.fail("soldiers", "is not a saved state of soldiers");
    return moment;
}

std::optional<glm::vec4> readTint(const Reader& reader) {
    std::optional<std::string> color;
    std::optional<double> strength;
    reader.read("tint", color);
    reader.read("tint-strength", strength, 0.0, 1.0);
    if (!color) return std::nullopt;
    const auto digit = [&](std::size_t i) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        const std::size_t value =
            kDigits.find(static_cast<char>(std::tolower(static_cast<unsigned char>((*color)[i]))));
        if (value == std::string_view::npos) reader.fail("tint", "is not a colour of the form #d83020");
        return static_cast<float>(value);
    };
    if (color->size() != 7 || color->front() != '#')
        reader.fail("tint", "is not a colour of the form #d83020");
    const auto channel = [&](std::size_t i) { return (digit(i) * 16.0F + digit(i + 1)) / 255.0F; };
    return glm::vec4(channel(1), channel(3), channel(5), static_cast<float>(strength.value_or(1.0)));
}

SceneSoldier readSoldier(const Reader& reader) {
    reader.allow(
        {"clip", "blend-clip", "blend", "speed", "offset", "tint", "tint-strength", "pose", "morphs"});
    SceneSoldier soldier;
    reader.read("clip", soldier.clip);
    reader.read("blend-clip", soldier.blend_clip);
    reader.read("blend", soldier.blend, 0.0, 1.0);
    reader.read("speed", soldier.speed, crowdSetting("speed").least, crowdSetting("speed").most);
    reader.read("offset", soldier.offset, 0.0, 1.0);
    soldier.tint = readTint(reader);
    for (const auto& [key, value] : reader.object().items()) soldier.places[key] = reader.placeOf(key);
    if (const Json* pose = reader.find("pose")) {
        if (!pose->is_object()) reader.fail("pose", "is not a pose in braces");
        try {
            soldier.pose = poseText(parsePose(pose->dump(), "pose"));
        } catch (const Error& error) {
            throw inputError(reader.placeOf("pose"), error.what());
        }
    }
    if (const Json* morphs = reader.find("morphs")) {
        if (!morphs->is_object()) reader.fail("morphs", "is not an object in braces");
        for (const auto& [target, weight] : morphs->items()) {
            if (!weight.is_number()) reader.fail(target, "is not a number");
            soldier.morphs[target] = weight.get<double>();
            soldier.places[target] = reader.placeOf(target);
        }
    }
    return soldier;
}

FallenUnit readFallen(const Reader& reader) {
    reader.allow({"place", "facing", "pose"});
    constexpr double kFarthest_m = 1e6;
    constexpr double kMostAbove_m = 1000.0;  // the ground
    FallenUnit fallen;
    std::optional<std::string> pose;
    std::optional<double> facing;
    reader.read("pose", pose);
    reader.read("facing", facing, -1e3, 1e3);
    fallen.pose = pose.value_or("");
    fallen.facing_rad = facing.value_or(0.0);
    const Json* place = reader.find("place");
    const bool three = place != nullptr && place->is_array() && place->size() == 3;
    for (int i = 0; i < 3; ++i) {
        const Json number = three ? (*place)[static_cast<std::size_t>(i)] : Json();
        const double value = number.is_number() ? number.get<double>() : std::nan("");
        if (std::isnan(value)) reader.fail("place", "is not a list of three numbers");
        const double most = i == 1 ? kMostAbove_m : kFarthest_m;
        if (!(std::abs(value) <= most)) {
            reader.fail("place", i == 1 ? fmt::format("is more than {:g} m above the ground", most)
                                        : fmt::format("is more than {:g} m away", most));
        }
        fallen.place[i] = value;
    }
    return fallen;
}

bool isUnitNumber(const std::string& key) {
    const bool leading_zero = key.size() > 1 && key.front() == '0';  // 03 would be a second 3
    return !key.empty() && key.size() <= 6 && !leading_zero &&
           std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Scene parseScene(std::string_view text, const fs::path& file) {
    const Json json = parseJson(text, file.string());
    const Reader reader(json, "", text, file);
    reader.allow({"about", "models", "options", "window", "soldiers", "fallen", "moment"});
    Scene scene;
    scene.file = file;
    std::optional<std::string> about;
    reader.read("about", about);
    scene.about = about.value_or("");
    if (const Json* models = reader.find("models")) {
        if (!models->is_array()) reader.fail("models", "is not a list of files");
        for (const Json& model : *models) {
            if (!model.is_string() || model.get<std::string>().empty())
                reader.fail("models", "contains something that is not a file name");
            const fs::path name(model.get<std::string>());
            fs::path found = name.is_absolute() ? name : file.parent_path() / name;
            // A name that begins with '-' must not be parsed as a command-line option.
            if (found.string().front() == '-') found = fs::path(".") / found;
            scene.models.push_back(found.string());
        }
    }
    if (const Json* options = reader.find("options")) {
        const Reader list(*options, "options", text, file);
        for (const auto& [key, value] : options->items()) {
            const Setting<Settings>* const row = settingNamed(key);
            const bool files = row != nullptr && row->files;
            readSetting(list, key, files ? besideScene(value, file) : value, scene.settings);
        }
    }
    if (const Json* window = reader.find("window"))
        scene.window = readWindow(Reader(*window, "window", text, file), scene.settings);
    if (const Json* soldiers = reader.find("soldiers")) {
        const Reader list(*soldiers, "soldiers", text, file);
        for (const auto& [key, value] : soldiers->items()) {
            if (!isUnitNumber(key)) list.fail(key, "is not the number of a soldier");
            scene.soldiers[static_cast<std::uint32_t>(std::stoul(key))] =
                readSoldier(Reader(value, key, text, file));
        }
    }
    if (const Json* fallen = reader.find("fallen")) {
        const Reader list(*fallen, "fallen", text, file);
        for (const auto& [key, value] : fallen->items()) {
            if (!isUnitNumber(key)) list.fail(key, "is not the number of a soldier");
            scene.fallen[static_cast<std::uint32_t>(std::stoul(key))] =
                readFallen(Reader(value, key, text, file));
        }
    }
    if (const Json* moment = reader.find("moment"))
        scene.moment = readMoment(Reader(*moment, "moment", text, file));
    return scene;
}

Scene readScene(const fs::path& file) {
    constexpr std::uintmax_t kMostBytes = std::uintmax_t{16} << 20U;
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(file, error);
    if (!error && bytes > kMostBytes) {
        throw inputError(
            file.string(),
            fmt::format("has {} bytes; the limit for scenes and settings is {} bytes", bytes, kMostBytes));
    }
    return parseScene(readTextFile(file), file);
}

std::vector<std::string> shippedScenes() {
    std::vector<std::string> names;
    std::error_code error;
    for (const fs::directory_entry& entry :
         fs::directory_iterator(dataDirectory() / "assets" / "scenes", error)) {
        if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

fs::path findScene(const std::string& name) {
    std::error_code error;
    if (fs::is_regular_file(name, error)) return name;
    fs::path shipped = dataDirectory() / "assets" / "scenes" / (name + ".json");
    if (name.find('/') == std::string::npos && fs::is_regular_file(shipped, error)) return shipped;
    throw inputError(printable(name, kMostPathBytes), fmt::format("no such scene; give a file or one of {}",
                                                                  fmt::join(shippedScenes(), ", ")));
}

fs::path lastSessionFile() {
    const fs::path folder = stateFolder();
    return folder.empty() ? folder : folder / "last.json";
}

}  // namespace phalanx

#include "ui/toolkit/file_browser.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <system_error>
#include <utility>

namespace phalanx {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostEntries = 5000;
constexpr float kWidth_points = 560.0F;
constexpr float kHeight_points = 440.0F;
constexpr float kFewestRows = 5.0F;  // of the list, in a small window

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

// A row that shows the text unchanged: ImGui interprets "##" in labels.
bool row(std::size_t number, const std::string& text, ImU32 ink) {
    ImGui::PushID(static_cast<int>(number));
    const bool clicked = ImGui::Selectable("##row");
    const ImVec2 low = ImGui::GetItemRectMin();
    ImGui::GetWindowDrawList()->AddText(low, ink, text.c_str());
    ImGui::PopID();
    return clicked;
}

void heading(const Theme& theme, const char* text) {
    ImGui::PushFont(theme.strong);
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kAccent), "%s", text);
    ImGui::PopFont();
}

}  // namespace

void FileBrowser::open(const fs::path& folder, std::vector<fs::path> recent) {
    recent_ = std::move(recent);
    shown_ = true;
    list(folder);
}

bool FileBrowser::isListed(const fs::path& file) const {
    const std::string name = lowered(file.filename().string());
    return std::any_of(extensions_.begin(), extensions_.end(),
                       [&](const std::string& extension) { return name.ends_with("." + extension); });
}

void FileBrowser::list(const fs::path& folder) {
    std::error_code error;
    fs::path whole = fs::weakly_canonical(folder, error);
    if (error) whole = folder;
    folder_ = whole;
    entries_.clear();
    note_.clear();
    for (fs::directory_iterator it(whole, fs::directory_options::skip_permission_denied, error), end;
         !error && it != end; it.increment(error)) {
        std::error_code ignored;
        const std::string name = it->path().filename().string();
        if (name.starts_with(".")) continue;
        const bool is_folder = it->is_directory(ignored);
        if (!is_folder && !isListed(it->path())) continue;
        if (entries_.size() == kMostEntries) {
            note_ = fmt::format("only the first {} entries are listed", kMostEntries);
            break;
        }
        entries_.push_back({name, is_folder});
    }
    if (error) note_ = "cannot be listed: " + error.message();
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
        return std::pair(!a.folder, lowered(a.name)) < std::pair(!b.folder, lowered(b.name));
    });
    const std::string text = folder_.string();
    typed_.fill('\0');
    std::memcpy(typed_.data(), text.data(), std::min(text.size(), typed_.size() - 1));
}

fs::path FileBrowser::take(const fs::path& path) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
        list(path);
        return {};
    }
    if (!fs::exists(path, error)) {
        note_ = path.string() + " does not exist";
        return {};
    }
    shown_ = false;
    return path;
}

fs::path FileBrowser::drawEntries(WidgetLog& log) {
    fs::path clicked;
    // Height below the list: a note, and a heading with the recent files.
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const float rows_below =
        (note_.empty() ? 0.0F : 1.0F) + (recent_.empty() ? 0.0F : static_cast<float>(recent_.size()) + 1.0F);
    const float height = std::max(ImGui::GetContentRegionAvail().y - rows_below * line, kFewestRows * line);
    ImGui::BeginChild("entries", ImVec2(0.0F, height), true);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const Entry& entry = entries_[i];
        const bool hit = row(i, entry.folder ? entry.name + "/" : entry.name,
                             entry.folder ? color::kSecond : color::kText);
        log.add("browser/" + entry.name);
        if (hit) clicked = folder_ / entry.name;
    }
    if (entries_.empty() && note_.empty()) ImGui::TextUnformatted("No models or scenes in this folder");
    ImGui::EndChild();
    return clicked;
}

fs::path FileBrowser::drawRecent(WidgetLog& log) {
    fs::path clicked;
    for (std::size_t i = 0; i < recent_.size(); ++i) {
        const std::string folder = recent_[i].parent_path().string();
        const bool hit =
            row(i, fmt::format("{}   in {}", recent_[i].filename().string(), folder), color::kText);
        log.add("recent/" + recent_[i].filename().string());
        if (hit) clicked = recent_[i];
    }
    return clicked;
}

fs::path FileBrowser::draw(const Theme& theme, WidgetLog& log) {
    if (!shown_) return {};
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const ImVec2 size(std::min(theme.points(kWidth_points), display.x),
                      std::min(theme.points(kHeight_points), display.y));
    ImGui::SetNextWindowPos(ImVec2(display.x * 0.5F, display.y * 0.5F), ImGuiCond_Always, ImVec2(0.5F, 0.5F));
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, IM_COL32(20, 22, 26, 250));
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                        ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;
    fs::path clicked;
    ImGui::Begin("Open", nullptr, kFlags);
    log.keys().setFront();
    heading(theme, "Open a model or a scene");
    if (ImGui::Button("Up")) clicked = folder_.parent_path();
    log.add("browser_up");
    ImGui::SameLine();
    const float close_width = theme.points(60.0F);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - close_width - ImGui::GetStyle().ItemSpacing.x);
    {
        const FrameEdge edge;
        if (ImGui::InputText("##path", typed_.data(), typed_.size(), ImGuiInputTextFlags_EnterReturnsTrue))
            clicked = typed_.data();
    }
    log.add("browser_path", true, {.types = true});
    ImGui::SameLine();
    if (ImGui::Button("Close", ImVec2(close_width, 0.0F))) shown_ = false;
    log.add("browser_close");
    if (const fs::path entry = drawEntries(log); !entry.empty()) clicked = entry;
    if (!note_.empty())
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kError), "%s", note_.c_str());
    if (!recent_.empty()) heading(theme, "Recent files");
    if (const fs::path entry = drawRecent(log); !entry.empty()) clicked = entry;
    ImGui::End();
    ImGui::PopStyleColor();
    return clicked.empty() ? fs::path() : take(clicked);
}

}  // namespace phalanx

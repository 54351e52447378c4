// A dialog that lists folders and files, to open a model or a scene, and the files opened recently.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "ui/imgui/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

class FileBrowser {
  public:
    // Extensions of the files that are listed, "glb gltf ...", without dots, in lower case.
    explicit FileBrowser(std::vector<std::string> extensions) : extensions_(std::move(extensions)) {}

    // Lists `folder` again.
    void open(const std::filesystem::path& folder, std::vector<std::filesystem::path> recent);
    void close() { shown_ = false; }
    bool shown() const { return shown_; }
    const std::filesystem::path& folder() const { return folder_; }

    // Call between UiLayer::begin() and end(). Returns the file chosen in this frame, and closes; else an
    // empty path.
    std::filesystem::path draw(const Theme& theme, WidgetLog& log);

  private:
    struct Entry {
        std::string name;
        bool folder = false;
    };

    void list(const std::filesystem::path& folder);
    bool isListed(const std::filesystem::path& file) const;
    // Enters a folder, or chooses a file.
    std::filesystem::path take(const std::filesystem::path& path);
    std::filesystem::path drawEntries(WidgetLog& log);
    std::filesystem::path drawRecent(WidgetLog& log);

    std::vector<std::string> extensions_;
    std::vector<Entry> entries_;
    std::vector<std::filesystem::path> recent_;
    std::filesystem::path folder_;
    std::string note_;  // why the list is not complete
    std::array<char, 1024> typed_{};
    bool shown_ = false;
};

}  // namespace phalanx

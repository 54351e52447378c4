// A list of folders and files to choose a model from, and the models chosen lately.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "ui/toolkit/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

class FileBrowser {
  public:
    // Endings of files that are listed, "glb gltf ...", without dots, in small letters.
    explicit FileBrowser(std::vector<std::string> extensions) : extensions_(std::move(extensions)) {}

    // Shows `folder` as it is now.
    void open(const std::filesystem::path& folder, std::vector<std::filesystem::path> recent);
    void close() { shown_ = false; }
    bool shown() const { return shown_; }
    const std::filesystem::path& folder() const { return folder_; }

    // Between UiLayer::begin() and end(). The file that was chosen in this frame, and then it closes; else an
    // empty path.
    std::filesystem::path draw(const Theme& theme, WidgetLog& log);

  private:
    struct Entry {
        std::string name;
        bool folder = false;
    };

    void list(const std::filesystem::path& folder);
    bool isListed(const std::filesystem::path& file) const;
    // Folders are entered, files are chosen.
    std::filesystem::path take(const std::filesystem::path& path);
    std::filesystem::path drawEntries(WidgetLog& log);
    std::filesystem::path drawRecent(WidgetLog& log);

    std::vector<std::string> extensions_;
    std::vector<Entry> entries_;
    std::vector<std::filesystem::path> recent_;
    std::filesystem::path folder_;
    std::string note_;  // what kept the folder from being listed whole
    std::array<char, 1024> typed_{};
    bool shown_ = false;
};

}  // namespace phalanx

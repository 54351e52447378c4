#include "app/scene/recent_files.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <system_error>

#include "core/error.h"
#include "core/file.h"
#include "core/log.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostRecent = 6;

fs::path fromEnvironment(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? fs::path(value) : fs::path();
}

fs::path recentFile() {
    const fs::path folder = stateFolder();
    return folder.empty() ? folder : folder / "recent";
}

}  // namespace

fs::path stateFolder() {
    fs::path state = fromEnvironment("XDG_STATE_HOME");
    if (!state.is_absolute()) {  // the XDG specification requires ignoring relative paths
        const fs::path home = fromEnvironment("HOME");
        if (!home.is_absolute()) return {};
        state = home / ".local" / "state";
    }
    return state / "phalanx";
}

std::vector<fs::path> readRecentFiles() {
    std::vector<fs::path> files;
    const fs::path list = recentFile();
    std::error_code error;
    if (list.empty() || !fs::is_regular_file(list, error)) return files;
    try {
        std::istringstream lines(readTextFile(list));
        for (std::string line; files.size() < kMostRecent && std::getline(lines, line);) {
            if (!line.empty()) files.emplace_back(line);
        }
    } catch (const Error& e) {
        debug("{}", e.what());
    }
    return files;
}

void rememberFile(const fs::path& file) {
    const fs::path list = recentFile();
    std::error_code error;
    const fs::path whole = fs::absolute(file, error).lexically_normal();
    if (list.empty() || error || whole.string().find('\n') != std::string::npos) return;
    std::vector<fs::path> files = readRecentFiles();
    std::erase(files, whole);
    files.insert(files.begin(), whole);
    std::string text;
    for (std::size_t i = 0; i < std::min(files.size(), kMostRecent); ++i) text += files[i].string() + "\n";
    try {
        fs::create_directories(list.parent_path(), error);
        writeFile(list, text);
    } catch (const Error& e) {
        debug("{}", e.what());
    }
}

}  // namespace phalanx

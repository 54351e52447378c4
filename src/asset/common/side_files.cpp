#include "asset/common/side_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <system_error>

#include "core/file.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

int hexDigit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const int lower = std::tolower(static_cast<unsigned char>(c));
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

std::string percentDecoded(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size() && hexDigit(text[i + 1]) >= 0 &&
            hexDigit(text[i + 2]) >= 0) {
            result += static_cast<char>(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2]));
            i += 2;
        } else {
            result += text[i];
        }
    }
    return result;
}

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

// Whether `file` is in `folder` or in a subfolder, after symbolic links are resolved.
bool isInside(const fs::path& file, const fs::path& folder) {
    std::error_code error;
    const fs::path inner = fs::weakly_canonical(file, error);
    if (error) return false;
    const fs::path outer = fs::weakly_canonical(folder, error);
    if (error) return false;
    const auto [rest, unused] = std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end());
    return rest == outer.end();
}

bool isFileIn(const fs::path& file, const fs::path& folder) {
    std::error_code error;
    return fs::is_regular_file(file, error) && isInside(file, folder);
}

// The file of that name, ignoring case, since models move between systems with and without case sensitivity.
std::optional<fs::path> inFolder(const std::string& base_name, const fs::path& searched,
                                 const fs::path& folder) {
    if (base_name.empty() || base_name == "." || base_name == "..") return std::nullopt;
    if (isFileIn(searched / base_name, folder)) return searched / base_name;
    std::error_code error;
    std::vector<fs::path> alike;
    for (fs::directory_iterator it(searched, error), end; !error && it != end; it.increment(error)) {
        const fs::path file = it->path();
        if (lowered(file.filename().string()) == lowered(base_name) && isFileIn(file, folder))
            alike.push_back(file);
    }
    if (alike.empty()) return std::nullopt;
    return *std::min_element(alike.begin(), alike.end());
}

}  // namespace

SideFiles::SideFiles(const fs::path& model, std::size_t max_file_bytes, Notes& notes)
    : folder_(model.has_parent_path() ? model.parent_path() : fs::path(".")),
      max_file_bytes_(max_file_bytes),
      notes_(notes) {}

std::optional<fs::path> SideFiles::find(const std::string& name) const {
    std::vector<std::string> spellings{name};
    if (const std::string decoded = percentDecoded(name); decoded != name) spellings.push_back(decoded);
    for (std::string& spelling : spellings) {
        if (spelling.find('\0') != std::string::npos) return std::nullopt;
        std::replace(spelling.begin(), spelling.end(), '\\', '/');
        constexpr std::string_view kScheme = "file://";
        if (spelling.starts_with(kScheme)) spelling.erase(0, kScheme.size());
        const fs::path path(spelling);
        if (path.is_relative() && isFileIn(folder_ / path, folder_)) return folder_ / path;
        if (path.is_absolute() && isFileIn(path, folder_)) return path;
    }
    for (const std::string& spelling : spellings) {
        const std::string base_name = spelling.substr(spelling.find_last_of('/') + 1);
        for (const char* below : {"", "textures", "Textures", "tex"}) {
            if (auto file = inFolder(base_name, *below == '\0' ? folder_ : folder_ / below, folder_))
                return file;
        }
    }
    return std::nullopt;
}

std::string SideFiles::tooLarge(const fs::path& file) const {
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(file, error);
    if (!error && bytes <= max_file_bytes_) return "";
    return fmt::format("has {} bytes, more than the limit; --import-size raises it", bytes);
}

bool SideFiles::mayRead(const fs::path& file) const {
    return isFileIn(file, folder_) && tooLarge(file).empty();
}

std::vector<std::uint8_t> SideFiles::read(const fs::path& file) {
    note(file);
    return readBinaryFile(file);
}

}  // namespace phalanx

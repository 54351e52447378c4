#include "asset/model_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <system_error>

#include "asset/assimp/assimp_scene.h"
#include "core/error.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

constexpr const char* kClipsExtension = "md5anim";  // not one of readableExtensions()

std::string listExtensions() {
    std::string list;
    for (const std::string& extension : readableExtensions()) list += (list.empty() ? "" : " ") + extension;
    return list;
}

}  // namespace

std::vector<std::string> readableExtensions() {
    std::vector<std::string> extensions = importerExtensions();
    extensions.emplace_back(kContainerExtension);
    return extensions;
}

std::string modelExtension(const fs::path& path) {
    std::string name = path.filename().string();
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    std::vector<std::string> known = readableExtensions();
    known.emplace_back(kClipsExtension);
    std::string best;
    for (const std::string& extension : known) {
        if (name.ends_with("." + extension) && extension.size() > best.size()) best = extension;
    }
    return best;
}

bool isContainer(const fs::path& path) {
    return modelExtension(path) == kContainerExtension;
}

void checkModelFile(const fs::path& path, std::size_t max_file_bytes, bool clips) {
    const std::string name = path.string();
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) throw inputError(name, "no such file");
    if (fs::is_directory(status)) throw inputError(name, "is a directory, not a model file");
    if (!fs::is_regular_file(status)) throw inputError(name, "is not a regular file");
    const std::uintmax_t bytes = fs::file_size(path, error);
    if (error) throw inputError(name, "cannot be read: " + error.message());
    if (bytes > max_file_bytes) {
        throw inputError(name, fmt::format("has {} bytes, more than the limit of {}; --import-size raises it",
                                           bytes, max_file_bytes));
    }
    if (bytes == 0) throw inputError(name, "is empty, 0 bytes");
    const std::string extension = modelExtension(path);
    if (extension == kClipsExtension && !clips)
        throw inputError(name, "has clips but no mesh; open the .md5mesh and add this file with --clips");
    if (extension.empty()) {
        throw inputError(name, "is not a model file by its extension; supported are: " + listExtensions() +
                                   hintForOtherFormats());
    }
}

}  // namespace phalanx

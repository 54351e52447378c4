#include "app/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "core/error.h"
#include "core/file.h"

namespace phalanx {

void printResult(const std::string& text) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!written || std::fflush(stdout) != 0) {
        throw environmentError("standard output", std::string("cannot be written: ") + std::strerror(errno));
    }
}

void requireWritable(const std::string& where) {
    if (where.empty() || where == "-") return;
    const std::filesystem::path path(where);
    const std::filesystem::path folder =
        path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error)) {
        throw environmentError(where, "cannot be written: there is no folder " + folder.string());
    }
    if (std::filesystem::is_directory(path, error))
        throw environmentError(where, "is a folder, give a file's name");
}

void writeJson(const std::string& where, const nlohmann::json& json) {
    if (where.empty()) return;
    const std::string text = json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    if (where == "-") {
        printResult(text);
    } else {
        writeFile(where, text);
    }
}

}  // namespace phalanx

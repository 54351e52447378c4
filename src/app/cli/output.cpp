#include "app/cli/output.h"

#include <fmt/chrono.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

#include "core/error.h"
#include "core/file.h"
#include "gl/objects/debug.h"

namespace phalanx {
namespace {

// A text that all names of a file share, through links and different spellings of a path. "": not a file that
// is compared, but stdout, none, or not regular (/dev/null).
std::string identityOf(const std::string& file) {
    if (file.empty() || file == "-") return {};
    struct stat status {};
    if (stat(file.c_str(), &status) == 0)
        return S_ISREG(status.st_mode) ? fmt::format("{}:{}", status.st_dev, status.st_ino) : std::string();
    // Fails if the working folder was deleted: then only the spelling is compared.
    std::error_code error;
    const std::filesystem::path full = std::filesystem::absolute(file, error);
    if (error) return file;
    const std::filesystem::path canonical = std::filesystem::weakly_canonical(full, error);
    return error ? file : canonical.string();
}

std::set<std::string> identitiesOf(const std::vector<std::string>& files) {
    std::set<std::string> identities;
    for (const std::string& file : files) identities.insert(identityOf(file));
    return identities;
}

}  // namespace

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
        throw environmentError(where, "cannot be written: no such folder: " + folder.string());
    }
    if (std::filesystem::is_directory(path, error))
        throw environmentError(where, "is a folder; give the name of a file");
    // Same steps as writeFile(): an existing file must be writable, and the new one is created beside it.
    const bool there = std::filesystem::exists(path, error);
    const bool beside = !there || (std::filesystem::is_regular_file(path, error) &&
                                   !std::filesystem::is_symlink(path, error));
    if ((there && access(path.c_str(), W_OK) != 0) || (beside && access(folder.c_str(), W_OK | X_OK) != 0))
        throw environmentError(where, std::string("cannot be written: ") + std::strerror(errno));
}

nlohmann::json driverProblems() {
    return gl::debugOutputOn() ? nlohmann::json(gl::debugProblems()) : nlohmann::json();
}

void checkOutputs(const std::vector<std::string>& models, const std::vector<std::string>& outputs) {
    const std::set<std::string> read = identitiesOf(models);
    std::set<std::string> written;
    for (const std::string& output : outputs) {
        const std::string identity = identityOf(output);
        if (identity.empty()) continue;
        if (read.contains(identity))
            throw usageError(output, "is a file that is read; write to another file");
        if (!written.insert(identity).second)
            throw usageError(output, "is given for two results; write each to its own file");
    }
}

void checkSideFiles(const Model& model, const std::vector<std::string>& outputs) {
    const std::set<std::string> read = identitiesOf(model.side_files);
    for (const std::string& output : outputs) {
        const std::string identity = identityOf(output);
        if (!identity.empty() && read.contains(identity)) {
            throw usageError(output,
                             "is a part of the model " + model.source_path + "; write to another file");
        }
    }
}

std::filesystem::path newFile(const std::string& ending) {
    return newStem("", {ending}).string() + ending;
}

std::filesystem::path newStem(const std::string& what, const std::vector<std::string>& endings) {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    const std::string name =
        fmt::format("phalanx_{}{}{:%Y%m%d_%H%M%S}", what, what.empty() ? "" : "_", local);
    const std::filesystem::path folder = std::filesystem::current_path();
    const auto taken = [&](const std::string& stem) {
        return std::ranges::any_of(
            endings, [&](const std::string& e) { return std::filesystem::exists(folder / (stem + e)); });
    };
    std::string stem = name;
    for (int i = 2; taken(stem); ++i) stem = fmt::format("{}_{}", name, i);
    return folder / stem;
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

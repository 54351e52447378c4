#include "core/file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <memory>
#include <system_error>

#include "core/error.h"
#include "core/version.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using FilePtr = std::unique_ptr<std::FILE, CloseFile>;

std::string reason() {
    return std::strerror(errno);
}

template <typename Container>
Container readWhole(const fs::path& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) throw inputError(path.string(), "is a directory, not a file");
    FilePtr file(std::fopen(path.c_str(), "rb"));
    if (!file) throw inputError(path.string(), "cannot be opened: " + reason());
    Container content;
    // The size is only a hint: pipes have none, and files may grow. One byte more shows the end without
    // another chunk.
    const std::uintmax_t hint = fs::file_size(path, ignored);
    std::size_t chunk = !ignored && hint < std::numeric_limits<std::size_t>::max() / 2
                            ? static_cast<std::size_t>(hint) + 1
                            : 1;
    std::size_t used = 0;
    for (;;) {
        content.resize(used + chunk);
        const std::size_t got = std::fread(content.data() + used, 1, chunk, file.get());
        used += got;
        if (got < chunk) break;
        chunk = std::max(used, std::size_t{1} << 14U);
    }
    if (std::ferror(file.get()) != 0) throw inputError(path.string(), "cannot be read: " + reason());
    content.resize(used);
    return content;
}

// `shown`: the name given by the user, for messages.
void writeAll(FilePtr file, std::span<const std::uint8_t> bytes, const fs::path& shown) {
    if (!file) throw environmentError(shown.string(), "cannot be written: " + reason());
    const bool written =
        bytes.empty() || std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
    const bool flushed = written && std::fflush(file.get()) == 0;
    const std::string why = flushed ? "" : reason();
    const bool closed = std::fclose(file.release()) == 0;
    if (!flushed || !closed) {
        throw environmentError(shown.string(), "cannot be written: " + (why.empty() ? reason() : why));
    }
}

// Creates a new temporary file in the folder of `target` and opens it for writing; returns its name in
// `name`.
FilePtr createBeside(const fs::path& target, fs::path& name) {
    constexpr int kTries = 1000;
    for (int i = 0; i < kTries; ++i) {
        name = target.parent_path() / (".phalanx-" + std::to_string(i) + ".part");
        FilePtr file(std::fopen(name.c_str(), "wbx"));  // x: fails if the file exists
        if (file || errno != EEXIST) return file;
    }
    return nullptr;
}

}  // namespace

std::string readTextFile(const fs::path& path) {
    return readWhole<std::string>(path);
}

std::vector<std::uint8_t> readBinaryFile(const fs::path& path) {
    return readWhole<std::vector<std::uint8_t>>(path);
}

void writeFile(const fs::path& path, std::span<const std::uint8_t> bytes) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::is_directory(status))
        throw environmentError(path.string(), "is a directory; give the name of a file");
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        writeAll(FilePtr(std::fopen(path.c_str(), "wb")), bytes, path);
        return;
    }
    // A symbolic link is kept, and its target is written.
    const fs::path target = fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : path;
    if (fs::exists(status) && !FilePtr(std::fopen(target.c_str(), "r+b"))) {
        throw environmentError(path.string(), "cannot be written: " + reason());
    }
    fs::path temporary;
    FilePtr file = createBeside(target, temporary);
    if (!file) throw environmentError(path.string(), "cannot be written: " + reason());
    try {
        writeAll(std::move(file), bytes, path);
    } catch (...) {
        fs::remove(temporary, error);
        throw;
    }
    if (fs::exists(status)) fs::permissions(temporary, status.permissions(), error);
    fs::rename(temporary, target, error);
    if (error) {
        const std::string why = error.message();
        fs::remove(temporary, error);
        throw environmentError(path.string(), "cannot be written: " + why);
    }
}

void writeFile(const fs::path& path, std::string_view text) {
    writeFile(path, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

fs::path dataDirectory() {
    std::vector<fs::path> tried;
    if (const char* chosen = std::getenv("PHALANX_DATA"); chosen != nullptr && *chosen != '\0') {
        tried.emplace_back(chosen);
    } else {
        std::error_code error;
        const fs::path executable = fs::read_symlink("/proc/self/exe", error);
        if (!error) tried.push_back(executable.parent_path().parent_path() / "share" / "phalanx");
        if (*kSourceDir != '\0') tried.emplace_back(kSourceDir);
        tried.emplace_back(kInstallDataDir);
    }
    std::string list;
    for (const fs::path& candidate : tried) {
        std::error_code error;
        if (fs::is_directory(candidate / "shaders", error)) return candidate;
        list += (list.empty() ? "" : ", ") + candidate.string();
    }
    throw environmentError(
        "shaders",
        "not found in " + list + "; set PHALANX_DATA to the folder that contains shaders/ and assets/");
}

fs::path hereOrShipped(const fs::path& path) {
    std::error_code error;
    if (path.empty() || *path.begin() != "assets" || fs::exists(path, error)) return path;
    try {
        fs::path shipped = dataDirectory() / path;
        return fs::is_regular_file(shipped, error) ? shipped : path;
    } catch (const Error&) {  // no data folder
        return path;
    }
}

}  // namespace phalanx

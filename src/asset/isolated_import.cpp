#include "asset/isolated_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>

#include "asset/common/import_memory.h"
#include "asset/container/container.h"
#include "core/byte_stream.h"
#include "core/child_process.h"
#include "core/error.h"
#include "core/log.h"

namespace phalanx {
namespace {

constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20U;

// Limit for the bytes of the answer, which this process holds in memory beside the model read from them. A
// valid answer cannot be larger than the memory of the import process.
std::uint64_t mostOutput(const ImportLimits& limits) {
    constexpr std::uint64_t kMost = 2048 * kMegabyte;
    return std::min(kMost, limits.memory_bytes);
}

// The parameters of the import process, passed as one name=value per argument; a list repeats the name.
struct Request {
    std::string file;
    ImportSettings settings;
    ImportLimits limits;
    std::int64_t parent_id = 0;  // process that the import process ends with; 0: none
};

std::vector<std::string> written(const Request& request) {
    const ImportSettings& settings = request.settings;
    std::vector<std::string> words{kImportCommand, "file=" + request.file};
    for (const std::string& part : settings.hidden_parts) words.push_back("hide=" + part);
    for (const std::filesystem::path& file : settings.clip_files) words.push_back("clips=" + file.string());
    if (settings.joint_map) words.push_back("joint_map=" + settings.joint_map->string());
    words.push_back(fmt::format("retarget={}", static_cast<int>(settings.clips.retarget)));
    words.push_back(fmt::format("root_motion={}", static_cast<int>(settings.clips.root_motion)));
    words.push_back(fmt::format("mirror={}", static_cast<int>(settings.clips.mirror)));
    words.push_back(fmt::format("cut_loops={}", static_cast<int>(settings.clips.cut_loops)));
    words.push_back(
        fmt::format("absolute_rotations={}", static_cast<int>(settings.clips.absolute_rotations)));
    if (settings.height_m) words.push_back(fmt::format("height={}", *settings.height_m));
    words.push_back(fmt::format("file_bytes={}", settings.max_file_bytes));
    words.push_back(fmt::format("memory={}", request.limits.memory_bytes));
    words.push_back(fmt::format("cpu={}", request.limits.cpu_s));
    words.push_back(fmt::format("parent={}", request.parent_id));
    return words;
}

template <typename Number>
void readNumber(std::string_view text, Number& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        throw usageError(kImportCommand, fmt::format("'{}' is not a number", text));
}

// By its index.
template <typename Choices>
typename Choices::value_type readChoice(std::string_view text, const Choices& choices) {
    std::size_t index = 0;
    readNumber(text, index);
    if (index >= choices.size()) throw usageError(kImportCommand, fmt::format("'{}' is no choice", text));
    return choices[index];
}

Request readRequest(const std::vector<std::string>& words) {
    Request request;
    for (const std::string_view word : words) {
        const std::size_t equals = word.find('=');
        const std::string_view name = word.substr(0, equals);
        const std::string_view value = equals == std::string_view::npos ? "" : word.substr(equals + 1);
        if (name == "file") {
            request.file = value;
        } else if (name == "hide") {
            request.settings.hidden_parts.emplace_back(value);
        } else if (name == "clips") {
            request.settings.clip_files.emplace_back(value);
        } else if (name == "joint_map") {
            request.settings.joint_map = value;
        } else if (name == "retarget") {
            request.settings.clips.retarget = readChoice(value, kRetargetModes);
        } else if (name == "root_motion") {
            request.settings.clips.root_motion = readChoice(value, kRootMotions);
        } else if (name == "mirror") {
            request.settings.clips.mirror = value == "1";
        } else if (name == "cut_loops") {
            request.settings.clips.cut_loops = value == "1";
        } else if (name == "absolute_rotations") {
            request.settings.clips.absolute_rotations = value == "1";
        } else if (name == "height") {
            readNumber(value, request.settings.height_m.emplace());
        } else if (name == "file_bytes") {
            readNumber(value, request.settings.max_file_bytes);
        } else if (name == "memory") {
            readNumber(value, request.limits.memory_bytes);
        } else if (name == "cpu") {
            readNumber(value, request.limits.cpu_s);
        } else if (name == "parent") {
            readNumber(value, request.parent_id);
        } else {
            throw usageError(kImportCommand, fmt::format("unknown argument '{}'", word));
        }
    }
    return request;
}

// What the import process sends to its parent.
class Answer {
  public:
    // Assimp's importer of Ogre prints to standard output, which would end up in the model.
    Answer() : output_(takeStandardOutput()) {}

    [[noreturn]] void send(const Model& model);
    [[noreturn]] void send(const Error& error);

  private:
    bool wrote(const void* bytes, std::size_t count) {
        return std::fwrite(bytes, 1, count, output_) == count;
    }
    [[noreturn]] void end(bool written, ExitCode code) {
        written = written && std::fflush(output_) == 0;
        endProcess(static_cast<int>(written ? code : ExitCode::kEnvironment));
    }

    std::FILE* output_;  // closed at the end of the process
};

// Writes a header and the container. The header holds what the container does not: the peak memory of this
// process and the names of the side files.
void Answer::send(const Model& model) {
    const std::vector<std::uint8_t> container = writeContainer(model);
    ByteWriter head;
    head.integer(ownPeakMemory());
    head.integer(static_cast<std::uint32_t>(model.side_files.size()));
    for (const std::string& file : model.side_files) head.text(file);
    const std::vector<std::uint8_t> before = head.take();
    end(wrote(before.data(), before.size()) && wrote(container.data(), container.size()), ExitCode::kOk);
}

void Answer::send(const Error& error) {
    const std::string text = error.what();
    end(wrote(text.data(), text.size()), error.code());
}

Model readAnswer(const std::vector<std::uint8_t>& bytes, const std::string& file, std::uint64_t& peak) {
    ByteReader in(bytes, file, containerMemory(bytes.size()));
    peak = in.integer<std::uint64_t>();
    constexpr std::size_t kLeast = sizeof(std::uint32_t);  // an empty name: only its length
    const std::size_t count = in.count(kLeast);
    in.charge(count, sizeof(std::string));
    std::vector<std::string> side_files(count);
    for (std::string& name : side_files) name = in.text();
    Model model = readContainer(in.raw(in.left()), file);
    model.side_files = std::move(side_files);
    return model;
}

// The error message for a process that ended without an answer.
std::string whatHappened(const ChildResult& result, const Request& request) {
    const ImportLimits& limits = request.limits;
    switch (result.end) {
        case ChildEnd::kCpuLimit:
            return fmt::format(
                "its import was stopped after {} s of processor time, the limit; --import-cpu raises it",
                limits.cpu_s);
        case ChildEnd::kWallLimit:
            return fmt::format("its import was stopped after {:g} s, the limit; --import-time raises it",
                               limits.wall_s);
        case ChildEnd::kOutputLimit:
            return fmt::format("its import was stopped: its model has more than {} MB, the limit",
                               mostOutput(limits) / kMegabyte);
        case ChildEnd::kCrashed:
        case ChildEnd::kExited:
        case ChildEnd::kCancelled:
            break;
    }
    // An importer that runs out of memory may crash instead of reporting it.
    if (result.peak_memory_bytes > limits.memory_bytes / 4 * 3) {
        std::error_code error;
        const std::uintmax_t bytes = std::filesystem::file_size(request.file, error);
        if (!error && isTooSmallFor(bytes, limits.memory_bytes)) {
            return fmt::format(
                "the importer ended at {} MB of memory (the limit is {} MB) for a file of {} bytes: the file "
                "is damaged, or it refers to large files and --import-memory helps",
                result.peak_memory_bytes / kMegabyte, limits.memory_bytes / kMegabyte, bytes);
        }
        return fmt::format(
            "the importer ended at {} MB of memory (the limit is {} MB); --import-memory raises it",
            result.peak_memory_bytes / kMegabyte, limits.memory_bytes / kMegabyte);
    }
    return fmt::format("the importer crashed ({}); the file is broken or triggers a bug in the importer",
                       result.reason.empty() ? fmt::format("exit code {}", result.code) : result.reason);
}

// Makes one line of printable text. The output of the import process is not trusted, since it reads untrusted
// files.
std::string plainText(const std::vector<std::uint8_t>& bytes) {
    constexpr std::size_t kLongest = 2000;
    std::string text(bytes.begin(),
                     bytes.begin() + static_cast<std::ptrdiff_t>(std::min(bytes.size(), kLongest)));
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
    return text;
}

bool isAnswer(const ChildResult& result) {
    if (result.end != ChildEnd::kExited) return false;
    const int code = result.code;
    return code == static_cast<int>(ExitCode::kOk) ||
           (!result.output.empty() &&
            (code == static_cast<int>(ExitCode::kUsage) || code == static_cast<int>(ExitCode::kInput) ||
             code == static_cast<int>(ExitCode::kEnvironment)));
}

}  // namespace

ImportedModel importIsolated(const std::filesystem::path& path, const ImportSettings& settings,
                             const ImportLimits& limits, const std::filesystem::path& program,
                             const std::function<bool()>& cancelled) {
    const Request request{path.string(), settings, limits, ownProcessId()};
    const ChildResult result =
        runChild(program, written(request), {limits.wall_s, mostOutput(limits), cancelled});
    if (!result.errors.empty()) debug("{}: output of the import process: {}", request.file, result.errors);
    if (result.end == ChildEnd::kCancelled) throw Error(ExitCode::kInput, request.file, "cancelled");
    if (!isAnswer(result)) throw inputError(request.file, whatHappened(result, request));
    if (result.code != static_cast<int>(ExitCode::kOk)) {
        throw Error(static_cast<ExitCode>(result.code), "", plainText(result.output));
    }
    ImportedModel imported;
    imported.model = readAnswer(result.output, request.file, imported.cost.peak_memory_bytes);
    imported.cost.wall_ms = result.wall_s * 1e3;
    imported.cost.isolated = true;
    return imported;
}

void startImportAhead(const std::filesystem::path& path, const ImportSettings& settings,
                      const ImportLimits& limits, const std::filesystem::path& program) {
    const Request request{path.string(), settings, limits, ownProcessId()};
    std::vector<std::filesystem::path> folders{path.parent_path()};
    for (const std::filesystem::path& file : settings.clip_files) folders.push_back(file.parent_path());
    if (settings.joint_map) folders.push_back(settings.joint_map->parent_path());
    startChildAhead(program, written(request), {limits.wall_s, mostOutput(limits), {}}, folders);
}

void serveImport(const std::vector<std::string>& arguments) {
    Answer answer;
    try {
        const Request request = readRequest(arguments);
        if (request.parent_id != 0) endWithParent(request.parent_id);
        limitOwnResources(request.limits.memory_bytes, request.limits.cpu_s);
        try {
            answer.send(importModel(request.file, request.settings));
        } catch (const std::bad_alloc&) {
            throw outOfMemory(request.file);
        }
    } catch (const Error& error) {
        answer.send(error);
    }
}

}  // namespace phalanx

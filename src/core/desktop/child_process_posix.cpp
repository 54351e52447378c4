// Implementation for POSIX, with Linux extensions where available.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <system_error>

#include "core/address_sanitizer.h"
#include "core/child_process.h"
#include "core/error.h"
#include "core/stopwatch.h"

#ifdef __linux__
#include <sys/prctl.h>
#endif
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

extern char** environ;  // POSIX leaves its declaration to the program

namespace phalanx {
namespace {

constexpr std::size_t kMostErrors = 65'536;
constexpr int kPoll_ms = 20;

std::string reasonOf(int error) {
    return std::error_code(error, std::generic_category()).message();
}

class FileDescriptor {
  public:
    explicit FileDescriptor(int fd = -1) : fd_(fd) {}
    ~FileDescriptor() { close(); }
    FileDescriptor(const FileDescriptor&) = delete;
    FileDescriptor& operator=(const FileDescriptor&) = delete;

    int get() const { return fd_; }
    bool open() const { return fd_ >= 0; }
    void reset(int fd) {
        close();
        fd_ = fd;
    }
    void close() {
        if (fd_ >= 0) ::close(fd_);
        fd_ = -1;
    }

  private:
    int fd_;
};

struct Pipe {
    FileDescriptor read;
    FileDescriptor write;

    Pipe() {
        std::array<int, 2> ends{};
        if (::pipe(ends.data()) != 0) throw environmentError("", "cannot create a pipe: " + reasonOf(errno));
        read.reset(ends[0]);
        write.reset(ends[1]);
        for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
        ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    }
};

class SpawnActions {
  public:
    SpawnActions() { ::posix_spawn_file_actions_init(&actions_); }
    ~SpawnActions() { ::posix_spawn_file_actions_destroy(&actions_); }
    SpawnActions(const SpawnActions&) = delete;
    SpawnActions& operator=(const SpawnActions&) = delete;
    posix_spawn_file_actions_t* get() { return &actions_; }

  private:
    posix_spawn_file_actions_t actions_{};
};

pid_t spawn(const std::filesystem::path& program, const std::vector<std::string>& arguments,
            const Pipe& output, const Pipe& errors) {
    SpawnActions actions;
    ::posix_spawn_file_actions_addopen(actions.get(), STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(actions.get(), output.write.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(actions.get(), errors.write.get(), STDERR_FILENO);
    // Closes all inherited descriptors: the display's socket, the graphics device, files.
    ::posix_spawn_file_actions_addclosefrom_np(actions.get(), STDERR_FILENO + 1);
    std::vector<std::string> words{program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_t child = 0;
    if (const int error =
            ::posix_spawn(&child, program.c_str(), actions.get(), nullptr, argv.data(), environ);
        error != 0) {
        throw environmentError(program.string(), "cannot be started: " + reasonOf(error));
    }
    return child;
}

// Reads all available bytes. Returns false at the end of the stream.
template <typename Bytes>
bool drain(int fd, Bytes& into, std::size_t most, bool& overflow) {
    static thread_local std::array<char, 65'536> chunk;
    for (;;) {
        const ssize_t got = ::read(fd, chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
        if (got == 0) return false;
        const auto room = most - std::min<std::size_t>(most, into.size());
        const auto kept = std::min(room, static_cast<std::size_t>(got));
        overflow = overflow || kept < static_cast<std::size_t>(got);
        into.insert(into.end(), chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(kept));
        if (overflow) return true;
    }
}

std::string nameOfSignal(int signal) {
    switch (signal) {
        case SIGSEGV:
            return "segmentation fault";
        case SIGABRT:
            return "abort";
        case SIGBUS:
            return "bus error";
        case SIGFPE:
            return "arithmetic error";
        case SIGILL:
            return "illegal instruction";
        case SIGKILL:
            return "killed by the system, perhaps because it ran out of memory";
        default:
            return fmt::format("signal {}", signal);
    }
}

// The peak memory in a /proc status file; 0 if the file does not exist. getrusage() is not suitable, because
// a new process inherits its parent's peak there.
std::uint64_t peakMemoryIn(const std::string& status_file) {
    std::ifstream status(status_file);
    for (std::string word; status >> word;) {
        std::uint64_t kilobytes = 0;
        if (word == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
    }
    return 0;
}

// Owns a child process: kills and reaps it if needed, so that no zombie remains.
class Child {
  public:
    explicit Child(pid_t id) : id_(id) {}
    ~Child() {
        if (id_ <= 0) return;
        kill();
        wait(0);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    void kill() const { ::kill(id_, SIGKILL); }
    // Returns true if the process has ended.
    bool wait(int options) {
        pid_t ended = 0;
        do {
            ended = ::waitpid(id_, &status_, options);
        } while (ended < 0 && errno == EINTR);
        if (ended != id_) return false;
        id_ = 0;
        return true;
    }
    int status() const { return status_; }
    pid_t id() const { return id_; }

  private:
    pid_t id_;
    int status_ = 0;
};

std::optional<ChildEnd> endedFromHere(const ChildLimits& limits, const Stopwatch& watch, bool overflow) {
    if (overflow) return ChildEnd::kOutputLimit;
    if (watch.elapsed_s() > limits.wall_s) return ChildEnd::kWallLimit;
    if (limits.cancelled && limits.cancelled()) return ChildEnd::kCancelled;
    return std::nullopt;
}

}  // namespace

ChildResult runChild(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                     const ChildLimits& limits) {
    Pipe output;
    Pipe errors;
    const Stopwatch watch;
    Child child(spawn(program, arguments, output, errors));
    output.write.close();
    errors.write.close();

    ChildResult result;
    std::optional<ChildEnd> forced;
    bool ended = false;
    bool overflow = false;
    int looked = 0;
    while (!ended) {
        std::array<pollfd, 2> polled{pollfd{output.read.get(), POLLIN, 0},
                                     pollfd{errors.read.get(), POLLIN, 0}};
        // poll() ignores closed streams, whose descriptor is -1. Streams close shortly before the process
        // ends.
        const bool closed = !output.read.open() && !errors.read.open();
        ::poll(polled.data(), polled.size(), closed ? 1 : kPoll_ms);
        if (const auto tick = static_cast<int>(watch.elapsed_ms()) / kPoll_ms; tick != looked) {
            looked = tick;
            result.peak_memory_bytes =
                std::max(result.peak_memory_bytes, peakMemoryIn(fmt::format("/proc/{}/status", child.id())));
        }
        // Checked before the last read, so that output written just before the end is not missed.
        ended = child.wait(WNOHANG);
        bool ignored = false;
        if (output.read.open() && !drain(output.read.get(), result.output, limits.output_bytes, overflow))
            output.read.close();
        if (errors.read.open() && !drain(errors.read.get(), result.errors, kMostErrors, ignored))
            errors.read.close();
        if (ended) break;
        forced = endedFromHere(limits, watch, overflow);
        if (forced) {
            child.kill();
            ended = child.wait(0);
        }
    }
    result.wall_s = watch.elapsed_s();
    const int status = child.status();
    if (forced || overflow) {
        result.end = forced.value_or(ChildEnd::kOutputLimit);
    } else if (WIFEXITED(status)) {
        result.code = WEXITSTATUS(status);
    } else {
        result.code = WTERMSIG(status);
        result.end = result.code == SIGXCPU ? ChildEnd::kCpuLimit : ChildEnd::kCrashed;
        result.reason = nameOfSignal(result.code);
    }
    return result;
}

std::filesystem::path ownExecutable() {
    std::error_code error;
#ifdef __APPLE__
    std::string name(4096, '\0');
    auto length = static_cast<std::uint32_t>(name.size());
    if (_NSGetExecutablePath(name.data(), &length) == 0) return std::filesystem::path(name.c_str());
#endif
    // The link itself, not its target: after an update the target may be missing or another file, but the
    // link still works.
    std::filesystem::path self = "/proc/self/exe";
    if (std::filesystem::exists(self, error)) return self;
    throw environmentError(self.string(),
                           "does not exist, so the program cannot start a second process of itself");
}

void limitOwnResources(std::uint64_t memory_bytes, std::uint64_t cpu_s) {
    const auto limit = [](auto resource, std::uint64_t soft, std::uint64_t hard) {
        rlimit values{};
        ::getrlimit(resource, &values);
        values.rlim_max = std::min<rlim_t>(values.rlim_max, hard);
        values.rlim_cur = std::min<rlim_t>(values.rlim_max, soft);
        ::setrlimit(resource, &values);
    };
    if (!kAddressSanitizer) limit(RLIMIT_AS, memory_bytes, memory_bytes);
    limit(RLIMIT_CPU, cpu_s, cpu_s + 1);  // SIGXCPU comes first and identifies the reason
    limit(RLIMIT_FSIZE, 0, 0);
    limit(RLIMIT_CORE, 0, 0);
}

std::int64_t ownProcessId() {
    return ::getpid();
}

void endWithParent(std::int64_t parent_id) {
#ifdef __linux__
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    // The parent may have ended before the line above; then no signal is sent.
    if (::getppid() != parent_id) endProcess(static_cast<int>(ExitCode::kEnvironment));
}

std::optional<std::uint64_t> ownMemoryLimit() {
    rlimit values{};
    if (::getrlimit(RLIMIT_AS, &values) != 0 || values.rlim_cur == RLIM_INFINITY) return std::nullopt;
    return values.rlim_cur;
}

std::uint64_t ownPeakMemory() {
    return peakMemoryIn("/proc/self/status");
}

std::FILE* takeStandardOutput() {
    std::fflush(stdout);
    const int own = ::dup(STDOUT_FILENO);
    std::FILE* const output = own < 0 ? nullptr : ::fdopen(own, "wb");
    if (output == nullptr || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        throw environmentError("", "cannot redirect the standard output: " + reasonOf(errno));
    return output;
}

void endProcess(int code) {
    std::fflush(nullptr);
    ::_exit(code);
}

}  // namespace phalanx

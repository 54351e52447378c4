#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/invocation.h"
#include "asset/isolated_import.h"
#include "core/printable.h"

namespace {

// One line, and nothing in it that a terminal would carry out.
std::string oneLine(std::string_view text) {
    constexpr std::size_t kMostBytes = 8192;  // two paths, or the log of a shader compiler
    std::string line;
    for (const char c : text) {
        if (c == '\n') {
            line += "; ";
        } else {
            line += c;
        }
    }
    return phalanx::printable(line, kMostBytes);
}

}  // namespace

int main(int argc, char** argv) {
    using namespace phalanx;
    setUpLog(LogLevel::kNormal);
    try {
        if (argc > 1 && std::string_view(argv[1]) == kImportCommand) {
            serveImport(std::vector<std::string>(argv + 2, argv + argc));
        }
        const Invocation invocation = parseCommandLine(std::vector<std::string>(argv + 1, argv + argc));
        setUpLog(invocation.log);
        return static_cast<int>(execute(invocation));
    } catch (const Error& error) {
        std::fprintf(stderr, "phalanx: %s\n", oneLine(error.what()).c_str());
        return static_cast<int>(error.code());
    } catch (const std::bad_alloc&) {
        std::fprintf(stderr, "phalanx: not enough memory for this; try fewer --units or a lower --rate\n");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "phalanx: unexpected: %s\n", oneLine(error.what()).c_str());
    }
    return static_cast<int>(ExitCode::kEnvironment);
}

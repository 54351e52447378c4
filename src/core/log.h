// The log goes to stderr; results go to stdout. Format strings are fmt's.
#pragma once

#include <fmt/core.h>

#include <cstdint>

namespace phalanx {

enum class LogLevel { kQuiet, kNormal, kVerbose };

// Called once by main: stderr, colour where it is a terminal, "phalanx: " before each line.
void setUpLog(LogLevel level);

namespace detail {
enum class LogKind : std::uint8_t { kDebug, kInfo, kWarning };
// Not a template: the logger's own headers cost each source that logs seconds of compile time.
void writeLog(LogKind kind, fmt::string_view format, fmt::format_args arguments);
}  // namespace detail

template <typename... Args>
void debug(fmt::format_string<Args...> format, const Args&... arguments) {
    detail::writeLog(detail::LogKind::kDebug, format, fmt::make_format_args(arguments...));
}
template <typename... Args>
void info(fmt::format_string<Args...> format, const Args&... arguments) {
    detail::writeLog(detail::LogKind::kInfo, format, fmt::make_format_args(arguments...));
}
template <typename... Args>
void warn(fmt::format_string<Args...> format, const Args&... arguments) {
    detail::writeLog(detail::LogKind::kWarning, format, fmt::make_format_args(arguments...));
}

}  // namespace phalanx

// Logging to stderr; results are written to stdout. Format strings are those of fmt.
#pragma once

#include <fmt/core.h>

#include <cstdint>

namespace phalanx {

enum class LogLevel { kQuiet, kNormal, kVerbose };

// Called once by main. Writes to stderr, in colour if it is a terminal, with the prefix "phalanx: ".
void setUpLog(LogLevel level);

// Whether debug() and info() write anything.
bool logsDebug();
bool logsInfo();

namespace detail {
enum class LogKind : std::uint8_t { kDebug, kInfo, kWarning };
// Not a template, because including the logger's headers would add seconds of compile time to each source
// file.
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

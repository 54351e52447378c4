#include "core/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>

namespace phalanx {

void setUpLog(LogLevel level) {
    auto logger =
        std::make_shared<spdlog::logger>("phalanx", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
    logger->set_pattern("%^%n: %v%$");
    switch (level) {
        case LogLevel::kQuiet:
            logger->set_level(spdlog::level::warn);
            break;
        case LogLevel::kNormal:
            logger->set_level(spdlog::level::info);
            break;
        case LogLevel::kVerbose:
            logger->set_level(spdlog::level::debug);
            break;
    }
    spdlog::set_default_logger(std::move(logger));
}

bool logsDebug() {
    return spdlog::should_log(spdlog::level::debug);
}

bool logsInfo() {
    return spdlog::should_log(spdlog::level::info);
}

void detail::writeLog(LogKind kind, fmt::string_view format, fmt::format_args arguments) {
    const auto level = kind == LogKind::kDebug  ? spdlog::level::debug
                       : kind == LogKind::kInfo ? spdlog::level::info
                                                : spdlog::level::warn;
    if (spdlog::should_log(level)) spdlog::log(level, fmt::vformat(format, arguments));
}

}  // namespace phalanx

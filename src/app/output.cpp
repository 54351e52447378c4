#include "app/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/file.h"

namespace phalanx {

void printResult(const std::string& text) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!written || std::fflush(stdout) != 0) {
        throw environmentError("standard output", std::string("cannot be written: ") + std::strerror(errno));
    }
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

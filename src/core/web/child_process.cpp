// A browser has no processes: a child is a worker that runs the same program (web/worker.js). The functions
// that describe this process say that nothing is known or limited.
#include "core/child_process.h"

#include <emscripten.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/error.h"

// The functions of web/page.js. A child's key is its arguments as text.
EM_JS(void, phalanxStartChild, (const char* key, const char* folders, double wall_s),
      { Module.page.startChild(UTF8ToString(key), JSON.parse(UTF8ToString(folders)), wall_s); })
EM_JS(int, phalanxChildrenEnded, (), { return Module.page.childrenEnded() ? 1 : 0; })
EM_JS(void, phalanxDropChildren, (), { Module.page.dropChildren(); })
// The result as JSON without the output, in memory that the caller frees; null: there is none.
EM_JS(char*, phalanxChildResult, (const char* key), {
    const result = Module.page.childResult(UTF8ToString(key));
    if (!result) return 0;
    const text = JSON.stringify({
        end : result.end,
        code : result.code,
        reason : result.reason,
        errors : result.errors,
        wall_s : result.wall_s,
        bytes : result.output.length
    });
    const size = lengthBytesUTF8(text) + 1;
    const memory = _malloc(size);
    stringToUTF8(text, memory, size);
    return memory;
})
EM_JS(void, phalanxChildOutput, (const char* key, void* bytes),
      { HEAPU8.set(Module.page.childResult(UTF8ToString(key)).output, bytes); })

namespace phalanx {
namespace {

std::string keyOf(const std::vector<std::string>& arguments) {
    return nlohmann::json(arguments).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

ChildEnd endOf(const std::string& name) {
    if (name == "exited") return ChildEnd::kExited;
    return name == "time" ? ChildEnd::kWallLimit : ChildEnd::kCrashed;
}

}  // namespace

ChildResult runChild(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                     const ChildLimits& /*limits*/) {
    const std::string key = keyOf(arguments);
    char* text = phalanxChildResult(key.c_str());
    if (text == nullptr)
        throw environmentError(program.string(), "was not started ahead, as a browser needs");
    const nlohmann::json said = nlohmann::json::parse(text);
    std::free(text);
    ChildResult result;
    result.end = endOf(said.at("end"));
    result.code = said.at("code");
    result.reason = said.at("reason");
    result.errors = said.at("errors");
    result.wall_s = said.at("wall_s");
    result.output.resize(said.at("bytes").get<std::size_t>());
    phalanxChildOutput(key.c_str(), result.output.data());
    return result;
}

void startChildAhead(const std::filesystem::path& /*program*/, const std::vector<std::string>& arguments,
                     const ChildLimits& limits, const std::vector<std::filesystem::path>& folders) {
    nlohmann::json names = nlohmann::json::array();
    for (const std::filesystem::path& folder : folders) names.push_back(folder.string());
    phalanxStartChild(keyOf(arguments).c_str(), names.dump().c_str(), limits.wall_s);
}

bool childrenAheadEnded() {
    return phalanxChildrenEnded() != 0;
}

void dropChildrenAhead() {
    phalanxDropChildren();
}

std::filesystem::path ownExecutable() {
    return "phalanx.wasm";
}

void limitOwnResources(std::uint64_t /*memory_bytes*/, std::uint64_t /*cpu_s*/) {}

std::int64_t ownProcessId() {
    return 0;
}

void endWithParent(std::int64_t /*parent_id*/) {}

std::optional<std::uint64_t> ownMemoryLimit() {
    return std::nullopt;
}

std::uint64_t ownPeakMemory() {
    return 0;
}

// Read by web/worker.js.
std::FILE* takeStandardOutput() {
    std::FILE* file = std::fopen("/answer", "wb");
    if (file == nullptr) throw environmentError("/answer", "cannot be written");
    return file;
}

void endProcess(int code) {
    std::exit(code);
}

}  // namespace phalanx

// Imports a model in a separate process with limits on memory and time. The model is returned as a container
// and checked. Importers of two dozen formats have a large attack surface, and files may come from anywhere.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "asset/import.h"

namespace phalanx {

struct ImportLimits {
    std::uint64_t memory_bytes = std::uint64_t{4} << 30U;  // address space of the import process
    std::uint64_t cpu_s = 60;
    double wall_s = 120.0;
};

struct ImportCost {
    double wall_ms = 0.0;                 // includes the start of the process and the transfer of the model
    std::uint64_t peak_memory_bytes = 0;  // resident memory of the import process; 0: not known
    bool isolated = false;                // imported in a separate process
};

struct ImportedModel {
    Model model;
    ImportCost cost;
};

// The first argument of the import process; the arguments after it are passed to serveImport().
inline constexpr const char* kImportCommand = "import-in-child";

// Starts `program` with kImportCommand. Throws the errors of importModel() in that process. If the process
// crashes, hangs or exceeds a limit, throws a one-line Error (kInput) with the file, the limit and the option
// that raises it. Throws Error "cancelled" if `cancelled` returns true.
ImportedModel importIsolated(const std::filesystem::path& path, const ImportSettings& settings,
                             const ImportLimits& limits, const std::filesystem::path& program,
                             const std::function<bool()>& cancelled = {});

// For a browser, where importIsolated() cannot wait: starts the import ahead of it, with the same arguments
// (startChildAhead()). Elsewhere, does nothing.
void startImportAhead(const std::filesystem::path& path, const ImportSettings& settings,
                      const ImportLimits& limits, const std::filesystem::path& program);

// Runs in the import process: sets the limits of its own process, imports, writes the model or the error to
// standard output and ends the process.
[[noreturn]] void serveImport(const std::vector<std::string>& arguments);

}  // namespace phalanx

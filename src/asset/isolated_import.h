// An import that cannot hurt: it runs in a process of its own, under limits, and its model comes back through
// the container, checked. Importers of two dozen formats are a large surface, and files come from anywhere.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "asset/import.h"

namespace phalanx {

struct ImportLimits {
    std::uint64_t memory_bytes = std::uint64_t{4} << 30U;  // address space of the importing process
    std::uint64_t cpu_s = 60;
    double wall_s = 120.0;
};

struct ImportCost {
    double wall_ms = 0.0;                 // of all: start of the process and the way back included
    std::uint64_t peak_memory_bytes = 0;  // resident, of the process that imported; 0: not known
    bool isolated = false;                // in a process of its own
};

struct ImportedModel {
    Model model;
    ImportCost cost;
};

// The first argument of a program that shall serve importIsolated(): what follows it goes to serveImport().
inline constexpr const char* kImportCommand = "import-in-child";

// Starts `program` with kImportCommand. Throws what importModel() throws there, and Error (kInput) in one
// line, led by the file, where the process crashes, hangs or passes a limit, with the limit and the option
// that raises it; Error "cancelled" when `cancelled` says so.
ImportedModel importIsolated(const std::filesystem::path& path, const ImportSettings& settings,
                             const ImportLimits& limits, const std::filesystem::path& program,
                             const std::function<bool()>& cancelled = {});

// The other side: sets its own limits, imports, writes the model or the error to standard output and ends the
// process.
[[noreturn]] void serveImport(const std::vector<std::string>& arguments);

}  // namespace phalanx

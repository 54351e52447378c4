// The figures of the guide (docs/guide.md), drawn from a model's own data or from what `phalanx bench`
// measured. Each is an SVG file; the same data gives the same bytes.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

#include "app/army/army.h"

namespace phalanx {

struct FigureSource {
    const LoadedModel& loaded;
    const nlohmann::json* bench = nullptr;  // as `phalanx bench --json` writes it; nullptr: there is none
};

struct Figure {
    std::string_view name;
    std::string_view about;  // one line for a person
    bool measured = false;   // from FigureSource::bench
    std::string (*draw)(const FigureSource&) = nullptr;
};

std::span<const Figure> figures();
// Throws Error (kUsage), listing the known names.
const Figure& findFigure(std::string_view name);

// Where the texels of two clips lie, and one moment's texels that a vertex reads: figure_texture.cpp.
std::string drawTextureLayout(const FigureSource& source);
std::string drawLookup(const FigureSource& source);
// Error and memory: figure_bakes.cpp.
std::string drawErrorOverRate(const FigureSource& source);
std::string drawMemory(const FigureSource& source);
// What was measured: figure_times.cpp. Throw Error (kInput) where the rows that they need are missing.
std::string drawTimeOverUnits(const FigureSource& source);
std::string drawTimeOverBatch(const FigureSource& source);

}  // namespace phalanx

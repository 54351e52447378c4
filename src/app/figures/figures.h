// The figures of the guide (docs/guide.md), drawn from a model's data or from results of `phalanx bench`.
// Each is an SVG file; the same data gives the same bytes.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

#include "app/army/army.h"

namespace phalanx {

struct FigureSource {
    const LoadedModel& loaded;
    const nlohmann::json* bench = nullptr;  // output of `phalanx bench --json`; nullptr: none
};

struct Figure {
    std::string_view name;
    std::string_view about;  // one line for the help
    bool measured = false;   // needs FigureSource::bench
    std::string (*draw)(const FigureSource&) = nullptr;
};

std::span<const Figure> figures();
// Throws Error (kUsage), listing the known names, if there is no such figure.
const Figure& findFigure(std::string_view name);

// The layout of the texels of two clips, and the texels that one vertex reads (figure_texture.cpp).
std::string drawTextureLayout(const FigureSource& source);
std::string drawLookup(const FigureSource& source);
// Error and memory of bakes (figure_bakes.cpp).
std::string drawErrorOverRate(const FigureSource& source);
std::string drawMemory(const FigureSource& source);
// Times measured by `phalanx bench` (figure_times.cpp). Throw Error (kInput) if the needed rows are missing.
std::string drawTimeOverUnits(const FigureSource& source);
std::string drawTimeOverBatch(const FigureSource& source);

}  // namespace phalanx

#include "app/figures/figures.h"

#include <array>

#include "core/error.h"

namespace phalanx {
namespace {

constexpr std::array kFigures{
    Figure{"texture-layout", "layout of the matrices of two clips in the animation texture", false,
           drawTextureLayout},
    Figure{"lookup", "the texels that one vertex reads to blend two clips", false, drawLookup},
    Figure{"error-over-rate", "error of bakes against exact sampling, by sampling rate", false,
           drawErrorOverRate},
    Figure{"memory", "texture memory of joints and of posed vertices, by number of mesh vertices", false,
           drawMemory},
    Figure{"time-over-units", "time of each technique by number of units; needs --data", true,
           drawTimeOverUnits},
    Figure{"time-over-batch", "time of draw calls by units per draw call; needs --data", true,
           drawTimeOverBatch},
};

}  // namespace

std::span<const Figure> figures() {
    return kFigures;
}

const Figure& findFigure(std::string_view name) {
    std::string known;
    for (const Figure& figure : kFigures) {
        if (figure.name == name) return figure;
        known += (known.empty() ? "" : ", ") + std::string(figure.name);
    }
    throw usageError(std::string(name), "no such figure; the figures are " + known);
}

}  // namespace phalanx

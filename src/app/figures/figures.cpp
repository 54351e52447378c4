#include "app/figures/figures.h"

#include <array>

#include "core/error.h"

namespace phalanx {
namespace {

constexpr std::array kFigures{
    Figure{"texture-layout", "where the matrices of two clips lie in the animation texture", false,
           drawTextureLayout},
    Figure{"lookup", "the texels that one vertex reads half way between two clips", false, drawLookup},
    Figure{"error-over-rate", "how far bakes are from exact sampling, over the sampling rate", false,
           drawErrorOverRate},
    Figure{"memory", "joints against posed vertices in the texture, over the size of the mesh", false,
           drawMemory},
    Figure{"time-over-units", "what techniques cost over the number of units; needs --data", true,
           drawTimeOverUnits},
    Figure{"time-over-batch", "what draw calls cost over the units a draw; needs --data", true,
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
    throw usageError(std::string(name), "no such figure; there are " + known);
}

}  // namespace phalanx

// The column of twoBones() with its skin and its clip, written in formats for which no available exporter
// writes skins.
#pragma once

#include <string>

namespace phalanx::test {

std::string columnCollada();  // .dae: a skin controller, keys as matrices
std::string columnDirectX();  // .x: SkinWeights, an animation set with keys as matrices

}  // namespace phalanx::test

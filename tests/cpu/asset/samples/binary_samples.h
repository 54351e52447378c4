// Minimal valid files of binary formats that no available exporter writes: each holds a card of two
// triangles.
#pragma once

#include <cstdint>
#include <vector>

namespace phalanx::test {

std::vector<std::uint8_t> milkShapeFile();   // .ms3d: two joints, keys
std::vector<std::uint8_t> interQuakeFile();  // .iqm: two joints
std::vector<std::uint8_t> quakeFile();       // .mdl: two frames
std::vector<std::uint8_t> ogreBinaryFile();  // .mesh

}  // namespace phalanx::test

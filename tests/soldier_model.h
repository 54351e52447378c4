// The model in assets/soldier.glb, imported once per process.
#pragma once

#include <filesystem>

#include "asset/import.h"

namespace phalanx::test {

inline const Model& soldier() {
    static const Model model = importModel(std::filesystem::path(PHALANX_SOURCE_DIR) / "assets/soldier.glb");
    return model;
}

}  // namespace phalanx::test

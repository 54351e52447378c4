// What loading a model computes besides its mesh and its poses, kept in a file beside it: the rates of its
// clips and its LODs. It takes most of the time, and the result is always the same.
//
//   "PHXP"  version u32  clips u32  model u64 (modelDigest())  rates per encoding  LODs
//
// Only the soldier that comes with Phalanx has such a file, assets/soldier.prep, made by
// scripts/make_assets.sh. Any other model, and the soldier with options that change the model, is computed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/pose/model.h"
#include "render/lod/simplify_mesh.h"

namespace phalanx {

// To be raised whenever the search for rates or the simplifier gives other results.
inline constexpr std::uint32_t kPreparationVersion = 3;

struct Preparation {
    std::uint64_t model = 0;
    std::array<std::vector<ChosenRate>, kEncodings.size()> rates;  // by encoding
    SimplifiedMesh mesh;

    std::size_t clips() const { return rates.front().size(); }
};

// A number of all that rates and LODs depend on: the model with its first clips, without its images and its
// path.
std::uint64_t modelDigest(const Model& model, std::size_t clips);

// Computes everything.
Preparation prepareModel(const Model& model);

std::vector<std::uint8_t> writePreparation(const Preparation& preparation);

// nullopt if the bytes were made for another model or by another version. The model may have further clips
// behind those for which they were made. Throws Error (kInput) that starts
// with `name` for bytes that writePreparation() does not write.
std::optional<Preparation> readPreparation(std::span<const std::uint8_t> bytes, const Model& model,
                                           const std::string& name);

}  // namespace phalanx

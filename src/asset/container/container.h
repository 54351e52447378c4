// Phalanx's own file of a Model, *.phx: what comes back from an import that runs elsewhere, and what a build
// without Assimp loads.
//
//   "PHXM"  version u32  payload bytes u64  payload: the fields of Model in their order
//
// Little-endian. A list is its count (u32) and its items, a text its bytes' count and its bytes. Versions are
// not converted: a file of another version is made again from the model that it came from.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

inline constexpr std::uint32_t kContainerVersion = 1;

std::vector<std::uint8_t> writeContainer(const Model& model);

// The most memory that the lists, texts and texels of a container of so many bytes may take.
std::uint64_t containerMemory(std::size_t file_bytes);

// Throws Error (kInput), led by `name`, for whatever writeContainer() would not have written: counts beyond
// the bytes that are there, lists of items so small that they take more than containerMemory(), numbers that
// are not finite, indices out of range. What comes back has passed
// validate(). Its source_path is the one that was written.
Model readContainer(std::span<const std::uint8_t> bytes, const std::string& name);

}  // namespace phalanx

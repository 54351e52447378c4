// Phalanx's own file format for a Model, *.phx. The import process returns its model as a container, and a
// build without Assimp loads containers.
//
//   "PHXM"  version u32  payload bytes u64  payload: the fields of Model in order
//
// Little-endian. A list is its count (u32) and its items, a text the number of its bytes (u32) and its bytes.
// A clip's channels are a list, or compressed bytes (anim/compression/clip_decoder.h), which are expanded
// when they are read. Versions are not converted: convert the original model again if the version differs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

inline constexpr std::uint32_t kContainerVersion = 7;

// Reading gives back exactly this model. packed_container.h writes compressed clips.
std::vector<std::uint8_t> writeContainer(const Model& model);

// The maximum memory for the lists, texts and texels of a container of `file_bytes` bytes, without the keys
// of compressed clips, which have a limit of their own.
std::uint64_t containerMemory(std::size_t file_bytes);

// Throws Error (kInput) that starts with `name` for everything that writeContainer() does not write: counts
// that exceed the remaining bytes, lists that take more than containerMemory(), numbers that are not finite,
// indices out of range. The returned model has passed validate(); its source_path is the one that was
// written.
Model readContainer(std::span<const std::uint8_t> bytes, const std::string& name);

}  // namespace phalanx

// Corrects in the JSON of a glTF file what Assimp 5.2.5 misreads, before Assimp reads it. Content that cannot
// be corrected is refused with the reason.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "asset/assimp/clips.h"
#include "asset/notes.h"

namespace phalanx {

struct RepairedGltf {
    int version = 0;                    // 1 or 2; 0: not glTF
    std::vector<std::uint8_t> content;  // the file for Assimp
    std::map<unsigned, TimeRange> clip_ranges;
    std::map<std::string, std::string> original_names;  // of renamed nodes, by their new names
};

// Corrected: integer positions, normals, texture coordinates, weights and animated values (decoded to float);
// skins without inverse bind matrices (identity, as glTF defines); nodes with the same name (renamed, so that
// each bone and channel refers to the correct one); a mesh with several skins (one copy each); joints outside
// the scene; files without a scene; channels without a target; images that cannot be loaded. Refused:
// accessors out of bounds, joint indices out of range, too few attributes or keys, nodes with two parents or
// in a cycle, two joints of the same name in one skin, weights that are not numbers, and what gltf_checks.h
// refuses. Files of glTF 1.0 are returned unchanged.
RepairedGltf repairGltf(const std::filesystem::path& path, std::span<const std::uint8_t> content,
                        std::size_t max_file_bytes, Notes& notes);

}  // namespace phalanx

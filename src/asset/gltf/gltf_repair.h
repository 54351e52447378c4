// What Assimp 5.2.5 misreads in glTF, put right in the file's own JSON before Assimp sees it, or refused with
// the reason.
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
    int version = 0;                    // 1 or 2; 0: it is no glTF
    std::vector<std::uint8_t> content;  // what Assimp is to read
    std::map<unsigned, TimeRange> clip_ranges;
    std::map<std::string, std::string> original_names;  // of nodes that were renamed
};

// Put right: integer positions, normals, texture coordinates, weights and animated values (decoded to float);
// skins without inverse bind matrices (identity, as the standard says); nodes of one name (renamed, so that
// each bone and channel means the right one); a mesh under several skins (one copy each); joints outside the
// scene; files without a scene; channels without a target; pictures that cannot be had. Refused: accessors
// out of bounds, joint numbers out of range, attributes or keys that are too few, nodes with two parents or
// in a circle, two joints of one name in one skin, weights that are no numbers, and what gltf_checks.h says.
// Files of glTF 1.0 pass unchanged.
RepairedGltf repairGltf(const std::filesystem::path& path, std::span<const std::uint8_t> content,
                        std::size_t max_file_bytes, Notes& notes);

}  // namespace phalanx

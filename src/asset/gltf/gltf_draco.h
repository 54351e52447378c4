// Meshes compressed by Draco (KHR_draco_mesh_compression).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "asset/gltf/gltf_file.h"

namespace phalanx {

struct DracoMesh {
    std::map<std::string, GltfNumbers> attributes;
    std::vector<std::uint32_t> indices;  // triangles
};

// nullopt: the primitive is not compressed. Throws gltfError() for damaged data. `part`: for the message.
std::optional<DracoMesh> decodeDraco(const GltfFile& file, const tinygltf::Primitive& primitive,
                                     const std::string& part);

}  // namespace phalanx

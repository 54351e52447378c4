// Finds skeletons and clips that a file has but that Assimp's importer of its format leaves out.
#pragma once

#include <cstdint>
#include <span>
#include <string>

struct aiScene;

namespace phalanx {

// One clause about what was left out and why, without a subject: "has a skeleton of 2 joints, which ...". ""
// if nothing was. `extension`: as modelExtension() gives it. Known are
// - IQM and OpenGEX, whose importers read neither skins nor clips (Assimp 5.2.5 and 5.4.3);
// - Quake's MDL, which moves by a list of vertex positions per frame: the importer reads the first one;
// - Ogre meshes whose skeleton, a file of its own, is not there.
std::string unreadSkeleton(const std::string& extension, std::span<const std::uint8_t> content,
                           const aiScene& scene);

}  // namespace phalanx

// The page reads glTF and containers. Assimp, which reads all other formats on the desktop, is not part of
// it.
#include "asset/assimp/assimp_scene.h"
#include "asset/assimp/assimp_source.h"
#include "core/error.h"

namespace phalanx {

const std::vector<std::string>& importerExtensions() {
    static const std::vector<std::string> extensions = {"glb", "gltf"};
    return extensions;
}

std::string hintForOtherFormats() {
    return ". The page reads no other formats: on the desktop, `phalanx convert MODEL -o MODEL.phx` makes a "
           "container of FBX and many more";
}

std::unique_ptr<ModelSource> openAssimpSource(const std::filesystem::path& path, std::string /*extension*/,
                                              std::size_t /*max_file_bytes*/, Notes& /*notes*/) {
    throw inputError(
        path.string(),
        "cannot be read as glTF 2.0, and the page reads no other format; convert it to .glb or, with "
        "phalanx convert, to .phx");
}

}  // namespace phalanx

#include "asset/open_source.h"

#include "asset/assimp/assimp_source.h"
#include "asset/gltf/gltf_source.h"
#include "asset/model_file.h"
#include "core/file.h"

namespace phalanx {

std::unique_ptr<ModelSource> openSource(const std::filesystem::path& path, std::size_t max_file_bytes,
                                        Notes& notes) {
    const std::string extension = modelExtension(path);
    if (extension == "glb" || extension == "gltf") {
        if (auto source = openGltfSource(path, readBinaryFile(path), max_file_bytes, notes)) return source;
    }
    return openAssimpSource(path, extension, max_file_bytes, notes);
}

}  // namespace phalanx

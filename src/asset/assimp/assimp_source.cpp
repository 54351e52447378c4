#include "asset/assimp/assimp_source.h"

#include <assimp/scene.h>
#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "asset/assimp/assimp_scene.h"
#include "asset/assimp/clips.h"
#include "asset/assimp/convert.h"
#include "asset/assimp/materials.h"
#include "asset/assimp/md5_rate.h"
#include "asset/assimp/meshes.h"
#include "asset/assimp/node_tree.h"
#include "asset/assimp/unread_skeleton.h"
#include "core/file.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

class AssimpSource final : public ModelSource {
  public:
    AssimpSource(fs::path path, std::string extension, std::size_t max_file_bytes, Notes& notes)
        : path_(std::move(path)),
          extension_(std::move(extension)),
          notes_(notes),
          side_files_(path_, max_file_bytes, notes),
          content_(readBinaryFile(path_)),
          assimp_(path_, content_, side_files_, notes),
          scene_(assimp_.scene()),
          tree_(*scene_.mRootNode, path_.string(), notes),
          parts_(listParts(scene_, tree_, path_.string())),
          morphs_(listMorphs(parts_, extension_ == "fbx", path_.string(), notes)) {}

    const std::vector<Node>& nodes() const override { return tree_.nodes(); }
    const std::vector<SourcePart>& parts() const override { return parts_.parts; }
    const std::vector<MorphTarget>& morphTargets() const override { return morphs_.targets; }
    std::size_t clipCount() const override { return scene_.mNumAnimations; }

    // Files with Z up that Assimp does not convert: every SMD, and an FBX whose metadata says so. Other
    // formats either have Y up, or Assimp puts the rotation into their root node.
    bool isZUp() const override {
        if (extension_ == "smd") return true;
        constexpr int kZ = 2;
        int axis = 0;
        return extension_ == "fbx" && scene_.mMetaData != nullptr && scene_.mMetaData->Get("UpAxis", axis) &&
               axis == kZ;
    }

    std::string unreadSkeleton() const override {
        return phalanx::unreadSkeleton(extension_, content_, scene_);
    }

    PartMesh mesh(const SourcePart& part, const UvSource& uv) override {
        const aiMesh& from = *parts_.meshes[part.index];
        PartMesh mesh = readMesh(part, from, uv, tree_, path_.string());
        readDeltas(part, from, morphs_, path_.string(), mesh);
        return mesh;
    }

    MaterialSet materials(const std::vector<SourcePart>& parts, bool tint_in_alpha) override {
        std::vector<bool> used(scene_.mNumMaterials, false);
        for (const SourcePart& part : parts) {
            if (part.material >= 0) used[static_cast<std::size_t>(part.material)] = true;
        }
        const bool is_gltf = extension_ == "glb" || extension_ == "gltf";
        return readMaterials(scene_, used, {is_gltf, tint_in_alpha}, side_files_, notes_);
    }

    Directives directives() override {
        Directives directives;
        for (std::size_t n = 0; n < tree_.nodes().size(); ++n) {
            const aiMetadata* metadata = tree_.source(n).mMetaData;
            if (metadata == nullptr) continue;
            for (unsigned i = 0; i < metadata->mNumProperties; ++i) {
                const aiMetadataEntry& entry = metadata->mValues[i];
                if (entry.mType != AI_AISTRING || entry.mData == nullptr) continue;
                readDirective(toString(metadata->mKeys[i]),
                              toString(*static_cast<const aiString*>(entry.mData)), directives, notes_);
            }
        }
        return directives;
    }

    std::vector<Clip> clips() override {
        return readClips(scene_, tree_, morphs_, ticksPerSecond(), path_.string(), notes_);
    }

  private:
    std::optional<double> ticksPerSecond() const {
        if (extension_ != "md5mesh" && extension_ != "md5anim") return std::nullopt;
        const std::optional<double> rate = md5FrameRate(path_, side_files_);
        if (rate && extension_ == "md5mesh")
            notes_.info(fmt::format("{:g} frames per second, which the importer does not read", *rate));
        return rate;
    }

    fs::path path_;
    std::string extension_;
    Notes& notes_;
    SideFiles side_files_;
    std::vector<std::uint8_t> content_;
    AssimpScene assimp_;
    const aiScene& scene_;
    NodeTree tree_;
    AssimpParts parts_;
    AssimpMorphs morphs_;
};

}  // namespace

std::unique_ptr<ModelSource> openAssimpSource(const fs::path& path, std::string extension,
                                              std::size_t max_file_bytes, Notes& notes) {
    return std::make_unique<AssimpSource>(path, std::move(extension), max_file_bytes, notes);
}

}  // namespace phalanx

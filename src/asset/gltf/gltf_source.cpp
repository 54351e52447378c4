#include "asset/gltf/gltf_source.h"

#include <string>
#include <utility>
#include <vector>

#include "asset/gltf/gltf_checks.h"
#include "asset/gltf/gltf_clips.h"
#include "asset/gltf/gltf_file.h"
#include "asset/gltf/gltf_materials.h"
#include "asset/gltf/gltf_meshes.h"
#include "asset/gltf/gltf_nodes.h"

namespace phalanx {
namespace {

class GltfSource final : public ModelSource {
  public:
    GltfSource(const std::filesystem::path& path, GltfText text, std::size_t max_file_bytes, Notes& notes)
        : path_(path),
          max_file_bytes_(max_file_bytes),
          notes_(notes),
          file_(path, std::move(text), max_file_bytes, notes),
          nodes_(readNodes(file_, notes)),
          bind_matrices_(readSkins(file_, notes)),
          parts_(listGltfParts(file_, nodes_, notes)),
          morphs_(listGltfMorphs(file_, nodes_, notes)) {}

    const std::vector<Node>& nodes() const override { return nodes_.nodes; }
    const std::vector<SourcePart>& parts() const override { return parts_.parts; }
    const std::vector<MorphTarget>& morphTargets() const override { return morphs_.targets; }
    std::size_t clipCount() const override { return file_.model().animations.size(); }
    bool isZUp() const override { return false; }

    PartMesh mesh(const SourcePart& part, const UvSource& uv) override {
        return readPrimitive(file_, nodes_, morphs_, part, *parts_.primitives[part.index],
                             parts_.skins[part.index], bind_matrices_, uv);
    }

    MaterialSet materials(const std::vector<SourcePart>& parts, bool tint_in_alpha) override {
        std::vector<bool> used(file_.model().materials.size(), false);
        for (const SourcePart& part : parts) {
            if (part.material >= 0) used[static_cast<std::size_t>(part.material)] = true;
        }
        return readGltfMaterials(file_, used, tint_in_alpha, path_, max_file_bytes_, notes_);
    }

    Directives directives() override {
        Directives directives;
        for (const int index : nodes_.file_of) {
            const tinygltf::Value& extras = file_.model().nodes[static_cast<std::size_t>(index)].extras;
            if (!extras.IsObject()) continue;
            for (const std::string& key : extras.Keys()) {
                const tinygltf::Value& value = extras.Get(key);
                if (value.IsString()) readDirective(key, value.Get<std::string>(), directives, notes_);
            }
        }
        return directives;
    }

    std::vector<Clip> clips() override { return readGltfClips(file_, nodes_, morphs_, notes_); }

  private:
    std::filesystem::path path_;
    std::size_t max_file_bytes_;
    Notes& notes_;
    GltfFile file_;
    GltfNodes nodes_;
    std::vector<std::vector<glm::dmat4>> bind_matrices_;  // per skin
    GltfParts parts_;
    GltfMorphs morphs_;
};

}  // namespace

std::unique_ptr<ModelSource> openGltfSource(const std::filesystem::path& path,
                                            std::span<const std::uint8_t> content, std::size_t max_file_bytes,
                                            Notes& notes) {
    if (isOldBinaryGltf(content)) return nullptr;
    const std::string name = path.string();
    GltfText text = readGltfText(name, content);
    if (text.had_byte_order_mark) notes.info("a byte order mark before the JSON; skipped");
    if (!checkGltfVersion(text.json, name, notes)) return nullptr;
    checkGltf(text.json, name, notes);
    return std::make_unique<GltfSource>(path, std::move(text), max_file_bytes, notes);
}

}  // namespace phalanx

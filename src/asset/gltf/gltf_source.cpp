#include "asset/gltf/gltf_source.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "asset/gltf/gltf_clips.h"
#include "asset/gltf/gltf_file.h"
#include "asset/gltf/gltf_json_checks.h"
#include "asset/gltf/gltf_materials.h"
#include "asset/gltf/gltf_meshes.h"
#include "asset/gltf/gltf_morphs.h"
#include "asset/gltf/gltf_nodes.h"

namespace phalanx {
namespace {

// What is read of a file when it is contents.
struct GltfContents {
    std::unique_ptr<const GltfFile> file;  // `parts` point into it
    GltfNodes nodes;
    std::vector<std::vector<glm::dmat4>> bind_matrices;  // per skin
    GltfParts parts;
    GltfMorphs morphs;
};

// Each step needs the results of those before it; their notes have the same order.
GltfContents readContents(std::unique_ptr<const GltfFile> file, Notes& notes) {
    GltfContents contents;
    contents.file = std::move(file);
    contents.nodes = readNodes(*contents.file, notes);
    contents.bind_matrices = readSkins(*contents.file, notes);
    contents.parts = listGltfParts(*contents.file, contents.nodes, notes);
    contents.morphs = listGltfMorphs(*contents.file, contents.nodes, notes);
    return contents;
}

class GltfSource final : public ModelSource {
  public:
    GltfSource(GltfContents contents, const SideFiles& side_files, Notes& notes)
        : contents_(std::move(contents)), side_files_(side_files), notes_(notes) {}

    const std::vector<Node>& nodes() const override { return contents_.nodes.nodes; }
    std::vector<int> numberedNodes() const override { return contents_.nodes.node_of; }
    const std::vector<SourcePart>& parts() const override { return contents_.parts.parts; }
    const std::vector<MorphTarget>& morphTargets() const override { return contents_.morphs.targets; }
    std::size_t clipCount() const override { return contents_.file->model().animations.size(); }
    bool isZUp() const override { return false; }

    PartMesh mesh(const SourcePart& part, const UvSource& uv) override {
        return readPrimitive(*contents_.file, contents_.nodes, contents_.morphs, part,
                             *contents_.parts.primitives[part.index], contents_.parts.skins[part.index],
                             contents_.bind_matrices, uv);
    }

    MaterialSet materials(const std::vector<SourcePart>& parts, bool tint_in_alpha) override {
        std::vector<bool> used(contents_.file->model().materials.size(), false);
        for (const SourcePart& part : parts) {
            if (part.material >= 0) used[static_cast<std::size_t>(part.material)] = true;
        }
        return readGltfMaterials(*contents_.file, used, tint_in_alpha, side_files_, notes_);
    }

    Directives directives() override {
        Directives directives;
        for (const int index : contents_.nodes.file_of) {
            const tinygltf::Value& extras =
                contents_.file->model().nodes[static_cast<std::size_t>(index)].extras;
            if (!extras.IsObject()) continue;
            for (const std::string& key : extras.Keys()) {
                const tinygltf::Value& value = extras.Get(key);
                if (value.IsString()) {
                    readDirective(key, value.Get<std::string>(), directives, notes_);
                } else if (key == "phalanx_markers") {
                    notes_.warn(fmt::format("nodes[{}].extras.{} is no text; left out", index, key));
                }
            }
        }
        return directives;
    }

    std::vector<Clip> clips() override {
        return readGltfClips(*contents_.file, contents_.nodes, contents_.morphs, notes_);
    }

  private:
    GltfContents contents_;
    SideFiles side_files_;
    Notes& notes_;
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
    checkGltfJson(text.json, name, notes);
    SideFiles side_files(path, max_file_bytes, notes);
    auto file = std::make_unique<const GltfFile>(name, std::move(text), side_files);
    return std::make_unique<GltfSource>(readContents(std::move(file), notes), side_files, notes);
}

}  // namespace phalanx

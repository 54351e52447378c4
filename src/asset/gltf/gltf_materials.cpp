#include "asset/gltf/gltf_materials.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "asset/common/image.h"
#include "core/error.h"
#include "core/printable.h"

namespace phalanx {
namespace {

double numberIn(const tinygltf::Value& object, const char* key, std::size_t index, double otherwise) {
    if (!object.Has(key)) return otherwise;
    const tinygltf::Value& value = object.Get(key);
    const tinygltf::Value* number = &value;
    if (value.IsArray()) {
        if (index >= value.ArrayLen()) return otherwise;
        number = &value.Get(static_cast<int>(index));
    }
    const double result = number->IsNumber() ? number->GetNumberAsDouble() : otherwise;
    return std::isfinite(result) ? result : otherwise;
}

// KHR_texture_transform: uv' = translation * rotation * scale * uv, the rotation counter-clockwise for v that
// points down.
// https://github.com/KhronosGroup/glTF/blob/main/extensions/2.0/Khronos/KHR_texture_transform/README.md
UvSource uvOf(const tinygltf::TextureInfo& texture) {
    UvSource uv;
    uv.channel = static_cast<unsigned>(std::clamp(texture.texCoord, 0, 15));
    const auto found = texture.extensions.find("KHR_texture_transform");
    if (found == texture.extensions.end() || !found->second.IsObject()) return uv;
    const tinygltf::Value& transform = found->second;
    uv.channel = static_cast<unsigned>(
        std::clamp(numberIn(transform, "texCoord", 0, static_cast<double>(uv.channel)), 0.0, 15.0));
    const auto number = [&](const char* key, std::size_t index, double otherwise) {
        return static_cast<float>(numberIn(transform, key, index, otherwise));
    };
    const float angle = number("rotation", 0, 0.0);
    const float c = std::cos(angle);
    const float s = std::sin(angle);
    const glm::mat3 scale(number("scale", 0, 1.0), 0, 0, 0, number("scale", 1, 1.0), 0, 0, 0, 1);
    const glm::mat3 rotation(c, -s, 0, s, c, 0, 0, 0, 1);
    const glm::mat3 translation(1, 0, 0, 0, 1, 0, number("offset", 0, 0.0), number("offset", 1, 0.0), 1);
    uv.uv_from_file = translation * rotation * scale;
    return uv;
}

class Reader {
  public:
    Reader(const GltfFile& file, bool tint_in_alpha, TextureLoader& textures, Notes& notes)
        : file_(file), tint_in_alpha_(tint_in_alpha), textures_(textures), notes_(notes) {}

    Material read(std::size_t index, UvSource& uv) {
        const tinygltf::Material& from = file_.model().materials[index];
        Material material;
        material.name = from.name;
        material.two_sided = from.doubleSided;
        const tinygltf::TextureInfo& texture = from.pbrMetallicRoughness.baseColorTexture;
        if (texture.index >= 0) {
            uv = uvOf(texture);
            material.image = imageOf(texture.index, index);
        }
        const std::vector<double>& color = from.pbrMetallicRoughness.baseColorFactor;
        for (std::size_t c = 0; c < std::min<std::size_t>(color.size(), 4); ++c)
            material.base_color[static_cast<int>(c)] = std::clamp(static_cast<float>(color[c]), 0.0F, 1.0F);
        setAlpha(from, material);
        material.unlit = from.extensions.contains("KHR_materials_unlit");
        return material;
    }

  private:
    void setAlpha(const tinygltf::Material& from, Material& material) {
        if (tint_in_alpha_) {
            material.tint_mask = TintMask::kAlpha;
            return;
        }
        if (from.alphaMode == "MASK" || from.alphaMode == "BLEND") material.alpha_mode = AlphaMode::kMask;
        if (from.alphaMode == "BLEND") {
            notes_.info("material " + printable(material.name) +
                        " is blended; drawn with an alpha test at 0.5 instead");
        } else {
            material.alpha_cutoff = std::clamp(static_cast<float>(from.alphaCutoff), 0.0F, 1.0F);
        }
    }

    int imageOf(int texture_index, std::size_t material) {
        const std::vector<tinygltf::Texture>& all = file_.model().textures;
        if (static_cast<std::size_t>(texture_index) >= all.size()) {
            return broken(fmt::format("texture {} of only {}, used by material {}", texture_index, all.size(),
                                      material));
        }
        const tinygltf::Texture& texture = all[static_cast<std::size_t>(texture_index)];
        if (texture.source < 0) {
            notes_.warn(fmt::format("texture {} has no image{}; the plain colour is drawn instead",
                                    texture_index,
                                    texture.extensions.empty() ? "" : " except by an extension"));
            return -1;
        }
        const GltfImage image = file_.image(texture.source);
        if (!image.uri.empty()) return textures_.loadFile(image.uri);
        const std::string name = fmt::format("embedded {}", texture.source);
        return textures_.load(name, [&]() -> Image {
            if (!image.fault.empty()) throw inputError(fmt::format("image {}", texture.source), image.fault);
            return decodeImage(image.bytes, name);
        });
    }

    // A reference to something that the file does not have.
    int broken(const std::string& what) {
        return textures_.load(what, [&]() -> Image { throw inputError(what, "does not exist"); });
    }

    const GltfFile& file_;
    bool tint_in_alpha_;
    TextureLoader& textures_;
    Notes& notes_;
};

}  // namespace

MaterialSet readGltfMaterials(const GltfFile& file, const std::vector<bool>& used, bool tint_in_alpha,
                              SideFiles& side_files, Notes& notes) {
    MaterialSet set;
    TextureLoader textures(side_files, set, notes);
    Reader reader(file, tint_in_alpha, textures, notes);
    for (std::size_t i = 0; i < file.model().materials.size(); ++i) {
        if (!used[i]) {
            set.skip();
            continue;
        }
        UvSource uv;
        Material material = reader.read(i, uv);
        set.add(std::move(material), uv);
    }
    set.finish();
    return set;
}

}  // namespace phalanx

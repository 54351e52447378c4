#include "asset/assimp/materials.h"

#include <assimp/GltfMaterial.h>
#include <assimp/material.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "asset/assimp/convert.h"
#include "asset/common/image.h"
#include "core/error.h"
#include "core/printable.h"

namespace phalanx {
namespace {

Image rawImage(const aiTexture& texture, const std::string& name) {
    const std::int64_t texels = std::int64_t{texture.mWidth} * texture.mHeight;
    if (texture.mWidth > kMaxImageSide || texture.mHeight > kMaxImageSide || texels > kMaxImageTexels ||
        texels == 0) {
        throw inputError(name, fmt::format("is an image of {} x {} texels; the limit is {} per side",
                                           texture.mWidth, texture.mHeight, kMaxImageSide));
    }
    Image image{name, static_cast<int>(texture.mWidth), static_cast<int>(texture.mHeight), {}};
    image.rgba.reserve(static_cast<std::size_t>(texels) * 4);
    for (std::int64_t i = 0; i < texels; ++i) {
        const aiTexel& t = texture.pcData[i];
        image.rgba.insert(image.rgba.end(), {t.r, t.g, t.b, t.a});
    }
    return image;
}

class Reader {
  public:
    Reader(const aiScene& scene, const MaterialSource& source, Notes& notes, TextureLoader& textures)
        : scene_(scene), source_(source), notes_(notes), textures_(textures) {}

    Material read(const aiMaterial& from, UvSource& uv) {
        Material material;
        aiString text;
        if (from.Get(AI_MATKEY_NAME, text) == aiReturn_SUCCESS) material.name = toString(text);
        material.image = texture(from, uv);
        color(from, material);
        alpha(from, material);
        int two_sided = 0;
        material.two_sided = from.Get(AI_MATKEY_TWOSIDED, two_sided) == aiReturn_SUCCESS && two_sided != 0;
        return material;
    }

  private:
    void color(const aiMaterial& from, Material& material) const {
        aiColor4D color(1.0F, 1.0F, 1.0F, 1.0F);
        if (from.Get(AI_MATKEY_BASE_COLOR, color) != aiReturn_SUCCESS)
            from.Get(AI_MATKEY_COLOR_DIFFUSE, color);
        const glm::vec4 read(color.r, color.g, color.b, color.a);
        const bool sane = std::isfinite(read.x + read.y + read.z + read.w);
        // In formats other than glTF, exporters write a grey or black diffuse colour beside a texture, and
        // viewers ignore it.
        const bool meant = source_.is_gltf || material.image < 0;
        material.base_color =
            sane && meant ? glm::clamp(read, glm::vec4(0.0F), glm::vec4(1.0F)) : glm::vec4(1.0F);
        if (!source_.is_gltf) material.base_color.a = 1.0F;
    }

    void alpha(const aiMaterial& from, Material& material) {
        if (source_.tint_in_alpha) {
            material.tint_mask = TintMask::kAlpha;
            return;
        }
        aiString mode;
        if (from.Get(AI_MATKEY_GLTF_ALPHAMODE, mode) == aiReturn_SUCCESS) {
            const std::string name = toString(mode);
            if (name == "MASK" || name == "BLEND") material.alpha_mode = AlphaMode::kMask;
            if (name == "BLEND") {
                notes_.info("material " + printable(material.name) +
                            " is blended; drawn with an alpha test at 0.5 instead");
            } else {
                float cutoff = material.alpha_cutoff;
                if (from.Get(AI_MATKEY_GLTF_ALPHACUTOFF, cutoff) == aiReturn_SUCCESS &&
                    std::isfinite(cutoff)) {
                    material.alpha_cutoff = std::clamp(cutoff, 0.0F, 1.0F);
                }
            }
        } else if (from.GetTextureCount(aiTextureType_OPACITY) > 0 && material.image >= 0) {
            material.alpha_mode = AlphaMode::kMask;
        }
    }

    int texture(const aiMaterial& from, UvSource& uv) {
        for (const aiTextureType type : {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE}) {
            aiString path;
            unsigned channel = 0;
            if (from.GetTexture(type, 0, &path, nullptr, &channel) != aiReturn_SUCCESS || path.length == 0)
                continue;
            aiUVTransform placed;
            if (from.Get(AI_MATKEY_UVTRANSFORM(type, 0), placed) == aiReturn_SUCCESS && !isIdentity(placed))
                notes_.warn("texture " + printable(toString(path)) +
                            " is moved, rotated or scaled by its material; drawn without this transform");
            uv.channel = channel;
            const std::string name = toString(path);
            const aiTexture* embedded = scene_.GetEmbeddedTexture(name.c_str());
            if (embedded == nullptr) return textures_.loadFile(name);
            return textures_.load(name, [&] { return decodeEmbedded(*embedded, name); });
        }
        return -1;
    }

    static bool isIdentity(const aiUVTransform& t) {
        constexpr float kSmall = 1e-5F;
        return std::abs(t.mTranslation.x) + std::abs(t.mTranslation.y) + std::abs(t.mRotation) < kSmall &&
               std::abs(t.mScaling.x - 1.0F) + std::abs(t.mScaling.y - 1.0F) < kSmall;
    }

    static Image decodeEmbedded(const aiTexture& texture, const std::string& path) {
        const std::string own = toString(texture.mFilename);
        const std::string name = own.empty() ? "embedded " + printable(path) : printable(own);
        if (texture.mHeight != 0) return rawImage(texture, name);
        return decodeImage({reinterpret_cast<const std::uint8_t*>(texture.pcData), texture.mWidth}, name);
    }

    const aiScene& scene_;
    const MaterialSource& source_;
    Notes& notes_;
    TextureLoader& textures_;
};

}  // namespace

MaterialSet readMaterials(const aiScene& scene, const std::vector<bool>& used, const MaterialSource& source,
                          SideFiles& side_files, Notes& notes) {
    MaterialSet set;
    TextureLoader textures(side_files, set, notes);
    Reader reader(scene, source, notes, textures);
    for (unsigned i = 0; i < scene.mNumMaterials; ++i) {
        if (!used[i]) {
            set.skip();
            continue;
        }
        UvSource uv;
        Material material = reader.read(*scene.mMaterials[i], uv);
        set.add(std::move(material), uv);
    }
    set.finish();
    return set;
}

}  // namespace phalanx

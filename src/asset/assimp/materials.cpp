#include "asset/assimp/materials.h"

#include <assimp/GltfMaterial.h>
#include <assimp/material.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <system_error>

#include "asset/assimp/convert.h"
#include "asset/image.h"
#include "asset/steps/texture_file.h"
#include "core/error.h"
#include "core/file.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

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
    Reader(const aiScene& scene, const MaterialSource& source, Notes& notes, MaterialSet& set)
        : scene_(scene), source_(source), notes_(notes), set_(set) {}

    Material read(const aiMaterial& from, bool used, unsigned& uv_channel) {
        Material material;
        aiString text;
        if (from.Get(AI_MATKEY_NAME, text) == aiReturn_SUCCESS) material.name = toString(text);
        if (used) material.image = texture(from, uv_channel);
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
                notes_.info("material " + material.name +
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

    int texture(const aiMaterial& from, unsigned& uv_channel) {
        for (const aiTextureType type : {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE}) {
            aiString path;
            unsigned channel = 0;
            if (from.GetTexture(type, 0, &path, nullptr, &channel) != aiReturn_SUCCESS || path.length == 0)
                continue;
            aiUVTransform placed;
            if (from.Get(AI_MATKEY_UVTRANSFORM(type, 0), placed) == aiReturn_SUCCESS && !isIdentity(placed))
                notes_.warn("texture " + shown(toString(path)) +
                            " is moved, rotated or scaled by its material; drawn without this transform");
            uv_channel = channel < AI_MAX_NUMBER_OF_TEXTURECOORDS ? channel : 0;
            const std::string name = toString(path);
            const auto [entry, fresh] = image_of_.try_emplace(name, -1);
            if (fresh) entry->second = load(name);
            return entry->second;
        }
        return -1;
    }

    int load(const std::string& name) {
        try {
            const aiTexture* embedded = scene_.GetEmbeddedTexture(name.c_str());
            if (embedded != nullptr) return keep(decodeEmbedded(*embedded, name));
            const auto file = findTextureFile(name, source_.model_path.parent_path());
            if (!file) {
                notes_.warn("texture " + shown(name) +
                            " is not in the model's folder; the plain colour is drawn instead");
                return -1;
            }
            std::error_code error;
            const std::uintmax_t bytes = fs::file_size(*file, error);
            if (error || bytes > source_.max_file_bytes) {
                throw inputError(
                    shown(name),
                    fmt::format("has {} bytes, more than the limit; --import-size raises it", bytes));
            }
            notes_.sideFile(*file);
            return keep(decodeImage(readBinaryFile(*file), file->filename().string()));
        } catch (const Error& e) {
            notes_.warn(std::string("texture ") + e.what() + "; a checkerboard is drawn instead");
            return keep(checkerboard(name));
        }
    }

    static bool isIdentity(const aiUVTransform& t) {
        constexpr float kSmall = 1e-5F;
        return std::abs(t.mTranslation.x) + std::abs(t.mTranslation.y) + std::abs(t.mRotation) < kSmall &&
               std::abs(t.mScaling.x - 1.0F) + std::abs(t.mScaling.y - 1.0F) < kSmall;
    }

    static std::string shown(const std::string& name) {
        std::string result = name.substr(0, 120);
        std::replace_if(
            result.begin(), result.end(), [](unsigned char c) { return c < 0x20; }, '?');
        return result;
    }

    static Image decodeEmbedded(const aiTexture& texture, const std::string& path) {
        const std::string own = toString(texture.mFilename);
        const std::string name = own.empty() ? "embedded " + shown(path) : shown(own);
        if (texture.mHeight != 0) return rawImage(texture, name);
        return decodeImage({reinterpret_cast<const std::uint8_t*>(texture.pcData), texture.mWidth}, name);
    }

    int keep(Image image) {
        set_.images.push_back(std::move(image));
        return static_cast<int>(set_.images.size()) - 1;
    }

    const aiScene& scene_;
    const MaterialSource& source_;
    Notes& notes_;
    MaterialSet& set_;
    std::map<std::string, int> image_of_;
};

bool looksAlike(const Material& a, const Material& b) {
    return a.base_color == b.base_color && a.image == b.image && a.alpha_mode == b.alpha_mode &&
           a.alpha_cutoff == b.alpha_cutoff && a.two_sided == b.two_sided && a.tint_mask == b.tint_mask;
}

}  // namespace

MaterialSet readMaterials(const aiScene& scene, const std::vector<bool>& used, const MaterialSource& source,
                          Notes& notes) {
    MaterialSet set;
    Reader reader(scene, source, notes, set);
    set.uv_channel_of.resize(scene.mNumMaterials, 0);
    for (unsigned i = 0; i < scene.mNumMaterials; ++i) {
        if (!used[i]) {
            set.material_of.push_back(0);
            continue;
        }
        Material material = reader.read(*scene.mMaterials[i], used[i], set.uv_channel_of[i]);
        const auto same = std::find_if(set.materials.begin(), set.materials.end(),
                                       [&](const Material& other) { return looksAlike(material, other); });
        set.material_of.push_back(static_cast<std::uint32_t>(same - set.materials.begin()));
        if (same == set.materials.end()) set.materials.push_back(std::move(material));
    }
    if (set.materials.empty()) set.materials.emplace_back();
    return set;
}

}  // namespace phalanx

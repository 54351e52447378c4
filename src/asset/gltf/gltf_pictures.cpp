#include "asset/gltf/gltf_pictures.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "asset/gltf/base64.h"

namespace phalanx {
namespace {

using nlohmann::json;

// A data URI of one byte, which no image decoder accepts.
constexpr const char* kBroken = "data:image/png;base64,AA==";

class PictureRepair {
  public:
    PictureRepair(GltfDocument& document, Notes& notes) : doc_(document), notes_(notes) {}

    void run() {
        for (std::size_t i = 0; i < doc_.count("images"); ++i) {
            json& image = list("images")[i];
            const std::string reason = faultOf(image);
            if (reason.empty()) continue;
            for (const char* key : {"bufferView", "mimeType"}) image.erase(key);
            image["uri"] = kBroken;
            warn(fmt::format("image {} {}", i, reason));
        }
        for (std::size_t t = 0; t < doc_.count("textures"); ++t) checkTexture(t);
        for (std::size_t m = 0; m < doc_.count("materials"); ++m) checkTextures(list("materials")[m], m);
    }

  private:
    json& list(const char* name) { return doc_.json()[name]; }

    void warn(const std::string& text) {
        notes_.warn(text);
        doc_.markChanged();
    }

    // The problem of an image as far as it can be found without decoding; empty if none.
    std::string faultOf(json& image) {
        const auto uri = image.find("uri");
        if (uri != image.end() && uri->is_string() && !uri->get_ref<const std::string&>().empty())
            return faultOfUri(uri->get_ref<std::string&>());
        const auto view = image.find("bufferView");
        if (view == image.end()) return "has neither a uri nor a buffer view";
        if (!view->is_number_unsigned() || view->get<std::size_t>() >= doc_.count("bufferViews"))
            return fmt::format("uses view {} of only {}", view->dump().substr(0, 20),
                               doc_.count("bufferViews"));
        const auto type = image.find("mimeType");
        if (type == image.end() || !type->is_string()) {
            image["mimeType"] = "image/png";  // Assimp requires one; the decoder detects the real type
            notes_.info("an image without a type (mimeType); detected from its bytes");
            doc_.markChanged();
        }
        return "";
    }

    std::string faultOfUri(std::string& uri) {
        if (!uri.starts_with("data:")) return "";
        const std::size_t comma = uri.find(',');
        if (comma == std::string::npos) return "has a data uri without data";
        if (!std::string_view(uri).substr(0, comma).ends_with(";base64"))
            return "has a data uri that is not base64";
        const auto bytes = decodeBase64(std::string_view(uri).substr(comma + 1));
        if (!bytes) return "has a data uri that cannot be decoded";
        if (bytes->empty()) return "has an empty data uri";
        if ((uri.size() - comma - 1) % 4 !=
            0) {  // Assimp requires the padding, which some exporters leave out
            uri = uri.substr(0, comma + 1) + encodeBase64(*bytes);
            doc_.markChanged();
        }
        return "";
    }

    // The index of an image that is certainly broken, which is added on the first call.
    std::size_t broken() {
        if (!broken_) {
            broken_ = doc_.count("images");
            list("images").push_back({{"uri", kBroken}});
        }
        return *broken_;
    }

    void checkTexture(std::size_t t) {
        json& texture = list("textures")[t];
        const auto sampler = texture.find("sampler");
        if (sampler != texture.end() && !isIn(*sampler, "samplers")) {
            texture.erase("sampler");
            warn(fmt::format("texture {} uses a sampler that does not exist; left out", t));
        }
        const auto source = texture.find("source");
        if (source == texture.end()) {
            notes_.warn(fmt::format("texture {} has no image{}; the plain colour is drawn instead", t,
                                    texture.contains("extensions") ? " except by an extension" : ""));
        } else if (!isIn(*source, "images")) {
            warn(fmt::format("texture {} uses image {} of only {}", t, source->dump().substr(0, 20),
                             doc_.count("images")));
            texture["source"] = broken();
        }
    }

    // Checks every "...Texture": {"index": N} of a material.
    void checkTextures(json& below, std::size_t material) {
        for (auto& [name, value] : below.items()) {
            if (!value.is_object()) continue;
            const bool names_texture = name.ends_with("Texture") && value.contains("index");
            if (names_texture && !isIn(value["index"], "textures")) {
                warn(fmt::format("the {} of material {} uses texture {} of only {}", name, material,
                                 value["index"].dump().substr(0, 20), doc_.count("textures")));
                value["index"] = brokenTexture();
            }
            if (!names_texture) checkTextures(value, material);
        }
    }

    std::size_t brokenTexture() {
        if (!broken_texture_) {
            const std::size_t picture = broken();
            broken_texture_ = doc_.count("textures");
            list("textures").push_back({{"source", picture}});
        }
        return *broken_texture_;
    }

    bool isIn(const json& number, const char* name) const {
        return number.is_number_unsigned() && number.get<std::size_t>() < doc_.count(name);
    }

    GltfDocument& doc_;
    Notes& notes_;
    std::optional<std::size_t> broken_;
    std::optional<std::size_t> broken_texture_;
};

}  // namespace

void repairPictures(GltfDocument& document, Notes& notes) {
    PictureRepair(document, notes).run();
}

}  // namespace phalanx

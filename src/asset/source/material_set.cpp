#include "asset/source/material_set.h"

#include <algorithm>

#include "asset/common/image.h"
#include "core/error.h"
#include "core/printable.h"

namespace phalanx {
namespace {

bool looksAlike(const Material& a, const Material& b) {
    return a.base_color == b.base_color && a.image == b.image && a.alpha_mode == b.alpha_mode &&
           a.alpha_cutoff == b.alpha_cutoff && a.two_sided == b.two_sided && a.tint_mask == b.tint_mask &&
           a.unlit == b.unlit;
}

}  // namespace

void MaterialSet::add(Material material, const UvSource& uv) {
    const auto same =
        std::ranges::find_if(materials, [&](const Material& other) { return looksAlike(material, other); });
    material_of.push_back(static_cast<std::uint32_t>(same - materials.begin()));
    uv_of.push_back(uv);
    if (same == materials.end()) materials.push_back(std::move(material));
}

void MaterialSet::skip() {
    material_of.push_back(0);
    uv_of.emplace_back();
}

void MaterialSet::finish() {
    if (materials.empty()) materials.emplace_back();
}

std::uint32_t MaterialSet::indexOf(int file_material) const {
    const auto index = static_cast<std::size_t>(file_material);
    return file_material < 0 || index >= material_of.size() ? 0 : material_of[index];
}

UvSource MaterialSet::uvOf(int file_material) const {
    const auto index = static_cast<std::size_t>(file_material);
    return file_material < 0 || index >= uv_of.size() ? UvSource{} : uv_of[index];
}

int TextureLoader::load(const std::string& name, const std::function<Image()>& decode) {
    const auto [entry, fresh] = image_of_.try_emplace(name, -1);
    if (!fresh) return entry->second;
    try {
        entry->second = keep(decode());
    } catch (const Error& e) {
        notes_.warn(std::string("texture ") + e.what() + "; a checkerboard is drawn instead");
        entry->second = keep(checkerboard(name));
    }
    return entry->second;
}

int TextureLoader::loadFile(const std::string& name) {
    const auto known = image_of_.find(name);
    if (known != image_of_.end()) return known->second;
    const auto file = side_files_.find(name);
    if (!file) {
        notes_.warn("texture " + printable(name) +
                    " is not in the model's folder; the plain colour is drawn instead");
        return image_of_[name] = -1;
    }
    return load(name, [&] {
        if (const std::string fault = side_files_.tooLarge(*file); !fault.empty())
            throw inputError(printable(name), fault);
        return decodeImage(side_files_.read(*file), file->filename().string());
    });
}

int TextureLoader::keep(Image image) {
    set_.images.push_back(std::move(image));
    return static_cast<int>(set_.images.size()) - 1;
}

}  // namespace phalanx

#include "mesh/patch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace phalanx::soldier {
namespace {

// Vertices within 10 micrometres have the same position.
std::array<long, 4> placeKey(const glm::vec3& p, int group) {
    const auto cell = [](float x) { return std::lround(static_cast<double>(x) * 1e5); };
    return {cell(p.x), cell(p.y), cell(p.z), group};
}

BoneWeights swapSides(const BoneWeights& weights, const Skeleton& skeleton) {
    BoneWeights swapped(weights.size(), 0.0F);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] == 0.0F) continue;
        std::string name = skeleton.bones[i].name;
        if (name.ends_with(".L")) {
            name.back() = 'R';
        } else if (name.ends_with(".R")) {
            name.back() = 'L';
        }
        swapped[static_cast<std::size_t>(skeleton.index(name))] = weights[i];
    }
    return swapped;
}

// Vertices are at one place if they are at rest.
std::vector<glm::vec3> normalsOf(const Patch& patch, const std::vector<glm::vec3>& positions) {
    std::map<std::array<long, 4>, glm::vec3> sums;
    for (std::size_t i = 0; i + 2 < patch.indices.size(); i += 3) {
        const glm::vec3& a = positions[patch.indices[i]];
        const glm::vec3& b = positions[patch.indices[i + 1]];
        const glm::vec3& c = positions[patch.indices[i + 2]];
        const glm::vec3 area = glm::cross(b - a, c - a);
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t v = patch.indices[i + k];
            const auto [place, added] = sums.try_emplace(placeKey(patch.positions[v], patch.groups[v]), 0.0F);
            place->second += area;
        }
    }
    std::vector<glm::vec3> normals(patch.positions.size(), glm::vec3(0.0F, 1.0F, 0.0F));
    for (std::size_t v = 0; v < patch.positions.size(); ++v) {
        const auto place = sums.find(placeKey(patch.positions[v], patch.groups[v]));
        if (place == sums.end()) continue;
        const float length = glm::length(place->second);
        if (length > 1e-12F) normals[v] = place->second / length;
    }
    return normals;
}

}  // namespace

void computeNormals(Patch& patch) {
    patch.normals = normalsOf(patch, patch.positions);
    for (std::size_t m = 0; m < kMorphs; ++m) {
        if (!patch.morphed[m].empty()) patch.morphed_normals[m] = normalsOf(patch, patch.morphed[m]);
    }
}

void PatchList::add(std::string name, Material material, Patch patch, const WeightRule& rule, float detail) {
    patch.name = std::move(name);
    patch.part = part;
    patch.material = material;
    patch.detail = detail;
    computeNormals(patch);
    patch.weights.reserve(patch.positions.size());
    for (const glm::vec3& p : patch.positions) patch.weights.push_back(rule(p));
    patches.push_back(std::move(patch));
}

void PatchList::addPair(const std::string& name, Material material, const Patch& patch,
                        const WeightRule& rule, const Skeleton& skeleton, bool shared_texels, float detail) {
    add(name + ".L", material, patch, rule, detail);
    Patch mirror = patches.back();
    mirror.name = name + ".R";
    if (shared_texels) mirror.chart_owner = static_cast<int>(patches.size()) - 1;
    for (glm::vec3& p : mirror.positions) p.x = -p.x;
    for (glm::vec3& n : mirror.normals) n.x = -n.x;
    for (std::size_t m = 0; m < kMorphs; ++m) {
        for (glm::vec3& p : mirror.morphed[m]) p.x = -p.x;
        for (glm::vec3& n : mirror.morphed_normals[m]) n.x = -n.x;
    }
    for (std::size_t i = 0; i + 2 < mirror.indices.size(); i += 3) {
        std::swap(mirror.indices[i + 1], mirror.indices[i + 2]);
    }
    for (BoneWeights& w : mirror.weights) w = swapSides(w, skeleton);
    patches.push_back(std::move(mirror));
}

}  // namespace phalanx::soldier

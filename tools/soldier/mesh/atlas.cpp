#include "mesh/atlas.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "mesh/ao.h"
#include "mesh/materials.h"
#include "mesh/noise.h"

namespace phalanx::soldier {
namespace {

std::size_t texelIndex(int x, int y, int width) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
}

constexpr int kPad = 2;       // texels around each chart
constexpr int kSamples = 2;   // colour samples per texel along each axis
constexpr int kAoShrink = 2;  // the occlusion map is coarser by this factor
constexpr int kAoSize = kAtlasSize / kAoShrink;
constexpr int kAoRays = 48;

struct Bounds {
    glm::vec2 low{1e9F};
    glm::vec2 high{-1e9F};
    glm::vec2 size() const { return high - low; }
};

Bounds chartBounds(const Patch& patch) {
    Bounds b;
    for (const glm::vec2& c : patch.chart) {
        b.low = glm::min(b.low, c);
        b.high = glm::max(b.high, c);
    }
    return b;
}

// Skyline packing: charts by descending height, each placed where its lower edge is highest in the image.
// Charts are not rotated, because boxes are painted along the axes of their front. J. Jylanki, "A Thousand
// Ways to Pack the Bin", 2010, section 5.
std::optional<std::vector<glm::ivec2>> tryPack(const std::vector<Bounds>& bounds,
                                               const std::vector<Patch>& patches,
                                               const std::vector<std::size_t>& order, float scale) {
    std::vector<glm::ivec2> corner(patches.size());
    std::vector<int> skyline(kAtlasSize, 0);  // number of occupied texels per column
    for (const std::size_t i : order) {
        const glm::vec2 size = bounds[i].size() * scale * patches[i].detail;
        const int w = std::max(3, static_cast<int>(std::ceil(size.x))) + 2 * kPad;
        const int h = std::max(3, static_cast<int>(std::ceil(size.y))) + 2 * kPad;
        int best_x = -1;
        int best_y = kAtlasSize - h + 1;
        for (int x = 0; x + w <= kAtlasSize; x += 2) {
            const int y = *std::max_element(skyline.begin() + x, skyline.begin() + x + w);
            if (y >= best_y) continue;
            best_x = x;
            best_y = y;
        }
        if (best_x < 0) return std::nullopt;
        corner[i] = {best_x + kPad, best_y + kPad};
        std::fill(skyline.begin() + best_x, skyline.begin() + best_x + w, best_y + h);
    }
    return corner;
}

// Calls `visit(x, y, barycentric)` for every sample point inside a triangle, on a grid of `size` cells per
// side.
template <typename Visit>
void rasterise(glm::vec2 a, glm::vec2 b, glm::vec2 c, int size, const Visit& visit) {
    const float area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    if (std::abs(area) < 1e-9F) return;
    const auto low = [](float p, float q, float r) {
        return static_cast<int>(std::floor(std::min({p, q, r})));
    };
    const auto high = [](float p, float q, float r) {
        return static_cast<int>(std::ceil(std::max({p, q, r})));
    };
    for (int y = std::max(0, low(a.y, b.y, c.y)); y <= std::min(size - 1, high(a.y, b.y, c.y)); ++y) {
        for (int x = std::max(0, low(a.x, b.x, c.x)); x <= std::min(size - 1, high(a.x, b.x, c.x)); ++x) {
            const glm::vec2 p{static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F};
            const float v = ((p.x - a.x) * (c.y - a.y) - (c.x - a.x) * (p.y - a.y)) / area;
            const float w = ((b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y)) / area;
            constexpr float kEdge = -1e-5F;
            if (v < kEdge || w < kEdge || 1.0F - v - w < kEdge) continue;
            visit(x, y, glm::vec3(1.0F - v - w, v, w));
        }
    }
}

template <typename T>
T blend(const std::vector<T>& values, const std::uint32_t* triangle, const glm::vec3& at) {
    return values[triangle[0]] * at.x + values[triangle[1]] * at.y + values[triangle[2]] * at.z;
}

// Fills empty cells from filled neighbours, ring by ring.
template <typename Value>
void bleed(std::vector<Value>& values, std::vector<char>& filled, int size, int rings) {
    for (int ring = 0; ring < rings; ++ring) {
        std::vector<Value> next = values;
        std::vector<char> next_filled = filled;
        for (int y = 0; y < size; ++y) {
            for (int x = 0; x < size; ++x) {
                const auto here = texelIndex(x, y, size);
                if (filled[here] != 0) continue;
                Value sum{};
                float count = 0.0F;
                for (int dy = -1; dy <= 1; ++dy) {
                    for (int dx = -1; dx <= 1; ++dx) {
                        const int nx = x + dx;
                        const int ny = y + dy;
                        if (nx < 0 || ny < 0 || nx >= size || ny >= size) continue;
                        const auto there = texelIndex(nx, ny, size);
                        if (filled[there] == 0) continue;
                        sum += values[there];
                        count += 1.0F;
                    }
                }
                if (count == 0.0F) continue;
                next[here] = sum / count;
                next_filled[here] = 1;
            }
        }
        values = std::move(next);
        filled = std::move(next_filled);
    }
}

// The parts that can occlude a part. Parts that only some variants have occlude only themselves and what is
// attached to them, so that a soldier without them shows no shadow of them.
bool shades(std::string_view receiver, std::string_view caster) {
    if (receiver == caster) return true;
    if (receiver == "rifle" || caster == "rifle") return false;
    return caster == "body" || (caster == "vest" && (receiver == "pack" || receiver == "medic"));
}

Occluder occluderOf(const std::vector<Patch>& patches, std::string_view receiver) {
    std::vector<Triangle> triangles;
    for (const Patch& patch : patches) {
        if (!shades(receiver, patch.part)) continue;
        for (std::size_t i = 0; i + 2 < patch.indices.size(); i += 3) {
            triangles.push_back({patch.positions[patch.indices[i]], patch.positions[patch.indices[i + 1]],
                                 patch.positions[patch.indices[i + 2]]});
        }
    }
    return Occluder(std::move(triangles));
}

std::vector<float> bakeOpenness(const std::vector<Patch>& patches, const AtlasLayout& layout) {
    const auto cells = static_cast<std::size_t>(kAoSize) * kAoSize;
    std::vector<float> open(cells, 0.0F);
    std::vector<char> filled(cells, 0);
    std::vector<std::string> parts;
    for (const Patch& patch : patches) {
        if (std::find(parts.begin(), parts.end(), patch.part) == parts.end()) parts.push_back(patch.part);
    }
    for (const std::string& part : parts) {
        const Occluder occluder = occluderOf(patches, part);
        const float reach = part == "rifle" ? 0.12F : 0.30F;
        for (std::size_t i = 0; i < patches.size(); ++i) {
            const Patch& patch = patches[i];
            if (patch.part != part || patch.chart_owner >= 0) continue;
            for (std::size_t t = 0; t + 2 < patch.indices.size(); t += 3) {
                const std::uint32_t* corner = &patch.indices[t];
                const auto at = [&](int k) { return layout.uv[i][corner[k]] * static_cast<float>(kAoSize); };
                rasterise(at(0), at(1), at(2), kAoSize, [&](int x, int y, const glm::vec3& b) {
                    const auto cell = texelIndex(x, y, kAoSize);
                    if (filled[cell] != 0) return;
                    const glm::vec3 p = blend(patch.positions, corner, b);
                    const glm::vec3 n = glm::normalize(blend(patch.normals, corner, b));
                    const float turn =
                        6.2831853F * valueNoise({static_cast<float>(x), static_cast<float>(y), 0.0F}, 99);
                    open[cell] = std::pow(occluder.openness(p, n, reach, kAoRays, turn), 0.9F);
                    filled[cell] = 1;
                });
            }
        }
    }
    bleed(open, filled, kAoSize, 2);
    // Smoothed, because the noise of the rays would be visible and make the PNG a third larger.
    std::vector<float> calm = open;
    for (int y = 1; y + 1 < kAoSize; ++y) {
        for (int x = 1; x + 1 < kAoSize; ++x) {
            float sum = 0.0F;
            float weight = 0.0F;
            for (int dy = -1; dy <= 1; ++dy) {
                for (int dx = -1; dx <= 1; ++dx) {
                    const auto there = texelIndex(x + dx, y + dy, kAoSize);
                    if (filled[there] == 0) continue;
                    const float w = static_cast<float>((2 - std::abs(dx)) * (2 - std::abs(dy)));
                    sum += w * open[there];
                    weight += w;
                }
            }
            if (weight > 0.0F) calm[texelIndex(x, y, kAoSize)] = sum / weight;
        }
    }
    return calm;
}

float sampleOpenness(const std::vector<float>& open, const glm::vec2& uv) {
    const glm::vec2 p = uv * static_cast<float>(kAoSize) - 0.5F;
    const glm::vec2 base = glm::floor(p);
    const glm::vec2 t = p - base;
    const auto at = [&](float x, float y) {
        const int cx = std::clamp(static_cast<int>(x), 0, kAoSize - 1);
        const int cy = std::clamp(static_cast<int>(y), 0, kAoSize - 1);
        return open[texelIndex(cx, cy, kAoSize)];
    };
    return glm::mix(glm::mix(at(base.x, base.y), at(base.x + 1.0F, base.y), t.x),
                    glm::mix(at(base.x, base.y + 1.0F), at(base.x + 1.0F, base.y + 1.0F), t.x), t.y);
}

}  // namespace

AtlasLayout packAtlas(const std::vector<Patch>& patches) {
    std::vector<Bounds> bounds;
    for (const Patch& patch : patches) bounds.push_back(chartBounds(patch));
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < patches.size(); ++i) {
        if (patches[i].chart_owner < 0) order.push_back(i);
    }
    // The best order depends on the charts, so three orders are tried.
    const auto sortBy = [&](const auto& key) {
        std::vector<std::size_t> sorted = order;
        std::stable_sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
            return key(bounds[a].size() * patches[a].detail) > key(bounds[b].size() * patches[b].detail);
        });
        return sorted;
    };
    float low = 20.0F;
    std::optional<std::vector<glm::ivec2>> corners;
    for (const auto& sorted :
         {sortBy([](glm::vec2 s) { return s.y; }), sortBy([](glm::vec2 s) { return s.x * s.y; }),
          sortBy([](glm::vec2 s) { return std::max(s.x, s.y); })}) {
        float below = low;
        float above = 2000.0F;
        for (int step = 0; step < 14; ++step) {
            const float middle = 0.5F * (below + above);
            auto packed = tryPack(bounds, patches, sorted, middle);
            (packed ? below : above) = middle;
            if (packed) corners = std::move(packed);
        }
        low = below;
    }
    if (!corners)
        throw std::runtime_error("the charts do not fit into the atlas even at 20 texels per metre");

    AtlasLayout layout;
    layout.texels_per_metre = low;
    layout.uv.resize(patches.size());
    for (std::size_t i = 0; i < patches.size(); ++i) {
        const Patch& patch = patches[i];
        const std::size_t owner = patch.chart_owner < 0 ? i : static_cast<std::size_t>(patch.chart_owner);
        for (const glm::vec2& c : patch.chart) {
            const glm::vec2 texel =
                glm::vec2((*corners)[owner]) + 0.5F + (c - bounds[owner].low) * low * patch.detail * 0.995F;
            layout.uv[i].push_back(texel / static_cast<float>(kAtlasSize));
        }
    }
    return layout;
}

Atlas paintAtlas(const std::vector<Patch>& patches, const AtlasLayout& layout) {
    const std::vector<float> open = bakeOpenness(patches, layout);
    const auto texels = static_cast<std::size_t>(kAtlasSize) * kAtlasSize;
    std::vector<glm::vec4> sum(texels, glm::vec4(0.0F));
    std::vector<float> count(texels, 0.0F);
    constexpr int kFine = kAtlasSize * kSamples;
    for (std::size_t i = 0; i < patches.size(); ++i) {
        const Patch& patch = patches[i];
        if (patch.chart_owner >= 0) continue;
        for (std::size_t t = 0; t + 2 < patch.indices.size(); t += 3) {
            const std::uint32_t* corner = &patch.indices[t];
            const auto at = [&](int k) { return layout.uv[i][corner[k]] * static_cast<float>(kFine); };
            rasterise(at(0), at(1), at(2), kFine, [&](int x, int y, const glm::vec3& b) {
                const auto texel = texelIndex(x / kSamples, y / kSamples, kAtlasSize);
                Surface surface;
                surface.position = blend(patch.positions, corner, b);
                surface.normal = glm::normalize(blend(patch.normals, corner, b));
                surface.chart = blend(patch.chart, corner, b);
                surface.face = patch.face;
                surface.material = patch.material;
                surface.openness = sampleOpenness(open, (glm::vec2(x, y) + 0.5F) / static_cast<float>(kFine));
                const Paint result = paint(surface);
                sum[texel] += glm::vec4(result.color, result.team);
                count[texel] += 1.0F;
            });
        }
    }
    std::vector<char> filled(texels, 0);
    for (std::size_t i = 0; i < texels; ++i) {
        if (count[i] == 0.0F) continue;
        sum[i] /= count[i];
        filled[i] = 1;
    }
    bleed(sum, filled, kAtlasSize, 12);
    // The remaining texels are visible only in small mip levels: they get the soldier's mean colour.
    for (std::size_t i = 0; i < texels; ++i) {
        if (filled[i] == 0) sum[i] = glm::vec4(rgb(0x68634a), 0.25F);
    }
    Atlas atlas;
    atlas.size = kAtlasSize;
    atlas.rgba.resize(texels * 4);
    for (std::size_t i = 0; i < texels; ++i) {
        for (int k = 0; k < 4; ++k) {
            // Steps of 3 (15 in the mask) are not visible on cloth, and make the PNG a third smaller.
            const float step = k < 3 ? 3.0F : 15.0F;
            const float value = std::clamp(sum[i][k], 0.0F, 1.0F) * 255.0F;
            atlas.rgba[i * 4 + static_cast<std::size_t>(k)] =
                static_cast<std::uint8_t>(std::lround(std::round(value / step) * step));
        }
    }
    return atlas;
}

}  // namespace phalanx::soldier

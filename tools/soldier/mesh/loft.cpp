#include "mesh/loft.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace phalanx::soldier {
namespace {

constexpr float kRadians = std::numbers::pi_v<float> / 180.0F;

float signedPower(float x, float exponent) {
    return std::copysign(std::pow(std::abs(x), exponent), x);
}

glm::vec3 ringPoint(const Ring& ring, float angle_deg) {
    const float exponent = 2.0F / ring.power;
    const float c = std::cos(angle_deg * kRadians);
    const float s = std::sin(angle_deg * kRadians);
    return ring.center + ring.x * signedPower(c, exponent) + ring.y * signedPower(s, exponent);
}

float girth(const Ring& ring) {
    return std::numbers::pi_v<float> * (glm::length(ring.x) + glm::length(ring.y));
}

void addTriangle(Patch& patch, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const glm::vec3& p = patch.positions[a];
    const glm::vec3 area = glm::cross(patch.positions[b] - p, patch.positions[c] - p);
    if (glm::dot(area, area) > 1e-18F) patch.indices.insert(patch.indices.end(), {a, b, c});
}

// Rings may run in either direction along their path. The outside is the side with a positive volume.
void turnOutside(Patch& patch) {
    glm::vec3 middle{0.0F};
    for (const glm::vec3& p : patch.positions) middle += p;
    middle /= static_cast<float>(patch.positions.size());
    float volume = 0.0F;
    for (std::size_t i = 0; i + 2 < patch.indices.size(); i += 3) {
        const glm::vec3 a = patch.positions[patch.indices[i]] - middle;
        const glm::vec3 b = patch.positions[patch.indices[i + 1]] - middle;
        const glm::vec3 c = patch.positions[patch.indices[i + 2]] - middle;
        volume += glm::dot(a, glm::cross(b, c));
    }
    if (volume >= 0.0F) return;
    for (std::size_t i = 0; i + 2 < patch.indices.size(); i += 3) {
        std::swap(patch.indices[i + 1], patch.indices[i + 2]);
    }
}

void append(Patch& patch, const glm::vec3& position, const glm::vec2& chart, int group) {
    patch.positions.push_back(position);
    patch.chart.push_back(chart);
    patch.groups.push_back(group);
}

}  // namespace

float smooth(float x) {
    const float t = std::clamp(x, 0.0F, 1.0F);
    return t * t * (3.0F - 2.0F * t);
}

float ramp(float a, float b, float x) {
    return smooth((x - a) / (b - a));
}

float bump(float x) {
    return std::exp(-x * x);
}

Ring levelRing(float y, float x, float z, float rx, float rz, float power, bool hard) {
    return {{x, y, z}, {rx, 0.0F, 0.0F}, {0.0F, 0.0F, rz}, power, hard};
}

Patch loft(const LoftShape& shape) {
    std::vector<float> angles = shape.angles_deg;
    if (angles.empty()) {
        for (int k = 0; k < shape.segments; ++k) {
            angles.push_back(shape.start_deg +
                             360.0F * static_cast<float>(k) / static_cast<float>(shape.segments));
        }
    }
    const std::size_t columns = angles.size();
    const auto angleOf = [&](std::size_t k) {
        return k < columns ? angles[k] : angles.front();
    };  // closes the ring
    const auto column_count = static_cast<std::uint32_t>(columns) + 1;
    std::size_t widest = 0;
    for (std::size_t i = 0; i < shape.rings.size(); ++i) {
        if (girth(shape.rings[i]) > girth(shape.rings[widest])) widest = i;
    }
    std::vector<float> along{0.0F};  // position of each column in the chart
    for (std::size_t k = 0; k < columns; ++k) {
        along.push_back(along.back() + glm::distance(ringPoint(shape.rings[widest], angles[k]),
                                                     ringPoint(shape.rings[widest], angleOf(k + 1))));
    }

    Patch patch;
    int group = 0;
    float down = 0.0F;
    std::vector<std::uint32_t> rows;  // the first vertex of each row; a hard ring has two rows
    const auto addRow = [&](const Ring& ring, std::size_t index) {
        rows.push_back(static_cast<std::uint32_t>(patch.positions.size()));
        for (std::size_t k = 0; k <= columns; ++k) {
            const float angle = angleOf(k);
            glm::vec3 p = ringPoint(ring, angle);
            if (shape.displace) p = shape.displace(p, static_cast<int>(index), angle);
            append(patch, p, {along[k], down}, group);
        }
    };
    for (std::size_t i = 0; i < shape.rings.size(); ++i) {
        const Ring& ring = shape.rings[i];
        if (i > 0) {
            const Ring& last = shape.rings[i - 1];
            const float rise = glm::distance(ring.center, last.center);
            const float spread = 0.5F * std::abs(glm::length(ring.x) - glm::length(last.x)) +
                                 0.5F * std::abs(glm::length(ring.y) - glm::length(last.y));
            down += std::max(0.003F, std::sqrt(rise * rise + spread * spread));
        }
        addRow(ring, i);
        if (ring.hard && i > 0 && i + 1 < shape.rings.size()) {
            ++group;
            addRow(ring, i);
        }
    }
    for (std::size_t r = 0; r + 1 < rows.size(); ++r) {
        if (patch.groups[rows[r]] != patch.groups[rows[r + 1]]) continue;
        for (std::uint32_t k = 0; k + 1 < column_count; ++k) {
            const std::uint32_t a = rows[r] + k;
            const std::uint32_t b = rows[r + 1] + k;
            addTriangle(patch, a, a + 1, b + 1);
            addTriangle(patch, a, b + 1, b);
        }
    }
    const auto addCap = [&](bool at_end, float bulge) {
        const Ring& ring = at_end ? shape.rings.back() : shape.rings.front();
        const Ring& inner = at_end ? shape.rings[shape.rings.size() - 2] : shape.rings[1];
        std::uint32_t row = at_end ? rows.back() : rows.front();
        const float radius = 0.5F * (glm::length(ring.x) + glm::length(ring.y));
        const float edge = patch.chart[row].y;
        if (ring.hard) {  // a flat cap with its own normal
            const std::uint32_t copy = static_cast<std::uint32_t>(patch.positions.size());
            ++group;
            for (std::uint32_t k = 0; k < column_count; ++k) {
                append(patch, patch.positions[row + k], patch.chart[row + k], group);
            }
            row = copy;
        }
        glm::vec3 middle{0.0F};
        for (std::uint32_t k = 0; k + 1 < column_count; ++k) middle += patch.positions[row + k];
        middle /= static_cast<float>(column_count - 1);
        const glm::vec3 way = ring.center - inner.center;
        if (glm::length(way) > 1e-6F) middle += glm::normalize(way) * bulge;
        const auto pole = static_cast<std::uint32_t>(patch.positions.size());
        append(patch, middle, {0.5F * along.back(), edge + (at_end ? radius : -radius)}, patch.groups[row]);
        for (std::uint32_t k = 0; k + 1 < column_count; ++k) {
            if (at_end) {
                addTriangle(patch, row + k, row + k + 1, pole);
            } else {
                addTriangle(patch, row + k + 1, row + k, pole);
            }
        }
    };
    if (shape.cap_start) addCap(false, shape.cap_start_bulge);
    if (shape.cap_end) addCap(true, shape.cap_end_bulge);
    turnOutside(patch);
    return patch;
}

std::vector<Ring> ringsAlong(const std::vector<Station>& stations, const glm::vec3& up) {
    std::vector<Ring> rings;
    for (std::size_t i = 0; i < stations.size(); ++i) {
        const glm::vec3 before = stations[i == 0 ? 0 : i - 1].point;
        const glm::vec3 after = stations[std::min(i + 1, stations.size() - 1)].point;
        const glm::vec3 way = glm::normalize(after - before);
        const glm::vec3 x = glm::normalize(glm::cross(up, way));
        const glm::vec3 y = glm::cross(way, x);
        const Station& s = stations[i];
        rings.push_back({s.point, x * s.width, y * s.height, s.power, s.hard});
    }
    return rings;
}

glm::mat3 facing(const glm::vec3& front, const glm::vec3& up) {
    const glm::vec3 z = glm::normalize(front);
    const glm::vec3 x = glm::normalize(glm::cross(up, z));
    return {x, glm::cross(z, x), z};
}

Patch box(const BoxShape& shape) {
    Patch patch;
    const glm::vec3 h = shape.half;
    patch.face = {h.x, h.y};
    const float b = shape.bevel;
    const glm::vec2 fh = glm::vec2(h.x, h.y) * shape.front_scale;
    const glm::vec2 fs = shape.front_shift;
    const auto place = [&](float x, float y, float z) {
        return shape.center + shape.axes * glm::vec3(x, y, z);
    };
    // Corners in the order right-top, left-top, left-bottom, right-bottom.
    constexpr std::array<float, 4> kX{1.0F, -1.0F, -1.0F, 1.0F};
    constexpr std::array<float, 4> kY{1.0F, 1.0F, -1.0F, -1.0F};
    // Vertices of the front (0..3), and per corner the ends of the side walls: at the side (X) and above or
    // below (Y), each at the front (4, 6) and at the back (5, 7). The chart is the unfolded box, with the
    // walls around the front.
    const float depth = 2.0F * h.z;
    for (std::size_t k = 0; k < 4; ++k) {
        append(patch, place(fs.x + kX[k] * (fh.x - b), fs.y + kY[k] * (fh.y - b), h.z),
               {kX[k] * (h.x - b), -kY[k] * (h.y - b)}, 0);
    }
    for (std::size_t k = 0; k < 4; ++k) {
        const float x = kX[k];
        const float y = kY[k];
        const float in_x = x * (h.x - b);
        const float in_y = y * (h.y - b);
        append(patch, place(fs.x + x * fh.x, fs.y + y * (fh.y - b), h.z - b), {x * (h.x + 0.2F * b), -in_y},
               0);
        append(patch, place(x * h.x, in_y, -h.z), {x * (h.x + depth), -in_y}, 0);
        append(patch, place(fs.x + x * (fh.x - b), fs.y + y * fh.y, h.z - b), {in_x, -y * (h.y + 0.2F * b)},
               0);
        append(patch, place(in_x, y * h.y, -h.z), {in_x, -y * (h.y + depth)}, 0);
    }
    const auto side = [](std::size_t corner, std::size_t which) {
        return static_cast<std::uint32_t>(4 + corner * 4 + which);
    };
    const auto quad = [&](std::uint32_t a, std::uint32_t c, std::uint32_t d, std::uint32_t e) {
        addTriangle(patch, a, c, d);
        addTriangle(patch, a, d, e);
    };
    quad(0, 1, 2, 3);
    for (std::size_t k = 0; k < 4; ++k) {
        const std::size_t n = (k + 1) % 4;
        const bool level = kY[k] == kY[n];  // the top or bottom wall is between these corners
        const std::size_t front = level ? 2 : 0;
        const std::size_t back = level ? 3 : 1;
        quad(static_cast<std::uint32_t>(k), side(k, front), side(n, front), static_cast<std::uint32_t>(n));
        quad(side(k, front), side(k, back), side(n, back), side(n, front));
        // The bevel along the depth, and the corner.
        const bool turned = kX[k] * kY[k] > 0.0F;
        const std::size_t f0 = turned ? 0 : 2;
        const std::size_t b0 = turned ? 1 : 3;
        const std::size_t f1 = turned ? 2 : 0;
        const std::size_t b1 = turned ? 3 : 1;
        quad(side(k, f0), side(k, b0), side(k, b1), side(k, f1));
        addTriangle(patch, static_cast<std::uint32_t>(k), side(k, f0), side(k, f1));
    }
    if (shape.closed) {
        const auto first = static_cast<std::uint32_t>(patch.positions.size());
        // The back is hardly visible: a small copy next to the rest of the chart.
        constexpr float kSmall = 0.3F;
        const float shift = h.x + depth + kSmall * h.x + 0.004F;
        for (std::size_t k = 0; k < 4; ++k) {
            append(patch, place(kX[k] * (h.x - 0.5F * b), kY[k] * (h.y - 0.5F * b), -h.z),
                   {shift + kSmall * kX[k] * h.x, -h.y - 0.6F * depth - kSmall * kY[k] * h.y}, 1);
        }
        addTriangle(patch, first, first + 2, first + 1);
        addTriangle(patch, first, first + 3, first + 2);
    }
    return patch;
}

}  // namespace phalanx::soldier

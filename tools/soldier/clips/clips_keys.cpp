#include "clips/clips_keys.h"

#include <cassert>
#include <cmath>
#include <utility>

namespace phalanx::soldier {
namespace {

static_assert(sizeof(PoseRig) == kRigFloats * sizeof(float));

// The slope at a key between two secants: 0 at an extremum, else the harmonic mean, weighted by length.
float monotoneSlope(float before, float length_before, float after, float length_after) {
    if (before * after <= 0.0F) return 0.0F;
    const float w1 = 2.0F * length_after + length_before;
    const float w2 = length_after + 2.0F * length_before;
    return (w1 + w2) / (w1 / before + w2 / after);
}

float hermite(float p0, float v0, float p1, float v1, float length, float u) {
    const float u3 = u * u * u;
    const float h1 = u3 * (10.0F + u * (-15.0F + 6.0F * u));
    const float d0 = u + u3 * (-6.0F + u * (8.0F - 3.0F * u));
    const float d1 = u3 * (-4.0F + u * (7.0F - 3.0F * u));
    return p0 + (p1 - p0) * h1 + (v0 * d0 + v1 * d1) * length;
}

}  // namespace

KeyedMotion::KeyedMotion(const std::vector<Key>& keys, bool loops) : loops_(loops) {
    assert(keys.size() >= 2);
    for (const Key& key : keys) {
        assert(times_.empty() || key.time_s > times_.back());
        times_.push_back(key.time_s);
        values_.push_back(std::bit_cast<RigFloats>(key.rig));
    }
    const std::size_t count = times_.size();
    slopes_.assign(count, RigFloats{});
    const auto secant = [&](std::size_t i, std::size_t f) {
        return (values_[i + 1][f] - values_[i][f]) / (times_[i + 1] - times_[i]);
    };
    const auto length = [&](std::size_t i) { return times_[i + 1] - times_[i]; };
    for (std::size_t f = 0; f < kRigFloats; ++f) {
        for (std::size_t i = 1; i + 1 < count; ++i) {
            slopes_[i][f] = monotoneSlope(secant(i - 1, f), length(i - 1), secant(i, f), length(i));
        }
        if (!loops) continue;
        const std::size_t last = count - 2;
        slopes_[0][f] = monotoneSlope(secant(last, f), length(last), secant(0, f), length(0));
        slopes_[count - 1][f] = slopes_[0][f];
    }
}

PoseRig KeyedMotion::at(float time_s) const {
    RigFloats result{};
    const float begin = times_.front();
    const float span = times_.back() - begin;
    for (std::size_t f = 0; f < kRigFloats; ++f) {
        float t = time_s - delay_[f];
        if (loops_) t = begin + std::fmod(std::fmod(t - begin, span) + span, span);
        t = std::clamp(t, begin, times_.back());
        std::size_t i = 0;
        while (i + 2 < times_.size() && t >= times_[i + 1]) ++i;
        const float length = times_[i + 1] - times_[i];
        result[f] = hermite(values_[i][f], slopes_[i][f], values_[i + 1][f], slopes_[i + 1][f], length,
                            (t - times_[i]) / length);
    }
    return std::bit_cast<PoseRig>(result);
}

void loosen(FootControl& foot, const glm::vec3& ankle, const glm::vec3& turn_degrees, float spin,
            const glm::vec3& knee) {
    foot.planted = 0.0F;
    foot.place = ankle - glm::vec3(0.0F, 0.09F, 0.0F);
    foot.turn = turn_degrees;
    foot.spin = spin;
    foot.knee = knee;
}

void release(HandControl& hand, float world, const glm::vec3& palm, const glm::vec3& fingers,
             const glm::vec3& normal, const glm::vec3& elbow, float curl) {
    hand.hold = 0.0F;
    hand.world = world;
    hand.palm = palm;
    hand.fingers = fingers;
    hand.normal = normal;
    hand.elbow = elbow;
    hand.curl = curl;
    hand.index = curl * 0.8F;
    hand.thumb = 10.0F;
}

void copyFree(PoseRig& rig, const PoseRig& from) {
    rig.weapon_world = from.weapon_world;
    rig.weapon_world_turn = from.weapon_world_turn;
    for (const Side side : {kLeft, kRight}) {
        rig.hand[side].palm = from.hand[side].palm;
        rig.hand[side].fingers = from.hand[side].fingers;
        rig.hand[side].normal = from.hand[side].normal;
    }
}

float easeInOut(float x) {
    const float u = std::clamp(x, 0.0F, 1.0F);
    return u * u * u * (10.0F + u * (-15.0F + 6.0F * u));
}

float bump(float x, float peak) {
    if (x <= 0.0F || x >= 1.0F) return 0.0F;
    // u^a (1-u)^b peaks at a / (a + b); both powers are 3 or more.
    const float a = peak <= 0.5F ? 3.0F : 3.0F * peak / (1.0F - peak);
    const float b = peak <= 0.5F ? 3.0F * (1.0F - peak) / peak : 3.0F;
    const float top = std::pow(a / (a + b), a) * std::pow(b / (a + b), b);
    return std::pow(x, a) * std::pow(1.0F - x, b) / top;
}

}  // namespace phalanx::soldier

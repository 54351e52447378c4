#include "clips/clips_face.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace phalanx::soldier {
namespace {

struct FaceKey {
    float time_s, weight;
};

struct Face {
    const char* clip;
    // Moments at which the eyes are closed. Multiples of 1/15 s, so that no baking rate misses them.
    std::vector<float> blinks;
    // Smooth curves from 0 to 1, the range that other programs store; before the first and after the last key
    // they are constant.
    std::vector<FaceKey> lids, breath, shout;
};

// Loops blink away from their ends; Run is too short to blink in each cycle.
const std::vector<Face>& faces() {
    static const std::vector<Face> kFaces{
        {"Idle",
         {1.2F, 3.2F},
         {},
         {{0.0F, 0.0F}, {1.0F, 0.09375F}, {2.0F, 0.0F}, {3.0F, 0.09375F}, {4.0F, 0.0F}},
         {}},
        {"Walk", {0.4F}, {}, {{0.0F, 0.0625F}, {0.5F, 0.1875F}, {1.0F, 0.0625F}}, {}},
        {"Run", {}, {}, {{0.0F, 0.5625F}, {0.333F, 1.0F}, {0.667F, 0.5625F}}, {}},
        {"Aim", {0.4F}, {{0.8F, 0.0F}, {1.2F, 0.25F}}, {}, {}},
        {"Fire", {}, {{0.0F, 0.25F}}, {}, {}},
        {"Reload", {0.6F, 2.2F}, {}, {}, {}},
        {"Hit",
         {},
         {{0.0F, 0.0F}, {0.10F, 0.85F}, {0.35F, 0.30F}, {0.80F, 0.0F}},
         {{0.45F, 0.0F}, {0.60F, 0.5F}, {0.90F, 0.0F}},
         {{0.02F, 0.0F}, {0.12F, 0.65F}, {0.50F, 0.10F}, {0.70F, 0.0F}}},
        {"Crouch", {0.8F}, {}, {}, {}},
        {"Salute", {0.4F, 2.2F}, {}, {}, {}},
        {"Cheer",
         {1.0666667F, 2.6666667F},
         {},
         {},
         {{0.45F, 0.0F},
          {0.80F, 0.9F},
          {1.04F, 0.3F},
          {1.30F, 1.0F},
          {1.54F, 0.35F},
          {1.85F, 1.0F},
          {2.4F, 0.1F},
          {2.75F, 0.0F}}},
        {"Die",
         {},
         {{0.0F, 0.0F}, {0.12F, 0.8F}, {0.45F, 0.25F}, {1.5F, 0.35F}, {2.2F, 1.0F}},
         {{1.6F, 0.0F}, {2.3F, 0.75F}},
         {{0.03F, 0.0F}, {0.18F, 0.8F}, {0.90F, 0.35F}, {1.40F, 0.45F}, {2.2F, 0.0F}}},
        {"Die2",
         {},
         {{0.0F, 0.0F}, {0.12F, 0.8F}, {0.45F, 0.30F}, {1.5F, 0.45F}, {2.1F, 1.0F}},
         {{1.6F, 0.0F}, {2.3F, 0.75F}},
         {{0.03F, 0.0F}, {0.18F, 0.7F}, {1.00F, 0.25F}, {1.45F, 0.45F}, {2.2F, 0.0F}}},
        {"GetUp",
         {1.4F, 2.2F},
         {{0.0F, 1.0F}, {0.15F, 1.0F}, {0.60F, 0.0F}},
         {{0.0F, 0.75F}, {0.7F, 0.3125F}, {1.6F, 0.5F}, {2.6F, 0.0F}},
         {}},
        {"GetUp2",
         {1.4F, 2.2F},
         {{0.0F, 1.0F}, {0.15F, 1.0F}, {0.60F, 0.0F}},
         {{0.0F, 0.75F}, {0.7F, 0.3125F}, {1.6F, 0.5F}, {2.6F, 0.0F}},
         {}},
    };
    return kFaces;
}

float eased(float from, float to, float x) {
    const float t = std::clamp((x - from) / (to - from), 0.0F, 1.0F);
    return t * t * (3.0F - 2.0F * t);
}

float weightAt(const std::vector<FaceKey>& keys, float time_s) {
    if (keys.empty()) return 0.0F;
    if (time_s <= keys.front().time_s) return keys.front().weight;
    for (std::size_t k = 0; k + 1 < keys.size(); ++k) {
        if (time_s >= keys[k + 1].time_s) continue;
        return keys[k].weight +
               (keys[k + 1].weight - keys[k].weight) * eased(keys[k].time_s, keys[k + 1].time_s, time_s);
    }
    return keys.back().weight;
}

// Lids close faster than they open: 0.15 s together.
float blinkAt(float since_closed_s) {
    return since_closed_s < 0.0F ? eased(-0.06F, -0.005F, since_closed_s)
                                 : eased(0.09F, 0.015F, since_closed_s);
}

}  // namespace

std::array<float, kMorphs> faceAt(const std::string& clip, float time_s) {
    for (const Face& face : faces()) {
        if (clip != face.clip) continue;
        float lids = weightAt(face.lids, time_s);
        for (const float blink : face.blinks) lids = std::max(lids, blinkAt(time_s - blink));
        return {lids, weightAt(face.breath, time_s), weightAt(face.shout, time_s)};
    }
    return {};
}

}  // namespace phalanx::soldier

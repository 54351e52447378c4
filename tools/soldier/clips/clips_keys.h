// Interpolates authored poses: every control follows a smooth curve through its keys.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "clips/clips_rig.h"

namespace phalanx::soldier {

struct Key {
    float time_s = 0.0F;
    PoseRig rig;
};

// Each control is a sequence of quintic Hermite pieces with monotone slopes (Fritsch and Carlson, "Monotone
// piecewise cubic interpolation", SIAM J. Numer. Anal. 17, 1980, doi:10.1137/0717021) and zero acceleration
// at the keys. So the acceleration is continuous, a control with two equal keys is constant between them, and
// no control overshoots.
class KeyedMotion {
  public:
    // Times ascend. A loop's last key equals its first.
    KeyedMotion(const std::vector<Key>& keys, bool loops);

    // Delays one control against the others by `delay_s`: the head after the chest, the fist after the arm.
    template <class Control>
    KeyedMotion& lag(Control PoseRig::*control, float delay_s) {
        const PoseRig probe{};
        const auto* base = reinterpret_cast<const std::byte*>(&probe);
        const auto* field = reinterpret_cast<const std::byte*>(&(probe.*control));
        const auto first = static_cast<std::size_t>(field - base) / sizeof(float);
        std::fill_n(delay_.begin() + static_cast<std::ptrdiff_t>(first), sizeof(Control) / sizeof(float),
                    delay_s);
        return *this;
    }

    PoseRig at(float time_s) const;

  private:
    std::vector<float> times_;
    std::vector<RigFloats> values_, slopes_;
    RigFloats delay_{};
    bool loops_;
};

// Places a foot that is not planted, with its ankle at `ankle`.
void loosen(FootControl& foot, const glm::vec3& ankle, const glm::vec3& turn_degrees, float spin,
            const glm::vec3& knee);

// Takes a hand off the rifle. `world`, `palm` and the others: see HandControl.
void release(HandControl& hand, float world, const glm::vec3& palm, const glm::vec3& fingers,
             const glm::vec3& normal, const glm::vec3& elbow, float curl);

// Copies the fields of a free rifle and of free hands, which a key does not use, from the neighbouring key
// that does, so that nothing drifts.
void copyFree(PoseRig& rig, const PoseRig& from);

// 0 for x <= 0, 1 for x >= 1, in between a curve whose first two derivatives are 0 at both ends.
float easeInOut(float x);

// Rises from 0 to 1 at `peak` (0..1) and falls back to 0 within 0..1, with zero acceleration at both ends.
float bump(float x, float peak = 0.5F);

}  // namespace phalanx::soldier

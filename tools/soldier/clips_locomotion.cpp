// Walk and Run: the feet first, on tracks that fit the ground; pelvis and torso move on top of them.
//
// A planted foot travels backwards at exactly the stride speed. It lands on the heel's edge, rolls flat,
// stands, and leaves over the toes' joint. Phase 0 is the landing of the left heel; the right foot is half a
// cycle late. Amplitudes and times of the pelvis follow the usual measures of walking: J. Rose, J. G. Gamble
// (eds.), "Human Walking", 3rd ed., 2006.
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "clips.h"
#include "clips_keys.h"

namespace phalanx::soldier {
namespace {

struct Gait {
    float period_s, speed;   // seconds, m/s
    float stance;            // share of the cycle
    float landing;           // where the foot lies when it lands, metres before the hips
    float width, toe_out;    // metres from the middle, degrees
    float heel_pitch;        // at landing, degrees
    float flat_at, rise_at;  // share of stance
    float toe_pitch;         // when the foot leaves
    float lift, lift_peak;   // of the ankle in the swing, metres; share of the swing
    float toe_clear;         // pitch added in the swing, degrees
};

struct Vec2Motion {
    glm::vec3 position, velocity, acceleration;
};

// Foot in stance, `u` 0..1; also defined a little beyond, for derivatives.
FootControl stance(const Gait& gait, Side side, float u) {
    const float sign = side == kLeft ? 1.0F : -1.0F;
    FootControl foot;
    foot.place = {sign * gait.width, 0.0F, gait.landing - gait.speed * gait.stance * gait.period_s * u};
    foot.turn.y = sign * gait.toe_out;
    const float rise = std::max(0.0F, (u - gait.rise_at) / (1.0F - gait.rise_at));
    // The heel rises ever faster until the foot leaves: no easing at the end.
    foot.turn.x = -gait.heel_pitch * (1.0F - easeInOut(u / gait.flat_at)) +
                  gait.toe_pitch * rise * rise * rise * (1.6F - 0.6F * rise);
    foot.knee = {sign * 0.12F, 0.0F, 1.0F};
    return foot;
}

// Quintic through position, velocity and acceleration at both ends of `length_s`.
glm::vec3 quintic(const Vec2Motion& from, const Vec2Motion& to, float length_s, float u) {
    const glm::vec3 v0 = from.velocity * length_s, v1 = to.velocity * length_s;
    const glm::vec3 a0 = from.acceleration * length_s * length_s * 0.5F;
    const glm::vec3 a1 = to.acceleration * length_s * length_s * 0.5F;
    const glm::vec3 d = to.position - from.position;
    const glm::vec3 c3 = 10.0F * d - 6.0F * v0 - 4.0F * v1 - 3.0F * a0 + a1;
    const glm::vec3 c4 = -15.0F * d + 8.0F * v0 + 7.0F * v1 + 3.0F * a0 - 2.0F * a1;
    const glm::vec3 c5 = 6.0F * d - 3.0F * v0 - 3.0F * v1 - a0 + a1;
    return from.position + u * (v0 + u * (a0 + u * (c3 + u * (c4 + u * c5))));
}

class Feet {
  public:
    Feet(const Skeleton& skeleton, const Gait& gait) : skeleton_(skeleton), gait_(gait) {}

    FootControl at(Side side, float phase) const {
        const float p = phase - std::floor(phase);
        if (p < gait_.stance) return stance(gait_, side, p / gait_.stance);
        return swing(side, (p - gait_.stance) / (1.0F - gait_.stance));
    }

  private:
    // x, y, z of the ankle; or, as x, the pitch.
    template <class Value>
    Vec2Motion stateAt(float u, Value value) const {
        const float h = 0.01F;
        const float dt = h * gait_.stance * gait_.period_s;
        const glm::vec3 a = value(u - h), b = value(u), c = value(u + h);
        return {b, (c - a) / (2.0F * dt), (c - 2.0F * b + a) / (dt * dt)};
    }

    FootControl swing(Side side, float u) const {
        const float length_s = (1.0F - gait_.stance) * gait_.period_s;
        const auto ankle = [&](float at) { return anklePosition(skeleton_, side, stance(gait_, side, at)); };
        const auto pitch = [&](float at) { return glm::vec3(stance(gait_, side, at).turn.x, 0.0F, 0.0F); };
        Vec2Motion leave = stateAt(1.0F, ankle), land = stateAt(0.0F, ankle);
        Vec2Motion pitch_leave = stateAt(1.0F, pitch), pitch_land = stateAt(0.0F, pitch);
        leave.acceleration *= 0.3F;
        pitch_leave.acceleration *= 0.0F;
        land.acceleration *= 0.0F;
        pitch_land.acceleration *= 0.0F;
        FootControl foot = stance(gait_, side, 1.0F);
        const float toe = foot.turn.x;
        foot.planted = 0.0F;
        foot.turn.x = quintic(pitch_leave, pitch_land, length_s, u).x + gait_.toe_clear * bump(u, 0.3F);
        foot.place =
            quintic(leave, land, length_s, u) + glm::vec3(0.0F, gait_.lift * bump(u, gait_.lift_peak), 0.0F);
        foot.place.y -= ankleHeight(side);
        foot.toe = toe * (1.0F - easeInOut(u / 0.35F));
        return foot;
    }

    float ankleHeight(Side side) const {
        FootControl flat;
        return anklePosition(skeleton_, side, flat).y;
    }

    const Skeleton& skeleton_;
    Gait gait_;
};

constexpr Gait kWalk{.period_s = 1.0F,
                     .speed = 1.3F,
                     .stance = 0.60F,
                     .landing = 0.325F,
                     .width = 0.085F,
                     .toe_out = 6.0F,
                     .heel_pitch = 20.0F,
                     .flat_at = 0.22F,
                     .rise_at = 0.48F,
                     .toe_pitch = 52.0F,
                     .lift = 0.035F,
                     .lift_peak = 0.35F,
                     .toe_clear = 0.0F};

constexpr Gait kRun{.period_s = 2.0F / 3.0F,
                    .speed = 3.3F,
                    .stance = 0.36F,
                    .landing = 0.30F,
                    .width = 0.065F,
                    .toe_out = 4.0F,
                    .heel_pitch = 10.0F,
                    .flat_at = 0.25F,
                    .rise_at = 0.38F,
                    .toe_pitch = 58.0F,
                    .lift = 0.22F,
                    .lift_peak = 0.36F,
                    .toe_clear = 22.0F};

// How the rest of the body goes along. Angles in degrees, lengths in metres.
struct Carriage {
    float drop;               // of the hips below rest, on average
    float bob, bob_phase;     // up and down; where in the cycle (and half a cycle later) the hips are lowest
    float sway, list, twist;  // of the pelvis: to the side, down on the swinging side, about the upright axis
    float lean;               // of the torso forward
    float counter;            // turn of the chest against the pelvis
    glm::vec3 weapon, weapon_turn;
    float weapon_bob, weapon_swing;
};

Rig carriage(const Carriage& c, float phase) {
    const float a = glm::two_pi<float>() * phase;
    const auto at = [&](float shift) { return std::cos(a - glm::two_pi<float>() * shift); };
    const auto twice = [&](float shift) { return std::cos(2.0F * (a - glm::two_pi<float>() * shift)); };
    Rig rig = standing();
    rig.hips = {c.sway * at(c.bob_phase + 0.25F), -c.drop - c.bob * twice(c.bob_phase),
                0.006F * twice(c.bob_phase + 0.1F)};
    rig.hips_turn = {c.lean * 0.30F + 0.8F * twice(c.bob_phase + 0.05F), -c.twist * at(0.0F),
                     c.list * at(0.18F)};
    const float lean = c.lean * 0.70F / 3.0F;
    const float turn_back = (c.twist + c.counter) / 3.0F;
    rig.spine = {lean - 0.5F * twice(c.bob_phase + 0.08F), turn_back * at(0.02F),
                 -c.list * 0.55F * at(0.19F)};
    rig.chest = {lean - 0.7F * twice(c.bob_phase + 0.11F), turn_back * at(0.04F),
                 -c.list * 0.45F * at(0.21F)};
    rig.upper_chest = {lean - 0.5F * twice(c.bob_phase + 0.14F), turn_back * at(0.06F),
                       -c.list * 0.2F * at(0.23F)};
    rig.look = {2.0F + 0.8F * twice(c.bob_phase + 0.2F), 1.2F * at(0.1F), 0.6F * at(0.2F)};
    rig.weapon = c.weapon + glm::vec3(0.006F * at(0.1F), -c.weapon_bob * twice(c.bob_phase + 0.10F), 0.0F);
    rig.weapon_turn =
        c.weapon_turn + glm::vec3(c.weapon_swing * 0.6F * twice(c.bob_phase + 0.14F),
                                  -c.weapon_swing * at(0.08F), 0.7F * c.weapon_swing * at(0.15F));
    rig.raise[kLeft] = 2.0F - 1.5F * twice(c.bob_phase + 0.1F);
    rig.raise[kRight] = rig.raise[kLeft];
    return rig;
}

Motion gaitMotion(const Skeleton& skeleton, const char* name, float rate_hz, const Gait& gait,
                  const Carriage& body) {
    const auto rig = [skeleton, gait, body](float time_s) {
        const float phase = time_s / gait.period_s;
        const Feet feet(skeleton, gait);
        Rig result = carriage(body, phase);
        result.foot[kLeft] = feet.at(kLeft, phase);
        result.foot[kRight] = feet.at(kRight, phase + 0.5F);
        return result;
    };
    return {name, gait.period_s, rate_hz, true, gait.speed, rig};
}

constexpr Carriage kWalkCarriage{.drop = 0.030F,
                                 .bob = 0.017F,
                                 .bob_phase = 0.05F,
                                 .sway = 0.018F,
                                 .list = 3.5F,
                                 .twist = 6.0F,
                                 .lean = 3.0F,
                                 .counter = 5.0F,
                                 .weapon = {-0.100F, 1.220F, 0.235F},
                                 .weapon_turn = {31.0F, 46.0F, 4.0F},
                                 .weapon_bob = 0.006F,
                                 .weapon_swing = 2.0F};

constexpr Carriage kRunCarriage{.drop = 0.045F,
                                .bob = 0.032F,
                                .bob_phase = 0.18F,
                                .sway = 0.010F,
                                .list = 4.0F,
                                .twist = 8.0F,
                                .lean = 11.0F,
                                .counter = 8.0F,
                                .weapon = {-0.095F, 1.235F, 0.240F},
                                .weapon_turn = {24.0F, 48.0F, 6.0F},
                                .weapon_bob = 0.012F,
                                .weapon_swing = 4.0F};

}  // namespace

void addLocomotion(const Skeleton& skeleton, std::vector<Motion>& motions) {
    motions.push_back(gaitMotion(skeleton, "Walk", 30.0F, kWalk, kWalkCarriage));
    motions.push_back(gaitMotion(skeleton, "Run", 60.0F, kRun, kRunCarriage));
}

}  // namespace phalanx::soldier

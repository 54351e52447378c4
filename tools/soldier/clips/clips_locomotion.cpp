// Walk, Run, WalkBack, StrafeLeft, StrafeRight. The tracks of the feet are computed first, to fit the ground;
// pelvis and torso follow them.
//
// A planted foot moves backwards at exactly the stride speed. It lands on the edge of the heel, rolls flat,
// stands, and leaves over the joint of the toes. Sideways, it lands and leaves on the ball; backwards, all of
// this is played in reverse. Phase 0 is the landing of the left foot; the right foot is half a cycle later.
// Amplitudes and times of the pelvis are typical values of walking: J. Rose, J. G. Gamble (eds.), "Human
// Walking", 3rd ed., 2006.
#include <array>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <vector>

#include "clips/clips.h"
#include "clips/clips_keys.h"
#include "clips/clips_spline.h"

namespace phalanx::soldier {
namespace {

// A key on the track of a swinging foot.
struct Waypoint {
    float share;          // position in the swing, 0..1
    float pitch;          // degrees
    float height, ahead;  // of the ankle: metres above the ground, ahead of the hips (Gait::landing)
};

struct Gait {
    float period_s, speed;   // seconds, m/s
    float stance;            // duration of the stance as a fraction of the cycle
    float landing;           // position of the foot at landing, metres ahead of the hips
    float width, toe_out;    // metres from the middle, degrees
    float heel_pitch;        // at landing, degrees
    float flat_at, rise_at;  // fractions of the stance
    float toe_pitch;         // when the foot leaves the ground, degrees
    float drop_speed;        // vertical speed at landing, m/s
    std::array<Waypoint, 3> swing;
    // Sideways gaits: 1 to the left, -1 to the right, 0 forward. Positions "ahead" are along this direction,
    // from `width` on the foot's side. `stagger`: the left foot is so far in front of the hips, and the right
    // one behind, metres.
    float sideways = 0.0F;
    float stagger = 0.0F;
};

constexpr float kLeaveSpeed = 0.25F;  // vertical speed of the toes when they leave the ground, m/s

// A foot in stance, `u` 0..1; also defined slightly outside, for derivatives.
FootControl stance(const Gait& gait, Side side, float u) {
    const float sign = side == kLeft ? 1.0F : -1.0F;
    FootControl foot;
    const float ahead = gait.landing - gait.speed * gait.stance * gait.period_s * u;
    foot.place = gait.sideways == 0.0F
                     ? glm::vec3(sign * gait.width, 0.0F, ahead)
                     : glm::vec3(sign * gait.width + gait.sideways * ahead, 0.0F, sign * gait.stagger);
    foot.turn.y = sign * gait.toe_out;
    const float rise = std::max(0.0F, (u - gait.rise_at) / (1.0F - gait.rise_at));
    // The foot still rotates when it leaves the ground, so there is no easing at the end.
    foot.turn.x = -gait.heel_pitch * (1.0F - easeInOut(u / gait.flat_at)) +
                  gait.toe_pitch * rise * rise * rise * (2.5F - 1.5F * rise);
    foot.knee = {sign * 0.12F, 0.0F, 1.0F};
    return foot;
}

class Feet {
  public:
    Feet(const Skeleton& skeleton, const Gait& gait)
        : skeleton_(skeleton),
          gait_(gait),
          along_(gait.sideways == 0.0F ? 2 : 0),
          swing_{swingOf(kLeft), swingOf(kRight)} {}

    FootControl at(Side side, float phase) const {
        const float p = phase - std::floor(phase);
        if (p < gait_.stance) return stance(gait_, side, p / gait_.stance);
        return swing(side, (p - gait_.stance) / (1.0F - gait_.stance));
    }

  private:
    // Pitch, height, and position along the way, of a foot in stance.
    glm::vec3 state(Side side, float u) const {
        const FootControl foot = stance(gait_, side, u);
        const glm::vec3 ankle = anklePosition(skeleton_, side, foot);
        return {foot.turn.x, ankle.y, ankle[along_]};
    }

    glm::vec3 velocity(Side side, float u) const {
        const float h = 0.01F;
        return (state(side, u + h) - state(side, u - h)) / (2.0F * h * gait_.stance * gait_.period_s);
    }

    float swingSeconds() const { return (1.0F - gait_.stance) * gait_.period_s; }

    Spline swingOf(Side side) const {
        std::vector<Spline::Point> points{{0.0F, state(side, 1.0F)}};
        for (const Waypoint& way : gait_.swing) {
            const float sign = side == kLeft ? 1.0F : -1.0F;
            const float along = along_ == 2 ? way.ahead : sign * gait_.width + gait_.sideways * way.ahead;
            points.push_back({way.share * swingSeconds(), {way.pitch, way.height, along}});
        }
        points.push_back({swingSeconds(), state(side, 0.0F)});
        return {points, velocity(side, 1.0F) + glm::vec3(0.0F, kLeaveSpeed, 0.0F),
                velocity(side, 0.0F) - glm::vec3(0.0F, gait_.drop_speed, 0.0F)};
    }

    FootControl swing(Side side, float u) const {
        const glm::vec3 way = swing_[side].at(u * swingSeconds());
        FootControl foot = stance(gait_, side, 1.0F);
        foot.planted = 0.0F;
        foot.turn.x = way.x;
        foot.place.y = way.y - anklePosition(skeleton_, side, FootControl{}).y;
        foot.place[along_] = way.z;
        // If the toes point outwards, the heel moves across the way when it rises; the swing starts there.
        const auto across = [&](float stance_share) {
            return anklePosition(skeleton_, side, stance(gait_, side, stance_share))[2 - along_];
        };
        foot.place[2 - along_] = glm::mix(across(1.0F), across(0.0F), easeInOut(u));
        // The toes stay level while the heel is up, so that they clear the ground.
        const float heel_up = 0.5F * (way.x + std::sqrt(way.x * way.x + 20.0F));
        const float straight = along_ == 2 ? easeInOut(1.2F * u - 0.2F) : 0.0F;
        foot.toe = std::min(heel_up, 60.0F) * (1.0F - straight);
        return foot;
    }

    Skeleton skeleton_;
    Gait gait_;
    int along_;  // the axis of the way: 0 or 2
    std::array<Spline, 2> swing_;
};

constexpr Gait kWalk{
    .period_s = 1.0F,
    .speed = 1.3F,
    .stance = 0.60F,
    .landing = 0.300F,
    .width = 0.085F,
    .toe_out = 6.0F,
    .heel_pitch = 20.0F,
    .flat_at = 0.22F,
    .rise_at = 0.45F,
    .toe_pitch = 47.0F,
    .drop_speed = 0.4F,
    .swing = {
        {{0.25F, 52.0F, 0.196F, -0.270F}, {0.50F, 24.0F, 0.160F, -0.035F}, {0.76F, -8.0F, 0.124F, 0.205F}}}};

constexpr Gait kRun{
    .period_s = 2.0F / 3.0F,
    .speed = 3.3F,
    .stance = 0.32F,
    .landing = 0.250F,
    .width = 0.065F,
    .toe_out = 4.0F,
    .heel_pitch = 10.0F,
    .flat_at = 0.25F,
    .rise_at = 0.36F,
    .toe_pitch = 50.0F,
    .drop_speed = 0.7F,
    .swing = {
        {{0.28F, 86.0F, 0.360F, -0.440F}, {0.58F, 74.0F, 0.350F, -0.070F}, {0.84F, 8.0F, 0.195F, 0.220F}}}};

// Motion of the rest of the body. Angles in degrees, lengths in metres.
struct Carriage {
    float drop;            // mean height of the hips below rest
    float bob, bob_phase;  // vertical amplitude; phase (also half a cycle later) at which the hips are lowest
    float sway, list, twist;  // of the pelvis: sideways, down on the swinging side, about the vertical axis
    float lean;               // forward lean of the torso
    float counter;            // rotation of the chest against the pelvis
    glm::vec3 weapon, weapon_turn;
    float weapon_bob, weapon_swing;
};

PoseRig carriage(const Carriage& c, float phase) {
    const float a = glm::two_pi<float>() * phase;
    const auto at = [&](float shift) { return std::cos(a - glm::two_pi<float>() * shift); };
    const auto twice = [&](float shift) { return std::cos(2.0F * (a - glm::two_pi<float>() * shift)); };
    PoseRig rig = standing();
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
    const Feet feet(skeleton, gait);
    const auto rig = [feet, gait, body](float time_s) {
        const float phase = time_s / gait.period_s;
        PoseRig result = carriage(body, phase);
        result.foot[kLeft] = feet.at(kLeft, phase);
        result.foot[kRight] = feet.at(kRight, phase + 0.5F);
        return result;
    };
    return {name, gait.period_s, rate_hz, true, gait.speed, rig};
}

constexpr Carriage kWalkCarriage{.drop = 0.028F,
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

constexpr Carriage kRunCarriage{.drop = 0.052F,
                                .bob = 0.030F,
                                .bob_phase = 0.17F,
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

namespace {

// Walk in reverse with shorter steps: the ball lands, the foot rolls back over the heel.
constexpr Gait kWalkBack{
    .period_s = 1.0F,
    .speed = 1.0F,
    .stance = 0.60F,
    .landing = 0.215F,
    .width = 0.095F,
    .toe_out = 8.0F,
    .heel_pitch = 11.0F,
    .flat_at = 0.25F,
    .rise_at = 0.55F,
    .toe_pitch = 30.0F,
    .drop_speed = 0.3F,
    .swing = {
        {{0.25F, 30.0F, 0.165F, -0.260F}, {0.52F, 12.0F, 0.150F, -0.045F}, {0.78F, -4.0F, 0.118F, 0.145F}}}};

constexpr Carriage kBackCarriage{.drop = 0.040F,
                                 .bob = 0.012F,
                                 .bob_phase = 0.05F,
                                 .sway = 0.020F,
                                 .list = 2.5F,
                                 .twist = -4.0F,
                                 .lean = 5.0F,
                                 .counter = -2.0F,
                                 .weapon = {-0.100F, 1.228F, 0.238F},
                                 .weapon_turn = {24.0F, 42.0F, 4.0F},
                                 .weapon_bob = 0.005F,
                                 .weapon_swing = 1.5F};

Motion backMotion(const Skeleton& skeleton) {
    const Feet feet(skeleton, kWalkBack);
    const auto rig = [feet](float time_s) {
        const float phase = time_s / kWalkBack.period_s;
        PoseRig result = carriage(kBackCarriage, phase);
        // What is the end of the stance in Walk is the landing.
        result.foot[kLeft] = feet.at(kLeft, kWalkBack.stance - phase);
        result.foot[kRight] = feet.at(kRight, kWalkBack.stance - phase - 0.5F);
        return result;
    };
    return {"WalkBack", kWalkBack.period_s, 30.0F, true, -kWalkBack.speed, rig};
}

// The foot on the side of the way steps out, the other one follows and does not cross: the distance of the
// feet is between 2 width - speed period / 2 and 2 width + speed period / 2.
constexpr Gait kStrafe{.period_s = 0.8F,
                       .speed = 0.7F,
                       .stance = 0.60F,
                       .landing = 0.168F,  // so that stances are centred on `width`
                       .width = 0.215F,
                       .toe_out = 9.0F,
                       .heel_pitch = -9.0F,
                       .flat_at = 0.25F,
                       .rise_at = 0.55F,
                       .toe_pitch = 22.0F,
                       .drop_speed = 0.35F,
                       .swing = {{{0.25F, 24.0F, 0.172F, -0.140F},
                                  {0.50F, 14.0F, 0.168F, 0.000F},
                                  {0.76F, 9.0F, 0.140F, 0.140F}}},
                       .stagger = 0.035F};

// The body on its way sideways: lowest when the legs are spread, after the leading foot has landed.
PoseRig strafeCarriage(float sideways, float phase) {
    const float a = glm::two_pi<float>() * (sideways > 0.0F ? phase : phase - 0.5F);
    const auto at = [&](float shift) { return std::cos(a - glm::two_pi<float>() * shift); };
    PoseRig rig = standing();
    rig.hips = {sideways * 0.024F * at(0.25F), -0.062F - 0.016F * at(0.06F), -0.004F};
    rig.hips_turn = {3.0F, -4.0F + 1.5F * at(0.3F), sideways * (2.4F * at(0.20F) - 1.0F)};
    rig.spine = {2.5F - 0.4F * at(0.10F), 1.0F - 0.5F * at(0.32F), -sideways * 1.3F * at(0.22F)};
    rig.chest = {3.0F - 0.5F * at(0.14F), 1.0F - 0.5F * at(0.35F), -sideways * 1.1F * at(0.25F)};
    rig.upper_chest = {2.0F - 0.4F * at(0.18F), -0.5F * at(0.38F), -sideways * 0.5F * at(0.28F)};
    rig.look = {3.0F + 0.5F * at(0.2F), 1.0F + sideways * 7.0F, sideways * 0.6F * at(0.25F)};
    rig.weapon = {-0.100F, 1.235F - 0.005F * at(0.12F), 0.238F};
    rig.weapon_turn = {22.0F + 1.0F * at(0.16F), 40.0F - 1.2F * at(0.3F), 4.0F + 0.8F * at(0.25F)};
    rig.raise[kLeft] = rig.raise[kRight] = 2.0F - 1.2F * at(0.12F);
    return rig;
}

Motion strafeMotion(const Skeleton& skeleton, const char* name, float sideways) {
    Gait gait = kStrafe;
    gait.sideways = sideways;
    const Feet feet(skeleton, gait);
    const auto rig = [feet, gait](float time_s) {
        const float phase = time_s / gait.period_s;
        PoseRig result = strafeCarriage(gait.sideways, phase);
        result.foot[kLeft] = feet.at(kLeft, phase);
        result.foot[kRight] = feet.at(kRight, phase + 0.5F);
        return result;
    };
    return {name, gait.period_s, 60.0F, true, 0.0F, rig, sideways * gait.speed};
}

// A careful walk over what lies on the ground: the knees high, the eyes on the ground, contacts at Walk's
// phases.
constexpr Gait kStepOver{
    .period_s = 1.1F,
    .speed = 0.95F,
    .stance = 0.60F,
    .landing = 0.270F,
    .width = 0.095F,
    .toe_out = 8.0F,
    .heel_pitch = 9.0F,
    .flat_at = 0.25F,
    .rise_at = 0.50F,
    .toe_pitch = 40.0F,
    .drop_speed = 0.35F,
    .swing = {
        {{0.28F, 46.0F, 0.330F, -0.230F}, {0.54F, 14.0F, 0.415F, 0.060F}, {0.80F, -6.0F, 0.245F, 0.270F}}}};

constexpr Carriage kStepOverCarriage{.drop = 0.040F,
                                     .bob = 0.014F,
                                     .bob_phase = 0.05F,
                                     .sway = 0.026F,
                                     .list = -1.5F,
                                     .twist = 4.0F,
                                     .lean = 7.0F,
                                     .counter = 3.0F,
                                     .weapon = {-0.098F, 1.250F, 0.240F},
                                     .weapon_turn = {4.0F, 50.0F, 6.0F},
                                     .weapon_bob = 0.006F,
                                     .weapon_swing = 1.5F};

Motion stepOverMotion(const Skeleton& skeleton) {
    Motion motion = gaitMotion(skeleton, "StepOver", 60.0F, kStepOver, kStepOverCarriage);
    motion.rig = [gait = motion.rig](float time_s) {
        PoseRig rig = gait(time_s);
        rig.look.x += 16.0F;
        return rig;
    };
    return motion;
}

}  // namespace

void addStepOver(const Skeleton& skeleton, std::vector<Motion>& motions) {
    motions.push_back(stepOverMotion(skeleton));
}

void addSteps(const Skeleton& skeleton, std::vector<Motion>& motions) {
    motions.push_back(strafeMotion(skeleton, "StrafeLeft", 1.0F));
    motions.push_back(strafeMotion(skeleton, "StrafeRight", -1.0F));
    motions.push_back(backMotion(skeleton));
}

void addLocomotion(const Skeleton& skeleton, std::vector<Motion>& motions) {
    motions.push_back(gaitMotion(skeleton, "Walk", 30.0F, kWalk, kWalkCarriage));
    motions.push_back(gaitMotion(skeleton, "Run", 60.0F, kRun, kRunCarriage));
}

}  // namespace phalanx::soldier

#include "app/events/event_traces.h"

#include <bit>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "core/scrambled.h"
#include "terrain/terrain.h"

namespace phalanx {
namespace {

// Sizes for a unit of kTracedHeight_m.
constexpr float kSole_m = 0.138F;  // half its length
constexpr float kStepDust_m = 0.17F;
constexpr float kFlash_m = 0.24F;
constexpr float kGlow_m = 2.4F;
constexpr float kSmoke_m = 0.16F;
constexpr float kHitDust_m = 0.16F;
constexpr float kFallDust_m = 0.34F;
constexpr float kRunDust = 1.6F;               // times as much dust from those who run
constexpr double kRunSpeed_m_s = 2.0;          // from this stride on
constexpr std::uint32_t kRoundsPerTracer = 4;  // as belts are filled
constexpr std::uint32_t kFallClouds = 7;
const glm::vec3 kUp(0.0F, 1.0F, 0.0F);

std::uint32_t randomOf(const Crossing& crossing, std::uint32_t which) {
    return scrambled(crossing.unit * 0x9E3779B1U ^ static_cast<std::uint32_t>(crossing.tick) * 0x85EBCA77U ^
                     which * 0xC2B2AE3DU);
}
float unitRandom(std::uint32_t bits) {
    return static_cast<float>(bits >> 8U) * 0x1p-24F;
}

class EventTraces {
  public:
    EventTraces(const Crowd& crowd, const Crossing& crossing, const MarkerTrace& trace, Ticks now,
                std::vector<layout::Trace>& traces)
        : crossing_(crossing),
          trace_(trace),
          terrain_(crowd.terrain().get()),
          tick_(static_cast<Ticks>(crossing.tick)),
          now_(now),
          traces_(traces) {
        const CrowdModel& model = crowd.models()[static_cast<std::size_t>(crowd.modelOf(crossing.unit))];
        const layout::UnitState state = crowd.stateOf(crossing.unit, tick_);
        const float scale = std::bit_cast<float>(crowd.unit(crossing.unit).look.y);
        size_ = scale * static_cast<float>(model.height_m / kTracedHeight_m);
        heading_ = state.placement.w;
        place_ = glm::vec3(state.placement) + scale * turned(trace.place);
        runs_ = model.clips[crossing.clip].stride_speed > kRunSpeed_m_s;
    }

    void step() const {
        const glm::vec3 sole = onGround(place_);
        const float wobble = 0.12F * (random(0) - 0.5F);
        add(PH_TRACE_FOOTPRINT, sole, heading_ + trace_.toe_out + wobble, normalAt(sole), kSole_m, 1);
        const float dust = kStepDust_m * (runs_ ? kRunDust : 1.0F) * (0.7F + 0.6F * random(2));
        add(PH_TRACE_DUST, sole + 0.05F * size_ * kUp, 0.0F, kUp, dust, 3);
    }
    void shot() const {
        const glm::vec3 direction = turned(trace_.direction);
        add(PH_TRACE_FLASH, place_ + 0.10F * size_ * direction, heading_, direction, kFlash_m, 1);
        const glm::vec3 below = onGround(place_ + 0.4F * direction);
        add(PH_TRACE_GLOW, below, heading_, normalAt(below), kGlow_m, 2);
        add(PH_TRACE_SMOKE, place_ + 0.12F * size_ * direction, heading_, direction, kSmoke_m, 3);
        if (randomOf(crossing_, 8) % kRoundsPerTracer != 0) return;
        const glm::vec3 spread(random(4) - 0.5F, 0.5F * (random(5) - 0.3F), random(6) - 0.5F);
        add(PH_TRACE_TRACER, place_, heading_, glm::normalize(direction + 0.03F * spread), 1.0F, 7);
    }
    void hit() const { add(PH_TRACE_DUST, place_, 0.0F, kUp, kHitDust_m, 1); }
    void fall() const {
        for (std::uint32_t i = 0; i < kFallClouds; ++i) {
            const float angle = glm::two_pi<float>() * random(10 + i);
            const float out = 0.75F * size_ * random(20 + i);
            const glm::vec3 at = onGround(place_ + out * glm::vec3(std::sin(angle), 0.0F, std::cos(angle)));
            add(PH_TRACE_DUST, at + 0.08F * size_ * kUp, 0.0F, kUp, kFallDust_m, 30 + i,
                0.015 * static_cast<double>(i));
        }
    }

  private:
    // size_m: of a unit of kTracedHeight_m. which: of the event's random numbers.
    void add(std::uint32_t kind, const glm::vec3& at, float turn, const glm::vec3& along, float size_m,
             std::uint32_t which, double delay_s = 0.0) const {
        const Ticks birth = tick_ + ticksFromSeconds(delay_s);
        const Ticks end = birth + ticksFromSeconds(static_cast<double>(layout::traceLife(kind)));
        if (static_cast<std::int32_t>(end - now_) <= 0) return;
        traces_.push_back(
            {{at, turn}, {along, size_m * size_}, {birth, kind, randomOf(crossing_, which), 0U}});
    }
    float random(std::uint32_t which) const { return unitRandom(randomOf(crossing_, which)); }
    glm::vec3 turned(const glm::vec3& v) const {
        return {std::cos(heading_) * v.x + std::sin(heading_) * v.z, v.y,
                std::cos(heading_) * v.z - std::sin(heading_) * v.x};
    }
    glm::vec3 onGround(const glm::vec3& at) const {
        return {at.x, static_cast<float>(groundHeight(terrain_, {at.x, at.z})), at.z};
    }
    glm::vec3 normalAt(const glm::vec3& at) const {
        return terrain_ == nullptr ? kUp : glm::vec3(terrain_->normal({at.x, at.z}));
    }

    const Crossing& crossing_;
    const MarkerTrace& trace_;
    const Terrain* terrain_;
    Ticks tick_;
    Ticks now_;
    std::vector<layout::Trace>& traces_;
    glm::vec3 place_{0.0F};  // of MarkerTrace::place, world
    float heading_ = 0.0F;
    float size_ = 1.0F;
    bool runs_ = false;
};

}  // namespace

void addTraces(const Crowd& crowd, const Crossing& crossing, const MarkerTrace& trace, Ticks now,
               std::vector<layout::Trace>& traces) {
    if (trace.kind == MarkerTrace::Kind::kNone) return;
    const EventTraces event(crowd, crossing, trace, now, traces);
    if (trace.kind == MarkerTrace::Kind::kStep) event.step();
    if (trace.kind == MarkerTrace::Kind::kShot) event.shot();
    if (trace.kind == MarkerTrace::Kind::kHit) event.hit();
    if (trace.kind == MarkerTrace::Kind::kFall) event.fall();
}

}  // namespace phalanx

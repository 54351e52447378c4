// Soldiers who fall: near ones as ragdolls, far ones by their clip; those who lie where they fell; those who
// are hit and stay on their feet; and those who get up again. Physics feeds nothing but the picture.
//
// Each of them owns a frame of its model's animation (OwnFrames). While it falls, staggers or gets up, its
// pose is uploaded in each drawn frame; at rest the frame stays as it is, and the unit is an ordinary unit
// that stands still.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "anim/rig/own_pose.h"
#include "app/army/army.h"
#include "app/army/stage.h"
#include "app/falls/fall_kind.h"
#include "app/falls/fallen_unit.h"
#include "app/falls/recovery.h"
#include "bodies/ragdoll_field.h"
#include "crowd/crowd.h"
#include "crowd/selection.h"
#include "gl/context/capabilities.h"
#include "render/frame/camera.h"
#include "render/units/own_frame_pass.h"

namespace phalanx {

inline constexpr std::uint32_t kMostFalling = 256;   // ragdolls at once; more fall by their clip
inline constexpr double kFarthestRagdoll_m = 150.0;  // a soldier is 18 of 1,080 pixels high there

inline constexpr double kBetweenPoses_s = kRagdollStep_s;  // the two poses that give a ragdoll its velocities

struct Shot {
    std::uint32_t unit = 0;
    glm::dvec3 push_Ns{0.0};  // world
    int node = -1;            // of the model, that is hit; -1: the chest
    bool wounds = false;      // the unit stays on its feet
    bool by_clip = true;      // without room for a ragdoll it falls by its clip; else nothing happens
};

// The view that decides who falls as a ragdoll.
struct FallView {
    Camera camera;
    double aspect = 1.0;
};

// A pose at rest, see Ragdoll.
struct LyingPose {
    std::size_t model = 0;
    RagdollPose pose;
};

class Falls {
  public:
    // Models without own frames or bodies fall by their clip only. Takes a while: bodies are fitted to each
    // variant. The context must be current.
    Falls(const gl::Capabilities& capabilities, const std::vector<LoadedModel>& models,
          const BodyMistakes& mistakes = {});
    ~Falls();
    Falls(Falls&&) noexcept;
    Falls& operator=(Falls&&) noexcept;

    // Why the units of a model have no ragdolls, a sentence; "": they have.
    const std::string& why(std::size_t model) const { return kinds_[model].why; }
    // Why a unit cannot fall at all, neither as a ragdoll nor by a clip, a sentence; "": it can.
    std::string whyStands(std::uint32_t unit, const Stage& stage,
                          const std::vector<LoadedModel>& models) const;
    // For Renderer::setOwnFrames(). Valid while this object lives.
    std::vector<OwnFramePass*> passes();

    enum class Outcome : std::uint8_t { kRagdoll, kClip, kNone };
    // From `now` on the units fall or stagger. models: of the constructor. Returns an outcome per shot;
    // kNone: the unit fell already, or has neither a ragdoll nor a clip to fall by; or it is wounded, too far
    // away for a ragdoll or still staggering, and nothing shows.
    std::vector<Outcome> shoot(std::span<const Shot> shots, Stage& stage,
                               const std::vector<LoadedModel>& models, const FallView& view, Ticks now);
    // The joint of a unit that stands which a ray in the world hits first; -1: none. direction: unit length.
    int jointHit(std::uint32_t unit, const Stage& stage, const std::vector<LoadedModel>& models,
                 const glm::dvec3& from, const glm::dvec3& direction, Ticks now) const;
    // From `now` on, or from when they are at rest, units that fell get up where they lie, by a clip of their
    // model (risingClips()), and stand there. Far ones stand at once. Returns how many; others lie on: their
    // model has no such clip, or there is no room.
    std::size_t getUp(std::span<const std::uint32_t> units, Stage& stage,
                      const std::vector<LoadedModel>& models, const FallView& view, Ticks now);
    bool canGetUp(std::size_t model) const { return !kinds_[model].rising_clips.empty(); }
    // Call once per drawn frame, before it. Wait::kYes: the poses are exactly those of `now`.
    void advance(Stage& stage, const std::vector<LoadedModel>& models, Ticks now, Wait wait);
    // A unit that stands lies in this pose from `now` on, where it stood and facing as it did. false: there
    // is no room, or it does not stand.
    bool lay(std::uint32_t unit, const LyingPose& pose, Stage& stage, const std::vector<LoadedModel>& models,
             Ticks now);
    // Poses in which units of the models come to rest, of seeded falls on the plane.
    std::vector<LyingPose> lyingPoses(const std::vector<LoadedModel>& models, std::size_t of_each) const;

    // Those who lie, and those who fall as if they lay already, by their numbers.
    std::map<std::uint32_t, FallenUnit> fallen(const Crowd& crowd, Ticks now) const;
    // Lets a unit lie. Throws Error (kInput) that says what does not fit.
    void restore(std::uint32_t unit, const FallenUnit& fallen, Stage& stage,
                 const std::vector<LoadedModel>& models, Ticks now);

    // All who fell go on as if nothing had happened, also those who stand again.
    void raiseAll(Crowd& crowd, Ticks now);
    // After a new layout, in which all stand.
    void forgetAll();

    struct Counts {
        std::uint32_t falling = 0;
        std::uint32_t recovering = 0;  // they stagger or get up
        std::uint32_t lying = 0;
        std::uint32_t alike = 0;     // fell by their clip, or lie as it ends
        double physics_ms = 0.0;     // of the physics' threads since the last advance()
        std::size_t pose_bytes = 0;  // that each of the first two uploads per frame
    };
    Counts counts(const Crowd& crowd) const;
    // What a unit does that was shot, for the panel of a soldier; "": nothing.
    std::string bodyText(std::uint32_t unit, const Crowd& crowd) const;

  private:
    enum class Act : std::uint8_t { kFalls, kStaggers, kRises };
    struct Falling {
        std::uint32_t unit = 0;
        std::size_t model = 0;
        std::uint32_t slot = 0;
        Act act = Act::kFalls;
        std::uint32_t ragdoll = 0;  // 0: none
        Stand placed;               // where the unit's bytes say that it is
        Ticks since = 0;
        std::shared_ptr<const Rising> rising;
        bool gets_up = false;  // as soon as it rests
        LocalPose shown;       // in the last frame
    };

    // Takes a slot for a unit that falls as a ragdoll.
    std::optional<Falling> beginFall(std::uint32_t unit, Stage& stage, const SelectionView& view, Ticks now);
    bool showsRagdolls(const Falling& falling, const Stage& stage, const SelectionView& view) const;
    // nullopt: it stands at once.
    std::optional<Falling> beginRise(std::uint32_t unit, Stage& stage, const std::vector<LoadedModel>& models,
                                     Ticks now);
    LocalPose lyingPose(std::uint32_t unit, const LoadedModel& loaded, const Crowd& crowd) const;
    RagdollStart startOf(const Falling& falling, const Shot& shot, const Stage& stage,
                         const std::vector<LoadedModel>& models, Ticks now) const;
    Outcome fallByClip(std::uint32_t unit, Stage& stage, const std::vector<LoadedModel>& models, Ticks now);
    void layAsStandIn(std::uint32_t unit, Crowd& crowd, Ticks now) const;
    // A slot that is free, or of the oldest one at rest that the view does not show; nullopt: none.
    std::optional<std::uint32_t> takeSlot(FallKind& kind, std::uint32_t unit, Crowd& crowd,
                                          const SelectionView& view, Ticks now);
    // What a unit shows next.
    struct Next {
        Stand placed;
        LocalPose pose;
        OwnPose packed;
        OwnFrame frame = OwnFrame::kFalls;
        bool moves = false;  // `placed` is another one
        bool ends = false;   // it lies, or shows a frame of its own no more
    };
    // What it would show if it had not been hit, or will show when it stands.
    struct Going {
        Stand stand;
        LocalPose pose;
    };
    // By falling_; of those who fall: nothing.
    std::vector<Going> goingOf(const Stage& stage, const std::vector<LoadedModel>& models, Ticks now) const;
    Next nextOf(const Falling& falling, const Going& going, const Stage& stage, const Model& model,
                Ticks now) const;
    // At rest it is placed where images of impostors show it: with hips and head where the stand-in has them.
    Next nextFall(const Falling& falling, const RagdollPose& shown, const Model& model) const;
    void show(Falling& falling, Next next, Crowd& crowd, Ticks now);
    std::optional<Falling> takeRecovering(std::uint32_t unit);
    void takeGround(Crowd& crowd, Ticks now);
    void place(const Falling& falling, Crowd& crowd, OwnFrame how, Ticks now) const;
    double secondsAt(Ticks now);

    std::vector<FallKind> kinds_;  // by model
    BodyMistakes mistakes_;
    std::vector<Falling> falling_;
    std::shared_ptr<const Terrain> terrain_;
    std::unique_ptr<RagdollField> field_;
    FallView view_;         // of the last shoot() or getUp()
    double seconds_ = 0.0;  // of the field's clock
    double physics_ms_ = 0.0;
    Ticks last_ = 0;
    bool began_ = false;
};

SelectionView viewOf(const FallView& view);

// The nearest units that stand and whose feet the view shows, at most kFarthestRagdoll_m away, the nearest
// first.
std::vector<std::uint32_t> nearestStanding(const Crowd& crowd, const FallView& view, std::size_t most,
                                           Ticks now);

}  // namespace phalanx

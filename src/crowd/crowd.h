// The crowd: placement and playback of all units. No GL. The crowd writes 64 bytes per unit (playback.h), and
// the shader computes the rest from the clock, so a frame without edits has no CPU cost per unit and no
// uploads.
//
// All data is a function of (settings, edits, clock): the same calls give the same bytes. World space:
// metres, Y up, ground at y = 0 or hills on it (terrain/terrain.h). Heading 0 faces +Z, positive is
// counter-clockwise seen from above. Loops and the march of a new layout start at tick 0 of the clock, so a
// new layout does not return an army to the start of its path. One-shots start at the tick of the layout or
// of the change that selected them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/pose/morph.h"
#include "crowd/crowd_settings.h"
#include "crowd/dirty_ranges.h"
#include "crowd/morph_rows.h"
#include "playback.h"
#include "terrain/terrain.h"

namespace phalanx {

using Ticks = std::uint32_t;  // PH_TICKS_PER_SECOND ticks per second; wraps
using layout::UnitInstance;

Ticks ticksFromSeconds(double seconds);  // rounded to the nearest tick; wraps like the clock
double secondsFromTicks(Ticks ticks);

inline constexpr std::size_t kMostAttachments = 8;  // per model, of those that not every unit carries

// The properties of a model that the crowd needs.
struct CrowdModel {
    std::vector<BakedClip> clips;  // 1 .. PH_MAX_CLIPS, with own_frames kOwnFrameKinds less
    OwnFrames own_frames{};        // the last entries of the clip table, if there are any
    // Without attachments. If `shares` is empty, they are ranks: four fifths of the units have variant 0, the
    // rest is split among the other variants, and in formation phalanx the last variant is reserved for the
    // unit that leads a block.
    int variants = 1;
    std::vector<double> shares{};  // per variant: relative number of units, above 0; or empty
    // Per attachment: it is carried by the units whose number is a multiple of this. Their variant's number
    // is higher by variants * 2^(number of the attachment).
    std::vector<std::uint32_t> every{};

    int allVariants() const { return variants << every.size(); }
    double height_m = 1.8;
    double radius_m = 0.5;  // half the width or depth of a standing unit; the spacing prevents overlaps
    // Brings the feet to y = 0, for LiftBy::kAuto; the same for all clips, so that a crossfade does not jump.
    double lift_m = 0.0;
    std::vector<WeightRange> morph_ranges{};  // per morph target, see morphRanges()
};

// The clips that the units of a model play, as indices into CrowdModel::clips.
struct ClipChoice {
    int a = 0;
    int b = 0;

    friend bool operator==(const ClipChoice&, const ClipChoice&) = default;
};

// Selects clips by their names. A: the first clip named after walking, else marching, running or idling, else
// the first loop, else clip 0. B: a clip named after running, else one of another kind in the same order,
// else another loop, else A.
ClipChoice defaultClips(std::span<const BakedClip> clips);

// The settings of a single unit. An empty field follows the crowd's settings.
struct UnitEdit {
    std::optional<ClipChoice> clips{};
    std::optional<double> blend{};    // 0 .. 1, constant weight of clip B instead of the periodic crossfade
    std::optional<double> speed{};    // -4 .. 4
    std::optional<double> offset{};   // 0 .. 1 cycles
    std::optional<glm::vec4> tint{};  // sRGB 0 .. 1, a: strength
    MorphWeights morph_weights{};     // each within the range of CrowdModel::morph_ranges
    std::string
        pose{};  // its own layered pose, by poseText(); the crowd only keeps it. "": that of all units

    bool empty() const {
        return !clips && !blend && !speed && !offset && !tint && morph_weights.empty() && pose.empty();
    }
    friend bool operator==(const UnitEdit&, const UnitEdit&) = default;
};

// `edit` without the clips that the model does not have, and without weights of morph targets that it does
// not have or whose range is another.
UnitEdit fittingEdit(const UnitEdit& edit, const CrowdModel& model);

// Cycles per tick * 2^32: 16 cycles per second, which the shaders' arithmetic of clips in step needs.
inline constexpr std::uint32_t kMostTravelRate = (1U << 24U) - 1U;

// How a unit moves that has layers: their base decides, not the clips of the crowd's settings.
struct UnitTravel {
    // Of units with layers: what the impostor shows, at the base's phase; should loop. A clip that does not
    // loop is played once, from its start, where the unit stands; so do loops begin that follow it.
    int clip = 0;
    std::uint32_t rate = 0;    // of the base's cycle, cycles per tick * 2^32; at most kMostTravelRate is used
    glm::dvec2 stride_m{0.0};  // per cycle at scale 1, x and z in the unit's axes; each within PH_STRIDE_MOST
    Ticks fade = 0;            // from what it does now, if it travels already; at most PH_STRIDE_FADE_MAX
    std::uint32_t phase = 0;   // at the start, cycles * 2^32; a unit that travels already goes on at its own
    // Where it is from then on, which is not faded, and which way it faces, to which it turns during the
    // fade; none: as now. A crowd that marches ignores both.
    std::optional<glm::dvec2> place_m{};  // x and z
    std::optional<double> facing_rad{};
};

// The units of one model and variant, or of a part of them (Crowd::splitGroups()), contiguous in memory for
// an instanced draw.
struct UnitGroup {
    int model = 0;
    int variant = 0;
    std::vector<UnitInstance> units;
    DirtyRanges dirty;  // of units; the code that uploads them clears it
    // The rows of units with UnitEdit::morph_weights; UnitInstance::look.z has the number of the row.
    MorphRows morph_rows;
};

// Units that were written: by settings, edits, crossfades that ended, falls.
struct CrowdChanges {
    bool all = false;
    std::vector<std::uint32_t> units{};  // may have a unit several times
};

struct Slot;  // see formations.h

struct UnitPlace {
    int group = 0;
    std::size_t index = 0;
};

class Crowd {
  public:
    // models: at least one; choices: one per model. Creates the layout at `now`. Throws Error (kInput) for a
    // model with more clips than PH_MAX_CLIPS and for more than 4,096 variants in all models together, and
    // Error (kUsage) for a setting out of range.
    Crowd(std::vector<CrowdModel> models, std::vector<ClipChoice> choices, const CrowdSettings& settings = {},
          Ticks now = 0);

    // Applies the settings at `now`. A setting with Affects::kLayout (units, formation, spacing, facing,
    // seed, jitter, height) creates a new layout. In formation ring so does `march`, because standing units
    // face outward. Other changes (speed, blend, crossfade, march) only rebase the units, which keep their
    // phases and their positions on the path. Two values can still jump: the heading of a unit that starts or
    // stops marching, by its jitter, and the weight of B if `blend` or the crossfade is changed. Throws Error
    // (kUsage) that names the setting if one is out of range; nothing is changed then.
    void apply(const CrowdSettings& settings, Ticks now);

    // Lays the same units out again, as they are without travel() and without units written directly.
    void layAgain(Ticks now);

    // Splits the groups at these numbers of units, which ascend from 1 on: units from one number up to the
    // next are in groups of their own, for callers that draw only some units in a certain way. Lays all units
    // out again; later layouts are split, too. Empty: not split. Throws Error (kUsage) if there would be more
    // than 4,096 groups.
    void splitGroups(std::vector<std::uint32_t> at, Ticks now);

    // Changes the clips of a model, with a crossfade of `fade_s` (0 .. 60). A unit plays at most two clips,
    // so the crossfade starts from the clip with the larger weight. The pose therefore jumps if two clips are
    // being blended at this moment (during a crossfade, or with a `blend` between 0 and 1), but not
    // otherwise. After the crossfade, `advance` returns the unit to the settings.
    void chooseClips(int model, ClipChoice choice, Ticks now, double fade_s = 0.3);

    // Sets the settings of a single unit; an empty edit removes them. Phases do not jump; clips are
    // crossfaded as in chooseClips(), within 0.3 s.
    void edit(std::uint32_t unit, const UnitEdit& edit, Ticks now);
    const std::map<std::uint32_t, UnitEdit>& edits() const { return edits_; }
    UnitEdit editOf(std::uint32_t unit) const;
    // The row of the unit's group that has its UnitEdit::morph_weights; empty if there are none.
    std::span<const float> morphRowOf(std::uint32_t unit) const;

    // From `now` on the unit moves by this, and no setting or edit changes its playback until the next
    // layout. If the crowd marches, the unit goes along its path as fast as its stride says, turned so that
    // it strides along the path. Otherwise it goes over the ground in the direction of its stride. Both are
    // closed forms of the clock, and planted feet stay where they are.
    void travel(std::uint32_t unit, const UnitTravel& travel, Ticks now);
    // From `now` on the unit stands still and shows this frame of CrowdModel::own_frames, which it must have.
    // placement: x and z in the world, metres; y above the ground; the direction that it faces, radians.
    // Nothing else moves it or changes what it plays until rise() or the next layout.
    void showOwnFrame(std::uint32_t unit, std::uint32_t slot, const glm::vec4& placement, OwnFrame how,
                      Ticks now);
    bool showsOwnFrame(std::uint32_t unit) const;
    // The same where it stands, by a clip that ends.
    void fallByClip(std::uint32_t unit, int clip, Ticks now);
    // A unit that fell will stand at this place, as for showOwnFrame(), and play a clip there, which begins
    // at tick `begins`: after goOn().
    void willStand(std::uint32_t unit, const glm::vec4& placement, int clip, Ticks begins);
    // It does what it did before, or what willStand() said.
    void goOn(std::uint32_t unit, Ticks now);
    // It goes on as if nothing had happened, also one that stands somewhere else now.
    void rise(std::uint32_t unit, Ticks now);
    bool hasFallen(std::uint32_t unit) const {
        const auto aside = aside_.find(unit);
        return aside != aside_.end() && !aside->second.stands;
    }
    std::vector<std::uint32_t> fallenUnits() const;  // ascending
    std::size_t fallenCount() const { return fallen_count_; }
    bool anyAside() const { return !aside_.empty(); }
    bool isAside(std::uint32_t unit) const { return aside_.contains(unit); }
    std::vector<std::uint32_t> asideUnits() const;  // for rise(): ascending
    // As it will go on after rise(); of others, as unit().
    const UnitInstance& unitBeforeFall(std::uint32_t unit) const;
    // As it will go on after goOn(); of others, as unit() and stateOf().
    const UnitInstance& unitGoingOn(std::uint32_t unit) const;
    layout::UnitState stateGoingOn(std::uint32_t unit, Ticks now) const;

    // Its speed and offset by settings and edits; of a marching crowd the speed is divided by the unit's
    // scale. Offset: cycles.
    double speedOf(std::uint32_t unit) const;
    double offsetOf(std::uint32_t unit) const;

    // Replaces a model whose clips have changed (another rate or encoding). Clip indices and durations are
    // reread. Phases are kept, and the layout too unless variants or sizes differ. Clips that no longer exist
    // are removed from edits, and no unit of the model lies.
    void replaceModel(int model, CrowdModel replacement, ClipChoice choice, Ticks now);

    // Call once per frame, before drawing. Ends finished crossfades, and rebases all units every three days
    // so that the clock can wrap. In all other frames it writes no units.
    void advance(Ticks now);

    const CrowdSettings& settings() const { return settings_; }
    std::span<const CrowdModel> models() const { return models_; }
    std::span<const ClipChoice> choices() const { return choices_; }
    std::uint32_t size() const { return settings_.units; }
    // Whether units move along the path. Not in a battle (hosts.h), where they go by travel().
    bool marches() const { return settings_.march && settings_.formation != Formation::kBattle; }
    // The spacing in use: settings().spacing_m, or more if the largest unit and its jitter need more.
    double spacing_m() const { return spacing_m_; }
    double largestScale() const;     // the largest scale that a unit can have
    double lift_m(int model) const;  // at scale 1, by settings().lift
    // Height of a model's feet above y = 0 at scale 1: 0 if it is lifted automatically.
    double feet_m(int model) const;
    // The point below a unit at the height of its feet, on the ground.
    glm::dvec3 feetOf(std::uint32_t unit, Ticks now) const;

    // One group per model, variant and part of splitGroups(), in this order, without empty groups. Rebuilt
    // with each new layout; layoutVersion() changes then, and differs between all crowds.
    std::vector<UnitGroup>& groups() { return groups_; }
    std::span<const UnitGroup> groups() const { return groups_; }
    std::uint64_t layoutVersion() const { return layout_version_; }
    UnitPlace placeOf(std::uint32_t unit) const;
    const UnitInstance& unit(std::uint32_t unit) const;
    int modelOf(std::uint32_t unit) const;
    int variantOf(std::uint32_t unit) const;

    // Clips that units will play sooner or later: what prepares images of clips does so for all of them at
    // once. Until the next replaceModel().
    void expectClips(int model, std::vector<int> clips) {
        expected_.resize(models_.size());
        expected_[static_cast<std::size_t>(model)] = std::move(clips);
    }
    std::span<const int> expectedClips(int model) const {
        if (static_cast<std::size_t>(model) >= expected_.size()) return {};
        return expected_[static_cast<std::size_t>(model)];
    }

    // Call after writing units of groups() directly. All units are uploaded again and can be anywhere on the
    // path.
    void wroteUnits();

    // The units written since a call that returned changesEnd(), of the same layout or an earlier one.
    CrowdChanges changesSince(std::uint64_t end) const;
    std::uint64_t changesEnd() const { return changed_from_ + changed_.size(); }

    // The clip table of a model in the format of the shader (ClipBlock), one entry per clip, then those of
    // its own_frames.
    std::vector<glm::uvec4> clipTable(int model) const;
    const glm::uvec4& clipEntry(int model, std::uint32_t clip) const {
        return clip_tables_[static_cast<std::size_t>(model)][clip];
    }

    // The schedule for FrameBlock at `now`.
    layout::Schedule schedule(Ticks now) const;
    // The ground; nullptr: flat. Another object after each change.
    const std::shared_ptr<const Terrain>& terrain() const { return terrain_; }
    // The state that the shader computes for this unit at `now`.
    layout::UnitState stateOf(std::uint32_t unit, Ticks now) const;

    // The disc on the ground that contains all units, for cameras and shadows: at all times or, if some
    // travel freely, at the tick of the last advance().
    glm::vec3 center() const { return center_; }
    double radius_m() const { return std::max(radius_m_, travel_radius_m_); }
    // The radius of the formation around the origin, before units move.
    double formationRadius_m() const { return formation_radius_m_; }
    // The number of units written since the start, by layouts, edits, crossfades of chooseClips() and edit(),
    // and rebases. The periodic crossfade writes no units.
    std::uint64_t unitsWritten() const { return units_written_; }

  private:
    struct Plan;      // the playback of a unit by settings and edits
    struct Motion;    // the values that setMotion() writes to the unit
    struct Snapshot;  // the playback of a unit at a tick
    struct Pending {  // a crossfade that ends at tick `at`
        Ticks at;
        std::uint32_t unit;
    };
    using Change = std::function<std::optional<Pending>(std::uint32_t)>;

    void checkModel(const CrowdModel& model, const ClipChoice& choice) const;
    // Checks the total number of variants if models_[changed] had `variants`.
    void checkVariants(std::size_t changed, int variants) const;
    void buildClipTable(std::size_t model);
    void lay(Ticks now);
    void layGroups(const std::vector<Slot>& slots, bool officers);
    void layPath();
    glm::vec4 tintOf(std::uint32_t unit) const;
    layout::UnitState levelState(std::uint32_t unit, Ticks now) const;
    layout::UnitState levelStateOf(const UnitInstance& instance, int model, Ticks now) const;
    void colorAll();
    Plan planOf(std::uint32_t unit) const;
    Snapshot snapshotOf(std::uint32_t unit, const layout::Schedule& moment) const;
    void begin(std::uint32_t unit, Ticks now);
    bool travels(std::uint32_t unit) const;
    void measureTravel(Ticks now);
    // Units that travel freely: how far the farthest was from center_ when they were measured, metres, and
    // the speed of the fastest, metres per tick; 0: none travels.
    struct TravelDisc {
        double reach_m = 0.0;
        double speed = 0.0;
        Ticks measured = 0;
    };
    void noteTravel(const UnitInstance& unit, const layout::UnitState& state, TravelDisc& disc) const;
    void beginTravel(std::uint32_t unit, Ticks now);  // its bytes are written
    void beginFall(std::uint32_t unit);
    std::optional<Pending> change(std::uint32_t unit, const Snapshot& before, Ticks now, Ticks fade);
    void follow(std::uint32_t unit, const Snapshot& before, const Plan& plan, Ticks now);
    void setMotion(std::uint32_t unit, const Motion& motion, Ticks start);
    void setPhases(std::uint32_t unit, std::uint32_t a, std::uint32_t b, std::uint32_t way);
    std::uint32_t phaseFor(std::uint32_t unit, int clip, const Snapshot& before, const Plan& plan) const;
    Ticks delayOf(std::uint32_t unit, int clip, double speed) const;
    bool goInStep(int model, int clip_a, int clip_b) const;
    const BakedClip& clipOf(std::uint32_t unit, int clip) const;
    // Calls body(i) for each i in [0, count), in several threads; each call must write another unit.
    void changeEach(std::uint32_t count, const Change& body);
    void changeAll(const Change& body);
    void renewAll(Ticks now);
    void setSchedule(const CrowdSettings& before, Ticks now);
    Ticks cycleTime(std::uint32_t unit, Ticks now) const;
    UnitInstance& at(std::uint32_t unit);
    void setMorphRow(std::uint32_t unit);
    void markDirty(std::uint32_t unit);
    void markAllDirty();
    void forgetChanges();
    void addPending(const std::vector<Pending>& more);
    void endFades(Ticks now);

    std::vector<CrowdModel> models_;
    std::vector<ClipChoice> choices_;
    CrowdSettings settings_;
    std::shared_ptr<const Terrain> terrain_;
    std::map<std::uint32_t, UnitEdit> edits_;
    // Units that fell.
    struct Aside {
        UnitInstance before;
        std::optional<UnitInstance> standing;  // willStand()
        bool stands = false;                   // as `standing`
    };
    std::map<std::uint32_t, Aside> aside_;
    // The last units written, and the number of those before them. All: as if each were among those.
    std::vector<std::uint32_t> changed_;
    std::uint64_t changed_from_ = 0;
    std::size_t fallen_count_ = 0;  // of them, who do not stand

    std::vector<std::uint32_t> split_at_;  // splitGroups()
    std::vector<UnitGroup> groups_;
    std::vector<std::uint32_t> place_of_;               // per unit: group << 20 | index
    std::vector<std::uint8_t> team_of_;                 // per unit
    std::vector<std::vector<glm::uvec4>> clip_tables_;  // per model
    std::vector<std::vector<bool>> gaits_;              // per model and clip: its name is that of a gait
    std::vector<Pending> pending_;                      // sorted, the next one to end is last

    Ticks epoch_ = 0;        // start of the loops and of the march in a new layout
    Ticks renewed_ = 0;      // last time all units were rebased
    Ticks fade_origin_ = 0;  // start of a cycle of the periodic crossfade, common to all units
    Ticks period_ = 2;       // length of that cycle
    Ticks fade_length_ = 0;  // length of one fade in that cycle
    glm::vec4 path_{0.0f};
    glm::vec3 center_{0.0f};
    double radius_m_ = 0.0;
    double formation_radius_m_ = 0.0;
    double spacing_m_ = 0.0;
    bool may_have_moved_ = false;
    TravelDisc disc_;
    std::optional<TravelDisc> next_disc_;  // while it is measured again
    std::uint32_t next_measured_ = 0;      // units that it contains
    double travel_radius_m_ = 0.0;
    std::vector<std::vector<int>> expected_;  // per model: expectClips()
    std::uint64_t layout_version_ = 0;
    std::uint64_t units_written_ = 0;
};

}  // namespace phalanx

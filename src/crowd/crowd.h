// Who stands where and plays what. No GL: the crowd writes 64 bytes a unit (playback.h), and the shader
// derives the rest from the clock, so a frame in which nothing is edited costs no CPU a unit and uploads
// nothing.
//
// Everything is a function of (settings, edits, clock): the same calls give the same bytes. World space:
// metres, Y up, the ground at y = 0; heading 0 faces +Z, counter-clockwise seen from above. A crowd that is
// laid begins at tick 0 of the clock, so that laying it anew does not send an army back to where it set out;
// one-shots play from the tick at which they were chosen or laid.
#pragma once

#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "anim/bake/bake.h"
#include "crowd/crowd_settings.h"
#include "playback.h"

namespace phalanx {

using Ticks = std::uint32_t;  // layout::PH_TICKS_PER_SECOND a second; wraps
using layout::UnitInstance;

Ticks ticksFromSeconds(double seconds);  // the nearest tick; wraps like the clock itself
double secondsFromTicks(Ticks ticks);

// What the crowd needs to know of a model of the army.
struct CrowdModel {
    std::vector<BakedClip> clips;  // 1 .. PH_MAX_CLIPS
    // Variant 0 is most of the army, the others share a fifth of it, and the last one leads blocks in the
    // phalanx.
    int variants = 1;
    double height_m = 1.8;
    double radius_m = 0.5;  // of the bounds over the ground, at rest: spacing never lets neighbours overlap
};

// Which clips a model's units play, by index into its clips.
struct ClipChoice {
    int a = 0;
    int b = 0;

    friend bool operator==(const ClipChoice&, const ClipChoice&) = default;
};

// A: the first clip that sounds like walking, else marching, running, idling, else the first that loops, else
// the first; B: one that sounds like running, else another kind of the same list. For names as artists give
// them.
ClipChoice defaultClips(std::span<const BakedClip> clips);

// What one unit does differently; an empty field follows the settings.
struct UnitEdit {
    std::optional<ClipChoice> clips{};
    std::optional<double> blend{};    // 0..1, held: the unit leaves the periodic crossfade
    std::optional<double> speed{};    // 0 .. 4
    std::optional<double> offset{};   // cycles
    std::optional<glm::vec4> tint{};  // sRGB 0..1, a = strength

    bool empty() const { return !clips && !blend && !speed && !offset && !tint; }
    friend bool operator==(const UnitEdit&, const UnitEdit&) = default;
};

// The units of one model and variant, contiguous, as one instanced draw takes them.
struct UnitGroup {
    int model = 0;
    int variant = 0;
    std::vector<UnitInstance> units;
    // Units that changed since they were last taken: [first, last); first == last: none. Who uploads them
    // sets both to 0.
    std::size_t dirty_first = 0;
    std::size_t dirty_last = 0;
};

struct Slot;  // of a formation

struct UnitPlace {
    int group = 0;
    std::size_t index = 0;
};

class Crowd {
  public:
    // At least one model; choices: one a model. Lays out the settings at `now`. Throws Error (kInput) for a
    // model with more clips than PH_MAX_CLIPS, and for more than 4,096 variants in all models together;
    // (kUsage) for a setting out of range.
    Crowd(std::vector<CrowdModel> models, std::vector<ClipChoice> choices, const CrowdSettings& settings = {},
          Ticks now = 0);

    // Applies the settings at `now`. A change of units, formation, spacing, facing, seed, spreads of place or
    // height lays all anew; playing soldiers keep their phase and their place along the path when only
    // playback changes (speed, blend, clips, crossfade, march): starts are rebased, nothing jumps but (by its
    // jitter) the heading of men who halt or set out, and the weight of B where `blend` or the crossfade
    // itself is changed. (In a ring `march` also turns the men, from outward to ahead: laid anew.) Throws
    // Error (kUsage) that names a setting out of range; nothing is changed then.
    void apply(const CrowdSettings& settings, Ticks now);

    // Clips that are replaced by hand fade over `fade_s` (0 .. 60): one fade from the clip that is nearer to
    // what is shown to the one that is to be shown next, since a unit plays two clips at most. What is shown
    // jumps therefore when it is between two clips (inside a fade, or held by a `blend` between 0 and 1), and
    // not otherwise. When the fade is over, `advance` returns the unit to the settings.
    void chooseClips(int model, ClipChoice choice, Ticks now, double fade_s = 0.3);

    // One unit's own settings; an empty edit gives it back to the crowd. Phases do not jump; clips fade as
    // above.
    void edit(std::uint32_t unit, const UnitEdit& edit, Ticks now);
    const std::map<std::uint32_t, UnitEdit>& edits() const { return edits_; }
    UnitEdit editOf(std::uint32_t unit) const;

    // A model's clips changed (another rate, another encoding): indices and durations are read anew. Phases
    // are kept, and so is the layout unless variants or sizes differ. Edits whose clips are no more lose
    // them.
    void replaceModel(int model, CrowdModel replacement, ClipChoice choice, Ticks now);

    // Once a frame, before drawing: ends the fades that are over, and rebases all every third day, so that
    // neither the clock's wrap nor a long run shows. Touches no unit in any other frame.
    void advance(Ticks now);

    const CrowdSettings& settings() const { return settings_; }
    std::span<const CrowdModel> models() const { return models_; }
    std::span<const ClipChoice> choices() const { return choices_; }
    std::uint32_t size() const { return settings_.units; }
    // What is used: settings().spacing_m, or as much as the largest unit needs with its jitter.
    double spacing_m() const { return spacing_m_; }
    double largestScale() const;  // that a unit can have

    // One a model and variant, models first, empty ones left out. Rebuilt where the layout changes:
    // layoutVersion().
    std::vector<UnitGroup>& groups() { return groups_; }
    std::span<const UnitGroup> groups() const { return groups_; }
    std::uint64_t layoutVersion() const { return layout_version_; }
    UnitPlace placeOf(std::uint32_t unit) const;
    const UnitInstance& unit(std::uint32_t unit) const;
    int modelOf(std::uint32_t unit) const;
    int variantOf(std::uint32_t unit) const;

    // Who wrote units of groups() himself says so: all are uploaded again, and may stand anywhere on the
    // path.
    void wroteUnits();

    // The clip table as the shader sees it (ClipBlock), for one model: as many entries as it has clips.
    std::vector<glm::uvec4> clipTable(int model) const;

    // The schedule that goes into FrameBlock at `now`.
    layout::Schedule schedule(Ticks now) const;
    // What the shader computes for this unit at `now`.
    layout::UnitState stateOf(std::uint32_t unit, Ticks now) const;

    // Where units stand and can walk to: a disc over the ground around `center`, for cameras and shadows.
    glm::vec3 center() const { return center_; }
    double radius_m() const { return radius_m_; }
    // The same of the formation alone, around the origin, before anyone has moved.
    double formationRadius_m() const { return formation_radius_m_; }
    // Units that laying, an edit, a fade by event or a rebase wrote since the start; periodic crossfades
    // write none.
    std::uint64_t unitsWritten() const { return units_written_; }

  private:
    struct Plan;      // what a unit is to play by settings and edits
    struct Motion;    // what is written for it
    struct Snapshot;  // what it plays at a tick
    struct Pending {  // a fade that ends
        Ticks at;
        std::uint32_t unit;
    };
    using Change = std::function<std::optional<Pending>(std::uint32_t)>;

    void checkModel(const CrowdModel& model, const ClipChoice& choice) const;
    // With models_[changed] as it would be.
    void checkVariants(std::size_t changed, int variants) const;
    void buildClipTable(std::size_t model);
    void lay(Ticks now);
    void layGroups(const std::vector<Slot>& slots, bool officers);
    void layPath();
    glm::vec4 tintOf(std::uint32_t unit) const;
    void colorAll();
    Plan planOf(std::uint32_t unit) const;
    Snapshot snapshotOf(std::uint32_t unit, const layout::Schedule& moment) const;
    void begin(std::uint32_t unit, Ticks now);
    std::optional<Pending> change(std::uint32_t unit, const Snapshot& before, Ticks now, Ticks fade);
    void follow(std::uint32_t unit, const Snapshot& before, const Plan& plan, Ticks now);
    void setMotion(std::uint32_t unit, const Motion& motion, Ticks start);
    void setPhases(std::uint32_t unit, std::uint32_t a, std::uint32_t b, std::uint32_t way);
    std::uint32_t phaseFor(std::uint32_t unit, int clip, const Snapshot& before, const Plan& plan) const;
    Ticks delayOf(std::uint32_t unit, int clip, double speed) const;
    bool goInStep(int model, int clip_a, int clip_b) const;
    const BakedClip& clipOf(std::uint32_t unit, int clip) const;
    // Change of each unit in [0, count) of a list; what is written must be another unit's for each.
    void changeEach(std::uint32_t count, const Change& body);
    void changeAll(const Change& body);
    void renewAll(Ticks now);
    void setSchedule(const CrowdSettings& before, Ticks now);
    Ticks cycleTime(std::uint32_t unit, Ticks now) const;
    UnitInstance& at(std::uint32_t unit);
    void markDirty(std::uint32_t unit);
    void markAllDirty();
    void addPending(const std::vector<Pending>& more);
    void endFades(Ticks now);

    std::vector<CrowdModel> models_;
    std::vector<ClipChoice> choices_;
    CrowdSettings settings_;
    std::map<std::uint32_t, UnitEdit> edits_;

    std::vector<UnitGroup> groups_;
    std::vector<std::uint32_t> place_of_;               // per unit: group << 20 | index
    std::vector<std::uint8_t> team_of_;                 // per unit
    std::vector<std::vector<glm::uvec4>> clip_tables_;  // per model
    std::vector<std::vector<bool>> gaits_;              // per model and clip: by its name
    std::vector<Pending> pending_;                      // by time to come

    Ticks epoch_ = 0;        // where loops and paths of a crowd that is laid begin
    Ticks renewed_ = 0;      // when all were rebased last
    Ticks fade_origin_ = 0;  // where a cycle of the periodic crossfade begins that all share
    Ticks period_ = 2;
    Ticks fade_length_ = 0;
    glm::vec4 path_{0.0f};
    glm::vec3 center_{0.0f};
    double radius_m_ = 0.0;
    double formation_radius_m_ = 0.0;
    double spacing_m_ = 0.0;
    bool may_have_moved_ = false;
    std::uint64_t layout_version_ = 0;
    std::uint64_t units_written_ = 0;
};

}  // namespace phalanx

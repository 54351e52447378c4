// Layout of the crowd: slots, sizes, colours, and the model and variant of each unit.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>

#include "crowd/crowd.h"
#include "crowd/crowd_state.h"
#include "crowd/formations.h"

namespace phalanx {
namespace {

// Colours of cloth dyed with madder, woad and weld. They differ in hue and in brightness, so that
// colour-blind people can tell them apart, too.
constexpr std::array<glm::vec3, kTeams> kTeamColors{
    glm::vec3{0.62F, 0.20F, 0.17F}, glm::vec3{0.19F, 0.33F, 0.55F}, glm::vec3{0.80F, 0.64F, 0.30F}};
constexpr float kTeamStrength = 0.90F;
constexpr float kTeamVariation = 0.10F;  // relative variation of the brightness, plus or minus

// The variant of a unit that does not lead a block: four fifths have variant 0, the rest is split evenly
// among the others. If blocks have officers, the last variant is reserved for them.
int variantFor(int variants, bool officers, double chance) {
    const int common = officers && variants > 2 ? variants - 1 : variants;
    if (common <= 1 || (officers && variants == 2) || chance < 0.8) return 0;
    return 1 + std::min(common - 2, static_cast<int>((chance - 0.8) / 0.2 * (common - 1)));
}

// Whether the variants of a model are ranks, of which the last one leads blocks.
bool hasRanks(const CrowdModel& model) {
    return model.shares.empty() && model.variants > 1;
}

// The first variant whose share, added to those before it, exceeds `chance`, 0 .. 1, of the sum.
int variantByShare(const std::vector<double>& shares, double chance) {
    double rest = chance * std::accumulate(shares.begin(), shares.end(), 0.0);
    int variant = 0;
    for (const double share : shares) {
        rest -= share;
        if (rest < 0.0) break;
        ++variant;
    }
    return std::min(variant, static_cast<int>(shares.size()) - 1);
}

int withAttachments(const CrowdModel& model, int variant, std::uint32_t unit) {
    for (std::size_t i = 0; i < model.every.size(); ++i) {
        if (unit % model.every[i] == 0) variant += model.variants << i;
    }
    return variant;
}

}  // namespace

glm::vec4 Crowd::tintOf(std::uint32_t unit) const {
    const UnitEdit* edit = findEdit(edits_, unit);
    if (edit != nullptr && edit->tint) return *edit->tint;
    if (!settings_.team_colors) return {1.0F, 1.0F, 1.0F, 0.0F};
    const auto shade = static_cast<float>(2.0 * hashUnit(settings_.seed, unit, RandomStream::kTint) - 1.0);
    return {kTeamColors[team_of_[unit]] * (1.0F + kTeamVariation * shade), kTeamStrength};
}

void Crowd::colorAll() {
    forStretches(size(), [&](std::uint32_t first, std::uint32_t last, std::size_t) {
        for (std::uint32_t u = first; u < last; ++u) at(u).look.x = packTint(tintOf(u));
    });
    markAllDirty();
}

double Crowd::largestScale() const {
    return 1.0 + kNormalLimit * settings_.height_spread;
}

double Crowd::lift_m(int model) const {
    switch (settings_.lift.by) {
        case LiftBy::kAuto:
            return models_[static_cast<std::size_t>(model)].lift_m;
        case LiftBy::kFile:
            return 0.0;
        case LiftBy::kMetres:
            return settings_.lift.metres;
    }
    return 0.0;
}

double Crowd::feet_m(int model) const {
    return lift_m(model) - models_[static_cast<std::size_t>(model)].lift_m;
}

glm::dvec3 Crowd::feetOf(std::uint32_t unit, Ticks now) const {
    const double scale = std::bit_cast<float>(this->unit(unit).look.y);
    glm::dvec3 place(glm::vec3(stateOf(unit, now).placement));
    place.y -= scale * models_[static_cast<std::size_t>(modelOf(unit))].lift_m;
    return place;
}

void Crowd::lay(Ticks now) {
    const CrowdSettings& s = settings_;
    const double largest = largestScale();
    double radius = 0.0;
    bool officers = false;
    for (const CrowdModel& model : models_) {
        radius = std::max(radius, model.radius_m);
        officers = officers || hasRanks(model);
    }
    officers = officers && s.formation == Formation::kPhalanx;
    spacing_m_ = std::max(s.spacing_m, 2.0 * (radius * largest + s.position_jitter_m));
    const std::vector<Slot> slots =
        layFormation({s.formation, s.units, spacing_m_, s.seed, officers, !marches()});
    float reach2 = 0.0F;
    for (const Slot& slot : slots) reach2 = std::max(reach2, glm::dot(slot.place, slot.place));
    formation_radius_m_ = std::sqrt(static_cast<double>(reach2)) + s.position_jitter_m + radius * largest;

    layGroups(slots, officers);
    // An edited unit may have another model now, with fewer clips.
    dropMissing(edits_, s.units, [&](std::uint32_t u) -> const CrowdModel& {
        return models_[static_cast<std::size_t>(modelOf(u))];
    });
    pending_.clear();
    aside_.clear();
    fallen_count_ = 0;
    static std::atomic<std::uint64_t> versions{0};
    layout_version_ = ++versions;
    may_have_moved_ = false;
    disc_ = {};
    next_disc_.reset();
    travel_radius_m_ = 0.0;
    layPath();

    const double facing = glm::radians(s.facing_deg);
    const auto c = static_cast<float>(std::cos(facing));
    const auto n = static_cast<float>(std::sin(facing));
    forStretches(s.units, [&](std::uint32_t first, std::uint32_t last, std::size_t) {
        for (std::uint32_t u = first; u < last; ++u) {
            const Slot& slot = slots[u];
            glm::vec2 p = slot.place;
            if (s.position_jitter_m > 0.0) {
                const double angle = 2.0 * std::numbers::pi * hashUnit(s.seed, u, RandomStream::kPlaceAngle);
                const double distance =
                    s.position_jitter_m * std::sqrt(hashUnit(s.seed, u, RandomStream::kPlaceDistance));
                p += glm::vec2(distance * std::cos(angle), distance * std::sin(angle));
            }
            double scale = 1.0;
            if (s.height_spread > 0.0)
                scale += s.height_spread * hashNormal(s.seed, u, RandomStream::kHeight);
            UnitInstance& unit = at(u);
            unit = {};
            // Heading 0 faces +Z, with +X to the left.
            unit.placement = {c * p.x + n * p.y, static_cast<float>(scale * lift_m(modelOf(u))),
                              c * p.y - n * p.x, static_cast<float>(facing) + slot.heading};
            unit.look = {packTint(tintOf(u)), std::bit_cast<std::uint32_t>(static_cast<float>(scale)), u, 0U};
            unit.fade.w = PH_FLAG_MARCH;  // the heading has no jitter yet, as for marching units
            begin(u, now);
        }
    });
    for (const auto& [unit, edit] : edits_) {
        if (unit < s.units) setMorphRow(unit);  // the groups are new, and have no rows yet
    }
    markAllDirty();
}

// Assigns units to models and variants, and builds the groups: one per model, variant and part, in this
// order. Within a group, units are in the order of their numbers.
void Crowd::layGroups(const std::vector<Slot>& slots, bool officers) {
    const CrowdSettings& s = settings_;
    const auto model_count = static_cast<std::uint32_t>(models_.size());
    // Each block has units of one model, unless there are fewer blocks than models.
    const bool blocks_by_model = s.formation == Formation::kPhalanx && slots.back().block + 1 >= model_count;
    const auto parts = static_cast<std::uint32_t>(split_at_.size() + 1);
    const auto partOf = [this](std::uint32_t u) {
        return static_cast<std::uint32_t>(std::upper_bound(split_at_.begin(), split_at_.end(), u) -
                                          split_at_.begin());
    };
    // A kind is a variant's part. Per model: the first one of its variant 0; the others follow.
    std::vector<std::uint32_t> first_kind;
    std::uint32_t kinds = 0;
    for (const CrowdModel& model : models_) {
        first_kind.push_back(kinds);
        kinds += static_cast<std::uint32_t>(model.allVariants()) * parts;
    }
    team_of_.resize(s.units);
    place_of_.resize(s.units);  // holds the kinds at first
    const auto modelFor = [&](std::uint32_t u) {
        if (model_count == 1) return 0U;
        if (blocks_by_model) return slots[u].block % model_count;
        return static_cast<std::uint32_t>(hashUnit(s.seed, u, RandomStream::kModel) * model_count);
    };
    std::vector<std::vector<std::uint32_t>> counts((s.units + kUnitsPerTask - 1) / kUnitsPerTask);
    forStretches(s.units, [&](std::uint32_t first, std::uint32_t last, std::size_t task) {
        counts[task].resize(kinds);
        for (std::uint32_t u = first; u < last; ++u) {
            const std::uint32_t m = modelFor(u);
            const CrowdModel& model = models_[m];
            int variant = 0;
            if (model.variants > 1) {
                const double chance = hashUnit(s.seed, u, RandomStream::kVariant);
                if (!hasRanks(model)) {
                    variant = variantByShare(model.shares, chance);
                } else {
                    variant =
                        slots[u].leads ? model.variants - 1 : variantFor(model.variants, officers, chance);
                }
            }
            variant = withAttachments(model, variant, u);
            place_of_[u] = first_kind[m] + static_cast<std::uint32_t>(variant) * parts + partOf(u);
            ++counts[task][place_of_[u]];
            team_of_[u] = slots[u].team;
        }
    });

    // The counts per stretch are replaced by the position of the stretch's first unit in the group.
    std::vector<UnitGroup> groups;
    std::uint32_t kind = 0;
    for (std::uint32_t m = 0; m < model_count; ++m) {
        const auto of_model = static_cast<std::uint32_t>(models_[m].allVariants()) * parts;
        for (std::uint32_t k = 0; k < of_model; ++k, ++kind) {
            const auto group = static_cast<std::uint32_t>(groups.size());
            std::uint32_t filled = 0;
            for (auto& count : counts) {
                const std::uint32_t units = count[kind];
                count[kind] = group << kPlaceBits | filled;
                filled += units;
            }
            if (filled == 0) continue;
            UnitGroup& made = groups.emplace_back();
            made.model = static_cast<int>(m);
            made.variant = static_cast<int>(k / parts);
            made.morph_rows = MorphRows(static_cast<std::uint32_t>(models_[m].morph_ranges.size()));
            // Reuses the memory of the previous layout if its size is suitable; every unit is rewritten.
            if (group < groups_.size() && groups_[group].units.capacity() <= std::size_t{2} * filled)
                made.units = std::move(groups_[group].units);
            made.units.resize(filled);
        }
    }
    groups_ = std::move(groups);
    forStretches(s.units, [&](std::uint32_t first, std::uint32_t last, std::size_t task) {
        for (std::uint32_t u = first; u < last; ++u) place_of_[u] = counts[task][place_of_[u]]++;
    });
}

// The curves of the path are wide enough that feet do not visibly rotate on the ground. A large crowd gets a
// longer path.
void Crowd::layPath() {
    const double straight = std::clamp(formation_radius_m_, 30.0, 300.0);
    const double radius = std::clamp(0.15 * formation_radius_m_, 15.0, 45.0);
    const double lap = 2.0 * straight + 2.0 * std::numbers::pi * radius;
    const double facing = glm::radians(settings_.facing_deg);
    path_ = {static_cast<float>(straight), static_cast<float>(radius), static_cast<float>(lap),
             static_cast<float>(facing)};
    bool moves = false;
    for (std::size_t m = 0; m < models_.size(); ++m) {
        const auto& clips = models_[m].clips;
        moves = moves || clips[static_cast<std::size_t>(choices_[m].a)].stride_speed > 0.0 ||
                clips[static_cast<std::size_t>(choices_[m].b)].stride_speed > 0.0;
    }
    // Units that have marched and now stand still may be anywhere along the path.
    may_have_moved_ = may_have_moved_ || (marches() && moves);
    center_ = glm::vec3(0.0F);
    radius_m_ = formation_radius_m_;
    if (may_have_moved_) {
        const glm::dvec2 middle{radius, 0.5 * straight};
        center_ = {std::cos(facing) * middle.x + std::sin(facing) * middle.y, 0.0,
                   std::cos(facing) * middle.y - std::sin(facing) * middle.x};
        radius_m_ += 0.5 * straight + radius;
    }
}

}  // namespace phalanx

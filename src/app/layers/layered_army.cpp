#include "app/layers/layered_army.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "anim/layers/blend_space_json.h"
#include "anim/orders/orders_json.h"
#include "anim/pose/morph.h"
#include "anim/rig/layer_rig.h"
#include "core/error.h"
#include "core/printable.h"
#include "render/techniques/technique.h"
#include "render/units/record_change.h"

namespace phalanx {
namespace {

constexpr std::size_t kMostStances = 1000;

constexpr Ticks kRenewAfter = 24U * 3600U * static_cast<Ticks>(PH_TICKS_PER_SECOND);

// Since the start of the army.
std::int64_t orderTick(const PoseOrder& order) {
    return ticksFromSeconds(order.time_s);
}

// The mix of an additive clip in a record, as ChangeTime::restarts. Its reference is the next one.
std::uint32_t additiveMix(const LayeredPose& pose, std::size_t i) {
    return 1U << (1 + pose.layers.size() + 2 * i);
}

// The mixes of a record whose source the order names, as ChangeTime::restarts.
std::uint32_t mixesBegunBy(const PoseOrder& order, const LayeredPose& pose) {
    std::uint32_t mixes = order.base ? 1U : 0U;
    for (std::size_t i = 0; i < order.layers.size(); ++i) {
        if (order.layers[i].source) mixes |= 1U << (1 + i);
    }
    for (std::size_t i = 0; i < order.additive.size(); ++i) {
        if (order.additive[i].source) mixes |= additiveMix(pose, i);
    }
    return mixes;
}

}  // namespace

BlendSpaces spacesFor(const Model& model, const PoseFile& pose) {
    // A space of the pose's own comes before one of that name beside the model.
    BlendSpaces result = pose.spaces;
    for (BlendSpace& space : spacesBeside(model.source_path).spaces)
        result.spaces.push_back(std::move(space));
    return result;
}

std::string whyNoLayers(const Model& model) {
    // Else they follow the unit's own clips, whatever the layers show.
    if (!targetsMoveFar(model)) return "";
    return "has morph targets, which layers do not blend on the GPU; `pose --exact` does";
}

void requireLayers(const Model& model) {
    if (const std::string why = whyNoLayers(model); !why.empty()) throw inputError(model.source_path, why);
}

void requireLayerTechnique(std::string_view name) {
    std::string others;
    for (const Technique& technique : techniques()) {
        if (technique.no_layers.empty())
            others += fmt::format("{}{}", others.empty() ? "" : ", ", technique.name);
    }
    for (const Technique& technique : techniques()) {
        if (technique.name != name || technique.no_layers.empty()) continue;
        throw usageError("--technique",
                         fmt::format("{} {}; for --pose use one of {}", name, technique.no_layers, others));
    }
}

LayeredArmy::LayeredArmy(const gl::Capabilities& capabilities, const std::vector<LoadedModel>& models,
                         const Crowd& crowd, const Plan& plan, Ticks now)
    : pose_(plan.pose),
      where_(plan.where),
      orders_file_(plan.orders),
      mistakes_(plan.mistakes),
      places_(crowd),
      start_(now),
      renewed_(now) {
    for (const LoadedModel& loaded : models) {
        requireLayers(loaded.model);
        spaces_.push_back(spacesFor(loaded.model, pose_));
        const ResolvedPose resolved = resolvePose(loaded.model, pose_.pose, spaces_.back(), where_);
        rigs_.push_back(std::make_shared<const RigTextures>(
            capabilities, bakeLayerRig(loaded.model, loaded.baked.clips, resolved)));
    }
    if (!orders_file_.empty()) orders_ = readOrders(orders_file_);
    stance_of_.assign(crowd.size(), addStance(pose_.pose, plan.travels, where_, models, crowd));
    checkOrders(models, crowd);

    uses_.resize(models.size());
    for (const Stance& stance : stances_) noteUse(stance);
    for (const UnitGroup& group : crowd.groups()) {
        const auto model = static_cast<std::size_t>(group.model);
        const Form& form = stances_.front().forms[model];
        std::vector<LayerRecord> records(std::max<std::size_t>(1, group.units.size()));
        for (std::size_t i = 0; i < group.units.size(); ++i)
            records[i] = recordFor(layout::unitNumber(group.units[i].look.z), form, crowd);
        groups_.emplace_back(capabilities, rigs_[model], std::move(records), uses_[model]);
    }
}

std::vector<LayeredUnits*> LayeredArmy::groups() {
    std::vector<LayeredUnits*> result;
    for (LayeredUnits& group : groups_) result.push_back(&group);
    return result;
}

void LayeredArmy::noteUse(const Stance& stance) {
    for (std::size_t m = 0; m < uses_.size(); ++m) {
        if (stance.forms[m].record.head.y > 0) uses_[m].add(stance.forms[m].record);
    }
}

int LayeredArmy::addStance(const LayeredPose& pose, bool travels, const std::string& where,
                           const Models& models, const Crowd& crowd, std::optional<int> only) {
    const std::string key =
        poseJson(pose).dump() + (travels ? "+" : "-") + (only ? std::to_string(*only) : "");
    const auto known = stance_by_pose_.find(key);
    if (known != stance_by_pose_.end()) return known->second;
    if (stances_.size() == kMostStances)
        throw usageError(where, fmt::format("the orders lead to more than {} poses", kMostStances));
    Stance stance{pose, key, travels, {}, {}};
    for (std::size_t m = 0; m < models.size(); ++m) {
        if (only && *only != static_cast<int>(m)) {
            stance.forms.emplace_back();
            continue;
        }
        const Model& model = models[m].model;
        const LayerRig& rig = rigs_[m]->rig();
        requireTargets(pose, where, crowd, static_cast<int>(m));
        ResolvedPose resolved = resolvePose(model, pose, spaces_[m], where);
        if (mistakes_.out_of_step) resolved.cycle.in_step = false;
        for (ResolvedIk& ik : resolved.iks) {
            if (!mistakes_.ik_in_world || ik.in_world || ik.unit) continue;
            ik.target = glm::dvec3(modelFromFile(model) * glm::dvec4(ik.target, 1.0));
            ik.in_world = true;
        }
        const glm::dvec2& stride_m = resolved.cycle.stride_m;
        if (std::max(std::abs(stride_m.x), std::abs(stride_m.y)) > static_cast<double>(PH_STRIDE_MOST)) {
            throw usageError(where,
                             fmt::format("base strides {:.1f} m per cycle of {}; at most {:g} can be shown",
                                         glm::length(stride_m), printable(model.name), PH_STRIDE_MOST));
        }
        Form form{recordOf(model, rig, resolved, where, 1.0), resolved.cycle.stride_m, 0};
        form.record.head.x = form.record.head.z = start_;
        form.shown = static_cast<int>(shownClip(form.record, rig));
        places_.takePlaces(form.record, crowd);
        stance.forms.push_back(form);
    }
    stances_.push_back(std::move(stance));
    return stance_by_pose_[key] = static_cast<int>(stances_.size()) - 1;
}

// All stances that orders lead to, so that an order that does not fit is found before the first frame.
void LayeredArmy::checkOrders(const Models& models, const Crowd& crowd) {
    std::vector<int> stance_of = stance_of_;
    const bool march = crowd.marches();
    for (std::size_t i = 0; i < orders_.size(); ++i) {
        const PoseOrder& order = orders_[i];
        const std::string where = fmt::format("{}: [{}]", orders_file_, order.place);
        for (const auto& [key, given] :
             {std::pair("travel", order.travel.has_value()), std::pair("place", order.place_m.has_value()),
              std::pair("facing", order.facing_deg.has_value())}) {
            if (march && given)
                throw usageError(where, fmt::format("{} is for armies that do not march; add --stand", key));
        }
        for (const UnitRange& range : order.units) {
            if (range.last >= crowd.size()) {
                throw usageError(where, fmt::format("units has {}; the last of the army's {} units is {}",
                                                    range.last, crowd.size(), crowd.size() - 1));
            }
        }
        forUnits(order, crowd, [&](std::uint32_t unit) {
            const auto before = static_cast<std::size_t>(stance_of[unit]);
            const auto known = stances_[before].after.find(i);
            if (known != stances_[before].after.end()) {
                stance_of[unit] = known->second;
                return;
            }
            const Stance& from = stances_[before];
            const int after = addStance(orderedPose(from.pose, order, where),
                                        order.travel.value_or(from.travels), where, models, crowd);
            if (march) requireSameDirection(before, static_cast<std::size_t>(after), where);
            stances_[before].after[i] = after;
            stance_of[unit] = after;
        });
    }
}

// Along a path, a unit faces by its stride, which is not faded.
void LayeredArmy::requireSameDirection(std::size_t before, std::size_t after,
                                       const std::string& where) const {
    for (std::size_t m = 0; m < stances_[before].forms.size(); ++m) {
        const glm::dvec2& a = stances_[before].forms[m].stride_m;
        const glm::dvec2& b = stances_[after].forms[m].stride_m;
        const double lengths = glm::length(a) * glm::length(b);
        if (lengths > 0.0 && glm::dot(a, b) < 0.9998 * lengths) {
            throw usageError(where,
                             "turns the stride of an army that marches; with --stand and \"travel\" units "
                             "go in any direction");
        }
    }
}

template <typename Body>
void LayeredArmy::forUnits(const PoseOrder& order, const Crowd& crowd, const Body& body) const {
    if (order.units.empty()) {
        for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) body(unit);
    }
    for (const UnitRange& range : order.units) {
        for (std::uint32_t unit = range.first; unit <= range.last; ++unit) body(unit);
    }
}

LayerRecord LayeredArmy::recordFor(std::uint32_t unit, const Form& form, const Crowd& crowd) const {
    const std::vector<BakedClip>& clips = rigs_[static_cast<std::size_t>(crowd.modelOf(unit))]->rig().clips;
    LayerRecord record = playedBy(form.record, clips, crowd.offsetOf(unit), crowd.speedOf(unit));
    places_.leaveOutItself(record, unit, crowd);
    return record;
}

UnitTravel LayeredArmy::travelOf(const Stance& stance, const LayerRecord& record, std::uint32_t unit,
                                 const Crowd& crowd) const {
    const Form& form = stance.forms[static_cast<std::size_t>(crowd.modelOf(unit))];
    UnitTravel travel;
    travel.clip = form.shown;
    travel.rate = record.step.z;
    if (crowd.marches() || stance.travels) travel.stride_m = form.stride_m;
    travel.phase = record.step.x;
    return travel;
}

void LayeredArmy::takeOverMotion(Crowd& crowd) {
    for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) {
        const UnitPlace at = crowd.placeOf(unit);
        const LayerRecord& record = groups_[static_cast<std::size_t>(at.group)].record(at.index);
        crowd.travel(unit, travelOf(stances_.front(), record, unit, crowd), start_);
    }
}

void LayeredArmy::advance(Crowd& crowd, Ticks now) {
    passed_ += static_cast<std::int32_t>(now - (start_ + static_cast<Ticks>(passed_)));
    while (next_ < orders_.size() && orderTick(orders_[next_]) <= passed_) carryOut(next_++, crowd);
    if (now - renewed_ >= kRenewAfter && now - renewed_ < 0x80000000U) renew(crowd, now);
}

void LayeredArmy::renew(Crowd& crowd, Ticks now) {
    renewed_ = now;
    for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) {
        const UnitPlace at = crowd.placeOf(unit);
        LayeredUnits& units = groups_[static_cast<std::size_t>(at.group)];
        if (ticksLeft(units.record(at.index), now) > 0) continue;  // an order wrote it lately
        const auto model = static_cast<std::size_t>(crowd.modelOf(unit));
        const LayerRecord record = renewedRecord(units.record(at.index), rigs_[model]->rig().clips, now);
        units.write(at.index, record);
        crowd.travel(
            unit, travelOf(stances_[static_cast<std::size_t>(stance_of_[unit])], record, unit, crowd), now);
    }
}

void LayeredArmy::carryOut(std::size_t number, Crowd& crowd) {
    const PoseOrder& order = orders_[number];
    Decision decision{start_ + static_cast<Ticks>(orderTick(order)), ticksFromSeconds(order.fade_s),
                      order.place_m};
    if (order.facing_deg) decision.facing_rad = glm::radians(*order.facing_deg);
    // First all records, then all units: aims see where units stand before the order.
    std::vector<std::pair<std::uint32_t, UnitTravel>> travels;
    forUnits(order, crowd, [&](std::uint32_t unit) {
        stance_of_[unit] = stances_[static_cast<std::size_t>(stance_of_[unit])].after.at(number);
        const Stance& stance = stances_[static_cast<std::size_t>(stance_of_[unit])];
        travels.emplace_back(unit, decide(unit, stance, mixesBegunBy(order, stance.pose), decision, crowd));
    });
    for (const auto& [unit, travel] : travels) crowd.travel(unit, travel, decision.tick);
}

LayeredLook LayeredArmy::look(std::uint32_t unit, const Crowd& crowd, Ticks now) const {
    const UnitPlace at = crowd.placeOf(unit);
    LayeredLook look;
    look.rig = rigs_[static_cast<std::size_t>(crowd.modelOf(unit))];
    look.form = stances_[static_cast<std::size_t>(stance_of_[unit])].pose;
    look.own = groups_[static_cast<std::size_t>(at.group)].record(at.index);
    look.record = atTheOrigin(look.own, look.rig->rig(), now, standOf(unit, crowd, now),
                              places_.standsAt(crowd, groups_, now));
    look.pose = poseShownBy(look.record, look.rig->rig(), now);
    look.now = now;
    return look;
}

void LayeredArmy::startAdditive(Crowd& crowd, std::uint32_t units, Ticks now) {
    std::vector<std::pair<std::uint32_t, UnitTravel>> travels;
    for (std::uint32_t unit = 0; unit < std::min(units, crowd.size()); ++unit) {
        const Stance& stance = stances_[static_cast<std::size_t>(stance_of_[unit])];
        std::uint32_t mixes = 0;
        for (std::size_t i = 0; i < stance.pose.additive.size(); ++i) mixes |= additiveMix(stance.pose, i);
        travels.emplace_back(unit, decide(unit, stance, mixes, {now, 0}, crowd));
    }
    for (const auto& [unit, travel] : travels) crowd.travel(unit, travel, now);
}

UnitTravel LayeredArmy::decide(std::uint32_t unit, const Stance& stance, std::uint32_t restarts,
                               const Decision& decision, const Crowd& crowd) {
    const auto model = static_cast<std::size_t>(crowd.modelOf(unit));
    const UnitPlace at = crowd.placeOf(unit);
    LayeredUnits& units = groups_[static_cast<std::size_t>(at.group)];
    const LayerRecord& before = units.record(at.index);
    // What goes on of an earlier change ends no sooner than it would have.
    const ChangeTime time{decision.tick, std::max(decision.fade, ticksLeft(before, decision.tick)), restarts};
    const LayerRecord record =
        changedRecord(before, recordFor(unit, stance.forms[model], crowd), rigs_[model]->rig(), time,
                      standOf(unit, crowd, decision.tick), places_.standsAt(crowd, groups_, decision.tick));
    units.write(at.index, record);
    UnitTravel travel = travelOf(stance, record, unit, crowd);
    travel.fade = time.ticks;
    travel.place_m = decision.place_m;
    travel.facing_rad = decision.facing_rad;
    return travel;
}

void LayeredArmy::change(const std::vector<LoadedModel>& models, Crowd& crowd, const Change& change,
                         Ticks now) {
    std::vector<Stance> before = std::exchange(stances_, {});
    std::map<std::string, int> by_pose = std::exchange(stance_by_pose_, {});
    std::vector<int> stance_of(crowd.size());
    try {
        const bool travels = before[static_cast<std::size_t>(stance_of_.front())].travels;
        std::ranges::fill(stance_of, addStance(change.pose.pose, travels, where_, models, crowd));
        for (const auto& [unit, pose] : change.own) {
            const std::string where = fmt::format("{} of soldier {}", where_, unit);
            if (unit >= crowd.size())
                throw usageError(where, fmt::format("the army has {} units", crowd.size()));
            stance_of[unit] = addStance(pose, travels, where, models, crowd, crowd.modelOf(unit));
        }
    } catch (const Error&) {
        stances_ = std::move(before);
        stance_by_pose_ = std::move(by_pose);
        throw;
    }
    pose_ = change.pose;
    for (const Stance& stance : stances_) noteUse(stance);
    for (std::size_t g = 0; g < groups_.size(); ++g)
        groups_[g].expect(uses_[static_cast<std::size_t>(crowd.groups()[g].model)]);
    std::vector<std::pair<std::uint32_t, UnitTravel>> travels;
    for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) {
        const Stance& stance = stances_[static_cast<std::size_t>(stance_of[unit])];
        if (!change.all && stance.key == before[static_cast<std::size_t>(stance_of_[unit])].key) continue;
        travels.emplace_back(unit, decide(unit, stance, 0U, {now, change.fade}, crowd));
    }
    stance_of_ = std::move(stance_of);
    for (const auto& [unit, travel] : travels) crowd.travel(unit, travel, now);
}

std::optional<LayeredArmy::Plan> layerPlan(const std::string& file, const std::string& text,
                                           const std::string& orders) {
    if (!file.empty()) return LayeredArmy::Plan{readPose(file), file, orders};
    if (!text.empty()) return LayeredArmy::Plan{parsePose(text, "pose"), "pose", orders};
    return std::nullopt;
}

std::unique_ptr<LayeredArmy> playLayers(Stage& stage, const std::vector<LoadedModel>& models,
                                        const LayeredArmy::Plan& plan) {
    auto army = std::make_unique<LayeredArmy>(stage.renderer.capabilities(), models, stage.crowd, plan);
    army->takeOverMotion(stage.crowd);
    stage.renderer.setLayers(army->groups());
    return army;
}

}  // namespace phalanx

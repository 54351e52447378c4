#include "app/scene/scene_soldiers.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/log.h"
#include "core/printable.h"

namespace phalanx {
namespace {

// Calls find() for a key of the soldier; its error then names the place in the scene.
template <class Find>
auto placed(const SceneSoldier& soldier, const std::string& key, const Find& find) {
    try {
        return find();
    } catch (const Error& error) {
        const auto place = soldier.places.find(key);
        throw inputError(place == soldier.places.end() ? "" : place->second, error.what());
    }
}

std::uint32_t targetOf(const Model& model, const CrowdModel& ranges, const std::string& name, double weight) {
    const std::uint32_t target = findMorphTarget(model.morph_targets, name);
    const WeightRange& range = ranges.morph_ranges.at(target);
    if (!(weight >= range.min && weight <= range.max)) {
        throw inputError(printable(name),
                         fmt::format("{} is not a weight from {:g} to {:g}, the range of this "
                                     "morph target",
                                     weight, range.min, range.max));
    }
    return target;
}

UnitEdit editOf(const SceneSoldier& soldier, const Model& model, const CrowdModel& crowd_model,
                const ClipChoice& army) {
    UnitEdit edit;
    if (soldier.clip || soldier.blend_clip) edit.clips = army;
    if (soldier.clip) edit.clips->a = placed(soldier, "clip", [&] { return findClip(model, *soldier.clip); });
    if (soldier.blend_clip)
        edit.clips->b = placed(soldier, "blend-clip", [&] { return findClip(model, *soldier.blend_clip); });
    edit.blend = soldier.blend;
    edit.speed = soldier.speed;
    edit.offset = soldier.offset;
    edit.tint = soldier.tint;
    edit.pose = soldier.pose;
    for (const auto& morph : soldier.morphs) {
        const std::uint32_t target = placed(
            soldier, morph.first, [&] { return targetOf(model, crowd_model, morph.first, morph.second); });
        edit.morph_weights[target] = morph.second;
    }
    return edit;
}

}  // namespace

SoldiersLeft editSoldiers(const Scene& scene, const std::vector<LoadedModel>& models, Crowd& crowd,
                          Ticks now) {
    SoldiersLeft left;
    for (const auto& [unit, soldier] : scene.soldiers) {
        try {
            if (unit >= crowd.size())
                throw inputError("", fmt::format("the army has {} soldiers", crowd.size()));
            const auto index = static_cast<std::size_t>(crowd.modelOf(unit));
            crowd.edit(unit,
                       editOf(soldier, models[index].model, crowd.models()[index], crowd.choices()[index]),
                       now);
        } catch (const Error& error) {
            left.soldiers[unit] = soldier;
            const std::string what = error.what();
            const std::string file = scene.file.string();
            left.trouble = what.starts_with(file) ? fmt::format("{} (soldier {})", what, unit)
                                                  : fmt::format("{}: soldier {}: {}", file, unit, what);
            warn("{}", left.trouble);
        }
    }
    return left;
}

void layFallen(const Scene& scene, Falls& falls, Stage& stage, const std::vector<LoadedModel>& models,
               Ticks now) {
    for (const auto& [unit, lying] : scene.fallen) {
        try {
            falls.restore(unit, lying, stage, models, now);
        } catch (const Error& error) {
            warn("{}: fallen soldier {}: {}", scene.file.string(), unit, error.what());
        }
    }
}

}  // namespace phalanx

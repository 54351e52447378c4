#include "app/verify/feet_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "anim/layers/space_clips.h"
#include "anim/pose/skin.h"
#include "anim/rig/rig_pose.h"
#include "app/layers/layered_army.h"
#include "asset/steps/soles.h"
#include "core/error.h"
#include "core/file.h"
#include "render/draws/gpu_skinner.h"
#include "render/techniques/technique.h"
#include "render/units/shown_pose.h"

namespace phalanx {
namespace {

constexpr double kSteepest_deg = 25.0;
constexpr double kPlanted = 0.999;       // contact
constexpr std::size_t kSolePoints = 24;  // per foot

struct Gait {
    std::string name;
    LayeredPose pose;
};

LayeredPose poseOf(LayerSource base) {
    LayeredPose pose;
    pose.base = std::move(base);
    pose.ground.emplace();
    return pose;
}

// Between a clip of a blend space that goes sideways and others of the space.
std::optional<Gait> strafingOf(const Model& model) {
    for (const BlendSpace& space : spacesFor(model, {}).spaces) {
        try {
            SpaceClips(model, space);
        } catch (const Error&) {  // it names clips of files that were not given
            continue;
        }
        for (const BlendSpacePoint& point : space.points) {
            if (!point.stride_m || !(std::abs(point.stride_m->x) > 0.0)) continue;
            std::vector<double> at = point.at;
            for (double& coordinate : at) coordinate *= 0.8;
            return Gait{fmt::format("strafing ({} {:.2f}, {:.2f})", space.name, at.front(), at.back()),
                        poseOf({{}, PoseSpacePoint{space.name, at, 0.0}})};
        }
    }
    return std::nullopt;
}

// planted: else the feet are where the clips have them, which is measured as well.
std::vector<Gait> gaitsOf(const Model& model, bool planted) {
    std::vector<const Clip*> walking;
    for (const Clip& clip : model.clips) {
        if (clip.loops && clip.stride_speed > 0.0) walking.push_back(&clip);
    }
    std::ranges::sort(walking, {}, &Clip::stride_speed);
    std::vector<Gait> gaits;
    const auto add = [&](const char* name, const Clip& clip) {
        gaits.push_back({fmt::format("{} ({})", name, clip.name), poseOf({{{clip.name, 0.0, 1.0}}, {}})});
    };
    if (!walking.empty()) add("marching", *walking.front());
    if (walking.size() > 1) add("running", *walking.back());
    if (std::optional<Gait> strafing = strafingOf(model)) gaits.push_back(std::move(*strafing));
    for (Gait& gait : gaits) gait.pose.ground->weight = planted ? 1.0 : 0.0;
    return gaits;
}

Spread spreadOf(std::vector<double> values) {
    if (values.empty()) return {};
    std::ranges::sort(values);
    const auto at = [&](double part) {
        return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
    };
    return {at(0.5), at(0.99), values.back()};
}

// Where a point of the world is over the ground.
struct OverGround {
    glm::dvec2 place{0.0};
    double above = 0.0;  // along the normal
    double slope_deg = 0.0;
};

OverGround overGround(const Terrain* terrain, const glm::dvec3& point) {
    OverGround result{{point.x, point.z}, point.y, 0.0};
    if (terrain == nullptr) return result;
    for (int round = 0; round < 4; ++round) {
        const glm::dvec3 normal = terrain->normal(result.place);
        const glm::dvec3 from(result.place.x, terrain->height_m(result.place), result.place.y);
        result.above = glm::dot(point - from, normal);
        result.slope_deg = glm::degrees(std::acos(std::min(1.0, normal.y)));
        result.place = glm::dvec2(point.x, point.z) - glm::dvec2(normal.x, normal.z) * result.above;
    }
    return result;
}

// The joints and soles of a model's legs, by its palette.
struct LegsInPalette {
    struct Leg {
        std::size_t knee = 0;  // entries of the palette
        std::size_t ankle = 0;
        std::vector<Vertex> sole;
    };
    std::vector<Leg> legs;

    LegsInPalette(const Model& model, const LayerRig& rig) {
        const std::vector<std::uint32_t> soles = soleVertices(model, model.height_m / model.metres_per_unit);
        for (const ResolvedLeg& from : rig.ground->legs) {
            Leg leg;
            leg.knee = entryOf(rig, from.middle);
            leg.ankle = entryOf(rig, from.end);
            std::vector<std::uint32_t> own;
            for (const std::uint32_t v : soles) {
                const int joint = rig.palette[model.vertices[v].joints[0]].joint;
                if (follows(rig, joint, from.end)) own.push_back(v);
            }
            const std::size_t step = (own.size() + kSolePoints - 1) / kSolePoints;
            for (std::size_t i = 0; i < own.size(); i += step) leg.sole.push_back(model.vertices[own[i]]);
            legs.push_back(std::move(leg));
        }
    }

  private:
    static std::size_t entryOf(const LayerRig& rig, int joint) {
        const auto found = std::ranges::find(rig.palette, joint, &RigSkin::joint);
        if (found == rig.palette.end()) throw usageError("feet", "needs knees and ankles that move vertices");
        return static_cast<std::size_t>(found - rig.palette.begin());
    }
    static bool follows(const LayerRig& rig, int joint, int other) {
        while (joint >= 0 && joint != other) joint = rig.joints[static_cast<std::size_t>(joint)].parent;
        return joint >= 0;
    }
};

// Of one foot, over time.
struct FootState {
    std::optional<glm::dvec2>
        locked;  // where the contact began; none: in the air, or not seen from the beginning
    double slide = 0.0;
    bool in_contact = true;  // at the moment before
    std::optional<glm::dvec3> knee;
};

glm::dvec3 placeOf(const LayerRig& rig, std::span<const glm::dmat4> palette, std::size_t entry) {
    return glm::dvec3((palette[entry] * glm::inverse(rigFromBind(rig.palette[entry])))[3]);
}

class FeetMeter {
  public:
    FeetMeter(Stage& stage, const std::vector<LoadedModel>& models, const FeetPlan& plan)
        : stage_(stage),
          models_(models),
          plan_(plan),
          skinner_(stage.renderer.capabilities(), dataDirectory() / "shaders") {}

    FeetRow run(const Gait& gait) {
        Crowd& crowd = stage_.crowd;
        crowd.layAgain(0);
        LayeredArmy::Plan plan{{gait.pose, {}}, "feet"};
        plan.travels = true;
        LayeredArmy army(stage_.renderer.capabilities(), models_, crowd, plan);
        army.takeOverMotion(crowd);
        row_ = FeetRow{};
        row_.gait = gait.name;
        heights_ = slides_ = soles_ = {};
        feet_.assign(crowd.size(), std::vector<FootState>());
        const auto moments = static_cast<int>(plan_.seconds * plan_.fps);
        for (int i = 0; i <= moments; ++i) {
            const Ticks now = ticksFromSeconds(i / plan_.fps);
            army.advance(crowd, now);
            crowd.advance(now);
            std::vector<LayeredUnits*> groups = army.groups();
            for (std::size_t g = 0; g < groups.size(); ++g) measure(g, *groups[g], now);
        }
        row_.height_m = spreadOf(std::move(heights_));
        row_.slide_m = spreadOf(std::move(slides_));
        row_.sole_m = spreadOf(std::move(soles_));
        row_.clip_knee_m_s = kneeInClip(*groups_.front());
        return row_;
    }

  private:
    void measure(std::size_t g, const LayeredUnits& units, Ticks now) {
        const Crowd& crowd = stage_.crowd;
        const UnitGroup& group = crowd.groups()[g];
        if (group.units.empty()) return;
        const auto model = static_cast<std::size_t>(group.model);
        const LayerRig& rig = units.rig().rig();
        if (g == 0) groups_ = {&units};
        std::vector<LayerRecord> records;
        std::vector<UnitStand> stands;
        for (std::size_t i = 0; i < group.units.size(); ++i) {
            const std::uint32_t unit = layout::unitNumber(group.units[i].look.z);
            records.push_back(units.record(i));
            glm::vec4 placement = crowd.stateOf(unit, now).placement;
            placement.y -=
                static_cast<float>(groundHeight(crowd.terrain().get(), {placement.x, placement.z}));
            stands.push_back({placement, std::bit_cast<float>(crowd.unit(unit).look.y)});
        }
        const std::shared_ptr<const RigTextures> textures = units.sharedRig();
        const GpuModel& gpu = stage_.gpu_models[model];
        const SkinSettings settings;
        const GpuSkinner::Layered drawn =
            skinner_.skinLayered({gpu, findTechnique("palette"), settings, textures, now, crowd.terrain()},
                                 records, false, stands);
        if (!legs_ || legs_of_ != model) legs_.emplace(models_[model].model, rig);
        legs_of_ = model;
        const std::size_t joints = rig.palette.size();
        for (std::size_t i = 0; i < records.size(); ++i) {
            UnitStand stand = stands[i];
            standOn(crowd.terrain().get(), stand.placement);
            stand.terrain = crowd.terrain().get();
            const std::uint32_t unit = layout::unitNumber(group.units[i].look.z);
            const std::vector<glm::dmat4> palette =
                paletteFrom(std::span(drawn.rows).subspan(3 * joints * i, 3 * joints), gpu.encoded().space);
            measure(rig, footMarks(rig, poseShownBy(records[i], rig, now, stand)), palette, stand,
                    feet_[unit]);
        }
    }

    static std::vector<glm::dmat4> paletteFrom(std::span<const glm::vec4> rows, const EncodingSpace& space) {
        std::vector<glm::dmat4> result(rows.size() / 3, glm::dmat4(1.0));
        for (std::size_t r = 0; r < rows.size(); ++r) {
            glm::dvec4 row(rows[r]);
            const auto axis = static_cast<int>(r % 3);
            row.w += static_cast<double>(space.model_center[axis]) -
                     glm::dot(glm::dvec3(row), glm::dvec3(space.bind_center));
            for (int column = 0; column < 4; ++column) result[r / 3][column][axis] = row[column];
        }
        return result;
    }

    static glm::dvec3 worldOf(const glm::dvec3& point, const UnitStand& stand) {
        const double c = std::cos(static_cast<double>(stand.placement.w));
        const double s = std::sin(static_cast<double>(stand.placement.w));
        const glm::dvec3 turned(c * point.x + s * point.z, point.y, c * point.z - s * point.x);
        return glm::dvec3(stand.placement) + static_cast<double>(stand.scale) * turned;
    }

    void measure(const LayerRig& rig, const std::vector<FootMark>& marks,
                 const std::vector<glm::dmat4>& palette, const UnitStand& stand,
                 std::vector<FootState>& states) {
        states.resize(marks.size());
        const auto scale = static_cast<double>(stand.scale);
        for (std::size_t l = 0; l < marks.size(); ++l) {
            const LegsInPalette::Leg& leg = legs_->legs[l];
            FootState& state = states[l];
            const OverGround ankle =
                overGround(stand.terrain, worldOf(placeOf(rig, palette, leg.ankle), stand));
            const bool counts = ankle.slope_deg <= kSteepest_deg;
            const glm::dvec3 knee = placeOf(rig, palette, leg.knee);
            if (counts && state.knee)
                row_.knee_m_s = std::max(row_.knee_m_s, glm::distance(knee, *state.knee) * plan_.fps);
            state.knee = knee;
            const bool planted = marks[l].contact >= kPlanted;
            if (!planted || !counts) {
                if (state.locked) {
                    slides_.push_back(state.slide);
                    ++row_.contacts;
                }
                state.locked.reset();
            }
            if (planted && counts) {
                ++row_.planted;
                row_.steepest_deg = std::max(row_.steepest_deg, ankle.slope_deg);
                heights_.push_back(std::abs(ankle.above / scale - marks[l].place.y));
                soles_.push_back(std::max(0.0, -lowestOf(leg.sole, palette, stand)) / scale);
                if (!state.in_contact) {
                    state.locked = ankle.place;
                    state.slide = 0.0;
                } else if (state.locked) {
                    state.slide = std::max(state.slide, glm::distance(*state.locked, ankle.place) / scale);
                }
            }
            state.in_contact = planted;
        }
    }

    static double lowestOf(const std::vector<Vertex>& sole, const std::vector<glm::dmat4>& palette,
                           const UnitStand& stand) {
        double lowest = HUGE_VAL;
        for (const SkinnedVertex& vertex : skin(sole, palette))
            lowest = std::min(lowest, overGround(stand.terrain, worldOf(vertex.position, stand)).above);
        return lowest;
    }

    // Of the first unit, without the ground.
    double kneeInClip(const LayeredUnits& units) const {
        const LayerRig& rig = units.rig().rig();
        double fastest = 0.0;
        std::vector<glm::dvec3> before;
        for (int i = 0; i < static_cast<int>(4.0 * plan_.fps); ++i) {
            RigPose pose = poseShownBy(units.record(0), rig, ticksFromSeconds(i / plan_.fps));
            pose.ground_weight = 0.0;
            const std::vector<glm::dmat4> palette = evaluateRigPose(rig, pose);
            std::vector<glm::dvec3> knees;
            for (const LegsInPalette::Leg& leg : legs_->legs)
                knees.push_back(placeOf(rig, palette, leg.knee));
            for (std::size_t l = 0; l < before.size(); ++l)
                fastest = std::max(fastest, glm::distance(knees[l], before[l]) * plan_.fps);
            before = knees;
        }
        return fastest;
    }

    Stage& stage_;
    const std::vector<LoadedModel>& models_;
    const FeetPlan& plan_;
    GpuSkinner skinner_;
    std::vector<const LayeredUnits*> groups_;
    std::optional<LegsInPalette> legs_;
    std::size_t legs_of_ = 0;                   // model
    std::vector<std::vector<FootState>> feet_;  // per unit and leg
    FeetRow row_;
    std::vector<double> heights_, slides_, soles_;
};

}  // namespace

std::vector<FeetRow> checkFeet(Stage& stage, const std::vector<LoadedModel>& models, const FeetPlan& plan) {
    const std::vector<Gait> gaits = gaitsOf(models.front().model, stage.crowd.settings().terrain.feet);
    if (gaits.empty()) throw usageError("feet", "needs a model with a clip that walks");
    FeetMeter meter(stage, models, plan);
    std::vector<FeetRow> rows;
    for (const Gait& gait : gaits) rows.push_back(meter.run(gait));
    return rows;
}

std::string feetText(const std::vector<FeetRow>& rows) {
    std::string text =
        fmt::format("{:<30}{:>10}{:>10}  {:<26}{:<26}{:<26}{:>7}{:>7}{:>7}\n", "", "planted", "contacts",
                    "height off, mm", "slide per step, mm", "sole below, mm", "knee", "clip", "slope");
    const auto spread = [](const Spread& s) {
        return fmt::format("{:.2f} / {:.2f} / {:.2f}", 1e3 * s.median, 1e3 * s.p99, 1e3 * s.most);
    };
    for (const FeetRow& row : rows) {
        text += fmt::format("{:<30}{:>10}{:>10}  {:<26}{:<26}{:<26}{:>7.2f}{:>7.2f}{:>7.1f}\n", row.gait,
                            row.planted, row.contacts, spread(row.height_m), spread(row.slide_m),
                            spread(row.sole_m), row.knee_m_s, row.clip_knee_m_s, row.steepest_deg);
    }
    return text +
           "median / p99 / largest; fastest knee in m/s, relative to the unit; steepest slope in degrees\n";
}

nlohmann::json feetJson(const std::vector<FeetRow>& rows) {
    nlohmann::json json = nlohmann::json::array();
    const auto spread = [](const Spread& s) {
        return nlohmann::json{{"median", s.median}, {"p99", s.p99}, {"most", s.most}};
    };
    for (const FeetRow& row : rows) {
        json.push_back({{"gait", row.gait},
                        {"planted", row.planted},
                        {"contacts", row.contacts},
                        {"height_m", spread(row.height_m)},
                        {"slide_m", spread(row.slide_m)},
                        {"sole_m", spread(row.sole_m)},
                        {"knee_m_s", row.knee_m_s},
                        {"clip_knee_m_s", row.clip_knee_m_s},
                        {"steepest_deg", row.steepest_deg}});
    }
    return json;
}

}  // namespace phalanx

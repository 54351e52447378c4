#include "app/lesson/lesson_poses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "anim/body/body_parts.h"
#include "anim/body/ik_limbs.h"
#include "anim/feet/legs.h"
#include "anim/layers/pose_tree.h"
#include "anim/layers/resolved_pose.h"
#include "anim/pose/pose.h"
#include "anim/rig/layer_rig.h"
#include "app/layers/layered_army.h"
#include "core/error.h"
#include "crowd/clip_names.h"
#include "render/units/layer_record.h"

namespace phalanx {
namespace {

constexpr const char* kPaceSpace = "Pace";
// Where the hand reaches: beside the head, relative to the head's joint and to the model's height.
constexpr glm::dvec3 kBesideHead{0.07, 0.07, 0.09};
constexpr double kLeanReach = 1.25;                // of the arm's length
constexpr double kMostReach = 0.9;                 // of the arm's length
constexpr glm::dvec3 kElbowSide{0.45, -0.1, 0.0};  // of the height, from the shoulder

std::string lowerCase(std::string_view text) {
    std::string result;
    for (const char c : text) result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

using Words = std::initializer_list<std::string_view>;

// A clip whose name has one of the words, the first words first; of several clips, the one with the shortest
// name, because longer names say what is special about a clip. nullptr: there is none.
template <typename Fits>
const Clip* clipWith(const Model& model, Words words, const Fits& fits) {
    for (const std::string_view word : words) {
        const Clip* best = nullptr;
        for (const Clip& clip : model.clips) {
            if (lowerCase(clip.name).find(word) == std::string::npos || !fits(clip)) continue;
            if (best == nullptr || clip.name.size() < best->name.size()) best = &clip;
        }
        if (best != nullptr) return best;
    }
    return nullptr;
}

// The clips that a person would choose; nullptr: the model has none.
struct LessonClips {
    explicit LessonClips(const Model& model) {
        const auto strides = [](const Clip& clip) { return clip.loops && clip.stride_speed > 0.0; };
        walk = clipWith(model, {"walk"}, strides);
        if (walk == nullptr) walk = clipWith(model, {""}, strides);
        run = clipWith(model, {"run", "jog", "sprint", "gallop"}, [&](const Clip& clip) {
            return strides(clip) && walk != nullptr && clip.stride_speed > walk->stride_speed;
        });
        idle = clipWith(model, {"idle", "stand", "survey"},
                        [](const Clip& clip) { return clip.loops && clip.stride_speed == 0.0; });
        const auto others = [&](const Clip& clip) {
            return clip.duration_s > 0.0 && clip.stride_speed == 0.0 && &clip != idle;
        };
        const auto named = [&](ClipAction action) {
            return clipWith(model, {""}, [&](const Clip& clip) {
                return others(clip) && readClipName(clip.name).action == action;
            });
        };
        upper = named(ClipAction::kAim);
        if (upper == nullptr)
            upper = clipWith(model, {"shoot", "punch", "slash", "attack", "clap", "wave", "salute", "throw"},
                             others);
        if (upper == nullptr) upper = idle;
        hit = named(ClipAction::kHit);
        if (hit == nullptr) hit = clipWith(model, {"punch", "attack", "slash", "shoot"}, others);
    }

    const Clip* walk = nullptr;
    const Clip* run = nullptr;  // faster
    const Clip* idle = nullptr;
    const Clip* upper = nullptr;  // what the upper body does while the legs walk
    const Clip* hit = nullptr;
};

LayerSource oneClip(const Clip& clip, double weight = 1.0) {
    return {{{clip.name, 0.0, weight}}, std::nullopt};
}

// Builds a pose from one model. The first thing that is missing becomes why_not.
class PoseBuilder {
  public:
    explicit PoseBuilder(const Model& model) : model_(model), clips_(model), body_(bodyParts(model)) {
        result.file.pose.reparent = body_.held;
    }

    void mix() {
        if (!need(clips_.walk, "that walks")) return;
        LayerSource base = oneClip(*clips_.walk, 0.5);
        if (clips_.upper != nullptr) base.clips.push_back({clips_.upper->name, 0.0, 0.3});
        if (clips_.idle != nullptr && clips_.idle != clips_.upper)
            base.clips.push_back({clips_.idle->name, 0.0, 0.2});
        if (base.clips.size() < 2) return lack("a second clip");
        pose().base = std::move(base);
    }
    void walk() {
        if (need(clips_.walk, "that walks")) pose().base = oneClip(*clips_.walk);
    }
    // Half way between walk and run.
    void pace() {
        if (!need(clips_.walk, "that walks") || !need(clips_.run, "that runs")) return;
        const double slow = clips_.walk->stride_speed;
        const double fast = clips_.run->stride_speed;
        BlendSpace space{kPaceSpace, 1, {}};
        space.points.push_back({clips_.walk->name, {slow}, std::nullopt, std::nullopt});
        space.points.push_back({clips_.run->name, {fast}, std::nullopt, std::nullopt});
        result.file.spaces.spaces.push_back(std::move(space));
        pose().base = LayerSource{{}, PoseSpacePoint{kPaceSpace, {0.5 * (slow + fast)}, 0.0}};
    }
    void layer() {
        if (!need(clips_.upper, "for the upper body")) return;
        const PoseMask mask = maskNamed("Upper body");
        if (!mask) return lack("a spine that joints' names tell");
        pose().layers.push_back({oneClip(*clips_.upper), 1.0, mask});
    }
    // The arms keep what the layer gives them, which does not resemble the reference.
    void additive() {
        if (!need(clips_.hit, "of a hit or a blow") || !need(clips_.idle, "that stands still")) return;
        const PoseMask upper = maskNamed("Upper body");
        if (!upper) return lack("a spine that joints' names tell");
        PoseMask mask(std::in_place);
        mask->emplace_back(upper->front().first, 1.0);
        if (const PoseMask arms = maskNamed("Arms")) {
            for (const auto& [joint, weight] : *arms) mask->emplace_back(joint, 0.0);
        }
        for (const PoseReparent& held : body_.held) mask->emplace_back(held.joint, 0.0);
        pose().additive.push_back({oneClip(*clips_.hit), 1.0, {clips_.idle->name, 0.0, 1.0}, mask});
        result.ends = !clips_.hit->loops;
    }
    void aim() {
        for (const char* name : {"Aim", "Turn the chest", "Look"}) {
            const auto found = std::ranges::find(body_.aims, name, &NamedAim::name);
            if (found == body_.aims.end()) continue;
            PoseAim aim = found->aim;
            aim.target.unit = PoseUnitTarget{0};
            pose().aim.push_back(std::move(aim));
            return;
        }
        lack("a spine or a head that joints' names tell");
    }
    void stand() {
        const Clip* const clip = clips_.idle != nullptr ? clips_.idle : clips_.walk;
        if (need(clip, "that stands still")) pose().base = oneClip(*clip);
    }
    void reach() {
        if (body_.hands.empty()) return lack("an arm with a hand that joints' names tell");
        const std::string& hand = body_.hands.front().joint;
        const auto at = [&](int node) { return placesAtRest({node}).front(); };
        const auto parent = [&](int node) { return model_.nodes[static_cast<std::size_t>(node)].parent; };
        const int end = findNodes(model_, hand).front();
        const glm::dvec3 elbow = at(parent(end));
        const glm::dvec3 shoulder = at(parent(parent(end)));
        const double length = glm::distance(shoulder, elbow) + glm::distance(elbow, at(end));
        const glm::dvec3 outward(shoulder.x < 0.0 ? -1.0 : 1.0, 1.0, 1.0);
        glm::dvec3 target = shoulder;
        if (const auto look = std::ranges::find(body_.aims, "Look", &NamedAim::name);
            look != body_.aims.end())
            target = at(findNodes(model_, look->aim.joint).front());
        target += model_.height_m * outward * kBesideHead;
        const glm::dvec3 way = target - shoulder;
        target = shoulder + way * std::min(1.0, kMostReach * length / glm::length(way));
        PoseIk ik;
        ik.joint = hand;
        ik.target = inFile(target);
        ik.pole = inFile(shoulder + model_.height_m * outward * kElbowSide);
        pose().ik.push_back(std::move(ik));
    }

    // As far as the arm alone cannot reach: ahead of the chest, beside the body.
    void lean() {
        const std::vector<IkLimb> limbs = ikLimbs(model_);
        const auto limb = std::ranges::find(limbs, "spine and arms", &IkLimb::name);
        if (limb == limbs.end()) return lack("a spine with an arm that joints' names tell");
        const std::vector<glm::dvec3> joints = placesAtRest(limb->chain);
        double arm = 0.0;
        for (std::size_t i = joints.size() - 2; i < joints.size(); ++i)
            arm += glm::distance(joints[i - 1], joints[i]);
        const glm::dvec3 shoulder = joints[joints.size() - 3];
        const glm::dvec3 way(shoulder.x < 0.0 ? -0.5 : 0.5, -0.25, 1.0);
        PoseIk ik;
        for (const int node : limb->chain) ik.chain.push_back(nameOfNode(model_, node));
        ik.joint = ik.chain.back();
        ik.target = inFile(shoulder + glm::normalize(way) * (kLeanReach * arm));
        pose().ik.push_back(std::move(ik));
    }
    void feet() {
        if (anklesOf(model_).empty()) return lack("two legs that joints' names tell");
        pose().ground = PoseGround{};
    }

    LessonPose result;

  private:
    // Model space, metres.
    std::vector<glm::dvec3> placesAtRest(const std::vector<int>& nodes) const {
        const std::vector<glm::dmat4> at_rest = modelFromNode(model_, restPose(model_));
        std::vector<glm::dvec3> places;
        for (const int node : nodes) places.push_back(originOf(at_rest, node));
        return places;
    }
    glm::dvec3 inFile(const glm::dvec3& point) const {
        return glm::dvec3(glm::inverse(modelFromFile(model_)) * glm::dvec4(point, 1.0));
    }

    LayeredPose& pose() { return result.file.pose; }
    void lack(std::string_view what) {
        if (result.why_not.empty())
            result.why_not = fmt::format("{} cannot show this step: it lacks {}.", model_.name, what);
    }
    bool need(const Clip* clip, std::string_view which) {
        if (clip == nullptr) lack(fmt::format("a clip {}", which));
        return clip != nullptr;
    }
    PoseMask maskNamed(std::string_view name) const {
        const auto found = std::ranges::find(body_.masks, name, &NamedMask::name);
        return found == body_.masks.end() ? std::nullopt : found->mask;
    }

    const Model& model_;
    LessonClips clips_;
    BodyParts body_;
};

// "": all models can play it.
std::string whyNotPlayed(const PoseFile& file, std::span<const LoadedModel> models) {
    for (const LoadedModel& loaded : models) {
        const Model& model = loaded.model;
        if (const std::string why = whyNoLayers(model); !why.empty())
            return fmt::format("{} {}.", model.name, why);
        try {
            const ResolvedPose resolved = resolvePose(model, file.pose, spacesFor(model, file), model.name);
            recordOf(model, bakeLayerRig(model, loaded.baked.clips, resolved), resolved, model.name);
        } catch (const Error& error) {
            // Some errors list all names of the model.
            const std::string_view what = error.what();
            return fmt::format("This step cannot be shown: {}.", what.substr(0, what.find(';')));
        }
    }
    return "";
}

}  // namespace

LessonPose lessonPose(LessonPoseKind kind, std::span<const LoadedModel> models) {
    PoseBuilder builder(models.front().model);
    switch (kind) {
        case LessonPoseKind::kNone:
            return {};
        case LessonPoseKind::kMix:
            builder.mix();
            break;
        case LessonPoseKind::kMask:
            builder.walk();
            builder.layer();
            break;
        case LessonPoseKind::kAdditive:
            builder.walk();
            builder.layer();
            builder.additive();
            break;
        case LessonPoseKind::kInStep:
            builder.pace();
            break;
        case LessonPoseKind::kAim:
            builder.stand();  // a march would turn the soldiers away from the target
            builder.layer();
            builder.aim();
            break;
        case LessonPoseKind::kIk:
            builder.stand();
            builder.reach();
            break;
        case LessonPoseKind::kChain:
            builder.stand();
            builder.lean();
            break;
        case LessonPoseKind::kFeet:
            builder.walk();
            builder.feet();
            break;
        case LessonPoseKind::kStack:
            builder.pace();
            builder.layer();
            builder.additive();
            builder.aim();
            break;
    }
    LessonPose result = std::move(builder.result);
    if (result.why_not.empty()) result.why_not = whyNotPlayed(result.file, models);
    return result;
}

}  // namespace phalanx

#include "asset/retarget/retarget.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "anim/body/body_map.h"
#include "anim/body/body_parts.h"
#include "anim/layers/pose_tree.h"
#include "anim/pose/pose.h"
#include "asset/retarget/body_motion.h"
#include "asset/retarget/body_skeleton.h"
#include "asset/retarget/body_transfer.h"
#include "asset/retarget/joint_map_file.h"
#include "core/error.h"

namespace phalanx {
namespace {

std::set<int> animatedNodes(const std::vector<Clip>& clips) {
    std::set<int> nodes;
    for (const Clip& clip : clips) {
        for (const Channel& channel : clip.channels) nodes.insert(channel.node);
    }
    return nodes;
}

// What hands hold although it hangs from elsewhere, as the model's own first clip has it.
std::vector<HeldJoint> heldJoints(const Model& model, const BodyMap& map) {
    std::vector<HeldJoint> held;
    const LocalPose pose =
        model.clips.empty() ? restPose(model) : samplePose(model, model.clips.front(), 0.0);
    const std::vector<glm::dmat4> places = fileFromNode(fileTree(model), pose);
    for (const PoseReparent& each : bodyParts(model).held) {
        HeldJoint joint;
        joint.node = findNodes(model, each.joint).front();
        double nearest = -1.0;
        for (const BodyRole role : {BodyRole::kRightHand, BodyRole::kLeftHand}) {
            const int hand = map.first(role);
            if (hand < 0) continue;
            const double distance = glm::length(originOf(places, hand) - originOf(places, joint.node));
            if (nearest >= 0.0 && distance >= nearest) continue;
            nearest = distance;
            joint.hand = hand;
            joint.hand_from_held = glm::inverse(places[static_cast<std::size_t>(hand)]) *
                                   places[static_cast<std::size_t>(joint.node)];
        }
        if (nearest >= 0.0) held.push_back(joint);
    }
    return held;
}

// Whether lengths differ by one factor only.
bool sameProportions(const BodySkeleton& a, const BodySkeleton& b) {
    constexpr double kSame = 0.03;
    const double legs = b.legLength() / a.legLength();
    const auto same = [&](double from, double to) {
        return std::abs(to - from * legs) <= kSame * b.legLength();
    };
    return same(a.armLength(), b.armLength()) && same(a.halfWidth(), b.halfWidth());
}

BodyReport reportOf(const ClipSource& source, const BodyMap& from, const BodyMap& to) {
    BodyReport report;
    report.joints = to.size();
    std::set<int> known;
    for (std::size_t r = 0; r < kBodyRoles; ++r) {
        const auto role = static_cast<BodyRole>(r);
        known.insert(from.nodes(role).begin(), from.nodes(role).end());
        if (from.has(role) && !to.has(role)) report.missing.emplace_back(nameOf(role));
    }
    for (const int node : animatedNodes(source.clips)) {
        const std::string& name = source.nodes[static_cast<std::size_t>(node)].name;
        if (!known.contains(node) && name.find("_$AssimpFbx$_") == std::string::npos)
            report.lost.push_back(name);
    }
    return report;
}

struct Bodies {
    BodyMap source;
    BodyMap model;
};

// None if one of both is no body.
std::optional<Bodies> bodiesOf(const ClipSource& source, const Model& model, const RetargetSettings& settings,
                               const std::string& file) {
    JointMapFile map;
    if (settings.joint_map) map = readJointMap(*settings.joint_map);
    Bodies bodies{bodyMapOf(source.nodes, map.clips, fmt::format("{}: \"clips\", about {}", map.name, file)),
                  bodyMapOf(model.nodes, map.model,
                            fmt::format("{}: \"model\", about {}", map.name, model.source_path))};
    const std::vector<BodyRole> of_source = missingRoles(bodies.source);
    const std::vector<BodyRole> of_model = missingRoles(bodies.model);
    if (of_source.empty() && of_model.empty()) return bodies;
    if (settings.mode == RetargetMode::kOn) {
        const bool first = !of_source.empty();
        throw inputError(first ? file : model.source_path,
                         fmt::format("cannot be retargeted: no joint is found for {}; --joint-map FILE says "
                                     "which joints they are (docs/retarget.md)",
                                     textOf(first ? of_source : of_model)));
    }
    return std::nullopt;
}

// Whether every joint of the body is animated under a name that the model has, in the same rest pose.
bool fitsByName(const NameReport& report, const BodyMap& map, const ClipSource& source) {
    if (report.turned > 0 && report.matched > 0) return false;
    for (std::size_t r = 0; r < kBodyRoles; ++r) {
        for (const int node : map.nodes(static_cast<BodyRole>(r))) {
            const std::string& name = source.nodes[static_cast<std::size_t>(node)].name;
            if (std::find(report.lost.begin(), report.lost.end(), name) != report.lost.end()) return false;
        }
    }
    return true;
}

}  // namespace

RetargetResult retarget(const ClipSource& source, const Model& model, const RetargetSettings& settings,
                        const std::string& file) {
    RetargetResult result;
    result.clips = transferByName(source, model, result.by_name);
    if (settings.mode == RetargetMode::kOff) return result;
    const std::optional<Bodies> bodies = bodiesOf(source, model, settings, file);
    if (!bodies) return result;
    const BodySkeleton from(source.nodes, source.palette, bodies->source);
    const BodySkeleton to(model.nodes, model.palette, bodies->model);
    if (!from.isUsable() || !to.isUsable()) {
        if (settings.mode != RetargetMode::kOn) return result;
        throw inputError(from.isUsable() ? model.source_path : file,
                         "cannot be retargeted: its skeleton is no upright body with arms and legs of some "
                         "length (docs/retarget.md)");
    }
    if (settings.mode == RetargetMode::kAuto && !settings.joint_map &&
        fitsByName(result.by_name, bodies->source, source) && sameProportions(from, to))
        return result;

    BodyReport report = reportOf(source, bodies->source, bodies->model);
    const BodyTransfer transfer(from, to, to.ankleLevel(model.clips), heldJoints(model, bodies->model),
                                settings.absolute_rotations);
    report.scale = transfer.scale();
    const double level = from.ankleLevel(source.clips);
    std::vector<Clip> by_name = std::move(result.clips);
    result.clips.clear();
    for (const Clip& clip : source.clips) {
        // Faces follow by name.
        const auto same = std::find_if(by_name.begin(), by_name.end(),
                                       [&](const Clip& other) { return other.name == clip.name; });
        if (clip.channels.empty()) {
            if (same != by_name.end()) result.clips.push_back(std::move(*same));
            continue;
        }
        const BodyMotion motion = bodyMotion(from, clip, level, source.palette.empty());
        TransferredClip moved = transfer.transfer(motion, clip);
        if (same != by_name.end()) moved.clip.morph_tracks = std::move(same->morph_tracks);
        report.rows.push_back(retargetQuality(from, motion, to, moved));
        result.clips.push_back(std::move(moved.clip));
    }
    result.body = std::move(report);
    return result;
}

std::vector<Clip> mirroredClips(const Model& model, const std::optional<std::filesystem::path>& joint_map) {
    BodyMap map = findBodyMap(model.nodes);
    if (joint_map) {
        const JointMapFile file = readJointMap(*joint_map);
        map = bodyMapOf(model.nodes, file.model, file.name + ": \"model\"");
    }
    if (!missingRoles(map).empty()) return {};
    const BodySkeleton body(model.nodes, model.palette, map);
    if (!body.isUsable()) return {};
    const double level = body.ankleLevel(model.clips);
    const BodyTransfer transfer(body, body, level, heldJoints(model, map));
    std::vector<Clip> clips;
    for (const Clip& whole : model.clips) {
        if (whole.channels.empty()) continue;  // only a face
        Clip clip = whole;
        clip.duration_s -= clip.closing_s;  // to its last key
        Clip mirror = transfer.transfer(mirroredMotion(bodyMotion(body, clip, level, false)), clip).clip;
        mirror.name += " mirrored";
        mirror.loops = clip.loops;
        mirror.closing_s = clip.closing_s;
        mirror.duration_s = whole.duration_s;
        mirror.stride_speed = clip.stride_speed;
        clips.push_back(std::move(mirror));
    }
    return clips;
}

}  // namespace phalanx

#include "checks/check_measure.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "checks/check_body.h"
#include "mesh/rifle.h"
#include "rig/pose.h"

namespace phalanx::soldier {
namespace {

constexpr float kContactHeight = 0.003F;  // a point of the sole below this touches the ground

BoneMatrices matricesOf(const Skeleton& skeleton, const ClipPose& pose) {
    const ModelPose model = toModel(skeleton, pose);
    BoneMatrices matrices(skeleton.bones.size());
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        matrices[i] = glm::mat4_cast(model.rotation[i]);
        matrices[i][3] = glm::vec4(model.position[i] - model.rotation[i] * skeleton.bones[i].position, 1.0F);
    }
    return matrices;
}

BoneMatrices blend(const BoneMatrices& a, const BoneMatrices& b, float weight) {
    BoneMatrices result(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) result[i] = a[i] * (1.0F - weight) + b[i] * weight;
    return result;
}

glm::vec3 moved(const BoneMatrices& matrices, int bone, const glm::vec3& rest_point) {
    return glm::vec3(matrices[static_cast<std::size_t>(bone)] * glm::vec4(rest_point, 1.0F));
}

float distanceToSegment(const glm::vec3& p, const glm::vec3& a, const glm::vec3& b) {
    const glm::vec3 d = b - a;
    const float length2 = glm::dot(d, d);
    const float t = length2 > 0.0F ? std::clamp(glm::dot(p - a, d) / length2, 0.0F, 1.0F) : 0.0F;
    return glm::length(p - (a + d * t));
}

bool released(const std::string& clip, Release::What what, float time_s) {
    return std::any_of(releases().begin(), releases().end(), [&](const Release& release) {
        return clip == release.clip && what == release.what && time_s >= release.from_s &&
               time_s <= release.to_s;
    });
}

// Keeps the largest value passed to it.
class Worst {
  public:
    explicit Worst(Quantity quantity) : figure_{quantity, 0.0F, 0.0F, ""} {}
    void see(float value, float time_s, const std::string& detail) {
        if (value <= figure_.value) return;
        figure_.value = value;
        figure_.time_s = time_s;
        figure_.detail = detail;
    }
    const Figure& figure() const { return figure_; }

  private:
    Figure figure_;
};

struct SolePoint {
    int bone;
    glm::vec3 rest;
    std::string name;
};

std::vector<SolePoint> solePoints(const Skeleton& skeleton) {
    std::vector<SolePoint> points;
    for (const std::string side : {".L", ".R"}) {
        const int foot = skeleton.index("Foot" + side);
        const int toe = skeleton.index("Toe" + side);
        const glm::vec3 ankle = skeleton.bones[static_cast<std::size_t>(foot)].position;
        const glm::vec3 ball = skeleton.bones[static_cast<std::size_t>(toe)].position;
        points.push_back({foot, {ankle.x, 0.0F, ankle.z - 0.058F}, "heel" + side});
        points.push_back({toe, {ball.x, 0.0F, ball.z + 0.005F}, "ball" + side});
        points.push_back({toe, {ball.x, 0.0F, ball.z + 0.080F}, "toe" + side});
    }
    return points;
}

// Pairs of parts that must not penetrate each other. Neighbours along a limb always overlap, and hands touch
// what they hold.
bool mustStayApart(const Capsule& a, const Capsule& b) {
    using enum BodyPart;
    const auto is = [&](BodyPart first, BodyPart second) {
        return (a.part == first && b.part == second) || (a.part == second && b.part == first);
    };
    const bool other_side = a.joint.back() != b.joint.back();
    // A hanging arm touches the upper chest beside it, but must not touch the parts below.
    if (is(kArm, kTorso) && (a.joint == "UpperChest" || b.joint == "UpperChest")) return false;
    for (const BodyPart arm : {kArm, kForearm, kHand}) {
        for (const BodyPart trunk : {kTorso, kPack, kHead, kThigh, kShin}) {
            if (is(arm, trunk)) return true;
        }
    }
    for (const BodyPart body : {kTorso, kPack, kHead, kThigh, kShin, kArm, kForearm}) {
        if (is(kRifle, body)) return true;
    }
    if (is(kButt, kHead) || is(kButt, kThigh) || is(kButt, kPack)) return true;
    if (!other_side) return false;
    return is(kThigh, kThigh) || is(kShin, kShin) || is(kFoot, kFoot) || is(kShin, kFoot) ||
           is(kForearm, kForearm) || is(kHand, kForearm) || is(kHand, kHand) || is(kArm, kForearm) ||
           is(kThigh, kShin);
}

class Measurer {
  public:
    explicit Measurer(const Skeleton& skeleton)
        : skeleton_(skeleton), capsules_(bodyCapsules(skeleton)), soles_(solePoints(skeleton)) {
        for (const Capsule& capsule : capsules_) bones_.push_back(skeleton.index(capsule.joint));
        for (std::size_t i = 0; i < capsules_.size(); ++i) {
            for (std::size_t k = i + 1; k < capsules_.size(); ++k) {
                if (mustStayApart(capsules_[i], capsules_[k])) pairs_.emplace_back(i, k);
            }
        }
    }

    const std::vector<SolePoint>& soles() const { return soles_; }

    void ground(const BoneMatrices& pose, float time_s, Worst& feet, Worst& body) const {
        for (const SolePoint& point : soles_)
            feet.see(-1000.0F * moved(pose, point.bone, point.rest).y, time_s, point.name);
        for (std::size_t i = 0; i < capsules_.size(); ++i) {
            if (capsules_[i].part == BodyPart::kFoot) continue;
            const float low = std::min(moved(pose, bones_[i], capsules_[i].from).y,
                                       moved(pose, bones_[i], capsules_[i].to).y);
            body.see(1000.0F * (radius(pose, i) - low), time_s, capsules_[i].joint);
        }
    }

    // Blended matrices shrink a part, and its capsule with it.
    float radius(const BoneMatrices& pose, std::size_t capsule) const {
        const glm::mat3 linear(pose[static_cast<std::size_t>(bones_[capsule])]);
        return capsules_[capsule].radius * std::cbrt(std::abs(glm::determinant(linear)));
    }

    void depth(const BoneMatrices& pose, float time_s, Worst& worst) const {
        std::vector<std::pair<glm::vec3, glm::vec3>> ends;
        for (std::size_t i = 0; i < capsules_.size(); ++i) {
            ends.emplace_back(moved(pose, bones_[i], capsules_[i].from),
                              moved(pose, bones_[i], capsules_[i].to));
        }
        for (const auto& [i, k] : pairs_) {
            const float d = capsuleDepth(ends[i].first, ends[i].second, radius(pose, i), ends[k].first,
                                         ends[k].second, radius(pose, k));
            if (d > 0.0F) worst.see(1000.0F * d, time_s, capsules_[i].joint + "/" + capsules_[k].joint);
        }
    }

    float handGap(const BoneMatrices& pose, Side side) const {
        const int weapon = skeleton_.index("Weapon");
        const glm::vec3 origin = skeleton_.bones[static_cast<std::size_t>(weapon)].position;
        const int hand = skeleton_.index(side == kLeft ? "Hand.L" : "Hand.R");
        const glm::vec3 grasp = moved(pose, hand, graspAtRest(skeleton_, side));
        if (side == kRight) return 1000.0F * glm::length(grasp - moved(pose, weapon, origin + kRifleGrip));
        const glm::vec3 along{0.0F, 0.0F, 0.09F};
        const float guard = distanceToSegment(grasp, moved(pose, weapon, origin + kRifleHandguard - along),
                                              moved(pose, weapon, origin + kRifleHandguard + along));
        const int magazine = skeleton_.index("Magazine");
        const float mag = distanceToSegment(grasp, moved(pose, magazine, origin + kRifleMagazineTop),
                                            moved(pose, magazine, origin + kRifleMagazineBottom));
        return 1000.0F * std::min(guard, mag);
    }

  private:
    const Skeleton& skeleton_;
    std::vector<Capsule> capsules_;
    std::vector<int> bones_;
    std::vector<SolePoint> soles_;
    std::vector<std::pair<std::size_t, std::size_t>> pairs_;
};

// A point of the sole on the ground must stay where it touched down. Loops are measured over two cycles, so
// that a stance across the seam is complete.
Figure footSlide(const Measurer& measurer, const Track& track) {
    Worst worst(Quantity::kFootSlide);
    const float step = 0.5F / track.rate_hz;
    const int per_round = static_cast<int>(std::lround(track.duration_s / step));
    const int count = track.loops ? 2 * per_round : per_round;
    std::vector<glm::vec3> touched(measurer.soles().size());
    std::vector<bool> stands(measurer.soles().size(), false);
    for (int i = 0; i <= count; ++i) {
        const float t = track.loops ? step * static_cast<float>(i % per_round)
                                    : std::min(step * static_cast<float>(i), track.duration_s);
        const BoneMatrices pose = track.at(t);
        const bool free = released(track.name, Release::What::kFeet, t);
        for (std::size_t k = 0; k < stands.size(); ++k) {
            const SolePoint& sole = measurer.soles()[k];
            glm::vec3 p = moved(pose, sole.bone, sole.rest);
            const bool down = p.y < kContactHeight && !free;
            const float passed_s = step * static_cast<float>(i);
            p += glm::vec3(track.side_speed * passed_s, -p.y, track.stride_speed * passed_s);
            if (down && stands[k]) {
                worst.see(1000.0F * glm::length(p - touched[k]), t, sole.name);
            } else if (down) {
                touched[k] = p;
            }
            stands[k] = down;
        }
    }
    return worst.figure();
}

// Third differences of the joints' positions at the clip's own frames, across the seam of a loop.
void jerk(const Skeleton& skeleton, const Track& track, Worst& peak, Worst& rms) {
    const float dt = 1.0F / track.rate_hz;
    const int frames = static_cast<int>(std::lround(track.duration_s / dt));
    const int last = track.loops ? frames + 2 : frames;
    std::vector<double> squares(skeleton.bones.size(), 0.0);
    std::vector<std::vector<glm::vec3>> positions;
    for (int i = 0; i <= last; ++i) {
        const int frame = track.loops ? i % frames : i;
        const BoneMatrices pose = track.at(std::min(dt * static_cast<float>(frame), track.duration_s));
        std::vector<glm::vec3> row;
        for (std::size_t b = 0; b < skeleton.bones.size(); ++b)
            row.push_back(moved(pose, static_cast<int>(b), skeleton.bones[b].position));
        positions.push_back(row);
    }
    int counted = 0;
    for (std::size_t i = 3; i < positions.size(); ++i, ++counted) {
        for (std::size_t b = 0; b < skeleton.bones.size(); ++b) {
            const glm::vec3 third = positions[i][b] - 3.0F * positions[i - 1][b] +
                                    3.0F * positions[i - 2][b] - positions[i - 3][b];
            const float value = glm::length(third) / (dt * dt * dt);
            const float t = std::fmod((static_cast<float>(i) - 1.5F) * dt, track.duration_s);
            peak.see(value, t, skeleton.bones[b].name);
            squares[b] += static_cast<double>(value) * value;
        }
    }
    for (std::size_t b = 0; b < squares.size(); ++b) {
        rms.see(static_cast<float>(std::sqrt(squares[b] / std::max(1, counted))), 0.0F,
                skeleton.bones[b].name);
    }
}

Figure seam(const Skeleton& skeleton, const Track& track) {
    Worst worst(Quantity::kSeam);
    const BoneMatrices first = track.at(0.0F), last = track.at(track.duration_s);
    for (std::size_t b = 0; b < skeleton.bones.size(); ++b) {
        const Bone& bone = skeleton.bones[b];
        for (const glm::vec3& point : {bone.position, bone.tail}) {
            const int index = static_cast<int>(b);
            worst.see(1000.0F * glm::length(moved(first, index, point) - moved(last, index, point)), 0.0F,
                      bone.name);
        }
    }
    return worst.figure();
}

}  // namespace

Track trackOf(const Skeleton& skeleton, const Clip& clip) {
    Track track;
    track.name = clip.name;
    track.rate_hz = clip.rate_hz;
    track.duration_s = static_cast<float>(clip.frames.size() - 1) / clip.rate_hz;
    track.loops = clip.loops;
    track.stride_speed = clip.stride_speed;
    track.side_speed = clip.side_speed;
    auto frames = std::make_shared<std::vector<BoneMatrices>>();
    for (const ClipPose& pose : clip.frames) frames->push_back(matricesOf(skeleton, pose));
    track.at = [frames, rate = clip.rate_hz](float time_s) {
        const float position = std::clamp(time_s * rate, 0.0F, static_cast<float>(frames->size() - 1));
        const auto frame = std::min(static_cast<std::size_t>(position), frames->size() - 2);
        return blend((*frames)[frame], (*frames)[frame + 1], position - static_cast<float>(frame));
    };
    return track;
}

Report measureClip(const Skeleton& skeleton, const Track& track) {
    const Measurer measurer(skeleton);
    Worst feet(Quantity::kFootUnder), body(Quantity::kBodyUnder), left(Quantity::kLeftHand),
        right(Quantity::kRightHand);
    Worst depth(Quantity::kDepth), peak(Quantity::kJerkPeak), rms(Quantity::kJerkRms);
    const float step = 0.5F / track.rate_hz;
    const int count = static_cast<int>(std::lround(track.duration_s / step));
    for (int i = 0; i <= count; ++i) {
        const float t = std::min(step * static_cast<float>(i), track.duration_s);
        const BoneMatrices pose = track.at(t);
        measurer.ground(pose, t, feet, body);
        measurer.depth(pose, t, depth);
        if (!released(track.name, Release::What::kLeftHand, t))
            left.see(measurer.handGap(pose, kLeft), t, "");
        if (!released(track.name, Release::What::kRightHand, t))
            right.see(measurer.handGap(pose, kRight), t, "");
    }
    jerk(skeleton, track, peak, rms);
    Report report{track.name, "", {footSlide(measurer, track)}};
    for (const Worst* worst : {&feet, &body, &left, &right, &depth, &peak, &rms})
        report.figures.push_back(worst->figure());
    if (track.loops) report.figures.push_back(seam(skeleton, track));
    return report;
}

namespace {

// Clips that do not fade with Idle throughout: a soldier is hit while it stands, and dies while it sits.
struct Fade {
    const char* clip;
    const char* with;
    float until_s;  // of the clip
};

constexpr Fade kFades[] = {
    {"Wounded", "Idle", 0.4F}, {"DragBack", "WoundedDie", 10.0F}, {"WoundedDie", "DragBack", 10.0F}};

Fade fadeOf(const std::string& clip) {
    for (const Fade& fade : kFades)
        if (clip == fade.clip) return fade;
    return {"", "Idle", 10.0F};
}

}  // namespace

Report measureCrossfade(const Skeleton& skeleton, const Track& track, const Track& other) {
    constexpr int kTimes = 24, kOtherTimes = 4, kWeights = 8;
    const Measurer measurer(skeleton);
    Worst feet(Quantity::kFootUnder), body(Quantity::kBodyUnder), left(Quantity::kLeftHand),
        right(Quantity::kRightHand);
    Worst depth(Quantity::kDepth);
    for (int i = 0; i <= kTimes; ++i) {
        const float t = std::min(track.duration_s, fadeOf(track.name).until_s) * static_cast<float>(i) /
                        static_cast<float>(kTimes);
        const BoneMatrices a = track.at(t);
        for (int k = 0; k < kOtherTimes; ++k) {
            const BoneMatrices b =
                other.at(other.duration_s * static_cast<float>(k) / static_cast<float>(kOtherTimes));
            for (int w = 1; w < kWeights; ++w) {
                const BoneMatrices pose = blend(a, b, static_cast<float>(w) / static_cast<float>(kWeights));
                measurer.ground(pose, t, feet, body);
                measurer.depth(pose, t, depth);
                // If a point is at the same position in both poses, it is there in their blend, too.
                if (!released(track.name, Release::What::kLeftHand, t))
                    left.see(measurer.handGap(pose, kLeft), t, "");
                if (!released(track.name, Release::What::kRightHand, t))
                    right.see(measurer.handGap(pose, kRight), t, "");
            }
        }
    }
    return {track.name,
            other.name,
            {feet.figure(), body.figure(), left.figure(), right.figure(), depth.figure()}};
}

std::vector<Report> measureAll(const Skeleton& skeleton, const std::vector<Track>& tracks) {
    std::vector<Report> reports;
    for (const Track& track : tracks) reports.push_back(measureClip(skeleton, track));
    const auto named = [&](const char* name) {
        return std::find_if(tracks.begin(), tracks.end(), [&](const Track& t) { return t.name == name; });
    };
    for (const Track& track : tracks) {
        const auto other = named(fadeOf(track.name).with);
        if (other != tracks.end() && &track != &*other)
            reports.push_back(measureCrossfade(skeleton, track, *other));
    }
    return reports;
}

}  // namespace phalanx::soldier

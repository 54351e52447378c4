#include "anim/rig/layer_bounds.h"

#include <algorithm>
#include <span>
#include <vector>

#include "anim/evaluation/plant_feet.h"
#include "anim/pose/joint_boxes.h"

namespace phalanx {
namespace {

constexpr double kStill = 1e-6;  // of a quaternion's components; what rotations within it do is in the margin

// Where a joint's origin can be: within reach_m of a box in model space.
struct Place {
    JointBox box;
    double reach_m = 0.0;
    bool still = true;  // the rotation to model space is always `turn`
    glm::dquat turn{1.0, 0.0, 0.0, 0.0};
};

class RigPlaces {
  public:
    RigPlaces(const LayerRig& rig, const PlayedClips& played)
        : rig_(rig),
          shown_(framesOf(played.shown)),
          added_(framesOf(played.added)),
          additive_(played.additive) {
        if (played.rest || shown_.empty()) shown_.push_back(rig.restFrame());
        for (std::size_t j = 0; j < rig.joints.size(); ++j) places_.push_back(placeOf(j));
    }

    ClipBounds bounds() const {
        BoundsOfSpheres bounds;
        for (const RigSkin& skin : rig_.palette) {
            if (skin.reach_m < 0.0) continue;
            const Place& place = places_[static_cast<std::size_t>(skin.joint)];
            for (unsigned i = 0; i < 8; ++i) bounds.add(place.box.corner(i), place.reach_m + skin.reach_m);
        }
        return bounds.spared();
    }

  private:
    glm::dvec4 texel(std::uint32_t frame, std::size_t place) const {
        return glm::dvec4(rig_.texels[frame * rig_.texelsPerFrame() + place]);
    }

    std::vector<std::uint32_t> framesOf(const std::set<std::uint32_t>& clips) const {
        std::vector<std::uint32_t> frames;
        for (const std::uint32_t number : clips) {
            const BakedClip& clip = rig_.clips[number];
            for (std::uint32_t i = 0; i <= clip.intervals; ++i) frames.push_back(clip.first_frame + i);
        }
        return frames;
    }

    bool turnsIn(std::span<const std::uint32_t> frames, std::size_t joint) const {
        return std::ranges::any_of(frames, [&](std::uint32_t frame) {
            const glm::dvec4 first = texel(frames.front(), joint);
            glm::dvec4 other = texel(frame, joint);
            if (glm::dot(first, other) < 0.0) other = -other;
            return glm::length(other - first) > kStill;
        });
    }
    bool turns(std::size_t joint) const {
        return rig_.joints[joint].solved >= 0 || turnsIn(shown_, joint) || turnsIn(added_, joint);
    }

    // Of the joint's translation, in its parent's space.
    JointBox translations(std::size_t joint) const {
        const RigJoint& of_rig = rig_.joints[joint];
        JointBox box;
        if (of_rig.track < 0) {
            box.add(glm::dvec3(of_rig.translation));
            return box;
        }
        const std::size_t place = rig_.joints.size() + static_cast<std::size_t>(of_rig.track);
        for (const std::uint32_t frame : shown_) box.add(glm::dvec3(texel(frame, place)));
        JointBox added;
        for (const std::uint32_t frame : added_) added.add(glm::dvec3(texel(frame, place)));
        if (added.empty()) return box;
        const glm::dvec3 most = additive_ * (added.max - added.min);
        return {box.min - most, box.max + most};
    }

    double longestLeg() const {
        double longest = 0.0;
        for (const ResolvedLeg& leg : rig_.ground->legs) {
            double length = 0.0;
            for (const int joint : {leg.middle, leg.end}) {
                const JointBox box = translations(static_cast<std::size_t>(joint));
                length += std::max(glm::length(box.min), glm::length(box.max));
            }
            longest = std::max(longest, length);
        }
        return longest;
    }

    Place placeOf(std::size_t joint) const {
        const int parent = rig_.joints[joint].parent;
        Place place = parent < 0 ? Place{} : places_[static_cast<std::size_t>(parent)];
        const JointBox box = translations(joint);
        if (place.still) {
            const JointBox from = parent < 0 ? JointBox{glm::dvec3(0.0), glm::dvec3(0.0)} : place.box;
            JointBox moved;
            for (unsigned i = 0; i < 8; ++i) {
                const glm::dvec3 way = place.turn * box.corner(i);
                moved.add(from.min + way);
                moved.add(from.max + way);
            }
            place.box = moved;
        } else {
            double longest = 0.0;
            for (unsigned i = 0; i < 8; ++i) longest = std::max(longest, glm::length(box.corner(i)));
            place.reach_m += longest;
        }
        if (rig_.ground && static_cast<int>(joint) == rig_.ground->pelvis)
            place.reach_m += kMostPelvisDrop * longestLeg();
        place.still = place.still && !turns(joint);
        const glm::dvec4 own = texel(shown_.front(), joint);
        place.turn = place.turn * glm::dquat(own.w, own.x, own.y, own.z);
        return place;
    }

    const LayerRig& rig_;
    std::vector<std::uint32_t> shown_, added_;  // frames
    double additive_;
    std::vector<Place> places_;
};

}  // namespace

ClipBounds layerBounds(const LayerRig& rig, const PlayedClips& played) {
    return RigPlaces(rig, played).bounds();
}

}  // namespace phalanx

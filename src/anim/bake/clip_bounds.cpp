#include "anim/bake/clip_bounds.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "anim/pose/joint_boxes.h"
#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "core/parallel.h"

namespace phalanx {
namespace {

constexpr double kSpare = 0.01;

// In trs, a joint's rotation is blended separately, about the joint's origin. The blended vertices may leave
// the boxes of both frames, but not the sphere around that origin.
struct JointReach {
    glm::dvec3 origin{0.0};  // bind space
    double radius = 0.0;     // bind units
};

JointReach reachOf(const Joint& joint, const JointBox& box) {
    JointReach reach;
    reach.origin = -(glm::inverse(glm::dmat3(joint.joint_from_bind)) * glm::dvec3(joint.joint_from_bind[3]));
    for (unsigned i = 0; i < 8; ++i)
        reach.radius = std::max(reach.radius, glm::length(box.corner(i) - reach.origin));
    return reach;
}

}  // namespace

void BoundsOfSpheres::add(const glm::dvec3& center, double radius) {
    const double reach = std::hypot(center.x, center.z) + radius;
    bounds_.low_m = first_ ? center.y - radius : std::min(bounds_.low_m, center.y - radius);
    bounds_.high_m = first_ ? center.y + radius : std::max(bounds_.high_m, center.y + radius);
    bounds_.radius_m = std::max(bounds_.radius_m, reach);
    first_ = false;
}

ClipBounds BoundsOfSpheres::spared() const {
    const double spare = kSpare * std::max(bounds_.high_m - bounds_.low_m, bounds_.radius_m);
    return {bounds_.low_m - spare, bounds_.high_m + spare, bounds_.radius_m + spare};
}

std::vector<ClipBounds> clipBounds(const Model& model, const BakedAnimation& baked) {
    BoundsOfSpheres rest;
    for (const SkinnedVertex& vertex : skin(model, restPose(model))) rest.add(vertex.position, 0.0);

    const std::vector<JointBox> boxes = jointBoxes(model);
    const bool turns = baked.encoding == Encoding::kTrs;
    std::vector<JointReach> reaches(boxes.size());
    for (std::size_t j = 0; j < boxes.size(); ++j) {
        if (turns && !boxes[j].empty()) reaches[j] = reachOf(model.palette[j], boxes[j]);
    }
    std::vector<ClipBounds> bounds(baked.clips.size());
    parallelFor(baked.clips.size(), 0, [&](std::size_t c) {
        BoundsOfSpheres cylinder = rest;
        const BakedClip& clip = baked.clips[c];
        for (std::size_t frame = clip.first_frame; frame <= clip.first_frame + clip.intervals; ++frame) {
            for (std::size_t j = 0; j < boxes.size(); ++j) {
                if (boxes[j].empty()) continue;
                const glm::vec4* rows = baked.texels.data() + (frame * boxes.size() + j) * kTexelsPerEntry;
                const auto posed = [rows](const glm::dvec3& p) {
                    const glm::dvec4 point(p, 1.0);
                    return glm::dvec3(glm::dot(glm::dvec4(rows[0]), point),
                                      glm::dot(glm::dvec4(rows[1]), point),
                                      glm::dot(glm::dvec4(rows[2]), point));
                };
                if (turns) {
                    const double scale = glm::length(glm::dvec3(rows[0]));
                    cylinder.add(posed(reaches[j].origin), reaches[j].radius * scale);
                } else {
                    for (unsigned i = 0; i < 8; ++i) cylinder.add(posed(boxes[j].corner(i)), 0.0);
                }
            }
        }
        bounds[c] = cylinder.spared();
    });
    return bounds;
}

}  // namespace phalanx

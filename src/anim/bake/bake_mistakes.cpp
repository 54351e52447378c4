#include "anim/bake/bake_mistakes.h"

#include <algorithm>
#include <cstddef>

#include "anim/pose/joint_boxes.h"

namespace phalanx {
namespace {

glm::dmat4 entryAt(const BakedAnimation& baked, std::size_t entry) {
    glm::dmat4 m(1.0);
    for (int row = 0; row < 3; ++row) {
        const glm::vec4& texel = baked.texels[entry * kTexelsPerEntry + static_cast<std::size_t>(row)];
        for (int column = 0; column < 4; ++column) m[column][row] = static_cast<double>(texel[column]);
    }
    return m;
}

void setEntry(BakedAnimation& baked, std::size_t entry, const glm::dmat4& m) {
    for (int row = 0; row < 3; ++row) {
        baked.texels[entry * kTexelsPerEntry + static_cast<std::size_t>(row)] =
            glm::vec4(m[0][row], m[1][row], m[2][row], m[3][row]);
    }
}

void dropClosingFrames(BakedAnimation& baked) {
    const std::ptrdiff_t frame_texels = static_cast<std::ptrdiff_t>(baked.joints) * kTexelsPerEntry;
    const std::ptrdiff_t targets = baked.morphs.targets;
    const std::vector<glm::vec4> right = baked.texels;
    const std::vector<float> right_weights = baked.morphs.weights;
    for (const BakedClip& clip : baked.clips) {
        if (!clip.loops) continue;
        const std::uint32_t closing = clip.first_frame + clip.intervals;
        const std::uint32_t behind = closing + 1 < baked.frames ? closing + 1 : 0;
        std::copy_n(right.begin() + behind * frame_texels, frame_texels,
                    baked.texels.begin() + closing * frame_texels);
        std::copy_n(right_weights.begin() + behind * targets, targets,
                    baked.morphs.weights.begin() + closing * targets);
    }
}

// Sets the bounds to the box around the vertices of all joints in all frames.
void fitBounds(const Model& model, BakedAnimation& baked) {
    const std::vector<JointBox> boxes = jointBoxes(model);
    JointBox extent;
    for (std::size_t entry = 0; entry < std::size_t{baked.frames} * baked.joints; ++entry) {
        const JointBox& box = boxes[entry % baked.joints];
        if (box.empty()) continue;
        const glm::dmat4 m = entryAt(baked, entry);
        for (unsigned i = 0; i < 8; ++i) extent.add(glm::dvec3(m * glm::dvec4(box.corner(i), 1.0)));
    }
    if (extent.empty()) return;
    baked.bounds_min = extent.min;
    baked.bounds_max = extent.max;
}

}  // namespace

void makeMistakes(const Model& model, const BakeMistakes& mistakes, BakedAnimation& baked) {
    if (!mistakes.any()) return;
    for (std::size_t entry = 0; entry < std::size_t{baked.frames} * baked.joints; ++entry) {
        const std::size_t joint = entry % baked.joints;
        if (mistakes.skip_joint_0 && joint == 0) {
            setEntry(baked, entry, glm::dmat4(0.0));
        } else if (mistakes.no_offset) {
            setEntry(baked, entry,
                     entryAt(baked, entry) * glm::inverse(model.palette[joint].joint_from_bind));
        }
    }
    if (mistakes.no_closing_frame) dropClosingFrames(baked);
    fitBounds(model, baked);
}

}  // namespace phalanx

#include "anim/layers/resolve_ground.h"

#include <fmt/format.h>

#include <cmath>

#include "anim/feet/legs.h"
#include "anim/layers/pose_tree.h"
#include "anim/pose/pose.h"
#include "core/error.h"
#include "core/printable.h"

namespace phalanx {
namespace {

// Travel of each clip per cycle: as a point of a space has it, else its own along +Z.
std::vector<glm::dvec2> stridesOf(const Model& model, const BlendSpaces& spaces) {
    std::vector<glm::dvec2> result;
    for (const Clip& clip : model.clips)
        result.emplace_back(0.0, clip.loops ? clip.stride_speed * clip.duration_s : 0.0);
    for (const BlendSpace& space : spaces.spaces) {
        for (const BlendSpacePoint& point : space.points) {
            if (!point.stride_m) continue;
            try {
                result[static_cast<std::size_t>(findClip(model, point.clip))] = *point.stride_m;
            } catch (const Error&) {  // a space that is not used may name clips that the model lacks
            }
        }
    }
    return result;
}

class GroundResolver {
  public:
    GroundResolver(const Model& model, const PoseTree& tree, const std::string& where)
        : model_(model), tree_(tree), where_(where) {}

    ResolvedGround run(const PoseGround& item) const {
        ResolvedGround ground;
        ground.legs = legs(item);
        ground.pelvis = pelvisOf(ground.legs);
        if (item.plane) ground.plane = plane(*item.plane);
        ground.weight = item.weight;
        return ground;
    }

  private:
    [[noreturn]] void fail(const std::string& what) const { throw usageError(where_, what); }
    int parentOf(int node) const { return node < 0 ? -1 : tree_.parents[static_cast<std::size_t>(node)]; }
    std::string nameOf(int node) const {
        return printable(model_.nodes[static_cast<std::size_t>(node)].name);
    }

    std::vector<ResolvedLeg> legs(const PoseGround& item) const {
        const std::vector<int> ankles =
            item.legs.empty() ? anklesOf(model_) : namedAnkles(model_, item.legs, where_ + ": ground.legs");
        if (ankles.empty()) {
            fail(
                fmt::format("ground finds no legs in {} by the names of its joints; name the ankles with "
                            "\"legs\" or --legs",
                            printable(model_.name)));
        }
        const std::vector<glm::dmat4> at_rest = fileFromNode(fileTree(model_), restPose(model_));
        std::vector<ResolvedLeg> result;
        for (const int ankle : ankles) {
            const int knee = parentOf(ankle);
            const int hip = parentOf(knee);
            if (parentOf(hip) < 0)
                fail(fmt::format("ground has {}, whose hip has no parent to lower", nameOf(ankle)));
            result.push_back(
                {hip, knee, ankle, restHinge(hip, knee, ankle, at_rest, glm::dmat3(modelFromFile(model_)))});
        }
        return result;
    }

    bool follows(int node, int other) const {
        while (node >= 0 && node != other) node = parentOf(node);
        return node >= 0;
    }

    // The lowest joint that all hips follow.
    int pelvisOf(const std::vector<ResolvedLeg>& legs) const {
        int pelvis = parentOf(legs.front().upper);
        for (const ResolvedLeg& leg : legs) {
            while (pelvis >= 0 && !follows(leg.upper, pelvis)) pelvis = parentOf(pelvis);
        }
        if (pelvis < 0) fail("ground has legs without a joint that all of them follow");
        return pelvis;
    }

    ResolvedPlane plane(const PosePlane& item) const {
        const glm::dvec3 up = glm::inverse(glm::dmat3(modelFromFile(model_))) * glm::dvec3(0.0, 1.0, 0.0);
        const glm::dvec3 normal = glm::normalize(item.normal.value_or(up));
        if (glm::dot(normal, glm::normalize(up)) < std::cos(glm::radians(kSteepestGround_deg)))
            fail(fmt::format("ground.normal is more than {:g} degrees off upwards", kSteepestGround_deg));
        return {item.height, normal};
    }

    const Model& model_;
    const PoseTree& tree_;
    const std::string& where_;
};

}  // namespace

ResolvedGround resolveGround(const Model& model, const PoseGround& ground, const BlendSpaces& spaces,
                             const PoseTree& tree, const std::string& where) {
    ResolvedGround result = GroundResolver(model, tree, where).run(ground);
    result.strides_m = stridesOf(model, spaces);
    return result;
}

}  // namespace phalanx

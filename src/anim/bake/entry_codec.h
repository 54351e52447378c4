// One joint in one frame, to and from the bits that encode.h describes; and how such entries blend.
#pragma once

#include <array>
#include <cstddef>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <vector>

#include "anim/bake/encode.h"
#include "anim/bake/switches.h"

namespace phalanx {

// The numbers that are blended: three rows, or the rotation (x, y, z, w) and the place (origin, scale).
using PoseEntry = std::array<glm::dvec4, 3>;

// Rotation and uniform scale nearest to a matrix in the least squares sense.
struct NearestTurn {
    glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
    double scale = 0.0;  // not negative: 0 where the matrix mirrors or flattens
};
// Polar decomposition by Newton's iteration: N. Higham, "Computing the Polar Decomposition - with
// Applications", SIAM J. Sci. Stat. Comput. 7(4), 1986.
NearestTurn nearestTurn(const glm::dmat3& matrix);

// The point that stands for a joint in trs: its own origin, in bind space; w is 0.
glm::vec4 bindOrigin(const Joint& joint);
std::vector<glm::vec4> bindOrigins(const Model& model, Encoding encoding);  // empty but for trs

class EntryCodec {
  public:
    EntryCodec(Encoding encoding, const EncodingSpace& space, const std::vector<glm::vec4>& bind_origins)
        : encoding_(encoding), space_(space), bind_origins_(bind_origins) {}

    Encoding encoding() const { return encoding_; }
    std::size_t entryBytes() const;

    // What model_from_bind is before it is rounded. `previous`: the same joint's rotation in the frame
    // before, whose hemisphere is kept and which a joint of no size keeps; it is set to this one's. trs only.
    PoseEntry split(const glm::dmat4& model_from_bind, std::size_t joint, glm::dquat& previous) const;
    void write(const PoseEntry& entry, std::byte* to) const;
    PoseEntry read(const std::byte* from) const;

    static PoseEntry blendFrames(const PoseEntry& before, const PoseEntry& after, double within);
    PoseEntry blendClips(const PoseEntry& a, const PoseEntry& b, double weight_of_b) const;

    glm::dmat4 modelFromBind(const PoseEntry& entry, std::size_t joint) const;

  private:
    Encoding encoding_;
    EncodingSpace space_;
    std::vector<glm::vec4> bind_origins_;
};

}  // namespace phalanx

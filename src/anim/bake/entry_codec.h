// Encodes, decodes and blends entries (one joint in one frame) in the formats that encode.h describes.
#pragma once

#include <array>
#include <cstddef>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <vector>

#include "anim/bake/encode.h"
#include "anim/bake/switches.h"

namespace phalanx {

// The decoded numbers, which are blended: three rows, or for trs the rotation (x, y, z, w) and (origin,
// scale).
using PoseEntry = std::array<glm::dvec4, 3>;

// The rotation and uniform scale closest to a matrix in the least squares sense.
struct NearestTurn {
    glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
    double scale = 0.0;  // 0 if the matrix mirrors or is degenerate
};
// Polar decomposition by Newton's iteration: N. Higham, "Computing the Polar Decomposition - with
// Applications", SIAM J. Sci. Stat. Comput. 7(4), 1986.
NearestTurn nearestTurn(const glm::dmat3& matrix);

// The joint's origin in bind space, the reference point of trs; w is 0.
glm::vec4 bindOrigin(const Joint& joint);
std::vector<glm::vec4> bindOrigins(const Model& model, Encoding encoding);  // empty except for trs

class EntryCodec {
  public:
    EntryCodec(Encoding encoding, const EncodingSpace& space, const std::vector<glm::vec4>& bind_origins)
        : encoding_(encoding), space_(space), bind_origins_(bind_origins) {}

    Encoding encoding() const { return encoding_; }
    std::size_t entryBytes() const;

    // Converts model_from_bind to an entry, without rounding. `previous` is used only for trs: the joint's
    // rotation in the previous frame, which determines the hemisphere and is reused if the matrix has no
    // rotation; it is set to the new rotation.
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

// Builds the palette while meshes are read: one joint per pair of node and offset matrix (inverse bind
// matrix) that a vertex uses.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

class PaletteBuilder {
  public:
    explicit PaletteBuilder(std::string file) : file_(std::move(file)) {}

    // Returns the index of the joint, which is added if it is new. Throws Error (kInput) above kMaxJoints.
    std::uint16_t joint(int node, const glm::dmat4& joint_from_bind);

    std::vector<Joint> take() { return std::move(joints_); }

  private:
    std::string file_;
    std::vector<Joint> joints_;
    std::unordered_map<int, std::vector<std::uint16_t>> of_node_;
};

}  // namespace phalanx

// A model's vertices sorted by the joints that move them, in lanes: how far matrices carry very many
// vertices, some times faster than vertex by vertex.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

class VertexGroups {
  public:
    static constexpr std::size_t kLanes = 8;
    using Lane = std::array<float, kLanes>;

    explicit VertexGroups(const Model& model);

    std::size_t vertices() const { return vertices_; }
    // Of up to kLanes vertices that hang on the same joints.
    std::size_t blocks() const { return blocks_.size(); }

    // |sum of weight * matrix * position|^2 of each vertex of a block; matrices are per joint of the palette,
    // positions are places in bind space. What is no number, or beyond a float, counts as the largest float.
    // Returns how many of the lanes are vertices; the others are 0.
    std::size_t squaredLengths(std::size_t block, std::span<const glm::mat4> matrices, Lane& squares) const;

    // Of the joints that a block hangs on, the one that weighs most in each of its vertices.
    std::uint16_t heaviestJoint(std::size_t block) const { return blocks_[block].joints[0]; }

  private:
    struct Block {
        std::array<std::uint16_t, kWeightsPerVertex> joints{};
        std::uint8_t joint_count = 0;
        std::uint8_t vertex_count = 0;
        Lane x{};
        Lane y{};
        Lane z{};
        std::array<Lane, kWeightsPerVertex> weights{};
    };

    void append(const Vertex& vertex, bool opens_group);

    std::vector<Block> blocks_;
    std::size_t vertices_ = 0;
};

}  // namespace phalanx

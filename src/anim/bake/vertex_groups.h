// A model's vertices sorted by the joints that move them, in SIMD lanes. Transforms very many vertices
// several times faster than one by one.
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
    // A block has up to kLanes vertices with the same joints.
    std::size_t blocks() const { return blocks_.size(); }

    // Computes |sum of weight * matrix * position|^2 of each vertex of a block. Matrices are per joint of the
    // palette, positions in bind space. NaN and overflow give the largest float. Returns the number of lanes
    // that have vertices; the others are 0.
    std::size_t squaredLengths(std::size_t block, std::span<const glm::mat4> matrices, Lane& squares) const;

    // The joint with the largest weight in each vertex of the block.
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

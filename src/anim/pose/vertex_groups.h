// A model's vertices sorted by the joints that move them, in SIMD lanes. Compares two poses of very many
// vertices several times faster than one by one.
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

    // What morph targets add to the difference of two poses, `shown` - exact.
    struct MorphGap {
        struct Lanes {
            std::array<Lane, 3> offset{};  // x, y and z of the exact pose's offset from the bind pose
            std::array<Lane, 3> gap{};     // of the difference of both offsets
        };
        std::vector<glm::mat3> shown;  // per joint: the linear part of the shown pose's matrix
        std::vector<Lanes> lanes;      // per block that a morph target moves
    };

    explicit VertexGroups(const Model& model);

    std::size_t vertices() const { return vertices_; }
    // A block has up to kLanes vertices with the same joints.
    std::size_t blocks() const { return blocks_.size(); }

    // Computes |sum of weight * matrix * position|^2 of each vertex of a block. Matrices are per joint of the
    // palette, positions in bind space. NaN and overflow give the largest float. Returns the number of lanes
    // that have vertices; the others are 0.
    std::size_t squaredLengths(std::size_t block, std::span<const glm::mat4> matrices, Lane& squares) const {
        return squaredLengths(block, matrices, {}, squares);
    }

    // The same for the difference of two poses with morph targets: matrices are `shown` - exact, and the
    // position is the exact one. Without morph targets `morphs` is empty.
    std::size_t squaredLengths(std::size_t block, std::span<const glm::mat4> matrices, const MorphGap& morphs,
                               Lane& squares) const;

    // Sets the lanes from the weights of all targets in both poses.
    void setMorphs(std::span<const double> exact, std::span<const double> shown, MorphGap& morphs) const;

    // The joint with the largest weight in each vertex of the block.
    std::uint16_t heaviestJoint(std::size_t block) const { return blocks_[block].joints[0]; }

  private:
    struct Block {
        std::array<std::uint16_t, kWeightsPerVertex> joints{};
        std::uint8_t joint_count = 0;
        std::uint8_t vertex_count = 0;
        int morphs = -1;  // index into MorphGap::lanes, -1: no morph target moves the block
        Lane x{};
        Lane y{};
        Lane z{};
        std::array<Lane, kWeightsPerVertex> weights{};
    };

    // A delta of a target, by the place of its vertex.
    struct LaneDelta {
        std::uint32_t lanes = 0;  // index into MorphGap::lanes
        std::uint32_t lane = 0;
        glm::vec3 delta{0.0F};
    };

    void append(const Vertex& vertex, bool opens_group, bool morphs);

    std::vector<Block> blocks_;
    std::vector<std::vector<LaneDelta>> deltas_;  // per target
    std::size_t morphing_blocks_ = 0;
    std::size_t vertices_ = 0;
};

}  // namespace phalanx

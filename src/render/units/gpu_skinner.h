// The vertices of poses as the vertex shader that draws makes them, read back through transform feedback: for
// `verify`, `pose` and the tests, not for frames.
#pragma once

#include <filesystem>
#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/bake/bake.h"
#include "crowd/crowd.h"
#include "render/model/gpu_model.h"
#include "render/units/unit_drawer.h"

namespace phalanx {

// What v_world_position and v_world_normal hold for a unit at the origin, heading 0, scale 1: model space,
// metres.
struct FeedbackVertex {
    glm::vec3 position;
    glm::vec3 normal;  // unit length; zero where the surface is flattened to nothing
};
static_assert(sizeof(FeedbackVertex) == kFeedbackVertexBytes);

// The clip table of a model without a crowd.
std::vector<glm::uvec4> clipTableOf(const BakedAnimation& baked);

// A unit that stands at the origin and plays `pose`, whatever the clock says.
layout::UnitInstance instanceOf(const BakedPose& pose);

// The pose that instanceOf() holds: phases in steps of 2^-24, below 1, and the weight in steps of 2^-28. The
// shader plays this one, so this is the one to hold it to.
BakedPose asHeld(const BakedPose& pose);

class GpuSkinner {
  public:
    // The context must be current, here and later.
    GpuSkinner(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory);

    // Some poses of the call, one after the other: all packed vertices of pose `first_pose`, then of the
    // next.
    struct Chunk {
        std::size_t first_pose = 0;
        std::size_t poses = 0;
        std::span<const FeedbackVertex>
            vertices;  // in the order of GpuModel::packed(technique.mesh).vertices
    };
    using Consumer = std::function<void(const Chunk&)>;

    // Skins all vertices in every pose and hands them over, a bounded number of bytes at a time. Throws Error
    // (kEnvironment) where a shader does not compile, or where the driver wrote fewer vertices than were
    // drawn.
    void skin(const GpuModel& model, const Technique& technique, const SkinSettings& settings,
              std::span<const BakedPose> poses, const Consumer& consumer);

    // One pose.
    std::vector<FeedbackVertex> skin(const GpuModel& model, const Technique& technique,
                                     const SkinSettings& settings, const BakedPose& pose);

    // All vertices of one unit of a crowd, posed from its own bytes by the clock of `schedule`, into
    // `buffer`: as FeedbackVertex, in model space (where the unit stands, and how large it is, is left out:
    // far from the origin a float has no hundredths of a millimetre). Waits for nothing.
    void skinUnit(const GpuModel& model, const Technique& technique, const SkinSettings& settings,
                  const layout::UnitInstance& unit, const layout::Schedule& schedule,
                  const gl::Buffer& buffer);

    // Wall time, in milliseconds, that the model's triangles take in these poses with the rasterizer off:
    // vertex work alone. The second of two draws.
    double timeDraw(const GpuModel& model, const Technique& technique, const SkinSettings& settings,
                    std::span<const BakedPose> poses);

  private:
    // A unit a pose, ready to be drawn.
    struct Posed {
        Posed(const GpuModel& model, const Technique& technique, const SkinSettings& settings,
              std::vector<UnitInstance> units, const layout::Schedule& schedule, int variant);
        std::vector<UnitGroup> groups;
        UnitBuffers buffers;
        UnitFrame frame;
    };
    // Leaves the vertices of these poses, at most as many as `feedback` holds, in the buffer.
    void feedBack(const GpuModel& model, const Technique& technique, const SkinSettings& settings,
                  std::span<const BakedPose> poses, const gl::Buffer& feedback);

    UnitDrawer drawer_;
    gl::Buffer frame_block_;
    gl::Buffer moment_block_;  // of skinUnit()
};

}  // namespace phalanx

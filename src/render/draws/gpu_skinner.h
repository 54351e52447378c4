// Reads back posed vertices, as the vertex shader computes them, through transform feedback. For `verify`,
// `pose` and the tests, not for frames.
#pragma once

#include <filesystem>
#include <functional>
#include <glm/glm.hpp>
#include <memory>
#include <span>
#include <vector>

#include "anim/bake/bake.h"
#include "crowd/crowd.h"
#include "render/draws/unit_drawer.h"
#include "render/model/gpu_model.h"
#include "render/units/shown_pose.h"

namespace phalanx {

// v_world_position and v_world_normal of a unit at the origin with heading 0 and scale 1: model space,
// metres.
struct FeedbackVertex {
    glm::vec3 position;
    glm::vec3 normal;  // unit length; zero where the surface is degenerate
};
static_assert(sizeof(FeedbackVertex) == kFeedbackVertexBytes);

// The clip table of a model that is not part of a crowd.
std::vector<glm::uvec4> clipTableOf(const BakedAnimation& baked);

// A unit at the origin that plays `pose`, independent of the clock.
layout::UnitInstance instanceOf(const BakedPose& pose);

// `pose` as instanceOf() quantizes it: phases in steps of 2^-24, below 1, and the weight in steps of 2^-28.
// Compare shader output with this pose.
BakedPose asHeld(const BakedPose& pose);

class GpuSkinner {
  public:
    // The context must be current during construction and every call. Throws Error (kEnvironment) if a shader
    // does not compile.
    GpuSkinner(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory);

    // Vertices of consecutive poses: all packed vertices of pose `first_pose`, then those of the next pose.
    struct Chunk {
        std::size_t first_pose = 0;
        std::size_t poses = 0;
        // In the order of GpuModel::packed(technique.mesh).vertices, those of the full mesh.
        std::span<const FeedbackVertex> vertices;
    };
    using Consumer = std::function<void(const Chunk&)>;

    // Skins all vertices in every pose and passes them to `consumer` in chunks of bounded size. Throws Error
    // (kEnvironment) if a shader does not compile, or if the driver wrote fewer vertices than were drawn.
    void skin(const GpuModel& model, const Technique& technique, const SkinSettings& settings,
              std::span<const BakedPose> poses, const Consumer& consumer);

    // Skins all vertices in one pose.
    std::vector<FeedbackVertex> skin(const GpuModel& model, const Technique& technique,
                                     const SkinSettings& settings, const BakedPose& pose);

    // Layered poses. rows: what the passes wrote, three rows of model_from_bind per joint and pose; empty for
    // techniques that do not keep them.
    struct Layered {
        std::vector<glm::vec4> rows;
        std::vector<FeedbackVertex> vertices;  // pose after pose, as in Chunk; empty if not asked for
    };
    struct LayeredDraw {
        const GpuModel& model;
        const Technique& technique;  // with layers, see layeredTechnique()
        const SkinSettings& settings;
        const std::shared_ptr<const RigTextures>& rig;
        std::uint32_t now = 0;                     // tick
        std::shared_ptr<const Terrain> terrain{};  // units stand on it; nullptr: flat
        // Of morph targets, which layers do not blend; missing ones are 0.
        std::vector<double> morph_weights{};
    };
    // Makes the passes for one unit per record, standing at `stands` (one of each or of all); and skins all
    // vertices if `vertices` is true. All poses are held at once. Throws like skin().
    Layered skinLayered(const LayeredDraw& draw, std::span<const LayerRecord> records, bool vertices,
                        std::span<const UnitStand> stands = {});

    // Writes all vertices of one unit of a crowd to `buffer` as FeedbackVertex, posed by its instance data at
    // the clock of `schedule`. rows: of its group (UnitGroup::morph_rows). Model space: the unit's position
    // and scale are ignored, because far from the origin a float cannot resolve hundredths of a millimetre.
    // Does not wait for the GPU.
    void skinUnit(const GpuModel& model, const Technique& technique, const SkinSettings& settings,
                  const layout::UnitInstance& unit, const MorphRows& rows, const layout::Schedule& schedule,
                  const gl::Buffer& buffer);

    // The same for a unit with layers that stands at the origin (atTheOrigin()). rows: gets the matrix rows
    // of the unit, three texels of 16 bytes per joint, where the technique keeps them. nullptr: not asked
    // for.
    void skinUnit(const LayeredDraw& draw, const LayerRecord& record, const gl::Buffer* vertices,
                  const gl::Buffer* rows);

    // Time to draw the model once per pose with rasterizer discard, i.e. vertex work only: wall time in
    // milliseconds around glFinish, of the second of two draws.
    double timeDraw(const GpuModel& model, const Technique& technique, const SkinSettings& settings,
                    std::span<const BakedPose> poses);

  private:
    // A scene with one unit per pose.
    struct Posed {
        Posed(const GpuModel& model, const SelectedUnits& selected, const Technique& technique,
              const SkinSettings& settings, std::vector<UnitInstance> units, MorphRows rows,
              const layout::Schedule& schedule, int variant);
        std::vector<UnitGroup> groups;
        UnitBuffers buffers;
        UnitScene scene;
    };
    // A scene with layered units, for the lifetime of the object; its poses are prepared.
    struct PosedByLayers;
    // Writes the vertices of these poses to `feedback`, which must be large enough.
    void feedBack(const GpuModel& model, const Technique& technique, const SkinSettings& settings,
                  std::span<const BakedPose> poses, const gl::Buffer& feedback);

    gl::Capabilities capabilities_;
    UnitDrawer drawer_;
    SelectedUnits selected_;  // empty: nothing is culled
    gl::Buffer frame_block_;
    gl::Buffer moment_block_;  // for skinUnit()
};

}  // namespace phalanx

// Unit selection on the GPU: compute shaders test every unit against the views and write lists of unit
// indices by LOD and the draw commands for them. The CPU gets the counts some frames later. Needs OpenGL 4.3.
// The lists equal those of CrowdSelection, in the same order, except for units within about 0.1 mm of a
// border, where float precision decides.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "crowd/selection.h"
#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"
#include "gl/objects/program.h"
#include "render/culling/depth_pyramid.h"
#include "render/frame/frame_stats.h"
#include "render/model/gpu_model.h"
#include "render/units/terrain_texture.h"
#include "render/units/unit_buffers.h"

namespace phalanx {

class GpuSelection {
  public:
    static constexpr std::size_t kViews = 4;
    // One list per view, then the late list of the first view (units found visible by selectLate()).
    static constexpr std::size_t kLists = kViews + 1;
    static constexpr std::size_t kLate = kViews;
    // Rows of counts: one per list, then the hidden units.
    static constexpr std::size_t kRows = kLists + 1;
    static constexpr std::size_t kHidden = kLists;

    // The context must have compute shaders. This and all functions that select throw Error (kEnvironment) if
    // a shader does not compile.
    GpuSelection(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory);

    // "" if the largest group fits into GL_MAX_SHADER_STORAGE_BLOCK_SIZE, else the reason.
    std::string whyNot(std::span<const UnitGroup> groups) const;

    // The ground of the next selections, which must live as long; nullptr: flat. Builds other programs when
    // hills come or go.
    void standOn(const TerrainTexture* terrain);

    // What happens to units of the first view that are hidden by others.
    enum class Hiding : std::uint8_t {
        kNotTested,  // hidden units stay in the list
        kTested,     // hidden units stay in the list; selectLate() follows and tests them
        kLeftOut,    // units hidden in the last test are in no list; selectLate() follows
    };
    // Selects units for the views, which must share one origin. At most kViews. FrameBlock must be bound.
    // selection_models: one per model of the crowd; LODs beyond its meshes are impostors. Draws issued
    // afterwards may use the lists.
    void select(const UnitBuffers& buffers, std::span<const GpuModel> models,
                std::span<const SelectionModel> selection_models, std::span<const SelectionView> views,
                Hiding hiding, FrameStats& stats);

    // Call after drawing the first list: tests the units of the first view against the depth of what was
    // drawn. The late list then holds the units that kLeftOut left out and that may be visible. FrameBlock
    // must be bound. clip_from_world: of the first view.
    void selectLate(const UnitBuffers& buffers, std::span<const GpuModel> models, const DepthPyramid& pyramid,
                    const glm::dmat4& clip_from_world, FrameStats& stats);

    // One glMultiDrawElementsIndirect: a material of a group, in all LODs with the same number of joints per
    // vertex. The group's vertex array must read indices() from its start.
    struct Draw {
        std::size_t material = 0;
        VertexNeeds needs;     // of its LODs, see GpuModel::needs
        int impostor_lod = 0;  // 0: draws meshes
        std::size_t first_command = 0;
        std::size_t commands = 0;
        std::uint32_t lods = 0;  // bit l is set if it draws mesh LOD l; 0 for impostors
    };
    // In the order of issue: fine LODs first, then by material as in LOD 0.
    std::span<const Draw> draws(std::size_t list, std::size_t group) const;
    const gl::Buffer& indices() const { return indices_; }
    const gl::Buffer& commandBuffer() const { return command_buffer_; }

    // Where a group's list lies in the buffers, for further compute passes (NearUnits).
    struct List {
        std::size_t first_total = 0;
        std::size_t first_index = 0;
        std::size_t first_command = 0;
        std::size_t commands = 0;
    };
    List listOf(std::size_t list, std::size_t group) const;
    std::size_t commands() const { return commands_; }  // of all groups and lists
    void bindLists() const;  // binds indices, totals, plan and commands as shader storage

    // Units by group, row and LOD, of the newest selection that has been read back; does not wait.
    using GroupCounts = std::array<std::array<std::uint32_t, kMaxLods>, kRows>;
    std::span<const GroupCounts> newestCounts();
    // Those that newestCounts() or awaitCounts() returned last; empty before.
    std::span<const GroupCounts> countsSoFar() const { return counts_; }
    // The same counts of the last selection; waits for the GPU, at most ten seconds.
    std::span<const GroupCounts> awaitCounts();
    // Whether occlusion was tested in the selection that the counts belong to.
    bool countsTested() const { return counts_tested_; }

    // Call after models were replaced: all buffers are rebuilt.
    void forget() { laid_.clear(); }

    // GPU memory.
    std::size_t bytes() const { return bytes_; }

    // Built at first use, or before: UnitPrograms::await().
    std::span<gl::Program> programs() { return programs_; }

    int reloadIfChanged();
    int reload();
    std::string lastError() const;

  private:
    struct Group {
        std::size_t units = 0;
        std::size_t workgroups = 0;
        std::size_t first_unit = 0;
        std::size_t first_tally = 0;
        std::array<std::vector<Draw>, kLists> draws;
    };
    struct Readback {
        gl::Buffer buffer;
        gl::Sync fence;
        bool tested = false;
    };
    enum Step : std::size_t { kSelect, kSum, kList, kCommand, kOcclude, kSteps };
    // Returns true if the buffers were rebuilt; then no unit has been tested for occlusion yet.
    bool layOut(const UnitBuffers& buffers, std::span<const GpuModel> models,
                std::span<const SelectionModel> selection_models, std::size_t lists);
    template <typename Dispatch>
    void run(Step step, FrameStats& stats, const Dispatch& dispatch);
    void bindWorkspace() const;
    void makeLists(std::size_t first_list, std::size_t lists, FrameStats& stats);
    void makeCommands(const UnitBuffers& buffers, std::span<const GpuModel> models,
                      std::span<const SelectionModel> selection_models);
    void uploadBounds(std::span<const SelectionModel> selection_models, FrameStats& stats);
    void uploadViews(std::span<const SelectionView> views, FrameStats& stats);
    void requestCounts(bool tested);
    bool takeCounts(GLuint64 timeout_ns);

    gl::Capabilities capabilities_;
    std::filesystem::path shader_directory_;
    const TerrainTexture* terrain_ = nullptr;
    std::array<gl::Program, kSteps> programs_;
    std::vector<std::uint64_t> laid_;  // UnitBuffers builds and LOD counts that the buffers were made for
    std::vector<Group> groups_;
    std::size_t units_ = 0;
    std::size_t lists_ = 0;  // that the buffers have space for
    std::size_t commands_ = 0;
    glm::dvec3 eye_{0.0};
    std::size_t bytes_ = 0;
    std::vector<SelectionModel> bounds_of_;
    std::vector<gl::Buffer> bounds_;  // by model
    gl::Buffer views_;
    gl::Buffer selection_;
    gl::Buffer tallies_;
    gl::Buffer totals_;
    gl::Buffer indices_;
    gl::Buffer plan_;
    gl::Buffer command_buffer_;
    std::array<Readback, 4> readbacks_;
    std::size_t oldest_ = 0;
    std::size_t pending_ = 0;
    std::vector<GroupCounts> counts_;
    bool counts_tested_ = false;
};

}  // namespace phalanx

// Which units the views show, chosen where their state lies: compute shaders look at every unit, write lists
// of indices by level of detail, and the draw commands that draw them. The CPU learns the numbers frames
// later. Needs OpenGL 4.3. The lists are those of CrowdSelection, in the same order, but for units within
// some 0.1 mm of a border, where the GPU's floats decide.
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
#include "render/units/unit_buffers.h"

namespace phalanx {

class GpuSelection {
  public:
    static constexpr std::size_t kViews = 4;
    // One a view; then who is drawn late into the first.
    static constexpr std::size_t kLists = kViews + 1;
    static constexpr std::size_t kLate = kViews;
    // Of counts: the lists, then who is hidden by others.
    static constexpr std::size_t kRows = kLists + 1;
    static constexpr std::size_t kHidden = kLists;

    // Throws Error (kEnvironment) where a shader does not compile. The context must have compute shaders.
    GpuSelection(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory);

    // "" where the units fit into what the driver takes, else the reason.
    std::string whyNot(std::span<const UnitGroup> groups) const;

    // What becomes of units that others hide in the first view's picture.
    enum class Hiding : std::uint8_t {
        kNotTested,  // they are in the list
        kTested,     // likewise; selectLate() follows
        kLeftOut,    // who was hidden in the last test is in no list; selectLate() follows
    };
    // Chooses for the views, which have one origin. FrameBlock must be bound. models: one a model of the
    // crowd; a level more than its meshes are impostors. Draws that follow may use the lists.
    void select(const UnitBuffers& buffers, std::span<const GpuModel> models,
                std::span<const SelectionModel> selection_models, std::span<const SelectionView> views,
                Hiding hiding, FrameStats& stats);

    // After the first list was drawn: whom of the first view its picture hides, by the depths of all its
    // samples. The late list is then of those who were left out and could be seen. FrameBlock must be bound.
    // clip_from_world: of the picture.
    void selectLate(const UnitBuffers& buffers, std::span<const GpuModel> models, const DepthPyramid& pyramid,
                    const glm::dmat4& clip_from_world, FrameStats& stats);

    // One call: a material of a group, in all levels with as many joints a vertex.
    struct Draw {
        std::size_t material = 0;
        int weights = 4;         // GpuModel::weights
        int impostor_level = 0;  // 0: meshes
        std::size_t first_command = 0;
        std::size_t commands = 0;
        std::uint32_t levels = 0;  // bit l is set where it draws level l; of meshes
    };
    // Fine levels before coarse ones, then by material, in the order of level 0.
    std::span<const Draw> draws(std::size_t list, std::size_t group) const;
    // The group's vertex array must be bound and read indices(), from the beginning.
    void issue(const Draw& draw) const;
    const gl::Buffer& indices() const { return indices_; }

    // Where the list of a group lies, for shaders that go on from there (NearUnits).
    struct List {
        std::size_t first_total = 0;
        std::size_t first_index = 0;
        std::size_t first_command = 0;
        std::size_t commands = 0;
    };
    List listOf(std::size_t list, std::size_t group) const;
    std::size_t commands() const { return commands_; }  // of all groups and lists
    void bindLists() const;                             // indices, totals, plan and commands

    // Units by group, row and level, as chosen some frames ago; never waits.
    using GroupCounts = std::array<std::array<std::uint32_t, kMaxLevels>, kRows>;
    std::span<const GroupCounts> newestCounts();
    // The same of the last frame: waits for the GPU.
    std::span<const GroupCounts> awaitCounts();
    // Whether hidden units were looked for in the frame that these are of.
    bool countsTested() const { return counts_tested_; }

    // Models were replaced: all is laid anew.
    void forget() { laid_.clear(); }

    // Of GPU memory.
    std::size_t bytes() const { return bytes_; }

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
    enum Step : std::size_t { kChoose, kSum, kList, kCommand, kOcclude, kSteps };
    // True where it is all new: nobody was tested.
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
    std::array<gl::Program, kSteps> programs_;
    std::vector<std::uint64_t> laid_;  // builds of the groups that all this is for
    std::vector<Group> groups_;
    std::size_t units_ = 0;
    std::size_t lists_ = 0;  // that there is room for
    std::size_t commands_ = 0;
    glm::dvec3 eye_{0.0};
    std::size_t bytes_ = 0;
    std::vector<SelectionModel> bounds_of_;
    std::vector<gl::Buffer> bounds_;  // per model
    gl::Buffer views_;
    gl::Buffer choices_;
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

// Poses of units with layers that stay in the texture of palettes: a unit that several views of a frame show
// is posed once, and one far away not in every frame. For units that the CPU selects and LayerPasses poses,
// where posing costs some fifteen times as much as by computeLayers() (docs/pose.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "gl/objects/upload_ring.h"
#include "render/poses/make_draw_list.h"
#include "render/units/unit_slots.h"

namespace phalanx {

class KeptPoses {
  public:
    explicit KeptPoses(const gl::Capabilities& capabilities)
        : capabilities_(capabilities), uploaded_("units and slots of their poses") {}

    // Whether units with layers may keep their poses if the CPU selects units.
    static bool possible(const gl::Capabilities& capabilities, const UnitScene& scene);

    // Call once per frame, before the first view is prepared, where the CPU selects units, else forget().
    // views: in the order in which they are prepared; the last one is the picture, whose LODs say how long
    // its units keep a pose. bytes: limit of their source's memory; if not all poses fit, nothing is kept.
    void follow(const UnitScene& scene, std::span<const UnitSelection* const> views, const DrawnBy& by,
                PoseSources& sources, std::size_t bytes, FrameStats& stats);
    void forget();

    // Gives the item of a run with layers its slots; no effect if nothing is kept.
    void keep(const UnitSelection& view, const UnitRun& run, DrawItem& item) const;
    // Taken at the start of the source of layered poses.
    std::size_t elements() const { return elements_; }
    std::size_t bytes() const { return uploaded_.bytes(); }

  private:
    // Units of all groups of a model have slots side by side.
    struct Store {
        UnitSlots slots{};
        std::size_t units = 0;
        std::size_t room = 0;  // slots
        std::size_t base = 0;
        bool moved = false;    // its slots lie elsewhere than in the frame before
        bool changed = false;  // one of its groups was replaced
    };
    struct Group {
        std::size_t store = 0;
        std::size_t first_unit = 0;     // of the store's units
        std::uint64_t build = 0;        // UnitBuffers::Group::build
        std::uint64_t layers = 0;       // LayeredUnits::number(); 0: none
        std::vector<glm::uvec2> due{};  // of the view at hand
    };
    struct Run {
        const UnitSelection* view = nullptr;
        std::size_t run = 0;    // its first index in the view
        std::size_t first = 0;  // entry
        std::size_t count = 0;
        std::size_t group = 0;
        std::size_t first_due = 0;
        std::size_t due = 0;
    };
    void followGroups(const UnitScene& scene);
    void listUnits(const UnitScene& scene, std::span<const UnitSelection* const> views);
    bool makeRoom(const UnitScene& scene, std::span<const UnitSelection* const> views, const DrawnBy& by,
                  PoseSources& sources, std::size_t bytes);
    void writeEntries(const UnitScene& scene, const UnitSelection& view);

    gl::Capabilities capabilities_;
    std::uint64_t frame_ = 0;
    std::size_t elements_ = 0;
    PoseSource* source_ = nullptr;
    std::vector<Store> stores_;  // by model
    std::vector<Group> groups_;
    std::vector<Run> runs_;
    std::vector<glm::uvec2> entries_;
    gl::UploadRing uploaded_;
};

}  // namespace phalanx

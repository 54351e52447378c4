// Which models have pictures of themselves to be drawn by when they are far away, and the making of these
// when a crowd plays clips that have none yet: beside the frames that go on meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/background_job.h"
#include "crowd/crowd.h"
#include "gl/context/capabilities.h"
#include "gl/objects/program.h"
#include "render/impostor/impostor_atlas.h"
#include "render/model/gpu_model.h"
#include "render/units/unit_programs.h"

namespace phalanx {

// kAuto: for crowds of kUnitsForImpostors or more; fewer rarely stand so far away.
enum class ImpostorUse : std::uint8_t { kAuto, kOff, kOn };
std::string_view nameOf(ImpostorUse use);  // auto, off, on
inline constexpr std::uint32_t kUnitsForImpostors = 2'000;

class Impostors {
  public:
    // Throws Error (kEnvironment) where a shader does not compile.
    Impostors(gl::Capabilities capabilities, const std::filesystem::path& shader_directory);

    // Which clips are played, as far as units changed since they were last uploaded: once a frame, before
    // UnitBuffers::update().
    void follow(const Crowd& crowd);
    // Makes what is missing. In the background: which pictures there are to be is worked out in a thread of
    // its own, then some are drawn with each call; what is there already is shown until the new ones take its
    // place. At once, it takes some milliseconds of a GPU and seconds of a CPU. Models without detail() get
    // none, and neither do those whose pictures do not fit; the log then says so. Returns for how many models
    // all are there since this call.
    std::uint32_t make(std::span<const GpuModel> models, UnitPrograms& programs, bool at_once);
    bool busy() const;  // some are not there yet

    // nullptr: none of this model. Clips that have none yet are shown by the pose that comes nearest.
    const ImpostorAtlas* of(std::size_t model) const;

    // The crowd is another one. Pictures of models that are still there stay.
    void forgetCrowd();
    std::size_t bytes() const;  // of GPU memory

    int reloadIfChanged();
    int reload();
    std::string lastError() const;

  private:
    struct Next {  // what is being made
        std::vector<bool> clips;
        std::unique_ptr<BackgroundJob<ImpostorPlan>> plan;  // until it is there
        std::unique_ptr<ImpostorAtlas> atlas;               // from then on
    };
    struct Entry {
        std::vector<bool> played;   // by clip
        std::vector<bool> drawn;    // by clip: there are pictures, or they do not fit
        bool coversAll() const;     // that is played
        std::uint64_t version = 0;  // of the animation that they are of
        std::unique_ptr<ImpostorAtlas> atlas;
        std::optional<Next> next;
    };
    // True when entry.atlas is what entry.next was to be.
    bool goOn(const GpuModel& model, Entry& entry, UnitPrograms& programs, bool at_once) const;
    bool takePlan(const GpuModel& model, Entry& entry, bool at_once) const;

    gl::Capabilities capabilities_;
    gl::Program silhouette_;
    gl::Program surface_;
    std::uint64_t layout_version_ = ~std::uint64_t{0};
    std::vector<Entry> entries_;  // by model
};

}  // namespace phalanx

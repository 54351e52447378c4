// Owns the impostor atlases of a crowd's models, and makes them when the crowd plays clips that have no
// images yet, spread over frames in the background.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/background_job.h"
#include "crowd/crowd.h"
#include "gl/context/capabilities.h"
#include "render/impostor/impostor_atlas.h"
#include "render/model/gpu_model.h"
#include "render/units/unit_programs.h"

namespace phalanx {

// From this many units on ImpostorUse::kAuto draws impostors: in smaller crowds few units are that far away.
inline constexpr std::uint32_t kUnitsForImpostors = 2'000;

class Impostors {
  public:
    explicit Impostors(gl::Capabilities capabilities) : capabilities_(std::move(capabilities)) {}

    // Call once per frame, before UnitBuffers::update(): notes which clips are played by the units that have
    // changed since their last upload.
    void follow(const Crowd& crowd);
    // Makes missing atlases. at_once false: a thread plans an atlas, then each call draws some layers; the
    // old atlas stays in use until the new one is complete. at_once true: finishes in this call, which takes
    // some milliseconds on a GPU and seconds on a CPU. Models without detail() get no atlas, nor do models
    // whose atlas does not fit, which is logged. Returns the number of models whose atlas was completed by
    // this call.
    std::uint32_t make(std::span<const GpuModel> models, UnitPrograms& programs, bool at_once);
    bool busy() const;  // some atlases are not complete yet

    // nullptr if the model has no atlas. Clips without images of their own show the nearest pose.
    const ImpostorAtlas* of(std::size_t model) const;

    // Call when the crowd is replaced. Atlases of models that remain are kept.
    void forgetCrowd();
    std::size_t bytes() const;  // GPU memory

  private:
    struct Next {  // the atlas that is being made
        std::vector<bool> clips;
        std::unique_ptr<BackgroundJob<ImpostorPlan>> plan;  // until it is finished
        std::unique_ptr<ImpostorAtlas> atlas;               // afterwards
    };
    struct Entry {
        std::vector<bool> played;   // by clip
        std::vector<bool> drawn;    // by clip: it has images, or they do not fit
        bool coversAll() const;     // all clips that are played
        std::uint64_t version = 0;  // of the animation that the images show
        std::unique_ptr<ImpostorAtlas> atlas;
        std::optional<Next> next;
    };
    // Continues making entry.next; true when it has become entry.atlas.
    bool continueAtlas(const GpuModel& model, Entry& entry, UnitPrograms& programs, bool at_once) const;
    bool takePlan(const GpuModel& model, Entry& entry, bool at_once) const;

    gl::Capabilities capabilities_;
    std::uint64_t layout_version_ = ~std::uint64_t{0};
    std::vector<Entry> entries_;  // by model
};

}  // namespace phalanx

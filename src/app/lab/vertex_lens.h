// Inspects one vertex of one soldier: picks it by a click, computes its position on the CPU, and reads the
// GPU's result of the same frame.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/army/army.h"
#include "app/army/stage.h"
#include "app/lab/anatomy_view.h"
#include "app/lab/lens_answer.h"
#include "app/lab/unit_readback.h"
#include "ui/anatomy/vertex_panel.h"

namespace phalanx {

class VertexLens {
  public:
    explicit VertexLens(LensSkinner& skinner) : readback_(skinner) {}

    // The visible vertex of the packed mesh nearest to `at` (window coordinates, within `reach`): among those
    // that face the eye and are not far behind the frontmost. For clicks: poses the whole soldier on the CPU.
    // look: of a soldier with layers, here and below; else nullptr.
    static std::optional<std::uint32_t> pick(const Stage& stage, const std::vector<LoadedModel>& models,
                                             std::uint32_t unit, const LayeredLook* look, Ticks now,
                                             const AnatomyView& view, const glm::dvec2& at, double reach);

    // The context must be current. Numbers change a few times per second, so that they can be read, and
    // always belong to one frame; the GPU's result arrives in a later call. `corrupt`: makes a texel that the
    // vertex reads wrong on the GPU.
    VertexFacts look(const Stage& stage, const std::vector<LoadedModel>& models, std::uint32_t unit,
                     const LayeredLook* look, Ticks now, const AnatomyView& view, std::uint32_t vertex,
                     bool corrupt);

    // The panel was closed: restores the texel.
    void rest(const Stage& stage);
    // Call after the army was replaced: results of the previous one are dropped.
    void forgetArmy();

  private:
    static constexpr std::uint64_t kNoTexel = ~std::uint64_t{0};
    struct Subject {  // what the numbers describe, apart from the clock
        std::uint32_t unit = 0;
        std::uint32_t vertex = 0;
        std::uint64_t animation = 0;
        std::string technique;
        SkinSettings skin;
        std::uint64_t corrupted_texel = kNoTexel;
        bool layers = false;
        bool operator==(const Subject&) const = default;
    };
    struct Numbers {
        VertexSteps steps;
        glm::dvec3 gpu{0.0};  // with the answer
    };
    struct Corrupted {
        std::uint64_t animation = 0;
        std::size_t model = 0;
        std::uint64_t texel = 0;
        std::string text;
    };

    void takeAnswer();
    void corruptTexel(const Stage& stage, const LoadedModel& loaded, std::size_t model,
                      const VertexSteps& steps);
    void restoreTexel(const Stage& stage);

    UnitReadback readback_;
    LensAnswer<Subject, Numbers> answer_;
    std::optional<Corrupted> corrupted_;
    // The vertex itself; kept, because unpacking a mesh takes time.
    struct Known {
        std::uint32_t vertex = 0;
        const GpuModel* model = nullptr;
        std::uint64_t animation = 0;
        Vertex unpacked;
        std::vector<MorphTarget> deltas;  // of this vertex, as number 0
    };
    std::optional<Known> known_;
};

}  // namespace phalanx

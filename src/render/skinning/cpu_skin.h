// Fast linear blend skinning on the CPU in single precision, for technique `cpu`. The reference
// implementation is anim/pose/skin.h.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "layouts.h"
#include "render/model/gpu_model.h"
#include "render/model/packed_mesh.h"

namespace phalanx {

struct PosedVertex {  // as the shaders read it, see layouts.h
    glm::vec3 position;
    std::uint32_t normal;
};
static_assert(sizeof(PosedVertex) == PH_POSED_BYTES);

class CpuSkinMesh {
  public:
    CpuSkinMesh(const PackedMesh& packed, const glm::vec3& bind_center, const glm::vec3& model_center);
    explicit CpuSkinMesh(const GpuModel& model)
        : CpuSkinMesh(model.packed(MeshKind::kSkinned), model.encoded().space.bind_center,
                      model.encoded().space.model_center) {}

    std::size_t vertices() const { return vertices_.size(); }

    // Morphs and skins the vertices listed in `used`: writes out[v] for each, in order. palette: three rows
    // per joint, as from PaletteBlender. morph_weights: as from MorphBlender. Uses switches.weights and
    // switches.bind_normals. `out` must have vertices() elements.
    void skin(std::span<const glm::vec4> palette, std::span<const float> morph_weights,
              std::span<const std::uint32_t> used, const PoseSwitches& switches, PosedVertex* out) const;

  private:
    // What a morph target adds to a vertex at weight 1.
    struct Delta {
        glm::vec3 position;
        glm::vec3 normal;
        std::uint32_t target;
    };
    struct Source {
        glm::vec3 position;  // minus the bind centre
        glm::vec3 normal;
        std::array<std::uint32_t, 4> rows;  // per joint, index of its first row in the palette
        std::array<float, 4> weights;       // descending, sum 1
        std::uint32_t first_delta = 0;      // into deltas_
        std::uint32_t deltas = 0;
    };
    template <int Weights, bool BindNormals>
    void skinAll(std::span<const glm::vec4> palette, std::span<const float> morph_weights,
                 std::span<const std::uint32_t> used, PosedVertex* out) const;
    void addDeltas(const PackedMorphs& morphs);

    std::vector<Source> vertices_;
    std::vector<Delta> deltas_;  // by vertex
    glm::vec3 model_center_;
};

}  // namespace phalanx

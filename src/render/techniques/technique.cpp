#include "render/techniques/technique.h"

#include <fmt/format.h>

#include <array>

#include "core/error.h"
#include "gl/context/context.h"
#include "layouts.h"

namespace phalanx {
namespace {

constexpr std::array kTechniques{
    Technique{"texture", "animation texture, one instanced draw: the default", 33, PoseKind::kTexture,
              Issue::kInstanced, MeshKind::kSkinned, "JOINTS_TEXTURE"},
    Technique{"palette", "a pre-pass blends each unit's palette once; 12 fetches per vertex remain", 33,
              PoseKind::kPalette, Issue::kInstanced, MeshKind::kSkinned, "JOINTS_PALETTE"},
    Technique{"compute", "a compute shader skins each unit once, every pass draws the result (GL 4.3)", 43,
              PoseKind::kCompute, Issue::kInstanced, MeshKind::kPosed, "VERTICES_BUFFER"},
    Technique{"vertex-texture", "posed vertices of every frame in a texture instead of joints", 33,
              PoseKind::kVertexTexture, Issue::kInstanced, MeshKind::kPosed, "VERTICES_TEXTURE",
              "has the vertices of baked frames only, and layers make new poses"},
    Technique{"texture-draws",
              "animation texture, one draw for every --batch units: shows what batching saves", 33,
              PoseKind::kTexture, Issue::kBatches, MeshKind::kSkinned, "JOINTS_TEXTURE"},
    Technique{"uniform", "the CPU blends each unit's palette into a uniform block, one draw per unit", 33,
              PoseKind::kUniform, Issue::kSingly, MeshKind::kSkinned, "JOINTS_UNIFORM"},
    Technique{"cpu", "all cores skin every vertex, one draw per unit", 33, PoseKind::kCpu, Issue::kSingly,
              MeshKind::kPosed, "VERTICES_ATTRIBUTE"},
    Technique{"static", "rest pose, instanced: the baseline for measurements", 33, PoseKind::kRest,
              Issue::kInstanced, MeshKind::kRest, "VERTICES_REST", "shows the rest pose only"},
};

constexpr Technique reader(std::string_view name, Issue issue) {
    return {name, "", 33, PoseKind::kPalette, issue, MeshKind::kSkinned, "JOINTS_PALETTE"};
}
// Each has poses of its own, since those are kept by the technique's name.
constexpr Technique kLayersOfTexture = reader("layers of texture", Issue::kInstanced);
constexpr Technique kLayersOfCompute = reader("layers of compute", Issue::kInstanced);
constexpr Technique kLayersOfDraws = reader("layers of texture-draws", Issue::kBatches);
constexpr Technique kLayersOfOne = reader("layers of one unit", Issue::kInstanced);

}  // namespace

const Technique& layeredTechnique(const Technique& technique) {
    if (technique.pose == PoseKind::kCompute) return kLayersOfCompute;
    if (technique.prepares()) return technique;
    return technique.issue == Issue::kBatches ? kLayersOfDraws : kLayersOfTexture;
}

const Technique& layeredTechniqueOfOne() {
    return kLayersOfOne;
}

std::span<const Technique> techniques() {
    return kTechniques;
}

const Technique& findTechnique(std::string_view name) {
    std::string known;
    for (const Technique& technique : kTechniques) {
        if (technique.name == name) return technique;
        known += (known.empty() ? "" : ", ") + std::string(technique.name);
    }
    throw usageError(std::string(name), "unknown technique; use one of " + known);
}

std::string whyUnavailable(const Technique& technique, const gl::Capabilities& capabilities) {
    return gl::whyBelow(capabilities, technique.min_version);
}

std::string whyUnavailable(const Technique& technique, const gl::Capabilities& capabilities,
                           std::uint32_t joints) {
    if (std::string why = whyUnavailable(technique, capabilities); !why.empty()) return why;
    const std::uint64_t palette = std::uint64_t{joints} * PH_PALETTE_TEXELS * sizeof(glm::vec4);
    const auto block = static_cast<std::uint64_t>(capabilities.max_uniform_block_size);
    if (technique.pose == PoseKind::kUniform && palette > block) {
        return fmt::format("{} joints need a uniform block of {} bytes, this driver allows {}", joints,
                           palette, block);
    }
    const auto shared = static_cast<std::uint64_t>(capabilities.max_compute_shared_bytes);
    if (technique.pose == PoseKind::kCompute && palette > shared) {
        return fmt::format("{} joints need {} bytes of shared memory, this driver allows {}", joints, palette,
                           shared);
    }
    if (technique.pose == PoseKind::kPalette && PH_PALETTE_WIDTH > capabilities.max_texture_size) {
        return fmt::format("needs textures {} texels wide, this driver allows {}", PH_PALETTE_WIDTH,
                           capabilities.max_texture_size);
    }
    return "";
}

const Technique& automaticTechnique(const gl::Capabilities& capabilities, std::uint32_t most_joints) {
    for (const char* name : {"compute", "palette"}) {
        const Technique& technique = findTechnique(name);
        if (whyUnavailable(technique, capabilities, most_joints).empty()) return technique;
    }
    return findTechnique("texture");
}

}  // namespace phalanx

// The table of techniques, which the UI, the command line, verify, bench and the tests use.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "gl/context/capabilities.h"

namespace phalanx {

// The mesh that a technique draws: packed vertices, the same vertices in the rest pose, or only the
// attributes that skinning does not change (posed positions and normals come from elsewhere).
enum class MeshKind : std::uint8_t { kSkinned, kRest, kPosed };

// What the vertex shader reads a pose from.
enum class PoseKind : std::uint8_t {
    kRest,           // nothing, draws the rest pose
    kTexture,        // joint matrices in the animation texture
    kPalette,        // joint matrices blended by a pre-pass, one palette per unit
    kUniform,        // joint matrices blended by the CPU, in a uniform block
    kVertexTexture,  // posed vertices of all baked frames, in a texture
    kCpu,            // vertices skinned by the CPU
    kCompute,        // vertices skinned by a compute shader
};

// How draws are issued.
enum class Issue : std::uint8_t {
    kInstanced,  // one instanced draw for all units of a model, variant and material
    kBatches,    // SkinSettings::batch units per draw
    kSingly,     // one draw per unit
};

struct Technique {
    std::string_view name;
    std::string_view summary;  // one line for help texts
    int min_version;           // OpenGL version times ten, at least 33
    PoseKind pose;
    Issue issue;
    MeshKind mesh;
    std::string_view define;  // preprocessor name for its vertex shaders
    // Why units with layers are not drawn, to follow its name; "": they are, see layeredTechnique().
    std::string_view no_layers = "";

    // Poses are prepared per unit before the draws.
    bool prepares() const {
        return pose == PoseKind::kPalette || pose == PoseKind::kUniform || pose == PoseKind::kCpu ||
               pose == PoseKind::kCompute;
    }
    bool animated() const { return pose != PoseKind::kRest; }
};

std::span<const Technique> techniques();

// The technique that draws units with layers where `technique` draws the others: itself if it reads or makes
// matrices per unit, else one that reads the rows of `palette`, by as many draws. (The vertices that
// `compute` poses would be thirty times as large, and those of LODs are not among them.) technique: with
// layers.
const Technique& layeredTechnique(const Technique& technique);
// The same for one unit more, whose pose does not take the place of others' poses.
const Technique& layeredTechniqueOfOne();

// Not a technique: stands for automaticTechnique() on the command line, in scenes and in the window.
inline constexpr std::string_view kAutoTechnique = "auto";

// Throws Error (kUsage) that lists the known names.
const Technique& findTechnique(std::string_view name);

// "" if the context supports the technique, else the reason.
std::string whyUnavailable(const Technique& technique, const gl::Capabilities& capabilities);
// Same, for a model with this many joints.
std::string whyUnavailable(const Technique& technique, const gl::Capabilities& capabilities,
                           std::uint32_t joints);

// `compute` where this context can for models of up to so many joints, else `palette`, else `texture`. All
// three draw the LODs for which preparing a pose does not pay by `texture`; see drawnDirectly().
const Technique& automaticTechnique(const gl::Capabilities& capabilities, std::uint32_t most_joints);

}  // namespace phalanx

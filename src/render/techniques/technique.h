// The techniques, in one table that the UI's list, the command line, verify, bench and the tests go through.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "gl/context/capabilities.h"

namespace phalanx {

// The mesh that a technique draws: packed vertices, the same skinned to the rest pose, or only what does not
// move (the positions come from elsewhere).
enum class MeshKind : std::uint8_t { kSkinned, kRest, kPosed };

// Where the vertex shader finds the pose.
enum class PoseKind : std::uint8_t {
    kRest,           // nowhere
    kTexture,        // joint matrices from the animation texture
    kPalette,        // joint matrices that a pre-pass blended, one palette a unit
    kUniform,        // joint matrices that the CPU blended, in a uniform block
    kVertexTexture,  // posed vertices of all frames, from a texture
    kCpu,            // vertices that the CPU skinned
    kCompute,        // vertices that a compute shader skinned
};

// How draws are issued.
enum class Issue : std::uint8_t {
    kInstanced,  // one instanced draw for all units of a model, variant and material
    kBatches,    // SkinSettings::batch units a draw
    kSingly,     // a draw a unit
};

struct Technique {
    std::string_view name;
    std::string_view summary;  // one line for a person
    int min_version;           // of OpenGL, 33 ...
    PoseKind pose;
    Issue issue;
    MeshKind mesh;
    std::string_view define;  // what its vertex shaders are compiled with

    // Something is made ready for each unit before the draws.
    bool prepares() const {
        return pose == PoseKind::kPalette || pose == PoseKind::kUniform || pose == PoseKind::kCpu ||
               pose == PoseKind::kCompute;
    }
    bool animated() const { return pose != PoseKind::kRest; }
};

std::span<const Technique> techniques();

// Not a technique: stands for automaticTechnique() on the command line, in scenes and in the window.
inline constexpr std::string_view kAutoTechnique = "auto";

// Throws Error (kUsage), listing the known names.
const Technique& findTechnique(std::string_view name);

// "" where the context can, else the reason.
std::string whyUnavailable(const Technique& technique, const gl::Capabilities& capabilities);
// The same for a model of so many joints.
std::string whyUnavailable(const Technique& technique, const gl::Capabilities& capabilities,
                           std::uint32_t joints);

// `compute` where this context can for models of up to so many joints, else `palette`, else `texture`. All
// three draw the LODs for which preparing a pose does not pay by `texture`; see drawnDirectly().
const Technique& automaticTechnique(const gl::Capabilities& capabilities, std::uint32_t most_joints);

}  // namespace phalanx

// The techniques, in one table that the UI's list, the command line, verify and the tests go through.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gl/capabilities.h"

namespace phalanx {

enum class MeshKind { kSkinned, kRest };

struct Technique {
    std::string_view name;
    std::string_view summary;  // one line for a person
    int min_version;           // of OpenGL, 33 ...
    std::string_view define;   // chooses the pose_*.glsl that serves jointMatrix()
    MeshKind mesh;
    bool animated;           // plays clips
    int fetches_per_vertex;  // texels, four weights, two frames, two clips
};

std::span<const Technique> techniques();

// Throws Error (kUsage), listing the known names.
const Technique& findTechnique(std::string_view name);

// "" where the context can, else the reason.
std::string whyUnavailable(const Technique& technique, const gl::Capabilities& capabilities);

}  // namespace phalanx

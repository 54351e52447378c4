#include "render/technique.h"

#include <fmt/format.h>

#include <array>

#include "core/error.h"

namespace phalanx {
namespace {

constexpr std::array kTechniques{
    Technique{"texture", "animation texture, one instanced draw: the default", 33, "POSE_TEXTURE",
              MeshKind::kSkinned, true, 48},
    Technique{"static", "rest pose, instanced: the floor that the others are measured against", 33,
              "POSE_STATIC", MeshKind::kRest, false, 0},
};

}  // namespace

std::span<const Technique> techniques() {
    return kTechniques;
}

const Technique& findTechnique(std::string_view name) {
    std::string known;
    for (const Technique& technique : kTechniques) {
        if (technique.name == name) return technique;
        known += (known.empty() ? "" : ", ") + std::string(technique.name);
    }
    throw usageError(std::string(name), "no such technique; there are " + known);
}

std::string whyUnavailable(const Technique& technique, const gl::Capabilities& capabilities) {
    if (capabilities.version >= technique.min_version) return "";
    return fmt::format("needs OpenGL {}.{}, this is {}.{}", technique.min_version / 10,
                       technique.min_version % 10, capabilities.version / 10, capabilities.version % 10);
}

}  // namespace phalanx

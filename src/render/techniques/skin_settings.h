// How the techniques are set: what a person can switch without another bake.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "anim/bake/switches.h"
#include "anim/bake/vertex_bake.h"
#include "render/techniques/technique.h"

namespace phalanx {

// Where texels are fetched from. Which is faster differs by vendor.
enum class FetchPath : std::uint8_t { kTexture2d, kBuffer };

std::string_view nameOf(FetchPath path);       // 2d, buffer
std::string_view nameOf(VertexFormat format);  // unorm16, half

struct SkinSettings {
    PoseSwitches switches;
    std::uint32_t batch = 1;  // units a draw, technique `texture-draws`; at least 1
    bool multi_draw = false;  // those draws by one call, where the context has multi-draw indirect
    // As before skinning: each part of the mesh moves with one joint, and what would have to bend between two
    // of them is not there. Of techniques with joints, and only with one joint a vertex.
    bool rigid_parts = false;

    bool operator==(const SkinSettings&) const = default;
};

// Preprocessor names for a program: how it poses, from what texels.
struct SkinVariant {
    PoseSwitches switches;
    Encoding encoding = Encoding::kRgba32f;
    FetchPath fetch = FetchPath::kTexture2d;
    std::uint32_t joints = 1;
    VertexFormat vertex_format = VertexFormat::kUnorm16;
    bool selected = false;     // units are fetched by index
    bool near = false;         // and what was made ready for them by slot: NearUnits
    bool rigid_parts = false;  // see SkinSettings

    bool operator==(const SkinVariant&) const = default;
};
// Of the program that works out what units show.
std::vector<std::string> stateDefines(const PoseSwitches& switches);
// Of the programs that draw.
std::vector<std::string> drawDefines(const Technique& technique, const SkinVariant& variant);
// Of the programs that prepare poses from the animation texture for them.
std::vector<std::string> prepareDefines(const Technique& technique, const SkinVariant& variant);

}  // namespace phalanx

// Settings of the techniques that can be changed without baking again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "anim/bake/switches.h"
#include "anim/bake/vertex_bake.h"
#include "anim/rig/layer_mistakes.h"
#include "render/techniques/technique.h"

namespace phalanx {

// How shaders fetch texels: texture or buffer texture. Which is faster depends on the GPU.
enum class FetchPath : std::uint8_t { kTexture2d, kBuffer };

std::string_view nameOf(FetchPath path);       // "2d" or "buffer"
std::string_view nameOf(VertexFormat format);  // "unorm16" or "half"

struct SkinSettings {
    PoseSwitches switches;
    std::uint32_t batch = 1;  // units per draw of technique `texture-draws`, at least 1
    bool multi_draw = false;  // one glMultiDrawElementsIndirect for those draws, if the context has it
    // As before skinning existed: each part of the mesh moves with one joint, and triangles between two parts
    // are dropped. Only for techniques with joints, and only with one joint per vertex.
    bool rigid_parts = false;
    LayerMistakes layer_mistakes;

    bool operator==(const SkinSettings&) const = default;
};

// Groups of the settings of techniques, in render_settings.cpp and bake_choice.cpp.
inline constexpr std::string_view kPosesGroup = "Poses";
inline constexpr std::string_view kMistakesGroup = "Mistakes";

// What a program's preprocessor names depend on: how it poses units, the format of the texels it reads, and
// what the model's materials need.
struct SkinVariant {
    PoseSwitches switches;
    Encoding encoding = Encoding::kRgba32f;
    FetchPath fetch = FetchPath::kTexture2d;
    std::uint32_t joints = 1;
    VertexFormat vertex_format = VertexFormat::kUnorm16;
    bool selected = false;     // units are fetched by index
    bool near = false;         // prepared poses are fetched by slot (NearUnits)
    bool rigid_parts = false;  // see SkinSettings
    bool morphs = false;       // the model has morph targets
    bool unlit = false;        // the model has unlit materials
    bool clouds = false;       // RenderSettings::clouds
    LayerMistakes layer_mistakes;

    bool operator==(const SkinVariant&) const = default;
};
// Defines of the program that computes unit states.
std::vector<std::string> stateDefines(const PoseSwitches& switches);
// Defines of the programs that draw.
std::vector<std::string> drawDefines(const Technique& technique, const SkinVariant& variant);
// Defines of how a shader fetches its unit, which all programs that draw or prepare units have.
std::vector<std::string> unitDefines(const SkinVariant& variant);
// Defines of the passes of layered poses.
std::vector<std::string> layerDefines(const SkinVariant& variant);
// Defines of the programs that prepare poses from the animation texture.
std::vector<std::string> prepareDefines(const Technique& technique, const SkinVariant& variant);

}  // namespace phalanx

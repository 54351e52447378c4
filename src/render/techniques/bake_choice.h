// How models are baked, and how shaders fetch what was baked. One row per setting (bake_choice.cpp); the rest
// of the program reads the rows.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "anim/bake/bake_mistakes.h"
#include "anim/bake/switches.h"
#include "anim/bake/vertex_bake.h"
#include "core/setting.h"
#include "render/techniques/skin_settings.h"

namespace phalanx {

struct BakeChoice {
    std::optional<double> rate_hz;  // nullopt: per clip, as its error demands
    Encoding encoding = Encoding::kRgba32f;
    std::optional<FetchPath> fetch;                       // nullopt: the faster one, as measured at the start
    VertexFormat vertex_format = VertexFormat::kUnorm16;  // of technique vertex-texture
    BakeMistakes mistakes{};

    bool operator==(const BakeChoice&) const = default;
};

// Group of rate and encoding. The others are of kPosesGroup and kMistakesGroup (skin_settings.h).
inline constexpr std::string_view kBakingGroup = "Baking";

std::span<const Setting<BakeChoice>> bakeSettings();

}  // namespace phalanx

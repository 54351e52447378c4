#include "render/techniques/bake_choice.h"

#include <array>
#include <vector>

namespace phalanx {
namespace {

using BakeRow = Setting<BakeChoice>;

constexpr std::array kPaths{FetchPath::kTexture2d, FetchPath::kBuffer};
constexpr std::array kVertexFormats{VertexFormat::kUnorm16, VertexFormat::kHalf};

std::vector<BakeRow> makeBakeRows() {
    return {
        choice<BakeChoice>(
            {.key = "encoding",
             .label = "Encoding",
             .help = "How a joint's transform is stored in the animation texture. rgba32f: three rows "
                     "of floats, 48 bytes. rgba16f: half floats, 24 bytes. trs: rotation, translation "
                     "and scale, 16 bytes, which keeps volume in a crossfade.",
             .group = kBakingGroup,
             .affects = Affects::kBake},
            kEncodings, [](auto& s) -> auto& { return s.encoding; }),
        setting<BakeChoice>(
            {.key = "rate",
             .label = "Sampling rate",
             .help =
                 "Poses baked per second. auto: for each clip the lowest of 15, 30, 60 and 120 Hz with an "
                 "error below 1 mm.",
             .unit = "Hz",
             .group = kBakingGroup,
             .least = 1.0,
             .most = 1000.0,
             .choices = {15, 30, 60, 120},
             .affects = Affects::kBake},
            [](auto& s) -> auto& { return s.rate_hz; }),
        choice<BakeChoice>(
            {.key = "fetch",
             .label = "Fetch from",
             .help = "Shaders fetch texels from a 2D texture or from a buffer texture. auto: the faster "
                     "one, as measured at the start.",
             .group = kPosesGroup},
            kPaths, [](auto& s) -> auto& { return s.fetch; }),
        choice<BakeChoice>(
            {.key = "vertex-format",
             .label = "Vertex format",
             .help = "Of technique vertex-texture: unorm16 takes 8 bytes per vertex and frame, half 16.",
             .group = kPosesGroup,
             .affects = Affects::kBake},
            kVertexFormats, [](auto& s) -> auto& { return s.vertex_format; }),
        setting<BakeChoice>(
            {.key = "skip-joint-0",
             .label = "Joint 0 skipped",
             .help = "The skin matrices of joint 0 are zero.",
             .group = kMistakesGroup,
             .affects = Affects::kBake},
            [](auto& s) -> auto& { return s.mistakes.skip_joint_0; }),
        setting<BakeChoice>(
            {.key = "no-offset",
             .label = "No inverse bind matrix",
             .help = "Skin matrices lack the inverse bind matrix.",
             .group = kMistakesGroup,
             .affects = Affects::kBake},
            [](auto& s) -> auto& { return s.mistakes.no_offset; }),
        setting<BakeChoice>(
            {.key = "no-closing-frame",
             .label = "No closing frame",
             .help = "A loop's last frame is followed by the next clip.",
             .group = kMistakesGroup,
             .affects = Affects::kBake},
            [](auto& s) -> auto& { return s.mistakes.no_closing_frame; }),
    };
}

}  // namespace

std::span<const Setting<BakeChoice>> bakeSettings() {
    static const std::vector<BakeRow> kRows = makeBakeRows();
    return kRows;
}

}  // namespace phalanx

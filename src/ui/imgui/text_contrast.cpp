#include "ui/imgui/text_contrast.h"

#include <imgui_internal.h>  // who owns a draw list

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace phalanx {
namespace {

constexpr std::array kBehind{IM_COL32_BLACK, IM_COL32_WHITE};

float linear(ImU32 packed, int shift) {
    const float value = static_cast<float>((packed >> shift) & 0xFFU) / 255.0F;
    return value <= 0.04045F ? value / 12.92F : std::pow((value + 0.055F) / 1.055F, 2.4F);
}

float luminance(ImU32 packed) {
    return 0.2126F * linear(packed, IM_COL32_R_SHIFT) + 0.7152F * linear(packed, IM_COL32_G_SHIFT) +
           0.0722F * linear(packed, IM_COL32_B_SHIFT);
}

int alphaOf(ImU32 packed) {
    return static_cast<int>(packed >> IM_COL32_A_SHIFT);
}

// One triangle that fills: no glyph, no edge that is only there to smooth another.
struct Fill {
    std::array<ImVec2, 3> corners;
    ImRect box;     // of the corners, clipped
    ImU32 ink = 0;  // 0: an image, whose colours are not known
};

struct Glyph {
    ImVec2 at{};  // its middle
    ImU32 ink = 0;
    std::size_t over = 0;  // number of fills that were drawn before it
    const char* window = "";
};

bool contains(const Fill& fill, const ImVec2& p) {
    if (!fill.box.Contains(p)) return false;
    const auto side = [&](const ImVec2& a, const ImVec2& b) {
        return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    };
    const float ab = side(fill.corners[0], fill.corners[1]);
    const float bc = side(fill.corners[1], fill.corners[2]);
    const float ca = side(fill.corners[2], fill.corners[0]);
    return (ab >= 0.0F && bc >= 0.0F && ca >= 0.0F) || (ab <= 0.0F && bc <= 0.0F && ca <= 0.0F);
}

class Reader {
  public:
    Reader() : atlas_(*ImGui::GetIO().Fonts) {
        // Smooth lines have texels of their own.
        for (const ImVec4& line : atlas_.TexUvLines) {
            lines_.Add(ImVec2(line.x, line.y));
            lines_.Add(ImVec2(line.z, line.w));
        }
    }

    void read(const ImDrawList& list) {
        for (const ImDrawCmd& command : list.CmdBuffer) {
            if (command.UserCallback != nullptr) continue;
            const bool image = command.GetTexID() != atlas_.TexID;
            for (unsigned at = 0; at + 2 < command.ElemCount; at += 3) readTriangle(list, command, at, image);
        }
    }

    std::span<const Fill> fills() const { return fills_; }
    std::span<const Glyph> glyphs() const { return glyphs_; }

  private:
    void readTriangle(const ImDrawList& list, const ImDrawCmd& command, unsigned at, bool image) {
        std::array<const ImDrawVert*, 3> corners{};
        for (unsigned k = 0; k < 3; ++k)
            corners[k] = &list.VtxBuffer[static_cast<int>(
                command.VtxOffset + list.IdxBuffer[static_cast<int>(command.IdxOffset + at + k)])];
        const ImVec2 white = atlas_.TexUvWhitePixel;
        const bool fills = std::all_of(corners.begin(), corners.end(), [&](const ImDrawVert* v) {
            return v->uv.x == white.x && v->uv.y == white.y;
        });
        const ImVec2 middle((corners[0]->uv.x + corners[1]->uv.x + corners[2]->uv.x) / 3.0F,
                            (corners[0]->uv.y + corners[1]->uv.y + corners[2]->uv.y) / 3.0F);
        const ImU32 ink = corners[0]->col;
        ImRect box(corners[0]->pos, corners[0]->pos);
        for (const ImDrawVert* v : corners) box.Add(v->pos);
        const ImRect clip(command.ClipRect);
        if (image || fills) {
            const bool even = corners[1]->col == ink && corners[2]->col == ink;
            if (!image && (!even || alphaOf(ink) == 0)) return;
            box.ClipWith(clip);
            fills_.push_back({{corners[0]->pos, corners[1]->pos, corners[2]->pos}, box, image ? 0 : ink});
        } else if (!lines_.Contains(middle) && clip.Contains(box.GetCenter())) {
            const int alpha = alphaOf(ink);
            if (alpha == 0 || std::abs(alpha - greyed_) <= 1) return;
            // Both triangles of a glyph's rectangle have its middle.
            const ImVec2 at_glyph = box.GetCenter();
            if (!glyphs_.empty() && glyphs_.back().at.x == at_glyph.x && glyphs_.back().at.y == at_glyph.y)
                return;
            glyphs_.push_back(
                {at_glyph, ink, fills_.size(), list._OwnerName != nullptr ? list._OwnerName : ""});
        }
    }

    ImFontAtlas& atlas_;
    ImRect lines_{FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX};
    int greyed_ = static_cast<int>(std::lround(255.0F * ImGui::GetStyle().DisabledAlpha));
    std::vector<Fill> fills_;    // of all lists so far, from back to front
    std::vector<Glyph> glyphs_;  // the same
};

// The contrast of a glyph; nullopt: hidden by what was drawn over it later.
std::optional<TextContrast> contrastOf(const Glyph& glyph, std::span<const Fill> fills) {
    constexpr int kHides = 128;  // alpha of what hides rather than shades
    std::optional<TextContrast> worse;
    for (const ImU32 behind : kBehind) {
        ImU32 ground = behind;
        ImU32 shown = 0;
        for (std::size_t i = 0; i <= fills.size(); ++i) {
            if (i == glyph.over) shown = blended(glyph.ink, ground);
            if (i == fills.size() || !contains(fills[i], glyph.at)) continue;
            const ImU32 ink = fills[i].ink;
            if (i >= glyph.over && (ink == 0 || alphaOf(ink) >= kHides)) return std::nullopt;
            ground = ink == 0 ? behind : blended(ink, ground);
            if (i >= glyph.over) shown = blended(ink, shown);
        }
        const float ratio = contrastRatio(shown, ground);
        if (!worse || ratio < worse->ratio)
            worse = TextContrast{ratio, glyph.window, glyph.at, glyph.ink, ground};
    }
    return worse;
}

}  // namespace

float contrastRatio(ImU32 a, ImU32 b) {
    const auto [dark, bright] = std::minmax({luminance(a), luminance(b)});
    return (bright + 0.05F) / (dark + 0.05F);
}

ImU32 blended(ImU32 over, ImU32 ground) {
    const float alpha = static_cast<float>(alphaOf(over)) / 255.0F;
    ImU32 result = IM_COL32_A_MASK;
    for (const int shift : {IM_COL32_R_SHIFT, IM_COL32_G_SHIFT, IM_COL32_B_SHIFT}) {
        const auto of = [shift](ImU32 packed) { return static_cast<float>((packed >> shift) & 0xFFU); };
        const float mixed = of(over) * alpha + of(ground) * (1.0F - alpha);
        result |= static_cast<ImU32>(std::lround(mixed)) << shift;
    }
    return result;
}

std::optional<TextContrast> leastTextContrast(const ImDrawData& data) {
    Reader reader;
    for (int i = 0; i < data.CmdListsCount; ++i) reader.read(*data.CmdLists[i]);
    std::optional<TextContrast> least;
    for (const Glyph& glyph : reader.glyphs()) {
        const std::optional<TextContrast> here = contrastOf(glyph, reader.fills());
        if (here && (!least || here->ratio < least->ratio)) least = here;
    }
    return least;
}

}  // namespace phalanx

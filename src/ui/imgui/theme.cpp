#include "ui/imgui/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/log.h"

namespace phalanx {
namespace {

constexpr float kTextPoints = 15.0F;
constexpr float kTitlePoints = 20.0F;
constexpr float kCodePoints = 12.5F;

// Latin, Greek, punctuation, arrows, common mathematical operators. The default is Latin-1 only; each glyph
// is drawn at the start.
constexpr std::array<ImWchar, 17> kRanges{0x0020, 0x017F, 0x0370, 0x03FF, 0x2010, 0x2044,
                                          0x2070, 0x209F, 0x2190, 0x2199, 0x2200, 0x221F,
                                          0x2248, 0x2248, 0x2260, 0x2265, 0};

struct Face {
    std::vector<const char*> files;  // the first that exists is used
};

// The paths of fonts-inter depend on its version; DejaVu is on nearly every Linux.
const Face kRegular{{"/usr/share/fonts/opentype/inter/Inter-Regular.otf",
                     "/usr/share/fonts/truetype/inter/Inter-Regular.ttf",
                     "/usr/share/fonts/opentype/inter/Inter-Regular.ttf",
                     "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf",
                     "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans.ttf",
                     "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf"}};
const Face kStrong{{"/usr/share/fonts/opentype/inter/Inter-SemiBold.otf",
                    "/usr/share/fonts/truetype/inter/Inter-SemiBold.ttf",
                    "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Medium.ttf",
                    "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
                    "/usr/share/fonts/TTF/DejaVuSans-Bold.ttf",
                    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans-Bold.ttf"}};
// For arrows and mathematical symbols, which text fonts lack.
const Face kSymbols{{"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans.ttf",
                     "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf"}};

const Face kMono{{"/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
                  "/usr/share/fonts/TTF/DejaVuSansMono.ttf",
                  "/usr/share/fonts/dejavu-sans-mono-fonts/DejaVuSansMono.ttf"}};

const char* fileOf(const Face& face) {
    for (const char* file : face.files) {
        std::error_code ignored;
        if (std::filesystem::exists(file, ignored)) return file;
    }
    return nullptr;
}

ImFont* load(const Face& face, float pixels) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    ImFontConfig config;
    config.OversampleH = 2;
    config.OversampleV = 1;
    const char* file = fileOf(face);
    ImFont* font =
        file == nullptr ? nullptr : atlas.AddFontFromFileTTF(file, pixels, &config, kRanges.data());
    if (font == nullptr) {
        warn("no font of the system's packages (fonts-inter, fonts-dejavu-core): using the built-in one");
        config.SizePixels = pixels;
        return atlas.AddFontDefault(&config);
    }
    const char* symbols = fileOf(kSymbols);
    if (symbols != nullptr && symbols != file) {
        config.MergeMode = true;
        atlas.AddFontFromFileTTF(symbols, pixels, &config, kRanges.data());
    }
    return font;
}

// All digits get the width of the widest, so that changing numbers do not move their neighbours.
void makeDigitsTabular(ImFont& font) {
    float widest = 0.0F;
    for (ImWchar digit = '0'; digit <= '9'; ++digit) {
        if (const ImFontGlyph* glyph = font.FindGlyphNoFallback(digit))
            widest = std::max(widest, glyph->AdvanceX);
    }
    for (ImFontGlyph& glyph : font.Glyphs) {
        if (glyph.Codepoint < '0' || glyph.Codepoint > '9') continue;
        const float shift = (widest - glyph.AdvanceX) * 0.5F;
        glyph.X0 += shift;
        glyph.X1 += shift;
        glyph.AdvanceX = widest;
        font.IndexAdvanceX[static_cast<int>(glyph.Codepoint)] = widest;
    }
}

ImVec4 rgba(ImU32 packed, float alpha = 1.0F) {
    ImVec4 result = ImGui::ColorConvertU32ToFloat4(packed);
    result.w *= alpha;
    return result;
}

void setColors(ImGuiStyle& style) {
    ImGui::StyleColorsDark(&style);
    const auto set = [&](ImGuiCol slot, const ImVec4& value) { style.Colors[slot] = value; };
    const ImVec4 white{1.0F, 1.0F, 1.0F, 1.0F};
    // The strongest that text can still be read on (WCAG 2.1 AA).
    constexpr float kUnderText = 0.40F;
    const auto veil = [&](float alpha) { return ImVec4(white.x, white.y, white.z, alpha); };
    set(ImGuiCol_Text, rgba(color::kText));
    set(ImGuiCol_TextDisabled, rgba(color::kMuted));
    set(ImGuiCol_WindowBg, rgba(color::kPanel));
    set(ImGuiCol_PopupBg, ImVec4(0.11F, 0.12F, 0.14F, 0.98F));
    set(ImGuiCol_Border, veil(0.09F));
    set(ImGuiCol_FrameBg, veil(0.075F));
    set(ImGuiCol_FrameBgHovered, veil(0.12F));
    set(ImGuiCol_FrameBgActive, veil(0.14F));
    // markSlider() draws it, where it hides no number.
    set(ImGuiCol_SliderGrab, veil(0.0F));
    set(ImGuiCol_SliderGrabActive, veil(0.0F));
    set(ImGuiCol_CheckMark, rgba(color::kAccent));
    set(ImGuiCol_Button, veil(0.09F));
    set(ImGuiCol_ButtonHovered, veil(0.14F));
    set(ImGuiCol_ButtonActive, rgba(color::kAccent, kUnderText));
    set(ImGuiCol_Header, rgba(color::kAccent, 0.22F));
    set(ImGuiCol_HeaderHovered, veil(0.12F));  // under text of any colour
    set(ImGuiCol_HeaderActive, veil(0.14F));
    set(ImGuiCol_TextSelectedBg, rgba(color::kAccent, 0.40F));
    set(ImGuiCol_ScrollbarBg, veil(0.0F));
    set(ImGuiCol_ScrollbarGrab, veil(0.18F));
    set(ImGuiCol_NavHighlight, rgba(color::kAccent));
}

}  // namespace

FrameEdge::FrameEdge() {
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0F);
    ImGui::PushStyleColor(ImGuiCol_Border, color::kEdge);
}

FrameEdge::~FrameEdge() {
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
}

Theme applyTheme(float scale, float pixels_per_unit) {
    ImGuiIO& io = ImGui::GetIO();
    io.Fonts->Clear();
    Theme theme;
    theme.scale = scale;
    const float sharp = scale * pixels_per_unit;
    theme.regular = load(kRegular, std::round(kTextPoints * sharp));
    theme.strong = load(kStrong, std::round(kTextPoints * sharp));
    theme.title = load(kStrong, std::round(kTitlePoints * sharp));
    theme.mono = load(kMono, std::round(kCodePoints * sharp));
    io.Fonts->Build();
    for (ImFont* font : io.Fonts->Fonts) makeDigitsTabular(*font);
    io.FontDefault = theme.regular;
    io.FontGlobalScale = 1.0F / pixels_per_unit;

    ImGuiStyle style;
    setColors(style);
    style.WindowPadding = ImVec2(12.0F, 10.0F);
    style.FramePadding = ImVec2(7.0F, 2.5F);
    style.ItemSpacing = ImVec2(6.0F, 4.0F);
    style.ItemInnerSpacing = ImVec2(6.0F, 4.0F);
    style.WindowRounding = 7.0F;
    style.FrameRounding = 4.0F;
    style.PopupRounding = 5.0F;
    style.GrabRounding = 2.0F;
    style.GrabMinSize = 5.0F;
    style.ScrollbarSize = 9.0F;
    style.WindowBorderSize = 1.0F;
    style.FrameBorderSize = 0.0F;
    style.DisabledAlpha = 0.45F;
    style.ScaleAllSizes(scale);
    style.WindowBorderSize = 1.0F;
    ImGui::GetStyle() = style;
    return theme;
}

}  // namespace phalanx

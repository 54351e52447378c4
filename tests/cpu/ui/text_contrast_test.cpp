#include "ui/imgui/text_contrast.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <functional>

#include "ui/imgui/theme.h"

namespace phalanx {
namespace {

constexpr float kText = 4.5F;   // WCAG 2.1, 1.4.3
constexpr float kMarks = 3.0F;  // 1.4.11: what shows a control or its state

// Dear ImGui without a window, with our theme.
class TextContrastTest : public ::testing::Test {
  protected:
    void SetUp() override {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = ImVec2(400.0F, 300.0F);
        theme_ = applyTheme(1.0F, 1.0F);
    }
    void TearDown() override { ImGui::DestroyContext(); }

    // The least contrast of a frame.
    std::optional<TextContrast> of(const std::function<void()>& draw) {
        // A window that fits its content is drawn from its second frame on.
        for (int frame = 0; frame < 3; ++frame) {
            ImGui::NewFrame();
            ImGui::SetNextWindowPos(ImVec2(10.0F, 10.0F));
            ImGui::Begin("Panel", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize);
            draw();
            ImGui::End();
            ImGui::Render();
        }
        return leastTextContrast(*ImGui::GetDrawData());
    }

    Theme theme_;
};

TEST(ContrastRatio, IsThatOfWcag) {
    EXPECT_NEAR(contrastRatio(IM_COL32_BLACK, IM_COL32_WHITE), 21.0F, 1e-4F);
    EXPECT_NEAR(contrastRatio(IM_COL32_WHITE, IM_COL32(0x76, 0x76, 0x76, 255)), 4.54F, 5e-3F);
    EXPECT_NEAR(contrastRatio(IM_COL32(0x77, 0x77, 0x77, 255), IM_COL32_WHITE), 4.48F, 5e-3F);
    EXPECT_EQ(contrastRatio(IM_COL32(9, 80, 70, 0), IM_COL32(9, 80, 70, 255)), 1.0F);
}

TEST(ContrastRatio, BlendsByAlpha) {
    EXPECT_EQ(blended(IM_COL32(255, 255, 255, 51), IM_COL32_BLACK), IM_COL32(51, 51, 51, 255));
    EXPECT_EQ(blended(IM_COL32(10, 20, 30, 255), IM_COL32_WHITE), IM_COL32(10, 20, 30, 255));
}

TEST_F(TextContrastTest, SeesNoTextWhereThereIsNone) {
    EXPECT_FALSE(of([] { ImGui::Dummy(ImVec2(50.0F, 50.0F)); }));
}

TEST_F(TextContrastTest, IsThatOfTheFaintestGlyph) {
    const auto least = of([] {
        ImGui::TextUnformatted("bright");
        ImGui::TextColored(ImVec4(0.2F, 0.2F, 0.2F, 1.0F), "faint");
        ImGui::TextUnformatted("bright");
    });
    ASSERT_TRUE(least);
    EXPECT_EQ(least->window, "Panel");
    EXPECT_EQ(least->ink, IM_COL32(51, 51, 51, 255));
    // Over a panel with black or white behind it: the worse of both.
    const ImU32 panel = blended(color::kPanel, IM_COL32_WHITE);
    EXPECT_NEAR(least->ratio, contrastRatio(IM_COL32(51, 51, 51, 255), panel), 1e-4F);
}

TEST_F(TextContrastTest, CountsWhatWasDrawnBetween) {
    const auto least = of([] {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::GetWindowDrawList()->AddRectFilled(at, ImVec2(at.x + 200.0F, at.y + 40.0F), IM_COL32_WHITE);
        ImGui::TextUnformatted("bright on white");
    });
    ASSERT_TRUE(least);
    EXPECT_EQ(least->ground, IM_COL32_WHITE);
    EXPECT_NEAR(least->ratio, contrastRatio(color::kText, IM_COL32_WHITE), 1e-4F);
}

TEST_F(TextContrastTest, LeavesOutGreyedWidgets) {
    const auto draw = [] {
        ImGui::TextUnformatted("bright");
        ImGui::BeginDisabled();
        ImGui::TextUnformatted("greyed");
        ImGui::EndDisabled();
    };
    ASSERT_TRUE(of(draw));
    EXPECT_EQ(of(draw)->ink, color::kText);
}

// Each colour that text can have, on each surface that it can stand on.
TEST_F(TextContrastTest, ThemeCanBeRead) {
    for (const ImU32 ink :
         {color::kText, color::kMuted, color::kAccent, color::kSecond, color::kThird, color::kError})
        for (const ImU32 behind : {IM_COL32_BLACK, IM_COL32_WHITE})
            EXPECT_GE(contrastRatio(ink, blended(color::kPanel, behind)), kText) << std::hex << ink;
    for (const ImGuiCol slot :
         {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_Button,
          ImGuiCol_ButtonHovered, ImGuiCol_ButtonActive, ImGuiCol_Header, ImGuiCol_HeaderHovered,
          ImGuiCol_HeaderActive, ImGuiCol_TextSelectedBg, ImGuiCol_SliderGrab, ImGuiCol_PopupBg}) {
        const ImU32 ground = blended(ImGui::GetColorU32(slot), blended(color::kPanel, IM_COL32_WHITE));
        EXPECT_GE(contrastRatio(color::kText, ground), kText) << ImGui::GetStyleColorName(slot);
    }
}

TEST_F(TextContrastTest, MarksCanBeSeen) {
    const ImU32 panel = blended(color::kPanel, IM_COL32_WHITE);
    const ImU32 frame = blended(ImGui::GetColorU32(ImGuiCol_FrameBgHovered), panel);
    EXPECT_GE(contrastRatio(ImGui::GetColorU32(ImGuiCol_CheckMark), frame), kMarks);
    EXPECT_GE(contrastRatio(ImGui::GetColorU32(ImGuiCol_NavHighlight), panel), kMarks);
    EXPECT_GE(contrastRatio(blended(color::kEdge, panel), panel), kMarks);
}

}  // namespace
}  // namespace phalanx

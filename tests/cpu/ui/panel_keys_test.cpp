#include "ui/toolkit/panel_keys.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>

#include "ui/imgui/compat.h"
#include "ui/toolkit/widget_log.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

namespace key = gl::key;

// Frames of Dear ImGui without a window.
class PanelKeysTest : public testing::Test {
  protected:
    void SetUp() override {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = {800.0F, 600.0F};
        io.DeltaTime = 0.02F;
        unsigned char* pixels = nullptr;
        int width = 0;
        int height = 0;
        io.Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    }
    void TearDown() override { ImGui::DestroyContext(); }

    void frame() {
        log_.beginFrame();
        log_.keys().beginFrame();
        ImGui::NewFrame();
        draw_();
        log_.endFrame();
        ImGui::EndFrame();
    }
    bool press(int code, int modifiers = 0) {
        gl::InputEvent event;
        event.code = code;
        event.modifiers = modifiers;
        const bool used = log_.keys().take(event);
        frame();
        return used;
    }
    // A panel of rows of buttons; names that begin with '-' are disabled.
    void panel(const char* title, float x, const std::vector<std::vector<std::string>>& rows) {
        ImGui::SetNextWindowPos({x, 10.0F});
        ImGui::SetNextWindowSize({200.0F, 100.0F});
        ImGui::Begin(title, nullptr, ImGuiWindowFlags_NoSavedSettings);
        for (const std::vector<std::string>& row : rows) {
            for (std::size_t i = 0; i < row.size(); ++i) {
                if (i > 0) ImGui::SameLine();
                const bool enabled = row[i].front() != '-';
                ImGui::BeginDisabled(!enabled);
                if (ImGui::Button(row[i].c_str())) pressed_ += row[i];
                ImGui::EndDisabled();
                log_.add(row[i], enabled);
            }
        }
        ImGui::End();
    }
    const std::string& focused() const { return log_.keys().focused(); }

    WidgetLog log_{true};
    std::function<void()> draw_;
    std::string pressed_;
};

TEST_F(PanelKeysTest, TabGoesRoundAndPassesWhatIsDisabled) {
    draw_ = [&] { panel("left", 10.0F, {{"a", "-b"}, {"c"}}); };
    frame();
    EXPECT_EQ(focused(), "");
    EXPECT_FALSE(press(key::kTab)) << "the army has the keyboard";
    log_.keys().give(false);
    EXPECT_EQ(focused(), "a");
    EXPECT_TRUE(press(key::kTab));
    EXPECT_EQ(focused(), "c");
    press(key::kTab);
    EXPECT_EQ(focused(), "a");
    press(key::kTab, gl::modifier::kShift);
    EXPECT_EQ(focused(), "c");
    EXPECT_FALSE(press(key::of('L'))) << "letters are the window's";
    EXPECT_FALSE(press(key::kTab, gl::modifier::kControl)) << "a key of browsers";
    log_.keys().release();
    frame();
    EXPECT_EQ(focused(), "");
}

TEST_F(PanelKeysTest, ReachesWidgetsOutOfViewAndPressesThem) {
    std::vector<std::vector<std::string>> rows;
    for (int i = 0; i < 40; ++i) rows.push_back({"row " + std::to_string(i)});
    draw_ = [&] { panel("left", 10.0F, rows); };
    frame();
    log_.keys().give(false);
    press(key::kEnd);
    EXPECT_EQ(focused(), "row 39");
    press(key::kEnter);
    for (int i = 0; i < 8 && pressed_.empty(); ++i) frame();
    EXPECT_EQ(pressed_, "row 39");
    press(key::kPageUp);
    EXPECT_NE(focused(), "row 39");
    EXPECT_NE(focused(), "row 0");
}

TEST_F(PanelKeysTest, ArrowsGoToTheNearestInTheirDirection) {
    draw_ = [&] { panel("left", 10.0F, {{"a", "b", "c"}, {"d", "e"}, {"f"}}); };
    frame();
    log_.keys().give(false);
    const auto after = [&](int code) {
        press(code);
        return focused();
    };
    EXPECT_EQ(after(key::kLeft), "a");
    EXPECT_EQ(after(key::kRight), "b");
    EXPECT_EQ(after(key::kDown), "e");
    EXPECT_EQ(after(key::kRight), "e");
    EXPECT_EQ(after(key::kDown), "f");
    EXPECT_EQ(after(key::kUp), "d");
    EXPECT_EQ(after(key::kUp), "a");
}

TEST_F(PanelKeysTest, PanelsTakeTurnsAndKeepTheirPlaces) {
    bool second = true;
    draw_ = [&] {
        panel("left", 10.0F, {{"a"}, {"b"}});
        if (second) panel("right", 300.0F, {{"c"}, {"d"}});
    };
    frame();
    log_.keys().give(false);
    press(key::kTab);
    log_.keys().give(false);
    EXPECT_EQ(focused(), "c");
    press(key::kDown);
    log_.keys().give(false);
    EXPECT_EQ(focused(), "b");
    log_.keys().give(true);
    EXPECT_EQ(focused(), "d");
    second = false;
    frame();
    frame();
    EXPECT_EQ(focused(), "b") << "its panel was closed";
    draw_ = [] {};
    frame();
    EXPECT_FALSE(log_.keys().on()) << "nothing is left to focus";
}

TEST_F(PanelKeysTest, AWidgetThatVanishesLeavesTheFocusToItsNeighbour) {
    std::vector<std::vector<std::string>> rows{{"a"}, {"b"}, {"c"}};
    draw_ = [&] { panel("left", 10.0F, rows); };
    frame();
    log_.keys().give(false);
    press(key::kTab);
    EXPECT_EQ(focused(), "b");
    rows = {{"a"}, {"c"}};
    frame();
    frame();
    EXPECT_EQ(focused(), "c");
}

TEST_F(PanelKeysTest, SlidersTakeTheirArrows) {
    float value = 0.5F;
    draw_ = [&] {
        ImGui::Begin("sliders", nullptr, ImGuiWindowFlags_NoSavedSettings);
        sliderWithKeys(log_, "slider", value, 0.0F, 2.0F, "%.2f");
        log_.add("slider", true, kSliderUse);
        ImGui::End();
    };
    frame();
    log_.keys().give(false);
    press(key::kRight);
    EXPECT_FLOAT_EQ(value, 0.52F);
    press(key::kLeft, gl::modifier::kShift);
    EXPECT_FLOAT_EQ(value, 0.32F);
    press(key::kRight, gl::modifier::kControl);
    EXPECT_FLOAT_EQ(value, 0.33F) << "at least one of the last decimal";
    press(key::kEnd);
    EXPECT_FLOAT_EQ(value, 2.0F);
    press(key::kRight);
    EXPECT_FLOAT_EQ(value, 2.0F);
    press(key::kPageDown);
    EXPECT_FLOAT_EQ(value, 1.8F);
    press(key::kHome);
    EXPECT_FLOAT_EQ(value, 0.0F);
    // Its number can be typed.
    press(key::kEnter);
    EXPECT_TRUE(compat::typing());
    EXPECT_FALSE(log_.keys().focused().empty());
}

}  // namespace
}  // namespace phalanx

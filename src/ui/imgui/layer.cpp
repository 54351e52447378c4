#include "ui/imgui/layer.h"

#include <glad/gl.h>

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>

#include "core/error.h"
#include "gl/objects/debug.h"
#include "ui/imgui/compat.h"

namespace phalanx {

UiLayer::UiLayer(gl::Window& window, float scale) : window_(window), asked_scale_(scale) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;  // leaves no file in the working directory
    io.LogFilename = nullptr;
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    input_.emplace(window_);
    if (!ImGui_ImplOpenGL3_Init(window_.capabilities().es ? "#version 300 es" : "#version 330 core")) {
        input_.reset();
        ImGui::DestroyContext();
        throw environmentError("Dear ImGui", "cannot find libGL.so.1; install libgl1");
    }
    fit();
}

UiLayer::~UiLayer() {
    ImGui_ImplOpenGL3_Shutdown();
    input_.reset();
    ImGui::DestroyContext();
}

void UiLayer::fit() {
    const float pixels = window_.pixelsPerUnit();
    const float content = window_.contentScale();
    // Where window coordinates are pixels, a HiDPI display needs more of them per point; elsewhere GLFW
    // scales.
    const float scale = asked_scale_ > 0.0F ? asked_scale_ : std::max(0.5F, content / pixels);
    if (scale == fitted_scale_ && pixels == fitted_pixels_) return;
    fitted_scale_ = scale;
    fitted_pixels_ = pixels;
    theme_ = applyTheme(scale, pixels);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void UiLayer::feed(const gl::InputEvent& event) {
    // Tab hides and shows the panels, or moves the focus (PanelKeys); Dear ImGui would also move the keyboard
    // into the next text field.
    if (event.kind == gl::InputEvent::Kind::kKey && event.code == gl::key::kTab) return;
    input_->feed(event);
}

void UiLayer::rest() {
    if (resting_) return;
    resting_ = true;
    input_->forget();
    ImGuiIO& io = ImGui::GetIO();
    compat::forgetInput(io);
    window_.setFingerScroll(0.0);
    io.WantCaptureMouse = io.WantCaptureKeyboard = io.WantTextInput = false;
}

bool UiLayer::wantsMouse() const {
    return !resting_ && ImGui::GetIO().WantCaptureMouse;
}
bool UiLayer::wantsText() const {
    return !resting_ && (ImGui::GetIO().WantTextInput || compat::typing());
}

bool UiLayer::typing() const {
    return !resting_ && compat::typing();
}

bool UiLayer::itemHeld() const {
    return !resting_ && ImGui::IsAnyItemActive();
}

bool UiLayer::closePopup() const {
    return !resting_ && compat::closeTopPopup();
}

int UiLayer::popups() const {
    return resting_ ? 0 : compat::openPopups();
}

int UiLayer::waitingEvents() const {
    return resting_ ? 0 : compat::waitingEvents(*ImGui::GetCurrentContext());
}

void UiLayer::clearWindow(int width, int height) const {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width, height);
    glDisable(GL_SCISSOR_TEST);
    const ImVec4 ink = ImGui::ColorConvertU32ToFloat4(color::kPanel);
    glClearColor(ink.x, ink.y, ink.z, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT);
}

void UiLayer::begin(bool behind) {
    resting_ = false;
    fit();
    ImGui_ImplOpenGL3_NewFrame();
    input_->beginFrame(behind);
    ImGui::NewFrame();
    // Dear ImGui scrolls by five lines per step of the wheel.
    window_.setFingerScroll(wantsMouse() ? 5.0 * ImGui::GetFontSize() : 0.0);
}

void UiLayer::end() {
    const gl::DebugGroup group("ui");
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace phalanx

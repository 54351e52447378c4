#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/anatomy/anatomy_panel.h"
#include "ui/anatomy/joint_panel.h"
#include "ui/imgui/fitted_text.h"
#include "ui/toolkit/format.h"
#include "ui/toolkit/page_button.h"
#include "ui/toolkit/panel_place.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

constexpr float kPictureHeight_points = 132.0F;
constexpr float kTreeShare = 0.28F;  // of the panel's width
constexpr float kNarrowTree_points = 120.0F;
constexpr float kWideTree_points = 190.0F;
constexpr float kLeastFrames = 8.0F;          // shown at the largest zoom
constexpr float kTexelsPage_points = 700.0F;  // of the lines about the clips, beside the tree

// The part of the texture that the image shows, and its place.
struct View {
    ImVec2 low;
    ImVec2 high;
    float first = 0.0F;  // frames
    float last = 1.0F;
    float joints = 1.0F;

    float xOf(float frame) const { return low.x + (frame - first) / (last - first) * (high.x - low.x); }
    float frameAt(float x) const { return first + (x - low.x) / (high.x - low.x) * (last - first); }
    float yOf(float joint) const { return low.y + joint / joints * (high.y - low.y); }
    float jointAt(float y) const { return (y - low.y) / (high.y - low.y) * joints; }
};

void look(AnatomySettings& settings, const BakedClip& clip) {
    settings.first = static_cast<float>(clip.first_frame);
    settings.last = static_cast<float>(clip.first_frame + clip.intervals + 1);
}

std::string clipText(const AnatomyFacts& facts, std::size_t which) {
    const AnatomyClip& played = facts.clips[which];
    const BakedClip& clip = facts.baked->clips[static_cast<std::size_t>(played.clip)];
    // Counted from the start of the clip, as in tooltips and on the vertex page.
    const std::uint32_t before = played.frames.before - clip.first_frame;
    const std::uint32_t after = played.frames.after - clip.first_frame;
    const std::string frames = before == after ? fmt::format("frame {}", before)
                                               : fmt::format("frames {} and {}, {:.2f} between", before,
                                                             after, played.frames.within);
    return fmt::format("{} {}   {:.2f} of {:.2f} s   {}   {:.0f} %", which == 0 ? "A" : "B", clip.name,
                       played.phase * clip.duration_s, clip.duration_s, frames, played.share * 100.0F);
}

std::string costText(const AnatomyFacts& facts) {
    if (facts.ik) return "three solvers, from the same pose to the same target";
    if (facts.layered) {
        return fmt::format(
            "layers: {} samples \xC3\x97 2 frames per joint, then 3 texels per joint of a vertex",
            facts.samples);
    }
    if (!facts.plays) return "drawn in the rest pose: reads no texel";
    const int clips = facts.both_clips ? 2 : 1;
    return fmt::format("{} clip{} x {} frame{} x {} joint{} x 3 rows = up to {} texels per vertex", clips,
                       clips == 1 ? "" : "s", facts.frames_per_clip, facts.frames_per_clip == 1 ? "" : "s",
                       facts.joints_per_vertex, facts.joints_per_vertex == 1 ? "" : "s",
                       clips * facts.frames_per_clip * facts.joints_per_vertex * 3);
}

// Wheel: zoom about the pointer; drag: along the texture.
void steer(const View& view, const AnatomyFacts& facts, const CanvasPointer& pointer,
           AnatomySettings& settings) {
    const auto frames = static_cast<float>(facts.baked->frames);
    float first = view.first;
    float last = view.last;
    if (pointer.over && pointer.wheel != 0.0F) {
        const float at = view.frameAt(pointer.at.x);
        const float span = std::clamp((last - first) * std::pow(kZoomStep, -pointer.wheel),
                                      std::min(kLeastFrames, frames), frames);
        first = at - (at - first) / (last - first) * span;
        last = first + span;
    }
    if (pointer.held && pointer.by.x != 0.0F) {
        const float by = pointer.by.x / (view.high.x - view.low.x) * (last - first);
        first -= by;
        last -= by;
    }
    const float push = std::max(0.0F, -first) - std::max(0.0F, last - frames);
    settings.first = first + push;
    settings.last = last + push;
}

void drawClipNames(ImDrawList& list, const View& view, const BakedAnimation& baked, const Theme& theme) {
    for (const BakedClip& clip : baked.clips) {
        const float x0 = view.xOf(static_cast<float>(clip.first_frame));
        const float x1 = view.xOf(static_cast<float>(clip.first_frame + clip.intervals + 1));
        if (x1 < view.low.x || x0 > view.high.x) continue;
        list.AddLine(ImVec2(x0, view.low.y - theme.points(16.0F)), ImVec2(x0, view.high.y),
                     IM_COL32(255, 255, 255, 70));
        const float from = std::max(x0, view.low.x) + theme.points(3.0F);
        if (ImGui::CalcTextSize(clip.name.c_str()).x < std::min(x1, view.high.x) - from)
            list.AddText(ImVec2(from, view.low.y - theme.points(17.0F)), color::kMuted, clip.name.c_str());
    }
}

void drawRowsRead(ImDrawList& list, const View& view, const AnatomyFacts& facts, const Theme& theme) {
    if (!facts.plays || facts.layered) return;
    for (std::size_t which = 0; which < facts.clips.size(); ++which) {
        const AnatomyClip& played = facts.clips[which];
        if (played.share <= 0.0F) continue;
        const float x0 = view.xOf(static_cast<float>(played.frames.before));
        const float x1 = view.xOf(static_cast<float>(played.frames.after) + 1.0F);
        const float least = theme.points(2.0F);
        const ImVec2 low(x0, view.low.y);
        const ImVec2 high(std::max(x1, x0 + least), view.high.y);
        list.AddRectFilled(low, high, color::faded(kClipInks[which], 46));
        list.AddRect(low, high, kClipInks[which], 0.0F, ImDrawFlags_None, theme.points(1.5F));
        // The position between the two frames.
        const float at = view.xOf(static_cast<float>(played.frames.before) + 0.5F +
                                  static_cast<float>(played.frames.within));
        const float size = theme.points(4.0F);
        list.AddTriangleFilled(ImVec2(at - size, view.low.y - size), ImVec2(at + size, view.low.y - size),
                               ImVec2(at, view.low.y + size * 0.6F), kClipInks[which]);
    }
}

// Tooltip of a texel: its place and its four numbers.
void showTexelTooltip(const View& view, const AnatomyFacts& facts, const CanvasPointer& pointer,
                      AnatomySettings& settings) {
    const ImVec2 mouse = pointer.at;
    const auto frame = static_cast<std::uint32_t>(
        std::clamp(view.frameAt(mouse.x), 0.0F, static_cast<float>(facts.baked->frames - 1)));
    const float place = std::clamp(view.jointAt(mouse.y), 0.0F, view.joints - 0.001F);
    const auto joint = static_cast<std::uint32_t>(place);
    const auto row = std::min(2U, static_cast<std::uint32_t>((place - std::floor(place)) * 3.0F));
    settings.joint = joint;
    const std::size_t entry = std::size_t{frame} * facts.baked->joints + joint;
    const glm::vec4& texel = facts.baked->texels[entry * kTexelsPerEntry + row];
    const auto clip = std::ranges::find_if(facts.baked->clips, [&](const BakedClip& c) {
        return frame >= c.first_frame && frame <= c.first_frame + c.intervals;
    });
    const std::string name = clip == facts.baked->clips.end() ? "" : clip->name;
    pointer.placeTooltip();
    ImGui::BeginTooltip();
    ImGui::TextUnformatted(fmt::format("{}, row {} of its matrix", facts.joints[joint].name, row).c_str());
    ImGui::TextUnformatted(
        fmt::format("frame {} of {}", clip == facts.baked->clips.end() ? 0 : frame - clip->first_frame, name)
            .c_str());
    ImGui::TextUnformatted(fmt::format("texel {}:  {: .4f}  {: .4f}  {: .4f}  {: .4f}",
                                       grouped(entry * kTexelsPerEntry + row), texel.x, texel.y, texel.z,
                                       texel.w)
                               .c_str());
    ImGui::EndTooltip();
}

void drawPicture(const Theme& theme, WidgetLog& log, const AnatomyFacts& facts, AnatomySettings& settings) {
    ImGui::Dummy(ImVec2(1.0F, theme.points(14.0F)));  // for the names of clips
    View view;
    view.low = ImGui::GetCursorScreenPos();
    view.high = ImVec2(view.low.x + ImGui::GetContentRegionAvail().x,
                       view.low.y + theme.points(kPictureHeight_points));
    const auto frames = static_cast<float>(facts.baked->frames);
    view.joints = static_cast<float>(facts.baked->joints);
    const bool all = settings.last <= settings.first || settings.last > frames + 0.5F;
    view.first = all ? 0.0F : settings.first;
    view.last = all ? frames : settings.last;
    ImGui::InvisibleButton("texels", ImVec2(view.high.x - view.low.x, view.high.y - view.low.y));
    const CanvasPointer pointer = log.addCanvas("texels", true);
    steer(view, facts, pointer, settings);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    // The names above the image use this clipping rectangle too.
    list.PushClipRect(ImVec2(view.low.x, view.low.y - theme.points(18.0F)), view.high, true);
    list.AddImage(facts.picture, view.low, view.high, ImVec2(view.first / frames, 0.0F),
                  ImVec2(view.last / frames, 1.0F));
    drawClipNames(list, view, *facts.baked, theme);
    drawRowsRead(list, view, facts, theme);
    if (pointer.over) showTexelTooltip(view, facts, pointer, settings);
    if (const auto lit = litJoint(facts, settings); lit && *lit < facts.joints.size()) {
        const auto joint = static_cast<float>(*lit);
        // The rows of the highlighted joint stay bright.
        constexpr ImU32 kShade = IM_COL32(10, 12, 16, 150);
        list.AddRectFilled(view.low, ImVec2(view.high.x, view.yOf(joint)), kShade);
        list.AddRectFilled(ImVec2(view.low.x, view.yOf(joint + 1.0F)), view.high, kShade);
    }
    list.PopClipRect();
}

void drawPages(WidgetLog& log, AnatomySettings& settings) {
    const auto page = [&](const char* text, const char* name, AnatomyPage wanted) {
        if (pageButton(log, text, name, settings.page == wanted)) settings.page = wanted;
    };
    page("texels", "anatomy_texels", AnatomyPage::kTexels);
    page("one joint", "anatomy_joint", AnatomyPage::kJoint);
    page("one vertex", "anatomy_vertex", AnatomyPage::kVertex);
    page("IK", "anatomy_ik", AnatomyPage::kIk);
}

void drawChoices(WidgetLog& log, const AnatomyFacts& facts, AnatomySettings& settings) {
    if (ImGui::Button("all clips")) settings.first = settings.last = 0.0F;
    log.add("anatomy_all");
    for (std::size_t which = 0; which < facts.clips.size(); ++which) {
        ImGui::SameLine();
        const BakedClip& clip = facts.baked->clips[static_cast<std::size_t>(facts.clips[which].clip)];
        const std::string text = fmt::format("{}: {}", which == 0 ? "A" : "B", clip.name);
        ImGui::PushID(static_cast<int>(which));
        if (ImGui::Button(text.c_str())) look(settings, clip);
        ImGui::PopID();
        log.add(which == 0 ? "anatomy_a" : "anatomy_b");
    }
    ImGui::SameLine();
    const auto lit = litJoint(facts, settings);
    const bool known = lit && *lit < facts.joints.size();
    std::string joint = "point at a joint or a texel; click in the tree to keep a joint";
    if (known) {
        joint = "joint " + facts.joints[*lit].name + (settings.kept == lit ? ", kept" : "");
    } else if (ImGui::CalcTextSize(joint.c_str()).x > ImGui::GetContentRegionAvail().x) {
        joint = "point at a joint";
    }
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(known ? color::kText : color::kMuted), "%s",
                       joint.c_str());
}

// The tree is drawn last, when its height is known.
template <typename Page>
void drawBesideTree(const Theme& theme, WidgetLog& log, const AnatomyFacts& facts, AnatomySettings& settings,
                    const Page& page) {
    const ImVec2 low = ImGui::GetCursorPos();
    const float tree_width = std::clamp(ImGui::GetContentRegionAvail().x * kTreeShare,
                                        theme.points(kNarrowTree_points), theme.points(kWideTree_points));
    ImGui::SetCursorPosX(low.x + tree_width + theme.points(kPanelMarginPoints));
    ImGui::BeginGroup();
    page();
    ImGui::EndGroup();
    const float height = ImGui::GetItemRectSize().y;
    ImGui::SetCursorPos(low);
    drawJointTree(theme, log, facts, settings, ImVec2(tree_width, height));
}

void drawTexels(const Theme& theme, WidgetLog& log, const AnatomyFacts& facts, AnatomySettings& settings) {
    if (facts.layered) {
        ImGui::TextUnformatted(
            "Layers do not read these texels, but rotations of their own: page \"one joint\".");
    } else {
        drawTimeline(theme, log, facts, settings.timeline);
        if (facts.markers_changed) {
            settings.timeline.save_markers = ImGui::SmallButton("Save events");
            log.add("save_markers");
            ImGui::SameLine();
            ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kMuted), "in a file beside the model");
        }
    }
    if (facts.plays && !facts.layered) {
        for (std::size_t which = 0; which < facts.clips.size(); ++which) {
            const ImU32 ink = facts.clips[which].share > 0.0F ? kClipInks[which] : color::kMuted;
            ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ink), "%s", clipText(facts, which).c_str());
        }
    }
    drawPicture(theme, log, facts, settings);
    drawChoices(log, facts, settings);
}

}  // namespace

float drawAnatomyPanel(const Theme& theme, WidgetLog& log, const AnatomyFacts& facts,
                       AnatomySettings& settings, float foot) {
    constexpr float kLeastWidth_points = 360.0F;
    if (beginFootPanel("Anatomy", theme, foot, kLeastWidth_points)) {
        const float points = settings.page == AnatomyPage::kVertex  ? vertexWayPoints()
                             : settings.page == AnatomyPage::kJoint ? kWideTree_points + jointPathPoints()
                             : settings.page == AnatomyPage::kIk    ? ikPanelPoints()
                                                                    : kTexelsPage_points;
        const Theme fitted = fittedText(theme, points);
        ImGui::PushFont(theme.strong);
        ImGui::TextUnformatted(facts.unit.c_str());
        ImGui::PopFont();
        drawPages(log, settings);
        ImGui::SameLine();
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kMuted), "%s", costText(facts).c_str());
        if (settings.page == AnatomyPage::kVertex) {
            drawVertexWay(fitted, log, facts, settings);
        } else if (settings.page == AnatomyPage::kIk) {
            if (facts.ik) drawIkPanel(fitted, log, *facts.ik, settings.ik);
        } else {
            drawBesideTree(fitted, log, facts, settings, [&] {
                if (settings.page == AnatomyPage::kJoint) return drawJointPath(fitted, log, facts);
                drawTexels(fitted, log, facts, settings);
            });
        }
        if (!settings.joint && settings.kept && *settings.kept < facts.joints.size())
            settings.joint = settings.kept;
    }
    const float top = ImGui::GetWindowPos().y;
    ImGui::End();
    return top;
}

}  // namespace phalanx

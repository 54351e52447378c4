// The anatomy of one soldier: which texels of the baked animation he reads at this moment, and what his
// skeleton makes of them.
#pragma once

#include <imgui.h>

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/bake/frame_lookup.h"
#include "anim/bake/switches.h"
#include "ui/anatomy/joint_tree.h"
#include "ui/anatomy/timeline.h"
#include "ui/anatomy/vertex_panel.h"
#include "ui/toolkit/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct AnatomyClip {
    int clip = 0;  // into BakedAnimation::clips
    float phase = 0.0F;
    float share = 0.0F;  // of the pose that is drawn
    FramePair frames;
};

struct AnatomyJoint {
    std::string name;
    int parent = -1;                 // joint; -1: none above it
    std::optional<glm::vec2> place;  // window coordinates; nothing behind the camera
};

struct AnatomyVertex {
    glm::vec2 place{0.0F};  // window coordinates
    float weight = 0.0F;    // of the joint that is pointed at
};

struct AnatomyFacts {
    const BakedAnimation* baked = nullptr;  // lives as long as the frame
    ImTextureID picture = nullptr;  // texel (x, y): frame x * frames_a_column, row y % 3 of joint y / 3
    std::uint32_t frames_a_column = 1;
    std::string unit;                    // "Soldier 12"
    std::array<AnatomyClip, 2> clips{};  // A and B
    bool plays = true;                   // false: drawn in the rest pose, nothing is read
    int joints_a_vertex = 4;
    int frames_a_clip = 2;   // 1: the nearest is taken
    bool both_clips = true;  // at this moment
    PoseSwitches switches;
    std::optional<UnitPlayback> playback;  // what he does before and after; nothing: no timeline
    std::vector<AnatomyJoint> joints;
    std::optional<std::uint32_t> joint;   // that was pointed at, or is kept: what is drawn before the panel
    std::vector<AnatomyVertex> vertices;  // that it moves
    std::optional<VertexFacts> vertex;    // that is chosen
};

enum class AnatomyPage : std::uint8_t { kTexels, kVertex };

struct AnatomySettings {
    bool shown = false;
    std::optional<std::uint32_t> joint;  // that is pointed at, in tree, picture or world; else `kept`
    std::optional<std::uint32_t> kept;   // by a click in the tree: it is lit while no other is pointed at
    JointTree tree;
    TimelineSettings timeline;
    AnatomyPage page = AnatomyPage::kTexels;
    std::optional<std::uint32_t> vertex;  // of the packed mesh, by a click on the soldier
    std::size_t way_joint = 0;            // whose matrix the page of the vertex takes apart; 0: the heaviest
    bool spoil = false;                   // one texel on the GPU, of those that the vertex reads
    // Columns of the picture that are shown, in frames; last <= first: all.
    float first = 0.0F;
    float last = 0.0F;
};

// Of clip A and clip B, wherever the anatomy shows them.
inline constexpr std::array kClipInks{color::kAccent, color::kSecond};

// The joint to light up: pointed at in this frame, else in the last one, or kept.
inline std::optional<std::uint32_t> litJoint(const AnatomyFacts& facts, const AnatomySettings& settings) {
    return settings.joint ? settings.joint : facts.joint;
}

// The panel at the foot of the window. `left`, `right`: window coordinates between which it may lie. Returns
// where it begins, from the top.
float drawAnatomyPanel(const Theme& theme, WidgetLog& log, const AnatomyFacts& facts,
                       AnatomySettings& settings, float left, float right);
// The skeleton over the picture of the army, behind all panels. Points at the joint under the mouse where no
// panel is.
void drawSkeleton(const Theme& theme, const AnatomyFacts& facts, AnatomySettings& settings);

}  // namespace phalanx

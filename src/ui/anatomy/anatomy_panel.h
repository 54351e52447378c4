// The anatomy of one soldier: the texels of the baked animation that it reads now, and its skeleton.
#pragma once

#include <imgui.h>

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/bake/frame_lookup.h"
#include "anim/bake/switches.h"
#include "anim/events/clip_markers.h"
#include "ui/anatomy/ik_panel.h"
#include "ui/anatomy/joint_tree.h"
#include "ui/anatomy/timeline.h"
#include "ui/anatomy/vertex_panel.h"
#include "ui/data/joint_path.h"
#include "ui/imgui/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct AnatomyClip {
    int clip = 0;  // into BakedAnimation::clips
    float phase = 0.0F;
    float share = 0.0F;  // weight in the pose that is drawn
    FramePair frames;
};

struct AnatomyJoint {
    std::string name;
    int parent = -1;                 // joint; -1: a root
    std::optional<glm::vec2> place;  // window coordinates; nullopt behind the camera
};

struct AnatomyVertex {
    glm::vec2 place{0.0F};  // window coordinates
    float weight = 0.0F;    // of the highlighted joint
};

struct AnatomyFacts {
    const BakedAnimation* baked = nullptr;  // valid during the frame
    ImTextureID picture = nullptr;  // texel (x, y): frame x * frames_per_column, row y % 3 of joint y / 3
    std::uint32_t frames_per_column = 1;
    std::string unit;                    // "Soldier 12"
    bool layered = false;                // posed by layers, which read frames of their own
    std::uint32_t samples = 0;           // with layers: of clips, per joint
    std::optional<JointPath> path;       // of `joint`, on the page "one joint"
    std::array<AnatomyClip, 2> clips{};  // A and B
    bool plays = true;                   // false: drawn in the rest pose, no texel is read
    int joints_per_vertex = 4;
    int frames_per_clip = 2;  // 1: the nearest frame
    bool both_clips = true;   // at this time
    PoseSwitches switches;
    std::optional<UnitPlayback> playback;  // for the timeline; nullopt: none
    std::span<const ClipMarkers> markers;  // per clip of the model; valid during the frame
    bool markers_changed = false;          // since they were loaded or saved
    std::vector<AnatomyJoint> joints;
    std::optional<std::uint32_t> joint;   // highlighted or kept, from the previous frame
    std::vector<AnatomyVertex> vertices;  // moved by that joint
    std::optional<VertexFacts> vertex;    // the selected one
    std::optional<IkLabFacts> ik;         // on the page "IK"
};

enum class AnatomyPage : std::uint8_t { kTexels, kVertex, kJoint, kIk };

struct AnatomySettings {
    bool shown = false;
    std::optional<std::uint32_t> joint;  // highlighted in the tree, image or scene; else `kept`
    std::optional<std::uint32_t>
        kept;  // by a click in the tree: highlighted while no other is under the mouse
    JointTree tree;
    TimelineSettings timeline;
    AnatomyPage page = AnatomyPage::kTexels;
    std::optional<std::uint32_t> vertex;  // of the packed mesh, by a click on the soldier
    std::size_t shown_joint = 0;          // whose matrix the vertex page shows; 0: the heaviest
    bool corrupt = false;                 // corrupt one texel on the GPU that the vertex reads
    IkLabSettings ik;
    // Visible columns of the image, in frames; last <= first: all.
    float first = 0.0F;
    float last = 0.0F;
};

// Colours of clip A and clip B in the anatomy panel.
inline constexpr std::array kClipInks{color::kAccent, color::kSecond};

// The joint to highlight: under the mouse in this frame, else in the last one, else kept.
inline std::optional<std::uint32_t> litJoint(const AnatomyFacts& facts, const AnatomySettings& settings) {
    return settings.joint ? settings.joint : facts.joint;
}

// The panel at the bottom of the window, above `foot`. Returns its top edge. Both in window coordinates.
float drawAnatomyPanel(const Theme& theme, WidgetLog& log, const AnatomyFacts& facts,
                       AnatomySettings& settings, float foot);
// The joint of the skeleton nearest to a point of the window, if one is near.
std::optional<std::uint32_t> jointAt(const Theme& theme, std::span<const AnatomyJoint> joints,
                                     const glm::vec2& at);
// Draws the skeleton over the scene, behind all panels. Highlights the joint under the mouse if no panel is
// there.
void drawSkeleton(const Theme& theme, const AnatomyFacts& facts, AnatomySettings& settings);

}  // namespace phalanx

// The joints of the selected soldier as a tree, beside the image of the texels.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "ui/imgui/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct AnatomyFacts;
struct AnatomySettings;

struct JointTree {
    std::vector<bool> folded;             // by joint; of the number of joints, or empty
    std::optional<std::uint32_t> marked;  // the joint whose row is highlighted
};

// A part of the anatomy panel, of this size. Highlights the joint under the mouse in the texture or the scene
// and scrolls to its row; a row under the mouse highlights its joint there. A click keeps a joint, or
// releases it; a click on a triangle folds.
void drawJointTree(const Theme& theme, WidgetLog& log, const AnatomyFacts& facts, AnatomySettings& settings,
                   ImVec2 size);

}  // namespace phalanx

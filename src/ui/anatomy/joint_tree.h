// The joints of the selected soldier as a tree, beside the picture of his texels.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "ui/toolkit/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct AnatomyFacts;
struct AnatomySettings;

struct JointTree {
    std::vector<bool> folded;             // by joint; as long as there are joints, or empty
    std::optional<std::uint32_t> marked;  // the joint whose row is lit
};

// A part of the anatomy's window, of this size. The joint that is pointed at elsewhere is lit and comes into
// view; one under the mouse is pointed at. A click keeps a joint, or lets it go; one on a triangle folds.
void drawJointTree(const Theme& theme, WidgetLog& log, const AnatomyFacts& facts, AnatomySettings& settings,
                   ImVec2 size);

}  // namespace phalanx

// The table of compression methods: bytes, error, time to decode, and ACL's published figures beside them.
#pragma once

#include <string>

#include "anim/quality/compression_comparison.h"
#include "ui/toolkit/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct CompressionFacts {
    std::string model;  // measured now or last; "": none
    bool running = false;
    std::string stage;                              // current stage
    float share = 0.0F;                             // progress, 0..1
    std::string failure;                            // why it failed; "": it did not
    const CompressionComparison* result = nullptr;  // nullptr: none yet
};

void drawCompressionTable(const Theme& theme, WidgetLog& log, const CompressionComparison& comparison,
                          float height);

}  // namespace phalanx

// The table of compression methods: bytes, error, time to decode, and ACL's published figures beside them.
#pragma once

#include "anim/quality/compression_comparison.h"
#include "ui/bake_comparison/measurement_facts.h"
#include "ui/imgui/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct CompressionFacts : MeasurementFacts {
    const CompressionComparison* result = nullptr;  // nullptr: none yet
};

void drawCompressionTable(const Theme& theme, WidgetLog& log, const CompressionComparison& comparison,
                          float height);

}  // namespace phalanx

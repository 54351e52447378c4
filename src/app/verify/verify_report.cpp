#include "app/verify/verify_report.h"

#include <fmt/format.h>

#include <algorithm>

namespace phalanx {

double LayersReport::worst() const {
    double worst = 0.0;
    for (const Operator& each : operators) worst = std::max(worst, each.position.value);
    return worst;
}

std::vector<std::string> VerifyReport::failures() const {
    std::vector<std::string> lines;
    for (const LayersReport::Operator& each : layers.operators) {
        if (each.position.value > kPositionLimit) {
            lines.push_back(fmt::format("{}: layers: {} deviates by {:.3g} of the height, limit {:g}: {}",
                                        model, each.name, each.position.value, kPositionLimit,
                                        each.position.where));
        }
    }
    for (const DrawnReport& r : drawn) {
        if (r.position.value > kPositionLimit) {
            lines.push_back(fmt::format("{}: technique {} deviates by {:.3g} of the height, limit {:g}: {}",
                                        model, r.technique, r.position.value, kPositionLimit,
                                        r.position.where));
        }
        if (r.normal_deg.value > kNormalLimit_deg) {
            lines.push_back(fmt::format("{}: technique {} turns a normal by {:.3g} degrees, limit {:g}: {}",
                                        model, r.technique, r.normal_deg.value, kNormalLimit_deg,
                                        r.normal_deg.where));
        }
        if (!r.end_passed) {
            lines.push_back(fmt::format(
                "{}: technique {} deviates by {:.3g} mm from the exact pose; baking and packing explain only "
                "{:.3g} mm: {}",
                model, r.technique, r.end_mm.value, r.end_limit_mm, r.end_mm.where));
        }
    }
    if (!packed.passed()) {
        lines.push_back(
            fmt::format("{}: packing moves a vertex by {:.3g} mm; its rounding explains only {:.3g} mm: {}",
                        model, packed.worst.value, packed.limit_mm, packed.worst.where));
    }
    for (const BakedReport& r : baked) {
        if (r.failed) {
            lines.push_back(fmt::format(
                "{}: clip {} baked at {:.2f} Hz has an error of {:.3g} mm (99th percentile), limit {:g} mm",
                model, r.clip, r.rate_hz, r.error.p99_mm, BakeSettings{}.error_limit_mm));
        }
    }
    return lines;
}

}  // namespace phalanx

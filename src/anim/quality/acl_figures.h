// What the Animation Compression Library (ACL) publishes about itself: other clips and another measure of
// error than ours, so orders of magnitude to compare with.
// https://github.com/nfrechette/acl/blob/develop/docs/cmu_performance.md, paragon_performance.md (2.0.0)
#pragma once

#include <array>
#include <string_view>

namespace phalanx {

struct AclFigure {
    std::string_view name;
    double raw_ratio = 0.0;  // 10 floats per joint and frame to compressed bytes
    double p99_mm = 0.0;     // over all joints and frames
    double max_mm = 0.0;
};

inline constexpr std::string_view kAclSource = "https://github.com/nfrechette/acl/tree/develop/docs";
inline constexpr double kAclReach_mm = 30.0;  // from a joint, where ACL measures the error
inline constexpr std::array kAclFigures{
    AclFigure{"ACL CMU", 19.81, 0.089, 0.725},       // 2,534 clips of motion capture, 24 Hz
    AclFigure{"ACL Paragon", 20.47, 0.099, 41.029},  // 6,558 clips of a game; 4 of them are above 10 mm
};

}  // namespace phalanx

// Technique `auto`: what it stands for, by what a context can do.
#include "render/techniques/technique.h"

#include <gtest/gtest.h>

namespace phalanx {
namespace {

constexpr std::uint32_t kSoldierJoints = 36;

gl::Capabilities able(int version) {
    gl::Capabilities capabilities;
    capabilities.version = version;
    capabilities.max_texture_size = 16384;
    capabilities.max_compute_shared_bytes = version >= 43 ? 32768 : 0;
    return capabilities;
}

TEST(AutomaticTechnique, IsComputeWhereTheContextCan) {
    EXPECT_EQ(automaticTechnique(able(46), kSoldierJoints).name, "compute");
    EXPECT_EQ(automaticTechnique(able(43), kSoldierJoints).name, "compute");
    EXPECT_EQ(automaticTechnique(able(33), kSoldierJoints).name, "palette");
}

TEST(AutomaticTechnique, IsPaletteWhereTheJointsDoNotFit) {
    EXPECT_EQ(automaticTechnique(able(46), 1000).name, "palette");
}

TEST(AutomaticTechnique, IsTextureWhereNothingElseCan) {
    gl::Capabilities narrow = able(33);
    narrow.max_texture_size = 1024;
    EXPECT_EQ(automaticTechnique(narrow, kSoldierJoints).name, "texture");
}

}  // namespace
}  // namespace phalanx

// layouts.h as C++ sees it: sizes that OpenGL limits, and entries that never cross a texture row.
#include "layouts.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <set>

#include "anim/bake/bake.h"
#include "anim/pose/model.h"
#include "crowd/crowd.h"
#include "render/model/packed_mesh.h"

namespace phalanx {
namespace {

TEST(Layouts, SizesMatchTheHeaders) {
    EXPECT_EQ(sizeof(PackedVertex), std::size_t{PH_VERTEX_BYTES});
    EXPECT_EQ(sizeof(layout::UnitInstance), std::size_t{PH_INSTANCE_BYTES});
    EXPECT_EQ(offsetof(layout::UnitInstance, placement), 0U);
    EXPECT_EQ(offsetof(layout::UnitInstance, playback), 16U);
    EXPECT_EQ(offsetof(layout::UnitInstance, fade), 32U);
    EXPECT_EQ(offsetof(layout::UnitInstance, look), 48U);
    EXPECT_EQ(1U << PH_JOINT_BITS, kMaxJoints);
    EXPECT_EQ(PH_TEXELS_PER_MATRIX, kTexelsPerEntry);
}

TEST(Layouts, BlocksFitTheLimitsOfGl33) {
    constexpr std::size_t kPromised = 16384;  // GL_MAX_UNIFORM_BLOCK_SIZE
    EXPECT_LE(sizeof(layout::FrameBlock), kPromised);
    EXPECT_LE(sizeof(layout::ModelBlock), kPromised);
    EXPECT_LE(sizeof(layout::ClipBlock), kPromised);
    for (const std::size_t size :
         {sizeof(layout::FrameBlock), sizeof(layout::ModelBlock), sizeof(layout::ClipBlock)}) {
        EXPECT_EQ(size % 16, 0U);
    }
}

TEST(Layouts, BindingsDoNotCollide) {
    EXPECT_EQ((std::set<int>{I_PLACEMENT, I_PLAYBACK, I_FADE, I_LOOK}).size(), 4U);
    EXPECT_EQ((std::set<int>{A_SHAPE, A_SURFACE, S_PLACEMENT, S_FRAMES, S_LOOK}).size(), 5U);
    EXPECT_EQ((std::set<int>{A_SHAPE, A_SURFACE, S_INDEX}).size(), 3U);
    EXPECT_EQ((std::set<int>{UNIT_ANIMATION, UNIT_BASE_COLOR, UNIT_SHADOW, UNIT_SCENE, UNIT_MASK,
                             UNIT_BIND_ORIGINS, UNIT_POSES})
                  .size(),
              7U);
    EXPECT_EQ((std::set<int>{BLOCK_FRAME, BLOCK_MODEL, BLOCK_CLIPS, BLOCK_PALETTE}).size(), 4U);
}

TEST(Layouts, FadeFieldsDoNotOverlap) {
    EXPECT_EQ(PH_FADE_VALUE_MAX & PH_FLAG_MARCH, 0U);
    EXPECT_EQ(PH_FLAG_MARCH & PH_FLAG_IN_STEP, 0U);
    EXPECT_EQ((PH_FADE_VALUE_MAX | PH_FLAG_MARCH | PH_FLAG_IN_STEP) >> PH_FADE_MODE_SHIFT, 0U);
    EXPECT_LT(PH_FADE_EVENT, 4U);
}

TEST(Layouts, TexelsOfOneEntryLieInOneRow) {
    for (const std::uint32_t shift : {0U, 1U, 5U, 10U}) {
        const std::uint32_t width = PH_TEXELS_PER_MATRIX << shift;
        for (std::uint32_t entry = 0; entry < 5000; ++entry) {
            const std::uint32_t column = layout::entryColumn(entry, shift, PH_TEXELS_PER_MATRIX);
            const std::uint32_t row = layout::entryRow(entry, shift);
            ASSERT_LE(column + PH_TEXELS_PER_MATRIX, width);
            // Entries are contiguous in memory: the texture is the list of texels, split into rows.
            ASSERT_EQ(row * width + column, entry * PH_TEXELS_PER_MATRIX);
        }
    }
}

}  // namespace
}  // namespace phalanx

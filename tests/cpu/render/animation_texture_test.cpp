#include "render/model/animation_texture.h"

#include <gtest/gtest.h>

#include <string>

#include "core/error.h"

namespace phalanx {
namespace {

TEST(AnimationTextureShape, HoldsAllEntriesWithoutStraddling) {
    for (const std::uint64_t entries : {1ULL, 2ULL, 30ULL, 1000ULL, 75'600ULL, 3'000'000ULL}) {
        const AnimationTextureShape shape = shapeAnimationTexture(entries, kTexelsPerEntry, 16384);
        EXPECT_EQ(static_cast<std::uint64_t>(shape.width), 3ULL << shape.entry_shift);
        EXPECT_GE((std::uint64_t{1} << shape.entry_shift) * static_cast<std::uint64_t>(shape.height),
                  entries);
        EXPECT_LE(shape.width, 16384);
        EXPECT_LE(shape.height, 16384);
        // Not one row more than needed.
        EXPECT_LT((std::uint64_t{1} << shape.entry_shift) * static_cast<std::uint64_t>(shape.height - 1),
                  entries);
    }
    try {
        shapeAnimationTexture(2'000'000, kTexelsPerEntry, 1024);
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::kInput);
        EXPECT_NE(std::string(error.what()).find("2000000"), std::string::npos);
        EXPECT_NE(std::string(error.what()).find("1024"), std::string::npos);
    }
}

}  // namespace
}  // namespace phalanx

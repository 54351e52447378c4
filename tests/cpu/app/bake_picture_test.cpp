#include "app/figures/bake_picture.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "anim/bake/bake.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

TEST(BakePicture, ShowsEveryFrameOnce) {
    const Model model = test::makeModel({.joints = 5});
    BakeSettings settings;
    settings.rate_hz = 30.0;
    const BakedAnimation baked = bakeAnimation(model, settings);
    const BakePicture picture = drawBake(baked);
    ASSERT_EQ(picture.rgb.size(), static_cast<std::size_t>(picture.width * picture.height) * 3);
    std::size_t dark = 0;
    for (std::size_t i = 0; i < picture.rgb.size(); i += 3)
        dark += picture.rgb[i] == 18 && picture.rgb[i + 1] == 18 ? 1 : 0;
    const std::size_t pixels = picture.rgb.size() / 3;
    EXPECT_LT(dark * 2, pixels);  // most of the image is data
    EXPECT_GT(dark, 0U);          // and clips are separated
    EXPECT_GE(std::max(picture.width, picture.height), 240);
}

}  // namespace
}  // namespace phalanx

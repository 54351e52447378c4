#include "asset/common/image.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "core/file.h"
#include "cpu/asset/samples/gltf_builder.h"

namespace phalanx {
namespace {

TEST(Image, PngRoundTrips) {
    std::vector<std::uint8_t> pixels;
    for (int i = 0; i < 5 * 3 * 4; ++i) pixels.push_back(static_cast<std::uint8_t>(i * 7));
    const Image image = decodeImage(encodePng(5, 3, 4, pixels), "test");
    EXPECT_EQ(image.width, 5);
    EXPECT_EQ(image.height, 3);
    EXPECT_EQ(image.rgba, pixels);
}

TEST(Image, MissingChannelsAreFilled) {
    const std::vector<std::uint8_t> grey{10, 200};
    const Image image = decodeImage(encodePng(2, 1, 1, grey), "test");
    EXPECT_EQ(image.rgba, (std::vector<std::uint8_t>{10, 10, 10, 255, 200, 200, 200, 255}));
}

TEST(Image, WritesAFile) {
    const test::TemporaryFolder folder;
    const std::vector<std::uint8_t> pixels{1, 2, 3};
    writePng(folder.path() / "a.png", 1, 1, 3, pixels);
    EXPECT_EQ(decodeImage(readBinaryFile(folder.path() / "a.png"), "a").rgba,
              (std::vector<std::uint8_t>{1, 2, 3, 255}));
    EXPECT_THROW(writePng(folder.path() / "no" / "such" / "folder.png", 1, 1, 3, pixels), Error);
}

TEST(Image, BadFilesAreErrors) {
    const std::vector<std::uint8_t> nothing;
    const std::vector<std::uint8_t> text{'h', 'e', 'l', 'l', 'o'};
    EXPECT_THROW(decodeImage(nothing, "nothing"), Error);
    EXPECT_THROW(decodeImage(text, "text"), Error);
}

// A TGA header can declare any size, however small the file is.
TEST(Image, SizesOverTheLimitAreRefusedWithTheNumbers) {
    std::vector<std::uint8_t> tga(18 + 64, 0);
    tga[2] = 2;
    tga[12] = 0xFF;
    tga[13] = 0xFF;
    tga[14] = 0x01;
    tga[16] = 24;
    try {
        decodeImage(tga, "wide.tga");
        FAIL() << "65535 texels wide";
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("65535 x 1"), std::string::npos) << e.what();
        EXPECT_NE(std::string(e.what()).find("16384"), std::string::npos) << e.what();
    }
}

}  // namespace
}  // namespace phalanx

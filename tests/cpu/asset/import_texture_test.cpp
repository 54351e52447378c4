// Trap 24 of ../../docs/import.md: where the importer looks for textures, and where it must not.
#include <gtest/gtest.h>
#include <stb_image_write.h>

#include <algorithm>

#include "asset/common/base64.h"
#include "asset/common/image.h"
#include "asset/import.h"
#include "core/error.h"
#include "cpu/asset/samples/gltf_builder.h"

namespace phalanx {
namespace {

std::vector<std::uint8_t> redPng() {
    const std::vector<std::uint8_t> pixels{255, 0, 0, 255, 255, 0, 0, 255};
    return encodePng(2, 1, 4, pixels);
}

struct Picture {
    std::string extension;
    std::string mime;
    std::vector<std::uint8_t> file;
};

// 16 x 8 texels in the four formats that are read: the upper half red, the lower half blue.
std::vector<Picture> pictures() {
    constexpr int kColumns = 16;
    constexpr int kRows = 8;
    std::vector<std::uint8_t> rgb;
    for (int i = 0; i < kColumns * kRows; ++i) {
        const bool upper = i < kColumns * kRows / 2;
        for (const int value : {upper ? 255 : 0, 0, upper ? 0 : 255})
            rgb.push_back(static_cast<std::uint8_t>(value));
    }
    const auto append = [](void* context, void* data, int size) {
        auto* file = static_cast<std::vector<std::uint8_t>*>(context);
        const auto* bytes = static_cast<const std::uint8_t*>(data);
        file->insert(file->end(), bytes, bytes + size);
    };
    std::vector<Picture> all{{"png", "image/png", {}},
                             {"jpg", "image/jpeg", {}},
                             {"tga", "image/x-tga", {}},
                             {"bmp", "image/bmp", {}}};
    constexpr int kQuality = 95;
    EXPECT_NE(stbi_write_png_to_func(append, &all[0].file, kColumns, kRows, 3, rgb.data(), kColumns * 3), 0);
    EXPECT_NE(stbi_write_jpg_to_func(append, &all[1].file, kColumns, kRows, 3, rgb.data(), kQuality), 0);
    EXPECT_NE(stbi_write_tga_to_func(append, &all[2].file, kColumns, kRows, 3, rgb.data()), 0);
    EXPECT_NE(stbi_write_bmp_to_func(append, &all[3].file, kColumns, kRows, 3, rgb.data()), 0);
    return all;
}

// Tests the corners only: JPEG blurs the boundary between the colours, and rounds.
void expectRedOverBlue(const Model& model, const std::string& what) {
    ASSERT_EQ(model.images.size(), 1U) << what;
    const Image& image = model.images[0];
    ASSERT_EQ(image.width, 16) << what;
    ASSERT_EQ(image.height, 8) << what;
    constexpr int kJpeg = 6;
    for (const bool upper : {true, false}) {
        const std::size_t texel = upper ? 0 : image.rgba.size() - 4;
        EXPECT_NEAR(image.rgba[texel], upper ? 255 : 0, kJpeg) << what;
        EXPECT_NEAR(image.rgba[texel + 1], 0, kJpeg) << what;
        EXPECT_NEAR(image.rgba[texel + 2], upper ? 0 : 255, kJpeg) << what;
        EXPECT_EQ(image.rgba[texel + 3], 255) << what;
    }
}

class ImportTexture : public ::testing::Test {
  protected:
    Model importWith(const std::string& uri, const std::string& model = "folder/model.glb") {
        test::GltfBuilder builder = test::twoBones();
        builder.json["images"] = {{{"uri", uri}}};
        builder.json["textures"] = {{{"source", 0}}};
        builder.json["materials"][0]["pbrMetallicRoughness"] = {{"baseColorTexture", {{"index", 0}}},
                                                                {"baseColorFactor", {0.5, 0.25, 1.0, 1.0}}};
        return importModel(folder_.write(model, builder.glb()));
    }

    static bool isRed(const Model& model) {
        return model.images.size() == 1 && model.images[0].width == 2 && model.images[0].rgba[0] == 255 &&
               model.images[0].rgba[1] == 0 && model.materials[0].image == 0;
    }

    static bool warns(const Model& model) {
        for (const Note& note : model.notes) {
            if (note.warning && note.text.find("texture") != std::string::npos) return true;
        }
        return false;
    }

    test::TemporaryFolder folder_;
};

TEST_F(ImportTexture, Trap24Embedded) {
    EXPECT_TRUE(isRed(importWith("data:image/png;base64," + encodeBase64(redPng()))));
}

TEST_F(ImportTexture, Trap24EachFormatEmbeddedAndBeside) {
    for (const Picture& picture : pictures()) {
        const std::string name = "skin." + picture.extension;
        folder_.write("folder/" + name, picture.file);
        const std::string embedded = "data:" + picture.mime + ";base64," + encodeBase64(picture.file);
        for (const std::string& uri : {name, embedded}) {
            const Model model = importWith(uri);
            expectRedOverBlue(model, uri.substr(0, 20));
            EXPECT_FALSE(warns(model)) << uri.substr(0, 20);
        }
    }
}

// Images within the glTF buffer, in each format: glTF allows only PNG and JPEG there.
TEST_F(ImportTexture, Trap24EachFormatInTheBuffer) {
    for (const Picture& picture : pictures()) {
        test::GltfBuilder builder = test::twoBones();
        const std::vector<double> bytes(picture.file.begin(), picture.file.end());
        const std::size_t accessor = builder.accessor(bytes, "SCALAR", test::GltfBuilder::kUnsignedByte);
        builder.json["images"] = {
            {{"bufferView", builder.json["accessors"][accessor]["bufferView"]}, {"mimeType", picture.mime}}};
        builder.json["textures"] = {{{"source", 0}}};
        builder.json["materials"][0]["pbrMetallicRoughness"] = {{"baseColorTexture", {{"index", 0}}}};
        expectRedOverBlue(importModel(folder_.write("model.glb", builder.glb())), picture.mime);
    }
}

TEST_F(ImportTexture, Trap24EachTruncatedFormatIsAWarningAndACheckerboard) {
    for (const Picture& picture : pictures()) {
        const std::string name = "cut." + picture.extension;
        std::vector<std::uint8_t> half = picture.file;
        // Cut after the header, before the texels.
        half.resize(std::min<std::size_t>(half.size() / 2, 30));
        folder_.write("folder/" + name, half);
        const Model model = importWith(name);
        ASSERT_EQ(model.images.size(), 1U) << name;
        EXPECT_EQ(model.images[0].width, 64) << name;
        EXPECT_TRUE(warns(model)) << name;
    }
}

TEST_F(ImportTexture, Trap24ABmpThatEndsAnywhereInItsTexelsIsAWarning) {
    const auto all = pictures();
    const auto bmp =
        std::find_if(all.begin(), all.end(), [](const Picture& p) { return p.extension == "bmp"; });
    ASSERT_NE(bmp, all.end());
    for (const std::size_t missing : {std::size_t{1}, std::size_t{40}, bmp->file.size() - 60}) {
        std::vector<std::uint8_t> cut = bmp->file;
        cut.resize(cut.size() - missing);
        folder_.write("folder/cut.bmp", cut);
        EXPECT_TRUE(warns(importWith("cut.bmp"))) << missing;
    }
    folder_.write("folder/whole.bmp", bmp->file);
    EXPECT_FALSE(warns(importWith("whole.bmp")));
}

TEST_F(ImportTexture, Trap24BesideTheModelUnderAnySpelling) {
    folder_.write("folder/skin.png", redPng());
    folder_.write("folder/maps/a b.png", redPng());
    for (const char* uri :
         {"skin.png", "./skin.png", "Skin.PNG", "textures\\skin.png", "C:\\Users\\me\\skin.png",
          "/home/me/project/skin.png", "maps/a b.png", "maps/a%20b.png", "maps\\a%20b.png"}) {
        const Model model = importWith(uri);
        EXPECT_TRUE(isRed(model)) << uri;
        EXPECT_FALSE(warns(model)) << uri;
    }
}

TEST_F(ImportTexture, Trap24FilesThatWereReadBesideTheModelAreNamed) {
    folder_.write("folder/skin.png", redPng());
    folder_.write("folder/other.png", redPng());
    const Model model = importWith("skin.png");
    ASSERT_EQ(model.side_files.size(), 1U);
    EXPECT_EQ(std::filesystem::path(model.side_files[0]).filename(), "skin.png");
    EXPECT_TRUE(importWith("data:image/png;base64," + encodeBase64(redPng())).side_files.empty());
}

TEST_F(ImportTexture, Trap24NeverOutsideTheModelsFolder) {
    const std::filesystem::path secret = folder_.write("secret.png", redPng());
    std::filesystem::create_directories(folder_.path() / "folder");
    std::filesystem::create_symlink(secret, folder_.path() / "folder" / "link.png");
    for (const std::string& uri :
         {std::string("../secret.png"), secret.string(), std::string("folder/../../secret.png"),
          std::string("..\\secret.png"), std::string("%2e%2e/secret.png"), std::string("link.png")}) {
        const Model model = importWith(uri);
        EXPECT_TRUE(model.images.empty()) << uri;
        EXPECT_TRUE(warns(model)) << uri;
    }
}

TEST_F(ImportTexture, Trap24MissingMeansThePlainColour) {
    const Model model = importWith("nowhere.png");
    EXPECT_TRUE(model.images.empty());
    EXPECT_EQ(model.materials[0].image, -1);
    EXPECT_FLOAT_EQ(model.materials[0].base_color.y, 0.25F);
    EXPECT_TRUE(warns(model));
}

TEST_F(ImportTexture, Trap24BrokenMeansACheckerboard) {
    std::vector<std::uint8_t> png = redPng();
    png.resize(png.size() / 2);
    folder_.write("folder/broken.png", png);
    folder_.write("folder/text.png", std::string_view("not an image"));
    for (const char* uri : {"broken.png", "text.png"}) {
        const Model model = importWith(uri);
        ASSERT_EQ(model.images.size(), 1U) << uri;
        EXPECT_EQ(model.images[0].width, 64) << uri;
        EXPECT_TRUE(warns(model)) << uri;
    }
}

TEST_F(ImportTexture, Trap24AlphaModes) {
    test::GltfBuilder builder = test::twoBones();
    builder.json["materials"][0]["alphaMode"] = "MASK";
    builder.json["materials"][0]["alphaCutoff"] = 0.25;
    builder.json["materials"][0]["doubleSided"] = true;
    const Model model = importModel(folder_.write("model.glb", builder.glb()));
    EXPECT_EQ(model.materials[0].alpha_mode, AlphaMode::kMask);
    EXPECT_FLOAT_EQ(model.materials[0].alpha_cutoff, 0.25F);
    EXPECT_TRUE(model.materials[0].two_sided);
}

}  // namespace
}  // namespace phalanx

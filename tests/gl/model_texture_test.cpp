// The textures of an imported model, as a shader samples them: linear light, mipmaps, and never larger than
// the driver's limit.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "gl/gl_fixture.h"
#include "gl/objects/program.h"
#include "gl/objects/texture.h"
#include "gl/output_folder.h"
#include "log_capture.h"
#include "picture_card.h"
#include "render/model/gpu_model.h"

namespace phalanx {
namespace {

using Rgba = std::array<float, 4>;

GpuModel onGpu(const gl::Capabilities& capabilities, const LoadedModel& loaded) {
    const std::vector<LoadedModel> models{loaded};
    const Crowd crowd = makeCrowd(models, {}, CrowdSettings{}, 0);
    return {capabilities, loaded.model, loaded.baked, crowd.clipTable(0)};
}

std::vector<std::uint8_t> checkers(int side) {
    std::vector<std::uint8_t> rgba;
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            const auto value = static_cast<std::uint8_t>((x + y) % 2 == 0 ? 255 : 0);
            rgba.insert(rgba.end(), {value, value, value, 255});
        }
    }
    return rgba;
}

class ModelTexture : public test::GlTest {
  protected:
    // The value of textureLod() in the middle of the texture, at this mip level.
    Rgba sampled(const GpuModel& model, float level) {
        const std::filesystem::path folder = test::outputFolder(caps()) / "model_texture";
        std::filesystem::create_directories(folder);
        writeFile(folder / "sample.vert", std::string_view("void main() {\n"
                                                           "    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n"
                                                           "}\n"));
        writeFile(folder / "sample.frag",
                  std::string_view("uniform sampler2D u_picture;\n"
                                   "uniform float u_level;\n"
                                   "out vec4 o_color;\n"
                                   "void main() { o_color = textureLod(u_picture, vec2(0.5), u_level); }\n"));
        gl::ProgramSource source;
        source.name = "sample";
        source.vertex = "sample.vert";
        source.fragment = "sample.frag";
        source.samplers = {{"u_picture", 0}};
        const gl::Program program(folder, source);
        const gl::Texture target = gl::createTargetTexture(caps(), GL_RGBA32F, 1, 1, 1, "sampled");
        const auto framebuffer = gl::Framebuffer::create();
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target.id(), 0);
        const auto vertex_array = gl::VertexArray::create();
        glBindVertexArray(vertex_array.id());
        glViewport(0, 0, 1, 1);
        glDisable(GL_DEPTH_TEST);
        glDisable(GL_BLEND);
        glActiveTexture(GL_TEXTURE0);
        glBindTexture(GL_TEXTURE_2D, model.materials().at(0).base_color.id());
        program.use();
        program.setUniform("u_level", level);
        glDrawArrays(GL_POINTS, 0, 1);
        Rgba color{};
        glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT, color.data());
        glBindTexture(GL_TEXTURE_2D, 0);
        glBindVertexArray(0);
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glUseProgram(0);
        return color;
    }

    // The size of mip level 0 on the GPU.
    static std::pair<int, int> size(const GpuModel& model) {
        std::pair<int, int> result;
        glBindTexture(GL_TEXTURE_2D, model.materials().at(0).base_color.id());
        glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &result.first);
        glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_HEIGHT, &result.second);
        glBindTexture(GL_TEXTURE_2D, 0);
        return result;
    }
};

TEST_F(ModelTexture, ColoursAreSampledAsLinear) {
    std::vector<std::uint8_t> rgba;
    for (int i = 0; i < 16; ++i) rgba.insert(rgba.end(), {188, 128, 20, 128});
    const GpuModel model = onGpu(caps(), test::pictureCard("colours", 4, 4, rgba, "OPAQUE"));
    const Rgba color = sampled(model, 0.0F);
    // By the formula of IEC 61966-2-1. Alpha is not encoded.
    constexpr float kTolerance = 0.004F;
    EXPECT_NEAR(color[0], 0.5029F, kTolerance);
    EXPECT_NEAR(color[1], 0.2159F, kTolerance);
    EXPECT_NEAR(color[2], 0.0070F, kTolerance);
    EXPECT_NEAR(color[3], 128.0F / 255.0F, kTolerance);
}

TEST_F(ModelTexture, HasMipmaps) {
    constexpr int kTextureSide = 16;
    const GpuModel model = onGpu(
        caps(), test::pictureCard("levels", kTextureSide, kTextureSide, checkers(kTextureSide), "OPAQUE"));
    // From half the size on, every texel is the mean of white and black: 0.5 as light, or 0.21 where a driver
    // averages sRGB values, which is allowed.
    for (const float level : {1.0F, 2.0F, 4.0F}) {
        const Rgba color = sampled(model, level);
        EXPECT_GT(color[0], 0.2F) << "level " << level;
        EXPECT_LT(color[0], 0.55F) << "level " << level;
    }
}

TEST_F(ModelTexture, ImagesLargerThanTheDriversLimitAreHalved) {
    if (isEs()) GTEST_SKIP() << kNotInEs;
    constexpr int kWidth = 256;
    constexpr int kHeight = 64;
    // Red on the left, blue on the right, black and white stripes between them.
    std::vector<std::uint8_t> rgba;
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            const int third = x * 4 / kWidth;
            const auto striped = static_cast<std::uint8_t>(x % 2 == 0 ? 255 : 0);
            if (third == 0) rgba.insert(rgba.end(), {255, 0, 0, 255});
            if (third == 1 || third == 2) rgba.insert(rgba.end(), {striped, striped, striped, 255});
            if (third == 3) rgba.insert(rgba.end(), {0, 0, 255, 255});
        }
    }
    const LoadedModel card = test::pictureCard("large", kWidth, kHeight, rgba, "OPAQUE");
    {
        const test::LogCapture log;
        EXPECT_EQ(size(onGpu(caps(), card)), std::pair(kWidth, kHeight));
        EXPECT_EQ(log.text(), "");
    }
    gl::Capabilities small = caps();
    small.max_texture_size = 64;
    const test::LogCapture log;
    const GpuModel model = onGpu(small, card);
    ASSERT_EQ(size(model), std::pair(64, 16));
    const std::string text = log.text();
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
    for (const std::string& piece :
         {card.model.images.at(0).name, std::string("256 x 64"), std::string("64 x 16")})
        EXPECT_NE(text.find(piece), std::string::npos) << text;

    std::vector<std::uint8_t> texels(std::size_t{64} * 16 * 4);
    glBindTexture(GL_TEXTURE_2D, model.materials().at(0).base_color.id());
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    glBindTexture(GL_TEXTURE_2D, 0);
    const auto at = [&](std::size_t x) {
        return std::array{texels[x * 4], texels[x * 4 + 1], texels[x * 4 + 2]};
    };
    EXPECT_EQ(at(3), (std::array<std::uint8_t, 3>{255, 0, 0}));
    EXPECT_EQ(at(60), (std::array<std::uint8_t, 3>{0, 0, 255}));
    // The mean of black and white light is 188 in sRGB.
    EXPECT_NEAR(at(32)[0], 188, 2);
}

}  // namespace
}  // namespace phalanx

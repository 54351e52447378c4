// A crowd without edits uploads nothing per unit: counted at the GL calls that take data.
#include <gtest/gtest.h>

#include <array>

#include "app/army/army.h"
#include "core/file.h"
#include "gl/stage_fixture.h"
#include "layouts.h"
#include "render/passes/renderer.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

// The GL functions that take data, each replaced by a function that counts and then calls it. Frames map no
// buffers; a mapping would count with its size.
struct Counter {
    std::size_t bytes = 0;
    int calls = 0;
    PFNGLBUFFERDATAPROC buffer_data = nullptr;
    PFNGLBUFFERSUBDATAPROC buffer_sub_data = nullptr;
    PFNGLMAPBUFFERRANGEPROC map_buffer_range = nullptr;
    PFNGLTEXIMAGE2DPROC tex_image = nullptr;
    PFNGLTEXSUBIMAGE2DPROC tex_sub_image = nullptr;
};
Counter g_counter;  // global, because GL functions cannot take a context argument

void count(std::size_t bytes) {
    g_counter.bytes += bytes;
    ++g_counter.calls;
}

class CountUploads {
  public:
    CountUploads() {
        g_counter = Counter{};
        g_counter.buffer_data = std::exchange(
            glad_glBufferData, [](GLenum target, GLsizeiptr size, const void* data, GLenum usage) {
                count(static_cast<std::size_t>(size));
                g_counter.buffer_data(target, size, data, usage);
            });
        g_counter.buffer_sub_data = std::exchange(
            glad_glBufferSubData, [](GLenum target, GLintptr offset, GLsizeiptr size, const void* data) {
                count(static_cast<std::size_t>(size));
                g_counter.buffer_sub_data(target, offset, size, data);
            });
        g_counter.map_buffer_range =
            std::exchange(glad_glMapBufferRange,
                          [](GLenum target, GLintptr offset, GLsizeiptr size, GLbitfield access) -> void* {
                              count(static_cast<std::size_t>(size));
                              return g_counter.map_buffer_range(target, offset, size, access);
                          });
        g_counter.tex_image = std::exchange(
            glad_glTexImage2D, [](GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height,
                                  GLint border, GLenum format, GLenum type, const void* data) {
                count(data != nullptr ? static_cast<std::size_t>(width) * static_cast<std::size_t>(height)
                                      : 0);
                g_counter.tex_image(target, level, internal, width, height, border, format, type, data);
            });
        g_counter.tex_sub_image = std::exchange(
            glad_glTexSubImage2D, [](GLenum target, GLint level, GLint x, GLint y, GLsizei width,
                                     GLsizei height, GLenum format, GLenum type, const void* data) {
                count(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
                g_counter.tex_sub_image(target, level, x, y, width, height, format, type, data);
            });
    }
    ~CountUploads() {
        glad_glBufferData = g_counter.buffer_data;
        glad_glBufferSubData = g_counter.buffer_sub_data;
        glad_glMapBufferRange = g_counter.map_buffer_range;
        glad_glTexImage2D = g_counter.tex_image;
        glad_glTexSubImage2D = g_counter.tex_sub_image;
    }
    CountUploads(const CountUploads&) = delete;
    CountUploads& operator=(const CountUploads&) = delete;
    CountUploads(CountUploads&&) = delete;
    CountUploads& operator=(CountUploads&&) = delete;

    // Since the last call.
    std::size_t takeBytes() { return std::exchange(g_counter.bytes, 0); }
    int takeCalls() { return std::exchange(g_counter.calls, 0); }
};

class Upload : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        models_.push_back(test::bakedModel(test::makeModel({.joints = 4, .vertices = 30, .morphs = 5})));
        crowd_.emplace(makeCrowd(models_, {}, settings(), 0));
        gpu_models_.emplace_back(caps(), models_[0].model, models_[0].baked, crowd_->clipTable(0));
        renderer_.emplace(caps(), dataDirectory() / "shaders");
    }

    // On the march, with the automatic crossfade: the busiest crowd without edits.
    static CrowdSettings settings() {
        CrowdSettings settings;
        settings.units = 1000;
        settings.crossfade_s = 0.5;
        settings.hold_s = 0.5;
        return settings;
    }

    void drawAt(double time_s) {
        constexpr int kSquare = 16;
        FrameRequest render{wholeUnits()};
        render.samples = 1;
        render.shadow_map = 64;
        crowd_->advance(ticksFromSeconds(time_s));
        renderer_->draw(gpu_models_, *crowd_, Camera{}, render, ticksFromSeconds(time_s), kSquare, kSquare);
    }

    std::vector<LoadedModel> models_;
    std::optional<Crowd> crowd_;
    std::vector<GpuModel> gpu_models_;
    std::optional<Renderer> renderer_;
};

TEST_F(Upload, AnUneditedCrowdUploadsOnlyTheFrameBlock) {
    CountUploads uploads;
    drawAt(0.0);
    EXPECT_GE(uploads.takeBytes(), std::size_t{1000} * PH_INSTANCE_BYTES)
        << "the first frame uploads the units";
    uploads.takeCalls();
    for (int frame = 1; frame <= 100; ++frame) {
        drawAt(frame * 0.033);  // 3.3 s: more than three fades
        ASSERT_EQ(uploads.takeBytes(), sizeof(layout::FrameBlock)) << "frame " << frame;
        ASSERT_EQ(uploads.takeCalls(), 1) << "frame " << frame;
        ASSERT_EQ(renderer_->stats().bytes_uploaded, sizeof(layout::FrameBlock));
    }
}

TEST_F(Upload, AnEditUploadsOneUnit) {
    CountUploads uploads;
    drawAt(0.0);
    drawAt(0.1);
    uploads.takeBytes();
    UnitEdit edit;
    edit.tint = glm::vec4(1.0F, 0.0F, 0.0F, 1.0F);
    crowd_->edit(417, edit, ticksFromSeconds(0.2));
    drawAt(0.2);
    EXPECT_EQ(uploads.takeBytes(), sizeof(layout::FrameBlock) + PH_INSTANCE_BYTES);
    EXPECT_EQ(renderer_->stats().bytes_uploaded, sizeof(layout::FrameBlock) + PH_INSTANCE_BYTES);
    drawAt(0.3);
    EXPECT_EQ(uploads.takeBytes(), sizeof(layout::FrameBlock));
}

// Weights of morph targets set by hand: the unit and its row when they are edited, and nothing else later.
TEST_F(Upload, WeightsByHandUploadOneRow) {
    CountUploads uploads;
    drawAt(0.0);
    UnitEdit edit;
    edit.morph_weights = {{2, 0.5}};
    crowd_->edit(417, edit, ticksFromSeconds(0.1));
    drawAt(0.1);  // creates the table
    uploads.takeBytes();
    constexpr std::size_t kRow = 5 * sizeof(float);
    edit.morph_weights[4] = 1.0;
    crowd_->edit(417, edit, ticksFromSeconds(0.2));
    drawAt(0.2);
    EXPECT_EQ(renderer_->stats().bytes_uploaded, sizeof(layout::FrameBlock) + PH_INSTANCE_BYTES + kRow);
    uploads.takeBytes();
    drawAt(0.3);
    EXPECT_EQ(uploads.takeBytes(), sizeof(layout::FrameBlock));
    crowd_->edit(417, {}, ticksFromSeconds(0.4));
    drawAt(0.4);
    EXPECT_EQ(renderer_->stats().bytes_uploaded, sizeof(layout::FrameBlock) + PH_INSTANCE_BYTES);
}

}  // namespace
}  // namespace phalanx

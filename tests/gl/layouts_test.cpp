// Layouts of uniform blocks and attributes in the driver, checked against the C++ structs of layouts.h.
#include "layouts.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/file.h"
#include "gl/gl_fixture.h"
#include "gl/objects/program.h"
#include "render/techniques/technique.h"
#include "render/units/unit_programs.h"

namespace phalanx {
namespace {

class LayoutsGl : public test::GlTest {
  protected:
    const gl::Program& program() {
        if (!program_) {
            program_.emplace(dataDirectory() / "shaders",
                             unitProgramSource(findTechnique("texture"), UnitPass::kShade, {}));
        }
        return *program_;
    }

    // The program that computes unit states: the one that reads the clip table.
    const gl::Program& states() {
        if (!states_) states_.emplace(dataDirectory() / "shaders", unitStateSource({}));
        return *states_;
    }

    // The offsets by name of all members of a block in the linked program, and the block's size.
    std::map<std::string, GLint> membersOf(const gl::Program& program, const std::string& block,
                                           GLint& bytes) {
        const GLuint id = program.id();
        const GLuint index = program.block(block);
        EXPECT_NE(index, GL_INVALID_INDEX) << block;
        std::map<std::string, GLint> members;
        if (index == GL_INVALID_INDEX) return members;
        glGetActiveUniformBlockiv(id, index, GL_UNIFORM_BLOCK_DATA_SIZE, &bytes);
        GLint count = 0;
        glGetActiveUniformBlockiv(id, index, GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS, &count);
        std::vector<GLint> indices(static_cast<std::size_t>(count));
        glGetActiveUniformBlockiv(id, index, GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES, indices.data());
        for (const GLint i : indices) {
            const auto uniform = static_cast<GLuint>(i);
            std::array<GLchar, 128> name{};
            glGetActiveUniformName(id, uniform, static_cast<GLsizei>(name.size()), nullptr, name.data());
            GLint offset = -1;
            glGetActiveUniformsiv(id, 1, &uniform, GL_UNIFORM_OFFSET, &offset);
            members[name.data()] = offset;
        }
        return members;
    }

    void expectOffsets(const gl::Program& program, const std::string& block, std::size_t size,
                       const std::map<std::string, std::size_t>& wanted) {
        GLint bytes = 0;
        const std::map<std::string, GLint> members = membersOf(program, block, bytes);
        EXPECT_EQ(static_cast<std::size_t>(bytes), size) << block;
        for (const auto& [name, offset] : members) {
            const auto found = wanted.find(name);
            ASSERT_NE(found, wanted.end())
                << block << " has a member " << name << " that is missing in this test";
            EXPECT_EQ(static_cast<std::size_t>(offset), found->second) << name;
        }
        // std140 keeps all members, used or not.
        EXPECT_EQ(members.size(), wanted.size()) << block;
    }

  private:
    std::optional<gl::Program> program_;
    std::optional<gl::Program> states_;
};

#define MEMBER(Block, name) \
    { #name, offsetof(layout::Block, name) }

TEST_F(LayoutsGl, FrameBlock) {
    if (isEs()) GTEST_SKIP() << kNotInEs;
    expectOffsets(program(), "FrameBlock", sizeof(layout::FrameBlock),
                  {MEMBER(FrameBlock, u_clip_from_world),
                   MEMBER(FrameBlock, u_shadow_right),
                   MEMBER(FrameBlock, u_shadow_up),
                   {"u_shadow_centers[0]", offsetof(layout::FrameBlock, u_shadow_centers)},
                   MEMBER(FrameBlock, u_camera),
                   MEMBER(FrameBlock, u_sun_direction),
                   MEMBER(FrameBlock, u_sun_color),
                   MEMBER(FrameBlock, u_sky_zenith),
                   MEMBER(FrameBlock, u_sky_horizon),
                   MEMBER(FrameBlock, u_ground_color),
                   MEMBER(FrameBlock, u_clock),
                   MEMBER(FrameBlock, u_path)});
}

TEST_F(LayoutsGl, ModelBlock) {
    if (isEs()) GTEST_SKIP() << kNotInEs;
    expectOffsets(program(), "ModelBlock", sizeof(layout::ModelBlock),
                  {MEMBER(ModelBlock, u_position_scale), MEMBER(ModelBlock, u_position_offset),
                   MEMBER(ModelBlock, u_uv_scale_offset), MEMBER(ModelBlock, u_animation),
                   MEMBER(ModelBlock, u_bind_center), MEMBER(ModelBlock, u_model_center),
                   MEMBER(ModelBlock, u_place_offset), MEMBER(ModelBlock, u_place_scale),
                   MEMBER(ModelBlock, u_morph), MEMBER(ModelBlock, u_morph_scale)});
}

TEST_F(LayoutsGl, ClipBlock) {
    if (isEs()) GTEST_SKIP() << kNotInEs;
    expectOffsets(states(), "ClipBlock", sizeof(layout::ClipBlock),
                  {{"u_clips[0]", offsetof(layout::ClipBlock, u_clips)}});
    const GLuint id = states().id();
    const char* name = "u_clips[0]";
    GLuint index = 0;
    glGetUniformIndices(id, 1, &name, &index);
    GLint stride = 0;
    GLint size = 0;
    glGetActiveUniformsiv(id, 1, &index, GL_UNIFORM_ARRAY_STRIDE, &stride);
    glGetActiveUniformsiv(id, 1, &index, GL_UNIFORM_SIZE, &size);
    EXPECT_EQ(static_cast<std::size_t>(stride), sizeof(layout::uvec4));
    EXPECT_EQ(size, PH_MAX_CLIPS);
}

TEST_F(LayoutsGl, AttributeLocationsMatchTheMacros) {
    const GLuint id = program().id();
    EXPECT_EQ(glGetAttribLocation(id, "a_shape"), A_SHAPE);
    EXPECT_EQ(glGetAttribLocation(id, "a_surface"), A_SURFACE);
    EXPECT_EQ(glGetAttribLocation(id, "s_placement"), S_PLACEMENT);
    EXPECT_EQ(glGetAttribLocation(id, "s_frames"), S_FRAMES);
    EXPECT_EQ(glGetAttribLocation(id, "s_look"), S_LOOK);
}

TEST_F(LayoutsGl, UnitAttributeLocationsMatchTheMacros) {
    EXPECT_EQ(glGetAttribLocation(states().id(), "i_placement"), I_PLACEMENT);
    EXPECT_EQ(glGetAttribLocation(states().id(), "i_playback"), I_PLAYBACK);
    EXPECT_EQ(glGetAttribLocation(states().id(), "i_fade"), I_FADE);
    EXPECT_EQ(glGetAttribLocation(states().id(), "i_look"), I_LOOK);
}

TEST_F(LayoutsGl, BlocksAndSamplersAreBoundByName) {
    const auto expectBlock = [](const gl::Program& program, const char* block, int binding) {
        GLint bound = -1;
        glGetActiveUniformBlockiv(program.id(), program.block(block), GL_UNIFORM_BLOCK_BINDING, &bound);
        EXPECT_EQ(bound, binding) << block;
    };
    expectBlock(program(), "FrameBlock", BLOCK_FRAME);
    expectBlock(program(), "ModelBlock", BLOCK_MODEL);
    expectBlock(states(), "ClipBlock", BLOCK_CLIPS);
    const GLuint id = program().id();
    for (const auto& [sampler, unit] :
         {std::pair("u_animation_texture", UNIT_ANIMATION), std::pair("u_base_color_map", UNIT_BASE_COLOR),
          std::pair("u_shadow_map", UNIT_SHADOW)}) {
        GLint value = -1;
        const GLint location = program().uniform(sampler);
        ASSERT_GE(location, 0) << sampler;
        glGetUniformiv(id, location, &value);
        EXPECT_EQ(value, unit) << sampler;
    }
}

TEST_F(LayoutsGl, PlacedImages) {
    if (!caps().compute) GTEST_SKIP() << "needs OpenGL 4.3";
    const gl::Program place(dataDirectory() / "shaders", rasterSource({RasterStep::kPlace}));
    const GLuint variable = glGetProgramResourceIndex(place.id(), GL_BUFFER_VARIABLE, "b_placed[0].bounds");
    ASSERT_NE(variable, GL_INVALID_INDEX);
    const GLenum asked = GL_TOP_LEVEL_ARRAY_STRIDE;
    GLint stride = 0;
    glGetProgramResourceiv(place.id(), GL_BUFFER_VARIABLE, variable, 1, &asked, 1, nullptr, &stride);
    EXPECT_EQ(stride, PH_RASTER_PLACED_BYTES);
}

}  // namespace
}  // namespace phalanx

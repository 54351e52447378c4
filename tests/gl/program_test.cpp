// Programs from files: errors with real lines, bindings by name, reload, transform feedback, pipeline
// statistics.
#include "gl/objects/program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "core/error.h"
#include "core/file.h"
#include "gl/gl_fixture.h"
#include "gl/objects/buffer.h"
#include "gl/objects/statistics.h"
#include "gl/output_folder.h"
#include "render/units/unit_programs.h"

namespace phalanx::gl {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kVertex =
    "#include \"common.glsl\"\n"
    "layout(location = 0) in vec4 a_position;\n"
    "layout(std140) uniform Frame { vec4 u_offset; };\n"
    "uniform sampler2D u_first;\n"
    "uniform usampler2D u_second;\n"
    "uniform float u_scale;\n"
    "uniform mat4 u_clip_from_world;\n"
    "out vec4 v_out;\n"
    "void main() {\n"
    "    v_out = a_position * u_scale * FACTOR + u_offset + common_offset() + texelFetch(u_first, ivec2(0), "
    "0);\n"
    "    v_out += vec4(texelFetch(u_second, ivec2(0), 0));\n"
    "    gl_Position = u_clip_from_world * a_position;\n"
    "}\n";
constexpr std::string_view kFragment =
    "in vec4 v_out;\nout vec4 o_color;\nvoid main() {\n    o_color = v_out;\n}\n";
constexpr std::string_view kCommon = "vec4 common_offset() { return vec4(0.5); }\n";

class ProgramFiles : public test::GlTest {
  protected:
    void SetUp() override {
        test::GlTest::SetUp();
        const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
        directory_ = test::outputFolder(caps()) / "program" / info->name();
        fs::remove_all(directory_);
        fs::create_directories(directory_ / "include");
        write("a.vert", kVertex);
        write("a.frag", kFragment);
        write("include/common.glsl", kCommon);
        source_.name = "sample";
        source_.vertex = "a.vert";
        source_.fragment = "a.frag";
        source_.defines = {"FACTOR 2.0"};
        source_.blocks = {{"Frame", 3}, {"NotThere", 5}};
        source_.samplers = {{"u_first", 4}, {"u_second", 7}, {"u_not_there", 8}};
    }
    // Each write sets a new time stamp, however coarse the clock of the file system is.
    void write(const std::string& name, std::string_view text) {
        writeFile(directory_ / name, text);
        time_ += std::chrono::seconds(1);
        fs::last_write_time(directory_ / name, time_);
    }
    std::string failure() const {
        try {
            const Program program(directory_, source_);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::kEnvironment);
            return error.what();
        }
        return "no error";
    }
    std::string shown(const std::string& name) const { return (directory_ / name).string(); }

    fs::path directory_;
    ProgramSource source_;
    fs::file_time_type time_ = fs::file_time_type::clock::now() - std::chrono::hours(1);
};

TEST_F(ProgramFiles, BlocksAndSamplersAreBound) {
    const Program program(directory_, source_);
    program.use();
    GLint value = 0;
    glGetActiveUniformBlockiv(program.id(), program.block("Frame"), GL_UNIFORM_BLOCK_BINDING, &value);
    EXPECT_EQ(value, 3);
    glGetUniformiv(program.id(), program.uniform("u_first"), &value);
    EXPECT_EQ(value, 4);
    glGetUniformiv(program.id(), program.uniform("u_second"), &value);
    EXPECT_EQ(value, 7);
    program.setUniform("u_scale", 2.5F);
    GLfloat scale = 0.0F;
    glGetUniformfv(program.id(), program.uniform("u_scale"), &scale);
    EXPECT_EQ(scale, 2.5F);
    glm::mat4 matrix(1.0F);
    matrix[3] = glm::vec4(1.0F, 2.0F, 3.0F, 1.0F);
    program.setUniform("u_clip_from_world", matrix);
    glm::mat4 back(0.0F);
    glGetUniformfv(program.id(), program.uniform("u_clip_from_world"), &back[0][0]);
    EXPECT_EQ(back, matrix);
    EXPECT_EQ(program.uniform("u_nowhere"), -1);
    program.setUniform("u_nowhere", 1.0F);
    EXPECT_EQ(program.block("Nowhere"), GL_INVALID_INDEX);
    glUseProgram(0);
}

TEST_F(ProgramFiles, ErrorsNameTheRealFileAndLine) {
    write("include/common.glsl", "\n\nvec4 common_offset() { return nonsense; }\n");
    std::string text = failure();
    EXPECT_TRUE(text.starts_with("program sample: vertex shader does not compile")) << text;
    EXPECT_NE(text.find(shown("include/common.glsl") + ":3: "), std::string::npos) << text;

    write("include/common.glsl", kCommon);
    std::string broken(kVertex);
    broken.replace(broken.find("u_clip_from_world *"), 17, "u_clip_from_nowhere");
    write("a.vert", broken);
    text = failure();
    EXPECT_NE(text.find(shown("a.vert") + ":12: "), std::string::npos) << text;

    write("a.vert", kVertex);
    write("a.frag", "in vec2 v_out;\nout vec4 o_color;\nvoid main() { o_color = v_out.xyxy; }\n");
    text = failure();
    EXPECT_TRUE(text.starts_with("program sample: does not link")) << text;
    EXPECT_NE(text.find(shown("a.frag")), std::string::npos) << text;

    fs::remove(directory_ / "a.frag");
    EXPECT_NE(failure().find(shown("a.frag")), std::string::npos);
}

TEST_F(ProgramFiles, ABrokenEditKeepsTheOldProgramAndAFixIsReloaded) {
    Program program(directory_, source_);
    EXPECT_FALSE(program.reloadIfChanged());
    program.use();
    GLuint id = program.id();

    write("include/common.glsl", "vec4 common_offset() { return broken; }\n");
    EXPECT_FALSE(program.reloadIfChanged());
    EXPECT_EQ(program.id(), id);
    EXPECT_NE(program.lastError().find(shown("include/common.glsl") + ":1: "), std::string::npos)
        << program.lastError();
    EXPECT_FALSE(program.reloadIfChanged());  // unchanged since the last attempt: not compiled again
    EXPECT_FALSE(program.lastError().empty());
    GLint linked = GL_FALSE;
    glGetProgramiv(id, GL_LINK_STATUS, &linked);
    EXPECT_EQ(linked, GL_TRUE);

    write("include/common.glsl", "#include \"newly_made.glsl\"\n" + std::string(kCommon));
    EXPECT_FALSE(program.reloadIfChanged());
    EXPECT_NE(program.lastError().find("newly_made.glsl"), std::string::npos);
    write("include/newly_made.glsl", "float newly_made;\n");  // the including file itself does not change
    EXPECT_TRUE(program.reloadIfChanged());
    EXPECT_TRUE(program.lastError().empty());
    EXPECT_FALSE(program.reloadIfChanged());

    // The reloaded program replaces the one in use, with its samplers and blocks.
    GLint current = 0;
    glGetIntegerv(GL_CURRENT_PROGRAM, &current);
    EXPECT_EQ(static_cast<GLuint>(current), program.id());
    GLint value = 0;
    glGetUniformiv(program.id(), program.uniform("u_second"), &value);
    EXPECT_EQ(value, 7);
    glGetActiveUniformBlockiv(program.id(), program.block("Frame"), GL_UNIFORM_BLOCK_BINDING, &value);
    EXPECT_EQ(value, 3);

    // A file that is missing for a moment, as while some editors save.
    fs::remove(directory_ / "a.vert");
    EXPECT_FALSE(program.reloadIfChanged());
    EXPECT_FALSE(program.lastError().empty());
    write("a.vert", kVertex);
    EXPECT_TRUE(program.reloadIfChanged());
    EXPECT_TRUE(program.reload());  // reload on request, changed or not
    EXPECT_TRUE(program.lastError().empty());
    glUseProgram(0);
}

TEST_F(ProgramFiles, IsBuiltLater) {
    Program program = Program::deferred(directory_, source_);
    EXPECT_FALSE(program.built());
    EXPECT_FALSE(program.ready()) << "nothing has been started";
    program.start();
    EXPECT_FALSE(program.built());
    program.start();  // does nothing
    while (!program.ready()) std::this_thread::yield();
    EXPECT_FALSE(program.built());
    program.finish();
    EXPECT_TRUE(program.built());
    EXPECT_TRUE(program.ready());
    const GLuint id = program.id();
    program.finish();
    EXPECT_EQ(program.id(), id);
    EXPECT_FALSE(program.reloadIfChanged());
    GLint value = 0;
    program.use();
    glGetUniformiv(program.id(), program.uniform("u_first"), &value);
    EXPECT_EQ(value, 4);
}

TEST_F(ProgramFiles, FailsLaterAndStartsOverAfterAFix) {
    write("a.frag", "out vec4 color;\nvoid main() { color = nonsense; }\n");
    Program program = Program::deferred(directory_, source_);
    EXPECT_NO_THROW(program.start());
    EXPECT_THROW(program.finish(), Error);
    EXPECT_FALSE(program.built());
    EXPECT_TRUE(program.lastError().find("a.frag") != std::string::npos) << program.lastError();
    EXPECT_FALSE(program.reloadIfChanged());
    EXPECT_NE(program.lastError(), "");
    write("a.frag", kFragment);
    EXPECT_FALSE(program.reloadIfChanged()) << "there is no program to replace";
    EXPECT_EQ(program.lastError(), "");
    program.finish();
    EXPECT_TRUE(program.built());

    // A missing file, too, is an error of finish().
    source_.fragment = "missing.frag";
    Program other = Program::deferred(directory_, source_);
    EXPECT_NO_THROW(other.start());
    EXPECT_THROW(other.finish(), Error);
}

TEST_F(ProgramFiles, TransformFeedbackAndStatistics) {
    write("feedback.vert",
          "layout(location = 0) in vec4 a_position;\nout vec3 v_position;\nout float v_extra;\n"
          "void main() {\n    v_position = a_position.xyz * 2.0;\n    v_extra = a_position.w;\n}\n");
    ProgramSource source;
    source.name = "feedback";
    source.vertex = "feedback.vert";
    source.feedback_varyings = {"v_position", "v_extra"};
    const Program program(directory_, source);

    const std::array<float, 12> positions = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    const Buffer input = createBuffer(std::span<const float>(positions), GL_STATIC_DRAW, "input");
    const Buffer output = createBuffer(sizeof(positions), GL_STREAM_READ, "output");
    const auto vertex_array = VertexArray::create();
    glBindVertexArray(vertex_array.id());
    glBindBuffer(GL_ARRAY_BUFFER, input.id());
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    glEnable(GL_RASTERIZER_DISCARD);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, output.id());
    program.use();
    PipelineStatistics statistics(caps());
    for (int frame = 0; frame < 2 * PipelineStatistics::kFrames; ++frame) {
        statistics.begin();
        glBeginTransformFeedback(GL_POINTS);
        glDrawArrays(GL_POINTS, 0, 3);
        glEndTransformFeedback();
        statistics.end();
        glFinish();
    }
    glDisable(GL_RASTERIZER_DISCARD);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    std::array<float, 12> result{};
    readBuffer(output, 0, std::as_writable_bytes(std::span(result)));
    EXPECT_EQ(result, (std::array<float, 12>{2, 4, 6, 4, 10, 12, 14, 8, 18, 20, 22, 12}));
    EXPECT_EQ(statistics.latest().has_value(), caps().pipeline_statistics);
    if (statistics.latest()) {
        EXPECT_EQ(statistics.latest()->vertices_submitted, 3U);
        EXPECT_EQ(statistics.latest()->vertex_shader_invocations, 3U);
        EXPECT_EQ(statistics.latest()->primitives_submitted, 3U);
    }
    glUseProgram(0);
    glBindVertexArray(0);
}

TEST_F(ProgramFiles, ComputeNeedsItsVersion) {
    write("a.comp",
          "layout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer Out { uint value; };\n"
          "void main() { value = 42u; }\n");
    ProgramSource source;
    source.name = "compute";
    source.compute = "a.comp";
    source.glsl_version = 430;
    if (!caps().compute) GTEST_SKIP() << describe(caps()) << " has no compute shaders";
    const Program program(directory_, source);
    const std::uint32_t zero = 0;
    const Buffer buffer = createBuffer(std::span<const std::uint32_t>(&zero, 1), GL_STREAM_READ, "out");
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer.id());
    program.use();
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    std::uint32_t value = 0;
    readBuffer(buffer, 0, std::as_writable_bytes(std::span(&value, 1)));
    EXPECT_EQ(value, 42U);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, 0);
    glUseProgram(0);
}

// Handing a program to the driver takes milliseconds of a frame, and so does taking one from it.
TEST_F(ProgramFiles, AFrameHandsProgramsOverOrTakesOne) {
    if (!caps().parallel_compile) GTEST_SKIP() << "no GL_KHR_parallel_shader_compile";
    std::vector<Program> programs;
    for (int i = 0; i < 6; ++i) {
        source_.defines = {"FACTOR " + std::to_string(i) + ".0"};
        programs.push_back(Program::deferred(directory_, source_));
    }
    UnitPrograms some(directory_);
    for (Program& program : programs) {
        some.await(program);
        EXPECT_FALSE(program.started()) << "only buildSome() hands programs over";
    }
    const auto count = [&](bool (Program::*is)() const) {
        return std::ranges::count_if(programs, [&](const Program& program) { return (program.*is)(); });
    };
    std::ptrdiff_t handed_over = 0;
    std::ptrdiff_t built = 0;
    for (int frame = 0; built < 6; ++frame) {
        ASSERT_LT(frame, 1000);
        some.buildSome();
        const std::ptrdiff_t built_now = count(&Program::built);
        const std::ptrdiff_t handed_over_now = count(&Program::started) + built_now;
        EXPECT_LE(built_now - built, 1);
        if (handed_over < 6) {
            EXPECT_GT(handed_over_now, handed_over);
            EXPECT_EQ(built_now, 0) << "a program was taken before all were handed over";
        }
        handed_over = handed_over_now;
        built = built_now;
    }
    EXPECT_EQ(some.building(), 0U);
}

}  // namespace
}  // namespace phalanx::gl

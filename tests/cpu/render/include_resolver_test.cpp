// Includes in shaders, and driver logs mapped to files and lines: gl/objects/shader_source.h.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/file.h"
#include "gl/objects/shader_source.h"
#include "own_folder.h"

namespace phalanx::gl {
namespace {

namespace fs = std::filesystem;

class IncludeResolver : public ::testing::Test {
  protected:
    void SetUp() override {
        directory_ = test::ownFolder();
        fs::create_directories(directory_ / "include" / "deep");
    }
    void write(const std::string& name, std::string_view text) const { writeFile(directory_ / name, text); }
    ShaderSource load(const std::string& name) const { return loadShaderSource(directory_, name); }
    std::string shown(const std::string& name) const { return (directory_ / name).string(); }
    std::string failure(const std::string& name) const {
        try {
            load(name);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::kEnvironment);
            return error.what();
        }
        return "no error";
    }

    fs::path directory_;
};

// "FILE:LINE" of the line of the assembled text that contains `needle`.
std::string placeOf(const ShaderSource& source, const std::string& needle) {
    const std::size_t found = source.text.find(needle);
    if (found == std::string::npos) return "not found";
    const auto begin = source.text.begin();
    const auto line =
        static_cast<std::size_t>(std::count(begin, begin + static_cast<std::ptrdiff_t>(found), '\n'));
    if (line >= source.lines.size()) return "not in the table";
    return std::to_string(source.lines[line].file) + ":" + std::to_string(source.lines[line].line);
}

TEST_F(IncludeResolver, FileWithoutIncludesIsKept) {
    write("a.vert", "void main() {}\n");
    const ShaderSource source = load("a.vert");
    EXPECT_EQ(source.text, "void main() {}\n");
    EXPECT_EQ(source.files, std::vector<fs::path>{directory_ / "a.vert"});
}

TEST_F(IncludeResolver, LooksBesideTheFileThenInInclude) {
    write("a.vert", "#include \"common.glsl\"\n#include \"deep/b.glsl\"\nfloat end_of_a;\n");
    write("include/common.glsl", "float from_include;\n");
    write("include/deep/b.glsl", "#include \"common.glsl\"\n#include \"only_root.glsl\"\n");
    write("include/deep/common.glsl", "float from_deep;\n");
    write("only_root.glsl", "float from_root;\n");
    const ShaderSource source = load("a.vert");
    EXPECT_EQ(placeOf(source, "from_include"), "1:1");
    EXPECT_EQ(placeOf(source, "from_deep"), "3:1");
    EXPECT_EQ(placeOf(source, "from_root"), "4:1");
    EXPECT_EQ(placeOf(source, "end_of_a"), "0:3");
    ASSERT_EQ(source.files.size(), 5U);
    EXPECT_EQ(source.files[3], directory_ / "include/deep/common.glsl");
}

TEST_F(IncludeResolver, EachFileComesOnceUnderAnySpelling) {
    write("a.vert", "#include \"once.glsl\"\n#include \"../" + directory_.filename().string() +
                        "/include/once.glsl\"\n  #  include   \"deep/../once.glsl\"\nfloat end_of_a;\n");
    write("include/once.glsl", "#pragma once\nfloat once;\n");
    const ShaderSource source = load("a.vert");
    const std::size_t first = source.text.find("float once;");
    ASSERT_NE(first, std::string::npos);
    EXPECT_EQ(source.text.find("float once;", first + 1), std::string::npos);
    EXPECT_EQ(source.text.find("#pragma"), std::string::npos);
    EXPECT_EQ(placeOf(source, "float once;"), "1:2");
    EXPECT_EQ(placeOf(source, "end_of_a"), "0:4");
    EXPECT_EQ(source.files.size(), 2U);
}

TEST_F(IncludeResolver, CppIncludesAndCommentsAreLeftAlone) {
    write("a.vert",
          "#ifdef __cplusplus\n#include <cstdint>\n#endif\n// #include \"none.glsl\"\n"
          "/* text\n#include \"none.glsl\"\n*/ float kept;\n");
    const ShaderSource source = load("a.vert");
    EXPECT_EQ(source.text.find("<cstdint>"), std::string::npos);
    EXPECT_EQ(placeOf(source, "kept"), "0:7");
}

TEST_F(IncludeResolver, WindowsLinesAndByteOrderMark) {
    write("a.vert", "\xEF\xBB\xBF#include \"b.glsl\"\r\nfloat end_of_a;\r\n");
    write("b.glsl", "float b;");  // no newline at the end of the file
    const ShaderSource source = load("a.vert");
    EXPECT_EQ(source.text, "float b;\nfloat end_of_a;\n");
}

TEST_F(IncludeResolver, CycleIsAnErrorWithItsChain) {
    write("a.vert", "#include \"b.glsl\"\n");
    write("b.glsl", "\n#include \"c.glsl\"\n");
    write("c.glsl", "\n\n#include \"b.glsl\"\n");
    EXPECT_EQ(failure("a.vert"), shown("c.glsl") + ":3: files include each other: " + shown("b.glsl") +
                                     " -> " + shown("c.glsl") + " -> " + shown("b.glsl"));
    write("self.glsl", "#include \"self.glsl\"\n");
    EXPECT_NE(failure("self.glsl").find("self.glsl:1: files include each other"), std::string::npos);
}

TEST_F(IncludeResolver, MissingFileNamesTheIncluderAndTheSearchedFolders) {
    write("a.vert", "\n\n#include \"gone.glsl\"\n");
    const std::string text = failure("a.vert");
    EXPECT_TRUE(text.starts_with(shown("a.vert") + ":3: includes \"gone.glsl\"")) << text;
    EXPECT_TRUE(text.ends_with("in none of " + shown("") + ", " + shown("include/"))) << text;

    EXPECT_NE(failure("gone.vert").find(shown("gone.vert")), std::string::npos);
}

TEST_F(IncludeResolver, MissingFilesAreWatchedToo) {
    write("a.vert", "#include \"gone.glsl\"\n");
    std::vector<fs::path> looked_at;
    EXPECT_THROW(loadShaderSource(directory_, "a.vert", &looked_at), Error);
    const auto has = [&](const fs::path& file) {
        return std::find(looked_at.begin(), looked_at.end(), file) != looked_at.end();
    };
    EXPECT_TRUE(has(directory_ / "a.vert"));
    EXPECT_TRUE(has(directory_ / "gone.glsl"));
    EXPECT_TRUE(has(directory_ / "include" / "gone.glsl"));
}

// The text that a condition leaves out cannot come again where it is needed.
TEST_F(IncludeResolver, AFileInsertedUnderAConditionIsNotIncludedOutsideOfIt) {
    write("include/b.glsl", "#ifndef B_H\n#define B_H\n#include \"c.glsl\"\n#endif\n");
    write("include/c.glsl", "float c;\n");
    write("in.vert",
          "#ifdef A\n#include \"c.glsl\"\n#endif\n#ifdef A\n#if B\n#include \"c.glsl\"\n#endif\n#endif\n");
    EXPECT_EQ(load("in.vert").files.size(), 2U);
    write("guard.vert", "#include \"b.glsl\"\n#include \"c.glsl\"\n");
    EXPECT_EQ(load("guard.vert").files.size(), 3U);
    for (const std::string first : {"#ifdef A", "#if A == 1", "#ifndef A", "#ifdef B\n#else"}) {
        write("a.vert", first + "\n#include \"c.glsl\"\n#endif\n#include \"c.glsl\"\n");
        const std::string error = failure("a.vert");
        EXPECT_NE(error.find("only if"), std::string::npos) << first << ": " << error;
        EXPECT_NE(error.find(shown("include/c.glsl")), std::string::npos) << error;
    }
}

TEST_F(IncludeResolver, MalformedIncludeAndVersionAreErrors) {
    write("a.vert", "#include none.glsl\n");
    EXPECT_NE(failure("a.vert").find("a.vert:1: malformed"), std::string::npos);
    write("b.vert", "#include \"\"\n");
    EXPECT_NE(failure("b.vert").find("b.vert:1: malformed"), std::string::npos);
    write("c.vert", "\n#version 330 core\n");
    EXPECT_NE(failure("c.vert").find("c.vert:2: #version"), std::string::npos);
}

TEST_F(IncludeResolver, ThePreambleComesFirst) {
    write("a.vert", "float a;\n");
    const std::vector<std::string> preamble = {"#version 330 core", "#define WEIGHTS 4", "#define CROSSFADE"};
    const ShaderSource source = assembleShader(load("a.vert"), preamble);
    EXPECT_EQ(source.text, "#version 330 core\n#define WEIGHTS 4\n#define CROSSFADE\nfloat a;\n");
    EXPECT_EQ(placeOf(source, "WEIGHTS"), "-1:1");
    EXPECT_EQ(placeOf(source, "float a"), "0:1");
    EXPECT_EQ(source.lines.size(), 4U);
}

// Line 3 of the text is line 12 of the vertex shader; line 4 is line 7 of the included file.
ShaderSource sampleSource() {
    ShaderSource source;
    source.files = {"shaders/texture.vert", "shaders/include/pose.glsl"};
    source.lines = {{ShaderLine::kPreamble, 0}, {ShaderLine::kPreamble, 1}, {0, 12}, {1, 7}};
    return source;
}

TEST(MapLog, EveryVendorsForm) {
    const ShaderSource source = sampleSource();
    // Mesa
    EXPECT_EQ(mapLog("0:3(5): error: `x' undeclared\n", source),
              "shaders/texture.vert:12: error: `x' undeclared");
    EXPECT_EQ(mapLog("0:4(14): warning: unused", source), "shaders/include/pose.glsl:7: warning: unused");
    // NVIDIA
    EXPECT_EQ(mapLog("0(3) : error C1503: undefined variable \"x\"\n0(4) : warning C7050: maybe", source),
              "shaders/texture.vert:12: error C1503: undefined variable \"x\"\n"
              "shaders/include/pose.glsl:7: warning C7050: maybe");
    // Intel, AMD, ANGLE, Apple
    EXPECT_EQ(mapLog("ERROR: 0:3: 'x' : undeclared identifier", source),
              "shaders/texture.vert:12: error: 'x' : undeclared identifier");
    EXPECT_EQ(mapLog("WARNING: 0:4: 'y' : deprecated", source),
              "shaders/include/pose.glsl:7: warning: 'y' : deprecated");
    EXPECT_EQ(mapLog("ERROR: 0:3: error(#143) Undeclared", source),
              "shaders/texture.vert:12: error(#143) Undeclared");
}

TEST(MapLog, OtherLinesAreUnchanged) {
    const ShaderSource source = sampleSource();
    EXPECT_EQ(mapLog("", source), "");
    EXPECT_EQ(mapLog("Vertex info\n-----------\n\n2 errors\n", source), "Vertex info\n-----------\n2 errors");
    EXPECT_EQ(mapLog("ERROR: 2 compilation errors.", source), "ERROR: 2 compilation errors.");
    EXPECT_EQ(mapLog("0:5(1): error: past the end", source), "0:5(1): error: past the end");
    EXPECT_EQ(mapLog("0:0(1): error: before the start", source), "0:0(1): error: before the start");
    EXPECT_EQ(mapLog("1:1(1): error: not our string", source), "1:1(1): error: not our string");
    EXPECT_EQ(mapLog("0 things", source), "0 things");
    EXPECT_EQ(mapLog("0:99999999999999999999999: huge", source), "0:99999999999999999999999: huge");
    EXPECT_EQ(mapLog("0:2(1): error: bad define", source), "(defines):1: error: bad define");
    EXPECT_EQ(mapLog(std::string_view("0:3(1): error: x\n\0", 18), source),
              "shaders/texture.vert:12: error: x");
}

}  // namespace
}  // namespace phalanx::gl

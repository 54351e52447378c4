#include "gl/objects/program.h"

#include <algorithm>
#include <cassert>
#include <exception>
#include <glm/gtc/type_ptr.hpp>
#include <limits>
#include <system_error>

#include "core/error.h"
#include "core/log.h"
#include "core/stopwatch.h"
#include "gl/objects/debug.h"
#include "gl/objects/shader_source.h"

namespace phalanx::gl {
namespace {

namespace fs = std::filesystem;

const char* stageName(GLenum stage) {
    switch (stage) {
        case GL_VERTEX_SHADER:
            return "vertex";
        case GL_FRAGMENT_SHADER:
            return "fragment";
        default:
            return "compute";
    }
}

std::string shaderLog(GLuint shader) {
    GLint length = 0;
    glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(length), '\0');
    if (length > 0) glGetShaderInfoLog(shader, length, nullptr, log.data());
    return log;
}

std::string programLog(GLuint program) {
    GLint length = 0;
    glGetProgramiv(program, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(length), '\0');
    if (length > 0) glGetProgramInfoLog(program, length, nullptr, log.data());
    return log;
}

// For programs that only capture vertices: OpenGL ES links none without a fragment shader.
ShaderSource emptyFragmentShader() {
    return {"void main() {}\n", {"empty fragment shader"}, {{0, 1}}};
}

struct Compiling {
    ShaderHandle shader;
    GLenum stage = GL_VERTEX_SHADER;
    ShaderSource code;
};

Compiling compile(const ProgramSource& source, GLenum stage, ShaderSource text) {
    Compiling compiling{ShaderHandle::create(stage), stage,
                        assembleShader(std::move(text), shaderPreamble(currentCapabilities(), source))};
    if (!compiling.shader) {
        throw environmentError(
            "program " + source.name,
            std::string(stageName(stage)) + " shaders need OpenGL 4.3, which this context does not have");
    }
    const char* pointer = compiling.code.text.c_str();
    glShaderSource(compiling.shader.id(), 1, &pointer, nullptr);
    glCompileShader(compiling.shader.id());
    label(compiling.shader, source.name + " " + stageName(stage));
    return compiling;
}

// Waits for the compiler.
void requireCompiled(const ProgramSource& source, const Compiling& compiling) {
    GLint compiled = GL_FALSE;
    glGetShaderiv(compiling.shader.id(), GL_COMPILE_STATUS, &compiled);
    const std::string log = mapLog(shaderLog(compiling.shader.id()), compiling.code);
    if (compiled == GL_FALSE) {
        throw environmentError("program " + source.name,
                               std::string(stageName(compiling.stage)) + " shader does not compile\n" +
                                   (log.empty() ? compiling.code.files.front().string() : log));
    }
    if (!log.empty()) debug("program {}: {}", source.name, log);
}

}  // namespace

std::vector<std::string> shaderPreamble(const Capabilities& capabilities, const ProgramSource& source) {
    std::vector<std::string> lines;
    if (capabilities.es) {
        lines.emplace_back("#version 300 es");
        for (const char* type :
             {"float", "int", "sampler2D", "sampler2DArray", "sampler2DArrayShadow", "usampler2D"})
            lines.push_back(std::string("precision highp ") + type + ";");
        lines.emplace_back("#define noperspective");
    } else {
        lines.push_back("#version " + std::to_string(source.glsl_version) + " core");
    }
    // NVIDIA's drivers know it, others ignore it.
    if (source.keeps_loops) lines.emplace_back("#pragma optionNV(unroll none)");
    if (!capabilities.buffer_textures) {
        lines.emplace_back("#define PH_NO_BUFFER_TEXTURES");
        lines.push_back("#define PH_BUFFER_TEXTURE_WIDTH " + std::to_string(kBufferTextureWidth));
    }
    if (!capabilities.norm16) lines.emplace_back("#define PH_NO_NORM16");
    if (capabilities.encodes_srgb) lines.emplace_back("#define PH_ENCODES_SRGB");
    for (const std::string& define : source.defines) lines.push_back("#define " + define);
    return lines;
}

struct Program::Build {
    std::vector<fs::path> looked_at;
    fs::file_time_type started;
    std::exception_ptr error;  // of a file that cannot be read; there is no program then
    std::vector<Compiling> shaders;
    ProgramHandle program;
};

Program::Program(fs::path shader_directory, ProgramSource source,
                 std::shared_ptr<const ShaderOverrides> overrides)
    : Program(deferred(std::move(shader_directory), std::move(source), std::move(overrides))) {
    finish();
}

Program Program::deferred(fs::path shader_directory, ProgramSource source,
                          std::shared_ptr<const ShaderOverrides> overrides) {
    assert(source.compute.empty() != source.vertex.empty());
    Program program;
    program.shader_directory_ = std::move(shader_directory);
    program.source_ = std::move(source);
    program.overrides_ = std::move(overrides);
    return program;
}

Program::~Program() = default;
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;

void Program::start() {
    if (built() || build_ != nullptr) return;
    const Stopwatch watch;
    build_ = begin();
    debug("program {}: handed to the driver in {:.0f} ms, until {:.0f} ms", source_.name, watch.elapsed_ms(),
          sinceStart_ms());
}

bool Program::ready() const {
    constexpr GLenum kCompletionStatus = 0x91B1;  // GL_COMPLETION_STATUS_KHR
    if (built()) return true;
    if (build_ == nullptr) return false;
    if (!build_->program || !currentCapabilities().parallel_compile) return true;
    GLint complete = GL_FALSE;
    glGetProgramiv(build_->program.id(), kCompletionStatus, &complete);
    return complete != GL_FALSE;
}

void Program::finish() {
    if (built()) return;
    const Stopwatch watch;
    start();
    try {
        replace();
        debug("program {}: waited {:.0f} ms for the driver, until {:.0f} ms", source_.name,
              watch.elapsed_ms(), sinceStart_ms());
    } catch (const Error& error) {
        last_error_ = error.what();
        throw;
    }
    last_error_.clear();
}

// Takes what the driver built. On failure throws, and the old program stays in use.
void Program::replace() {
    const std::unique_ptr<Build> build = std::move(build_);
    watch(build->looked_at, build->started);
    adopt(end(*build));
}

std::unique_ptr<Program::Build> Program::begin() const {
    auto build = std::make_unique<Build>();
    build->started = fs::file_time_type::clock::now();
    std::vector<Compiling>& shaders = build->shaders;
    const auto add = [&](GLenum stage, const fs::path& file) {
        if (file.empty()) return;
        shaders.push_back(compile(
            source_, stage, loadShaderSource(shader_directory_, file, &build->looked_at, overrides_.get())));
    };
    try {
        add(GL_VERTEX_SHADER, source_.vertex);
        add(GL_FRAGMENT_SHADER, source_.fragment);
        add(GL_COMPUTE_SHADER, source_.compute);
    } catch (const Error&) {
        build->error = std::current_exception();
        return build;
    }
    if (currentCapabilities().es && source_.compute.empty() && source_.fragment.empty())
        shaders.push_back(compile(source_, GL_FRAGMENT_SHADER, emptyFragmentShader()));

    build->program = ProgramHandle::create();
    const GLuint program = build->program.id();
    for (const Compiling& each : shaders) glAttachShader(program, each.shader.id());
    if (!source_.feedback_varyings.empty()) {
        std::vector<const char*> names;
        for (const std::string& name : source_.feedback_varyings) names.push_back(name.c_str());
        glTransformFeedbackVaryings(program, static_cast<GLsizei>(names.size()), names.data(),
                                    GL_INTERLEAVED_ATTRIBS);
    }
    glLinkProgram(program);
    return build;
}

// Waits for the driver.
ProgramHandle Program::end(Build& build) const {
    GLint linked = GL_FALSE;
    if (!build.error) glGetProgramiv(build.program.id(), GL_LINK_STATUS, &linked);
    // Each question to a browser's driver waits for its process, so the shaders are asked only if there is
    // something to say.
    if (linked == GL_FALSE || logsDebug()) {
        for (const Compiling& each : build.shaders) requireCompiled(source_, each);
    }
    if (build.error) std::rethrow_exception(build.error);
    const GLuint program = build.program.id();
    if (linked == GL_FALSE) {
        // A linker's log may refer to two shaders with different files, so its lines are not mapped.
        std::string files;
        for (const fs::path& file : {source_.vertex, source_.fragment, source_.compute}) {
            if (!file.empty()) files += (files.empty() ? "" : ", ") + (shader_directory_ / file).string();
        }
        throw environmentError("program " + source_.name,
                               "does not link (" + files + ")\n" + programLog(program));
    }
    for (const Compiling& each : build.shaders) glDetachShader(program, each.shader.id());
    label(build.program, source_.name);
    return std::move(build.program);
}

void Program::adopt(ProgramHandle program) {
    program_ = std::move(program);
    uniforms_.clear();
    for (const auto& [name, binding] : source_.blocks) {
        const GLuint index = block(name);
        if (index != GL_INVALID_INDEX)
            glUniformBlockBinding(program_.id(), index, static_cast<GLuint>(binding));
    }
    glUseProgram(program_.id());
    for (const auto& [name, unit] : source_.samplers) glUniform1i(uniform(name), unit);
}

void Program::use() const {
    glUseProgram(program_.id());
}

GLint Program::uniform(std::string_view name) const {
    const auto known = uniforms_.find(name);
    if (known != uniforms_.end()) return known->second;
    std::string text(name);
    const GLint location = glGetUniformLocation(program_.id(), text.c_str());
    uniforms_.emplace(std::move(text), location);
    return location;
}

GLuint Program::block(const std::string& name) const {
    return glGetUniformBlockIndex(program_.id(), name.c_str());
}

void Program::setUniform(std::string_view name, int value) const {
    glUniform1i(uniform(name), value);
}
void Program::setUniform(std::string_view name, unsigned value) const {
    glUniform1ui(uniform(name), value);
}
void Program::setUniform(std::string_view name, float value) const {
    glUniform1f(uniform(name), value);
}
void Program::setUniform(std::string_view name, const glm::vec2& value) const {
    glUniform2fv(uniform(name), 1, glm::value_ptr(value));
}
void Program::setUniform(std::string_view name, std::span<const glm::vec2> values) const {
    glUniform2fv(uniform(name), static_cast<GLsizei>(values.size()), glm::value_ptr(values.front()));
}
void Program::setUniform(std::string_view name, const glm::vec3& value) const {
    glUniform3fv(uniform(name), 1, glm::value_ptr(value));
}
void Program::setUniform(std::string_view name, const glm::vec4& value) const {
    glUniform4fv(uniform(name), 1, glm::value_ptr(value));
}
void Program::setUniform(std::string_view name, const glm::ivec2& value) const {
    glUniform2iv(uniform(name), 1, glm::value_ptr(value));
}
void Program::setUniform(std::string_view name, const glm::ivec3& value) const {
    glUniform3iv(uniform(name), 1, glm::value_ptr(value));
}
void Program::setUniform(std::string_view name, const glm::ivec4& value) const {
    glUniform4iv(uniform(name), 1, glm::value_ptr(value));
}
void Program::setUniform(std::string_view name, const glm::uvec2& value) const {
    glUniform2uiv(uniform(name), 1, glm::value_ptr(value));
}
void Program::setUniform(std::string_view name, const glm::uvec3& value) const {
    glUniform3uiv(uniform(name), 1, glm::value_ptr(value));
}
void Program::setUniform(std::string_view name, const glm::uvec4& value) const {
    glUniform4uiv(uniform(name), 1, glm::value_ptr(value));
}
void Program::setUniform(std::string_view name, const glm::mat3& value) const {
    glUniformMatrix3fv(uniform(name), 1, GL_FALSE, glm::value_ptr(value));
}
void Program::setUniform(std::string_view name, const glm::mat4& value) const {
    glUniformMatrix4fv(uniform(name), 1, GL_FALSE, glm::value_ptr(value));
}

bool Program::reloadIfChanged() {
    for (const Stamp& stamp : stamps_) {
        if (stampOf(stamp.file) != stamp) return reload();
    }
    return false;
}

bool Program::reload() {
    build_.reset();
    if (!built()) {
        last_error_.clear();
        stamps_.clear();
        return false;
    }
    std::string failure;
    try {
        build_ = begin();
        replace();
    } catch (const std::exception& error) {
        failure = error.what();
    }
    if (!failure.empty()) {
        if (failure != last_error_) warn("{}; the old program stays in use", failure);
        last_error_ = std::move(failure);
        return false;
    }
    last_error_.clear();
    info("program {}: reloaded", source_.name);
    return true;
}

void Program::watch(std::vector<fs::path> files, fs::file_time_type started) {
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    const auto now = fs::file_time_type::clock::now();
    stamps_.clear();
    for (const fs::path& file : files) {
        Stamp stamp = stampOf(file);
        // The file was written while it was being read, so it is unknown which version was compiled: force a
        // difference at the next check. A time in the future, as on a network drive, would always differ and
        // is ignored.
        if (stamp.time >= started && stamp.time <= now)
            stamp.size = std::numeric_limits<std::uintmax_t>::max();
        stamps_.push_back(std::move(stamp));
    }
}

Program::Stamp Program::stampOf(const fs::path& file) {
    Stamp stamp{file, fs::file_time_type::min(), 0};
    std::error_code error;
    const auto time = fs::last_write_time(file, error);
    if (error) return stamp;
    stamp.time = time;
    const auto size = fs::file_size(file, error);
    if (!error) stamp.size = size;
    return stamp;
}

}  // namespace phalanx::gl

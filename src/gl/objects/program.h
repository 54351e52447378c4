// A linked program built from shader files, at once or while frames go on; it can be reloaded when these
// files change.
#pragma once

#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"
#include "gl/objects/shader_source.h"

namespace phalanx::gl {

struct ProgramSource {
    std::string name;  // for debug labels and messages
    // Relative to the shader directory. Vertex, with fragment or feedback_varyings or both; or compute alone.
    std::filesystem::path vertex, fragment, compute;
    std::vector<std::string> defines;  // "NAME" or "NAME VALUE", for all stages
    // Transform feedback, interleaved into one buffer in this order.
    std::vector<std::string> feedback_varyings;
    int glsl_version = 330;  // at least 330; 430 for compute
    // Asks the driver not to unroll loops: the program is linked sooner, and takes longer to run.
    bool keeps_loops = false;
    // GLSL 330 has no layout(binding=): uniform blocks and samplers get their bindings here, by name, after
    // linking. Names that the program does not have are ignored, because compilers remove what is not used.
    std::vector<std::pair<std::string, int>> blocks;
    std::vector<std::pair<std::string, int>> samplers;
};

// The lines before a shader's own text: version, precision and defines for this context.
std::vector<std::string> shaderPreamble(const Capabilities& capabilities, const ProgramSource& source);

// Building and reloading leave the new program in use (glUseProgram).
class Program {
  public:
    // Compiles and links. Throws Error (kEnvironment) if a file is missing, does not compile or does not
    // link; the driver's log then refers to the real files and lines. `overrides` is read at every build;
    // nullptr: none.
    Program(std::filesystem::path shader_directory, ProgramSource source,
            std::shared_ptr<const ShaderOverrides> overrides = nullptr);
    // A program that is not compiled yet. Only start(), finish(), source() and the functions that reload may
    // be called before finish().
    static Program deferred(std::filesystem::path shader_directory, ProgramSource source,
                            std::shared_ptr<const ShaderOverrides> overrides = nullptr);
    ~Program();
    Program(Program&&) noexcept;
    Program& operator=(Program&&) noexcept;
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    // Hands the shaders to the driver, once. With Capabilities::parallel_compile it does not wait for them.
    // Throws as finish() does.
    void start();
    bool started() const { return build_ != nullptr; }  // and not finished
    // True if finish() does not wait for the driver.
    bool ready() const;
    bool built() const { return program_.id() != 0; }
    // Builds the program unless it is built, and waits for that. Throws as the constructor does, and keeps
    // the text for lastError(); calling it again tries again.
    void finish();

    GLuint id() const { return program_.id(); }
    const std::string& name() const { return source_.name; }
    const ProgramSource& source() const { return source_; }
    void use() const;

    // Location, or -1 if the linked program has no such uniform. Cached: queries GL once per name and link.
    GLint uniform(std::string_view name) const;
    // Index of a uniform block, or GL_INVALID_INDEX if there is none.
    GLuint block(const std::string& name) const;

    // The program must be in use. Names that it does not have are ignored. A reload resets all values except
    // samplers: set what a pass needs each time it runs.
    void setUniform(std::string_view name, int value) const;
    void setUniform(std::string_view name, unsigned value) const;
    void setUniform(std::string_view name, float value) const;
    void setUniform(std::string_view name, const glm::vec2& value) const;
    void setUniform(std::string_view name, std::span<const glm::vec2> values) const;
    void setUniform(std::string_view name, const glm::vec3& value) const;
    void setUniform(std::string_view name, const glm::vec4& value) const;
    void setUniform(std::string_view name, const glm::ivec2& value) const;
    void setUniform(std::string_view name, const glm::ivec3& value) const;
    void setUniform(std::string_view name, const glm::ivec4& value) const;
    void setUniform(std::string_view name, const glm::uvec2& value) const;
    void setUniform(std::string_view name, const glm::uvec3& value) const;
    void setUniform(std::string_view name, const glm::uvec4& value) const;
    void setUniform(std::string_view name, const glm::mat3& value) const;
    void setUniform(std::string_view name, const glm::mat4& value) const;
    void setUniform(std::string_view name, bool value) const = delete;  // pass int: GLSL has both

    // Rebuilds if one of its files, includes among them, has changed since the last attempt. True if the
    // program was replaced (id() may differ). Does not throw: on failure the old program stays in use, the
    // error is logged once per change and kept in lastError(). Cheap enough for every frame: one stat() per
    // file. A program that is not built yet stays so, and forgets its error.
    bool reloadIfChanged();
    // Rebuilds in any case. True if the program was replaced. A program that is not built yet starts over.
    bool reload();
    // The error that keeps the newest files from being used; empty if there is none.
    const std::string& lastError() const { return last_error_; }

  private:
    struct Stamp {
        std::filesystem::path file;
        std::filesystem::file_time_type time;  // min() if the file does not exist
        std::uintmax_t size;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };

    struct Build;  // what the driver works on

    Program() = default;
    std::unique_ptr<Build> begin() const;
    ProgramHandle end(Build& build) const;
    void replace();
    void adopt(ProgramHandle program);
    void watch(std::vector<std::filesystem::path> files, std::filesystem::file_time_type started);
    static Stamp stampOf(const std::filesystem::path& file);

    std::filesystem::path shader_directory_;
    ProgramSource source_;
    std::shared_ptr<const ShaderOverrides> overrides_;
    ProgramHandle program_;
    std::unique_ptr<Build> build_;  // from start() to finish()
    mutable std::map<std::string, GLint, std::less<>> uniforms_;
    std::vector<Stamp> stamps_;
    std::string last_error_;
};

}  // namespace phalanx::gl

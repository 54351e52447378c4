// A linked program built from shader files; it can be reloaded when these files change.
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
    // file.
    bool reloadIfChanged();
    // Rebuilds in any case. True if the program was replaced.
    bool reload();
    // The error that keeps the newest files from being used; empty if the program is up to date.
    const std::string& lastError() const { return last_error_; }

  private:
    struct Stamp {
        std::filesystem::path file;
        std::filesystem::file_time_type time;  // min() if the file does not exist
        std::uintmax_t size;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };

    ProgramHandle build(std::vector<std::filesystem::path>& looked_at) const;
    void adopt(ProgramHandle program);
    void watch(std::vector<std::filesystem::path> files, std::filesystem::file_time_type started);
    static Stamp stampOf(const std::filesystem::path& file);

    std::filesystem::path shader_directory_;
    ProgramSource source_;
    std::shared_ptr<const ShaderOverrides> overrides_;
    ProgramHandle program_;
    mutable std::map<std::string, GLint, std::less<>> uniforms_;
    std::vector<Stamp> stamps_;
    std::string last_error_;
};

}  // namespace phalanx::gl

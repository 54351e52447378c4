// A linked program made from shader files, which follows its files as they change.
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

#include "gl/objects/handle.h"
#include "gl/objects/shader_source.h"

namespace phalanx::gl {

struct ProgramSource {
    std::string name;  // for labels and messages
    // Relative to the shader directory. Vertex, with fragment or feedback_varyings or both; or compute alone.
    std::filesystem::path vertex, fragment, compute;
    std::vector<std::string> defines;  // "NAME" or "NAME VALUE", for all stages
    std::vector<std::string>
        feedback_varyings;   // transform feedback, interleaved into one buffer in this order
    int glsl_version = 330;  // 430 for compute
    // GLSL 330 has no layout(binding=): uniform blocks and samplers get their numbers here, by name, after
    // linking. Names that the program does not have are passed over: compilers drop what is not used.
    std::vector<std::pair<std::string, int>> blocks;
    std::vector<std::pair<std::string, int>> samplers;
};

// Building and reloading leave the new program in use.
class Program {
  public:
    // Throws Error (kEnvironment) where a file is missing, does not compile or does not link; the driver's
    // log names the real files and lines. `overrides` are asked at every build; nullptr: none.
    Program(std::filesystem::path shader_directory, ProgramSource source,
            std::shared_ptr<const ShaderOverrides> overrides = nullptr);

    GLuint id() const { return program_.id(); }
    const std::string& name() const { return source_.name; }
    const ProgramSource& source() const { return source_; }
    void use() const;

    // -1 where the linked program has no such uniform. Cached; asks GL once a name and link.
    GLint uniform(std::string_view name) const;
    // GL_INVALID_INDEX where there is no such block.
    GLuint block(const std::string& name) const;

    // The program must be in use. A name that the program does not have is passed over.
    // A reload forgets all values but the samplers: set what a pass needs each time it runs.
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
    void setUniform(std::string_view name, bool value) const = delete;  // say int: GLSL has both

    // Builds anew if one of its files, includes among them, changed since the last attempt. True if the
    // program was replaced (id() may differ). Never throws: a failure keeps the old program, is logged once a
    // change, and is kept in lastError(). Cheap enough for each frame: one stat a file.
    bool reloadIfChanged();
    // The same, changed or not. True if the program was replaced.
    bool reload();
    // What kept the newest files from becoming the program; empty when it is up to date.
    const std::string& lastError() const { return last_error_; }

  private:
    struct Stamp {
        std::filesystem::path file;
        std::filesystem::file_time_type time;  // min() where there is no such file
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

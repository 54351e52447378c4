#include "gl/objects/debug.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>

#include "core/log.h"

namespace phalanx::gl {
namespace {

// Drivers may report from their own threads.
struct Problems {
    std::mutex mutex;
    bool collected = false;
    int count = 0;
    std::vector<std::string> texts;
};

Problems& problems() {
    static Problems instance;
    return instance;
}

bool isProblem(GLenum source, GLenum type) {
    // Compiler messages are part of the program's own error, which names the real files.
    if (source == GL_DEBUG_SOURCE_SHADER_COMPILER) return false;
    return type == GL_DEBUG_TYPE_ERROR || type == GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR ||
           type == GL_DEBUG_TYPE_DEPRECATED_BEHAVIOR || type == GL_DEBUG_TYPE_PORTABILITY;
}

void GLAD_API_PTR receive(GLenum source, GLenum type, GLuint id, GLenum /*severity*/, GLsizei length,
                          const GLchar* message, const void* /*user*/) {
    if (type == GL_DEBUG_TYPE_PUSH_GROUP || type == GL_DEBUG_TYPE_POP_GROUP || type == GL_DEBUG_TYPE_MARKER)
        return;
    std::string text =
        length > 0 ? std::string(message, static_cast<std::size_t>(length)) : std::string(message);
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    if (!isProblem(source, type)) {
        debug("GL {}: {}", id, text);
        return;
    }
    constexpr std::size_t kKept = 16;
    Problems& all = problems();
    const std::lock_guard lock(all.mutex);
    ++all.count;
    if (all.texts.size() < kKept) {
        // A bad call in a frame loop would fill the log, so only the first ones are logged; all are counted.
        warn("GL {}: {}", id, text);
        all.texts.push_back(std::move(text));
    }
}

void labelObject(GLenum kind, GLuint id, std::string_view name) {
    if (glad_glObjectLabel == nullptr || id == 0) return;
    // GL_MAX_LABEL_LENGTH is at least 256, including the terminator.
    constexpr std::size_t kLongest = 255;
    glObjectLabel(kind, id, static_cast<GLsizei>(std::min(name.size(), kLongest)), name.data());
}

}  // namespace

bool debugOutputWanted() {
    const char* wanted = std::getenv("PHALANX_GL_DEBUG");
    if (wanted != nullptr && *wanted != '\0') return std::string_view(wanted) != "0";
#ifdef NDEBUG
    return false;
#else
    return true;
#endif
}

void installDebugOutput(const Capabilities& capabilities) {
    if (!capabilities.khr_debug) return;
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(&receive, nullptr);
    glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, nullptr, GL_TRUE);
    Problems& all = problems();
    const std::lock_guard lock(all.mutex);
    all.collected = true;
}

bool debugOutputOn() {
    Problems& all = problems();
    const std::lock_guard lock(all.mutex);
    return all.collected;
}

int debugProblems() {
    Problems& all = problems();
    const std::lock_guard lock(all.mutex);
    return all.count;
}

std::vector<std::string> debugProblemTexts() {
    Problems& all = problems();
    const std::lock_guard lock(all.mutex);
    return all.texts;
}

DebugGroup::DebugGroup(std::string_view name) : pushed_(glad_glPushDebugGroup != nullptr) {
    if (pushed_)
        glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, static_cast<GLsizei>(name.size()), name.data());
}

DebugGroup::~DebugGroup() {
    if (pushed_) glPopDebugGroup();
}

void label(const Buffer& object, std::string_view name) {
    labelObject(GL_BUFFER, object.id(), name);
}
void label(const Texture& object, std::string_view name) {
    labelObject(GL_TEXTURE, object.id(), name);
}
void label(const VertexArray& object, std::string_view name) {
    labelObject(GL_VERTEX_ARRAY, object.id(), name);
}
void label(const ProgramHandle& object, std::string_view name) {
    labelObject(GL_PROGRAM, object.id(), name);
}
void label(const ShaderHandle& object, std::string_view name) {
    labelObject(GL_SHADER, object.id(), name);
}
void label(const Framebuffer& object, std::string_view name) {
    labelObject(GL_FRAMEBUFFER, object.id(), name);
}
void label(const Renderbuffer& object, std::string_view name) {
    labelObject(GL_RENDERBUFFER, object.id(), name);
}
void label(const Query& object, std::string_view name) {
    labelObject(GL_QUERY, object.id(), name);
}
void label(const Sampler& object, std::string_view name) {
    labelObject(GL_SAMPLER, object.id(), name);
}

}  // namespace phalanx::gl

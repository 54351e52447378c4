// Logs the driver's messages, and names objects and passes for frame debuggers (RenderDoc, apitrace). Needs
// OpenGL 4.3 or GL_KHR_debug; without it, all functions do nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"

namespace phalanx::gl {

// Whether debug output is to be installed: $PHALANX_GL_DEBUG, 1 or 0; if unset, only in builds without
// NDEBUG. It slows down every call, because messages are reported synchronously from the call that causes
// them.
bool debugOutputWanted();

// Sends driver messages to the log (glDebugMessageCallback): errors, undefined behaviour, deprecated and
// non-portable use as warnings, each counted by debugProblems(); others (such as NVIDIA's notes on buffers
// and recompiles) at debug level. Call once after creating the context, if debugOutputWanted(). Labels and
// groups do not need it.
void installDebugOutput(const Capabilities& capabilities);

// Number of problems reported since the start. Always 0 without KHR_debug or installDebugOutput(); then only
// glGetError can detect errors.
int debugProblems();
// Whether problems are collected.
bool debugOutputOn();
// The texts of the first problems, at most 16.
std::vector<std::string> debugProblemTexts();

// Names all commands issued during its lifetime, in frame debuggers and profilers (glPushDebugGroup).
class DebugGroup {
  public:
    explicit DebugGroup(std::string_view name);
    ~DebugGroup();
    DebugGroup(const DebugGroup&) = delete;
    DebugGroup& operator=(const DebugGroup&) = delete;
    DebugGroup(DebugGroup&&) = delete;
    DebugGroup& operator=(DebugGroup&&) = delete;

  private:
    bool pushed_;
};

// Names an object (glObjectLabel). It must have been bound once, because GL creates objects at the first
// bind.
void label(const Buffer& object, std::string_view name);
void label(const Texture& object, std::string_view name);
void label(const VertexArray& object, std::string_view name);
void label(const ProgramHandle& object, std::string_view name);
void label(const ShaderHandle& object, std::string_view name);
void label(const Framebuffer& object, std::string_view name);
void label(const Renderbuffer& object, std::string_view name);
void label(const Query& object, std::string_view name);
void label(const Sampler& object, std::string_view name);

}  // namespace phalanx::gl

// The driver's messages in our log, and names for objects and passes in captures (RenderDoc, apitrace).
// All do nothing where the context has no KHR_debug.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"

namespace phalanx::gl {

// Whether the program listens to the driver: $PHALANX_GL_DEBUG says 1 or 0; unset, builds without NDEBUG do.
// It costs time in every call, for messages come from within the call that is to blame.
bool debugOutputWanted();

// Sends messages to the log: errors, undefined behaviour, deprecated and non-portable use as warnings, each
// counted by debugProblems(); the rest (NVIDIA's notes on buffers and recompiles) at debug level only. Call
// once after the context is made, where debugOutputWanted(). Labels and groups need none of this.
void installDebugOutput(const Capabilities& capabilities);

// How many problems were reported since the start, and the first of them (16 at most). Where debug output was
// not installed, or there is no KHR_debug, collects nothing: glGetError stays the only witness.
int debugProblems();
// Whether problems are collected.
bool debugOutputOn();
std::vector<std::string> debugProblemTexts();

// Names all commands while it lives, in captures and profilers.
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

// Names an object. It must have been bound once (GL makes objects at the first bind).
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

#include "gl/context/capabilities.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "core/error.h"
#include "gl/context/context.h"
#include "gl/context/es_functions.h"

namespace phalanx::gl {
namespace {

std::string glText(GLenum name) {
    const GLubyte* text = glGetString(name);
    return text == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(text));
}

int glInteger(GLenum name) {
    GLint value = 0;
    glGetIntegerv(name, &value);
    return value;
}

// glad loads the functions of the version that glGetString(GL_VERSION) returns, so returning a lower one
// limits it. Both variables are set only during loadGl().
thread_local PFNGLGETSTRINGPROC real_get_string = nullptr;
thread_local std::string gated_version;

const GLubyte* GLAD_API_PTR gatedGetString(GLenum name) {
    const GLubyte* text = real_get_string(name);
    if (name != GL_VERSION || text == nullptr || gated_version.empty()) return text;
    return reinterpret_cast<const GLubyte*>(gated_version.c_str());
}

struct Lookup {
    GlFunctionLookup function;
    int gate;
    bool es;
};

// GL_KHR_debug provides functions of OpenGL 4.3 under their core names.
bool belongsToDebug(std::string_view name) {
    constexpr std::array<std::string_view, 6> kBeginnings = {"glDebugMessage",   "glGetDebugMessage",
                                                             "glPushDebugGroup", "glPopDebugGroup",
                                                             "glObject",         "glGetObject"};
    return std::any_of(kBeginnings.begin(), kBeginnings.end(),
                       [name](std::string_view beginning) { return name.starts_with(beginning); });
}

GLADapiproc find(void* user, const char* name) {
    const auto& lookup = *static_cast<const Lookup*>(user);
    if (std::string_view(name) == "glGetString") return reinterpret_cast<GLADapiproc>(&gatedGetString);
    if (lookup.gate < 43 && belongsToDebug(name)) return nullptr;
    if (lookup.es) {
        if (const GlFunction replacement = esFunction(name, lookup.function))
            return reinterpret_cast<GLADapiproc>(replacement);
    }
    return reinterpret_cast<GLADapiproc>(lookup.function(name));
}

GLADapiproc findNothing(void* /*user*/, const char* name) {
    return std::string_view(name) == "glGetString" ? reinterpret_cast<GLADapiproc>(&gatedGetString) : nullptr;
}

// The renderer's short name if it draws on the CPU; "": it uses a GPU.
std::string softwareIn(std::string_view renderer) {
    constexpr std::array<std::string_view, 5> kNames = {"llvmpipe", "softpipe", "swrast",
                                                        "Software Rasterizer", "SwiftShader"};
    for (const std::string_view name : kNames) {
        if (renderer.find(name) != std::string_view::npos) return std::string(name);
    }
    return "";
}

// The version in a text such as "4.6 (Core Profile) Mesa 22.3.6" or "3.0 Mesa 22.3.6"; 0: none.
int versionIn(std::string_view text) {
    if (text.size() < 3 || text[1] != '.') return 0;
    return 10 * (text[0] - '0') + (text[2] - '0');
}

constexpr std::string_view kEsBeginning = "OpenGL ES ";
constexpr std::string_view kEsGlslBeginning = "OpenGL ES GLSL ";

bool contextHas(std::string_view wanted) {
    for (int i = 0; i < glInteger(GL_NUM_EXTENSIONS); ++i) {
        const GLubyte* name = glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i));
        if (name != nullptr && wanted == reinterpret_cast<const char*>(name)) return true;
    }
    return false;
}

// Throws unless the scene's colour can be drawn in half floats.
void requireFloatTargets(const std::string& renderer) {
    if (contextHas("GL_EXT_color_buffer_float")) return;
    throw environmentError("OpenGL ES", "GL_EXT_color_buffer_float is needed to draw bright colours, but " +
                                            renderer + " does not have it; update the driver");
}

void readEsCapabilities(Capabilities& c) {
    requireFloatTargets(c.renderer);
    c.buffer_textures = false;
    c.norm16 = false;
    c.line_polygons = false;
    c.encodes_srgb = true;
    c.feedback_of_indices = false;
    c.max_texture_buffer_size = c.max_texture_size * kBufferTextureWidth;
    c.max_samples = glInteger(GL_MAX_SAMPLES);
}

// Lets the driver compile on as many threads as it likes. WebGL has no such call, and needs none.
bool compilesInParallel(GlFunctionLookup lookup) {
    using SetThreads = void(GLAD_API_PTR*)(GLuint);
    constexpr GLuint kAnyNumber = 0xFFFFFFFF;
    for (const std::string kind : {"KHR", "ARB"}) {
        if (!contextHas("GL_" + kind + "_parallel_shader_compile")) continue;
        const GlFunction set = lookup(("glMaxShaderCompilerThreads" + kind).c_str());
        if (set != nullptr) reinterpret_cast<SetThreads>(set)(kAnyNumber);
        return true;
    }
    return false;
}

void readTimers(Capabilities& c) {
    GLint bits = 0;
    if (!c.es) {
        glGetQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits);
        c.timestamps = c.timer_queries = bits > 0;
        return;
    }
    c.timers_need_return = contextHas("GL_EXT_disjoint_timer_query_webgl2");
    c.timers_disjoint = c.timers_need_return || contextHas("GL_EXT_disjoint_timer_query");
    if (c.timers_disjoint) glGetQueryiv(GL_TIME_ELAPSED, GL_QUERY_COUNTER_BITS, &bits);
    c.timer_queries = bits > 0 && glad_glGetQueryObjectui64v != nullptr;
}

Capabilities& current() {
    static Capabilities capabilities;
    return capabilities;
}

}  // namespace

const Capabilities& currentCapabilities() {
    return current();
}

Capabilities loadGl(GlFunctionLookup lookup, int asked) {
    constexpr int kNoGate = 99;
    constexpr int kEsGate = 33;
    real_get_string = reinterpret_cast<PFNGLGETSTRINGPROC>(lookup("glGetString"));
    if (real_get_string == nullptr || real_get_string(GL_VERSION) == nullptr) {
        throw environmentError(
            "OpenGL",
            "the context returns no version; is an OpenGL driver installed (on Debian: libgl1-mesa-dri)?");
    }
    // Read the context's own version, then apply the limit.
    gated_version.clear();
    const std::string own_text = reinterpret_cast<const char*>(real_get_string(GL_VERSION));
    const bool es = own_text.starts_with(kEsBeginning);
    const int gate = es ? kEsGate : asked == 0 ? kNoGate : asked;
    Lookup data{lookup, gate, es};
    int own = versionIn(es ? std::string_view(own_text).substr(kEsBeginning.size()) : own_text);
    if (es && own >= 30) own = kEsGate;
    if (own < 33 || (!es && own < asked)) {
        throw environmentError("OpenGL", versionText(std::max(asked, 33)) + " is needed, the driver has \"" +
                                             own_text +
                                             "\"; update the driver, or use a lower version (--gl 3.3)");
    }
    // glad keeps pointers to functions that it does not find, possibly from another context: clear them all
    // first.
    gated_version = "4.6";
    gladLoadGLUserPtr(&findNothing, nullptr);
    gated_version.clear();
    if (gate < own || es) gated_version = versionText(gate) + " (gated)";
    const int loaded = gladLoadGLUserPtr(&find, &data);
    glad_glGetString = real_get_string;
    if (loaded == 0) throw environmentError("OpenGL", "the driver's functions cannot be found");

    Capabilities c;
    c.es = es;
    c.version = std::min(own, gate);
    // A newer feature that is available as an extension counts only if its core version is not above the
    // limit.
    const auto has = [&](int core, int extension) {
        return c.version >= core || (gate >= core && extension != 0);
    };
    c.sample_mask = c.version >= 40;
    c.base_instance = c.version >= 42;
    c.compute = c.version >= 43;
    c.multi_draw_indirect = c.version >= 43;
    c.khr_debug = has(43, GLAD_GL_KHR_debug) && glad_glDebugMessageCallback != nullptr;
    c.buffer_storage = has(44, GLAD_GL_ARB_buffer_storage) && glad_glBufferStorage != nullptr;
    c.parallel_compile = compilesInParallel(lookup);
    c.pipeline_statistics = has(46, GLAD_GL_ARB_pipeline_statistics_query);
    c.anisotropy = c.version >= 46 || GLAD_GL_EXT_texture_filter_anisotropic != 0 ||
                   GLAD_GL_ARB_texture_filter_anisotropic != 0;
    c.renderer = glText(GL_RENDERER);
    c.software_name = softwareIn(c.renderer);
    c.software = !c.software_name.empty();
    // Off in software: Mesa's llvmpipe spends a third of the frame on it, and since 25.0 draws triangles
    // black whose texture coordinates are all equal, as in models without textures or with one colour per
    // material.
    c.anisotropy = c.anisotropy && !c.software;
    if (c.anisotropy) glGetFloatv(GL_MAX_TEXTURE_MAX_ANISOTROPY, &c.max_anisotropy);

    c.max_texture_size = glInteger(GL_MAX_TEXTURE_SIZE);
    c.max_uniform_block_size = glInteger(GL_MAX_UNIFORM_BLOCK_SIZE);
    if (c.compute) {
        c.max_storage_block_size = glInteger(GL_MAX_SHADER_STORAGE_BLOCK_SIZE);
        c.max_compute_shared_bytes = glInteger(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE);
    }
    c.uniform_offset_alignment = glInteger(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT);
    if (es) {
        readEsCapabilities(c);
    } else {
        c.max_texture_buffer_size = glInteger(GL_MAX_TEXTURE_BUFFER_SIZE);
        c.max_samples = std::min({glInteger(GL_MAX_SAMPLES), glInteger(GL_MAX_COLOR_TEXTURE_SAMPLES),
                                  glInteger(GL_MAX_DEPTH_TEXTURE_SAMPLES)});
    }

    c.vendor = glText(GL_VENDOR);
    c.version_string = es ? own_text.substr(kEsBeginning.size()) : own_text;
    c.glsl = glText(GL_SHADING_LANGUAGE_VERSION);
    if (c.glsl.starts_with(kEsGlslBeginning)) c.glsl.erase(0, kEsGlslBeginning.size());
    readTimers(c);
    c.timer_queries_reliable = c.timer_queries && !c.software;
    // Leave no error behind from these queries.
    while (glGetError() != GL_NO_ERROR) {
    }
    current() = c;
    return c;
}

std::string nameOf(const Capabilities& c) {
    return "OpenGL " + versionText(c.es ? kEs30 : c.version);
}

std::string describe(const Capabilities& c) {
    std::string own = c.version_string.substr(0, 3);
    std::string text = c.es ? nameOf(c) : "OpenGL " + own;
    if (!c.es && own != versionText(c.version)) text += " (limited to " + versionText(c.version) + ")";
    text += ", " + c.renderer + ", GLSL " + c.glsl;
    if (c.software) text += ", software rendering";
    return text;
}

std::string whyBelow(const Capabilities& c, int version) {
    if (c.version >= version) return "";
    return "needs OpenGL " + versionText(version) + ", this context has " +
           versionText(c.es ? kEs30 : c.version);
}

void requireVersion(const Capabilities& c, int version, const std::string& what) {
    if (c.version >= version) return;
    if (c.es) {
        throw environmentError(what, "needs OpenGL " + versionText(version) + ", this context has " +
                                         nameOf(c) + " (" + c.renderer + ")");
    }
    throw environmentError(what, "needs OpenGL " + versionText(version) + ", this context has " +
                                     versionText(c.version) + " (" + c.renderer +
                                     (c.version_string.starts_with(versionText(c.version))
                                          ? ")"
                                          : ", which supports " + c.version_string.substr(0, 3) + ")"));
}

}  // namespace phalanx::gl

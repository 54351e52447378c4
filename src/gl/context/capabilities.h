// Capabilities of the context. Code checks these, never the driver's version.
#pragma once

#include <string>

namespace phalanx::gl {

// Texels per row of a BufferTexture without buffer textures; PH_BUFFER_TEXTURE_WIDTH in shaders.
inline constexpr int kBufferTextureWidth = 2048;

struct Capabilities {
    // 10 * major + minor, at least 33: the version asked for, or the context's own if that is lower. A driver
    // may give more than asked for (Mesa gives 4.5 for 3.3); everything above `version` is treated as
    // unavailable.
    int version = 33;
    // The context is one of OpenGL ES 3.0 or WebGL 2; `version` is 33 then, because what OpenGL 3.3 has
    // beyond them is replaced (es_functions.h) or has a field below.
    bool es = false;

    bool buffer_textures = true;       // samplerBuffer; else BufferTexture copies to 2D textures
    bool norm16 = true;                // GL_R16, GL_RGBA16
    bool line_polygons = true;         // glPolygonMode
    bool encodes_srgb = false;         // writes to sRGB images are encoded in any case
    bool feedback_of_indices = true;   // glDrawElements* during transform feedback
    bool khr_debug = false;            // labels, groups, messages (4.3 or GL_KHR_debug)
    bool sample_mask = false;          // gl_SampleMask in shaders: 4.0
    bool base_instance = false;        // 4.2
    bool compute = false;              // 4.3, with shader storage buffers
    bool multi_draw_indirect = false;  // 4.3
    bool parallel_compile = false;     // GL_KHR_parallel_shader_compile: compiles on threads of its own
    bool buffer_storage = false;       // persistent mapping: 4.4 or GL_ARB_buffer_storage
    bool pipeline_statistics = false;  // 4.6 or GL_ARB_pipeline_statistics_query
    bool anisotropy = false;           // 4.6 or an extension, which 3.3 may have; never in software
    bool timer_queries = false;        // GPU times can be measured, by timestamps or by elapsed times
    bool timestamps = false;           // GL_TIMESTAMP queries have bits; else only GL_TIME_ELAPSED
    bool timers_disjoint = false;      // GL_GPU_DISJOINT_EXT tells that times are wrong
    // WebGL: the results of timer queries arrive only after the program has returned to the browser.
    bool timers_need_return = false;

    float max_anisotropy = 1.0F;
    int max_texture_size = 0;            // texels per side
    int max_texture_buffer_size = 0;     // texels of a BufferTexture
    int max_uniform_block_size = 0;      // bytes
    int max_storage_block_size = 0;      // bytes; 0 without compute
    int max_compute_shared_bytes = 0;    // per workgroup; 0 without compute
    int uniform_offset_alignment = 256;  // bytes, for glBindBufferRange
    int max_samples = 0;                 // minimum for colour and depth textures

    bool software = false;      // the renderer draws on the CPU: vertex work runs inside the draw call
    std::string software_name;  // "llvmpipe", "SwiftShader"; "": a GPU draws
    bool timer_queries_reliable = false;  // timers measure a GPU; false with software rendering

    // Whether a measurement that draws several frames without a pause can use GPU times; else it uses the
    // wall clock.
    bool gpuClock() const { return timer_queries_reliable && !timers_need_return; }

    std::string vendor, renderer, version_string, glsl;
};

// "OpenGL 4.1", "OpenGL ES 3.0": the version whose features are used.
std::string nameOf(const Capabilities& capabilities);

// One line for logs, for example "OpenGL 4.5 (limited to 3.3), llvmpipe (...), GLSL 4.50, software
// rendering".
std::string describe(const Capabilities& capabilities);

// "needs OpenGL 4.3, this context has ES 3.0"; "" if the context has that version.
std::string whyBelow(const Capabilities& capabilities, int version);

// Throws Error (kEnvironment) with both versions and the renderer unless capabilities.version >= version.
// `what` names the feature that needs it: "technique compute".
void requireVersion(const Capabilities& capabilities, int version, const std::string& what);

// The capabilities of the context whose functions were loaded last.
const Capabilities& currentCapabilities();

// Loads the functions of the current context and reads its capabilities. `asked`: the version asked for
// (ContextSettings::version), 0 for the newest. Functions of versions above `asked` stay null, so that using
// them by mistake fails at once. Throws Error (kEnvironment) if the context is older than 3.3 or than
// `asked`.
using GlFunction = void (*)();
using GlFunctionLookup = GlFunction (*)(const char* name);
Capabilities loadGl(GlFunctionLookup lookup, int asked);

}  // namespace phalanx::gl

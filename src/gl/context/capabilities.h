// What the context can do, as named facts. Code asks these, never the driver's version.
#pragma once

#include <string>

namespace phalanx::gl {

struct Capabilities {
    // 10 * major + minor, at least 33: the version asked for, or the context's own if that is lower. A driver
    // may give more than was asked for (Mesa gives 4.5 for 3.3); everything above `version` counts as absent.
    int version = 33;

    bool khr_debug = false;            // labels, groups, messages (4.3 or GL_KHR_debug)
    bool sample_mask = false;          // a shader says which samples it covers: 4.0
    bool base_instance = false;        // 4.2
    bool compute = false;              // 4.3, with shader storage buffers
    bool multi_draw_indirect = false;  // 4.3
    bool buffer_storage = false;       // persistent mapping: 4.4 or GL_ARB_buffer_storage
    bool pipeline_statistics = false;  // 4.6 or GL_ARB_pipeline_statistics_query
    bool anisotropy = false;           // 4.6 or the extensions, also under 3.3; not of software renderers
    bool timer_queries = false;        // glQueryCounter has bits

    float max_anisotropy = 1.0F;
    int max_texture_size = 0;            // texels a side
    int max_texture_buffer_size = 0;     // texels
    int max_uniform_block_size = 0;      // bytes
    int max_storage_block_size = 0;      // bytes; 0 without compute
    int max_compute_shared_bytes = 0;    // of a workgroup; 0 without compute
    int uniform_offset_alignment = 256;  // bytes, for glBindBufferRange
    int max_samples = 0;                 // the lower of colour and depth textures

    bool software = false;  // llvmpipe, softpipe or swrast: vertex work runs inside the draw call
    bool timer_queries_reliable = false;  // timers measure a GPU: false on software

    std::string vendor, renderer, version_string, glsl;
};

// One line for a person: "OpenGL 4.5 (asked 3.3: newer is off), llvmpipe (...), GLSL 4.50, software
// rendering".
std::string describe(const Capabilities& capabilities);

// Throws Error (kEnvironment) naming both versions and the renderer unless capabilities.version >= version.
// `what` names the feature that needs it: "technique compute".
void requireVersion(const Capabilities& capabilities, int version, const std::string& what);

// Finds the functions of the current context and reads its capabilities. `asked` is the version asked for, 0
// for the best. Functions of versions above `asked` are left null, so that a slip past the gate fails at
// once. Throws Error (kEnvironment) where the context is older than 3.3 or than `asked`.
using GlFunction = void (*)();
using GlFunctionLookup = GlFunction (*)(const char* name);
Capabilities loadGl(GlFunctionLookup lookup, int asked);

}  // namespace phalanx::gl

// Up to five levels of the depth pyramid per dispatch: a texel is the farthest of 2 x 2 texels of the level before. Reads
// the scene's depth (all of its samples) or the last level written.
layout(local_size_x = 16, local_size_y = 16) in;

#ifdef FROM_SAMPLES
uniform sampler2DMS u_below;
#else
uniform sampler2D u_below;
#endif
uniform int u_below_level;  // mip level to read; with FROM_SAMPLES: number of samples per pixel
uniform ivec2 u_below_size;
uniform int u_levels;       // number of levels to write, 1 to 5

layout(r32f, binding = 0) writeonly uniform image2D u_level_1;
layout(r32f, binding = 1) writeonly uniform image2D u_level_2;
layout(r32f, binding = 2) writeonly uniform image2D u_level_3;
layout(r32f, binding = 3) writeonly uniform image2D u_level_4;
layout(r32f, binding = 4) writeonly uniform image2D u_level_5;

shared float s_farthest[16][16];

float below(ivec2 at) {
    at = min(at, u_below_size - 1);
#ifdef FROM_SAMPLES
    float farthest = 0.0;
    for (int i = 0; i < u_below_level; ++i) farthest = max(farthest, texelFetch(u_below, at, i).x);
    return farthest;
#else
    return texelFetch(u_below, at, u_below_level).x;
#endif
}

void write(int level, ivec2 at, float farthest) {
    vec4 texel = vec4(farthest, 0.0, 0.0, 0.0);
    if (level == 2) imageStore(u_level_2, at, texel);
    if (level == 3) imageStore(u_level_3, at, texel);
    if (level == 4) imageStore(u_level_4, at, texel);
    if (level == 5) imageStore(u_level_5, at, texel);
}

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    ivec2 thread = ivec2(gl_LocalInvocationID.xy);
    float farthest = max(max(below(2 * at), below(2 * at + ivec2(1, 0))), max(below(2 * at + ivec2(0, 1)), below(2 * at + 1)));
    imageStore(u_level_1, at, vec4(farthest, 0.0, 0.0, 0.0));
    s_farthest[thread.y][thread.x] = farthest;
    for (int level = 2; level <= 5; ++level) {
        barrier();
        int side = 32 >> level;  // texels per side that this workgroup writes
        bool works = thread.x < side && thread.y < side;
        ivec2 from = 2 * thread;
        if (works) {
            farthest = max(max(s_farthest[from.y][from.x], s_farthest[from.y][from.x + 1]),
                           max(s_farthest[from.y + 1][from.x], s_farthest[from.y + 1][from.x + 1]));
        }
        barrier();
        if (works) {
            s_farthest[thread.y][thread.x] = farthest;
            if (level <= u_levels) write(level, ivec2(gl_WorkGroupID.xy) * side + thread, farthest);
        }
    }
}

// One-dimensional arrays of texels (gl::BufferTexture): buffer textures, or 2D textures where the context has none.
#ifdef PH_NO_BUFFER_TEXTURES
#define BUFFER_SAMPLER sampler2D
#define BUFFER_USAMPLER usampler2D
ivec2 bufferPlace(int texel) { return ivec2(texel % PH_BUFFER_TEXTURE_WIDTH, texel / PH_BUFFER_TEXTURE_WIDTH); }
vec4 fetchBuffer(sampler2D buffer_texture, int texel) { return texelFetch(buffer_texture, bufferPlace(texel), 0); }
uvec4 fetchBuffer(usampler2D buffer_texture, int texel) { return texelFetch(buffer_texture, bufferPlace(texel), 0); }
#else
#define BUFFER_SAMPLER samplerBuffer
#define BUFFER_USAMPLER usamplerBuffer
#define fetchBuffer(buffer_texture, texel) texelFetch(buffer_texture, texel)
#endif

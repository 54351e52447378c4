#include "gl/objects/handle.h"

namespace phalanx::gl {

// glGen* and glDelete* work on arrays; here the array always has one element.
namespace {

template <typename Generate>
GLuint one(Generate generate) {
    GLuint id = 0;
    generate(1, &id);
    return id;
}

}  // namespace

GLuint BufferTraits::create() {
    return one(glGenBuffers);
}
void BufferTraits::destroy(GLuint id) {
    glDeleteBuffers(1, &id);
}

GLuint TextureTraits::create() {
    return one(glGenTextures);
}
void TextureTraits::destroy(GLuint id) {
    glDeleteTextures(1, &id);
}

GLuint VertexArrayTraits::create() {
    return one(glGenVertexArrays);
}
void VertexArrayTraits::destroy(GLuint id) {
    glDeleteVertexArrays(1, &id);
}

GLuint ProgramTraits::create() {
    return glCreateProgram();
}
void ProgramTraits::destroy(GLuint id) {
    glDeleteProgram(id);
}

GLuint ShaderTraits::create(GLenum stage) {
    return glCreateShader(stage);
}
void ShaderTraits::destroy(GLuint id) {
    glDeleteShader(id);
}

GLuint FramebufferTraits::create() {
    return one(glGenFramebuffers);
}
void FramebufferTraits::destroy(GLuint id) {
    glDeleteFramebuffers(1, &id);
}

GLuint RenderbufferTraits::create() {
    return one(glGenRenderbuffers);
}
void RenderbufferTraits::destroy(GLuint id) {
    glDeleteRenderbuffers(1, &id);
}

GLuint QueryTraits::create() {
    return one(glGenQueries);
}
void QueryTraits::destroy(GLuint id) {
    glDeleteQueries(1, &id);
}

GLuint SamplerTraits::create() {
    return one(glGenSamplers);
}
void SamplerTraits::destroy(GLuint id) {
    glDeleteSamplers(1, &id);
}

GLsync SyncTraits::create() {
    return glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}
void SyncTraits::destroy(GLsync id) {
    glDeleteSync(id);
}

}  // namespace phalanx::gl

// Owners of GL objects. A handle is move-only, deletes its object in its destructor, and is as large as an
// integer.
//
// The context that created an object must be current when its handle is destroyed: keep the context as the
// first member of a class that owns both. A default-constructed handle owns nothing and needs no context.
#pragma once

#include <glad/gl.h>

#include <utility>

namespace phalanx::gl {

// Traits: `using Id` (a value-initialized Id means "none"), `static Id create(...)`, `static void
// destroy(Id)`.
template <typename Traits>
class Handle {
  public:
    using Id = typename Traits::Id;

    Handle() = default;
    // Takes ownership of an existing object.
    explicit Handle(Id id) : id_(id) {}

    // Creates a new object, for instance `Texture::create()` or `ShaderHandle::create(GL_VERTEX_SHADER)`.
    template <typename... Arguments>
    [[nodiscard]] static Handle create(Arguments... arguments) {
        return Handle(Traits::create(arguments...));
    }

    Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, Id{})) {}
    Handle& operator=(Handle&& other) noexcept {
        if (this != &other) {
            reset();
            id_ = std::exchange(other.id_, Id{});
        }
        return *this;
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { reset(); }

    Id id() const { return id_; }
    explicit operator bool() const { return id_ != Id{}; }

    // Deletes the object now, if there is one.
    void reset() {
        if (id_ != Id{}) Traits::destroy(std::exchange(id_, Id{}));
    }

  private:
    Id id_{};
};

struct BufferTraits {
    using Id = GLuint;
    static Id create();
    static void destroy(Id id);
};
struct TextureTraits {
    using Id = GLuint;
    static Id create();
    static void destroy(Id id);
};
struct VertexArrayTraits {
    using Id = GLuint;
    static Id create();
    static void destroy(Id id);
};
struct ProgramTraits {
    using Id = GLuint;
    static Id create();
    static void destroy(Id id);
};
struct ShaderTraits {
    using Id = GLuint;
    static Id create(GLenum stage);
    static void destroy(Id id);
};
struct FramebufferTraits {
    using Id = GLuint;
    static Id create();
    static void destroy(Id id);
};
struct RenderbufferTraits {
    using Id = GLuint;
    static Id create();
    static void destroy(Id id);
};
struct QueryTraits {
    using Id = GLuint;
    static Id create();
    static void destroy(Id id);
};
struct SamplerTraits {
    using Id = GLuint;
    static Id create();
    static void destroy(Id id);
};
// create() inserts a fence after all commands issued so far (glFenceSync).
struct SyncTraits {
    using Id = GLsync;
    static Id create();
    static void destroy(Id id);
};

using Buffer = Handle<BufferTraits>;
using Texture = Handle<TextureTraits>;
using VertexArray = Handle<VertexArrayTraits>;
using ProgramHandle = Handle<ProgramTraits>;
using ShaderHandle = Handle<ShaderTraits>;
using Framebuffer = Handle<FramebufferTraits>;
using Renderbuffer = Handle<RenderbufferTraits>;
using Query = Handle<QueryTraits>;
using Sampler = Handle<SamplerTraits>;
using Sync = Handle<SyncTraits>;

}  // namespace phalanx::gl

// What lies behind the soldiers: ground and sky, drawn from noise.
#pragma once

#include <filesystem>
#include <string>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"
#include "gl/objects/program.h"
#include "render/frame/camera.h"

namespace phalanx {

class Backdrop {
  public:
    // Throws Error (kEnvironment) where a shader does not compile.
    Backdrop(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory);

    // Into the framebuffer that is bound, against its depth. The FrameBlock and the shadow maps must be
    // bound. Sets raster state. A draw call each.
    void drawGround(const Camera& camera);
    // aspect: width by height of the picture.
    void drawSky(const Camera& camera, double aspect);

    // How many programs were replaced.
    int reloadIfChanged();
    int reload();
    std::string lastError() const;

  private:
    void bind(gl::Program& program);

    gl::Program sky_;
    gl::Program ground_;
    gl::Texture lattice_;
    gl::VertexArray no_attributes_;  // triangles are made in the shader
};

}  // namespace phalanx

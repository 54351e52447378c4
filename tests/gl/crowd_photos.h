// Images of a crowd on a stage.
#pragma once

#include <cmath>
#include <cstdlib>

#include "app/army/stage.h"
#include "gl/objects/readback.h"
#include "render/passes/renderer.h"
#include "render/passes/targets.h"

namespace phalanx::test {

// The stage's crowd as `renderer` draws and presents it, side x side pixels.
inline gl::Pixels photographOf(Renderer& renderer, Stage& stage, const Camera& camera,
                               const FrameRequest& request, Ticks now, int side) {
    renderer.draw(stage.gpu_models, stage.crowd, camera, request, now, side, side);
    const PlainTarget picture(renderer.capabilities(), GL_RGBA8, side, side, false, "picture");
    renderer.present(picture.framebuffer());
    return gl::readPixels(picture.framebuffer(), side, side);
}

// Mean difference of all bytes, of 255.
inline double meanDifference(const gl::Pixels& a, const gl::Pixels& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.rgba8.size(); ++i) sum += std::abs(int{a.rgba8[i]} - int{b.rgba8[i]});
    return sum / static_cast<double>(a.rgba8.size());
}

// A view from within a crowd, with units in front of the eye, beside it and behind it.
inline Camera amongThem() {
    Camera camera;
    camera.eye = {1.0, 3.0, 9.0};
    camera.target = {-4.0, 0.9, -6.0};
    return camera;
}

}  // namespace phalanx::test

// Draws an army into an OpenGL context that this program makes, without a window, by EGL, and writes it as a
// PPM image.
//
//   outside_render MODEL SECONDS OUT.ppm
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <phalanx/anim/bake/bake.h>
#include <phalanx/asset/import.h>
#include <phalanx/asset/steps/ground.h>
#include <phalanx/core/error.h>
#include <phalanx/render/embed/crowd_renderer.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int kWidth = 640;
constexpr int kHeight = 400;

[[noreturn]] void die(const char* why) {
    std::fprintf(stderr, "outside_render: %s\n", why);
    std::exit(1);
}

// A context of OpenGL 3.3 that draws into memory. It stays until the program ends.
void makeContext() {
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) == EGL_FALSE) {
        display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
        if (eglInitialize(display, nullptr, nullptr) == EGL_FALSE) die("EGL has no display");
    }
    eglBindAPI(EGL_OPENGL_API);
    const EGLint wanted[] = {EGL_SURFACE_TYPE,
                             EGL_PBUFFER_BIT,
                             EGL_RENDERABLE_TYPE,
                             EGL_OPENGL_BIT,
                             EGL_RED_SIZE,
                             8,
                             EGL_GREEN_SIZE,
                             8,
                             EGL_BLUE_SIZE,
                             8,
                             EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (eglChooseConfig(display, wanted, &config, 1, &count) == EGL_FALSE || count == 0)
        die("EGL has no pixels");
    const EGLint size[] = {EGL_WIDTH, kWidth, EGL_HEIGHT, kHeight, EGL_NONE};
    const EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                              3,
                              EGL_CONTEXT_MINOR_VERSION,
                              3,
                              EGL_CONTEXT_OPENGL_PROFILE_MASK,
                              EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                              EGL_NONE};
    const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    if (eglMakeCurrent(display, surface, surface, context) == EGL_FALSE) die("EGL has no OpenGL 3.3");
}

void savePicture(const char* file) {
    std::vector<unsigned char> rgb(std::size_t{kWidth} * kHeight * 3);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, kWidth, kHeight, GL_RGB, GL_UNSIGNED_BYTE, rgb.data());
    std::FILE* const out = std::fopen(file, "wb");
    if (out == nullptr) die("the image cannot be written");
    std::fprintf(out, "P6\n%d %d\n255\n", kWidth, kHeight);
    for (int y = kHeight - 1; y >= 0; --y)  // GL's rows are from the bottom
        std::fwrite(rgb.data() + std::size_t{3} * kWidth * static_cast<std::size_t>(y), 3, kWidth, out);
    if (std::fclose(out) != 0) die("the image cannot be written");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) die("usage: outside_render MODEL SECONDS OUT.ppm");
    try {
        phalanx::CrowdFigure figure;
        figure.model = phalanx::importModel(argv[1]);
        figure.baked = bakeAnimation(figure.model, {});
        figure.lift_m = findGround(figure.model).lift_m;

        makeContext();
        phalanx::CrowdPlan plan;
        plan.units = 60;
        plan.march = false;
        phalanx::CrowdRenderer renderer(eglGetProcAddress, SHADERS, {std::move(figure)}, plan);
        phalanx::CrowdLook look;
        look.samples = 1;
        renderer.setLook(look);
        // One unit leaves the others and walks towards the camera.
        phalanx::UnitOrder order;
        order.clip = "Walk";
        order.strides = true;
        order.place_m = glm::dvec2(0.0, 8.0);
        order.facing_rad = 0.0;
        renderer.order(0, order, 0.0);

        const double aspect = static_cast<double>(kWidth) / kHeight;
        const double seconds = std::atof(argv[2]);
        renderer.draw(renderer.frontCamera(aspect), seconds, 0, kWidth, kHeight);
        savePicture(argv[3]);
        const phalanx::CrowdCounts counts = renderer.counts();
        const glm::dvec4 walker = renderer.placeOf(0);
        std::printf("%llu units in view, %llu draw calls; unit 0 at z = %.2f m\n",
                    static_cast<unsigned long long>(counts.visible),
                    static_cast<unsigned long long>(counts.draws), walker.z);
        // Errors have one line that says what and where.
        order.clip = "Fly";
        renderer.order(0, order, seconds);
    } catch (const phalanx::Error& error) {
        std::printf("refused: %s\n", error.what());
        return error.code() == phalanx::ExitCode::kUsage ? 0 : 1;
    }
    return 1;
}

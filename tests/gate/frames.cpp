// Draws fixed frames for the instruction gate: a crowd of one synthetic model, with one technique after the
// other. Under callgrind only the measured frames are instrumented, and each technique has a profile;
// without it the program only draws, which fills the driver's shader cache. See gate.py.
//   phalanx_gate_frames FILE TECHNIQUE...    writes the renderer's name to FILE, as JSON
#include <valgrind/callgrind.h>

#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "app/army/stage.h"
#include "app/measure/frame_timer.h"
#include "core/error.h"
#include "core/file.h"
#include "core/parallel.h"
#include "gl/context/headless.h"
#include "render/techniques/technique.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

constexpr std::uint32_t kUnits = 60;
constexpr int kSize = 32;     // pixels a side
constexpr int kWarmUp = 8;    // frames until nothing changes: more than any ring of buffers or timers
constexpr int kMeasured = 4;  // frames per profile; gate.py divides by it

constexpr Ticks kTicksPerFrame = static_cast<Ticks>(PH_TICKS_PER_SECOND / 60.0);

std::vector<LoadedModel> army() {
    test::SyntheticSettings settings;
    settings.seed = 5;
    std::vector<LoadedModel> models(1);
    models[0].model = test::makeModel(settings);
    BakeSettings bake;
    bake.rate_hz = 30.0;
    models[0].baked = bakeAnimation(models[0].model, bake);
    return models;
}

void draw(const gl::Capabilities& capabilities, const std::vector<LoadedModel>& models,
          const std::string& technique) {
    CrowdSettings settings;
    settings.units = kUnits;
    SkinOptions skin;
    skin.bake.fetch = FetchPath::kTexture2d;
    Stage stage(capabilities, models, makeCrowd(models, {}, settings, 0), skin);
    stage.render.samples = 1;
    stage.render.shadow_map = 64;
    const Camera camera = benchCamera(stage.crowd, 1.0);
    const PlainTarget picture(capabilities, GL_RGBA8, kSize, kSize, false, "picture");
    Ticks now = 0;
    const auto frames = [&](int count) {
        for (int i = 0; i < count; ++i) {
            now += kTicksPerFrame;
            stage.crowd.advance(now);
            stage.renderer.draw(stage.gpu_models, stage.crowd, camera, stage.render, now, kSize, kSize);
            stage.renderer.present(picture.framebuffer());
        }
    };
    stage.requireTechnique(technique, models, skin);
    stage.render.technique = technique;
    frames(kWarmUp);
    glFinish();
    // NOLINTBEGIN: the macros are valgrind's
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
    frames(kMeasured);
    CALLGRIND_DUMP_STATS;
    CALLGRIND_STOP_INSTRUMENTATION;
    // NOLINTEND
}

void drawAll(const std::string& file, std::span<char* const> techniques) {
    const ThreadsInstead one(1);
    const gl::HeadlessContext context;
    const gl::Capabilities& capabilities = context.capabilities();
    const std::vector<LoadedModel> models = army();
    for (const char* const technique : techniques) draw(capabilities, models, technique);
    const nlohmann::json result{
        {"renderer", capabilities.renderer}, {"driver", capabilities.version_string}, {"frames", kMeasured}};
    writeFile(file, result.dump());
}

}  // namespace
}  // namespace phalanx

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "phalanx_gate_frames FILE TECHNIQUE...\n");
        return static_cast<int>(phalanx::ExitCode::kUsage);
    }
    try {
        phalanx::drawAll(argv[1], std::span(argv, static_cast<std::size_t>(argc)).subspan(2));
        return 0;
    } catch (const phalanx::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return static_cast<int>(error.code());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}

#include "render/draws/fetch_probe.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "core/error.h"
#include "render/draws/gpu_skinner.h"

namespace phalanx {
namespace {

constexpr int kTurns = 3;
// Vertices per round: some milliseconds on a GPU, some ten on a software renderer.
constexpr std::size_t kVertices = 4'000'000;
constexpr std::size_t kSoftwareVertices = 20'000;
constexpr double kNever = std::numeric_limits<double>::infinity();

std::vector<BakedPose> posesOf(const BakedAnimation& baked, std::size_t count) {
    std::vector<BakedPose> poses;
    const auto clips = static_cast<int>(baked.clips.size());
    for (std::size_t i = 0; i < count; ++i) {
        const int a = static_cast<int>(i) % clips;
        const double phase = static_cast<double>(i) / static_cast<double>(count);
        poses.push_back({a, phase, (a + 1) % clips, 1.0 - phase, 0.5});
    }
    return poses;
}

}  // namespace

FetchTimes chooseFetchPath(const gl::Capabilities& capabilities,
                           const std::filesystem::path& shader_directory, const BakedAnimation& baked,
                           GpuModel& model) {
    const std::size_t vertices = std::max<std::size_t>(1, model.packed(MeshKind::kSkinned).vertices.size());
    const std::size_t wanted = capabilities.software ? kSoftwareVertices : kVertices;
    const std::vector<BakedPose> poses = posesOf(baked, std::max<std::size_t>(1, wanted / vertices));
    GpuSkinner skinner(capabilities, shader_directory);
    const Technique& technique = findTechnique("texture");
    const auto use = [&](FetchPath path) {
        const std::vector<glm::uvec4> clips(model.clipTable().begin(), model.clipTable().end());
        model.replaceAnimation(capabilities, model.encoded(), baked.mirrors, clips, path);
    };
    constexpr std::array kPaths{FetchPath::kTexture2d, FetchPath::kBuffer};
    std::array<double, kPaths.size()> best{kNever, kNever};
    for (int turn = 0; turn < kTurns; ++turn) {
        for (std::size_t i = 0; i < kPaths.size(); ++i) {
            try {
                use(kPaths[i]);
            } catch (const Error&) {  // more texels than the driver supports
                continue;
            }
            best[i] = std::min(best[i], skinner.timeDraw(model, technique, {}, poses));
        }
    }
    const FetchTimes times{best[0] == kNever ? 0.0 : best[0], best[1] == kNever ? 0.0 : best[1]};
    use(times.faster());
    return times;
}

}  // namespace phalanx

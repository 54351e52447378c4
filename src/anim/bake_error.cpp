#include "anim/bake_error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "anim/error_tally.h"
#include "anim/pose.h"

namespace phalanx {
namespace {

constexpr std::array<double, 3> kBetween{0.25, 0.5,
                                         0.75};  // 4 times the baked rate, the frames themselves left out

}  // namespace

BakeErrorMeter::BakeErrorMeter(const Model& model)
    : model_(model), boxes_(jointBoxes(model)), mm_per_metre_(millimetresPerMetre(model)) {}

BakeErrorMeter::Differences BakeErrorMeter::differences(const Clip& clip, const EncodedClip& frames,
                                                        std::uint32_t interval, double within) const {
    const double time_s = clip.duration_s * (interval + within) / frames.intervals;
    const std::vector<glm::dmat4> exact = modelFromBind(model_, samplePose(model_, clip, time_s));
    const EntryCodec& codec = frames.codec;
    const std::size_t frame_bytes = exact.size() * codec.entryBytes();
    const std::byte* before = frames.data.data() + interval * frame_bytes;
    Differences result(exact.size());
    for (std::size_t j = 0; j < exact.size(); ++j) {
        const PoseEntry entry =
            EntryCodec::blendFrames(codec.read(before), codec.read(before + frame_bytes), within);
        result[j] = glm::mat4(codec.modelFromBind(entry, j) - exact[j]);
        before += codec.entryBytes();
    }
    return result;
}

bool BakeErrorMeter::surelyUnder(double limit_mm, const Clip& clip, const EncodedClip& frames) const {
    const double limit = limit_mm / mm_per_metre_;
    for (std::uint32_t i = 0; i < frames.intervals; ++i) {
        for (const double within : kBetween) {
            const Differences d = differences(clip, frames, i, within);
            for (std::size_t j = 0; j < d.size(); ++j) {
                const JointBox& box = boxes_[j];
                if (box.empty()) continue;
                // A vertex lies in the box, its error is a convex function of its place, so a corner is
                // worst.
                for (unsigned corner = 0; corner < 8; ++corner) {
                    const double error =
                        glm::length(glm::dvec3(glm::dmat4(d[j]) * glm::dvec4(box.corner(corner), 1.0)));
                    if (!(error <= limit)) return false;  // NaN too
                }
            }
        }
    }
    return true;
}

BakeError BakeErrorMeter::measure(const Clip& clip, const EncodedClip& frames) const {
    ErrorTally squared;
    double sum = 0.0;
    std::uint64_t count = 0;
    for (std::uint32_t i = 0; i < frames.intervals; ++i) {
        for (const double within : kBetween) {
            const Differences d = differences(clip, frames, i, within);
            for (const Vertex& vertex : model_.vertices) {
                glm::vec3 error(0.0F);
                for (int k = 0; k < kWeightsPerVertex && vertex.weights[k] > 0.0F; ++k) {
                    const glm::mat4& m = d[vertex.joints[k]];
                    const glm::vec3& p = vertex.position;
                    error += vertex.weights[k] * (glm::vec3(m[0]) * p.x + glm::vec3(m[1]) * p.y +
                                                  glm::vec3(m[2]) * p.z + glm::vec3(m[3]));
                }
                // What overflows is the worst there is, and no number that is none.
                constexpr float kWorst = std::numeric_limits<float>::max();
                const float exact_square = glm::dot(error, error);
                const float square = exact_square <= kWorst ? exact_square : kWorst;
                squared.add(square);
                sum += std::sqrt(square);
            }
            count += model_.vertices.size();
        }
    }
    if (count == 0) return {};
    return {sum / static_cast<double>(count) * mm_per_metre_,
            std::sqrt(squared.quantile(0.99)) * mm_per_metre_, std::sqrt(squared.max()) * mm_per_metre_};
}

}  // namespace phalanx

#include "app/lab/joint_lens.h"

#include <fmt/format.h>

#include <utility>

#include "app/lab/joint_path.h"
#include "app/verify/verify_checks.h"

namespace phalanx {
namespace {

// Rows as the palette has them, relative to two centres, about the origins.
std::array<glm::dvec4, 3> aboutOrigins(std::span<const glm::vec4> rows, const EncodingSpace& space) {
    std::array<glm::dvec4, 3> result{};
    for (int row = 0; row < 3; ++row) {
        const auto i = static_cast<std::size_t>(row);
        result[i] = glm::dvec4(rows[i]);
        result[i].w += static_cast<double>(space.model_center[row]) -
                       glm::dot(glm::dvec3(result[i]), glm::dvec3(space.bind_center));
    }
    return result;
}

}  // namespace

JointPath JointLens::look(const Stage& stage, const std::vector<LoadedModel>& models, std::uint32_t unit,
                          const LayeredLook& look, std::uint32_t joint) {
    const auto index = static_cast<std::size_t>(stage.crowd.modelOf(unit));
    const Model& model = models[index].model;
    const GpuModel& gpu_model = stage.gpu_models[index];
    JointPath path = jointPath(model, look, joint);
    path.limit_m = kPositionLimit * heightOf(model);
    if (layeredTechnique(findTechnique(stage.render.technique)).pose != PoseKind::kPalette) {
        path.why_no_gpu = fmt::format("technique {} computes these rows on the CPU", stage.render.technique);
        return path;
    }
    if (answer_.asked() != nullptr && readback_.arrived()) {
        const std::vector<glm::vec4> rows = readback_.rows();
        const std::size_t first = std::size_t{3} * answer_.asked()->subject.joint;
        JointPath& answered = answer_.asked()->numbers;
        answered.gpu = aboutOrigins(std::span(rows).subspan(first, 3), gpu_model.encoded().space);
        answered.apart_m = matricesApart_m(*answered.gpu, answered.model_from_bind, meshBox(model));
        answer_.answered();
    }
    const Subject subject{unit, joint, gpu_model.animationVersion(), stage.render.technique,
                          stage.render.skin};
    if (answer_.due(subject)) {
        readback_.askRows(stage, unit, look);
        answer_.ask(subject, path);
    }
    const JointPath* const known = answer_.about(subject);
    return known != nullptr ? *known : path;
}

void JointLens::forget() {
    readback_.forget();
    answer_.forget();
}

}  // namespace phalanx

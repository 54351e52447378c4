#include "app/lab/unit_readback.h"

#include "app/lab/anatomy_view.h"
#include "app/lab/shown_morphs.h"
#include "gl/objects/buffer.h"

namespace phalanx {

GpuSkinner& LensSkinner::of(const Stage& stage) {
    if (!skinner_) skinner_.emplace(stage.renderer.capabilities(), dataDirectory() / "shaders");
    return *skinner_;
}

void UnitReadback::reserve(gl::Buffer& buffer, std::size_t& held, std::size_t bytes) {
    if (held == bytes) return;
    buffer = gl::createBuffer(bytes, GL_STREAM_READ, "results for one unit");
    held = bytes;
}

void UnitReadback::askVertices(const Stage& stage, std::uint32_t unit, const LayeredLook* look, Ticks now) {
    const Crowd& crowd = stage.crowd;
    const GpuModel& model = stage.gpu_models[static_cast<std::size_t>(crowd.modelOf(unit))];
    const Technique& technique = findTechnique(stage.render.technique);
    const Technique& drawn = look != nullptr ? layeredTechnique(technique) : technique;
    reserve(vertices_, vertex_bytes_, model.packed(drawn.mesh).vertices.size() * sizeof(FeedbackVertex));
    if (look != nullptr) {
        const BakedPose pose = poseOf(crowd, unit, crowd.stateOf(unit, now));
        skinner_.of(stage).skinUnit(
            {model, drawn, stage.render.skin, look->rig, look->now, {}, shownMorphs(stage, unit, pose)},
            look->record, &vertices_, nullptr);
    } else {
        const auto group = static_cast<std::size_t>(crowd.placeOf(unit).group);
        skinner_.of(stage).skinUnit(model, technique, stage.render.skin, crowd.unit(unit),
                                    crowd.groups()[group].morph_rows, crowd.schedule(now), vertices_);
    }
    fence_ = gl::Sync::create();
}

void UnitReadback::askRows(const Stage& stage, std::uint32_t unit, const LayeredLook& look) {
    const GpuModel& model = stage.gpu_models[static_cast<std::size_t>(stage.crowd.modelOf(unit))];
    const Technique& technique = layeredTechnique(findTechnique(stage.render.technique));
    reserve(rows_, row_bytes_, std::size_t{layout::paletteColumns(model.joints())} * sizeof(glm::vec4));
    skinner_.of(stage).skinUnit({model, technique, stage.render.skin, look.rig, look.now}, look.record,
                                nullptr, &rows_);
    fence_ = gl::Sync::create();
}

bool UnitReadback::arrived() {
    if (!fence_) return false;
    // Flushing ensures that the fence is eventually signalled; a timeout of 0 does not wait.
    const GLenum state = glClientWaitSync(fence_->id(), GL_SYNC_FLUSH_COMMANDS_BIT, 0);
    if (state != GL_ALREADY_SIGNALED && state != GL_CONDITION_SATISFIED) return false;
    fence_.reset();
    return true;
}

FeedbackVertex UnitReadback::vertex(std::uint32_t number) const {
    FeedbackVertex drawn{};
    gl::readBuffer(vertices_, number * sizeof(FeedbackVertex), std::as_writable_bytes(std::span(&drawn, 1)));
    return drawn;
}

std::vector<glm::vec4> UnitReadback::rows() const {
    std::vector<glm::vec4> read(row_bytes_ / sizeof(glm::vec4));
    gl::readBuffer(rows_, 0, std::as_writable_bytes(std::span(read)));
    return read;
}

}  // namespace phalanx

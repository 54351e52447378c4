#include "render/units/layered_units.h"

#include <utility>

#include "gl/objects/buffer.h"

namespace phalanx {

LayeredUnits::LayeredUnits(const gl::Capabilities& capabilities, std::shared_ptr<const RigTextures> rig,
                           std::span<const LayerRecord> records)
    : rig_(std::move(rig)),
      count_(records.size()),
      records_(gl::createBuffer(records, GL_DYNAMIC_DRAW, "records of layered units")),
      view_(capabilities, GL_RGBA32UI, records_, records.size() * PH_RECORD_TEXELS,
            "records of layered units") {}

void LayeredUnits::write(std::size_t unit, const LayerRecord& record) {
    gl::updateBuffer(records_, unit * sizeof(LayerRecord), std::as_bytes(std::span(&record, 1)));
    view_.refresh();
}

void LayeredUnits::bindRecords() const {
    view_.bind(UNIT_RECORDS);
}

}  // namespace phalanx

#include "render/units/layered_units.h"

#include <utility>

#include "gl/objects/buffer.h"

namespace phalanx {

LayeredUnits::LayeredUnits(const gl::Capabilities& capabilities, std::shared_ptr<const RigTextures> rig,
                           std::span<const LayerRecord> records)
    : rig_(std::move(rig)),
      records_(gl::createBuffer(records, GL_DYNAMIC_DRAW, "records of layered units")),
      view_(capabilities, GL_RGBA32UI, records_, records.size() * PH_RECORD_TEXELS,
            "records of layered units") {}

void LayeredUnits::bindRecords() const {
    view_.bind(UNIT_RECORDS);
}

}  // namespace phalanx

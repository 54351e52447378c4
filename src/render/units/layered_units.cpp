#include "render/units/layered_units.h"

#include <algorithm>
#include <utility>

#include "anim/layers/layer_bounds.h"
#include "gl/objects/buffer.h"
#include "layers.h"

namespace phalanx {

LayeredUnits::LayeredUnits(const gl::Capabilities& capabilities, std::shared_ptr<const RigTextures> rig,
                           std::span<const LayerRecord> records)
    : rig_(std::move(rig)),
      on_cpu_(records.begin(), records.end()),
      records_(gl::createBuffer(records, GL_DYNAMIC_DRAW, "records of layered units")),
      view_(capabilities, GL_RGBA32UI, records_, records.size() * PH_RECORD_TEXELS,
            "records of layered units") {
    PlayedClips played;
    for (const LayerRecord& record : records) addPlayed(record, played);
    bounds_ = layerBounds(rig_->rig(), played);
    aims_at_units_ = std::ranges::any_of(records, [](const LayerRecord& record) {
        return std::ranges::any_of(record.aims, [](const layout::LayerAim& aim) {
            return aim.target.w > 0.0F && aim.kind.x == PH_TARGET_IS_UNIT;
        });
    });
}

void LayeredUnits::bindRecords() const {
    view_.bind(UNIT_RECORDS);
    // Some drivers want a texture of the right kind also where it is not read.
    if (!aims_at_units_) view_.bind(UNIT_TARGET_UNITS);
}

}  // namespace phalanx

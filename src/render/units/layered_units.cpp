#include "render/units/layered_units.h"

#include <algorithm>
#include <utility>

#include "anim/rig/layer_bounds.h"
#include "gl/objects/buffer.h"
#include "layers.h"

namespace phalanx {
namespace {

std::uint64_t nextVersion() {
    static std::uint64_t version = 0;
    return ++version;
}

}  // namespace

LayeredUnits::LayeredUnits(const gl::Capabilities& capabilities, std::shared_ptr<const RigTextures> rig,
                           std::vector<LayerRecord> records, const LayerUse& use)
    : rig_(std::move(rig)),
      on_cpu_(std::move(records)),
      records_(gl::createBuffer(std::span<const LayerRecord>(on_cpu_), GL_DYNAMIC_DRAW,
                                "records of layered units")),
      view_(capabilities, GL_RGBA32UI, records_, on_cpu_.size() * PH_RECORD_TEXELS,
            "records of layered units"),
      targets_(use.targets),
      number_(nextVersion()),
      version_(number_),
      bounds_(layerBounds(rig_->rig(), use.played)),
      cost_(rig_->rig()) {
    cost_.readIkKinds(targets_.ik);
    for (const LayerRecord& record : on_cpu_) cost_.add(record);
}

LayeredUnits::LayeredUnits(const gl::Capabilities& capabilities, std::shared_ptr<const RigTextures> rig,
                           const LayerRecord& of_all, const LayerUse& use)
    : LayeredUnits(capabilities, std::move(rig), std::vector<LayerRecord>(1, of_all), use) {
    shared_ = true;
}

void LayeredUnits::bindRecords() const {
    view_.bind(UNIT_RECORDS);
    // Some drivers want a texture of the right kind also where it is not read.
    if (!targets_.units) view_.bind(UNIT_TARGET_UNITS);
}

void LayeredUnits::expect(const LayerUse& use) {
    targets_ = use.targets;
    cost_.readIkKinds(targets_.ik);
    bounds_ = layerBounds(rig_->rig(), use.played);
}

void LayeredUnits::write(std::size_t unit, const LayerRecord& record) {
    cost_.remove(on_cpu_[unit]);
    on_cpu_[unit] = record;
    cost_.add(record);
    const bool none = written_first_ == written_last_;
    written_first_ = none ? unit : std::min(written_first_, unit);
    written_last_ = none ? unit + 1 : std::max(written_last_, unit + 1);
}

std::size_t LayeredUnits::upload() {
    if (written_first_ == written_last_) return 0;
    const auto written =
        std::span<const LayerRecord>(on_cpu_).subspan(written_first_, written_last_ - written_first_);
    gl::updateBuffer(records_, written_first_ * sizeof(LayerRecord), written);
    view_.refresh();
    version_ = nextVersion();
    written_first_ = written_last_ = 0;
    return written.size_bytes();
}

}  // namespace phalanx

#include "render/units/unit_slots.h"

namespace phalanx {

void UnitSlots::resize(std::size_t units) {
    if (units == slot_of_.size()) return;
    slot_of_.assign(units, kNone);
    slots_.clear();
    free_.clear();
}

void UnitSlots::begin(std::uint64_t frame) {
    frame_ = frame;
    for (std::uint32_t s = 0; s < slots_.size(); ++s) {
        Slot& slot = slots_[s];
        if (slot.unit == kNone || slot.listed + 1 >= frame) continue;
        slot_of_[slot.unit] = kNone;
        slot = {};
        free_.push_back(s);
    }
}

std::uint32_t UnitSlots::list(std::uint32_t unit, std::uint32_t period) {
    std::uint32_t& slot = slot_of_[unit];
    if (slot == kNone) {
        if (free_.empty()) {
            slot = static_cast<std::uint32_t>(slots_.size());
            slots_.emplace_back();
        } else {
            slot = free_.back();
            free_.pop_back();
        }
        slots_[slot].unit = unit;
    }
    Slot& of = slots_[slot];
    if (of.listed != frame_) of.period = period;
    of.listed = frame_;
    return slot;
}

bool UnitSlots::due(std::uint32_t slot) {
    Slot& of = slots_[slot];
    if (of.written == frame_) return false;
    const bool turn = (frame_ + of.unit) % of.period == 0;
    if (of.written > 0 && !turn && frame_ - of.written < of.period) return false;
    of.written = frame_;
    return true;
}

void UnitSlots::forgetContent() {
    for (Slot& slot : slots_) slot.written = 0;
}

}  // namespace phalanx

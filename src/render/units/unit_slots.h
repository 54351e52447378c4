// Slots of units in storage that lasts from frame to frame: a unit keeps its slot as long as it is listed in
// each frame, so what lies there may be used again. No GL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace phalanx {

class UnitSlots {
  public:
    // Of a group of so many units. Forgets everything if that is another number.
    void resize(std::size_t units);
    // Frees the slots of units that were not listed in the last frame. frame: above 0, one more in
    // each call.
    void begin(std::uint64_t frame);
    // Lists a unit in this frame and returns its slot, which is below count(). A free one if it had none.
    // period: so many frames, 1 or more, may use the same content; that of the first call of a frame counts.
    std::uint32_t list(std::uint32_t unit, std::uint32_t period);
    std::uint32_t slotOf(std::uint32_t unit) const { return slot_of_[unit]; }  // of a listed one
    // Whether what lies in a listed slot must be written now; it counts as written then. Units of one period
    // take turns. Within a frame, only the first answer can be `true`.
    bool due(std::uint32_t slot);
    // All slots must be written again.
    void forgetContent();
    std::size_t count() const { return slots_.size(); }

  private:
    static constexpr std::uint32_t kNone = ~0U;
    struct Slot {
        std::uint32_t unit = kNone;
        std::uint32_t period = 1;
        std::uint64_t listed = 0;   // the last frame
        std::uint64_t written = 0;  // the last frame; 0: never
    };

    std::uint64_t frame_ = 0;
    std::vector<std::uint32_t> slot_of_;  // by unit
    std::vector<Slot> slots_;
    std::vector<std::uint32_t> free_;
};

}  // namespace phalanx

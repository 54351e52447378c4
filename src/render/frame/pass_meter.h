// A pass of a frame as the code that runs it sees it: it says where the pass begins and ends. FrameMeter
// measures.
#pragma once

#include <string_view>

namespace phalanx {

class PassMeter {
  public:
    virtual ~PassMeter() = default;

    // `name` must be a string literal. A pass that begins within another interrupts it.
    virtual void begin(std::string_view name) = 0;
    // Ends the pass that began last.
    virtual void end() = 0;

  protected:
    PassMeter() = default;
    PassMeter(const PassMeter&) = delete;
    PassMeter& operator=(const PassMeter&) = delete;
    PassMeter(PassMeter&&) = default;
    PassMeter& operator=(PassMeter&&) = default;
};

// One pass, from construction to destruction. meter: nullptr: nothing is measured.
class MeteredPass {
  public:
    MeteredPass(PassMeter* meter, std::string_view name) : meter_(meter) {
        if (meter_ != nullptr) meter_->begin(name);
    }
    MeteredPass(PassMeter& meter, std::string_view name) : MeteredPass(&meter, name) {}
    ~MeteredPass() {
        if (meter_ != nullptr) meter_->end();
    }
    MeteredPass(const MeteredPass&) = delete;
    MeteredPass& operator=(const MeteredPass&) = delete;
    MeteredPass(MeteredPass&&) = delete;
    MeteredPass& operator=(MeteredPass&&) = delete;

  private:
    PassMeter* meter_;
};

}  // namespace phalanx

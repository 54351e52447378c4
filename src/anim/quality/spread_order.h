// The numbers below n, each once, in an order of which every beginning is spread over the whole.
#pragma once

#include <cstdint>
#include <numeric>

namespace phalanx {

class SpreadOrder {
  public:
    explicit SpreadOrder(std::uint64_t count) : count_(count), step_(count * 618 / 1000) {
        // Steps of about the golden section; without a common factor they come by every number.
        while (step_ > 1 && std::gcd(step_, count_) != 1) --step_;
        if (step_ == 0) step_ = 1;
    }

    std::uint64_t count() const { return count_; }
    std::uint64_t at(std::uint64_t i) const { return i * step_ % count_; }

  private:
    std::uint64_t count_;
    std::uint64_t step_;
};

}  // namespace phalanx

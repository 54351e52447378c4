// An order of the numbers below n in which every prefix is spread over the whole range.
#pragma once

#include <cstdint>
#include <numeric>

namespace phalanx {

class SpreadOrder {
  public:
    explicit SpreadOrder(std::uint64_t count) : count_(count), step_(count * 618 / 1000) {
        // A step of about the golden ratio. Without a common factor with n it visits every number.
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

// Data that a source derives from a model's animation, rebuilt when the animation is replaced.
#pragma once

#include <cstdint>
#include <map>

#include "render/model/gpu_model.h"

namespace phalanx {

template <typename Derived>
class ModelCaches {
  public:
    const Derived& get(const GpuModel& model) {
        auto found = items_.find(&model);
        if (found == items_.end() || found->second.version != model.animationVersion()) {
            if (found != items_.end()) items_.erase(found);
            found = items_.emplace(&model, Item{model.animationVersion(), Derived(model)}).first;
        }
        Derived& derived = found->second.derived;
        if constexpr (requires { derived.follow(model); }) derived.follow(model);
        return derived;
    }

  private:
    struct Item {
        std::uint64_t version = 0;
        Derived derived;
    };
    std::map<const GpuModel*, Item> items_;
};

}  // namespace phalanx

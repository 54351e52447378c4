// Finds joints by what their names mean: for the namings of Mixamo, Quaternius, KayKit, Blender's Rigify and
// our soldier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

enum class BodySide : std::uint8_t { kNone, kLeft, kRight };

// "upperarm.l", "LeftArm", "shoulder_R", "b_RightUpperArm_06", in lower case.
BodySide sideOf(std::string_view lower_name);

bool hasAny(std::string_view name, std::initializer_list<std::string_view> words);

// Nodes that move vertices and whose name no other node has, ascending.
std::vector<std::size_t> uniqueNodes(const Model& model);

class JointNames {
  public:
    explicit JointNames(const Model& model);  // which must outlive it

    // The nodes that `wanted` finds by their lower-case names and whose ancestors it does not, with a side or
    // without. Only unique nodes.
    template <typename Wanted>
    std::vector<int> highest(const Wanted& wanted) const {
        std::vector<int> result;
        std::vector<bool> below(names_.size(), false);
        for (std::size_t n = 0; n < names_.size(); ++n) {
            const int parent = model_.nodes[n].parent;
            const bool under = parent >= 0 && below[static_cast<std::size_t>(parent)];
            const bool found = !names_[n].empty() && wanted(names_[n]);
            if (found && !under) result.push_back(static_cast<int>(n));
            below[n] = under || found;
        }
        return result;
    }

    // From the root down to the node, without it.
    std::vector<int> ancestors(int node) const;

    const std::string& nameOf(int node) const { return model_.nodes[static_cast<std::size_t>(node)].name; }
    const std::string& plainName(int node) const { return names_[static_cast<std::size_t>(node)]; }

  private:
    const Model& model_;
    std::vector<std::string> names_;  // lower case; "" if several nodes share it, or if it moves no vertices
};

}  // namespace phalanx

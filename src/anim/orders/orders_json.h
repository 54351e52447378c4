// The JSON form of orders: a list of objects. docs/pose.md describes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "anim/layers/form_reader.h"
#include "anim/orders/pose_order.h"

namespace phalanx {

// In the order of their times; of one time, as in the file. Throws Error that starts with `file`: kUsage for
// an unknown key, a wrong type or a number out of range, naming the member; kInput for text that is not JSON.
std::vector<PoseOrder> parseOrders(std::string_view text, const std::string& file);
std::vector<PoseOrder> readOrders(const std::string& file);

// Numbers of units and ranges of them: [3, [10, 19]].
std::vector<UnitRange> readUnits(const FormReader& units);

}  // namespace phalanx

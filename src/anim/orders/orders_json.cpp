#include "anim/orders/orders_json.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "anim/layers/blend_space_json.h"
#include "anim/layers/form_reader.h"
#include "anim/layers/layered_pose_json.h"
#include "core/file.h"
#include "core/json_text.h"

namespace phalanx {
namespace {

constexpr std::size_t kMostRanges = 10'000;

}  // namespace

std::vector<UnitRange> readUnits(const FormReader& units) {
    std::vector<UnitRange> result;
    for (const FormReader& item : units.list(kMostRanges)) {
        if (item.isNumber()) {
            const std::uint32_t unit = item.index(kMostPoseUnit);
            result.push_back({unit, unit});
            continue;
        }
        const std::vector<FormReader> ends = item.list(2);
        if (ends.size() != 2) item.fail("is not a unit's number, or the first and last of a range");
        result.push_back({ends[0].index(kMostPoseUnit), ends[1].index(kMostPoseUnit)});
        if (result.back().first > result.back().last) item.fail("ends before it begins");
    }
    if (result.empty()) units.fail("has no unit; leave it out for all");
    std::sort(result.begin(), result.end(),
              [](const UnitRange& a, const UnitRange& b) { return a.first < b.first; });
    std::vector<UnitRange> apart;
    for (const UnitRange& each : result) {
        if (!apart.empty() && each.first <= apart.back().last) {
            apart.back().last = std::max(apart.back().last, each.last);
        } else {
            apart.push_back(each);
        }
    }
    return apart;
}

namespace {

std::optional<double> readWeight(const FormReader& item, double least, double most) {
    const auto weight = item.find("weight");
    if (!weight) return std::nullopt;
    return weight->number(least, most);
}

SourceChange readSource(const FormReader& item, double least, double most) {
    item.keys({"clip", "time", "space", "at", "phase", "weight"});
    SourceChange change;
    change.weight = readWeight(item, least, most);
    constexpr std::array kKeys{"clip", "time", "space", "at", "phase"};
    if (std::ranges::any_of(kKeys, [&](const char* key) { return item.has(key); }))
        change.source = readOneSource(item);
    return change;
}

// An item that is null stays as it is.
template <typename Change, typename Read>
void readChanges(const FormReader& order, const char* key, std::vector<Change>& changes, const Read& read) {
    const auto found = order.find(key);
    if (!found) return;
    for (const FormReader& item : found->list(kMostPoseItems))
        changes.push_back(item.isNull() ? Change{} : read(item));
}

PoseOrder readOrder(const FormReader& item) {
    item.keys(
        {"time", "fade", "units", "travel", "place", "facing", "base", "layers", "additive", "aim", "ik"});
    PoseOrder order;
    if (const auto time = item.find("time")) order.time_s = time->number(0.0, kMostOrderTime_s);
    if (const auto fade = item.find("fade")) order.fade_s = fade->number(0.0, kMostOrderFade_s);
    if (const auto units = item.find("units")) order.units = readUnits(*units);
    if (const auto travel = item.find("travel")) order.travel = travel->boolean();
    if (const auto place = item.find("place")) {
        const std::vector<double> at = readCoordinates(*place);
        if (at.size() != 2) place->fail("is not a list of two numbers");
        order.place_m = glm::dvec2(at[0], at[1]);
    }
    if (const auto facing = item.find("facing")) order.facing_deg = facing->number(-360.0, 360.0);
    if (const auto base = item.find("base")) order.base = readBaseSource(*base);
    readChanges(item, "layers", order.layers,
                [](const FormReader& each) { return readSource(each, 0.0, 1.0); });
    readChanges(item, "additive", order.additive, [](const FormReader& each) {
        return readSource(each, -kMostAdditiveWeight, kMostAdditiveWeight);
    });
    readChanges(item, "aim", order.aim, [](const FormReader& each) {
        each.keys({"target", "weight"});
        AimChange change{std::nullopt, readWeight(each, 0.0, 1.0)};
        if (const auto target = each.find("target")) change.target = readAimTarget(*target);
        return change;
    });
    readChanges(item, "ik", order.ik, [](const FormReader& each) {
        each.keys({"target", "weight"});
        IkChange change{std::nullopt, readWeight(each, 0.0, 1.0)};
        if (const auto target = each.find("target")) change.target = readTarget(*target);
        return change;
    });
    return order;
}

}  // namespace

std::vector<PoseOrder> parseOrders(std::string_view text, const std::string& file) {
    const auto json = parseJson(text, file);
    std::vector<PoseOrder> orders;
    for (const FormReader& item : FormReader(json, "", file).list(kMostOrders)) {
        orders.push_back(readOrder(item));
        orders.back().place = orders.size() - 1;
    }
    std::stable_sort(orders.begin(), orders.end(),
                     [](const PoseOrder& a, const PoseOrder& b) { return a.time_s < b.time_s; });
    return orders;
}

std::vector<PoseOrder> readOrders(const std::string& file) {
    return parseOrders(readTextFile(file), file);
}

}  // namespace phalanx

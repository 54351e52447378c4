// Rows of settings: kinds and ranges, text and back, and what is said of a value that is refused.
#include "core/setting.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace phalanx {
namespace {

enum class Fruit : std::uint8_t { kApple, kPear };
constexpr std::array kFruits{Fruit::kPear, Fruit::kApple};
std::string_view nameOf(Fruit fruit) {
    return fruit == Fruit::kApple ? "apple" : "pear";
}

struct Basket {
    bool lid = true;
    int apples = 3;
    std::uint32_t seed = 7;
    double weight_kg = 1.5;
    double budget_ms = 0.0;
    int joints = 4;
    Fruit fruit = Fruit::kApple;
    std::optional<double> rate;
    std::optional<Fruit> wanted;
    std::string label = "mine";
    std::optional<std::string> owner;
    std::vector<std::string> guests;
};

template <class Member>
Setting<Basket> row(SettingInfo info, Member member) {
    return setting<Basket>(std::move(info), member);
}

std::string refusal(const Setting<Basket>& row, const std::string& text) {
    try {
        valueFromText(row, text);
    } catch (const SettingError& error) {
        EXPECT_EQ(error.code(), ExitCode::kUsage);
        EXPECT_EQ(error.key(), row.key);
        EXPECT_EQ(std::string(error.what()), error.key() + ": " + error.text());
        return error.text();
    }
    return "";
}

const Setting<Basket> kLid = row(
    {.key = "lid", .off_key = "no-lid"}, [](auto& b) -> auto& { return b.lid; });
const Setting<Basket> kApples = row(
    {.key = "apples", .least = 1, .most = 9}, [](auto& b) -> auto& { return b.apples; });
const Setting<Basket> kSeed = row(
    {.key = "seed", .most = std::numeric_limits<std::uint32_t>::max()},
    [](auto& b) -> auto& { return b.seed; });
const Setting<Basket> kWeight = row(
    {.key = "full-weight", .unit = "s", .most = 4.0, .aliases = {"mass"}},
    [](auto& b) -> auto& { return b.weight_kg; });
const Setting<Basket> kBudget = row(
    {.key = "budget", .unit = "ms", .least = 1.0, .most = 1000.0, .or_zero = true},
    [](auto& b) -> auto& { return b.budget_ms; });
const Setting<Basket> kJoints = row(
    {.key = "joints", .least = 1, .most = 4, .choices = {1, 2, 4}},
    [](auto& b) -> auto& { return b.joints; });
const Setting<Basket> kFruit = choice<Basket>(
    {.key = "fruit"}, kFruits, [](auto& b) -> auto& { return b.fruit; });
const Setting<Basket> kRate = row(
    {.key = "rate", .unit = "Hz", .least = 1.0, .most = 1000.0}, [](auto& b) -> auto& { return b.rate; });
const Setting<Basket> kWanted = choice<Basket>(
    {.key = "wanted"}, kFruits, [](auto& b) -> auto& { return b.wanted; });
const Setting<Basket> kLabel = row(
    {.key = "label"}, [](auto& b) -> auto& { return b.label; });
const Setting<Basket> kOwner = row(
    {.key = "owner"}, [](auto& b) -> auto& { return b.owner; });
const Setting<Basket> kGuests = row(
    {.key = "guests"}, [](auto& b) -> auto& { return b.guests; });

TEST(Setting, KindsFollowFromTypes) {
    EXPECT_EQ(kLid.kind, SettingKind::kSwitch);
    EXPECT_EQ(kApples.kind, SettingKind::kWhole);
    EXPECT_EQ(kWeight.kind, SettingKind::kNumber);
    EXPECT_EQ(kFruit.kind, SettingKind::kName);
    EXPECT_EQ(kRate.kind, SettingKind::kNumber);
    EXPECT_TRUE(kRate.or_auto);
    EXPECT_EQ(kLabel.kind, SettingKind::kText);
    EXPECT_EQ(kOwner.kind, SettingKind::kText);
    EXPECT_EQ(kGuests.kind, SettingKind::kList);
    EXPECT_EQ(kWanted.names, (std::vector<std::string_view>{"auto", "pear", "apple"}));
}

TEST(Setting, TextsComeBack) {
    const std::array rows{kLid,   kApples, kSeed,   kWeight, kBudget, kJoints,
                          kFruit, kRate,   kWanted, kLabel,  kOwner};
    const std::array<std::array<std::string, 2>, 11> texts{{{"true", "false"},
                                                            {"1", "9"},
                                                            {"0", "4294967295"},
                                                            {"0.25", "4"},
                                                            {"0", "16.5"},
                                                            {"2", "1"},
                                                            {"pear", "apple"},
                                                            {"auto", "30"},
                                                            {"pear", "auto"},
                                                            {"", "yours"},
                                                            {"", "theirs"}}};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (const std::string& text : texts.at(i)) {
            Basket basket;
            rows.at(i).set(basket, valueFromText(rows.at(i), text));
            EXPECT_EQ(textOf(rows.at(i).get(basket)), text) << rows.at(i).key;
        }
    }
    Basket basket;
    kGuests.set(basket, std::vector<std::string>{"a", "b"});
    EXPECT_EQ(basket.guests, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(textOf(kGuests.get(basket)), "a, b");
    kRate.set(basket, std::string("auto"));
    EXPECT_FALSE(basket.rate);
    kOwner.set(basket, std::string("theirs"));
    EXPECT_EQ(basket.owner, "theirs");
    kOwner.set(basket, std::string());
    EXPECT_FALSE(basket.owner);
}

TEST(Setting, NumbersMayBeWholeAndWholeOnesHaveNoFraction) {
    Basket basket;
    kWeight.set(basket, std::int64_t{2});
    EXPECT_EQ(basket.weight_kg, 2.0);
    kApples.set(basket, 5.0);
    EXPECT_EQ(basket.apples, 5);
    EXPECT_THROW(kApples.set(basket, 5.5), SettingError);
    EXPECT_THROW(kWeight.set(basket, true), SettingError);
    EXPECT_EQ(basket.weight_kg, 2.0);
}

TEST(Setting, RefusalsSayWhatIsAllowed) {
    EXPECT_EQ(refusal(kWeight, "4.5"), "4.5 is not a number from 0 to 4");
    EXPECT_EQ(refusal(kWeight, "heavy"), "'heavy' is not a number from 0 to 4");
    EXPECT_EQ(refusal(kWeight, "nan"), "nan is not a number from 0 to 4");
    EXPECT_EQ(refusal(kWeight, ""), "'' is not a number from 0 to 4");
    EXPECT_EQ(refusal(kWeight, "1s"), "'1s' is not a number from 0 to 4");
    EXPECT_EQ(refusal(kApples, "0"), "0 is not a whole number from 1 to 9");
    EXPECT_EQ(refusal(kApples, "1.5"), "'1.5' is not a whole number from 1 to 9");
    EXPECT_EQ(refusal(kSeed, "4294967296"), "4294967296 is not a whole number from 0 to 4294967295");
    EXPECT_EQ(refusal(kSeed, "99999999999999999999"),
              "'99999999999999999999' is not a whole number from 0 to 4294967295");
    EXPECT_EQ(refusal(kBudget, "0.5"), "0.5 is neither 0 nor a number from 1 to 1000");
    EXPECT_EQ(refusal(kJoints, "3"), "3 is not one of 1, 2, 4");
    EXPECT_EQ(refusal(kFruit, "plum"), "'plum' is not one of pear, apple");
    EXPECT_EQ(refusal(kWanted, "plum"), "'plum' is not one of auto, pear, apple");
    EXPECT_EQ(refusal(kRate, "fast"), "'fast' is not a number from 1 to 1000, nor auto");
    EXPECT_EQ(refusal(kRate, "inf"), "inf is not a number from 1 to 1000, nor auto");
    EXPECT_EQ(refusal(kLid, "perhaps"), "'perhaps' is neither true nor false, and it is a switch");
}

TEST(Setting, ChecksWhatIsKept) {
    Basket basket;
    EXPECT_NO_THROW(kWeight.check(basket));
    basket.weight_kg = std::nan("");
    EXPECT_THROW(kWeight.check(basket), SettingError);
    basket.joints = 3;
    EXPECT_THROW(kJoints.check(basket), SettingError);
    basket.fruit = static_cast<Fruit>(1);
    EXPECT_NO_THROW(kFruit.check(basket));
}

TEST(Setting, NamesInResults) {
    EXPECT_EQ(resultKey(kWeight), "full_weight_s");
    EXPECT_EQ(resultKey(kBudget), "budget_ms");
    EXPECT_EQ(resultKey(kRate), "rate_hz");
    EXPECT_EQ(resultKey(kApples), "apples");
    EXPECT_EQ(resultKey({.key = "speed-spread", .unit = "%"}), "speed_spread");
}

TEST(Setting, IsCalledByKeyAliasAndOffKey) {
    EXPECT_TRUE(isCalled(kWeight, "full-weight"));
    EXPECT_TRUE(isCalled(kWeight, "mass"));
    EXPECT_FALSE(isCalled(kWeight, ""));
    EXPECT_TRUE(isCalled(kLid, "no-lid"));
    EXPECT_FALSE(isCalled(kLid, "li"));
}

TEST(Setting, RangesForHelp) {
    EXPECT_EQ(rangeText(kWeight), "0 to 4");
    EXPECT_EQ(rangeText(kBudget), "0, or 1 to 1000");
    EXPECT_EQ(rangeText(kJoints), "1, 2, 4");
    EXPECT_EQ(rangeText(kRate), "1 to 1000, or auto");
    EXPECT_EQ(rangeText(kFruit), "pear, apple");
    EXPECT_EQ(rangeText(kLid), "");
}

// A row of a part, as one of the whole.
TEST(Setting, LiftedRowsReachThePart) {
    struct Picnic {
        Basket basket;
    };
    const Setting<Picnic> lifted_row = lifted<Picnic>(
        kWeight, [](auto& p) -> auto& { return p.basket; });
    Picnic picnic;
    lifted_row.set(picnic, 3.5);
    EXPECT_EQ(picnic.basket.weight_kg, 3.5);
    EXPECT_EQ(std::get<double>(lifted_row.get(picnic)), 3.5);
    EXPECT_EQ(lifted_row.key, "full-weight");
    EXPECT_THROW(lifted_row.set(picnic, 9.0), SettingError);
}

}  // namespace
}  // namespace phalanx

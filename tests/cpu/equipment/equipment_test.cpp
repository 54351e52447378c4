// The variants that groups of parts and attachments become.
#include "asset/equipment/equipment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "armed_model.h"
#include "asset/equipment/attach.h"
#include "core/setting.h"

namespace phalanx {
namespace {

Equipment equipped(Model& model, const std::vector<std::string>& picks = {}) {
    Equipment equipment;
    equipment.groups = findAlternatives(model);
    layOutEquipment(model, equipment, picks);
    validate(model);
    return equipment;
}

// The parts of which a variant draws all triangles; it must draw no others.
std::set<std::string> partsOf(const Model& model, const Variant& variant) {
    std::map<std::string, std::size_t> triangles;
    for (const Batch& batch : variant.batches) {
        for (std::uint32_t i = 0; i < batch.index_count; i += 3) {
            const std::uint32_t vertex = model.indices[batch.first_index + i];
            const auto part = std::ranges::find_if(model.parts, [&](const Part& p) {
                return vertex >= p.first_vertex && vertex < p.first_vertex + p.vertex_count;
            });
            EXPECT_EQ(part->material, batch.material);
            ++triangles[part->name];
        }
    }
    std::set<std::string> names;
    for (const auto& [name, count] : triangles) {
        EXPECT_EQ(count, 12U) << name << " of " << variant.name;
        names.insert(name);
    }
    return names;
}

using Names = std::set<std::string>;

TEST(Equipment, AVariantShowsOneChoiceOfEachGroup) {
    Model model = test::armedModel(test::heldBoxes());
    const Equipment equipment = equipped(model);
    ASSERT_EQ(model.variants.size(), 6U);
    ASSERT_EQ(equipment.shares.size(), 6U);
    std::set<Names> seen;
    for (const Variant& variant : model.variants) {
        const Names parts = partsOf(model, variant);
        Names named{"body"};
        std::string left = variant.name.substr(0, variant.name.find(", "));
        named.insert(left);
        named.insert(variant.name.substr(left.size() + 2));
        EXPECT_EQ(parts, named) << variant.name;
        seen.insert(parts);
    }
    EXPECT_EQ(seen.size(), 6U);
}

TEST(Equipment, PicksReduceAGroupToOneChoice) {
    Model model = test::armedModel(test::heldBoxes());
    const std::size_t indices = model.indices.size();
    Equipment equipment = equipped(model, {"hand.l=green", "hand.r=none"});
    ASSERT_EQ(model.variants.size(), 1U);
    EXPECT_EQ(partsOf(model, model.variants[0]), (Names{"body", "green"}));
    // Called again, it replaces the variants, and the indices do not grow.
    const std::vector<std::string> left{"hand.l=blue"};
    layOutEquipment(model, equipment, left);
    ASSERT_EQ(model.variants.size(), 2U);
    for (const Variant& variant : model.variants) EXPECT_TRUE(partsOf(model, variant).contains("blue"));
    const std::size_t grown = model.indices.size();
    layOutEquipment(model, equipment, left);
    EXPECT_EQ(model.indices.size(), grown);
    EXPECT_GT(grown, indices);
    layOutEquipment(model, equipment, {});
    EXPECT_EQ(model.variants.size(), 6U);
}

TEST(Equipment, UnknownChoicesAreErrors) {
    Model model = test::armedModel(test::heldBoxes());
    try {
        equipped(model, {"hand.l=purple"});
        FAIL() << "no error";
    } catch (const SettingError& error) {
        EXPECT_EQ(error.key(), "equip");
        EXPECT_EQ(error.text(),
                  "group \"hand.l\" has no choice \"purple\"; its choices are red, green, blue, none");
    }
}

TEST(Equipment, WithoutGroupsShowsAllParts) {
    Model model = test::armedModel(test::heldBoxes());
    Equipment equipment;
    layOutEquipment(model, equipment, {});
    ASSERT_EQ(model.variants.size(), 1U);
    EXPECT_EQ(partsOf(model, model.variants[0]).size(), 6U);
}

// Six groups of two have 64 combinations, but the model has 13 parts.
TEST(Equipment, HasNoMoreCombinationsThanParts) {
    std::vector<test::BoxPart> held;
    for (int place = 0; place < 6; ++place) {
        for (const char* kind : {"a", "b"}) {
            const glm::vec3 at(0.0F, 0.3F * static_cast<float>(place), 0.0F);
            held.push_back(
                {kind + std::to_string(place), test::kLeftHand, at, glm::vec3(0.1F), glm::vec3(1.0F)});
        }
    }
    Model model = test::armedModel(held);
    Equipment equipment;
    for (std::size_t place = 0; place < 6; ++place) {
        const std::size_t first = 1 + 2 * place;
        equipment.groups.push_back(
            {"place " + std::to_string(place),
             {{model.parts[first].name, {first}}, {model.parts[first + 1].name, {first + 1}}}});
    }
    layOutEquipment(model, equipment, {});
    EXPECT_EQ(model.variants.size(), model.parts.size());
    std::map<std::string, int> shown;
    std::set<Names> different;
    for (const Variant& variant : model.variants) {
        const Names parts = partsOf(model, variant);
        EXPECT_EQ(parts.size(), 7U);
        different.insert(parts);
        for (const std::string& part : parts) ++shown[part];
    }
    EXPECT_EQ(different.size(), model.variants.size());
    for (const test::BoxPart& box : held) EXPECT_GE(shown[box.name], 5) << box.name;
}

TEST(Equipment, SharesOfCombinationsAreProducts) {
    Model model = test::armedModel(test::heldBoxes());
    Equipment equipment;
    equipment.groups = findAlternatives(model);
    equipment.groups[0].choices[0].share = 4.0;
    equipment.groups[1].choices[1].share = 0.5;
    layOutEquipment(model, equipment, {});
    for (std::size_t v = 0; v < model.variants.size(); ++v) {
        const Names parts = partsOf(model, model.variants[v]);
        EXPECT_EQ(equipment.shares[v],
                  (parts.contains("red") ? 4.0 : 1.0) * (parts.contains("cyan") ? 0.5 : 1.0));
    }
}

TEST(Equipment, AttachmentsDoubleTheVariants) {
    Model model = test::armedModel(test::heldBoxes());
    Equipment equipment;
    equipment.groups = findAlternatives(model);
    attachModel(test::flagModel(), parseAttachment("flag.glb@chest:every=3"), model, equipment);
    layOutEquipment(model, equipment, {});
    validate(model);
    ASSERT_EQ(model.variants.size(), 12U);
    EXPECT_EQ(equipment.every, std::vector<std::uint32_t>{3});
    EXPECT_EQ(equipment.shares.size(), 6U);
    for (std::size_t v = 0; v < model.variants.size(); ++v)
        EXPECT_EQ(partsOf(model, model.variants[v]).contains("flag"), v >= 6) << model.variants[v].name;
    // Carried by every unit: no variants of its own.
    Model other = test::armedModel(test::heldBoxes());
    Equipment of_other;
    attachModel(test::flagModel(), parseAttachment("flag.glb@chest"), other, of_other);
    layOutEquipment(other, of_other, {});
    ASSERT_EQ(other.variants.size(), 1U);
    EXPECT_TRUE(partsOf(other, other.variants[0]).contains("flag"));
}

}  // namespace
}  // namespace phalanx

// Which parts of a model are alternatives.
#include "asset/equipment/part_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "armed_model.h"
#include "asset/equipment/equipment.h"
#include "asset/import.h"
#include "cpu/asset/samples/gltf_builder.h"

namespace phalanx {
namespace {

using test::BoxPart;

using ChoiceNames = std::vector<std::vector<std::string>>;

ChoiceNames choicesOf(const Model& model) {
    ChoiceNames names;
    for (const PartGroup& group : findAlternatives(model)) {
        auto& list = names.emplace_back();
        for (const PartChoice& choice : group.choices) list.push_back(choice.name);
    }
    return names;
}

BoxPart boxAt(const char* name, glm::vec3 center, glm::vec3 half, std::uint8_t parent = test::kLeftHand) {
    return {name, parent, center, half, glm::vec3(1.0F)};
}

TEST(PartGroups, AreThePartsInOnePlace) {
    const Model model = test::armedModel(test::heldBoxes());
    const std::vector<PartGroup> groups = findAlternatives(model);
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].name, "hand.l");
    EXPECT_EQ(groups[1].name, "hand.r");
    EXPECT_EQ(choicesOf(model), (ChoiceNames{{"red", "green", "blue"}, {"yellow", "cyan"}}));
    for (const PartGroup& group : groups) {
        for (const PartChoice& choice : group.choices) {
            ASSERT_EQ(choice.parts.size(), 1U);
            EXPECT_EQ(model.parts[choice.parts.front()].name, choice.name);
            EXPECT_EQ(choice.share, 1.0);
        }
    }
}

// A sword and a shield hardly overlap, but both are held at the origin of the hand.
TEST(PartGroups, ContainWhatIsHeldAtTheSameGrip) {
    const std::vector<BoxPart> held{boxAt("sword", {0.0F, 0.5F, 0.0F}, {0.05F, 0.7F, 0.05F}),
                                    boxAt("shield", {0.0F, 0.0F, 0.15F}, {0.4F, 0.5F, 0.12F})};
    EXPECT_EQ(choicesOf(test::armedModel(held)), (ChoiceNames{{"sword", "shield"}}));
}

TEST(PartGroups, LeaveOutPartsThatAUnitCarriesAtOnce) {
    // Beside each other; touching only at a corner; in different hands; a plume on a helmet; too small.
    EXPECT_EQ(choicesOf(test::armedModel(std::vector{boxAt("left", {-0.4F, 0.0F, 0.0F}, glm::vec3(0.2F)),
                                                     boxAt("right", {0.4F, 0.0F, 0.0F}, glm::vec3(0.2F))})),
              ChoiceNames{});
    EXPECT_EQ(choicesOf(test::armedModel(std::vector{boxAt("low", {0.0F, 0.3F, 0.0F}, glm::vec3(0.2F)),
                                                     boxAt("high", {0.3F, 0.65F, 0.3F}, glm::vec3(0.2F))})),
              ChoiceNames{});
    EXPECT_EQ(choicesOf(test::armedModel(
                  std::vector{boxAt("one", glm::vec3(0.0F), glm::vec3(0.2F), test::kLeftHand),
                              boxAt("other", glm::vec3(0.0F), glm::vec3(0.2F), test::kRightHand)})),
              ChoiceNames{});
    EXPECT_EQ(choicesOf(test::armedModel(
                  std::vector{boxAt("helmet", {0.0F, 0.3F, 0.0F}, glm::vec3(0.2F), test::kChest),
                              boxAt("plume", {0.0F, 0.6F, 0.0F}, {0.03F, 0.25F, 0.2F}, test::kChest)})),
              ChoiceNames{});
    EXPECT_EQ(choicesOf(test::armedModel(std::vector{boxAt("eye", glm::vec3(0.0F), glm::vec3(0.04F)),
                                                     boxAt("iris", glm::vec3(0.0F), glm::vec3(0.04F))})),
              ChoiceNames{});
}

// The body of a robot consists of rigid meshes: a head and its helmet in one place are both needed.
TEST(PartGroups, AreNotFoundInModelsWithoutSkin) {
    EXPECT_EQ(choicesOf(test::armedModel(test::heldBoxes(), false)), ChoiceNames{});
}

// Primitives of one mesh, one per material, have one joint.
TEST(PartGroups, KeepThePrimitivesOfAMeshTogether) {
    Model model = test::armedModel(test::heldBoxes());
    // "green" becomes a second primitive of "red".
    const std::uint16_t joint = model.vertices[model.parts[1].first_vertex].joints[0];
    for (std::uint32_t v = 0; v < model.parts[2].vertex_count; ++v)
        model.vertices[model.parts[2].first_vertex + v].joints[0] = joint;
    const std::vector<PartGroup> groups = findAlternatives(model);
    ASSERT_EQ(groups.size(), 2U);
    ASSERT_EQ(groups[0].choices.size(), 2U);
    EXPECT_EQ(groups[0].choices[0].parts, (std::vector<std::size_t>{1, 2}));
    EXPECT_EQ(groups[0].choices[1].name, "blue");
}

// A part that several joints deform is part of the body, wherever it is.
TEST(PartGroups, LeaveOutSkinnedParts) {
    Model model = test::armedModel(test::heldBoxes());
    for (std::uint32_t v = 0; v < model.parts[4].vertex_count; ++v) {
        Vertex& vertex = model.vertices[model.parts[4].first_vertex + v];
        vertex.joints[1] = 0;
        vertex.weights = {0.7F, 0.3F};
    }
    EXPECT_EQ(choicesOf(model), (ChoiceNames{{"red", "green", "blue"}}));
}

TEST(PartGroups, OfOneNameAreNumbered) {
    Model model = test::armedModel(test::heldBoxes());
    model.nodes[test::kRightHand].name = "hand.l";
    const std::vector<PartGroup> groups = findAlternatives(model);
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].name, "hand.l");
    EXPECT_EQ(groups[1].name, "hand.l 2");
}

// The soldier declares its variants itself.
TEST(PartGroups, OfTheSoldierAreItsVariants) {
    const Model soldier =
        importModel(std::filesystem::path(PHALANX_SOURCE_DIR) / "assets" / "soldier.glb", {});
    const Equipment equipment = equipmentOfFile(soldier);
    ASSERT_EQ(equipment.groups.size(), 1U);
    EXPECT_EQ(equipment.groups[0].name, "variant");
    ASSERT_EQ(equipment.groups[0].choices.size(), soldier.variants.size());
    EXPECT_EQ(equipment.groups[0].choices[2].name, "officer");
    EXPECT_EQ(findAlternatives(soldier).size(), 0U);
}

// All files of the shared models, except those that the importer refuses.
TEST(PartGroups, OfRealFiles) {
    const std::filesystem::path folder = test::testModels();
    if (folder.empty()) GTEST_SKIP() << "the test models are missing; set PHALANX_TEST_MODELS";
    int files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".glb" && extension != ".gltf" && extension != ".fbx") continue;
        if (entry.path().filename().string().starts_with("bad_")) continue;
        const ChoiceNames found = choicesOf(importModel(entry.path(), {}));
        if (entry.path().stem() == "Knight") {
            EXPECT_EQ(found, (ChoiceNames{{"1H_Sword_Offhand", "Badge_Shield", "Rectangle_Shield",
                                           "Round_Shield", "Spike_Shield"},
                                          {"1H_Sword", "2H_Sword"}}));
        } else {
            EXPECT_EQ(found, ChoiceNames{}) << entry.path();
        }
        ++files;
    }
    EXPECT_GE(files, 4);
}

}  // namespace
}  // namespace phalanx

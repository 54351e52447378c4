// Models attached to joints of others.
#include "asset/equipment/attach.h"

#include <gtest/gtest.h>

#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "armed_model.h"
#include "core/setting.h"

namespace phalanx {
namespace {

TEST(Attach, ReadsFileJointAndOptions) {
    const AttachRequest plain = parseAttachment("a b/banner.glb@chest");
    EXPECT_EQ(plain.file, "a b/banner.glb");
    EXPECT_EQ(plain.joint, "chest");
    EXPECT_EQ(plain.every, 1U);
    EXPECT_FALSE(plain.joint_axes);
    const AttachRequest full = parseAttachment("C:/x@y/torch.glb@mixamorig:Hand:every=12:axes=joint");
    EXPECT_EQ(full.file, "C:/x@y/torch.glb");
    EXPECT_EQ(full.joint, "mixamorig:Hand");
    EXPECT_EQ(full.every, 12U);
    EXPECT_TRUE(full.joint_axes);
}

TEST(Attach, SaysWhatIsWrong) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"banner.glb", "'banner.glb' is not of the form FILE@JOINT"},
        {"@chest", "'@chest' is not of the form FILE@JOINT"},
        {"banner.glb@", "'banner.glb@' is not of the form FILE@JOINT"},
        {"b.glb@chest:every=0", "'b.glb@chest:every=0': every=0 is not a whole number from 1 to 1000000"},
        {"b.glb@chest:every=2x", "'b.glb@chest:every=2x': every=2x is not a whole number from 1 to 1000000"},
        {"b.glb@chest:evry=2",
         "'b.glb@chest:evry=2': unknown option evry=2; the options are every=N, axes=model "
         "and axes=joint"}};
    for (const auto& [text, message] : cases) {
        try {
            parseAttachment(text);
            ADD_FAILURE() << text;
        } catch (const SettingError& error) {
            EXPECT_EQ(error.key(), "attach");
            EXPECT_TRUE(error.text().starts_with(message)) << error.text();
        }
    }
    Model model = test::armedModel(test::heldBoxes());
    Equipment equipment;
    try {
        attachModel(test::flagModel(), parseAttachment("flag.glb@chst"), model, equipment);
        ADD_FAILURE() << "no error";
    } catch (const SettingError& error) {
        EXPECT_TRUE(error.text().starts_with("armed has no joint \"chst\"; its joints are chest, "))
            << error.text();
    }
}

// The model's file has centimetres with Z up, and its chest is turned and scaled: at rest the item is upright
// at the chest in its own size, and it follows the chest.
TEST(Attach, PutsTheItemAtTheJoint) {
    for (const bool joint_axes : {false, true}) {
        Model model = test::armedModel(test::heldBoxes());
        model.metres_per_unit = 0.01;
        model.z_up = true;
        const glm::dmat4 turned = glm::rotate(glm::translate(glm::dmat4(1.0), glm::dvec3(10.0, 20.0, 90.0)),
                                              0.7, glm::dvec3(0.0, 0.0, 1.0));
        model.nodes[test::kChest].parent_from_node_rest = glm::scale(turned, glm::dvec3(3.0));
        AttachRequest request;
        request.joint = "chest";
        request.joint_axes = joint_axes;
        Equipment equipment;
        const Model flag = test::flagModel();
        const std::uint32_t first = static_cast<std::uint32_t>(model.vertices.size());
        attachModel(flag, request, model, equipment);
        ASSERT_EQ(equipment.attachments.at(0).first_vertex, first);
        const glm::dmat4 model_from_chest = modelFromNode(model, restPose(model))[test::kChest];
        const glm::dvec3 place(model_from_chest[3]);
        EXPECT_NEAR(glm::distance(place, glm::dvec3(0.1, 0.9, -0.2)), 0.0, 1e-9);
        const auto at_rest = skin(model, restPose(model));
        LocalPose bowed = restPose(model);
        const glm::dmat4 bow = glm::rotate(glm::dmat4(1.0), 0.5, glm::dvec3(1.0, 0.0, 0.0));
        bowed.nodes[test::kChest].whole = bowed.nodes[test::kChest].whole * bow;
        const auto moved = skin(model, bowed);
        const glm::dmat4 moves = modelFromNode(model, bowed)[test::kChest] * glm::inverse(model_from_chest);
        for (std::size_t v = 0; v < flag.vertices.size(); ++v) {
            const glm::dvec3 own(flag.vertices[v].position);
            const glm::dvec3 axes = joint_axes ? glm::normalize(glm::dvec3(model_from_chest[0])) * own.x +
                                                     glm::normalize(glm::dvec3(model_from_chest[1])) * own.y +
                                                     glm::normalize(glm::dvec3(model_from_chest[2])) * own.z
                                               : own;
            EXPECT_NEAR(glm::distance(at_rest[first + v].position, place + axes), 0.0, 1e-5);
            EXPECT_NEAR(
                glm::distance(moved[first + v].position, glm::dvec3(moves * glm::dvec4(place + axes, 1.0))),
                0.0, 1e-5);
        }
    }
}

// The importer takes a dagger in glTF for a figure of the wrong size.
TEST(Attach, KeepsTheSizeOfGltfFiles) {
    Model flag = test::flagModel();
    flag.metres_per_unit = 7.5;
    Model model = test::armedModel(test::heldBoxes());
    Equipment equipment;
    const std::size_t first = model.vertices.size();
    attachModel(flag, parseAttachment("flag.glb@root"), model, equipment);
    const auto shape = skin(model, restPose(model));
    EXPECT_NEAR(shape[first].position.y, flag.vertices[0].position.y, 1e-5);
    flag.source_path = "flag.obj";
    attachModel(flag, parseAttachment("flag.obj@root"), model, equipment);
    EXPECT_NEAR(skin(model, restPose(model)).back().position.y, 7.5 * flag.vertices.back().position.y, 1e-4);
}

}  // namespace
}  // namespace phalanx

// Models are validated, and their clips found by name.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "anim/pose/model.h"
#include "core/error.h"
#include "cpu/anim/slider.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::slider;

TEST(Validate, AcceptsValidModels) {
    EXPECT_NO_THROW(validate(test::makeModel({})));
    EXPECT_NO_THROW(validate(slider()));
}

TEST(Validate, NamesEachViolation) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    struct Case {
        const char* text;  // must occur in the error
        std::function<void(Model&)> corrupt;
    };
    const std::vector<Case> cases{
        {"no triangles", [](Model& m) { m.indices.clear(); }},
        {"no triangles", [](Model& m) { m.vertices.clear(); }},
        {"no joint", [](Model& m) { m.palette.clear(); }},
        {"1025 joints", [](Model& m) { m.palette.resize(kMaxJoints + 1); }},
        {"no material", [](Model& m) { m.materials.clear(); }},
        {"variant", [](Model& m) { m.variants.clear(); }},
        {"multiple of 3", [](Model& m) { m.indices.pop_back(); }},
        {"scale", [](Model& m) { m.metres_per_unit = 0.0; }},
        {"scale", [](Model& m) { m.metres_per_unit = std::numeric_limits<double>::infinity(); }},
        {"after its parent", [](Model& m) { m.nodes[2].parent = 5; }},
        {"after its parent", [](Model& m) { m.nodes[0].parent = 0; }},
        {"after its parent", [](Model& m) { m.nodes[1].parent = -2; }},
        {"non-finite transform", [](Model& m) { m.nodes[1].parent_from_node_rest[3].x = std::nan(""); }},
        {"has no node", [](Model& m) { m.palette[0].node = 1000; }},
        {"has no node", [](Model& m) { m.palette[0].node = -1; }},
        {"offset matrix", [](Model& m) { m.palette[0].joint_from_bind[0].x = std::nan(""); }},
        {"vertex 3 is not finite", [](Model& m) { m.vertices[3].position.y = kNan; }},
        {"vertex 3 is not finite", [](Model& m) { m.vertices[3].normal.y = kNan; }},
        {"vertex 3 is not finite", [](Model& m) { m.vertices[3].uv.y = kNan; }},
        {"uses joint 500 of only 12", [](Model& m) { m.vertices[3].joints[2] = 500; }},
        {"negative weight",
         [](Model& m) {
             m.vertices[3].weights = {1.5F, -0.5F, 0.0F, 0.0F};
         }},
        {"negative weight", [](Model& m) { m.vertices[3].weights[0] = kNan; }},
        {"sum to 0.5",
         [](Model& m) {
             m.vertices[3].weights = {0.5F, 0.0F, 0.0F, 0.0F};
         }},
        {"refers to vertex 300 of only 300", [](Model& m) { m.indices[4] = 300; }},
        {"part uses material 7", [](Model& m) { m.parts[0].material = 7; }},
        {"part extends past", [](Model& m) { m.parts[0].index_count = 4000; }},
        {"batch extends past", [](Model& m) { m.variants[0].batches[0].first_index = ~0U; }},
        {"uses an image that does not exist", [](Model& m) { m.materials[0].image = 0; }},
        {"another size",
         [](Model& m) {
             m.images.push_back({"p", 2, 2, {1, 2, 3}});
         }},
        {"duration", [](Model& m) { m.clips[0].duration_s = -1.0; }},
        {"duration", [](Model& m) { m.clips[0].closing_s = 2.0; }},
        {"duration", [](Model& m) { m.clips[0].stride_speed = std::nan(""); }},
        {"does not exist", [](Model& m) { m.clips[0].channels[0].node = 99; }},
        {"out of order", [](Model& m) { m.clips[0].channels[0].rotations.keys[2].time_s = 0.01; }},
        {"out of order", [](Model& m) { m.clips[0].channels[0].rotations.keys[0].time_s = -0.01; }},
        {"non-finite key", [](Model& m) { m.clips[0].channels[0].rotations.keys[1].value.w = std::nan(""); }},
        {"non-finite key", [](Model& m) { m.clips[0].channels[0].rotations.keys[4].time_s = std::nan(""); }},
    };
    for (std::size_t i = 0; i < cases.size(); ++i) {
        Model model = test::makeModel({});
        cases[i].corrupt(model);
        try {
            validate(model);
            ADD_FAILURE() << "case " << i << " (" << cases[i].text << ") was not detected";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::kInput);
            const std::string text = error.what();
            EXPECT_NE(text.find(cases[i].text), std::string::npos) << "case " << i << ": " << text;
            EXPECT_TRUE(text.starts_with("synthetic: ")) << text;
        }
    }
}

TEST(FindClip, TakesNamesNumbersAndAnyLetterCase) {
    Model model = slider();
    for (const char* name : {"Walk", "walk", "Run", "#1"}) {
        Clip clip;
        clip.name = name;
        model.clips.push_back(clip);
    }
    EXPECT_EQ(findClip(model, "Walk"), 0);
    EXPECT_EQ(findClip(model, "walk"), 1);
    EXPECT_EQ(findClip(model, "WALK"), 0);
    EXPECT_EQ(findClip(model, "run"), 2);
    EXPECT_EQ(findClip(model, "#2"), 2);
    for (const char* bad : {"Fly", "#4", "#-1", "#", "", "#99999999999"}) {
        try {
            findClip(model, bad);
            ADD_FAILURE() << bad;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::kUsage);
            EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        }
    }
    try {
        findClip(model, "Fly");
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("Walk, walk, Run"), std::string::npos);
    }
}

TEST(FindClip, ReportsAModelWithoutClips) {
    const Model model = slider();
    for (const char* wanted : {"Walk", "#0"}) {
        try {
            findClip(model, wanted);
            ADD_FAILURE() << wanted;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("has no clips"), std::string::npos) << error.what();
        }
    }
}

}  // namespace
}  // namespace phalanx

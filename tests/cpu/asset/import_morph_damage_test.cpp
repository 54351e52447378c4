// Damaged morph targets give an error of one line, or a valid model.
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "cpu/asset/samples/import_morphs_fixture.h"

namespace phalanx {
namespace {

using Json = nlohmann::json;
using test::cubicKeys;
using test::GltfBuilder;
using test::ImportMorphs;
using test::kLinearKeys;
using test::MorphedColumn;
using test::MorphKeys;

TEST_F(ImportMorphs, DamagedTargetsAreErrorsOfOneLine) {
    const auto target = [](MorphedColumn& c, std::size_t t) -> Json& {
        return c.builder.json["meshes"][0]["primitives"][1]["targets"][t];
    };
    expectRefused("POSITION of morph target Lean of part Body:Cloth 2 has 11 values for 12 vertices",
                  [&](MorphedColumn& c) {
                      target(c, 1)["POSITION"] =
                          test::vectors(c.builder, std::vector<glm::dvec3>(11, glm::dvec3(1.0)));
                  });
    expectRefused("NORMAL of morph target Bulge of part Body:Cloth 2 has a value that is not finite",
                  [&](MorphedColumn& c) {
                      std::vector<glm::dvec3> normals(12, glm::dvec3(1.0));
                      normals[7].y = std::numeric_limits<double>::quiet_NaN();
                      target(c, 0)["NORMAL"] = test::vectors(c.builder, normals);
                  });
    expectRefused("is of type VEC4, not VEC3", [&](MorphedColumn& c) {
        target(c, 0)["POSITION"] = c.builder.accessor(std::vector<double>(48, 1.0), "VEC4");
    });
    expectRefused("uses accessor 999 of only", [&](MorphedColumn& c) { target(c, 0)["NORMAL"] = 999; });
    expectRefused("it has 1025 morph targets under its nodes; the limit is 1024", [&](MorphedColumn& c) {
        Json& targets = c.builder.json["meshes"][0]["primitives"][0]["targets"];
        while (targets.size() <= kMaxMorphTargets) targets.push_back(targets[0]);
    });
    expectRefused("the weights in clip 0 has 4 key times and 2 morph targets, but 7 values",
                  [](MorphedColumn& c) {
                      c.animate(kLinearKeys);
                      c.builder.json["animations"][0]["samplers"][1]["output"] =
                          c.builder.accessor(std::vector<double>(7, 0.0), "SCALAR");
                  });
    expectRefused("has a key that is not a number", [](MorphedColumn& c) {
        MorphKeys keys = kLinearKeys;
        keys.weights[2][1] = std::numeric_limits<double>::quiet_NaN();
        c.animate(keys);
    });
}

// Each round changes one value of the meshes, the accessors or the animation.
TEST_F(ImportMorphs, ChangedValuesGiveAnErrorOrAModel) {
    MorphedColumn column;
    column.animate(cubicKeys());
    const Json right = column.builder.json.flatten();
    std::vector<std::string> places;
    for (const auto& [place, value] : right.items()) {
        if (place.starts_with("/meshes") || place.starts_with("/accessors") ||
            place.starts_with("/animations"))
            places.push_back(place);
    }
    const std::vector<Json> values{-1,   0,   1,        11,     13,      65'536, 2'147'483'647,
                                   1e30, 0.5, "SCALAR", "VEC2", nullptr, true};
    std::mt19937 random(20261124);
    int models = 0;
    int errors = 0;
    for (int round = 0; round < 600; ++round) {
        Json changed = right;
        const std::string& place = places[random() % places.size()];
        const Json& value = values[random() % values.size()];
        changed[place] = value;
        SCOPED_TRACE(place + " = " + value.dump());
        GltfBuilder damaged = column.builder;
        damaged.json = changed.unflatten();
        try {
            const Model model = importModel(folder_.write("changed.glb", damaged.glb()));
            validate(model);
            for (const Clip& clip : model.clips) skin(model, samplePose(model, clip, 0.4));
            ++models;
        } catch (const Error& e) {
            EXPECT_EQ(e.code(), ExitCode::kInput);
            EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
            ++errors;
        }
    }
    EXPECT_GT(models, 50);
    EXPECT_GT(errors, 50);
}

}  // namespace
}  // namespace phalanx

// Content that the glTF specification forbids and that would be read with a wrong result: refused with the
// element in question, or left out with a warning.
#include <gtest/gtest.h>

#include <functional>

#include "cpu/asset/samples/import_gltf_fixture.h"

namespace phalanx {
namespace {

using Json = nlohmann::json;
using test::GltfBuilder;
using test::kBody;
using test::kUpper;

class GltfInvalid : public test::ImportGltf {
  protected:
    using Change = std::function<void(GltfBuilder&)>;

    void expectRefused(const std::string& piece, const Change& change) {
        GltfBuilder builder = test::twoBones();
        change(builder);
        const std::string text = refusal(builder);
        EXPECT_NE(text.find(piece), std::string::npos) << text;
    }
    // Also that the column is still drawn and played as usual.
    void expectWarned(const std::string& text, const Change& change) {
        GltfBuilder builder = test::twoBones();
        change(builder);
        const Model model = import(builder);
        expectBent(model, 0.25, 90.0);
        bool warned = false;
        for (const Note& note : model.notes) warned |= note.warning && note.text == text;
        EXPECT_TRUE(warned) << text;
        if (warned) return;
        for (const Note& note : model.notes) ADD_FAILURE() << "noted: " << note.text;
    }

    static Json& primitive(GltfBuilder& builder) { return builder.json["meshes"][0]["primitives"][0]; }
    static Json& accessorOf(GltfBuilder& builder, const char* attribute) {
        return builder.json["accessors"][primitive(builder)["attributes"][attribute].get<std::size_t>()];
    }
    static Json& animation(GltfBuilder& builder) { return builder.json["animations"][0]; }

    // Both joints at the bind pose; the last row of the second has `w` instead of 1 and `x` instead of 0.
    static void setBindMatrices(GltfBuilder& builder, double x, double w) {
        std::vector<double> matrices(32, 0.0);
        for (std::size_t m = 0; m < 2; ++m) {
            for (std::size_t k = 0; k < 4; ++k) matrices[m * 16 + k * 5] = 1.0;
        }
        matrices[16 + 13] = -1.0;
        matrices[16 + 3] = x;
        matrices[16 + 15] = w;
        builder.json["skins"][0]["inverseBindMatrices"] = builder.accessor(matrices, "MAT4");
    }
    static Json matrixWithLast(double last) {
        return {1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, last};
    }
};

TEST_F(GltfInvalid, InverseBindMatricesMustHaveTheLastRowOfAnAffineMatrix) {
    const std::string piece =
        "the inverse bind matrix of joint 1 of skin 0 (node 2, Upper) has a last row other";
    expectRefused(piece, [](GltfBuilder& builder) { setBindMatrices(builder, 0.0, 2.0); });
    expectRefused(piece, [](GltfBuilder& builder) { setBindMatrices(builder, 0.5, 1.0); });
    expectRefused(piece, [](GltfBuilder& builder) { setBindMatrices(builder, 0.0, std::nan("")); });
    // Rounding is no fault, and has no effect.
    GltfBuilder rounded = test::twoBones();
    setBindMatrices(rounded, 0.00005, 0.99995);
    expectBent(import(rounded), 0.25, 90.0);
}

TEST_F(GltfInvalid, MatricesOfNodesMustHaveTheLastRowOfAnAffineMatrix) {
    expectRefused("the matrix of node 0 (Rig) has a last row other",
                  [](GltfBuilder& builder) { builder.json["nodes"][0]["matrix"] = matrixWithLast(0.5); });
    GltfBuilder rounded = test::twoBones();
    rounded.json["nodes"][0]["matrix"] = matrixWithLast(1.00005);
    expectBent(import(rounded), 0.25, 90.0);
}

TEST_F(GltfInvalid, TracksMustHaveAsManyValuesAsTheirKeyTimes) {
    for (const char* path : {"translation", "rotation", "scale"}) {
        for (const char* interpolation : {"LINEAR", "STEP", "CUBICSPLINE"}) {
            expectRefused(std::string("the ") + path + " in clip 0 has 2 key times but 7 values",
                          [&](GltfBuilder& builder) {
                              const bool turns = std::string(path) == "rotation";
                              const std::vector<double> values(turns ? 28 : 21, 0.5);
                              const std::size_t times = builder.accessor({0.0, 1.0}, "SCALAR");
                              const std::size_t output = builder.accessor(values, turns ? "VEC4" : "VEC3");
                              animation(builder)["channels"][0]["target"]["path"] = path;
                              animation(builder)["samplers"][0] = {
                                  {"input", times}, {"output", output}, {"interpolation", interpolation}};
                          });
        }
    }
}

TEST_F(GltfInvalid, UnknownInterpolationsAreRefusedByName) {
    for (const std::string name : {"Step", "FOO", "linear", ""}) {
        expectRefused(
            "the interpolation of the rotation in clip 0 is \"" + name + "\", not LINEAR, STEP or",
            [&](GltfBuilder& builder) { animation(builder)["samplers"][0]["interpolation"] = name; });
    }
}

TEST_F(GltfInvalid, ChannelsThatCannotBePlayedAreCounted) {
    const auto addChannels = [](const Json& channel, int times) {
        return [=](GltfBuilder& builder) {
            for (int i = 0; i < times; ++i) animation(builder)["channels"].push_back(channel);
        };
    };
    const std::string incomplete = "2 channels without a sampler or a path; left out";
    expectWarned(incomplete, addChannels({{"target", {{"node", kUpper}, {"path", "scale"}}}}, 2));
    expectWarned(incomplete, addChannels({{"sampler", 0}, {"target", {{"node", kUpper}}}}, 2));
    expectWarned(incomplete, addChannels(Json::object({{"sampler", 0}}), 2));
    expectWarned("2 channels of a path that is not supported (\"pointer\"); left out",
                 addChannels({{"sampler", 0}, {"target", {{"path", "pointer"}}}}, 2));
    expectWarned("1 channel of weights of a node without morph targets; left out",
                 addChannels({{"sampler", 0}, {"target", {{"node", kBody}, {"path", "weights"}}}}, 1));

    // The specification allows a channel without a node.
    GltfBuilder without_node = test::twoBones();
    addChannels({{"sampler", 0}, {"target", {{"path", "scale"}}}}, 1)(without_node);
    EXPECT_TRUE(hasNote(import(without_node), "1 channel without a node; left out"));
}

TEST_F(GltfInvalid, PositionsMustHaveData) {
    expectRefused("POSITION of mesh 0 has no data: accessor 0 has neither", [](GltfBuilder& builder) {
        accessorOf(builder, "POSITION").erase("bufferView");
        builder.json["extensionsUsed"] = {"KHR_draco_mesh_compression"};
    });
}

TEST_F(GltfInvalid, JointsMustBeUnsignedIntegers) {
    const auto setJoints = [](GltfBuilder& builder, int type) {
        std::vector<double> joints;
        for (int v = 0; v < 12; ++v) joints.insert(joints.end(), {0.0, 1.0, 0.0, 0.0});
        primitive(builder)["attributes"]["JOINTS_0"] = builder.accessor(joints, "VEC4", type);
    };
    for (const int type : {GltfBuilder::kFloat, GltfBuilder::kByte, GltfBuilder::kShort}) {
        expectRefused("JOINTS_0 of part Body is not of an unsigned integer type",
                      [&](GltfBuilder& builder) { setJoints(builder, type); });
    }
    expectRefused("JOINTS_0 of part Body is normalized",
                  [](GltfBuilder& builder) { accessorOf(builder, "JOINTS_0")["normalized"] = true; });
    GltfBuilder wide = test::twoBones();
    setJoints(wide, GltfBuilder::kUnsignedShort);
    expectBent(import(wide), 0.25, 90.0);
}

TEST_F(GltfInvalid, SparseIndicesMustBeUnsignedAndIncrease) {
    const auto addSparse = [](GltfBuilder& builder, const std::vector<double>& indices, int type) {
        const auto viewOf = [&](std::size_t a) { return builder.json["accessors"][a]["bufferView"]; };
        // The first two vertices as they are in the accessor itself.
        const std::size_t values = builder.accessor({-0.25, 0.0, -0.25, 0.25, 0.0, -0.25}, "VEC3");
        const std::size_t places = builder.accessor(indices, "SCALAR", type);
        accessorOf(builder, "POSITION")["sparse"] = {
            {"count", 2},
            {"indices", {{"bufferView", viewOf(places)}, {"componentType", type}}},
            {"values", {{"bufferView", viewOf(values)}}}};
    };
    for (const int type : {GltfBuilder::kFloat, GltfBuilder::kShort, GltfBuilder::kByte}) {
        expectRefused("the sparse indices of accessor 0 are not of an unsigned integer type",
                      [&](GltfBuilder& builder) {
                          addSparse(builder, {0.0, 1.0}, type);
                      });
    }
    const int type = GltfBuilder::kUnsignedByte;
    expectRefused("the sparse indices of accessor 0 do not increase: 0 follows 1", [&](GltfBuilder& builder) {
        addSparse(builder, {1.0, 0.0}, type);
    });
    expectRefused("the sparse indices of accessor 0 do not increase: 1 follows 1", [&](GltfBuilder& builder) {
        addSparse(builder, {1.0, 1.0}, type);
    });
    GltfBuilder valid = test::twoBones();
    addSparse(valid, {0.0, 1.0}, type);
    expectBent(import(valid), 0.25, 90.0);
}

TEST_F(GltfInvalid, CornersBeyondWholeTrianglesAreLeftOutWithAWarning) {
    expectWarned("the triangles of part Body have 47 corners, not a multiple of 3; the rest is left out",
                 [](GltfBuilder& builder) {
                     builder.json["accessors"][primitive(builder)["indices"].get<std::size_t>()]["count"] =
                         47;
                 });
}

TEST_F(GltfInvalid, WeightsWhoseSumOverflowsAreRefusedWithTheirPart) {
    expectRefused("the weights of vertex 0 of part Body sum to 1.2e+39, more than a float can hold",
                  [](GltfBuilder& builder) {
                      const std::size_t weights = builder.accessor(std::vector<double>(48, 3e38), "VEC4");
                      primitive(builder)["attributes"]["WEIGHTS_0"] = weights;
                  });
}

TEST_F(GltfInvalid, PrimitivesThatAreNotTrianglesAreNamedByTheirMode) {
    for (const int mode : {0, 99}) {
        const std::string what = "1 primitive is not of triangles (mode " + std::to_string(mode) + ")";
        expectRefused("it has no triangles: " + what,
                      [&](GltfBuilder& builder) { primitive(builder)["mode"] = mode; });
        expectWarned(what + "; not drawn", [&](GltfBuilder& builder) {
            Json& primitives = builder.json["meshes"][0]["primitives"];
            primitives.push_back(Json(primitives[0]));
            primitives[1]["mode"] = mode;
        });
    }
}

TEST_F(GltfInvalid, ANodeThatIsItsOwnChildIsNamed) {
    expectRefused("node 2 is its own child",
                  [](GltfBuilder& builder) { builder.json["nodes"][kUpper]["children"] = {kUpper}; });
    expectRefused("node 0 is its own child",
                  [](GltfBuilder& builder) { builder.json["nodes"][0]["children"].push_back(0); });
}

}  // namespace
}  // namespace phalanx

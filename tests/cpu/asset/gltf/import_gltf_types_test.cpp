// Every component type that glTF 2.0 and KHR_mesh_quantization allow for each attribute, in packed and in
// interleaved views, in the binary form and as text with data URIs; several skins.
#include <fmt/format.h>

#include <array>
#include <cstring>

#include "cpu/asset/samples/import_gltf_fixture.h"

namespace phalanx {
namespace {

using test::GltfBuilder;
using test::kBody;
using Json = nlohmann::json;

struct Stored {
    int type;
    bool normalized;
    double largest;  // absolute value that the type can store
    bool is_signed;
};
constexpr std::array kStored{Stored{GltfBuilder::kByte, false, 127.0, true},
                             Stored{GltfBuilder::kByte, true, 1.0, true},
                             Stored{GltfBuilder::kUnsignedByte, false, 255.0, false},
                             Stored{GltfBuilder::kUnsignedByte, true, 1.0, false},
                             Stored{GltfBuilder::kShort, false, 32767.0, true},
                             Stored{GltfBuilder::kShort, true, 1.0, true},
                             Stored{GltfBuilder::kUnsignedShort, false, 65535.0, false},
                             Stored{GltfBuilder::kUnsignedShort, true, 1.0, false}};

class GltfTypes : public test::ImportGltf {
  protected:
    static Json& attributes(GltfBuilder& builder) {
        return builder.json["meshes"][0]["primitives"][0]["attributes"];
    }

    // The largest step between two values of the type, in the unit of the values.
    static double stepOf(const Stored& stored) {
        const bool bytes = stored.type == GltfBuilder::kByte || stored.type == GltfBuilder::kUnsignedByte;
        if (!stored.normalized) return 1.0;
        return bytes ? 1.0 / 127.0 : 1.0 / 32767.0;
    }
};

// Positions as each type stores them: scaled to its range, and scaled back and moved by the node.
TEST_F(GltfTypes, Positions) {
    for (const Stored& stored : kStored) {
        SCOPED_TRACE(fmt::format("type {}, normalized {}", stored.type, stored.normalized));
        GltfBuilder builder = test::twoBones();
        builder.json["extensionsRequired"] = {"KHR_mesh_quantization"};
        // The column is in a box from (-0.25, 0, -0.25) to (0.25, 2, 0.25).
        const double scale = stored.largest / 2.5;
        const double shift = stored.is_signed ? 0.0 : 0.25;
        std::vector<double> values;
        std::vector<glm::dvec3> expected;
        for (int v = 0; v < 12; ++v) {
            const glm::dvec3 p(v % 4 == 0 || v % 4 == 3 ? -0.25 : 0.25, v / 4, v % 4 < 2 ? -0.25 : 0.25);
            expected.push_back(p);
            for (int c = 0; c < 3; ++c) values.push_back((p[c] + shift) * scale);
        }
        attributes(builder)["POSITION"] = builder.accessor(values, "VEC3", stored.type, stored.normalized);
        for (const char* name : {"JOINTS_0", "WEIGHTS_0"}) attributes(builder).erase(name);
        nodes(builder)[kBody].erase("skin");
        nodes(builder)[kBody]["scale"] = std::vector<double>(3, 1.0 / scale);
        nodes(builder)[kBody]["translation"] = std::vector<double>(3, -shift);
        const Model model = import(builder);
        const std::vector<glm::dvec3> posed = positions(model, 0.0);
        ASSERT_EQ(posed.size(), expected.size());
        for (std::size_t v = 0; v < posed.size(); ++v)
            EXPECT_LT(glm::distance(posed[v], expected[v]), stepOf(stored) / scale) << v;
    }
}

TEST_F(GltfTypes, TextureCoordinates) {
    for (const Stored& stored : kStored) {
        SCOPED_TRACE(fmt::format("type {}, normalized {}", stored.type, stored.normalized));
        GltfBuilder builder = test::twoBones();
        std::vector<double> values;
        for (int v = 0; v < 12; ++v) {
            values.push_back(stored.largest * v / 12.0);
            values.push_back(stored.is_signed ? -stored.largest * v / 12.0 : 0.0);
        }
        attributes(builder)["TEXCOORD_0"] = builder.accessor(values, "VEC2", stored.type, stored.normalized);
        const Model model = import(builder);
        for (std::size_t v = 0; v < 12; ++v) {
            EXPECT_NEAR(static_cast<double>(model.vertices[v].uv.x), values[v * 2], stepOf(stored)) << v;
            EXPECT_NEAR(static_cast<double>(model.vertices[v].uv.y), values[v * 2 + 1], stepOf(stored)) << v;
        }
    }
}

TEST_F(GltfTypes, NormalsJointsWeightsIndicesAndRotations) {
    const auto unchanged = [&](const std::string& what, const GltfBuilder& builder) {
        SCOPED_TRACE(what);
        const Model model = import(builder);
        EXPECT_EQ(model.indices.size(), 48U);
        expectBent(model, 0.25, 90.0, 0.02);
        for (const Vertex& vertex : model.vertices) {
            EXPECT_NEAR(static_cast<double>(vertex.normal.x * vertex.position.x), 0.1768, 0.003);
            EXPECT_NEAR(static_cast<double>(vertex.normal.z * vertex.position.z), 0.1768, 0.003);
        }
    };
    for (const int type : {GltfBuilder::kByte, GltfBuilder::kShort}) {
        GltfBuilder normals = test::twoBones();
        std::vector<double> values;
        for (int v = 0; v < 12; ++v) {
            const double x = v % 4 == 0 || v % 4 == 3 ? -0.70710678 : 0.70710678;
            values.insert(values.end(), {x, 0.0, v % 4 < 2 ? -0.70710678 : 0.70710678});
        }
        attributes(normals)["NORMAL"] = normals.accessor(values, "VEC3", type, true);
        unchanged(fmt::format("normals of type {}", type), normals);
        unchanged(fmt::format("rotations of type {}", type), test::twoBones({.rotation_type = type}));
    }
    for (const int type : {GltfBuilder::kUnsignedByte, GltfBuilder::kUnsignedShort}) {
        GltfBuilder joints = test::twoBones({.weight_type = type});
        std::vector<double> values;
        for (int v = 0; v < 12; ++v) values.insert(values.end(), {0.0, 1.0, 0.0, 0.0});
        attributes(joints)["JOINTS_0"] = joints.accessor(values, "VEC4", type);
        unchanged(fmt::format("joints and weights of type {}", type), joints);
    }
    for (const int type :
         {GltfBuilder::kUnsignedByte, GltfBuilder::kUnsignedShort, GltfBuilder::kUnsignedInt}) {
        GltfBuilder indices = test::twoBones();
        std::vector<double> values;
        for (int ring = 0; ring < 2; ++ring) {
            for (int corner = 0; corner < 4; ++corner) {
                const int a = ring * 4 + corner;
                const int c = ring * 4 + (corner + 1) % 4;
                for (const int index : {a, a + 4, c, c, a + 4, c + 4}) values.push_back(index);
            }
        }
        indices.json["meshes"][0]["primitives"][0]["indices"] = indices.accessor(values, "SCALAR", type);
        unchanged(fmt::format("indices of type {}", type), indices);
    }
}

// Positions and normals in one view of 24 bytes per vertex.
TEST_F(GltfTypes, InterleavedViews) {
    GltfBuilder builder = test::twoBones();
    std::vector<std::uint8_t> bytes(std::size_t{12} * 24);
    for (std::size_t v = 0; v < 12; ++v) {
        const float x = v % 4 == 0 || v % 4 == 3 ? -0.25F : 0.25F;
        const float z = v % 4 < 2 ? -0.25F : 0.25F;
        const std::size_t row = v / 4;
        const std::array<float, 6> vertex{x, static_cast<float>(row), z, x * 2.828F, 0.0F, z * 2.828F};
        std::memcpy(bytes.data() + v * 24, vertex.data(), 24);
    }
    const std::size_t view = builder.view(bytes);
    builder.json["bufferViews"][view]["byteStride"] = 24;
    for (const auto& [name, offset] : {std::pair("POSITION", 0), std::pair("NORMAL", 12)}) {
        builder.json["accessors"].push_back({{"bufferView", view},
                                             {"byteOffset", offset},
                                             {"componentType", GltfBuilder::kFloat},
                                             {"count", 12},
                                             {"type", "VEC3"}});
        attributes(builder)[name] = builder.json["accessors"].size() - 1;
    }
    expectBent(import(builder), 0.25, 90.0);
    builder.json["bufferViews"][view]["byteStride"] = 8;
    EXPECT_NE(refusal(builder).find("elements of 12 bytes"), std::string::npos) << "elements overlap";
}

TEST_F(GltfTypes, BuffersInDataUris) {
    const Model model = importModel(folder_.write("column.gltf", test::twoBones().gltf()));
    expectBent(model, 0.25, 90.0);
    expectBent(model, 0.75, -90.0);
}

// The same mesh under two skins: one that lists the joints in the other order, so that the rings follow the
// other joint, and with other inverse bind matrices.
TEST_F(GltfTypes, SeveralSkins) {
    GltfBuilder builder = test::twoBones();
    builder.json["skins"].push_back({{"joints", {test::kUpper, test::kLower}}});
    nodes(builder).push_back({{"name", "Second"}, {"mesh", 0}, {"skin", 1}});
    nodes(builder)[0]["children"].push_back(kBody + 1);
    const Model model = import(builder);
    ASSERT_EQ(model.parts.size(), 2U);
    ASSERT_EQ(model.vertices.size(), 24U);
    EXPECT_EQ(model.palette.size(), 3U) << "Upper has two matrices, Lower the identity in both skins";
    const std::vector<glm::dvec3> posed = positions(model, 0.25);  // Upper is turned by 90 degrees
    for (std::size_t v = 0; v < 12; ++v) {
        const glm::dvec3 p(model.vertices[12 + v].position);
        // Without inverse bind matrices the mesh is placed in the space of each joint.
        const glm::dvec3 by_upper(-p.y, p.x + 1.0, p.z);
        EXPECT_LT(glm::distance(posed[12 + v], glm::mix(by_upper, p, p.y / 2.0)), 1e-6) << v;
    }
}

}  // namespace
}  // namespace phalanx

// Meshes compressed by meshopt (EXT_meshopt_compression) and by Draco (KHR_draco_mesh_compression).
#include <draco/compression/encode.h>
#include <fmt/format.h>
#include <meshoptimizer.h>

#include <array>
#include <tuple>
#include <utility>

#include "cpu/asset/samples/import_gltf_fixture.h"

namespace phalanx {
namespace {

using test::GltfBuilder;
using Json = nlohmann::json;

class GltfCompression : public test::ImportGltf {};

TEST_F(GltfCompression, MeshoptBuffersAreDecompressed) {
    GltfBuilder builder = test::twoBones();
    const auto compress = [&](std::size_t accessor, const std::vector<std::uint8_t>& bytes, std::size_t count,
                              std::size_t stride, const char* mode) {
        // The view itself is in the fallback buffer, which has no data.
        const std::size_t compressed = builder.view(bytes);
        Json source = builder.json["bufferViews"][compressed];
        builder.json["bufferViews"].erase(compressed);
        source["byteStride"] = stride;
        source["count"] = count;
        source["mode"] = mode;
        builder.json["bufferViews"].push_back({{"buffer", 1},
                                               {"byteLength", count * stride},
                                               {"extensions", {{"EXT_meshopt_compression", source}}}});
        builder.json["accessors"][accessor]["bufferView"] = builder.json["bufferViews"].size() - 1;
    };
    const std::vector<float> positions = columnPositions();
    std::vector<std::uint8_t> bytes(meshopt_encodeVertexBufferBound(12, 12));
    bytes.resize(meshopt_encodeVertexBuffer(bytes.data(), bytes.size(), positions.data(), 12, 12));
    compress(primitive(builder)["attributes"]["POSITION"], bytes, 12, 12, "ATTRIBUTES");
    const std::vector<unsigned> indices = columnIndices();
    bytes.resize(meshopt_encodeIndexBufferBound(indices.size(), 12));
    bytes.resize(meshopt_encodeIndexBuffer(bytes.data(), bytes.size(), indices.data(), indices.size()));
    compress(primitive(builder)["indices"], bytes, 48, 2, "TRIANGLES");
    const auto key_times = static_cast<std::size_t>(builder.json["animations"][0]["samplers"][0]["input"]);
    const std::vector<float> times{0.0F, 0.25F, 0.5F, 0.75F, 1.0F};
    bytes.resize(meshopt_encodeVertexBufferBound(5, 4));
    bytes.resize(meshopt_encodeVertexBuffer(bytes.data(), bytes.size(), times.data(), 5, 4));
    compress(key_times, bytes, 5, 4, "ATTRIBUTES");
    builder.json["extensionsRequired"] = {"EXT_meshopt_compression"};
    builder.extra_buffers.push_back(
        {{"byteLength", 400}, {"extensions", {{"EXT_meshopt_compression", {{"fallback", true}}}}}});
    expectColumn(import(builder));

    // The view itself may give the stride, too, but no other.
    const std::size_t view = builder.json["accessors"][key_times]["bufferView"];
    GltfBuilder both = builder;
    both.json["bufferViews"][view]["byteStride"] = 4;
    expectColumn(import(both));
    both.json["bufferViews"][view]["byteStride"] = 8;
    EXPECT_NE(refusal(both).find("has a byteStride of 8, but its EXT_meshopt_compression one of 4"),
              std::string::npos);
    // The key times as the first of two floats per element; the view has no stride of its own.
    GltfBuilder wide = builder;
    const std::vector<float> pairs{0.0F, 9.0F, 0.25F, 9.0F, 0.5F, 9.0F, 0.75F, 9.0F, 1.0F, 9.0F};
    bytes.resize(meshopt_encodeVertexBufferBound(5, 8));
    bytes.resize(meshopt_encodeVertexBuffer(bytes.data(), bytes.size(), pairs.data(), 5, 8));
    Json wide_source = wide.json["bufferViews"][wide.view(bytes)];
    wide_source.update({{"byteStride", 8}, {"count", 5}, {"mode", "ATTRIBUTES"}});
    wide.json["bufferViews"][view]["extensions"]["EXT_meshopt_compression"] = wide_source;
    wide.json["bufferViews"][view]["byteLength"] = 40;
    expectColumn(import(wide));

    // What gltfpack writes with -ce khr: a newer version of the codec, as its first byte says.
    GltfBuilder newer = test::twoBones();
    std::vector<std::uint8_t> stream(meshopt_encodeVertexBufferBound(12, 12));
    stream.resize(meshopt_encodeVertexBuffer(stream.data(), stream.size(), positions.data(), 12, 12));
    ++stream[0];
    Json source = newer.json["bufferViews"][newer.view(stream)];
    source.update({{"byteStride", 12}, {"count", 12}, {"mode", "ATTRIBUTES"}});
    newer.json["bufferViews"].push_back(
        {{"buffer", 1}, {"byteLength", 144}, {"extensions", {{"KHR_meshopt_compression", source}}}});
    newer.json["accessors"][static_cast<std::size_t>(primitive(newer)["attributes"]["POSITION"])]
              ["bufferView"] = newer.json["bufferViews"].size() - 1;
    newer.extra_buffers.push_back(
        {{"byteLength", 144}, {"extensions", {{"KHR_meshopt_compression", {{"fallback", true}}}}}});
    EXPECT_NE(refusal(newer).find("version 1 of meshopt's codec"), std::string::npos);

    for (const auto& [key, value, piece] : std::vector<std::tuple<std::string, Json, std::string>>{
             {"byteStride", -4, "invalid mode, filter, count or stride"},
             {"byteStride", 3, "has elements of 4 bytes, more than the stride of 3"},
             {"mode", "WINGS", "invalid mode, filter, count or stride"},
             {"filter", "QUATERNION", "invalid mode, filter, count or stride"},
             {"byteOffset", 10'000'000, "extends past"},
             {"byteLength", 3, "is damaged"}}) {
        GltfBuilder broken = builder;
        Json& views = broken.json["bufferViews"];
        views[views.size() - 1]["extensions"]["EXT_meshopt_compression"][key] = value;
        EXPECT_NE(refusal(broken).find(piece), std::string::npos) << key << " " << value;
    }
}

// A mesh compressed by Draco with its usual settings: edgebreaker, positions of 14 bits.
TEST_F(GltfCompression, DracoMeshesAreDecompressed) {
    GltfBuilder builder = test::twoBones();
    draco::Mesh mesh;
    mesh.set_num_points(12);
    const auto add = [&](draco::GeometryAttribute::Type type, std::int8_t components, draco::DataType data,
                         auto valuesOf) {
        using Value = typename decltype(valuesOf(0))::value_type;
        draco::GeometryAttribute attribute;
        attribute.Init(type, nullptr, components, data, false,
                       static_cast<std::int64_t>(sizeof(Value)) * components, 0);
        const int id = mesh.AddAttribute(attribute, true, 12);
        for (std::uint32_t v = 0; v < 12; ++v)
            mesh.attribute(id)->SetAttributeValue(draco::AttributeValueIndex(v),
                                                  valuesOf(static_cast<int>(v)).data());
        return static_cast<int>(mesh.attribute(id)->unique_id());
    };
    const std::vector<float> positions = columnPositions();
    Json ids;
    ids["POSITION"] =
        add(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32, [&](int v) -> std::vector<float> {
            const auto at = static_cast<std::size_t>(v) * 3;
            return {positions[at], positions[at + 1], positions[at + 2]};
        });
    ids["JOINTS_0"] =
        add(draco::GeometryAttribute::GENERIC, 4, draco::DT_UINT8, [](int) -> std::vector<std::uint8_t> {
            return {0, 1, 0, 0};
        });
    // Normalized weights: Draco stores plain integers, and the accessor says how to read them.
    ids["WEIGHTS_0"] =
        add(draco::GeometryAttribute::GENERIC, 4, draco::DT_UINT8, [](int v) -> std::vector<std::uint8_t> {
            const std::array<int, 3> upper{0, 127, 255};
            const int weight = upper.at(static_cast<std::size_t>(v / 4));
            return {static_cast<std::uint8_t>(255 - weight), static_cast<std::uint8_t>(weight), 0, 0};
        });
    const std::vector<unsigned> indices = columnIndices();
    mesh.SetNumFaces(indices.size() / 3);
    for (std::size_t f = 0; f < indices.size() / 3; ++f) {
        mesh.SetFace(draco::FaceIndex(static_cast<std::uint32_t>(f)),
                     {draco::PointIndex(indices[f * 3]), draco::PointIndex(indices[f * 3 + 1]),
                      draco::PointIndex(indices[f * 3 + 2])});
    }
    draco::Encoder encoder;
    encoder.SetAttributeQuantization(draco::GeometryAttribute::POSITION, 14);
    draco::EncoderBuffer encoded;
    ASSERT_TRUE(encoder.EncodeMeshToBuffer(mesh, &encoded).ok());

    const std::vector<std::uint8_t> bytes(encoded.data(), encoded.data() + encoded.size());
    primitive(builder)["attributes"].erase("NORMAL");
    Json& weights =
        builder.json["accessors"][static_cast<std::size_t>(primitive(builder)["attributes"]["WEIGHTS_0"])];
    weights["componentType"] = GltfBuilder::kUnsignedByte;
    weights["normalized"] = true;
    for (const char* name : {"POSITION", "JOINTS_0", "WEIGHTS_0"}) {
        builder.json["accessors"][static_cast<std::size_t>(primitive(builder)["attributes"][name])].erase(
            "bufferView");
    }
    builder.json["accessors"][static_cast<std::size_t>(primitive(builder)["indices"])].erase("bufferView");
    primitive(builder)["extensions"]["KHR_draco_mesh_compression"] = {{"bufferView", builder.view(bytes)},
                                                                      {"attributes", ids}};
    builder.json["extensionsRequired"] = {"KHR_draco_mesh_compression"};
    const Model model = import(builder);
    EXPECT_EQ(model.vertices.size(), 12U);
    expectColumn(model, 0.01);

    // The accessors must say how many there are.
    for (const auto& [accessor, count, piece] : std::vector<std::tuple<Json, int, std::string>>{
             {primitive(builder)["attributes"]["POSITION"], 13,
              "have 12 vertices, but the accessor of POSITION has 13"},
             {primitive(builder)["attributes"]["WEIGHTS_0"], 11,
              "have 12 vertices, but the accessor of WEIGHTS_0 has 11"},
             {primitive(builder)["indices"], 45,
              "have 48 indices, but the accessor of the indices has 45"}}) {
        GltfBuilder differs = builder;
        differs.json["accessors"][accessor.get<std::size_t>()]["count"] = count;
        EXPECT_NE(refusal(differs).find(piece), std::string::npos) << piece;
    }

    // The accessor of a strip may have the strip's own count: here of 16 triangles.
    for (const auto& [count, fits] : std::vector<std::pair<int, bool>>{
             {48, true}, {18, true}, {60, true}, {17, false}, {97, false}, {4096, false}}) {
        GltfBuilder strip = builder;
        primitive(strip)["mode"] = 5;
        strip.json["accessors"][static_cast<std::size_t>(primitive(strip)["indices"])]["count"] = count;
        if (fits) {
            expectColumn(import(strip), 0.01);
        } else {
            EXPECT_NE(refusal(strip).find(
                          fmt::format("have 48 indices, but the accessor of the indices has {}", count)),
                      std::string::npos);
        }
    }

    // Morph targets are ordinary accessors, in the order of the decompressed vertices.
    GltfBuilder morphed = builder;
    std::vector<double> deltas;
    for (int v = 0; v < 12; ++v) deltas.insert(deltas.end(), {0.0, 0.0, 0.25 * (v + 1)});
    primitive(morphed)["targets"] = {{{"POSITION", morphed.accessor(deltas, "VEC3")}}};
    const Model with_target = import(morphed);
    ASSERT_EQ(with_target.morph_targets.size(), 1U);
    ASSERT_EQ(with_target.morph_targets[0].deltas.size(), 12U);
    for (std::uint32_t v = 0; v < 12; ++v) {
        EXPECT_EQ(with_target.vertices[v].position, model.vertices[v].position);
        EXPECT_EQ(with_target.morph_targets[0].deltas[v].vertex, v);
        EXPECT_EQ(with_target.morph_targets[0].deltas[v].position.z, 0.25F * static_cast<float>(v + 1));
    }

    Json& extension = primitive(builder)["extensions"]["KHR_draco_mesh_compression"];
    extension["attributes"]["POSITION"] = 77;
    EXPECT_NE(refusal(builder).find("lack the attribute POSITION"), std::string::npos);
    extension["bufferView"] = 0;
    EXPECT_NE(refusal(builder).find("are damaged"), std::string::npos);
}

}  // namespace
}  // namespace phalanx

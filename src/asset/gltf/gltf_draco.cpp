#include "asset/gltf/gltf_draco.h"

#include <draco/compression/decode.h>
#include <fmt/format.h>

#include <array>
#include <limits>

#include "asset/common/import_limits.h"
#include "core/printable.h"

namespace phalanx {
namespace {

// What an integer of a normalized accessor is divided by; 1 if the library has done that.
double divisorOf(const draco::PointAttribute& attribute, const tinygltf::Accessor& accessor) {
    if (!accessor.normalized || attribute.normalized()) return 1.0;
    switch (accessor.componentType) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
            return std::numeric_limits<std::int8_t>::max();
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return std::numeric_limits<std::uint8_t>::max();
        case TINYGLTF_COMPONENT_TYPE_SHORT:
            return std::numeric_limits<std::int16_t>::max();
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return std::numeric_limits<std::uint16_t>::max();
        default:
            return 1.0;
    }
}

GltfNumbers numbersOf(const draco::Mesh& mesh, const draco::PointAttribute& attribute, double divisor) {
    GltfNumbers numbers;
    numbers.count = mesh.num_points();
    numbers.components = attribute.num_components();
    const auto components = static_cast<std::size_t>(numbers.components);
    numbers.values.resize(numbers.count * components);
    std::array<float, 16> value{};
    for (draco::PointIndex p(0); p < mesh.num_points(); ++p) {
        attribute.ConvertValue<float>(attribute.mapped_index(p), static_cast<std::int8_t>(components),
                                      value.data());
        for (std::size_t c = 0; c < components; ++c)
            numbers.values[p.value() * components + c] = static_cast<double>(value[c]) / divisor;
    }
    return numbers;
}

}  // namespace

std::optional<DracoMesh> decodeDraco(const GltfFile& file, const tinygltf::Primitive& primitive,
                                     const std::string& part) {
    const auto extension = primitive.extensions.find(GltfFile::kDraco);
    if (extension == primitive.extensions.end()) return std::nullopt;
    const auto fail = [&](const std::string& what) {
        file.fail(fmt::format("the Draco data of part {} {}", printable(part), what));
    };
    const tinygltf::Value& value = extension->second;
    if (!value.Has("bufferView") || !value.Get("bufferView").IsInt() || !value.Has("attributes") ||
        !value.Get("attributes").IsObject()) {
        fail("have no bufferView or no attributes");
    }
    const std::span<const std::uint8_t> bytes = file.view(value.Get("bufferView").Get<int>());
    draco::DecoderBuffer buffer;
    buffer.Init(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    draco::Decoder decoder;
    const auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
    if (!decoded.ok()) fail("are damaged: " + printable(decoded.status().error_msg_string()));
    const draco::Mesh& mesh = *decoded.value();
    if (mesh.num_points() > kMaxVertices) fail(fmt::format("have {} vertices, too many", mesh.num_points()));
    DracoMesh result;
    const tinygltf::Value& attributes = value.Get("attributes");
    for (const std::string& name : attributes.Keys()) {
        if (!attributes.Get(name).IsInt()) fail("have an attribute without a number");
        const draco::PointAttribute* const attribute =
            mesh.GetAttributeByUniqueId(static_cast<std::uint32_t>(attributes.Get(name).Get<int>()));
        if (attribute == nullptr) fail("lack the attribute " + printable(name));
        if (attribute->num_components() < 1 || attribute->num_components() > 4)
            fail("have an invalid attribute " + printable(name));
        const auto accessor = primitive.attributes.find(name);
        if (accessor == primitive.attributes.end()) continue;
        const tinygltf::Accessor& declared = file.accessor(accessor->second, printable(name));
        if (declared.count != mesh.num_points()) {
            fail(fmt::format("have {} vertices, but the accessor of {} has {}", mesh.num_points(),
                             printable(name), declared.count));
        }
        const double divisor = divisorOf(*attribute, declared);
        result.attributes.emplace(name, numbersOf(mesh, *attribute, divisor));
    }
    if (!result.attributes.contains("POSITION")) fail("have no positions");
    const auto indices = primitive.attributes.find(GltfFile::kIndices);
    const std::size_t corners = std::size_t{mesh.num_faces()} * 3;
    if (indices != primitive.attributes.end()) {
        const std::size_t declared = file.accessor(indices->second, "the indices").count;
        // The accessor of a strip may have the strip's own count: two more than triangles, or more where the
        // strip has triangles without an area to continue elsewhere, at most five of them per triangle.
        const bool strip = primitive.mode == TINYGLTF_MODE_TRIANGLE_STRIP &&
                           declared >= mesh.num_faces() + 2U && declared <= std::size_t{6} * mesh.num_faces();
        if (declared != corners && !strip)
            fail(fmt::format("have {} indices, but the accessor of the indices has {}", corners, declared));
    }
    for (draco::FaceIndex f(0); f < mesh.num_faces(); ++f) {
        for (const draco::PointIndex& corner : mesh.face(f)) result.indices.push_back(corner.value());
    }
    return result;
}

}  // namespace phalanx

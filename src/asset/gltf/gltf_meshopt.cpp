#include "asset/gltf/gltf_meshopt.h"

#include <fmt/format.h>
#include <meshoptimizer.h>

namespace phalanx {

std::size_t wholeIn(const tinygltf::Value& object, const char* key) {
    if (!object.Has(key) || !object.Get(key).IsNumber()) return 0;
    const double value = object.Get(key).GetNumberAsDouble();
    return value >= 0.0 && value < 0x1p31 ? static_cast<std::size_t>(value) : 0;
}

std::vector<std::uint8_t> decodeMeshopt(const GltfFile& file, const tinygltf::Value& compression,
                                        std::span<const std::uint8_t> source, const std::string& what) {
    const std::size_t count = wholeIn(compression, "count");
    const std::size_t stride = wholeIn(compression, "byteStride");
    const auto textOf = [&](const char* key, const char* otherwise) {
        const bool given = compression.Has(key) && compression.Get(key).IsString();
        return given ? compression.Get(key).Get<std::string>() : std::string(otherwise);
    };
    const std::string mode = textOf("mode", "");
    const std::string filter = textOf("filter", "NONE");
    constexpr std::size_t kLargestStride = 256;
    const bool vertices = mode == "ATTRIBUTES";
    const bool indices = mode == "TRIANGLES" || mode == "INDICES";
    const bool fits = vertices
                          ? stride > 0 && stride % 4 == 0 && stride <= kLargestStride
                          : indices && (stride == 2 || stride == 4) && (mode == "INDICES" || count % 3 == 0);
    const bool filtered = filter == "NONE" ||
                          (vertices && ((filter == "OCTAHEDRAL" && (stride == 4 || stride == 8)) ||
                                        (filter == "QUATERNION" && stride == 8) || filter == "EXPONENTIAL"));
    if (!fits || !filtered || count == 0)
        file.fail(fmt::format("{} has an invalid mode, filter, count or stride", what));
    // The first byte of a stream of vertices is 0xA0 + the codec's version. Version 1, which
    // KHR_meshopt_compression allows, is newer than meshoptimizer 0.18.
    constexpr unsigned kVertexStream = 0xA0;
    if (vertices && !source.empty() && source[0] > kVertexStream && source[0] < kVertexStream + 16) {
        file.fail(
            fmt::format("{} uses version {} of meshopt's codec; only version 0 is supported, as in "
                        "EXT_meshopt_compression",
                        what, source[0] - kVertexStream));
    }
    // Some bits per element at least, so a false count is found before memory is allocated.
    constexpr std::size_t kMostPerByte = 4096;
    if (count / kMostPerByte > source.size())
        file.fail(fmt::format("{} has a count of {}, too many", what, count));
    std::vector<std::uint8_t> data(count * stride);
    int result = 0;
    if (vertices) {
        result = meshopt_decodeVertexBuffer(data.data(), count, stride, source.data(), source.size());
    } else if (mode == "TRIANGLES") {
        result = meshopt_decodeIndexBuffer(data.data(), count, stride, source.data(), source.size());
    } else {
        result = meshopt_decodeIndexSequence(data.data(), count, stride, source.data(), source.size());
    }
    if (result != 0) file.fail(fmt::format("{} is damaged", what));
    if (filter == "OCTAHEDRAL") meshopt_decodeFilterOct(data.data(), count, stride);
    if (filter == "QUATERNION") meshopt_decodeFilterQuat(data.data(), count, stride);
    if (filter == "EXPONENTIAL") meshopt_decodeFilterExp(data.data(), count, stride);
    return data;
}

}  // namespace phalanx

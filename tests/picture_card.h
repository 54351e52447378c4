// A textured card, imported from a glTF file that is written for it. Texture tests draw it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/army/army.h"
#include "asset/common/base64.h"
#include "asset/common/image.h"
#include "asset/import.h"
#include "core/file.h"

namespace phalanx::test {

// 1 m wide around x = 0, 2 m high from y = 0, facing +Z. The left edge of the image lies at x = -0.5.
// `alpha_mode` as in glTF: "OPAQUE", "MASK" (with cutoff 0.5). `rgba` has width * height texels, top row
// first. unlit: by KHR_materials_unlit.
inline LoadedModel pictureCard(const std::string& name, int width, int height,
                               const std::vector<std::uint8_t>& rgba, const std::string& alpha_mode,
                               bool unlit = false) {
    std::vector<std::uint8_t> buffer;
    const auto append = [&buffer](float value) {
        for (unsigned i = 0; i < 4; ++i)
            buffer.push_back(static_cast<std::uint8_t>(std::bit_cast<std::uint32_t>(value) >> (8 * i)));
    };
    for (const float value : {-0.5F, 0.0F, 0.0F, 0.5F, 0.0F, 0.0F, 0.5F, 2.0F, 0.0F, -0.5F, 2.0F, 0.0F})
        append(value);
    for (int corner = 0; corner < 4; ++corner) {
        for (const float value : {0.0F, 0.0F, 1.0F}) append(value);
    }
    for (const float value : {0.0F, 1.0F, 1.0F, 1.0F, 1.0F, 0.0F, 0.0F, 0.0F}) append(value);
    for (const std::uint8_t index : std::array<std::uint8_t, 6>{0, 1, 2, 0, 2, 3}) {
        buffer.push_back(index);
        buffer.push_back(0);
    }
    const std::string json =
        R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"Card","mesh":0}],)"
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":1,"TEXCOORD_0":2},"indices":3,)"
        R"("material":0}]}],"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}},)"
        R"("alphaMode":")" +
        alpha_mode + (unlit ? R"(","extensions":{"KHR_materials_unlit":{}}}],)" : R"("}],)") +
        R"("textures":[{"source":0}],"images":[{"uri":"data:image/png;base64,)" +
        encodeBase64(encodePng(width, height, 4, rgba)) +
        R"("}],"buffers":[{"byteLength":140,"uri":"data:application/octet-stream;base64,)" +
        encodeBase64(buffer) +
        R"("}],"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":48},)"
        R"({"buffer":0,"byteOffset":48,"byteLength":48},{"buffer":0,"byteOffset":96,"byteLength":32},)"
        R"({"buffer":0,"byteOffset":128,"byteLength":12}],"accessors":[)"
        R"({"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[-0.5,0,0],"max":[0.5,2,0]},)"
        R"({"bufferView":1,"componentType":5126,"count":4,"type":"VEC3"},)"
        R"({"bufferView":2,"componentType":5126,"count":4,"type":"VEC2"},)"
        R"({"bufferView":3,"componentType":5123,"count":6,"type":"SCALAR"}]})";
    const std::filesystem::path folder = std::filesystem::path(PHALANX_TEST_OUTPUT_DIR) / "picture_cards";
    std::filesystem::create_directories(folder);
    const std::filesystem::path path = folder / (name + ".gltf");
    writeFile(path, json);
    LoadedModel loaded;
    loaded.model = importModel(path);
    loaded.baked = bakeAnimation(loaded.model, {});
    return loaded;
}

}  // namespace phalanx::test

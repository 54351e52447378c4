// assets/soldier.glb and soldier_moves.glb are the output of tools/soldier: regenerates them and compares.
// Also checks their contents.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "gltf_writer.h"
#include "soldier.h"

namespace phalanx::soldier {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Painting the atlas takes seconds, so only the tests that need pixels or bytes do it, once.
const SoldierMesh& painted() {
    static const SoldierMesh mesh = buildMesh(makeSkeleton());
    return mesh;
}

Bytes glbOf(const SoldierMesh& mesh) {
    const Skeleton skeleton = makeSkeleton();
    return writeGlb(skeleton, mesh, buildClips(skeleton));
}

const SoldierMesh& shape() {
    static const SoldierMesh mesh = buildMeshUnpainted(makeSkeleton());
    return mesh;
}

struct Glb {  // NOLINT(bugprone-exception-escape): the library's destructor is not noexcept in name
    nlohmann::json json;
    Bytes buffer;
};

std::size_t wordAt(const Bytes& bytes, std::size_t at) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof(word));
    return word;
}

Glb split(const Bytes& file) {
    Glb glb;
    EXPECT_GT(file.size(), 28U);
    EXPECT_EQ(wordAt(file, 0), 0x46546C67U);
    EXPECT_EQ(wordAt(file, 8), file.size());
    const std::size_t json_size = wordAt(file, 12);
    const char* text = reinterpret_cast<const char*>(file.data()) + 20;
    glb.json = nlohmann::json::parse(text, text + json_size);
    glb.buffer.assign(file.begin() + static_cast<std::ptrdiff_t>(28 + json_size), file.end());
    return glb;
}

const std::uint8_t* viewStart(const Glb& glb, std::size_t view) {
    return glb.buffer.data() + glb.json["bufferViews"][view]["byteOffset"].get<std::size_t>();
}

// The view of an accessor's numbers; of a sparse one, of those that are not 0.
std::size_t viewOf(const nlohmann::json& accessor) {
    if (accessor.contains("sparse")) return accessor["sparse"]["values"]["bufferView"].get<std::size_t>();
    return accessor["bufferView"].get<std::size_t>();
}

std::size_t viewSize(const Glb& glb, std::size_t view) {
    return glb.json["bufferViews"][view]["byteLength"].get<std::size_t>();
}

Bytes makeMoves() {
    const Skeleton skeleton = makeSkeleton();
    return writeClipsGlb(skeleton, buildMoves(skeleton));
}

Bytes storedAsset(const std::string& name = "soldier.glb") {
    std::ifstream file(std::string(PHALANX_SOURCE_DIR) + "/assets/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

float sumOf(const std::array<float, 4>& w) {
    return w[0] + w[1] + w[2] + w[3];
}

// made: by one run of the tool. make: runs it again.
void expectMadeByTheTool(const std::string& name, const Bytes& made, Bytes (*make)()) {
    SCOPED_TRACE(name);
    const Bytes stored = storedAsset(name);
    ASSERT_FALSE(stored.empty()) << "missing: run scripts/make_assets.sh";
    if (stored == made) return;  // and the tool repeats the run that made the stored file
    EXPECT_EQ(make(), made) << "two runs of the tool differ";
    // Another compiler or zlib: the same structure, and numbers within a tolerance. The PNG's bytes may
    // differ.
    const Glb a = split(stored);
    const Glb b = split(made);
    for (const char* key : {"nodes", "skins", "materials", "scenes"}) {
        EXPECT_EQ(a.json.value(key, nlohmann::json()), b.json.value(key, nlohmann::json()))
            << key << ": run scripts/make_assets.sh and commit the result";
    }
    ASSERT_EQ(a.json.value("meshes", nlohmann::json()).size(),
              b.json.value("meshes", nlohmann::json()).size());
    ASSERT_EQ(a.json["animations"].size(), b.json["animations"].size());
    ASSERT_EQ(a.json["accessors"].size(), b.json["accessors"].size());
    for (std::size_t i = 0; i < a.json["accessors"].size(); ++i) {
        const auto& accessor = a.json["accessors"][i];
        ASSERT_EQ(accessor["count"], b.json["accessors"][i]["count"]) << "accessor " << i;
        const auto view = viewOf(accessor);
        ASSERT_EQ(viewOf(b.json["accessors"][i]), view);
        ASSERT_EQ(viewSize(a, view), viewSize(b, view));
        if (accessor["componentType"] != 5126) continue;
        float worst = 0.0F;
        for (std::size_t at = 0; at < viewSize(a, view); at += sizeof(float)) {
            float x = 0.0F;
            float y = 0.0F;
            std::memcpy(&x, viewStart(a, view) + at, sizeof(x));
            std::memcpy(&y, viewStart(b, view) + at, sizeof(y));
            worst = std::max(worst, std::abs(x - y));
        }
        EXPECT_LT(worst, 2e-3F) << "accessor " << i << ": run scripts/make_assets.sh and commit the result";
    }
}

TEST(SoldierAsset, TheStoredFilesMatchTheTool) {
    expectMadeByTheTool("soldier.glb", glbOf(painted()), [] { return glbOf(buildMesh(makeSkeleton())); });
    expectMadeByTheTool("soldier_moves.glb", makeMoves(), makeMoves);
}

// glTF requires that the declared minimum and maximum are those of the stored floats, exactly.
void expectExactBounds(const std::string& name, std::size_t at_least) {
    SCOPED_TRACE(name);
    const Glb glb = split(storedAsset(name));
    std::size_t checked = 0;
    for (const nlohmann::json& accessor : glb.json["accessors"]) {
        if (!accessor.contains("min")) continue;
        const std::size_t width = accessor["min"].size();
        const bool sparse = accessor.contains("sparse");
        const auto elements = (sparse ? accessor["sparse"]["count"] : accessor["count"]).get<std::size_t>();
        const std::uint8_t* data = viewStart(glb, viewOf(accessor));
        for (std::size_t c = 0; c < width; ++c) {
            float low = sparse ? 0.0F : std::numeric_limits<float>::max();
            float high = sparse ? 0.0F : std::numeric_limits<float>::lowest();
            for (std::size_t e = 0; e < elements; ++e) {
                float value = 0.0F;
                std::memcpy(&value, data + (e * width + c) * sizeof(float), sizeof(value));
                low = std::min(low, value);
                high = std::max(high, value);
            }
            EXPECT_EQ(accessor["min"][c].get<float>(), low) << accessor;
            EXPECT_EQ(accessor["max"][c].get<float>(), high) << accessor;
            ++checked;
        }
    }
    EXPECT_GE(checked, at_least);
}

TEST(SoldierAsset, DeclaredBoundsAreThoseOfTheElements) {
    expectExactBounds("soldier.glb", 3U * shape().parts.size());
    expectExactBounds("soldier_moves.glb", buildMoves(makeSkeleton()).size());
}

TEST(SoldierAsset, StaysWithinItsBudgets) {
    EXPECT_LT(storedAsset().size(), 1'500'000U);
    EXPECT_LT(storedAsset("soldier_moves.glb").size(), 400'000U);
    ASSERT_EQ(shape().variants.size(), 3U);
    for (const Variant& variant : shape().variants) {
        std::size_t vertices = 0;
        std::size_t triangles = 0;
        for (const std::string& name : variant.parts) {
            const auto part = std::find_if(shape().parts.begin(), shape().parts.end(),
                                           [&](const MeshPart& p) { return p.name == name; });
            ASSERT_NE(part, shape().parts.end()) << variant.name << " has an unknown part " << name;
            vertices += part->vertices.size();
            triangles += part->indices.size() / 3;
        }
        EXPECT_LE(vertices, 3950U) << variant.name;
        EXPECT_LE(triangles, 6150U) << variant.name;
        EXPECT_GE(vertices, 2500U) << variant.name;
    }
}

TEST(SoldierAsset, WeightsAndNormalsAreValid) {
    const auto bones = makeSkeleton().bones.size();
    for (const MeshPart& part : shape().parts) {
        for (const MeshVertex& v : part.vertices) {
            ASSERT_NEAR(sumOf(v.weights), 1.0F, 1e-5F) << part.name;
            for (std::size_t k = 0; k < 4; ++k) {
                ASSERT_LT(v.joints[k], bones) << part.name;
                ASSERT_GE(v.weights[k], 0.0F) << part.name;
                ASSERT_LE(v.weights[k], v.weights[k == 0 ? 0 : k - 1]) << part.name;
            }
            ASSERT_NEAR(glm::length(v.normal), 1.0F, 1e-4F) << part.name;
            ASSERT_TRUE(v.uv.x >= 0.0F && v.uv.x <= 1.0F && v.uv.y >= 0.0F && v.uv.y <= 1.0F) << part.name;
        }
        for (const std::uint32_t index : part.indices) ASSERT_LT(index, part.vertices.size()) << part.name;
    }
}

// Only the body, which has the head, and the helmet, whose strap follows the jaw, have deltas.
TEST(SoldierAsset, MorphTargetsMoveTheHeadOnly) {
    for (const MeshPart& part : shape().parts) {
        std::array<std::size_t, kMorphs> moved{};
        for (const MeshVertex& v : part.vertices) {
            for (std::size_t m = 0; m < kMorphs; ++m) {
                if (v.morphs[m].position == glm::vec3(0.0F)) continue;
                ++moved[m];
                EXPECT_GT(v.position.y, 1.53F) << part.name << ' ' << kMorphNames[m];
                EXPECT_LT(glm::length(v.morphs[m].position), 0.05F) << part.name << ' ' << kMorphNames[m];
                EXPECT_NEAR(glm::length(v.normal + v.morphs[m].normal), 1.0F, 0.01F) << part.name;
            }
        }
        const bool is_body = part.name == "body";
        EXPECT_EQ(moved[0] > 20, is_body) << part.name;
        EXPECT_EQ(moved[1] > 0, is_body || part.name == "helmet") << part.name;
        EXPECT_EQ(moved[2] > 0, is_body || part.name == "helmet") << part.name;
    }
}

// Faces and normals point the same way: back-face culling would remove a patch that is inside out.
TEST(SoldierAsset, TrianglesFaceOutwards) {
    for (const MeshPart& part : shape().parts) {
        std::size_t turned = 0;
        for (std::size_t i = 0; i + 2 < part.indices.size(); i += 3) {
            const MeshVertex& a = part.vertices[part.indices[i]];
            const MeshVertex& b = part.vertices[part.indices[i + 1]];
            const MeshVertex& c = part.vertices[part.indices[i + 2]];
            const glm::vec3 area = glm::cross(b.position - a.position, c.position - a.position);
            if (glm::dot(area, a.normal + b.normal + c.normal) < 0.0F) ++turned;
        }
        EXPECT_LE(turned * 100, part.indices.size() / 3) << part.name << ": " << turned << " triangles";
    }
}

TEST(SoldierAsset, StandsOnTheGroundAtItsHeight) {
    for (const MeshPart& part : shape().parts) {
        float low = 1e9F;
        float high = -1e9F;
        for (const MeshVertex& v : part.vertices) {
            low = std::min(low, v.position.y);
            high = std::max(high, v.position.y);
        }
        if (part.name == "body") {
            EXPECT_NEAR(low, 0.0F, 0.002F);
            EXPECT_GE(high, 1.76F);
            EXPECT_LE(high, 1.80F);
        }
        if (part.name == "helmet") {
            EXPECT_NEAR(high, 1.81F, 0.02F);
        }
    }
}

TEST(SoldierAsset, TheMaskOfTheTeamsColourCoversSomeButNotSkin) {
    const Atlas& atlas = painted().atlas;
    ASSERT_EQ(atlas.rgba.size(),
              static_cast<std::size_t>(atlas.size) * static_cast<std::size_t>(atlas.size) * 4);
    std::size_t full = 0;
    std::size_t none = 0;
    for (std::size_t i = 3; i < atlas.rgba.size(); i += 4) {
        if (atlas.rgba[i] == 255) ++full;
        if (atlas.rgba[i] == 0) ++none;
    }
    const std::size_t texels = atlas.rgba.size() / 4;
    EXPECT_GT(full * 50, texels);
    EXPECT_GT(none * 3, texels);
}

TEST(SoldierAsset, HasWhatImportersNeed) {
    const Glb glb = split(storedAsset());
    EXPECT_EQ(glb.json["materials"].size(), 1U);
    EXPECT_EQ(glb.json["materials"][0]["alphaMode"], "OPAQUE");
    EXPECT_EQ(glb.json["images"][0]["mimeType"], "image/png");
    const auto& extras = glb.json["nodes"][0]["extras"];
    EXPECT_EQ(glb.json["nodes"][0]["name"], "Root");
    EXPECT_EQ(extras["phalanx_tint_mask"], "alpha");
    for (const Clip& clip : buildClips(makeSkeleton())) {
        if (!clip.loops) continue;
        EXPECT_NE(extras["phalanx_loops"].get<std::string>().find(clip.name), std::string::npos) << clip.name;
    }
    const Glb moves = split(storedAsset("soldier_moves.glb"));
    EXPECT_FALSE(moves.json.contains("meshes"));
    EXPECT_EQ(moves.json["nodes"].size(), makeSkeleton().bones.size());
    for (std::size_t i = 1; i < moves.json["nodes"].size(); ++i)  // node 0 has the extras
        EXPECT_EQ(moves.json["nodes"][i], glb.json["nodes"][i]);
    std::set<std::string> names;
    for (const auto& node : glb.json["nodes"]) {
        EXPECT_TRUE(names.insert(node["name"].get<std::string>()).second) << node["name"];
    }
    for (const auto& animation : glb.json["animations"]) {
        std::set<int> moving_inputs;
        for (const auto& sampler : animation["samplers"]) {
            const auto input = sampler["input"].get<std::size_t>();
            if (glb.json["accessors"][input]["count"] > 1) moving_inputs.insert(static_cast<int>(input));
        }
        EXPECT_LE(moving_inputs.size(), 1U) << animation["name"];
    }
}

}  // namespace
}  // namespace phalanx::soldier

#include "app/army/preparation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/army/army.h"
#include "core/error.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

// With morph targets, and enough triangles for LODs.
Model smallModel() {
    test::SyntheticSettings settings;
    settings.vertices = 900;
    settings.morphs = 2;
    return test::makeModel(settings);
}

void expectSameMeshes(const SimplifiedMesh& a, const SimplifiedMesh& b) {
    ASSERT_EQ(a.lods.size(), b.lods.size());
    EXPECT_EQ(a.vertices.size(), b.vertices.size());
    for (std::size_t l = 0; l < a.lods.size(); ++l) {
        EXPECT_EQ(a.lods[l].weights, b.lods[l].weights) << "LOD " << l + 1;
        EXPECT_NEAR(a.lods[l].error_m, b.lods[l].error_m, b.lods[l].error_m * 1e-3) << "LOD " << l + 1;
        ASSERT_EQ(a.lods[l].variants.size(), b.lods[l].variants.size());
        for (std::size_t v = 0; v < a.lods[l].variants.size(); ++v) {
            EXPECT_EQ(a.lods[l].triangles(static_cast<int>(v)), b.lods[l].triangles(static_cast<int>(v)));
            EXPECT_EQ(a.lods[l].variants[v].name, b.lods[l].variants[v].name);
        }
    }
}

class PreparationOfTheSoldier : public testing::Test {
  protected:
    static LoadedModel load(double height_m = 0.0) {
        ArmyOptions options;
        options.equipped = true;
        options.detail = true;
        if (height_m > 0.0) options.army.height_m = height_m;
        return loadModel(defaultModelFile(), options);
    }
};

TEST_F(PreparationOfTheSoldier, IsReadAndIsWhatLoadingComputes) {
    const LoadedModel soldier = load();
    ASSERT_NE(soldier.kept, nullptr) << "run scripts/make_assets.sh and commit the result";
    const Preparation made = prepareModel(soldier.model);
    EXPECT_EQ(made.model, soldier.kept->model);
    for (std::size_t e = 0; e < made.rates.size(); ++e) {
        ASSERT_EQ(made.rates[e].size(), soldier.kept->rates[e].size());
        for (std::size_t c = 0; c < made.rates[e].size(); ++c) {
            const ChosenRate& a = soldier.kept->rates[e][c];
            const ChosenRate& b = made.rates[e][c];
            EXPECT_EQ(a.intervals, b.intervals) << soldier.baked.clips[c].name;
            ASSERT_EQ(a.error.has_value(), b.error.has_value());
            if (a.error) {
                EXPECT_NEAR(a.error->p99_mm, b.error->p99_mm, 1e-3);
            }
        }
    }
    expectSameMeshes(soldier.kept->mesh, made.mesh);
    EXPECT_EQ(soldier.packed->lod_vertices.size(), made.mesh.vertices.size());
}

TEST_F(PreparationOfTheSoldier, DoesNotServeAnotherModel) {
    const LoadedModel soldier = load(2.5);
    EXPECT_EQ(soldier.kept, nullptr);
    ASSERT_TRUE(soldier.detail);
    EXPECT_GE(soldier.detail->lods.size(), 4U);
}

TEST(Preparation, IsReadAsItWasWritten) {
    const Model model = smallModel();
    const Preparation made = prepareModel(model);
    ASSERT_FALSE(made.mesh.lods.empty());
    const std::vector<std::uint8_t> bytes = writePreparation(made);
    const std::optional<Preparation> read = readPreparation(bytes, model, "test.prep");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->rates, made.rates);
    EXPECT_EQ(writePreparation(*read), bytes);
    expectSameMeshes(read->mesh, made.mesh);
}

TEST(Preparation, OfAnotherModelOrVersionIsNotUsed) {
    const Model model = smallModel();
    std::vector<std::uint8_t> bytes = writePreparation(prepareModel(model));
    Model other = model;
    other.vertices[3].position.x += 0.001F;
    EXPECT_FALSE(readPreparation(bytes, other, "test.prep"));
    other = model;
    other.source_path = "elsewhere";
    EXPECT_TRUE(readPreparation(bytes, other, "test.prep"));
    // Clips that are added later do not change what was prepared.
    other = model;
    other.clips.push_back(model.clips.front());
    other.clips.back().name = "more";
    EXPECT_TRUE(readPreparation(bytes, other, "test.prep"));
    other.clips.front().duration_s += 0.25;
    EXPECT_FALSE(readPreparation(bytes, other, "test.prep"));
    bytes[4] += 1;  // the version
    EXPECT_FALSE(readPreparation(bytes, model, "test.prep"));
}

TEST(Preparation, ThatIsDamagedIsRefusedOrStaysInRange) {
    const Model model = smallModel();
    const std::vector<std::uint8_t> bytes = writePreparation(prepareModel(model));
    int refused = 0;
    for (std::size_t length = 0; length < bytes.size(); length += 61) {
        EXPECT_THROW(readPreparation(std::span(bytes).first(length), model, "test.prep"), Error) << length;
    }
    for (std::size_t at = 20; at < bytes.size(); at += 53) {
        std::vector<std::uint8_t> damaged = bytes;
        damaged[at] ^= 0x81U;
        try {
            const std::optional<Preparation> read = readPreparation(damaged, model, "test.prep");
            ASSERT_TRUE(read);
            const std::size_t vertices = model.vertices.size() + read->mesh.vertices.size();
            for (const MeshLod& lod : read->mesh.lods) {
                for (const std::uint32_t index : lod.indices) ASSERT_LT(index, vertices);
            }
        } catch (const Error&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 10);
}

}  // namespace
}  // namespace phalanx

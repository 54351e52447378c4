// The container is read back as it was written, and any damage ends in an error.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "asset/common/image.h"
#include "asset/container/container.h"
#include "asset/container/packed_container.h"
#include "asset/import.h"
#include "core/error.h"
#include "core/file.h"
#include "cpu/asset/samples/gltf_builder.h"
#include "cpu/asset/samples/morph_samples.h"

namespace phalanx {
namespace {

Model sample() {
    const test::TemporaryFolder folder;
    test::MorphedColumn column;
    column.animate({"CUBICSPLINE",
                    {0.0, 0.5, 1.0},
                    {{0.0, 0.0}, {1.0, 0.5}, {0.0, 0.0}},
                    {{0.0, 1.0}, {2.0, -1.0}, {0.0, 0.5}},
                    {{3.0, 0.0}, {0.0, -2.0}, {1.0, 0.0}}});
    test::GltfBuilder& builder = column.builder;
    builder.json["nodes"][0]["extras"] = {{"phalanx_variants", "one=Body"}, {"phalanx_stride", "Bend=1.5"}};
    Model model = importModel(folder.write("sample.glb", builder.glb()));
    model.images.push_back(checkerboard("board"));
    model.materials[0].image = 0;
    model.materials[0].unlit = true;
    model.notes.push_back({"a warning", true});
    return model;
}

TEST(ImportContainer, RoundTrips) {
    const Model model = sample();
    const std::vector<std::uint8_t> bytes = writeContainer(model);
    const Model back = readContainer(bytes, "test.phx");
    EXPECT_EQ(writeContainer(back), bytes) << "reading lost data";
    EXPECT_EQ(back.name, "sample");
    EXPECT_EQ(back.source_path, model.source_path);
    ASSERT_EQ(back.vertices.size(), model.vertices.size());
    EXPECT_EQ(back.vertices[7].position, model.vertices[7].position);
    EXPECT_EQ(back.vertices[7].weights, model.vertices[7].weights);
    EXPECT_EQ(back.palette.at(1).joint_from_bind, model.palette.at(1).joint_from_bind);
    EXPECT_EQ(back.numbered_nodes, model.numbered_nodes);
    EXPECT_EQ(back.numbered_nodes.size(), back.nodes.size());
    EXPECT_EQ(back.clips.at(0).channels.at(0).rotations.keys.at(1).value,
              model.clips[0].channels[0].rotations.keys[1].value);
    EXPECT_EQ(back.clips[0].stride_speed, 1.5);
    ASSERT_EQ(back.morph_targets.size(), 2U);
    EXPECT_EQ(back.morph_targets[1].name, "Lean");
    EXPECT_EQ(back.morph_targets[0].deltas.at(3).normal, model.morph_targets[0].deltas[3].normal);
    EXPECT_EQ(back.clips[0].morph_tracks.at(0).weights.tangents.at(1).in, 2.0);
    EXPECT_EQ(back.images.at(0).rgba, model.images[0].rgba);
    EXPECT_TRUE(back.materials.at(0).unlit);
    EXPECT_EQ(back.notes.back().text, "a warning");
    EXPECT_TRUE(back.notes.back().warning);
}

TEST(ImportContainer, IsReadAsAModel) {
    const test::TemporaryFolder folder;
    const auto path = folder.write("army.phx", writeContainer(sample()));
    ImportSettings settings;
    settings.height_m = 4.0;
    const Model model = importModel(path, settings);
    EXPECT_EQ(model.name, "army");
    EXPECT_DOUBLE_EQ(model.height_m, 4.0);
    EXPECT_GT(model.clips.at(0).stride_speed, 1.5);
}

TEST(ImportContainer, TruncationsAreErrors) {
    const std::vector<std::uint8_t> bytes = writeContainer(sample());
    for (std::size_t length = 0; length < bytes.size(); length += length < 600 ? 1 : 97) {
        EXPECT_THROW(readContainer(std::span(bytes).first(length), "cut.phx"), Error) << length << " bytes";
    }
    std::vector<std::uint8_t> longer = bytes;
    longer.push_back(0);
    EXPECT_THROW(readContainer(longer, "long.phx"), Error);
}

TEST(ImportContainer, FlippedBytesGiveAnErrorOrAModel) {
    Model model = sample();
    model.images.clear();  // texels may hold any value, so flips there would not be detected
    model.materials[0].image = -1;
    const std::vector<std::uint8_t> bytes = writeContainer(model);
    std::mt19937 random(20240601);
    int refused = 0;
    constexpr int kRounds = 4000;
    for (int round = 0; round < kRounds; ++round) {
        std::vector<std::uint8_t> damaged = bytes;
        const auto flips = 1 + random() % 3;
        for (std::size_t i = 0; i < flips; ++i)
            damaged[random() % damaged.size()] = static_cast<std::uint8_t>(random());
        try {
            validate(readContainer(damaged, "damaged.phx"));
        } catch (const Error& e) {
            EXPECT_EQ(e.code(), ExitCode::kInput);
            ++refused;
        }
    }
    EXPECT_GT(refused, kRounds / 10);
}

TEST(ImportContainer, CountsAreCheckedBeforeAllocation) {
    std::vector<std::uint8_t> bytes = writeContainer(sample());
    // After the header come the two strings, then the vertex count.
    const std::size_t at = 16 + 4 + sample().name.size();
    const std::size_t path_bytes = bytes[at] + 256U * bytes[at + 1];
    const std::size_t count_at = at + 4 + path_bytes;
    for (std::size_t i = 0; i < 4; ++i) bytes[count_at + i] = 0xFF;
    try {
        readContainer(bytes, "big.phx");
        FAIL() << "4,294,967,295 vertices were accepted";
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("4294967295 items"), std::string::npos) << e.what();
    }
}

// An empty channel takes 16 bytes in the file and 80 bytes as an object.
TEST(ImportContainer, SmallItemsAreLimitedByTheirSizeInMemory) {
    Model model = sample();
    constexpr std::size_t kChannels = 100'000;
    model.clips[0].channels.assign(kChannels, Channel{});
    const std::vector<std::uint8_t> bytes = writeContainer(model);
    ASSERT_GT(kChannels * sizeof(Channel), containerMemory(bytes.size())) << "the test needs more channels";
    try {
        readContainer(bytes, "swollen.phx");
        FAIL() << "a file that needs five times its size in memory was accepted";
    } catch (const Error& e) {
        const std::string text = e.what();
        EXPECT_EQ(text.find("swollen.phx"), 0U) << text;
        EXPECT_NE(text.find("100000 items"), std::string::npos) << text;
        EXPECT_NE(text.find(std::to_string(containerMemory(bytes.size())) + " bytes of memory"),
                  std::string::npos)
            << text;
    }
    // Channels of real clips hold at least one key each, which stays far below the limit.
    Channel moving;
    moving.rotations.keys.push_back({0.0, glm::dquat(1.0, 0.0, 0.0, 0.0)});
    model.clips[0].channels.assign(kChannels, moving);
    EXPECT_NO_THROW(readContainer(writeContainer(model), "full.phx"));
}

// Seeds for the fuzzer in tests/fuzz: one file per kind of content, each as small as possible.
TEST(ImportContainer, SeedsForTheFuzzerAreWritten) {
    const std::filesystem::path folder = std::filesystem::path(PHALANX_TEST_OUTPUT_DIR) / "container_corpus";
    std::filesystem::create_directories(folder);
    Model model = sample();
    model.images[0] = {"dot", 1, 1, {1, 2, 3, 4}};
    writeFile(folder / "whole.phx", writeContainer(model));
    const std::vector<PackedClip> packed = compressClips(model, 1.0);
    ASSERT_FALSE(packed.at(0).empty());
    writeFile(folder / "packed.phx", writeContainer(model, packed));
    model.clips.clear();
    model.images.clear();
    model.morph_targets.clear();
    model.materials[0].image = -1;
    writeFile(folder / "static.phx", writeContainer(model));
    for (const char* name : {"whole.phx", "packed.phx", "static.phx"})
        EXPECT_NO_THROW(readContainer(readBinaryFile(folder / name), name));
}

TEST(ImportContainer, AnotherVersionIsNamed) {
    std::vector<std::uint8_t> bytes = writeContainer(sample());
    bytes[4] = 99;
    try {
        readContainer(bytes, "old.phx");
        FAIL() << "version 99 was accepted";
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("version 99"), std::string::npos);
    }
}

}  // namespace
}  // namespace phalanx

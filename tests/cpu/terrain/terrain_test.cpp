// The surface of hilly ground against its definition in double precision, its ranges, rays, and files of
// heights.
#include "terrain/terrain.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "asset/common/image.h"
#include "core/error.h"
#include "own_folder.h"
#include "synthetic_model.h"
#include "terrain/heightmap.h"

namespace phalanx {
namespace {

// Quadratic B-spline over mirrored samples, term by term.
double heightAt(const Terrain& terrain, const glm::dvec2& place) {
    const auto sampleOf = [](long at, long count) {
        const long period = 2 * count;
        const long within = ((at % period) + period) % period;
        return within < count ? within : period - 1 - within;
    };
    const auto basis = [](double t) {
        const double x = std::abs(t);
        return x < 0.5 ? 0.75 - x * x : x < 1.5 ? 0.5 * (1.5 - x) * (1.5 - x) : 0.0;
    };
    const auto per_m = static_cast<double>(terrain.per_m());
    const double u = place.x * per_m + 0.5 * terrain.columns() - 0.5;  // sample i is at u = i
    const double v = place.y * per_m + 0.5 * terrain.rows() - 0.5;
    double height = 0.0;
    for (long j = std::lround(v) - 2; j <= std::lround(v) + 2; ++j) {
        for (long i = std::lround(u) - 2; i <= std::lround(u) + 2; ++i) {
            const auto at = static_cast<std::size_t>(sampleOf(j, terrain.rows()) * terrain.columns() +
                                                     sampleOf(i, terrain.columns()));
            height += basis(static_cast<double>(i) - u) * basis(static_cast<double>(j) - v) *
                      static_cast<double>(terrain.heights()[at]);
        }
    }
    return height;
}

TerrainSettings hills() {
    TerrainSettings settings;
    settings.ground = kGroundHills;
    return settings;
}

// 7 by 5 samples, without any symmetry.
Terrain smallTerrain() {
    std::vector<float> heights;
    for (int i = 0; i < 35; ++i) heights.push_back(static_cast<float>((i * i * 13 + 7 * i) % 29) * 0.3F);
    return {std::move(heights), 7, 5, 70.0};
}

void expectExact(const Terrain& terrain, double reach_m) {
    test::Dice random(5);
    double worst = 0.0;
    for (int i = 0; i < 100'000; ++i) {
        const glm::vec2 place(random.between(-reach_m, reach_m), random.between(-reach_m, reach_m));
        worst = std::max(worst, std::abs(terrain.height_m(place) - heightAt(terrain, place)));
    }
    EXPECT_LT(worst, 1e-4);
}

TEST(Terrain, IsTheSplineOfItsSamples) {
    expectExact(*makeTerrain(hills()), 1500.0);
    expectExact(smallTerrain(), 300.0);
}

TEST(Terrain, SlopesAsItsHeightsSay) {
    const std::shared_ptr<const Terrain> terrain = makeTerrain(hills());
    test::Dice random(6);
    constexpr double kStep_m = 1e-3;
    double steepest = 0.0;
    for (int i = 0; i < 5000; ++i) {
        const glm::dvec2 place(random.between(-900.0, 900.0), random.between(-900.0, 900.0));
        const glm::vec2 slope = terrain->at(glm::vec2(place)).slope;
        const auto along = [&](const glm::dvec2& way) {
            return (heightAt(*terrain, place + kStep_m * way) - heightAt(*terrain, place - kStep_m * way)) /
                   (2.0 * kStep_m);
        };
        EXPECT_NEAR(slope.x, along({1.0, 0.0}), 1e-3);
        EXPECT_NEAR(slope.y, along({0.0, 1.0}), 1e-3);
        const glm::dvec3 normal = terrain->normal(place);
        EXPECT_NEAR(glm::dot(normal, glm::normalize(glm::dvec3(1.0, along({1.0, 0.0}), 0.0))), 0.0, 1e-3);
        steepest = std::max(steepest, static_cast<double>(glm::length(slope)));
    }
    EXPECT_LE(steepest, terrain->steepest());
    EXPECT_GT(steepest, std::tan(glm::radians(20.0))) << "the hills are no test for feet";
}

TEST(Terrain, RangesHoldEveryHeight) {
    for (const double side_m : {70.0, 1200.0}) {
        const Terrain small = smallTerrain();
        const std::shared_ptr<const Terrain> large = makeTerrain(hills());
        const Terrain& terrain = side_m < 100.0 ? small : *large;
        test::Dice random(8);
        double wasted = 0.0;
        for (int i = 0; i < 2000; ++i) {
            const glm::dvec2 low(random.between(-2.0 * side_m, 2.0 * side_m),
                                 random.between(-2.0 * side_m, 2.0 * side_m));
            const glm::dvec2 high =
                low + glm::dvec2(random.between(0.0, 0.4 * side_m), random.between(0.0, 0.1 * side_m));
            const HeightRange range = terrain.range(low, high);
            for (int k = 0; k < 20; ++k) {
                const double height =
                    terrain.height_m({random.between(low.x, high.x), random.between(low.y, high.y)});
                EXPECT_GE(height, range.low - 1e-4);
                EXPECT_LE(height, range.high + 1e-4);
            }
            wasted += (range.high - range.low) / (terrain.range().high - terrain.range().low);
        }
        EXPECT_LT(wasted / 2000.0, 0.95) << "a range that holds everything is of no use";
    }
}

TEST(Terrain, RaysMeetItFromAbove) {
    const std::shared_ptr<const Terrain> terrain = makeTerrain(hills());
    test::Dice random(9);
    int met = 0;
    for (int i = 0; i < 500; ++i) {
        const glm::dvec2 below(random.between(-400.0, 400.0), random.between(-400.0, 400.0));
        const glm::dvec3 from(below.x, terrain->height_m(below) + random.between(0.5, 120.0), below.y);
        const double turn = random.between(0.0, 6.28);
        const glm::dvec3 ray =
            glm::normalize(glm::dvec3(std::cos(turn), random.between(-1.0, 0.1), std::sin(turn)));
        const std::optional<double> distance = terrain->meet(from, ray, 3000.0);
        if (!distance) continue;
        ++met;
        const glm::dvec3 at = from + ray * *distance;
        EXPECT_NEAR(at.y, terrain->height_m({at.x, at.z}), 1e-3);
        for (double share = 0.05; share < 0.97; share += 0.05) {
            const glm::dvec3 before = from + ray * (*distance * share);
            EXPECT_GT(before.y, terrain->height_m({before.x, before.z}) - 0.5) << "it passed through a hill";
        }
    }
    EXPECT_GT(met, 350);
    EXPECT_FALSE(terrain->meet({0.0, 500.0, 0.0}, {0.0, 1.0, 0.0}, 1e4));
    EXPECT_FALSE(terrain->meet({0.0, 500.0, 0.0}, {0.0, -1.0, 0.0}, 100.0)) << "it is farther away than that";
}

TEST(Terrain, FlatGroundIsNone) {
    EXPECT_EQ(makeTerrain({}), nullptr);
    EXPECT_EQ(groundHeight(nullptr, {3.0, 4.0}), 0.0);
}

void put32(std::string& to, std::uint32_t value) {
    for (unsigned shift = 32; shift > 0; shift -= 8) to.push_back(static_cast<char>(value >> (shift - 8)));
}

void putChunk(std::string& png, const std::string& kind, const std::string& data) {
    std::uint32_t crc = ~0U;
    for (const char c : kind + data) {
        crc ^= static_cast<std::uint8_t>(c);
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
    }
    put32(png, static_cast<std::uint32_t>(data.size()));
    png += kind + data;
    put32(png, ~crc);
}

// A grey PNG of 16 bits, not compressed.
std::string png16(int width, int height, const std::vector<std::uint16_t>& texels) {
    std::string rows;
    for (int y = 0; y < height; ++y) {
        rows.push_back(0);  // no filter
        for (int x = 0; x < width; ++x) {
            const std::uint16_t texel = texels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                                               static_cast<std::size_t>(x)];
            rows.push_back(static_cast<char>(texel >> 8U));
            rows.push_back(static_cast<char>(texel & 255U));
        }
    }
    std::string head;
    put32(head, static_cast<std::uint32_t>(width));
    put32(head, static_cast<std::uint32_t>(height));
    head += std::string("\x10\x00\x00\x00\x00", 5);
    const auto size = static_cast<std::uint16_t>(rows.size());
    std::string data("\x78\x01\x01", 3);
    for (const unsigned word : {unsigned{size}, ~unsigned{size}}) {
        data.push_back(static_cast<char>(word & 255U));
        data.push_back(static_cast<char>(word >> 8U & 255U));
    }
    data += rows;
    std::uint32_t a = 1;
    std::uint32_t b = 0;
    for (const char c : rows) {
        a = (a + static_cast<std::uint8_t>(c)) % 65521U;
        b = (b + a) % 65521U;
    }
    put32(data, b << 16U | a);
    std::string png("\x89PNG\r\n\x1A\n");
    putChunk(png, "IHDR", head);
    putChunk(png, "IDAT", data);
    putChunk(png, "IEND", "");
    return png;
}

class HeightmapTest : public testing::Test {
  protected:
    std::filesystem::path write(const std::string& name, const std::string& bytes) const {
        std::filesystem::path file = folder_ / name;
        std::ofstream(file, std::ios::binary) << bytes;
        return file;
    }

    std::filesystem::path folder_ = test::ownFolder();
};

TEST_F(HeightmapTest, HasItsBits) {
    const Heightmap fine = readHeightmap(write("fine.png", png16(3, 2, {0, 1, 65535, 256, 32768, 2})));
    EXPECT_EQ(fine.columns, 3);
    EXPECT_EQ(fine.rows, 2);
    ASSERT_EQ(fine.heights.size(), 6U);
    EXPECT_FLOAT_EQ(fine.heights[1] * 65535.0F, 1.0F);
    EXPECT_FLOAT_EQ(fine.heights[2], 1.0F);
    EXPECT_FLOAT_EQ(fine.heights[3] * 65535.0F, 256.0F);

    const std::vector<std::uint8_t> grey{0, 51, 255, 102};
    writePng(folder_ / "coarse.png", 2, 2, 1, grey);
    const Heightmap coarse = readHeightmap(folder_ / "coarse.png");
    for (std::size_t i = 0; i < grey.size(); ++i)
        EXPECT_FLOAT_EQ(coarse.heights[i], static_cast<float>(grey[i]) / 255.0F);
}

TEST_F(HeightmapTest, RefusesWhatIsNone) {
    const std::string good = png16(3, 2, {0, 1, 65535, 256, 32768, 2});
    std::string broken = good;
    broken[1] = 'Q';
    std::string damaged = good;
    damaged[good.find("IDAT") + 9] ^= 1;
    struct Case {
        std::filesystem::path file;
        std::string says;
    };
    const std::array cases{
        Case{write("empty.png", ""), "is empty"},
        Case{write("text.png", "hills and valleys"), "is no PNG"},
        Case{write("broken.png", broken), "is no PNG"},
        Case{write("cut.png", good.substr(0, 45)), "broken or ends early"},
        Case{write("head.png", good.substr(0, 20)), "broken or ends early"},
        Case{write("damaged.png", damaged), "checksum"},
        Case{write("none.png", png16(0, 1, {})), "0 x 1 texels"},
        Case{"/dev/zero", "is no file"},
        Case{folder_ / "gone.png", "No such file"},
        Case{write("huge.png",
                   png16(PH_TERRAIN_MOST_SIDE + 1, 1, std::vector<std::uint16_t>(PH_TERRAIN_MOST_SIDE + 1))),
             "4097 x 1 texels, but ground has 1 to 4096"},
    };
    for (const Case& each : cases) {
        try {
            TerrainSettings settings;
            settings.ground = each.file.string();
            makeTerrain(settings);
            ADD_FAILURE() << each.file << " was taken";
        } catch (const Error& error) {
            const std::string what = error.what();
            EXPECT_EQ(error.code(), ExitCode::kInput) << what;
            EXPECT_NE(what.find(each.says), std::string::npos) << what;
            EXPECT_EQ(what.find('\n'), std::string::npos) << what;
        }
    }
}

}  // namespace
}  // namespace phalanx

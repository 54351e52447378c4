// Numbers survive the range coder, rare and large ones too, and any bytes decode to something.
#include "anim/compression/range_coder.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "anim/compression/bit_stream.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

std::vector<std::uint8_t> encoded(const std::vector<std::int64_t>& numbers) {
    RangeEncoder encoder;
    NumberModel model;
    for (const std::int64_t number : numbers) model.put(number, encoder);
    return encoder.take();
}

std::vector<std::int64_t> decoded(const std::vector<std::uint8_t>& bytes, std::size_t count) {
    RangeDecoder decoder(bytes);
    NumberModel model;
    std::vector<std::int64_t> numbers;
    for (std::size_t i = 0; i < count; ++i) numbers.push_back(model.take(decoder));
    return numbers;
}

TEST(RangeCoder, NumbersSurvive) {
    test::Dice dice(7);
    for (int round = 0; round < 200; ++round) {
        std::vector<std::int64_t> numbers;
        const double most = std::exp2(dice.between(0.0, 39.0));
        const int count = dice.below(300);
        for (int i = 0; i < count; ++i) {
            const bool small = dice.below(4) > 0;
            numbers.push_back(small ? dice.below(3) - 1
                                    : static_cast<std::int64_t>(dice.between(-most, most)));
        }
        EXPECT_EQ(decoded(encoded(numbers), numbers.size()), numbers) << "round " << round;
    }
    const std::int64_t most = (std::int64_t{1} << (kMostNumberBits - 1U)) - 1;
    EXPECT_EQ(decoded(encoded({most, -most, 0}), 3), (std::vector<std::int64_t>{most, -most, 0}));
}

// Ten thousand zeros with a few ones are nearly free; even numbers of a byte take a byte.
TEST(RangeCoder, TakesAboutAsManyBitsAsThereIsInformation) {
    std::vector<std::int64_t> rare(10'000, 0);
    for (std::size_t i = 0; i < rare.size(); i += 1000) rare[i] = 1;
    EXPECT_LT(encoded(rare).size(), 60U);
    test::Dice dice(3);
    std::vector<std::int64_t> even;
    for (int i = 0; i < 4000; ++i) even.push_back(dice.below(256) - 128);
    EXPECT_LT(encoded(even).size(), 4300U);
    EXPECT_GT(encoded(even).size(), 3900U);
}

TEST(RangeCoder, AnyBytesDecode) {
    test::Dice dice(11);
    for (int round = 0; round < 100; ++round) {
        std::vector<std::uint8_t> bytes;
        for (int i = dice.below(60); i > 0; --i) bytes.push_back(static_cast<std::uint8_t>(dice.below(256)));
        for (const std::int64_t number : decoded(bytes, 500))
            EXPECT_LT(std::llabs(number), std::int64_t{1} << 40);
    }
}

TEST(BitStream, ValuesOfAnyWidthSurvive) {
    test::Dice dice(5);
    std::vector<std::pair<std::uint32_t, unsigned>> values;
    BitWriter writer;
    for (int i = 0; i < 2000; ++i) {
        const auto bits = static_cast<unsigned>(dice.below(static_cast<int>(kMostBits) + 1));
        const auto value = static_cast<std::uint32_t>(dice.between(0.0, std::exp2(bits)));
        values.emplace_back(value, bits);
        writer.put(value, bits);
    }
    const BitField field(writer.take());
    std::size_t at = 0;
    for (const auto& [value, bits] : values) {
        EXPECT_EQ(field.at(at, bits), value) << bits << " bits at " << at;
        at += bits;
    }
}

TEST(BitStream, CountsSurvive) {
    const std::vector<std::uint32_t> counts{0, 1, 127, 128, 16'383, 16'384, 0x7FFFFFFFU, 0xFFFFFFFFU};
    const std::vector<std::int32_t> numbers{0, -1, 1, -64, 64, 1'000'000'000, -1'000'000'000};
    ByteWriter out;
    for (const std::uint32_t count : counts) putCount(out, count);
    for (const std::int32_t number : numbers) putSigned(out, number);
    const std::vector<std::uint8_t> bytes = out.take();
    ByteReader in(bytes, "counts", 1000);
    for (const std::uint32_t count : counts) EXPECT_EQ(takeCount(in), count);
    for (const std::int32_t number : numbers) EXPECT_EQ(takeSigned(in), number);
    EXPECT_EQ(in.left(), 0U);
    const std::vector<std::uint8_t> long_count(6, 0xFF);
    ByteReader bad(long_count, "bad", 1000);
    EXPECT_THROW(takeCount(bad), Error);
}

}  // namespace
}  // namespace phalanx

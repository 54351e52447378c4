#include "asset/common/base64.h"

#include <array>

namespace phalanx {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> kValues = [] {
    std::array<std::int8_t, 256> values{};
    values.fill(-1);
    for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
        values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::int8_t>(i);
    }
    return values;
}();

}  // namespace

std::string encodeBase64(std::span<const std::uint8_t> bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t left = bytes.size() - i;
        const std::uint32_t group = static_cast<std::uint32_t>(bytes[i]) << 16U |
                                    (left > 1 ? static_cast<std::uint32_t>(bytes[i + 1]) << 8U : 0U) |
                                    (left > 2 ? static_cast<std::uint32_t>(bytes[i + 2]) : 0U);
        text += kAlphabet[group >> 18U];
        text += kAlphabet[group >> 12U & 63U];
        text += left > 1 ? kAlphabet[group >> 6U & 63U] : '=';
        text += left > 2 ? kAlphabet[group & 63U] : '=';
    }
    return text;
}

std::optional<std::vector<std::uint8_t>> decodeBase64(std::string_view text) {
    while (!text.empty() && text.back() == '=') text.remove_suffix(1);
    std::vector<std::uint8_t> bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t group = 0;
    unsigned bits = 0;
    for (const char c : text) {
        const std::int8_t value = kValues[static_cast<unsigned char>(c)];
        if (value < 0) return std::nullopt;
        group = group << 6U | static_cast<std::uint32_t>(value);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes.push_back(static_cast<std::uint8_t>(group >> bits & 0xFFU));
        }
    }
    return bytes;
}

}  // namespace phalanx

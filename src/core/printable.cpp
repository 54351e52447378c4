#include "core/printable.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>

namespace phalanx {
namespace {

struct Letter {
    std::size_t bytes = 1;
    std::uint32_t code = 0;
    bool valid = false;
};

// The first letter of a text that is not empty. Overlong forms and surrogates are not valid UTF-8.
Letter letterOf(std::string_view text) {
    const auto byteAt = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byteAt(0);
    if (first < 0x80) return {1, first, true};
    const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < bytes) return {};
    std::uint32_t code = first & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byteAt(i) & 0xC0U) != 0x80U) return {};
        code = code << 6U | (byteAt(i) & 0x3FU);
    }
    constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
    const bool valid = code >= kLeast.at(bytes) && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    return valid ? Letter{bytes, code, true} : Letter{};
}

bool isPlain(std::uint32_t code) {
    if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return false;  // C0, DEL, C1
    // Unicode 15, "Bidi_Control"; and the separators of lines and paragraphs.
    return code != 0x061C && code != 0x200E && code != 0x200F && (code < 0x2028 || code > 0x202E) &&
           (code < 0x2066 || code > 0x2069);
}

}  // namespace

std::string printable(std::string_view text, std::size_t most_bytes) {
    constexpr std::string_view kCut = "...";
    std::string result;
    std::size_t cut = 0;  // where the result ends if it must be cut
    while (!text.empty()) {
        const Letter letter = letterOf(text);
        if (letter.valid && isPlain(letter.code)) {
            result += text.substr(0, letter.bytes);
        } else {
            result += '?';
        }
        if (result.size() > most_bytes) {
            result.resize(cut);
            return result += kCut;
        }
        if (result.size() + kCut.size() <= most_bytes) cut = result.size();
        text.remove_prefix(letter.bytes);
    }
    return result;
}

std::string listOfNames(const std::vector<std::string>& names) {
    constexpr std::size_t kMostShown = 100;
    constexpr std::size_t kMostBytes = 2000;
    std::string list;
    std::size_t shown = 0;
    for (; shown < names.size() && shown < kMostShown; ++shown) {
        const std::string name = printable(names[shown]);
        if (list.size() + name.size() > kMostBytes) break;
        list += (shown == 0 ? "" : ", ") + name;
    }
    if (shown < names.size()) list += fmt::format(" and {} more", names.size() - shown);
    return list;
}

}  // namespace phalanx

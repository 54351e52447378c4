// GLSL syntax colours: keywords, comments, numbers. No ImGui.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace phalanx {

enum class CodeKind : std::uint8_t { kPlain, kKeyword, kType, kNumber, kComment, kDirective };

struct CodeSpan {
    std::size_t first = 0;
    std::size_t length = 0;
    CodeKind kind = CodeKind::kPlain;
};

// The spans of one line, in order, without gaps. Only // comments: the shaders have no
// others.
std::vector<CodeSpan> colorCode(std::string_view line);

// The lines of a text, without line ends.
std::vector<std::string_view> linesOf(std::string_view text);

}  // namespace phalanx

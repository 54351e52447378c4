#include "ui/lesson/code_text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace phalanx {
namespace {

constexpr std::array<std::string_view, 21> kKeywords{
    "if",     "else",    "for",     "while",  "return",   "discard",  "struct",
    "in",     "out",     "inout",   "const",  "uniform",  "layout",   "flat",
    "shared", "barrier", "defined", "buffer", "readonly", "location", "void"};
constexpr std::array<std::string_view, 20> kTypes{
    "bool",  "int",    "uint",      "float",      "vec2",          "vec3",          "vec4",
    "ivec2", "ivec3",  "ivec4",     "uvec2",      "uvec3",         "uvec4",         "mat3",
    "mat4",  "mat3x4", "sampler2D", "usampler2D", "samplerBuffer", "usamplerBuffer"};

bool isWord(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool isDigit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

CodeKind kindOf(std::string_view word) {
    if (isDigit(word.front())) return CodeKind::kNumber;
    if (std::ranges::find(kKeywords, word) != kKeywords.end()) return CodeKind::kKeyword;
    if (std::ranges::find(kTypes, word) != kTypes.end()) return CodeKind::kType;
    return CodeKind::kPlain;
}

}  // namespace

std::vector<CodeSpan> colorCode(std::string_view line) {
    std::vector<CodeSpan> spans;
    const auto add = [&](std::size_t first, std::size_t length, CodeKind kind) {
        if (!spans.empty() && spans.back().kind == kind) {
            spans.back().length += length;
        } else if (length > 0) {
            spans.push_back({first, length, kind});
        }
    };
    const std::size_t comment = std::min(line.find("//"), line.size());
    const std::string_view code = line.substr(0, comment);
    const std::size_t ink = code.find_first_not_of(" \t");
    if (ink != std::string_view::npos && code[ink] == '#') {
        add(0, code.size(), CodeKind::kDirective);
    } else {
        for (std::size_t i = 0; i < code.size();) {
            std::size_t end = i + 1;
            if (isWord(code[i])) {
                const bool number = isDigit(code[i]);
                while (end < code.size() && (isWord(code[end]) || (number && code[end] == '.'))) ++end;
                add(i, end - i, kindOf(code.substr(i, end - i)));
            } else {
                add(i, 1, CodeKind::kPlain);
            }
            i = end;
        }
    }
    add(comment, line.size() - comment, CodeKind::kComment);
    return spans;
}

std::vector<std::string_view> linesOf(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

}  // namespace phalanx

#include "asset/gltf/gltf_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace phalanx {
namespace {

using Json = nlohmann::json;

constexpr std::uint32_t kMagic = 0x46546C67;      // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;  // "JSON"
constexpr std::uint32_t kBinaryChunk = 0x004E4942;
constexpr std::size_t kHeaderBytes = 12;

std::uint32_t readU32(const std::uint8_t* bytes) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i) value |= static_cast<std::uint32_t>(bytes[i]) << (8 * i);
    return value;
}

bool isBinary(std::span<const std::uint8_t> content) {
    return content.size() >= kHeaderBytes && readU32(content.data()) == kMagic;
}

// The nesting depth of objects and arrays, limited because the parsers are recursive. Strings are skipped.
int depthOf(std::span<const std::uint8_t> text) {
    int depth = 0;
    int deepest = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::uint8_t c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            deepest = std::max(deepest, ++depth);
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return deepest;
}

class Splitter {
  public:
    Splitter(const std::string& file, std::span<const std::uint8_t> content)
        : file_(file), content_(content) {}

    // The JSON; sets the binary chunk.
    std::span<const std::uint8_t> split(GltfText& text) const {
        if (!isBinary(content_)) return content_;
        if (readU32(content_.data() + 4) != 2) {
            fail(fmt::format("its binary container has version {}; only 2 is supported",
                             readU32(content_.data() + 4)));
        }
        if (readU32(content_.data() + 8) > content_.size()) {
            fail(fmt::format("it ends early: {} bytes expected, {} present", readU32(content_.data() + 8),
                             content_.size()));
        }
        std::optional<std::span<const std::uint8_t>> json;
        std::size_t offset = kHeaderBytes;
        while (content_.size() - offset >= 8) {
            const std::size_t length = readU32(content_.data() + offset);
            const std::uint32_t type = readU32(content_.data() + offset + 4);
            offset += 8;
            if (length > content_.size() - offset) fail("one of its chunks extends past the end of the file");
            if (type == kJsonChunk && !json) json = content_.subspan(offset, length);
            if (type == kBinaryChunk && !text.binary) text.binary = content_.subspan(offset, length);
            offset += length;
        }
        if (!json) fail("it has no JSON chunk");
        return *json;
    }

    std::span<const std::uint8_t> withoutMark(std::span<const std::uint8_t> json, GltfText& text) const {
        const auto begins = [&](std::initializer_list<int> mark) {
            return json.size() >= mark.size() && std::equal(mark.begin(), mark.end(), json.begin());
        };
        if (begins({0xFF, 0xFE}) || begins({0xFE, 0xFF}))
            fail("its JSON is UTF-16; save it as UTF-8, which glTF requires");
        constexpr std::size_t kMark = 3;
        text.had_byte_order_mark = begins({0xEF, 0xBB, 0xBF});
        return text.had_byte_order_mark ? json.subspan(kMark) : json;
    }

    Json parse(std::span<const std::uint8_t> json) const {
        constexpr int kDeepest = 200;
        if (depthOf(json) > kDeepest)
            fail(fmt::format("its JSON is nested more than {} levels deep", kDeepest));
        try {
            Json result = Json::parse(json.begin(), json.end());
            if (!result.is_object()) fail("its JSON is not an object");
            return result;
        } catch (const Json::parse_error& e) {
            fail(fmt::format("its JSON is malformed or ends early at byte {}", e.byte));
        } catch (const Json::exception&) {
            fail("its JSON has a number that is too large");
        }
    }

  private:
    [[noreturn]] void fail(const std::string& what) const { throw gltfError(file_, what); }

    const std::string& file_;
    std::span<const std::uint8_t> content_;
};

}  // namespace

Error gltfError(const std::string& file, const std::string& what) {
    return inputError(file, "is not a usable glTF file: " + what);
}

bool isOldBinaryGltf(std::span<const std::uint8_t> content) {
    return isBinary(content) && readU32(content.data() + 4) == 1;
}

GltfText readGltfText(const std::string& file, std::span<const std::uint8_t> content) {
    const Splitter splitter(file, content);
    GltfText text;
    const std::span<const std::uint8_t> json = splitter.withoutMark(splitter.split(text), text);
    text.json = splitter.parse(json);
    return text;
}

}  // namespace phalanx

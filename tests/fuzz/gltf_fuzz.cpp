// Any bytes must give an Error of one line, or a scene whose parts, materials and clips can all be read.
//
// If the input has a zero byte, it is the JSON before it and the binary chunk after it, and is put into a
// binary container with the right lengths: mutations that change a length would otherwise end at the
// container's checks.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "asset/gltf/gltf_source.h"
#include "asset/mesh/meshes.h"
#include "asset/mesh/palette.h"
#include "core/error.h"

namespace {

using Bytes = std::vector<std::uint8_t>;

void appendWord(Bytes& bytes, std::size_t value) {
    for (unsigned shift = 0; shift < 32; shift += 8)
        bytes.push_back(static_cast<std::uint8_t>(value >> shift & 255U));
}

Bytes inContainer(std::span<const std::uint8_t> json, std::span<const std::uint8_t> binary) {
    Bytes bytes;
    appendWord(bytes, 0x46546C67);  // "glTF"
    appendWord(bytes, 2);
    appendWord(bytes, 28 + json.size() + binary.size());
    appendWord(bytes, json.size());
    appendWord(bytes, 0x4E4F534A);  // "JSON"
    bytes.insert(bytes.end(), json.begin(), json.end());
    appendWord(bytes, binary.size());
    appendWord(bytes, 0x004E4942);  // "BIN"
    bytes.insert(bytes.end(), binary.begin(), binary.end());
    return bytes;
}

void read(std::span<const std::uint8_t> content) {
    constexpr std::size_t kMaxFileBytes = std::size_t{1} << 20U;
    const std::string name = "/nowhere/fuzz.glb";  // no further files are beside it
    phalanx::Notes notes;
    const auto source = phalanx::openGltfSource(name, content, kMaxFileBytes, notes);
    if (!source) return;
    const phalanx::MaterialSet materials = source->materials(source->parts(), false);
    phalanx::PaletteBuilder palette(name);
    readMeshes(*source, source->parts(), materials, palette, name, notes);
    source->directives();
    source->clips();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span<const std::uint8_t> input(data, size);
    const auto zero = std::find(input.begin(), input.end(), 0);
    const bool raw = zero == input.end() || (size > 4 && std::equal(data, data + 4, "glTF"));
    const auto json_size = static_cast<std::size_t>(zero - input.begin());
    const Bytes content = raw ? Bytes(input.begin(), input.end())
                              : inContainer(input.first(json_size), input.subspan(json_size + 1));
    try {
        read(content);
    } catch (const phalanx::Error& error) {
        if (std::string(error.what()).find('\n') != std::string::npos) std::abort();
    } catch (const std::bad_alloc&) {
        return 0;  // the import process ends with the same message
    }
    return 0;
}

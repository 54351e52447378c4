// The JSON and the binary chunk of a glTF file. https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>

#include "core/error.h"

namespace phalanx {

// NOLINTNEXTLINE(bugprone-exception-escape): the library's move can throw in its own checks only
struct GltfText {
    nlohmann::json json;                                  // an object
    std::optional<std::span<const std::uint8_t>> binary;  // of the content that was read
    bool had_byte_order_mark = false;                     // which glTF does not allow
};

// Of a value in a message that is not what it should be; for printable().
inline constexpr std::size_t kMostShownBytes = 40;

// The error for invalid glTF content.
Error gltfError(const std::string& file, const std::string& what);

// Whether the file is a binary container of glTF 1.0, which readGltfText() does not read.
bool isOldBinaryGltf(std::span<const std::uint8_t> content);

// Throws gltfError() for malformed or deeply nested JSON, and for a binary container that ends early.
GltfText readGltfText(const std::string& file, std::span<const std::uint8_t> content);

}  // namespace phalanx

// Base64 with the standard alphabet of RFC 4648, section 4.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace phalanx {

std::string encodeBase64(std::span<const std::uint8_t> bytes);

// Returns nullopt for characters outside the alphabet. Padding is optional.
std::optional<std::vector<std::uint8_t>> decodeBase64(std::string_view text);

}  // namespace phalanx

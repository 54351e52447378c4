// RFC 4648, the plain alphabet.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace phalanx {

std::string encodeBase64(std::span<const std::uint8_t> bytes);

// nullopt for characters outside the alphabet; padding may be left out.
std::optional<std::vector<std::uint8_t>> decodeBase64(std::string_view text);

}  // namespace phalanx

#include "anim/bake/switches.h"

#include <cassert>

namespace phalanx {

std::string_view nameOf(Encoding encoding) {
    switch (encoding) {
        case Encoding::kRgba32f:
            return "rgba32f";
        case Encoding::kRgba16f:
            return "rgba16f";
        case Encoding::kTrs:
            return "trs";
    }
    assert(false);
    return "";
}

std::optional<Encoding> encodingNamed(std::string_view name) {
    for (const Encoding encoding : kEncodings) {
        if (nameOf(encoding) == name) return encoding;
    }
    return std::nullopt;
}

std::string_view nameOf(FrameLookup lookup) {
    return lookup == FrameLookup::kLinear ? "linear" : "nearest";
}

std::optional<FrameLookup> frameLookupNamed(std::string_view name) {
    for (const FrameLookup lookup : {FrameLookup::kLinear, FrameLookup::kNearest}) {
        if (nameOf(lookup) == name) return lookup;
    }
    return std::nullopt;
}

}  // namespace phalanx

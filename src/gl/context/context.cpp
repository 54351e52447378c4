#include "gl/context/context.h"

#include <array>
#include <string>

#include "core/error.h"

namespace phalanx::gl {

std::vector<int> versionsToTry(const ContextSettings& settings) {
    if (settings.version != 0) return {settings.version};
    return {46, 45, 43, 33};
}

std::string versionText(int version) {
    if (version == kEs30) return "ES 3.0";
    return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

int parseVersion(std::string_view text) {
    if (text == "es3.0") return kEs30;
    constexpr std::array kKnown = {33, 40, 41, 42, 43, 44, 45, 46};
    if (text.size() == 3 && text[1] == '.') {
        const int version = 10 * (text[0] - '0') + (text[2] - '0');
        for (const int known : kKnown) {
            if (version == known) return version;
        }
    }
    throw usageError("--gl " + std::string(text),
                     "not an OpenGL version from 3.3 to 4.6, or es3.0; for example --gl 3.3");
}

}  // namespace phalanx::gl

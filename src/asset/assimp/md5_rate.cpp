#include "asset/assimp/md5_rate.h"

#include <cmath>
#include <fstream>
#include <string>
#include <system_error>

namespace phalanx {

std::optional<double> md5FrameRate(const std::filesystem::path& path) {
    std::filesystem::path animation = path;
    animation.replace_extension("md5anim");
    std::error_code error;
    if (!std::filesystem::is_regular_file(animation, error)) return std::nullopt;
    std::ifstream file(animation);
    std::string word;
    // frameRate is in the header, before the first section.
    for (int words = 0; words < 200 && file >> word && word != "{"; ++words) {
        double rate = 0.0;
        if (word == "frameRate" && file >> rate && std::isfinite(rate) && rate > 0.0) return rate;
    }
    return std::nullopt;
}

}  // namespace phalanx

#include "asset/assimp/md5_rate.h"

#include <cmath>
#include <fstream>
#include <string>

namespace phalanx {

std::optional<double> md5FrameRate(const std::filesystem::path& path, const SideFiles& side_files) {
    std::filesystem::path animation = path;
    animation.replace_extension("md5anim");
    if (animation != path && !side_files.mayRead(animation)) return std::nullopt;
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

#include "golden/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "asset/common/image.h"
#include "core/file.h"

namespace phalanx::test {

namespace fs = std::filesystem;

Difference differenceOf(const gl::Pixels& a, const gl::Pixels& b, int step) {
    Difference result;
    const std::size_t pixels = a.rgba8.size() / 4;
    for (std::size_t i = 0; i < pixels; ++i) {
        int worst = 0;
        for (std::size_t c = 0; c < 4; ++c) {
            worst = std::max(worst, std::abs(int{a.rgba8[i * 4 + c]} - int{b.rgba8[i * 4 + c]}));
        }
        result.largest = std::max(result.largest, worst);
        if (worst > step) ++result.off;
    }
    result.share = pixels > 0 ? static_cast<double>(result.off) / static_cast<double>(pixels) : 0.0;
    return result;
}

::testing::AssertionResult samePicture(const gl::Pixels& actual, const gl::Pixels& expected,
                                       Tolerance tolerance, const std::string& name) {
    const fs::path folder = fs::path(PHALANX_TEST_OUTPUT_DIR) / "golden";
    const auto write = [&](const gl::Pixels& picture, const char* kind) {
        fs::create_directories(folder);
        writePng(folder / (name + "." + kind + ".png"), picture.width, picture.height, 4, picture.rgba8);
    };
    if (actual.width != expected.width || actual.height != expected.height) {
        write(actual, "actual");
        return ::testing::AssertionFailure()
               << name << ": " << actual.width << " x " << actual.height << " pixels instead of "
               << expected.width << " x " << expected.height << "; see " << (folder / (name + ".actual.png"));
    }
    const Difference difference = differenceOf(actual, expected, tolerance.step);
    if (difference.share <= tolerance.share) {
        return ::testing::AssertionSuccess()
               << name << ": " << difference.off << " pixels differ, by at most " << difference.largest;
    }
    gl::Pixels shown = actual;
    for (std::size_t i = 0; i < shown.rgba8.size(); ++i) {
        const int by = std::abs(int{actual.rgba8[i]} - int{expected.rgba8[i]});
        shown.rgba8[i] = i % 4 == 3 ? std::uint8_t{255} : static_cast<std::uint8_t>(std::min(255, 10 * by));
    }
    write(actual, "actual");
    write(expected, "expected");
    write(shown, "difference");
    return ::testing::AssertionFailure() << fmt::format(
               "{}: {} pixels ({:.2f} %) differ by more than {} of 255, the largest by {}; {:.2f} % are "
               "tolerated. See {}",
               name, difference.off, difference.share * 100.0, tolerance.step, difference.largest,
               tolerance.share * 100.0, (folder / (name + ".{actual,expected,difference}.png")).string());
}

gl::Pixels readPicture(const fs::path& file) {
    const Image image = decodeImage(readBinaryFile(file), file.string());
    return {image.width, image.height, image.rgba};
}

double contrastOf(const gl::Pixels& picture) {
    double sum = 0.0;
    double squares = 0.0;
    double count = 0.0;
    for (std::size_t i = 0; i < picture.rgba8.size(); ++i) {
        if (i % 4 == 3) continue;
        const double value = picture.rgba8[i];
        sum += value;
        squares += value * value;
        count += 1.0;
    }
    if (count == 0.0) return 0.0;
    return std::sqrt(std::max(0.0, squares / count - sum / count * (sum / count)));
}

std::string rendererKey(const gl::Capabilities& capabilities) {
    // The width of the vectors (", 256 bits") changes no pixel, nor do the version and profile of the
    // context.
    std::string renderer = capabilities.renderer;
    const std::string bits = " bits";
    if (const std::size_t end = renderer.find(bits); end != std::string::npos) {
        const std::size_t comma = renderer.rfind(',', end);
        if (comma != std::string::npos) renderer.erase(comma, end + bits.size() - comma);
    }
    std::string version = capabilities.version_string;
    version.erase(0, version.find_first_not_of("0123456789."));
    const std::string profile = "(Core Profile)";
    if (const std::size_t begin = version.find(profile); begin != std::string::npos)
        version.erase(begin, profile.size());
    // "25.0.7-2+deb13u1": the revision of a distribution's package is not the driver's version.
    if (const std::size_t revision = version.rfind('-');
        revision != std::string::npos && version.find('+', revision) != std::string::npos)
        version.erase(revision);
    const std::string text = renderer + " " + version;
    std::string key;
    for (const char letter : text) {
        const auto code = static_cast<unsigned char>(letter);
        if (std::isalnum(code) != 0 || letter == '.') {
            key += static_cast<char>(std::tolower(code));
        } else if (!key.empty() && key.back() != '-') {
            key += '-';
        }
    }
    while (!key.empty() && key.back() == '-') key.pop_back();
    return key;
}

}  // namespace phalanx::test

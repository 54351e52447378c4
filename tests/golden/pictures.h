// Compares two images with a given tolerance, and writes the differences to files.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "gl/context/capabilities.h"
#include "gl/objects/readback.h"

namespace phalanx::test {

// A pixel differs if one of its channels differs by more than `step`; two images are the same if at most this
// share of their pixels differs.
struct Tolerance {
    int step = 0;        // of 255
    double share = 0.0;  // 0..1
};

// No difference is allowed.
inline constexpr Tolerance kIdentical{0, 0.0};

struct Difference {
    std::size_t off = 0;  // pixels
    double share = 0.0;
    int largest = 0;  // over all channels, of 255
};

// The sizes must be equal.
Difference differenceOf(const gl::Pixels& a, const gl::Pixels& b, int step);

// On failure, the message has both numbers, and NAME.actual.png, NAME.expected.png and NAME.difference.png
// (ten times the difference) are written to output/golden of the build.
::testing::AssertionResult samePicture(const gl::Pixels& actual, const gl::Pixels& expected,
                                       Tolerance tolerance, const std::string& name);

gl::Pixels readPicture(const std::filesystem::path& file);

// The standard deviation of all channels, 0..255: 0 for one flat colour.
double contrastOf(const gl::Pixels& picture);

// The renderer as a part of a file name: "llvmpipe-llvm-15.0.6-mesa-22.3.6". Leaves out what differs between
// machines (the width of the CPU's vectors) and contexts (the OpenGL version): the tolerances cover those.
std::string rendererKey(const gl::Capabilities& capabilities);

}  // namespace phalanx::test

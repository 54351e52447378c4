// Two pictures against each other, with a tolerance that is data; what differs is written where a person can
// look.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "gl/context/capabilities.h"
#include "gl/objects/readback.h"

namespace phalanx::test {

// A pixel is off where one of its channels differs by more than `step`; two pictures are the same where no
// more than this share of their pixels is off.
struct Tolerance {
    int step = 0;        // of 255
    double share = 0.0;  // 0..1
};

// Nothing may differ.
inline constexpr Tolerance kIdentical{0, 0.0};

struct Difference {
    std::size_t off = 0;  // pixels
    double share = 0.0;
    int largest = 0;  // over all channels, of 255
};

// Sizes must be equal.
Difference differenceOf(const gl::Pixels& a, const gl::Pixels& b, int step);

// Fails with both numbers and, in output/golden of the build, NAME.actual.png, NAME.expected.png and
// NAME.difference.png (ten times the difference).
::testing::AssertionResult samePicture(const gl::Pixels& actual, const gl::Pixels& expected,
                                       Tolerance tolerance, const std::string& name);

gl::Pixels readPicture(const std::filesystem::path& file);

// Standard deviation of all channels, 0..255: 0 is one flat colour.
double contrastOf(const gl::Pixels& picture);

// Who drew, as a part of a file's name: "llvmpipe-llvm-15.0.6-mesa-22.3.6". Without what changes from machine
// to machine (the width of the CPU's vectors) or from context to context (the OpenGL version): tolerances
// take those.
std::string rendererKey(const gl::Capabilities& capabilities);

}  // namespace phalanx::test

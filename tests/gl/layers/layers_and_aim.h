// A pose of two clips for test models of some joints: a layer over a base, and an aim.
#pragma once

namespace phalanx::test {

inline constexpr const char* kLayersAndAim =
    R"({"base":[{"clip":"#0","time":0.2}],"layers":[{"clip":"#1","time":0.4,"weight":0.9}],
        "aim":[{"chain":["joint 0"],"joint":"joint 0","target":[1,2,9]}]})";

}  // namespace phalanx::test

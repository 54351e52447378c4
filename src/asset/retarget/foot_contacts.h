// When the feet of a clip are on the ground, found from the paths of the ankles.
#pragma once

#include <array>
#include <cstddef>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace phalanx {

// Ankles over a clip; body axes, any unit of length.
struct AnklePaths {
    std::vector<double> times_s;                    // ascending
    std::array<std::vector<glm::dvec3>, 2> ankles;  // left and right, per time
    std::vector<double> hips;                       // height, per time
    double duration_s = 0.0;
    double level = 0.0;       // height of the ankles while the feet are on the ground
    double leg_length = 1.0;  // of both bones
};

// One foot on the ground: moments [first, last] of the paths. In a clip whose end equals its beginning, a
// step may go on from the end to the beginning: then last >= the number of moments, counted on.
struct FootStep {
    std::size_t first = 0;
    std::size_t last = 0;
};

struct FootContacts {
    // Of the ground under the feet, X and Z per second: minus the stride of a clip that walks in place, 0 in
    // one that moves its root.
    glm::dvec2 ground_velocity{0.0};
    bool closed = false;  // the end equals the beginning
    std::array<std::vector<FootStep>, 2> steps;
};

// A foot is on the ground while its ankle is within 4 % of the leg's length of the level and moves as the
// ground does, for 0.08 s or more, and the body stands: the hips are at least half a leg above the ankles.
FootContacts findContacts(const AnklePaths& paths);

// The moment's place in a cycle that may have begun again: index modulo the number of moments but the last,
// and the time that belongs to it, which goes on.
struct StepMoment {
    std::size_t index = 0;
    double time_s = 0.0;
};
StepMoment momentOf(const AnklePaths& paths, std::size_t counted);

// The place at which a step stands on ground that moves: the mean of the ankle's X and Z minus the ground's
// way since time 0.
glm::dvec2 placeOf(const AnklePaths& paths, int side, const FootStep& step,
                   const glm::dvec2& ground_velocity);

// How far an ankle slides over the ground within a step: the largest distance from where it was at the
// step's beginning.
double slideOf(const AnklePaths& paths, int side, const FootStep& step, const glm::dvec2& ground_velocity);

}  // namespace phalanx

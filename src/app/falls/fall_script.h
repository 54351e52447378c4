// Falls from a file: which units are hit at what time, how hard, and who gets up.
// docs/falls.md has the form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "anim/orders/pose_order.h"
#include "app/falls/falls.h"

namespace phalanx {

inline constexpr std::size_t kMostVolleys = 1000;
inline constexpr double kMostPush_Ns = 1000.0;

// One item of the file.
struct Volley {
    double time_s = 0.0;
    double over_s = 0.0;           // its units are hit at random times of so long a stretch
    std::vector<UnitRange> units;  // ascending; empty: all
    // World; nullopt: against the direction that the unit faces, a little to any
    // side, of `strength`.
    std::optional<glm::dvec3> push_Ns;
    double strength_Ns = 90.0;
    std::string joint;  // that is hit; "": the chest
    bool wound = false;
    std::optional<double> up_s;  // its units get up, so long after they were hit
};

// Throws Error (kUsage) with the item that is wrong.
std::vector<Volley> parseVolleys(std::string_view text, const std::string& file);
std::vector<Volley> readVolleys(const std::string& file);

// A push of a unit backwards, up to 25 degrees to a side; world. facing_rad: the direction that it faces.
glm::dvec3 pushBack(std::uint32_t unit, double facing_rad, double strength_Ns);

// Shoots the units of volleys as their times come.
class FallScript {
  public:
    // file: of the volleys, with which errors start. Throws Error (kUsage) for a
    // unit or joint that the army lacks.
    FallScript(const std::vector<Volley>& volleys, const std::string& file, const Crowd& crowd,
               const std::vector<LoadedModel>& models);

    // All that happens until `now`, each at its own tick; then Falls::advance(). Call
    // with growing ticks.
    void advance(Falls& falls, Stage& stage, const std::vector<LoadedModel>& models, const FallView& view,
                 Ticks now, Wait wait);
    bool done() const { return next_ == hits_.size(); }
    // Warns of units that were hit and could not fall, if there were any.
    void warnOfStanding() const;

  private:
    struct Hit {
        Ticks at = 0;
        Shot shot;
        double strength_Ns = 0.0;  // above 0: against the direction that the unit faces then
        bool gets_up = false;      // it is no hit: the unit gets up
    };
    std::vector<Hit> hits_;  // by time
    std::size_t next_ = 0;
    std::size_t standing_ = 0;  // were hit and cannot fall
    std::string why_standing_;  // the first of them
};

}  // namespace phalanx

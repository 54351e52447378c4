// Pictures as SVG 1.1 files of our own: without scripts, fonts or links. A picture brings its own white
// ground, so that it can be read on pages of any colour. The same calls give the same bytes.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <string>

namespace phalanx::svg {

inline constexpr double kWidth = 960.0;  // of all pictures, pixels
inline constexpr const char* kInk = "#1b1f24";
inline constexpr const char* kFaintInk = "#57606a";
inline constexpr const char* kGrid = "#d0d7de";
inline constexpr const char* kFaintGrid = "#eef1f4";
inline constexpr const char* kBlue = "#2a6f97";
inline constexpr const char* kOrange = "#c8742b";

// Coordinates are pixels, y goes down. Colours are "#rgb" or "#rrggbb".
class Drawing {
  public:
    void line(double x0, double y0, double x1, double y1, const char* color);
    void box(double x, double y, double width, double height, const std::string& color);
    // Only its outline.
    void frame(double x, double y, double width, double height, const std::string& color, double stroke);
    void circle(double x, double y, double radius, const std::string& color);
    // `dashes` as SVG has them, "5 4"; "": none.
    void polyline(std::span<const glm::dvec2> points, const std::string& color, double stroke,
                  const char* dashes = "");
    // Filled; `data` as SVG has it, "M1 2h3v4h-3z".
    void path(const std::string& data, const std::string& color);
    // `anchor`: start, middle or end. y: of the baseline. Bytes that no XML file may hold become '?'.
    void text(double x, double y, int size, const std::string& color, const char* anchor,
              const std::string& content, const char* weight = "normal");

    // What another drawing holds, over this.
    Drawing& overlaid(const Drawing& other);

    std::string file(double height, const std::string& title) const;

  private:
    std::string body_;
};

}  // namespace phalanx::svg

// Writes SVG 1.1 files without scripts, fonts or links. The background is white, so that a drawing is
// readable on pages of any colour. The same calls give the same bytes.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <string>

namespace phalanx::svg {

inline constexpr double kWidth = 960.0;  // width of all drawings, pixels
inline constexpr const char* kInk = "#1b1f24";
inline constexpr const char* kFaintInk = "#57606a";
inline constexpr const char* kGrid = "#d0d7de";
inline constexpr const char* kFaintGrid = "#eef1f4";
inline constexpr const char* kBlue = "#2a6f97";
inline constexpr const char* kOrange = "#c8742b";
inline constexpr const char* kGreen = "#5b8c3e";

// Coordinates are pixels, y points down. Colours are "#rgb" or "#rrggbb".
class Drawing {
  public:
    void line(double x0, double y0, double x1, double y1, const char* color);
    void box(double x, double y, double width, double height, const std::string& color);
    // The outline of a rectangle.
    void frame(double x, double y, double width, double height, const std::string& color, double stroke);
    void circle(double x, double y, double radius, const std::string& color);
    // `dashes`: value of stroke-dasharray, such as "5 4"; "": a solid line.
    void polyline(std::span<const glm::dvec2> points, const std::string& color, double stroke,
                  const char* dashes = "");
    // A filled path. `data`: SVG path data, such as "M1 2h3v4h-3z".
    void path(const std::string& data, const std::string& color);
    // `anchor`: start, middle or end. y: the baseline. Bytes that are not allowed in XML are replaced by '?'.
    void text(double x, double y, int size, const std::string& color, const char* anchor,
              const std::string& content, const char* weight = "normal");

    // Appends another drawing on top of this one.
    Drawing& overlaid(const Drawing& other);

    // The complete SVG file.
    std::string file(double height, const std::string& title) const;

  private:
    std::string body_;
};

}  // namespace phalanx::svg

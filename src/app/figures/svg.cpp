#include "app/figures/svg.h"

#include <fmt/format.h>

#include <algorithm>

namespace phalanx::svg {
namespace {

// Length in bytes of the UTF-8 sequence at `at`; 0 if it is invalid or not allowed in XML.
std::size_t sequenceLength(const std::string& text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(at);
    const std::size_t length = lead < 0x80U                     ? 1
                               : lead >= 0xC2U && lead <= 0xDFU ? 2
                               : lead >= 0xE0U && lead <= 0xEFU ? 3
                               : lead >= 0xF0U && lead <= 0xF4U ? 4
                                                                : 0;
    if (length == 0 || at + length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(at + i) & 0xC0U) != 0x80U) return 0;
    }
    if (length < 3) return length;
    // Overlong forms, surrogates, and code points above U+10FFFF.
    const unsigned second = byte(at + 1);
    const bool bad = (lead == 0xE0U && second < 0xA0U) || (lead == 0xEDU && second >= 0xA0U) ||
                     (lead == 0xF0U && second < 0x90U) || (lead == 0xF4U && second >= 0x90U);
    // XML does not allow U+FFFE and U+FFFF.
    const bool no_character = lead == 0xEFU && second == 0xBFU && byte(at + 2) >= 0xBEU;
    return bad || no_character ? 0 : length;
}

// Escapes text for the content of an element.
std::string escaped(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = sequenceLength(text, i);
        const char c = text[i];
        if (length == 0 || (length == 1 && (static_cast<unsigned char>(c) < 0x20U || c == 0x7F))) {
            result += '?';
        } else if (c == '&') {
            result += "&amp;";
        } else if (c == '<') {
            result += "&lt;";
        } else if (c == '>') {
            result += "&gt;";
        } else {
            result.append(text, i, length);
        }
        i += std::max<std::size_t>(length, 1);
    }
    return result;
}

}  // namespace

void Drawing::line(double x0, double y0, double x1, double y1, const char* color) {
    body_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n",
                         x0, y0, x1, y1, color);
}

void Drawing::box(double x, double y, double width, double height, const std::string& color) {
    body_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
                         x, y, width, height, color);
}

void Drawing::frame(double x, double y, double width, double height, const std::string& color,
                    double stroke) {
    body_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"{}\" "
        "stroke-width=\"{:.1f}\"/>\n",
        x, y, width, height, color, stroke);
}

void Drawing::circle(double x, double y, double radius, const std::string& color) {
    body_ +=
        fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\"/>\n", x, y, radius, color);
}

void Drawing::polyline(std::span<const glm::dvec2> points, const std::string& color, double stroke,
                       const char* dashes) {
    std::string places;
    for (const glm::dvec2& p : points)
        places += fmt::format("{}{:.1f},{:.1f}", places.empty() ? "" : " ", p.x, p.y);
    body_ += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1f}\"{}/>\n",
                         places, color, stroke,
                         *dashes == '\0' ? "" : fmt::format(" stroke-dasharray=\"{}\"", dashes));
}

void Drawing::path(const std::string& data, const std::string& color) {
    body_ += fmt::format("<path d=\"{}\" fill=\"{}\"/>\n", data, color);
}

void Drawing::text(double x, double y, int size, const std::string& color, const char* anchor,
                   const std::string& content, const char* weight) {
    body_ += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" font-weight=\"{}\" fill=\"{}\" "
        "text-anchor=\"{}\">{}</text>\n",
        x, y, size, weight, color, anchor, escaped(content));
}

Drawing& Drawing::overlaid(const Drawing& other) {
    body_ += other.body_;
    return *this;
}

std::string Drawing::file(double height, const std::string& title) const {
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', "
        "sans-serif\">\n<title>{2}</title>\n"
        "<rect x=\"0.5\" y=\"0.5\" width=\"{3:.0f}\" height=\"{4:.0f}\" rx=\"6\" fill=\"#ffffff\" "
        "stroke=\"{5}\"/>\n{6}</svg>\n",
        kWidth, height, escaped(title), kWidth - 1.0, height - 1.0, kGrid, body_);
}

}  // namespace phalanx::svg

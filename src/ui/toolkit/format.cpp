#include "ui/toolkit/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace phalanx {
namespace {

struct Scaled {
    double value;
    const char* prefix;
};

Scaled scaled(double number) {
    constexpr std::array<const char*, 5> kPrefixes{"", "k", "M", "G", "T"};
    std::size_t step = 0;
    // 999.5 would be printed as 1000.
    while (number >= 999.5 && step + 1 < kPrefixes.size()) {
        number /= 1000.0;
        ++step;
    }
    return {number, kPrefixes[step]};
}

std::string threeDigits(double value) {
    if (value < 9.995) return fmt::format("{:.2f}", value);
    if (value < 99.95) return fmt::format("{:.1f}", value);
    return fmt::format("{:.0f}", value);
}

}  // namespace

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, 1, ',');
    return text;
}

std::string shortened(double number) {
    const Scaled s = scaled(number);
    if (*s.prefix == '\0') return fmt::format("{:.0f}", s.value);
    return fmt::format("{} {}", threeDigits(s.value), s.prefix);
}

std::string bytesText(std::uint64_t bytes) {
    const Scaled s = scaled(static_cast<double>(bytes));
    if (*s.prefix == '\0') return fmt::format("{} B", bytes);
    return fmt::format("{} {}B", threeDigits(s.value), s.prefix);
}

std::string millisecondsText(double ms) {
    if (ms < 999.5) return threeDigits(ms) + " ms";
    return threeDigits(ms / 1000.0) + " s";
}

std::string finerMillisecondsText(double ms) {
    return ms < 9.9995 ? fmt::format("{:.3f} ms", ms) : millisecondsText(ms);
}

double scaleOver_ms(double high, double least) {
    const auto begin = static_cast<int>(std::floor(std::log10(least) + 1e-9));
    constexpr int kLast = 9;
    for (int exponent = begin; exponent <= kLast; ++exponent) {
        // 10^-1 is closer as 1/10^1.
        const double decade = exponent < 0 ? 1.0 / std::pow(10.0, -exponent) : std::pow(10.0, exponent);
        for (const double step : {1.0, 2.0, 5.0}) {
            if (step * decade >= std::max(high, least)) return step * decade;
        }
    }
    return high;
}

std::string scaleText(double scale_ms) {
    return scale_ms < 1000.0 ? fmt::format("{:g} ms", scale_ms) : fmt::format("{:g} s", scale_ms / 1000.0);
}

std::string shareText(double ms, std::uint64_t of) {
    const double us = ms * 1000.0 / static_cast<double>(of);
    return us < 10.0    ? fmt::format("{:.2f} \xC2\xB5s", us)
           : us < 100.0 ? fmt::format("{:.1f} \xC2\xB5s", us)
                        : fmt::format("{} \xC2\xB5s", grouped(static_cast<std::uint64_t>(std::llround(us))));
}

}  // namespace phalanx

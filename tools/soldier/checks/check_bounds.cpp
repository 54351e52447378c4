#include "checks/check_bounds.h"

#include <algorithm>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstring>

namespace phalanx::soldier {
namespace {

// Sources of the numbers: 5 mm (sliding feet) and 10 mm (hands) are requirements. A sole may be 3 mm under
// the ground, and the body of a lying soldier 20 mm, since cloth and flesh yield. Padded sleeves, gloves and
// pouches hide a depth of 30 mm between capsules; in a crossfade, which lasts a quarter of a second, 40 mm
// are accepted, because pairs such as Die and Idle are included. Jerk: the values of these clips plus a
// third.
struct Row {
    Quantity quantity;
    const char* name;
    const char* head;
    float clip, fade;  // a negative bound: only reported
};

constexpr Row kRows[] = {
    {Quantity::kFootSlide, "foot_slide_mm", "slide", 5.0F, -1.0F},
    {Quantity::kFootUnder, "foot_under_ground_mm", "sole-", 3.0F, 10.0F},
    {Quantity::kBodyUnder, "body_under_ground_mm", "body-", 20.0F, 20.0F},
    {Quantity::kLeftHand, "left_hand_mm", "hand.L", 10.0F, 10.0F},
    {Quantity::kRightHand, "right_hand_mm", "hand.R", 10.0F, 10.0F},
    {Quantity::kDepth, "depth_mm", "depth", 30.0F, 40.0F},
    {Quantity::kJerkPeak, "jerk_peak_m_s3", "jerk", 5000.0F, -1.0F},
    {Quantity::kJerkRms, "jerk_rms_m_s3", "rms", 1500.0F, -1.0F},
    {Quantity::kSeam, "seam_mm", "seam", 0.5F, -1.0F},
};

// Bounds of jerk per clip, m/s^3. Clips that are not listed have the bounds above.
struct Liveliness {
    const char* clip;
    float peak, rms;
};

constexpr Liveliness kLiveliness[] = {
    {"Idle", 20.0F, 10.0F},           {"Walk", 2200.0F, 700.0F},     {"Run", 15000.0F, 3200.0F},
    {"Aim", 800.0F, 300.0F},          {"Reload", 1200.0F, 450.0F},   {"Crouch", 900.0F, 350.0F},
    {"Salute", 1200.0F, 450.0F},      {"Cheer", 2000.0F, 800.0F},    {"StrafeLeft", 4000.0F, 700.0F},
    {"StrafeRight", 4000.0F, 700.0F}, {"WalkBack", 1100.0F, 400.0F}, {"AimUp", 1.0F, 1.0F},
    {"AimDown", 1.0F, 1.0F},          {"AimLeft", 1.0F, 1.0F},       {"AimRight", 1.0F, 1.0F},
    {"LookAround", 50.0F, 20.0F},     {"GetUp", 6600.0F, 1350.0F},   {"GetUp2", 4400.0F, 850.0F},
    {"StepOver", 8000.0F, 1250.0F},   {"DragBack", 2600.0F, 550.0F},
};

const Row& rowOf(Quantity quantity) {
    return *std::find_if(std::begin(kRows), std::end(kRows),
                         [&](const Row& row) { return row.quantity == quantity; });
}

std::string format(const char* pattern, ...) {
    char buffer[256];
    std::va_list arguments;
    va_start(arguments, pattern);
    std::vsnprintf(buffer, sizeof buffer, pattern, arguments);
    va_end(arguments);
    return buffer;
}

bool over(const Report& report, const Figure& figure) {
    const auto bound = boundOf(report, figure);
    return bound && !(figure.value <= *bound);
}

}  // namespace

const char* nameOf(Quantity quantity) {
    return rowOf(quantity).name;
}

std::optional<float> boundOf(const Report& report, const Figure& figure) {
    const Row& row = rowOf(figure.quantity);
    float bound = report.with.empty() ? row.clip : row.fade;
    for (const Liveliness& lively : kLiveliness) {
        if (report.clip != lively.clip || !report.with.empty()) continue;
        if (figure.quantity == Quantity::kJerkPeak) bound = lively.peak;
        if (figure.quantity == Quantity::kJerkRms) bound = lively.rms;
    }
    if (bound < 0.0F) return std::nullopt;
    return bound;
}

std::vector<std::string> failures(const std::vector<Report>& reports) {
    std::vector<std::string> lines;
    for (const Report& report : reports) {
        for (const Figure& figure : report.figures) {
            if (!over(report, figure)) continue;
            const std::string clip = report.with.empty() ? report.clip : report.clip + " with " + report.with;
            lines.push_back(format("%s: %s is %.1f at %.2f s (%s), the bound is %.1f", clip.c_str(),
                                   nameOf(figure.quantity), static_cast<double>(figure.value),
                                   static_cast<double>(figure.time_s), figure.detail.c_str(),
                                   static_cast<double>(*boundOf(report, figure))));
        }
    }
    return lines;
}

std::string table(const std::vector<Report>& reports) {
    std::string text = format("%-15s", "clip");
    for (const Row& row : kRows) text += format(" %9s", row.head);
    text += "  deepest\n";
    for (const Report& report : reports) {
        text +=
            format("%-15s", (report.with.empty() ? report.clip : report.clip + " + " + report.with).c_str());
        std::string deepest;
        for (const Row& row : kRows) {
            const auto figure = std::find_if(report.figures.begin(), report.figures.end(),
                                             [&](const Figure& f) { return f.quantity == row.quantity; });
            if (figure == report.figures.end()) {
                text += format(" %9s", "-");
                continue;
            }
            if (figure->quantity == Quantity::kDepth && figure->value > 0.0F) {
                deepest = format("%s at %.2f s", figure->detail.c_str(), static_cast<double>(figure->time_s));
            }
            text += format(" %8.1f%c", static_cast<double>(figure->value), over(report, *figure) ? '!' : ' ');
        }
        text += "  " + deepest + "\n";
    }
    return text;
}

}  // namespace phalanx::soldier

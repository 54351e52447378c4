#include "cpu/asset/samples/bvh_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace phalanx::test {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kBone = kBvhLeg / 2.0;
constexpr double kAnkle = 8.0;  // above the ground, centimetres
constexpr double kHip = kAnkle + kBvhLeg * 0.9;

struct Writer {
    std::string hierarchy = "HIERARCHY\n";
    int depth = 0;

    void begin(const char* kind, const char* name, double x, double y, double z, bool root = false) {
        hierarchy += fmt::format("{0:{1}}{2} {3}\n{0:{1}}{{\n", "", depth * 2, kind, name);
        ++depth;
        hierarchy += fmt::format("{0:{1}}OFFSET {2} {3} {4}\n", "", depth * 2, x, y, z);
        if (std::string(kind) == "End") return;
        hierarchy += fmt::format("{0:{1}}CHANNELS {2}\n", "", depth * 2,
                                 root ? "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"
                                      : "3 Zrotation Xrotation Yrotation");
    }
    void end() {
        --depth;
        hierarchy += fmt::format("{0:{1}}}}\n", "", depth * 2);
    }
    void tip(double x, double y, double z) {
        begin("End", "Site", x, y, z);
        end();
    }
};

// The order of joints is that of the channels.
std::string hierarchy() {
    Writer w;
    w.begin("ROOT", "Hips", 0, 0, 0, true);
    for (const double side : {1.0, -1.0}) {
        const bool left = side > 0.0;
        w.begin("JOINT", left ? "LeftUpLeg" : "RightUpLeg", 9.0 * side, 0, 0);
        w.begin("JOINT", left ? "LeftLeg" : "RightLeg", 0, -kBone, 0);
        w.begin("JOINT", left ? "LeftFoot" : "RightFoot", 0, -kBone, 0);
        w.begin("JOINT", left ? "LeftToeBase" : "RightToeBase", 0, -6, 12);
        w.tip(0, 0, 6);
        for (int i = 0; i < 4; ++i) w.end();
    }
    w.begin("JOINT", "Spine", 0, 12, 0);
    w.begin("JOINT", "Spine1", 0, 18, 0);
    w.begin("JOINT", "Neck", 0, 24, 0);
    w.begin("JOINT", "Head", 0, 8, 0);
    w.tip(0, 18, 0);
    w.end();
    w.end();
    for (const double side : {1.0, -1.0}) {
        const bool left = side > 0.0;
        w.begin("JOINT", left ? "LeftShoulder" : "RightShoulder", 4.0 * side, 20, 0);
        w.begin("JOINT", left ? "LeftArm" : "RightArm", 13.0 * side, 0, 0);
        w.begin("JOINT", left ? "LeftForeArm" : "RightForeArm", 28.0 * side, 0, 0);
        w.begin("JOINT", left ? "LeftHand" : "RightHand", 25.0 * side, 0, 0);
        w.tip(8.0 * side, 0, 0);
        for (int i = 0; i < 4; ++i) w.end();
    }
    for (int i = 0; i < 3; ++i) w.end();
    return w.hierarchy;
}

// Of a foot: how far it is before the hips, and above the ground. Half of a cycle it stands.
struct FootPlace {
    double ahead = 0.0;
    double lift = 0.0;
};

FootPlace footAt(double cycles, double stride) {
    const double phase = cycles - std::floor(cycles);
    if (phase < 0.5) return {stride * (0.25 - phase), 0.0};
    const double part = (phase - 0.5) * 2.0;
    const double smooth = part * part * (3.0 - 2.0 * part);
    return {stride * (-0.25 + 0.5 * smooth), 10.0 * std::sin(kPi * part)};
}

}  // namespace

std::string bvhWalk(const BvhWalk& walk) {
    const int frames = static_cast<int>(std::lround(walk.seconds * walk.fps)) + 1;
    std::string text =
        hierarchy() + fmt::format("MOTION\nFrames: {}\nFrame Time: {:.9f}\n", frames, 1.0 / walk.fps);
    const auto angles = [&](double z, double x, double y) {
        text += fmt::format(" {:.5f} {:.5f} {:.5f}", z, x, y);
    };
    const auto degrees = [](double radians) { return radians * 180.0 / kPi; };
    const double heading = walk.heading_deg * kPi / 180.0;
    for (int f = 0; f < frames; ++f) {
        const double time = f / walk.fps;
        const double way = walk.speed * time;
        text += fmt::format("{:.5f} {:.5f} {:.5f}", way * std::sin(heading) + 31.0, kHip,
                            way * std::cos(heading) - 17.0);
        angles(0, 0, walk.heading_deg);
        for (const double shift : {0.0, 0.5}) {
            const FootPlace foot = footAt(time / kBvhCycle_s + shift, walk.speed * kBvhCycle_s);
            const double down = kHip - kAnkle - foot.lift;
            const double distance = std::min(std::hypot(down, foot.ahead), kBvhLeg * 0.9999);
            const double knee = kPi - std::acos(1.0 - distance * distance / (2.0 * kBone * kBone));
            const double line = std::atan2(-foot.ahead, down);
            angles(0, degrees(line - knee / 2.0), 0);
            angles(0, degrees(knee), 0);
            angles(0, -degrees(line + knee / 2.0), 0);
            angles(0, 0, 0);  // toes
        }
        for (int i = 0; i < 4; ++i) angles(0, 0, 0);  // spine, neck, head
        const double raised = walk.raised_deg * time / walk.seconds;
        for (const double side : {1.0, -1.0}) {
            angles(0, 0, 0);
            angles(side > 0.0 ? raised : 0.0, 0, 0);
            angles(0, 0, 0);
            angles(0, 0, 0);
        }
        text += "\n";
    }
    return text;
}

}  // namespace phalanx::test

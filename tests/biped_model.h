// A biped of flat quads, 1.8 m tall, whose planted foot stays at one height: for tests of the ground.
#pragma once

#include <cmath>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>
#include <string>

#include "anim/pose/model.h"

namespace phalanx::test {

struct BipedSettings {
    double hips_m = 0.0;  // height of the hips above the file's origin; kHips_m: the soles are at the origin
    double metres_per_unit = 1.0;
    bool z_up = false;
};

class Biped {
  public:
    static constexpr double kHips_m = 0.9;    // length of the legs
    static constexpr double kHeight_m = 1.8;  // soles to head
    static constexpr double kThick_m = 0.12;  // the body lies this high when it has fallen

    // Clip 0 "Idle" stands, clip 1 "Walk" walks in place with a stride.
    explicit Biped(const BipedSettings& settings = {}) : settings_(settings) {
        model.name = "biped";
        model.source_path = "biped";
        model.metres_per_unit = settings.metres_per_unit;
        model.height_m = kHeight_m;
        model.z_up = settings.z_up;
        model.materials.push_back({.name = "plain", .two_sided = true});
        addJoint("hips", -1, {0.0, settings.hips_m, 0.0});
        addJoint("left leg", 0, {0.12, 0.0, 0.0});
        addJoint("right leg", 0, {-0.12, 0.0, 0.0});
        addQuad({-0.25, 0.0, kThick_m}, {0.25, kHeight_m - kHips_m, kThick_m}, 0);
        addQuad({-0.25, 0.0, -kThick_m}, {0.25, kHeight_m - kHips_m, -kThick_m}, 0);
        addQuad({0.04, -kHips_m, 0.0}, {0.20, 0.0, 0.0}, 1);
        addQuad({-0.20, -kHips_m, 0.0}, {-0.04, 0.0, 0.0}, 2);
        const auto indices = static_cast<std::uint32_t>(model.indices.size());
        const auto vertices = static_cast<std::uint32_t>(model.vertices.size());
        model.parts.push_back({"body", 0, 0, indices, 0, vertices});
        model.variants.push_back({"all", {{0, 0, indices}}});
        Clip& idle = addClip("Idle", 2.0, true);
        idle.channels.push_back(hips(idle.duration_s, [](double) { return 0.0; }));
        addWalk("Walk", 1.0, 0.35, 0.0);
    }

    // A walk whose legs swing by `most_rad`; the hips go down so that the planted sole stays `deeper_m` below
    // its height when standing.
    void addWalk(const std::string& name, double duration_s, double most_rad, double deeper_m) {
        const auto angle = [=](double phase) { return most_rad * std::sin(2.0 * std::numbers::pi * phase); };
        Clip& clip = addClip(name, duration_s, true);
        clip.stride_speed = 1.0;
        clip.channels.push_back(hips(
            duration_s, [&](double phase) { return kHips_m * (std::cos(angle(phase)) - 1.0) - deeper_m; }));
        for (const int side : {1, 2}) {
            Channel leg;
            leg.node = side;
            for (int k = 0; k <= kKeys; ++k) {
                const double turned = side == 1 ? angle(1.0 * k / kKeys) : -angle(1.0 * k / kKeys);
                leg.rotations.keys.push_back({duration_s * k / kKeys, aboutX(turned)});
            }
            clip.channels.push_back(leg);
        }
    }

    // The hips move up by `up` metres of the phase, 0..1.
    template <class Up>
    Clip& addBounce(const std::string& name, double duration_s, bool loops, const Up& up) {
        Clip& clip = addClip(name, duration_s, loops);
        clip.channels.push_back(hips(duration_s, up));
        return clip;
    }

    // Falls on its back; at its end the body lies as low as the soles stand.
    void addFall(const std::string& name) {
        Clip& clip = addBounce(name, 1.0, false, [](double phase) { return -phase * (kHips_m - kThick_m); });
        for (int k = 0; k <= kKeys; ++k) {
            clip.channels.front().rotations.keys.push_back(
                {1.0 * k / kKeys, aboutX(-0.5 * std::numbers::pi * k / kKeys)});
        }
    }

    Model model;

  private:
    static constexpr int kKeys = 64;

    glm::dvec3 inFile(const glm::dvec3& p) const {
        const glm::dvec3 turned = settings_.z_up ? glm::dvec3(p.x, -p.z, p.y) : p;
        return turned / settings_.metres_per_unit;
    }

    // The same axis in both conventions.
    static glm::dquat aboutX(double angle) { return glm::angleAxis(angle, glm::dvec3(1.0, 0.0, 0.0)); }

    void addJoint(const std::string& name, int parent, const glm::dvec3& at) {
        const glm::dvec3 moved = inFile(at);
        model.nodes.push_back({name, parent, glm::translate(glm::dmat4(1.0), moved)});
        const glm::dvec3 origin = parent < 0 ? moved : moved + origins_.front();
        origins_.push_back(origin);
        model.palette.push_back(
            {static_cast<int>(model.nodes.size()) - 1, glm::translate(glm::dmat4(1.0), -origin)});
    }

    // From corner to corner, relative to the hips.
    void addQuad(const glm::dvec3& low, const glm::dvec3& high, std::uint16_t joint) {
        const auto first = static_cast<std::uint32_t>(model.vertices.size());
        for (const bool upper : {false, true}) {
            for (const bool right : {false, true}) {
                Vertex v;
                v.position = glm::vec3(origins_.front() +
                                       inFile({right ? high.x : low.x, upper ? high.y : low.y, low.z}));
                v.normal = glm::vec3(settings_.z_up ? glm::dvec3(0.0, -1.0, 0.0) : glm::dvec3(0.0, 0.0, 1.0));
                v.joints[0] = joint;
                model.vertices.push_back(v);
            }
        }
        for (const std::uint32_t corner : {0U, 1U, 3U, 0U, 3U, 2U}) model.indices.push_back(first + corner);
    }

    Clip& addClip(const std::string& name, double duration_s, bool loops) {
        Clip& clip = model.clips.emplace_back();
        clip.name = name;
        clip.duration_s = duration_s;
        clip.loops = loops;
        return clip;
    }

    template <class Up>
    Channel hips(double duration_s, const Up& up) const {
        Channel channel;
        for (int k = 0; k <= kKeys; ++k) {
            const double phase = 1.0 * k / kKeys;
            channel.translations.keys.push_back(
                {duration_s * phase, inFile({0.0, settings_.hips_m + up(phase), 0.0})});
        }
        return channel;
    }

    BipedSettings settings_;
    std::vector<glm::dvec3> origins_;  // of the joints at rest, file units
};

}  // namespace phalanx::test

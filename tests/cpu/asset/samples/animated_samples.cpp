#include "cpu/asset/samples/animated_samples.h"

#include <array>
#include <cmath>
#include <random>

namespace phalanx::test {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kTargets = 2;
constexpr int kBanner = 4;

class Animator {
  public:
    Animator(GltfBuilder& builder, bool morphs) : builder_(builder), morphs_(morphs) {}

    Json clip(const std::string& name, std::size_t first_interpolation, std::size_t step) {
        next_ = first_interpolation;
        Json animation{{"name", name}, {"channels", Json::array()}, {"samplers", Json::array()}};
        for (const int node : {kLower, kUpper, kBanner}) {
            for (const char* path : {"translation", "rotation", "scale"}) {
                add(animation, node, path, kInterpolations[next_ % kInterpolations.size()]);
                next_ += step;
            }
        }
        for (const int node : {kBody, kBanner}) {
            if (!morphs_) break;
            add(animation, node, "weights", kInterpolations[next_ % kInterpolations.size()]);
            next_ += step;
        }
        return animation;
    }

  private:
    double random(double low, double high) {
        return low + (high - low) * static_cast<double>(generator_()) / 4294967295.0;
    }

    std::vector<double> value(const std::string& path) {
        if (path == "translation") return {random(-0.2, 0.2), random(0.6, 1.2), random(-0.2, 0.2)};
        if (path == "scale") return {random(0.6, 1.4), random(0.6, 1.4), random(0.6, 1.4)};
        if (path == "weights") return {random(-0.2, 1.0), random(0.0, 1.2)};
        // Up to some 90 degrees from the rest pose.
        std::vector<double> q{random(-0.5, 0.5), random(-0.5, 0.5), random(-0.5, 0.5), 1.0};
        const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        for (double& x : q) x /= length;
        return q;
    }

    void add(Json& animation, int node, const std::string& path, const std::string& interpolation) {
        // The first track has keys at both ends of the clip.
        const bool whole = animation["samplers"].empty();
        std::vector<double> times{whole ? 0.0 : random(0.0, 0.1)};
        for (const double near : {0.2, 0.45, 0.6, 0.8}) times.push_back(near + random(-0.05, 0.05));
        times.push_back(whole ? 1.0 : random(0.9, 1.0));
        const std::vector<double> first = value(path);
        std::vector<double> values;
        for (std::size_t k = 0; k < times.size(); ++k) {
            // The translations end where they began, so that the clip is not taken for one that moves away.
            const bool returns = path == "translation" && k + 1 == times.size();
            std::vector<double> now = k == 0 || returns ? first : value(path);
            const bool cubic = interpolation == "CUBICSPLINE";
            // The same rotation with the opposite sign: the shorter arc is the other way.
            if (path == "rotation" && !cubic && k % 2 == 1) {
                for (double& x : now) x = -x;
            }
            const auto tangents = [&] {
                for (std::size_t i = 0; i < now.size(); ++i) values.push_back(random(-1.0, 1.0));
            };
            if (cubic) tangents();
            values.insert(values.end(), now.begin(), now.end());
            if (cubic) tangents();
        }
        const std::string type = path == "weights" ? "SCALAR" : path == "rotation" ? "VEC4" : "VEC3";
        const std::size_t input = builder_.accessor(times, "SCALAR");
        const std::size_t output = builder_.accessor(values, type);
        if (type == "SCALAR") {
            for (const char* bound : {"min", "max"}) builder_.json["accessors"][output].erase(bound);
        }
        animation["channels"].push_back(
            {{"sampler", animation["samplers"].size()}, {"target", {{"node", node}, {"path", path}}}});
        animation["samplers"].push_back(
            {{"input", input}, {"output", output}, {"interpolation", interpolation}});
    }

    GltfBuilder& builder_;
    bool morphs_;
    std::mt19937 generator_{20};
    std::size_t next_ = 0;
};

// A target that widens the middle ring, and a sparse one that moves one corner of the upper ring. Both turn
// normals, too.
void addTargets(GltfBuilder& builder, Json& primitive) {
    std::vector<double> wider(36, 0.0);
    std::vector<double> turned(36, 0.0);
    for (std::size_t v = 4; v < 8; ++v) {
        wider[v * 3] = v % 4 == 0 || v % 4 == 3 ? -0.3 : 0.3;
        wider[v * 3 + 1] = 0.1;
        turned[v * 3 + 1] = 0.4;
    }
    const std::size_t position = builder.accessor(wider, "VEC3");
    const std::size_t normal = builder.accessor(turned, "VEC3");
    const std::size_t values = builder.accessor({0.4, 0.5, -0.2}, "VEC3");
    const std::size_t places = builder.accessor({9.0}, "SCALAR", GltfBuilder::kUnsignedShort);
    const auto viewOf = [&](std::size_t a) { return builder.json["accessors"][a]["bufferView"]; };
    builder.json["accessors"].push_back(
        {{"componentType", GltfBuilder::kFloat},
         {"count", 12},
         {"type", "VEC3"},
         {"sparse",
          {{"count", 1},
           {"indices", {{"bufferView", viewOf(places)}, {"componentType", GltfBuilder::kUnsignedShort}}},
           {"values", {{"bufferView", viewOf(values)}}}}}});
    const std::size_t sparse = builder.json["accessors"].size() - 1;
    primitive["targets"] =
        Json::array({Json{{"POSITION", position}, {"NORMAL", normal}}, Json{{"POSITION", sparse}}});
}

}  // namespace

GltfBuilder animatedColumns(bool morphs) {
    GltfBuilder builder = twoBones();
    Json& nodes = builder.json["nodes"];
    nodes[0]["rotation"] = {0.0, 0.6, 0.0, 0.8};
    nodes[0]["scale"] = {1.5, 1.0, 0.75};
    nodes[kUpper]["children"] = {kBanner};
    nodes.push_back(
        {{"name", "Banner"}, {"mesh", 0}, {"translation", {0.5, 0.5, 0.0}}, {"scale", {0.3, 0.4, 0.2}}});
    if (morphs) {
        addTargets(builder, builder.json["meshes"][0]["primitives"][0]);
        builder.json["meshes"][0]["weights"] = std::vector<double>(kTargets, 0.25);
        nodes[kBanner]["weights"] = {0.5, 0.0};
    }
    Animator animator(builder, morphs);
    Json animations = Json::array();
    for (std::size_t i = 0; i < kInterpolations.size(); ++i)
        animations.push_back(animator.clip(kInterpolations[i], i, 0));
    animations.push_back(animator.clip("Mixed", 0, 1));
    builder.json["animations"] = animations;
    return builder;
}

}  // namespace phalanx::test

#include "cpu/asset/samples/gltf_reference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace phalanx::test {
namespace {

using Json = nlohmann::json;

void normalize(double* q) {
    const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (length == 0.0) return;
    for (int i = 0; i < 4; ++i) q[i] /= length;
}

// Appendix C.4: spherical linear interpolation, along the shorter arc.
std::vector<double> slerped(const double* from, const double* to, double t) {
    double dot = 0.0;
    for (int i = 0; i < 4; ++i) dot += from[i] * to[i];
    const double sign = dot < 0.0 ? -1.0 : 1.0;
    const double angle = std::acos(std::min(1.0, std::abs(dot)));
    const bool same = std::sin(angle) < 1e-9;
    const double a = same ? 1.0 - t : std::sin(angle * (1.0 - t)) / std::sin(angle);
    const double b = same ? t : std::sin(angle * t) / std::sin(angle);
    std::vector<double> result(4);
    for (std::size_t i = 0; i < 4; ++i) result[i] = a * from[i] + sign * b * to[i];
    return result;
}

glm::dmat4 matrixOf(const double* m) {
    glm::dmat4 result;
    for (int i = 0; i < 16; ++i) result[i / 4][i % 4] = m[i];
    return result;
}

}  // namespace

GltfReference::GltfReference(const std::filesystem::path& file) : file_(file) {
    readNodes();
    readClips();
}

void GltfReference::readNodes() {
    const Json& nodes = file_.json()["nodes"];
    parents_.assign(nodes.size(), -1);
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        Local local;
        if (nodes[n].contains("matrix")) {
            local.is_matrix = true;
            local.matrix = matrixOf(nodes[n]["matrix"].get<std::vector<double>>().data());
        }
        if (nodes[n].contains("translation"))
            local.translation = nodes[n]["translation"].get<std::array<double, 3>>();
        if (nodes[n].contains("rotation")) local.rotation = nodes[n]["rotation"].get<std::array<double, 4>>();
        if (nodes[n].contains("scale")) local.scale = nodes[n]["scale"].get<std::array<double, 3>>();
        normalize(local.rotation.data());
        if (nodes[n].contains("mesh")) {
            const Json& mesh = file_.json()["meshes"][nodes[n]["mesh"].get<std::size_t>()];
            const Json& first = mesh["primitives"][0];
            local.weights.assign(first.contains("targets") ? first["targets"].size() : 0, 0.0);
            if (mesh.contains("weights")) local.weights = mesh["weights"].get<std::vector<double>>();
            if (nodes[n].contains("weights")) local.weights = nodes[n]["weights"].get<std::vector<double>>();
        }
        rest_.push_back(local);
        for (const Json& child : nodes[n].value("children", Json::array()))
            parents_[child.get<std::size_t>()] = static_cast<int>(n);
    }
    drawn_.assign(nodes.size(), !file_.json().contains("scenes"));
    if (!file_.json().contains("scenes")) return;
    std::vector<std::size_t> open = file_.json()["scenes"][file_.json().value("scene", std::size_t{0})].value(
        "nodes", std::vector<std::size_t>{});
    while (!open.empty()) {
        const std::size_t n = open.back();
        open.pop_back();
        drawn_[n] = true;
        for (const Json& child : nodes[n].value("children", Json::array()))
            open.push_back(child.get<std::size_t>());
    }
}

void GltfReference::readClips() {
    for (const Json& animation : file_.json().value("animations", Json::array())) {
        Clip clip;
        clip.first_s = std::numeric_limits<double>::max();
        clip.last_s = std::numeric_limits<double>::lowest();
        for (const Json& channel : animation["channels"]) {
            if (!channel["target"].contains("node")) continue;
            const Json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
            const std::string path = channel["target"]["path"].get<std::string>();
            Track track;
            track.node = channel["target"]["node"].get<std::size_t>();
            track.path = path == "translation" ? Path::kTranslation
                         : path == "rotation"  ? Path::kRotation
                         : path == "scale"     ? Path::kScale
                                               : Path::kWeights;
            track.interpolation = sampler.value("interpolation", "LINEAR");
            track.times = file_.read(sampler["input"].get<std::size_t>()).values;
            const GltfReferenceFile::Numbers& output = file_.read(sampler["output"].get<std::size_t>());
            track.values = output.values;
            const std::size_t per_key = track.interpolation == "CUBICSPLINE" ? 3 : 1;
            track.width = output.values.size() / (track.times.size() * per_key);
            if (track.path == Path::kRotation && per_key == 1) {
                for (std::size_t k = 0; k < track.times.size(); ++k) normalize(track.values.data() + k * 4);
            }
            clip.first_s = std::min(clip.first_s, track.times.front());
            clip.last_s = std::max(clip.last_s, track.times.back());
            clip.tracks.push_back(std::move(track));
        }
        for (Track& track : clip.tracks) {
            for (double& time_s : track.times) time_s -= clip.first_s;
        }
        clips_.push_back(std::move(clip));
    }
}

std::vector<double> GltfReference::keyTimes(std::size_t clip) const {
    std::set<double> times;
    for (const Track& track : clips_[clip].tracks) times.insert(track.times.begin(), track.times.end());
    return {times.begin(), times.end()};
}

std::vector<double> GltfReference::stepTimes(std::size_t clip) const {
    std::set<double> times;
    for (const Track& track : clips_[clip].tracks) {
        if (track.interpolation == "STEP") times.insert(track.times.begin(), track.times.end());
    }
    return {times.begin(), times.end()};
}

// Appendix C.2 to C.5.
std::vector<double> GltfReference::sample(const Track& track, double time_s) {
    const std::size_t width = track.width;
    const bool cubic = track.interpolation == "CUBICSPLINE";
    const auto value = [&](std::size_t key) {
        return track.values.data() + (cubic ? key * 3 + 1 : key) * width;
    };
    const auto held = [&](std::size_t key) { return std::vector<double>(value(key), value(key) + width); };
    const std::vector<double>& times = track.times;
    if (time_s <= times.front()) return held(0);
    if (time_s >= times.back()) return held(times.size() - 1);
    const auto next = static_cast<std::size_t>(std::ranges::upper_bound(times, time_s) - times.begin());
    const std::size_t key = next - 1;
    if (track.interpolation == "STEP") return held(key);
    const double span = times[next] - times[key];
    const double t = (time_s - times[key]) / span;
    const double* v0 = value(key);
    const double* v1 = value(next);
    if (!cubic && track.path == Path::kRotation) return slerped(v0, v1, t);
    std::vector<double> result(width);
    for (std::size_t i = 0; i < width; ++i) {
        if (!cubic) {
            result[i] = (1.0 - t) * v0[i] + t * v1[i];
            continue;
        }
        const double out_tangent = v0[width + i];
        const double in_tangent = *(v1 - width + i);
        result[i] = (2.0 * t * t * t - 3.0 * t * t + 1.0) * v0[i] +
                    span * (t * t * t - 2.0 * t * t + t) * out_tangent +
                    (-2.0 * t * t * t + 3.0 * t * t) * v1[i] + span * (t * t * t - t * t) * in_tangent;
    }
    if (track.path == Path::kRotation) normalize(result.data());
    return result;
}

std::vector<std::size_t> GltfReference::depthFirst() const {
    std::vector<std::size_t> order;
    std::vector<std::size_t> open;
    for (std::size_t n = rest_.size(); n-- > 0;) {
        if (parents_[n] < 0) open.push_back(n);
    }
    while (!open.empty()) {
        const std::size_t n = open.back();
        open.pop_back();
        order.push_back(n);
        const auto children = file_.json()["nodes"][n].value("children", std::vector<std::size_t>{});
        open.insert(open.end(), children.rbegin(), children.rend());
    }
    return order;
}

std::vector<GltfReference::Corners> GltfReference::pose(int clip, double time_s) const {
    std::vector<Local> locals = rest_;
    if (clip >= 0) {
        for (const Track& track : clips_[static_cast<std::size_t>(clip)].tracks) {
            const std::vector<double> value = sample(track, time_s);
            Local& local = locals[track.node];
            if (track.path == Path::kTranslation)
                std::copy(value.begin(), value.end(), local.translation.begin());
            if (track.path == Path::kRotation) std::copy(value.begin(), value.end(), local.rotation.begin());
            if (track.path == Path::kScale) std::copy(value.begin(), value.end(), local.scale.begin());
            if (track.path == Path::kWeights) local.weights = value;
        }
    }
    const std::vector<std::size_t> order = depthFirst();
    std::vector<glm::dmat4> globals(locals.size());
    for (const std::size_t n : order) {
        const Local& local = locals[n];
        glm::dmat4 matrix = local.matrix;
        if (!local.is_matrix) {
            const auto& [x, y, z, w] = local.rotation;
            const auto& s = local.scale;
            // T * R * S, column by column.
            matrix[0] =
                s[0] * glm::dvec4(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0);
            matrix[1] =
                s[1] * glm::dvec4(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0);
            matrix[2] =
                s[2] * glm::dvec4(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0);
            matrix[3] = glm::dvec4(local.translation[0], local.translation[1], local.translation[2], 1);
        }
        globals[n] = parents_[n] < 0 ? matrix : globals[static_cast<std::size_t>(parents_[n])] * matrix;
    }
    std::vector<Corners> result;
    for (const std::size_t n : order) {
        const Json& node = file_.json()["nodes"][n];
        if (!drawn_[n] || !node.contains("mesh")) continue;
        for (const Json& from : file_.json()["meshes"][node["mesh"].get<std::size_t>()]["primitives"]) {
            if (from.value("mode", 4) == 4) result.push_back(primitive(from, n, locals[n], globals));
        }
    }
    return result;
}

std::vector<glm::dvec3> GltfReference::morphed(const Json& primitive,
                                               const std::vector<double>& weights) const {
    const GltfReferenceFile::Numbers& positions =
        file_.read(primitive["attributes"]["POSITION"].get<std::size_t>());
    std::vector<double> sums = positions.values;
    for (std::size_t k = 0; k < weights.size() && primitive.contains("targets"); ++k) {
        const Json& target = primitive["targets"][k];
        if (!target.contains("POSITION")) continue;
        const GltfReferenceFile::Numbers& moved = file_.read(target["POSITION"].get<std::size_t>());
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += weights[k] * moved.values[i];
    }
    std::vector<glm::dvec3> result;
    for (std::size_t v = 0; v < positions.count; ++v)
        result.emplace_back(sums[v * 3], sums[v * 3 + 1], sums[v * 3 + 2]);
    return result;
}

GltfReference::Corners GltfReference::primitive(const Json& from, std::size_t node, const Local& local,
                                                const std::vector<glm::dmat4>& globals) const {
    std::vector<glm::dvec3> vertices = morphed(from, local.weights);
    const Json& attributes = from["attributes"];
    if (file_.json()["nodes"][node].contains("skin") && attributes.contains("JOINTS_0")) {
        const Json& skin = file_.json()["skins"][file_.json()["nodes"][node]["skin"].get<std::size_t>()];
        const auto joints = skin["joints"].get<std::vector<std::size_t>>();
        std::vector<glm::dmat4> matrices;
        for (const std::size_t joint : joints) matrices.push_back(globals[joint]);
        if (skin.contains("inverseBindMatrices")) {
            const GltfReferenceFile::Numbers& inverse =
                file_.read(skin["inverseBindMatrices"].get<std::size_t>());
            for (std::size_t j = 0; j < joints.size(); ++j)
                matrices[j] = matrices[j] * matrixOf(inverse.at(j));
        }
        const GltfReferenceFile::Numbers& indices = file_.read(attributes["JOINTS_0"].get<std::size_t>());
        const GltfReferenceFile::Numbers& weights = file_.read(attributes["WEIGHTS_0"].get<std::size_t>());
        for (std::size_t v = 0; v < vertices.size(); ++v) {
            glm::dvec4 sum(0.0);
            double total = 0.0;
            for (std::size_t k = 0; k < 4; ++k) {
                const double weight = weights.at(v)[k];
                sum += weight *
                       (matrices[static_cast<std::size_t>(indices.at(v)[k])] * glm::dvec4(vertices[v], 1.0));
                total += weight;
            }
            vertices[v] = glm::dvec3(sum) / total;
        }
    } else {
        for (glm::dvec3& vertex : vertices) vertex = glm::dvec3(globals[node] * glm::dvec4(vertex, 1.0));
    }
    Corners corners;
    if (!from.contains("indices")) return vertices;
    for (const double index : file_.read(from["indices"].get<std::size_t>()).values)
        corners.push_back(vertices[static_cast<std::size_t>(index)]);
    return corners;
}

}  // namespace phalanx::test

#include "cpu/asset/gltf_reference.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>
#include <stdexcept>

namespace phalanx::test {
namespace {

using Json = nlohmann::json;
using FileBytes = std::vector<std::uint8_t>;

FileBytes bytesOfFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot be read: " + path.string());
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

FileBytes bytesOfDataUri(const std::string& uri) {
    static const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    FileBytes bytes;
    unsigned bits = 0;
    unsigned held = 0;
    for (std::size_t i = uri.find(',') + 1; i < uri.size() && uri[i] != '='; ++i) {
        bits = bits << 6U | static_cast<unsigned>(alphabet.find(uri[i]));
        held += 6;
        if (held < 8) continue;
        held -= 8;
        bytes.push_back(static_cast<std::uint8_t>(bits >> held & 255U));
    }
    return bytes;
}

std::size_t numberOf(const Json& object, const char* key, std::size_t otherwise = 0) {
    return object.contains(key) ? object[key].get<std::size_t>() : otherwise;
}

std::size_t widthOf(const std::string& type) {
    if (type == "SCALAR") return 1;
    return type == "MAT4" ? 16 : static_cast<std::size_t>(type[3] - '0');
}

std::size_t sizeOfComponent(int type) {
    return type <= 5121 ? 1 : type <= 5123 ? 2 : 4;
}

// Section 3.11 of the specification: c / 127, c / 255 and so on, signed types not below -1.
double component(const std::uint8_t* bytes, int type, bool normalized) {
    const auto as = [&](auto value, double largest) {
        std::memcpy(&value, bytes, sizeof(value));
        return normalized ? std::max(static_cast<double>(value) / largest, -1.0) : static_cast<double>(value);
    };
    switch (type) {
        case 5120:
            return as(std::int8_t{}, 127.0);
        case 5121:
            return as(std::uint8_t{}, 255.0);
        case 5122:
            return as(std::int16_t{}, 32767.0);
        case 5123:
            return as(std::uint16_t{}, 65535.0);
        case 5125:
            return as(std::uint32_t{}, 1.0);
        default:
            return as(float{}, 1.0);
    }
}

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

GltfReference::GltfReference(const std::filesystem::path& file) {
    load(file);
    readNodes();
    readClips();
}

void GltfReference::load(const std::filesystem::path& file) {
    const FileBytes content = bytesOfFile(file);
    const auto word = [&](std::size_t at) {
        std::uint32_t value = 0;
        std::memcpy(&value, content.data() + at, sizeof(value));
        return static_cast<std::ptrdiff_t>(value);
    };
    FileBytes chunk;
    if (content.size() > 20 && std::memcmp(content.data(), "glTF", 4) == 0) {
        const auto json_begins = content.begin() + 20;
        json_ = Json::parse(json_begins, json_begins + word(12));
        if (static_cast<std::ptrdiff_t>(content.size()) > 20 + word(12))
            chunk.assign(json_begins + word(12) + 8, content.end());
    } else {
        json_ = Json::parse(content.begin(), content.end());
    }
    for (const Json& buffer : json_.value("buffers", Json::array())) {
        const std::string uri = buffer.value("uri", "");
        if (uri.empty())
            buffers_.push_back(chunk);
        else if (uri.starts_with("data:"))
            buffers_.push_back(bytesOfDataUri(uri));
        else
            buffers_.push_back(bytesOfFile(file.parent_path() / uri));
    }
}

void GltfReference::readView(const Json& part, std::size_t elements, std::size_t components, int type,
                             bool normalized, std::vector<double>& out) const {
    const Json& view = json_["bufferViews"][part["bufferView"].get<std::size_t>()];
    const std::size_t size = sizeOfComponent(type);
    const std::size_t stride = numberOf(view, "byteStride", size * components);
    const std::uint8_t* data = buffers_[view["buffer"].get<std::size_t>()].data() +
                               numberOf(view, "byteOffset") + numberOf(part, "byteOffset");
    for (std::size_t e = 0; e < elements; ++e) {
        for (std::size_t c = 0; c < components; ++c)
            out[e * components + c] = component(data + e * stride + c * size, type, normalized);
    }
}

const GltfReference::Numbers& GltfReference::read(std::size_t accessor) const {
    const auto known = read_.find(accessor);
    if (known != read_.end()) return known->second;
    return read_.emplace(accessor, decode(json_["accessors"][accessor])).first->second;
}

GltfReference::Numbers GltfReference::decode(const Json& from) const {
    Numbers numbers;
    numbers.count = from["count"].get<std::size_t>();
    numbers.width = widthOf(from["type"].get<std::string>());
    numbers.values.assign(numbers.count * numbers.width, 0.0);
    const int type = from["componentType"].get<int>();
    const bool normalized = from.value("normalized", false);
    if (from.contains("bufferView"))
        readView(from, numbers.count, numbers.width, type, normalized, numbers.values);
    if (!from.contains("sparse")) return numbers;
    const Json& sparse = from["sparse"];
    const std::size_t count = sparse["count"].get<std::size_t>();
    std::vector<double> places(count);
    std::vector<double> values(count * numbers.width);
    readView(sparse["indices"], count, 1, sparse["indices"]["componentType"].get<int>(), false, places);
    readView(sparse["values"], count, numbers.width, type, normalized, values);
    for (std::size_t k = 0; k < count; ++k) {
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(k * numbers.width), numbers.width,
                    numbers.values.begin() +
                        static_cast<std::ptrdiff_t>(places[k]) * static_cast<std::ptrdiff_t>(numbers.width));
    }
    return numbers;
}

void GltfReference::readNodes() {
    const Json& nodes = json_["nodes"];
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
            const Json& mesh = json_["meshes"][nodes[n]["mesh"].get<std::size_t>()];
            const Json& first = mesh["primitives"][0];
            local.weights.assign(first.contains("targets") ? first["targets"].size() : 0, 0.0);
            if (mesh.contains("weights")) local.weights = mesh["weights"].get<std::vector<double>>();
            if (nodes[n].contains("weights")) local.weights = nodes[n]["weights"].get<std::vector<double>>();
        }
        rest_.push_back(local);
        for (const Json& child : nodes[n].value("children", Json::array()))
            parents_[child.get<std::size_t>()] = static_cast<int>(n);
    }
    drawn_.assign(nodes.size(), !json_.contains("scenes"));
    if (!json_.contains("scenes")) return;
    std::vector<std::size_t> open =
        json_["scenes"][numberOf(json_, "scene")].value("nodes", std::vector<std::size_t>{});
    while (!open.empty()) {
        const std::size_t n = open.back();
        open.pop_back();
        drawn_[n] = true;
        for (const Json& child : nodes[n].value("children", Json::array()))
            open.push_back(child.get<std::size_t>());
    }
}

void GltfReference::readClips() {
    for (const Json& animation : json_.value("animations", Json::array())) {
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
            track.times = read(sampler["input"].get<std::size_t>()).values;
            const Numbers& output = read(sampler["output"].get<std::size_t>());
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
        const auto children = json_["nodes"][n].value("children", std::vector<std::size_t>{});
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
        const Json& node = json_["nodes"][n];
        if (!drawn_[n] || !node.contains("mesh")) continue;
        for (const Json& from : json_["meshes"][node["mesh"].get<std::size_t>()]["primitives"]) {
            if (numberOf(from, "mode", 4) == 4) result.push_back(primitive(from, n, locals[n], globals));
        }
    }
    return result;
}

std::vector<glm::dvec3> GltfReference::morphed(const Json& primitive,
                                               const std::vector<double>& weights) const {
    const Numbers& positions = read(primitive["attributes"]["POSITION"].get<std::size_t>());
    std::vector<double> sums = positions.values;
    for (std::size_t k = 0; k < weights.size() && primitive.contains("targets"); ++k) {
        const Json& target = primitive["targets"][k];
        if (!target.contains("POSITION")) continue;
        const Numbers& moved = read(target["POSITION"].get<std::size_t>());
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
    if (json_["nodes"][node].contains("skin") && attributes.contains("JOINTS_0")) {
        const Json& skin = json_["skins"][json_["nodes"][node]["skin"].get<std::size_t>()];
        const auto joints = skin["joints"].get<std::vector<std::size_t>>();
        std::vector<glm::dmat4> matrices;
        for (const std::size_t joint : joints) matrices.push_back(globals[joint]);
        if (skin.contains("inverseBindMatrices")) {
            const Numbers& inverse = read(skin["inverseBindMatrices"].get<std::size_t>());
            for (std::size_t j = 0; j < joints.size(); ++j)
                matrices[j] = matrices[j] * matrixOf(inverse.at(j));
        }
        const Numbers& indices = read(attributes["JOINTS_0"].get<std::size_t>());
        const Numbers& weights = read(attributes["WEIGHTS_0"].get<std::size_t>());
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
    for (const double index : read(from["indices"].get<std::size_t>()).values)
        corners.push_back(vertices[static_cast<std::size_t>(index)]);
    return corners;
}

}  // namespace phalanx::test

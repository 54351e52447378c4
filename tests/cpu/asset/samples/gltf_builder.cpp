#include "cpu/asset/samples/gltf_builder.h"

#include <unistd.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <system_error>

#include "asset/common/base64.h"
#include "core/file.h"
#include "core/version.h"

namespace phalanx::test {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

void append(std::vector<std::uint8_t>& bytes, std::uint64_t value, unsigned count) {
    for (unsigned i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

double largest(int type) {
    switch (type) {
        case GltfBuilder::kByte:
            return 127.0;
        case GltfBuilder::kUnsignedByte:
            return 255.0;
        case GltfBuilder::kShort:
            return 32767.0;
        case GltfBuilder::kUnsignedShort:
            return 65535.0;
        default:
            return 1.0;
    }
}

unsigned bytesOf(int type) {
    if (type == GltfBuilder::kFloat || type == GltfBuilder::kUnsignedInt) return 4;
    return type == GltfBuilder::kShort || type == GltfBuilder::kUnsignedShort ? 2 : 1;
}

std::size_t componentsOf(const std::string& type) {
    if (type == "SCALAR") return 1;
    if (type == "MAT4") return 16;
    return static_cast<std::size_t>(type[3] - '0');
}

}  // namespace

std::size_t GltfBuilder::accessor(const std::vector<double>& values, const std::string& type,
                                  int component_type, bool normalized) {
    std::vector<std::uint8_t> bytes;
    for (const double value : values) {
        if (component_type == kFloat) {
            append(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(value)), 4);
        } else {
            const double stored = std::round(normalized ? value * largest(component_type) : value);
            append(bytes, static_cast<std::uint64_t>(static_cast<std::int64_t>(stored)),
                   bytesOf(component_type));
        }
    }
    Json entry{{"bufferView", view(bytes)},
               {"componentType", component_type},
               {"count", values.size() / componentsOf(type)},
               {"type", type}};
    if (normalized) entry["normalized"] = true;
    if (type == "SCALAR" && component_type == kFloat && !values.empty()) {
        entry["min"] = {values.front()};
        entry["max"] = {values.back()};
    }
    json["accessors"].push_back(entry);
    return json["accessors"].size() - 1;
}

std::size_t GltfBuilder::view(const std::vector<std::uint8_t>& bytes) {
    json["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", bytes.size()}});
    binary_.insert(binary_.end(), bytes.begin(), bytes.end());
    binary_.resize((binary_.size() + 3) / 4 * 4, 0);
    return json["bufferViews"].size() - 1;
}

Json GltfBuilder::withBuffers() const {
    Json whole = json;
    if (!binary_.empty()) whole["buffers"] = Json::array({Json{{"byteLength", binary_.size()}}});
    for (const Json& buffer : extra_buffers) whole["buffers"].push_back(buffer);
    return whole;
}

std::vector<std::uint8_t> GltfBuilder::jsonAndBinary() const {
    const std::string text = withBuffers().dump();
    std::vector<std::uint8_t> bytes(text.begin(), text.end());
    bytes.push_back(0);
    bytes.insert(bytes.end(), binary_.begin(), binary_.end());
    return bytes;
}

std::vector<std::uint8_t> GltfBuilder::glb() const {
    std::string text = withBuffers().dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::vector<std::uint8_t> bytes;
    append(bytes, 0x46546C67, 4);
    append(bytes, 2, 4);
    append(bytes, 12 + 8 + text.size() + 8 + binary_.size(), 4);
    append(bytes, text.size(), 4);
    append(bytes, 0x4E4F534A, 4);
    bytes.insert(bytes.end(), text.begin(), text.end());
    append(bytes, binary_.size(), 4);
    append(bytes, 0x004E4942, 4);
    bytes.insert(bytes.end(), binary_.begin(), binary_.end());
    return bytes;
}

std::string GltfBuilder::gltf() const {
    Json whole = json;
    whole["buffers"] =
        Json::array({Json{{"byteLength", binary_.size()},
                          {"uri", "data:application/octet-stream;base64," + encodeBase64(binary_)}}});
    return whole.dump();
}

GltfBuilder twoBones(const TwoBoneOptions& options) {
    GltfBuilder b;
    std::vector<double> positions;
    std::vector<double> normals;
    std::vector<double> joints;
    std::vector<double> weights;
    for (int ring = 0; ring < 3; ++ring) {
        for (int corner = 0; corner < 4; ++corner) {
            const double x = corner == 0 || corner == 3 ? -0.25 : 0.25;
            const double z = corner < 2 ? -0.25 : 0.25;
            for (const double value : {x, static_cast<double>(ring), z}) positions.push_back(value);
            for (const double value : {x * 2.8284271247461903, 0.0, z * 2.8284271247461903})
                normals.push_back(value);
            for (const double value : {0.0, 1.0, 0.0, 0.0}) joints.push_back(value);
            const double upper = ring / 2.0;
            for (const double value : {1.0 - upper, upper, 0.0, 0.0})
                weights.push_back(value * options.weight_factor);
        }
    }
    std::vector<double> indices;
    for (int ring = 0; ring < 2; ++ring) {
        for (int corner = 0; corner < 4; ++corner) {
            const int a = ring * 4 + corner;
            const int c = ring * 4 + (corner + 1) % 4;
            for (const int index : {a, a + 4, c, c, a + 4, c + 4}) indices.push_back(index);
        }
    }
    const bool packed_weights = options.weight_type != GltfBuilder::kFloat;
    Json& json = b.json;
    const Json attributes{{"POSITION", b.accessor(positions, "VEC3")},
                          {"NORMAL", b.accessor(normals, "VEC3")},
                          {"JOINTS_0", b.accessor(joints, "VEC4", GltfBuilder::kUnsignedByte)},
                          {"WEIGHTS_0", b.accessor(weights, "VEC4", options.weight_type, packed_weights)}};
    json["materials"] = Json::array({Json{{"name", "Cloth"}}});
    const std::size_t index_accessor = b.accessor(indices, "SCALAR", GltfBuilder::kUnsignedShort);
    json["meshes"] = Json::array({Json{
        {"name", "Column"},
        {"primitives",
         Json::array({Json{{"attributes", attributes}, {"indices", index_accessor}, {"material", 0}}})}}});
    json["nodes"] = Json::array({Json{{"name", "Rig"}, {"children", {kLower, kBody}}},
                                 Json{{"name", "Lower"}, {"children", {kUpper}}},
                                 Json{{"name", "Upper"}, {"translation", {0.0, 1.0, 0.0}}},
                                 Json{{"name", "Body"}, {"mesh", 0}, {"skin", 0}}});
    if (options.mesh_node_shift != 0.0)
        json["nodes"][kBody]["translation"] = {options.mesh_node_shift, 0.0, 0.0};
    json["scenes"] = Json::array({Json{{"nodes", {0}}}});
    json["skins"] = Json::array({Json{{"joints", {kLower, kUpper}}}});
    if (options.inverse_bind_matrices) {
        std::vector<double> matrices(32, 0.0);
        for (std::size_t m = 0; m < 2; ++m) {
            for (std::size_t k = 0; k < 4; ++k) matrices[m * 16 + k * 5] = 1.0;
        }
        matrices[16 + 13] = -1.0;
        json["skins"][0]["inverseBindMatrices"] = b.accessor(matrices, "MAT4");
    }
    std::vector<double> times;
    std::vector<double> rotations;
    const std::vector<double> degrees{0.0, 90.0, 0.0, -90.0, 0.0};
    for (std::size_t i = 0; i < degrees.size() - (options.closes ? 0 : 1); ++i) {
        times.push_back(options.first_key_s + 0.25 * static_cast<double>(i));
        const double half = degrees[i] * 0.5 * 3.14159265358979323846 / 180.0;
        for (const double value : {0.0, 0.0, std::sin(half), std::cos(half)}) rotations.push_back(value);
    }
    const bool packed_rotations = options.rotation_type != GltfBuilder::kFloat;
    const std::size_t input = b.accessor(times, "SCALAR");
    const std::size_t output = b.accessor(rotations, "VEC4", options.rotation_type, packed_rotations);
    json["animations"] = Json::array(
        {Json{{"name", options.clip_name},
              {"samplers", Json::array({Json{{"input", input}, {"output", output}}})},
              {"channels",
               Json::array({Json{{"sampler", 0}, {"target", {{"node", kUpper}, {"path", "rotation"}}}}})}}});
    return b;
}

TemporaryFolder::TemporaryFolder() {
    static std::atomic<int> next{0};
    path_ = fs::temp_directory_path() /
            ("phalanx_test_" + std::to_string(::getpid()) + "_" + std::to_string(next.fetch_add(1)));
    fs::create_directories(path_);
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

fs::path TemporaryFolder::write(const std::string& name, const std::vector<std::uint8_t>& bytes) const {
    fs::create_directories((path_ / name).parent_path());
    writeFile(path_ / name, bytes);
    return path_ / name;
}

fs::path TemporaryFolder::write(const std::string& name, std::string_view text) const {
    fs::create_directories((path_ / name).parent_path());
    writeFile(path_ / name, text);
    return path_ / name;
}

fs::path testModels() {
    std::error_code error;
    if (const char* chosen = std::getenv("PHALANX_TEST_MODELS"); chosen != nullptr && *chosen != '\0')
        return chosen;
    fs::path beside = fs::path(kSourceDir).parent_path() / "shared" / "models";
    return fs::is_directory(beside, error) ? beside : fs::path();
}

}  // namespace phalanx::test

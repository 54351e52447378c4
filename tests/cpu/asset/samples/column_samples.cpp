#include "cpu/asset/samples/column_samples.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <vector>

namespace phalanx::test {
namespace {

constexpr int kRings = 3;
constexpr int kColumnCorners = 4;
constexpr double kHalfWidth = 0.25;
constexpr double kKeyInterval_s = 0.25;

struct Turn {
    double cos;
    double sin;
};
// Rotations of the joint Upper about Z: 0, 90, 0, -90 and 0 degrees.
constexpr std::array<Turn, 5> kTurns{Turn{1.0, 0.0}, Turn{0.0, 1.0}, Turn{1.0, 0.0}, Turn{0.0, -1.0},
                                     Turn{1.0, 0.0}};

std::string joined(const std::vector<std::string>& pieces, std::string_view between) {
    return fmt::format("{}", fmt::join(pieces, between));
}

// The positions of all rings in order; each item is "x B y B z", with the separator B in `between`.
std::vector<std::string> positions(std::string_view between, double z_sign) {
    std::vector<std::string> pieces;
    for (int ring = 0; ring < kRings; ++ring) {
        for (int corner = 0; corner < kColumnCorners; ++corner) {
            const double x = corner == 0 || corner == 3 ? -kHalfWidth : kHalfWidth;
            const double z = corner < 2 ? -kHalfWidth : kHalfWidth;
            pieces.push_back(fmt::format("{1:.6f}{0}{2:.6f}{0}{3:.6f}", between, x, static_cast<double>(ring),
                                         z * z_sign));
        }
    }
    return pieces;
}

// Three indices per item.
std::vector<std::string> triangles(std::string_view between, bool mirrored) {
    std::vector<std::string> pieces;
    for (int ring = 0; ring + 1 < kRings; ++ring) {
        for (int corner = 0; corner < kColumnCorners; ++corner) {
            const int a = ring * kColumnCorners + corner;
            const int c = ring * kColumnCorners + (corner + 1) % kColumnCorners;
            const int up = kColumnCorners;
            for (const auto& [i, j, k] : {std::array{a, a + up, c}, std::array{c, a + up, c + up}})
                pieces.push_back(
                    fmt::format("{1}{0}{2}{0}{3}", between, i, mirrored ? k : j, mirrored ? j : k));
        }
    }
    return pieces;
}

// Matrices of Upper relative to Lower, at y = 1: row-major for column vectors (COLLADA); DirectX, with row
// vectors, has them transposed.
std::vector<std::string> keyMatrices() {
    std::vector<std::string> pieces;
    for (const auto& [c, s] : kTurns)
        pieces.push_back(fmt::format("{} {} 0 0 {} {} 0 1 0 0 1 0 0 0 0 1", c, -s, s, c));
    return pieces;
}

std::string colladaSource(std::string_view id, std::string_view array, std::size_t count,
                          const std::string& values, std::size_t stride, std::string_view parameter,
                          std::string_view type) {
    return fmt::format(
        R"(<source id="{0}"><{1} id="{0}-array" count="{2}">{3}</{1}><technique_common>)"
        R"(<accessor source="#{0}-array" count="{4}" stride="{5}">{6}</accessor></technique_common></source>)"
        "\n",
        id, array, count, values, count / (type == "name" ? 1 : stride), stride,
        parameter == "XYZ"
            ? R"(<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>)"
            : fmt::format(R"(<param name="{}" type="{}"/>)", parameter, type));
}

// One 4x4 matrix per key, as DirectX stores it: row-major for row vectors.
std::string directXKeys() {
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < kTurns.size(); ++i) {
        const auto [c, s] = kTurns[i];
        keys.push_back(
            fmt::format("{};16;{:.6f},{:.6f},0.0,0.0,{:.6f},{:.6f},0.0,0.0,0.0,0.0,1.0,0.0,0.0,1.0,0.0,1.0;;",
                        static_cast<int>(static_cast<double>(i) * kKeyInterval_s * 4800), c, s, -s, c));
    }
    return joined(keys, ",\n      ");
}

// A SkinWeights block of DirectX: the vertex indices, then their weights.
std::string directXWeights(std::string_view bone, int first_ring, std::string_view at_middle,
                           std::string_view inverse_bind_y) {
    std::vector<std::string> numbers;
    std::vector<std::string> weights;
    for (int vertex = first_ring * kColumnCorners; vertex < (first_ring + 2) * kColumnCorners; ++vertex) {
        numbers.push_back(std::to_string(vertex));
        weights.emplace_back(vertex / kColumnCorners == 1 ? at_middle : "1.000000");
    }
    return fmt::format(
        "    SkinWeights {{\n      \"{}\";\n      {};\n      {};\n      {};\n"
        "      1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,{},0.0,1.0;;\n    }}\n",
        bone, numbers.size(), joined(numbers, ","), joined(weights, ","), inverse_bind_y);
}

}  // namespace

std::string columnCollada() {
    constexpr std::string_view kIdentity = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1";
    std::string text = R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="meter" meter="1"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g" name="Column"><mesh>
)";
    text += colladaSource("p", "float_array", 36, joined(positions(" ", 1.0), " "), 3, "XYZ", "float");
    text += R"(<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>)"
            R"(<triangles count="16"><input semantic="VERTEX" source="#v" offset="0"/><p>)" +
            joined(triangles(" ", false), " ") + "</p></triangles></mesh></geometry></library_geometries>\n";

    text += R"(<library_controllers><controller id="c"><skin source="#g"><bind_shape_matrix>)";
    text += kIdentity;
    text += "</bind_shape_matrix>\n";
    text += colladaSource("j", "Name_array", 2, "Lower Upper", 1, "JOINT", "name");
    text +=
        colladaSource("b", "float_array", 32, std::string(kIdentity) + " 1 0 0 0 0 1 0 -1 0 0 1 0 0 0 0 1",
                      16, "TRANSFORM", "float4x4");
    text += colladaSource("w", "float_array", 2, "1 0.5", 1, "WEIGHT", "float");
    text += R"(<joints><input semantic="JOINT" source="#j"/><input semantic="INV_BIND_MATRIX" source="#b"/>)"
            R"(</joints><vertex_weights count="12"><input semantic="JOINT" source="#j" offset="0"/>)"
            R"(<input semantic="WEIGHT" source="#w" offset="1"/><vcount>1 1 1 1 2 2 2 2 1 1 1 1</vcount>)"
            "<v>0 0 0 0 0 0 0 0 0 1 1 1 0 1 1 1 0 1 1 1 0 1 1 1 1 0 1 0 1 0 1 0</v></vertex_weights>"
            "</skin></controller></library_controllers>\n";

    std::vector<std::string> times;
    for (std::size_t i = 0; i < kTurns.size(); ++i)
        times.push_back(fmt::format("{}", static_cast<double>(i) * kKeyInterval_s));
    text += R"(<library_animations><animation id="a" name="Bend">)";
    text += colladaSource("t", "float_array", kTurns.size(), joined(times, " "), 1, "TIME", "float");
    text += colladaSource("m", "float_array", kTurns.size() * 16, joined(keyMatrices(), " "), 16, "TRANSFORM",
                          "float4x4");
    text += colladaSource("i", "Name_array", kTurns.size(), "LINEAR LINEAR LINEAR LINEAR LINEAR", 1,
                          "INTERPOLATION", "name");
    text += R"(<sampler id="s"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#m"/>)"
            R"(<input semantic="INTERPOLATION" source="#i"/></sampler>)"
            R"(<channel source="#s" target="Upper/transform"/></animation></library_animations>)"
            "\n";

    text += R"(<library_visual_scenes><visual_scene id="x"><node id="Rig" name="Rig">)"
            R"(<node id="Lower" sid="Lower" name="Lower" type="JOINT">)"
            R"(<node id="Upper" sid="Upper" name="Upper" type="JOINT">)"
            R"(<matrix sid="transform">1 0 0 0 0 1 0 1 0 0 1 0 0 0 0 1</matrix></node></node>)"
            R"(<node id="Body" name="Body"><instance_controller url="#c"><skeleton>#Lower</skeleton>)"
            "</instance_controller></node></node></visual_scene></library_visual_scenes>\n"
            R"(<scene><instance_visual_scene url="#x"/></scene></COLLADA>)"
            "\n";
    return text;
}

std::string columnDirectX() {
    const auto matrix = [](std::string_view y) {
        return fmt::format(
            "FrameTransformMatrix {{ 1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,{},0.0,1.0;; }}",
            y);
    };
    std::vector<std::string> faces;
    for (const std::string& face : triangles(",", true)) faces.push_back("3;" + face + ";");
    std::string text = "xof 0303txt 0032\nAnimTicksPerSecond { 4800; }\nFrame Rig {\n  " + matrix("0.0");
    text += "\n  Frame Lower {\n    " + matrix("0.0") + "\n    Frame Upper {\n      " + matrix("1.0") +
            "\n    }\n  }\n  Mesh Column {\n    12;\n    " + joined(positions(";", -1.0), ";,\n    ") +
            ";;\n    16;\n    " + joined(faces, ",\n    ") + ";\n    XSkinMeshHeader { 2; 2; 2; }\n";
    text += directXWeights("Lower", 0, "0.500000", "0.0") + directXWeights("Upper", 1, "0.500000", "-1.0");
    text +=
        "  }\n}\nAnimationSet Bend {\n  Animation {\n    { Upper }\n    AnimationKey {\n      4; 5;\n      " +
        directXKeys() + ";\n    }\n  }\n}\n";
    return text;
}

}  // namespace phalanx::test

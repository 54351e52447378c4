#include "cpu/asset/samples/morph_samples.h"

#include <cmath>

namespace phalanx::test {
namespace {

using Json = nlohmann::json;

// A value that a float stores.
double stored(double value) {
    return static_cast<double>(static_cast<float>(value));
}

MorphDeltas bulge(double sign) {
    MorphDeltas deltas;
    for (std::size_t v = 0; v < kColumnVertices; ++v) {
        const auto x = static_cast<double>(v);
        const double moved = v % 3 == 0 ? 0.0 : sign;
        deltas.positions.emplace_back(stored(moved * 0.1 * std::sin(x)), stored(moved * 0.01 * x),
                                      stored(moved * -0.05 * std::cos(x)));
        deltas.normals.emplace_back(stored(moved * 0.3 * std::sin(2.0 * x)), stored(moved * 0.1),
                                    stored(moved * 0.2 * std::cos(x)));
    }
    return deltas;
}

MorphDeltas lean(double sign) {
    MorphDeltas deltas;
    for (std::size_t v = 0; v < kColumnVertices; ++v) {
        const std::size_t ring = v / 4;
        deltas.positions.emplace_back(stored(sign * 0.2 * static_cast<double>(ring)), 0.0,
                                      stored(sign * 0.05));
    }
    return deltas;
}

}  // namespace

std::size_t vectors(GltfBuilder& builder, const std::vector<glm::dvec3>& values) {
    std::vector<double> numbers;
    for (const glm::dvec3& v : values) numbers.insert(numbers.end(), {v.x, v.y, v.z});
    return builder.accessor(numbers, "VEC3");
}

MorphedColumn::MorphedColumn() : builder(twoBones()) {
    Json& mesh = builder.json["meshes"][0];
    mesh["primitives"].push_back(mesh["primitives"][0]);
    mesh["extras"] = {{"targetNames", {"Bulge", "Lean"}}};
    mesh["weights"] = {0.25, -0.5};
    for (const double sign : {1.0, -0.5}) {
        const std::vector<MorphDeltas>& targets = parts.emplace_back(std::vector{bulge(sign), lean(sign)});
        Json list = Json::array();
        for (const MorphDeltas& deltas : targets) {
            Json target{{"POSITION", vectors(builder, deltas.positions)}};
            if (!deltas.normals.empty()) target["NORMAL"] = vectors(builder, deltas.normals);
            list.push_back(std::move(target));
        }
        builder.json["meshes"][0]["primitives"][parts.size() - 1]["targets"] = std::move(list);
    }
}

void MorphedColumn::animate(const MorphKeys& keys) {
    const bool cubic = keys.interpolation == "CUBICSPLINE";
    std::vector<double> values;
    const auto append = [&values](const std::vector<double>& of_key) {
        values.insert(values.end(), of_key.begin(), of_key.end());
    };
    for (std::size_t k = 0; k < keys.times.size(); ++k) {
        if (cubic) append(keys.in[k]);
        append(keys.weights[k]);
        if (cubic) append(keys.out[k]);
    }
    Json sampler{{"input", builder.accessor(keys.times, "SCALAR")},
                 {"output", builder.accessor(values, "SCALAR")},
                 {"interpolation", keys.interpolation}};
    Json& animation = builder.json["animations"][0];
    const std::size_t index = animation["samplers"].size();
    animation["samplers"].push_back(std::move(sampler));
    animation["channels"].push_back({{"sampler", index}, {"target", {{"node", kBody}, {"path", "weights"}}}});
}

const std::string_view kShapesFbx = R"(; FBX 7.4.0 project file
FBXHeaderExtension:  {
    FBXHeaderVersion: 1003
    FBXVersion: 7400
}
GlobalSettings:  {
    Version: 1000
    Properties70:  {
        P: "UpAxis", "int", "Integer", "",1
        P: "UpAxisSign", "int", "Integer", "",1
        P: "FrontAxis", "int", "Integer", "",2
        P: "FrontAxisSign", "int", "Integer", "",1
        P: "CoordAxis", "int", "Integer", "",0
        P: "CoordAxisSign", "int", "Integer", "",1
        P: "UnitScaleFactor", "double", "Number", "",1
    }
}
Objects:  {
    Geometry: 100, "Geometry::Card", "Mesh" {
        Vertices: *12 {
            a: 0,0,0,1,0,0,1,1,0,0,1,0
        }
        PolygonVertexIndex: *6 {
            a: 0,1,-3,0,2,-4
        }
        GeometryVersion: 124
        LayerElementNormal: 0 {
            Version: 101
            Name: ""
            MappingInformationType: "ByPolygonVertex"
            ReferenceInformationType: "Direct"
            Normals: *18 {
                a: 0,0,1,0,0,1,0,0,1,0,0,1,0,0,1,0,0,1
            }
        }
        Layer: 0 {
            Version: 100
            LayerElement:  {
                Type: "LayerElementNormal"
                TypedIndex: 0
            }
        }
    }
    Geometry: 101, "Geometry::Smile", "Shape" {
        Version: 100
        Indexes: *2 {
            a: 2,3
        }
        Vertices: *6 {
            a: 0,0.5,0,0.25,0,0.125
        }
        Normals: *6 {
            a: 0,0,0,0,1,-1
        }
    }
    Geometry: 102, "Geometry::Frown", "Shape" {
        Version: 100
        Indexes: *1 {
            a: 1
        }
        Vertices: *3 {
            a: 0,-0.25,0
        }
        Normals: *3 {
            a: 0,0,0
        }
    }
    Model: 200, "Model::Card", "Mesh" {
        Version: 232
        Properties70:  {
            P: "Lcl Translation", "Lcl Translation", "", "A",0,0,0
        }
        Shading: Y
        Culling: "CullingOff"
    }
    Deformer: 300, "Deformer::", "BlendShape" {
        Version: 100
    }
    Deformer: 301, "SubDeformer::Smile", "BlendShapeChannel" {
        Version: 100
        DeformPercent: 0
        FullWeights: *1 {
            a: 100
        }
    }
    Deformer: 302, "SubDeformer::Frown", "BlendShapeChannel" {
        Version: 100
        DeformPercent: 0
        FullWeights: *1 {
            a: 100
        }
    }
    AnimationStack: 400, "AnimStack::Talk", "" {
        Properties70:  {
            P: "LocalStart", "KTime", "Time", "",0
            P: "LocalStop", "KTime", "Time", "",46186158000
        }
    }
    AnimationLayer: 401, "AnimLayer::Base", "" {
    }
    AnimationCurveNode: 402, "AnimCurveNode::DeformPercent", "" {
        Properties70:  {
            P: "d|DeformPercent", "Number", "", "A",0
        }
    }
    AnimationCurve: 403, "AnimCurve::", "" {
        Default: 0
        KeyVer: 4008
        KeyTime: *2 {
            a: 0,46186158000
        }
        KeyValueFloat: *2 {
            a: 0,100
        }
        KeyAttrFlags: *1 {
            a: 24836
        }
        KeyAttrDataFloat: *4 {
            a: 0,0,0,0
        }
        KeyAttrRefCount: *1 {
            a: 2
        }
    }
    AnimationCurveNode: 404, "AnimCurveNode::DeformPercent", "" {
        Properties70:  {
            P: "d|DeformPercent", "Number", "", "A",0
        }
    }
    AnimationCurve: 405, "AnimCurve::", "" {
        Default: 0
        KeyVer: 4008
        KeyTime: *3 {
            a: 0,23093079000,46186158000
        }
        KeyValueFloat: *3 {
            a: 0,100,50
        }
        KeyAttrFlags: *1 {
            a: 24836
        }
        KeyAttrDataFloat: *4 {
            a: 0,0,0,0
        }
        KeyAttrRefCount: *1 {
            a: 3
        }
    }
}
Connections:  {
    C: "OO",200,0
    C: "OO",100,200
    C: "OO",300,100
    C: "OO",301,300
    C: "OO",101,301
    C: "OO",302,300
    C: "OO",102,302
    C: "OO",401,400
    C: "OO",402,401
    C: "OO",404,401
    C: "OP",402,301, "DeformPercent"
    C: "OP",403,402, "d|DeformPercent"
    C: "OP",404,302, "DeformPercent"
    C: "OP",405,404, "d|DeformPercent"
}
)";

}  // namespace phalanx::test

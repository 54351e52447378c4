#include "cpu/asset/samples/sample_files.h"

#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <bit>

#include "core/file.h"
#include "cpu/asset/samples/animated_samples.h"
#include "cpu/asset/samples/binary_samples.h"
#include "cpu/asset/samples/column_samples.h"
#include "cpu/asset/samples/gltf_builder.h"
#include "cpu/asset/samples/morph_samples.h"

namespace phalanx::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes bytesOf(std::string_view text) {
    return {text.begin(), text.end()};
}

// Chunks of a Blitz3D file, little-endian: a tag, the length, the content.
class Blitz {
  public:
    Blitz& word(std::uint32_t value) {
        for (unsigned i = 0; i < 4; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
        return *this;
    }
    Blitz& numbers(std::initializer_list<float> values) {
        for (const float value : values) word(std::bit_cast<std::uint32_t>(value));
        return *this;
    }
    Blitz& text(std::string_view value) {
        bytes_.insert(bytes_.end(), value.begin(), value.end());
        bytes_.push_back(0);
        return *this;
    }
    Blitz& chunk(std::string_view tag, const Blitz& content) {
        bytes_.insert(bytes_.end(), tag.begin(), tag.end());
        word(static_cast<std::uint32_t>(content.bytes_.size()));
        bytes_.insert(bytes_.end(), content.bytes_.begin(), content.bytes_.end());
        return *this;
    }
    const Bytes& bytes() const { return bytes_; }

  private:
    Bytes bytes_;
};

// A card of two triangles; a bone moves its upper edge up and down.
Bytes blitzFile() {
    const auto node = [](std::string_view name, float y) {
        Blitz head;
        head.text(name).numbers({0.0F, y, 0.0F, 1.0F, 1.0F, 1.0F, 1.0F, 0.0F, 0.0F, 0.0F});
        return head;
    };
    Blitz vertices;
    vertices.word(0).word(0).word(0);
    vertices.numbers({0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 2, 0});
    Blitz triangles;
    triangles.word(0xFFFFFFFFU);
    for (const std::uint32_t index : {0U, 2U, 1U, 1U, 2U, 3U}) triangles.word(index);
    Blitz mesh;
    mesh.word(0xFFFFFFFFU).chunk("VRTS", vertices).chunk("TRIS", triangles);
    Blitz weights;
    for (const std::uint32_t vertex : {2U, 3U}) weights.word(vertex).numbers({1.0F});
    Blitz keys;
    keys.word(1);
    for (const std::uint32_t frame : {1U, 2U, 3U})
        keys.word(frame).numbers({0.0F, frame == 2 ? 1.5F : 1.0F, 0.0F});
    Blitz bone = node("bone", 1.0F);
    bone.chunk("BONE", weights).chunk("KEYS", keys);
    Blitz animation;
    animation.word(0).word(3).numbers({10.0F});
    Blitz root = node("card", 0.0F);
    root.chunk("MESH", mesh).chunk("ANIM", animation).chunk("NODE", bone);
    Blitz content;
    content.word(1).chunk("NODE", root);
    Blitz file;
    file.chunk("BB3D", content);
    return file.bytes();
}

constexpr std::string_view kAse = R"(*3DSMAX_ASCIIEXPORT	200
*GEOMOBJECT {
	*NODE_NAME "Card"
	*NODE_TM {
		*NODE_NAME "Card"
		*TM_ROW0 1.0 0.0 0.0
		*TM_ROW1 0.0 1.0 0.0
		*TM_ROW2 0.0 0.0 1.0
		*TM_ROW3 0.0 0.0 0.0
	}
	*MESH {
		*TIMEVALUE 0
		*MESH_NUMVERTEX 4
		*MESH_NUMFACES 2
		*MESH_VERTEX_LIST {
			*MESH_VERTEX 0 0.0 0.0 0.0
			*MESH_VERTEX 1 1.0 0.0 0.0
			*MESH_VERTEX 2 0.0 0.0 2.0
			*MESH_VERTEX 3 1.0 0.0 2.0
		}
		*MESH_FACE_LIST {
			*MESH_FACE 0: A: 0 B: 1 C: 2 AB: 1 BC: 1 CA: 1 *MESH_SMOOTHING 1 *MESH_MTLID 0
			*MESH_FACE 1: A: 1 B: 3 C: 2 AB: 1 BC: 1 CA: 1 *MESH_SMOOTHING 1 *MESH_MTLID 0
		}
	}
}
)";

constexpr std::string_view kOgex = R"(Metric (key = "up") {string {"y"}}
GeometryNode $node1
{
	Name {string {"Card"}}
	ObjectRef {ref {$geometry1}}
	Transform { float[16] { {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1} } }
}
GeometryObject $geometry1
{
	Mesh (primitive = "triangles")
	{
		VertexArray (attrib = "position") { float[3] { {0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {1, 2, 0} } }
		VertexArray (attrib = "normal") { float[3] { {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1} } }
		IndexArray { unsigned_int32[3] { {0, 1, 2}, {1, 3, 2} } }
	}
}
)";

constexpr std::string_view kOgreXml = R"(<mesh><submeshes>
<submesh material="Skin" usesharedvertices="false" use32bitindexes="false" operationtype="triangle_list">
<faces count="2"><face v1="0" v2="1" v3="2"/><face v1="1" v2="3" v3="2"/></faces>
<geometry vertexcount="4"><vertexbuffer positions="true" normals="true">
<vertex><position x="0" y="0" z="0"/><normal x="0" y="0" z="1"/></vertex>
<vertex><position x="1" y="0" z="0"/><normal x="0" y="0" z="1"/></vertex>
<vertex><position x="0" y="2" z="0"/><normal x="0" y="0" z="1"/></vertex>
<vertex><position x="1" y="2" z="0"/><normal x="0" y="0" z="1"/></vertex>
</vertexbuffer></geometry></submesh></submeshes></mesh>
)";

}  // namespace

std::vector<SampleFile> sampleFiles() {
    const Bytes glb = twoBones().glb();
    MorphedColumn morphs;
    morphs.animate({"LINEAR", {0.0, 0.5, 1.0}, {{0.0, 0.0}, {1.0, 0.5}, {0.0, 0.0}}, {}, {}});
    std::vector<SampleFile> files{{"column.glb", glb},
                                  {"column.gltf", bytesOf(twoBones().gltf())},
                                  {"morphs.glb", morphs.builder.glb()},
                                  {"morphs.gltf", bytesOf(morphs.builder.gltf())},
                                  {"shapes.fbx", bytesOf(kShapesFbx)},
                                  {"card.x", bytesOf(kX)},
                                  {"skinned.x", bytesOf(columnDirectX())},
                                  {"card.dae", bytesOf(kDae)},
                                  {"column.dae", bytesOf(columnCollada())},
                                  {"card.smd", bytesOf(kSmd)},
                                  {"card.md5mesh", bytesOf(kMd5Mesh)},
                                  {"card.b3d", blitzFile()},
                                  {"card.ase", bytesOf(kAse)},
                                  {"card.ogex", bytesOf(kOgex)},
                                  {"card.mesh.xml", bytesOf(kOgreXml)},
                                  {"card.ms3d", milkShapeFile()},
                                  {"card.iqm", interQuakeFile()},
                                  {"card.mdl", quakeFile()},
                                  {"card.mesh", ogreBinaryFile()}};
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFileFromMemory(glb.data(), glb.size(), 0, "glb");
    if (scene == nullptr) return files;
    struct Export {
        const char* format;
        const char* name;
    };
    const TemporaryFolder folder;
    for (const Export& wanted :
         {Export{"fbxa", "text.fbx"}, Export{"x", "column.x"}, Export{"3ds", "column.3ds"},
          Export{"obj", "column.obj"}, Export{"plyb", "column.ply"}, Export{"stlb", "column.stl"}}) {
        Assimp::Exporter exporter;
        const std::filesystem::path path = folder.path() / wanted.name;
        if (exporter.Export(scene, wanted.format, path.string(), aiProcess_Triangulate) == aiReturn_SUCCESS)
            files.push_back({wanted.name, readBinaryFile(path)});
    }
    files.push_back({"animated.glb", animatedColumns(true).glb()});
    return files;
}

}  // namespace phalanx::test

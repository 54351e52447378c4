// A parsed model file as the steps of the import need it, whatever its format. Each reader (asset/gltf,
// asset/assimp) implements ModelSource; the steps that follow (asset/mesh, asset/steps) are the same for all
// formats.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "anim/pose/model.h"
#include "asset/source/directives.h"
#include "asset/source/material_set.h"

namespace phalanx {

// A mesh of triangles under a node, before its vertices are read.
struct SourcePart {
    std::size_t index = 0;  // in ModelSource::parts()
    int node = 0;
    std::string name;                  // unique in the model
    std::vector<std::string> aliases;  // names of the node and of the mesh, which several parts may share
    int material = -1;                 // of the file; -1: none
    std::size_t vertices = 0;
    std::size_t triangles = 0;

    bool isCalled(const std::string& wanted) const {
        return name == wanted || std::ranges::find(aliases, wanted) != aliases.end();
    }
};

// A node that moves vertices, and its offset matrix (inverse bind matrix).
struct Bone {
    std::string name;
    int node = -1;  // -1: the file has no such node
    glm::dmat4 joint_from_bind{1.0};
};

struct Influence {
    std::uint32_t bone = 0;  // into PartMesh::bones
    float weight = 0.0F;     // any positive number
};

// The deltas of one morph target in one part.
struct PartMorph {
    std::size_t target = 0;          // into ModelSource::morphTargets()
    std::vector<MorphDelta> deltas;  // by the part's vertices, ascending
};

// The vertices and triangles of one part as the file has them.
struct PartMesh {
    std::vector<Vertex> vertices;        // positions, normals and texture coordinates; joints are not set
    std::vector<bool> without_normal;    // per vertex
    std::vector<std::uint32_t> indices;  // triangles
    std::vector<Bone> bones;             // none: the part follows its node rigidly
    // The influences of vertex v are at [first_influence[v], first_influence[v + 1]). Empty without bones.
    std::vector<std::size_t> first_influence;
    std::vector<Influence> influences;
    std::size_t negative_weights = 0;  // weights below 0, which were left out
    bool coloured = false;             // has vertex colours that are not all white
    std::vector<PartMorph> morphs;     // by target, ascending; targets that move no vertex may be missing
};

class ModelSource {
  public:
    ModelSource() = default;
    virtual ~ModelSource() = default;
    ModelSource(const ModelSource&) = delete;
    ModelSource& operator=(const ModelSource&) = delete;

    // Parents come before their children.
    virtual const std::vector<Node>& nodes() const = 0;
    // As Model::numbered_nodes.
    virtual std::vector<int> numberedNodes() const { return {}; }
    // In the order of the file.
    virtual const std::vector<SourcePart>& parts() const = 0;
    // Without deltas, which mesh() gives by part.
    virtual const std::vector<MorphTarget>& morphTargets() const = 0;
    virtual std::size_t clipCount() const = 0;
    virtual bool isZUp() const = 0;
    // What the file has of a skeleton and clips but its reader leaves out: "has a skeleton of 2 joints, which
    // ..."; "" if nothing.
    virtual std::string unreadSkeleton() const { return {}; }

    // Throws Error (kInput) that starts with the file's name for non-finite values and indices out of range.
    virtual PartMesh mesh(const SourcePart& part, const UvSource& uv) = 0;
    // `used`: per material of the file, whether a part uses it; textures of unused materials are not read.
    virtual MaterialSet materials(const std::vector<SourcePart>& parts, bool tint_in_alpha) = 0;
    virtual Directives directives() = 0;
    // Every clip runs from its first key (time 0) to its last; loops, closing_s and stride_speed keep their
    // defaults. Morph tracks refer to morphTargets().
    virtual std::vector<Clip> clips() = 0;
};

}  // namespace phalanx

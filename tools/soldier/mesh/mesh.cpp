// The soldier's mesh: all patches, merged into the parts of the variants.
#include "mesh/atlas.h"
#include "mesh/parts.h"
#include "mesh/weights.h"
#include "soldier.h"

namespace phalanx::soldier {
namespace {

MeshPart& partNamed(std::vector<MeshPart>& parts, const std::string& name) {
    for (MeshPart& part : parts) {
        if (part.name == name) return part;
    }
    parts.push_back({name, {}, {}});
    return parts.back();
}

// Differences that are not visible are left out, so that most vertices have no deltas.
glm::vec3 deltaOf(const glm::vec3& from, const glm::vec3& to, float least) {
    const glm::vec3 delta = to - from;
    return glm::length(delta) < least ? glm::vec3(0.0F) : delta;
}

void append(MeshPart& part, const Patch& patch, const std::vector<glm::vec2>& uv) {
    // Vertices that no triangle uses (poles of flat caps, seams of tips) are left out.
    std::vector<int> slot(patch.positions.size(), -1);
    for (const std::uint32_t index : patch.indices) {
        if (slot[index] < 0) {
            slot[index] = static_cast<int>(part.vertices.size());
            const FourWeights four = largestFour(patch.weights[index]);
            part.vertices.push_back(
                {patch.positions[index], patch.normals[index], uv[index], four.joints, four.weights, {}});
            for (std::size_t m = 0; m < kMorphs; ++m) {
                if (patch.morphed[m].empty()) continue;
                part.vertices.back().morphs[m] = {
                    deltaOf(patch.positions[index], patch.morphed[m][index], 2e-5F),
                    deltaOf(patch.normals[index], patch.morphed_normals[m][index], 2e-3F)};
            }
        }
        part.indices.push_back(static_cast<std::uint32_t>(slot[index]));
    }
}

PatchList sewPatches(const Skeleton& skeleton) {
    const Rig rig(skeleton);
    PatchList list;
    addBody(list, rig);
    addHands(list, rig);
    addHead(list, rig);
    addHeadgear(list, rig);
    addKit(list, rig);
    addRifle(list, rig);
    return list;
}

SoldierMesh assemble(const PatchList& list, const AtlasLayout& layout) {
    SoldierMesh mesh;
    for (std::size_t i = 0; i < list.patches.size(); ++i) {
        append(partNamed(mesh.parts, list.patches[i].part), list.patches[i], layout.uv[i]);
    }
    mesh.variants = {
        {"rifleman", {"body", "vest", "helmet", "pack", "rifle"}},
        {"medic", {"body", "vest", "helmet", "medic", "rifle"}},
        {"officer", {"body", "officer", "beret", "rifle"}}};  // last, because the last variant leads blocks
    return mesh;
}

}  // namespace

SoldierMesh buildMeshUnpainted(const Skeleton& skeleton) {
    const PatchList list = sewPatches(skeleton);
    return assemble(list, packAtlas(list.patches));
}

SoldierMesh buildMesh(const Skeleton& skeleton) {
    const PatchList list = sewPatches(skeleton);
    const AtlasLayout layout = packAtlas(list.patches);
    SoldierMesh mesh = assemble(list, layout);
    mesh.atlas = paintAtlas(list.patches, layout);
    return mesh;
}

}  // namespace phalanx::soldier

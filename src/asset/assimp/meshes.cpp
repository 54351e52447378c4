#include "asset/assimp/meshes.h"

#include <assimp/mesh.h>
#include <fmt/format.h>
#include <meshoptimizer.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>
#include <unordered_map>

#include "asset/assimp/convert.h"
#include "asset/assimp/vertex_weights.h"
#include "core/error.h"

namespace phalanx {
namespace {

// Limit before welding: a file may store a separate vertex for each corner of each triangle.
constexpr std::size_t kMaxCorners = std::size_t{8} * kMaxVertices;

struct PositionHash {
    std::size_t operator()(const glm::vec3& p) const {
        std::size_t hash = 0;
        for (int i = 0; i < 3; ++i)
            hash = (hash ^ std::bit_cast<std::uint32_t>(p[i] + 0.0F)) * 0x9E3779B97F4A7C15ULL;
        return hash ^ (hash >> 29U);
    }
};

// Computes missing normals: weighted by area, and smooth across vertices at the same position.
void makeNormals(std::vector<Vertex>& vertices, const std::vector<std::uint32_t>& indices,
                 const std::vector<bool>& missing) {
    std::unordered_map<glm::vec3, glm::dvec3, PositionHash> sums;
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        const glm::dvec3 a(vertices[indices[i]].position);
        const glm::dvec3 b(vertices[indices[i + 1]].position);
        const glm::dvec3 c(vertices[indices[i + 2]].position);
        const glm::dvec3 area = glm::cross(b - a, c - a);
        for (std::size_t k = 0; k < 3; ++k) sums[vertices[indices[i + k]].position] += area;
    }
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        if (!missing[v]) continue;
        const auto sum = sums.find(vertices[v].position);
        const double length = sum == sums.end() ? 0.0 : glm::length(sum->second);
        vertices[v].normal = length > 0.0 && std::isfinite(length) ? glm::vec3(sum->second / length)
                                                                   : glm::vec3(0.0F, 1.0F, 0.0F);
    }
}

class MeshReader {
  public:
    MeshReader(const NodeTree& tree, PaletteBuilder& palette, const std::string& file)
        : tree_(tree), palette_(palette), file_(file) {}

    // Reads and welds the vertices and indices of one part; indices start at 0.
    void read(const PartSource& part, unsigned uv_channel, std::vector<Vertex>& vertices,
              std::vector<std::uint32_t>& indices) {
        readIndices(part, indices);
        readVertices(part, uv_channel, indices, vertices);
        readWeights(part, tree_, palette_, file_, vertices, counts_);
        weld(vertices, indices);
        if (part.mesh->mNumAnimMeshes > 0) ++morphed_parts_;
        if (hasColors(*part.mesh)) ++coloured_parts_;
    }

    void report(Notes& notes) const {
        counts_.report(notes);
        if (made_normals_ > 0) {
            notes.info(fmt::format("{} without a normal; computed from the adjacent triangles",
                                   counted(made_normals_, "vertex", "vertices")));
        }
        if (morphed_parts_ > 0) {
            notes.info(fmt::format("{} with morph targets, which are not supported",
                                   counted(morphed_parts_, "part")));
        }
        if (coloured_parts_ > 0) {
            notes.warn(fmt::format("{} with vertex colours, which are not supported",
                                   counted(coloured_parts_, "part")));
        }
    }

  private:
    // Colours that are all white do not count, since some exporters always write them.
    static bool hasColors(const aiMesh& mesh) {
        const aiColor4D* colors = mesh.mColors[0];
        constexpr float kWhite = 0.99F;
        return colors != nullptr && std::any_of(colors, colors + mesh.mNumVertices, [](const aiColor4D& c) {
                   return c.r < kWhite || c.g < kWhite || c.b < kWhite;
               });
    }

    void readIndices(const PartSource& part, std::vector<std::uint32_t>& indices) const {
        const aiMesh& mesh = *part.mesh;
        indices.reserve(std::size_t{mesh.mNumFaces} * 3);
        for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
            const aiFace& face = mesh.mFaces[f];
            if (face.mNumIndices != 3) continue;
            for (unsigned k = 0; k < 3; ++k) {
                if (face.mIndices[k] >= mesh.mNumVertices) {
                    throw inputError(file_, fmt::format("a triangle of part {} uses vertex {} of only {}",
                                                        part.name, face.mIndices[k], mesh.mNumVertices));
                }
                indices.push_back(face.mIndices[k]);
            }
        }
    }

    void readVertices(const PartSource& part, unsigned uv_channel, const std::vector<std::uint32_t>& indices,
                      std::vector<Vertex>& vertices) {
        const aiMesh& mesh = *part.mesh;
        const aiVector3D* uvs = mesh.mTextureCoords[uv_channel];
        if (uvs == nullptr) uvs = mesh.mTextureCoords[0];
        vertices.resize(mesh.mNumVertices);
        std::vector<bool> missing(vertices.size(), false);
        std::size_t missing_count = 0;
        for (std::size_t v = 0; v < vertices.size(); ++v) {
            Vertex& vertex = vertices[v];
            const glm::dvec3 position = toGlm(mesh.mVertices[v]);
            if (!isFinite(position))
                throw inputError(file_, fmt::format("vertex {} of part {} is not finite", v, part.name));
            vertex.position = glm::vec3(position);
            const glm::dvec3 normal = mesh.mNormals != nullptr ? toGlm(mesh.mNormals[v]) : glm::dvec3(0.0);
            const double length = glm::length(normal);
            missing[v] = !(length > 1e-12) || !std::isfinite(length);
            if (missing[v]) ++missing_count;
            if (!missing[v]) vertex.normal = glm::vec3(normal / length);
            // In Assimp, v points upwards.
            if (uvs != nullptr && std::isfinite(uvs[v].x) && std::isfinite(uvs[v].y)) {
                vertex.uv = {uvs[v].x, 1.0F - uvs[v].y};
            }
        }
        if (missing_count > 0) makeNormals(vertices, indices, missing);
        made_normals_ += missing_count;
    }

    // Welds vertices whose bytes are all equal, joints and weights included. Keeps the order of the file and
    // removes vertices that no triangle uses.
    static void weld(std::vector<Vertex>& vertices, std::vector<std::uint32_t>& indices) {
        static_assert(sizeof(Vertex) == 56, "no padding, since its bytes are compared");
        if (vertices.empty()) return;
        std::vector<unsigned> remap(vertices.size());
        const std::size_t unique = meshopt_generateVertexRemap(
            remap.data(), nullptr, vertices.size(), vertices.data(), vertices.size(), sizeof(Vertex));
        std::vector<Vertex> welded(unique);
        meshopt_remapVertexBuffer(welded.data(), vertices.data(), vertices.size(), sizeof(Vertex),
                                  remap.data());
        std::vector<bool> used(unique, false);
        for (std::uint32_t& index : indices) {
            index = remap[index];
            used[index] = true;
        }
        std::vector<std::uint32_t> packed(unique, 0);
        std::uint32_t next = 0;
        for (std::size_t v = 0; v < unique; ++v) {
            if (!used[v]) continue;
            welded[next] = welded[v];
            packed[v] = next++;
        }
        welded.resize(next);
        for (std::uint32_t& index : indices) index = packed[index];
        vertices = std::move(welded);
    }

    const NodeTree& tree_;
    PaletteBuilder& palette_;
    const std::string& file_;
    WeightCounts counts_;
    std::size_t made_normals_ = 0;
    std::size_t morphed_parts_ = 0;
    std::size_t coloured_parts_ = 0;
};

void checkSize(const std::vector<PartSource>& sources, const std::string& file) {
    std::size_t corners = 0;
    for (const PartSource& part : sources) {
        corners += part.mesh->mNumVertices + std::size_t{part.mesh->mNumFaces};
        if (corners > kMaxCorners) {
            throw inputError(
                file, fmt::format(
                          "has more than {} vertices and triangles before welding; the limit is {} vertices",
                          kMaxCorners, kMaxVertices));
        }
    }
}

}  // namespace

MeshData readMeshes(const std::vector<PartSource>& sources, const NodeTree& tree,
                    const MaterialSet& materials, PaletteBuilder& palette, const std::string& file,
                    Notes& notes) {
    checkSize(sources, file);
    MeshData data;
    MeshReader reader(tree, palette, file);
    std::vector<std::vector<std::uint32_t>> indices(sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const unsigned from = sources[i].mesh->mMaterialIndex;
        const bool known = from < materials.material_of.size();
        std::vector<Vertex> vertices;
        reader.read(sources[i], known ? materials.uv_channel_of[from] : 0, vertices, indices[i]);
        Part part;
        part.name = sources[i].name;
        part.material = known ? materials.material_of[from] : 0;
        part.first_vertex = static_cast<std::uint32_t>(data.vertices.size());
        part.vertex_count = static_cast<std::uint32_t>(vertices.size());
        part.index_count = static_cast<std::uint32_t>(indices[i].size());
        for (std::uint32_t& index : indices[i]) index += part.first_vertex;
        data.vertices.insert(data.vertices.end(), vertices.begin(), vertices.end());
        data.parts.push_back(std::move(part));
    }
    // The indices of parts with the same material are adjacent, so that the whole model is one batch per
    // material.
    std::vector<std::size_t> order(sources.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return data.parts[a].material < data.parts[b].material;
    });
    for (const std::size_t i : order) {
        data.parts[i].first_index = static_cast<std::uint32_t>(data.indices.size());
        data.indices.insert(data.indices.end(), indices[i].begin(), indices[i].end());
    }
    reader.report(notes);
    return data;
}

}  // namespace phalanx

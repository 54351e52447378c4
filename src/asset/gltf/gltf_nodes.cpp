#include "asset/gltf/gltf_nodes.h"
#include "core/printable.h"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <span>
#include <utility>

namespace phalanx {
namespace {

// Whether the last row is (0, 0, 0, 1), as the specification demands, except for rounding.
bool isAffine(std::span<const double> columns) {
    constexpr double kRounding = 1e-4;
    for (std::size_t column = 0; column < 4; ++column) {
        if (!(std::abs(columns[column * 4 + 3] - (column == 3 ? 1.0 : 0.0)) <= kRounding)) return false;
    }
    return true;
}

glm::dmat4 localOf(const tinygltf::Node& node) {
    glm::dmat4 matrix(1.0);
    if (node.matrix.size() == 16) {
        for (int i = 0; i < 16; ++i) matrix[i / 4][i % 4] = node.matrix[static_cast<std::size_t>(i)];
        for (int column = 0; column < 4; ++column) matrix[column][3] = column == 3 ? 1.0 : 0.0;
        return matrix;
    }
    Transform local;
    const auto vectorOf = [](const std::vector<double>& v) { return glm::dvec3(v[0], v[1], v[2]); };
    if (node.translation.size() == 3) local.translation = vectorOf(node.translation);
    if (node.scale.size() == 3) local.scale = vectorOf(node.scale);
    if (node.rotation.size() == 4)
        local.rotation = glm::dquat(node.rotation[3], node.rotation[0], node.rotation[1], node.rotation[2]);
    return toMatrix(local);
}

class NodeReader {
  public:
    NodeReader(const GltfFile& file, Notes& notes) : file_(file), from_(file.model().nodes), notes_(notes) {}

    GltfNodes read() {
        const std::vector<int> parents = findParents();
        result_.node_of.assign(from_.size(), -1);
        result_.is_in_scene.assign(from_.size(), false);
        for (std::size_t n = 0; n < from_.size(); ++n) {
            if (parents[n] < 0) add(static_cast<int>(n));
        }
        for (std::size_t n = 0; n < from_.size(); ++n) {
            if (result_.node_of[n] < 0) file_.fail(fmt::format("node {} is its own ancestor", n));
        }
        markScene(parents);
        return std::move(result_);
    }

  private:
    std::vector<int> findParents() const {
        std::vector<int> parents(from_.size(), -1);
        for (std::size_t n = 0; n < from_.size(); ++n) {
            for (const int child : from_[n].children) {
                const auto index = static_cast<std::size_t>(child);
                if (child < 0 || index >= from_.size())
                    file_.fail(fmt::format("nodes[{}] is used but does not exist", child));
                if (index == n) file_.fail(fmt::format("node {} is its own child", n));
                if (parents[index] >= 0) file_.fail(fmt::format("node {} has two parents", child));
                parents[index] = static_cast<int>(n);
            }
        }
        return parents;
    }

    // Adds a root and its descendants, depth first.
    void add(int root) {
        struct Open {
            int node;
            int parent;
            int depth;
        };
        constexpr int kDeepestTree = 1000;
        std::vector<Open> open{{root, -1, 0}};
        while (!open.empty()) {
            const Open next = open.back();
            open.pop_back();
            if (next.depth > kDeepestTree)
                file_.fail(fmt::format("its nodes are nested more than {} levels deep", kDeepestTree));
            const auto index = static_cast<std::size_t>(next.node);
            const tinygltf::Node& from = from_[index];
            if (from.matrix.size() == 16 && !isAffine(from.matrix)) {
                file_.fail(fmt::format("the matrix of node {} ({}) has a last row other than (0, 0, 0, 1)",
                                       index, printable(from.name)));
            }
            result_.node_of[index] = static_cast<int>(result_.nodes.size());
            result_.file_of.push_back(next.node);
            result_.nodes.push_back({from.name, next.parent, localOf(from)});
            // The nodes that go in last are taken first.
            const std::vector<int> last_first(from.children.rbegin(), from.children.rend());
            for (const int child : last_first)
                open.push_back({child, result_.node_of[index], next.depth + 1});
        }
    }

    void markScene(const std::vector<int>& parents) {
        const std::vector<tinygltf::Scene>& scenes = file_.model().scenes;
        if (scenes.empty()) {
            notes_.info("the file has no scene; all of its nodes are used");
            result_.is_in_scene.assign(from_.size(), true);
            return;
        }
        const int chosen = file_.model().defaultScene;
        const std::size_t index = chosen < 0 ? 0 : static_cast<std::size_t>(chosen);
        if (index >= scenes.size()) file_.fail(fmt::format("scenes[{}] is used but does not exist", index));
        if (scenes.size() > 1) {
            notes_.info(fmt::format("{} scenes; number {} is drawn{}", scenes.size(), index,
                                    chosen < 0 ? "" : ", the file's default"));
        }
        std::vector<int> open;
        for (const int root : scenes[index].nodes) {
            if (root < 0 || static_cast<std::size_t>(root) >= from_.size())
                file_.fail(fmt::format("nodes[{}] is used but does not exist", root));
            if (parents[static_cast<std::size_t>(root)] >= 0)
                notes_.info(fmt::format("node {} of the scene is a child of another node", root));
            open.push_back(root);
        }
        while (!open.empty()) {
            const auto node = static_cast<std::size_t>(open.back());
            open.pop_back();
            if (result_.is_in_scene[node]) file_.fail(fmt::format("node {} is twice in the scene", node));
            result_.is_in_scene[node] = true;
            open.insert(open.end(), from_[node].children.begin(), from_[node].children.end());
        }
    }

    const GltfFile& file_;
    const std::vector<tinygltf::Node>& from_;
    Notes& notes_;
    GltfNodes result_;
};

}  // namespace

GltfNodes readNodes(const GltfFile& file, Notes& notes) {
    return NodeReader(file, notes).read();
}

std::vector<std::vector<glm::dmat4>> readSkins(const GltfFile& file, Notes& notes) {
    const tinygltf::Model& model = file.model();
    std::vector<std::vector<glm::dmat4>> result;
    for (std::size_t s = 0; s < model.skins.size(); ++s) {
        const tinygltf::Skin& skin = model.skins[s];
        std::set<int> known;
        for (const int joint : skin.joints) {
            if (joint < 0 || static_cast<std::size_t>(joint) >= model.nodes.size())
                file.fail(fmt::format("nodes[{}] is used but does not exist", joint));
            if (!known.insert(joint).second) {
                file.fail(fmt::format("skin {} has node {} ({}) twice among its joints", s, joint,
                                      printable(model.nodes[static_cast<std::size_t>(joint)].name)));
            }
        }
        std::vector<glm::dmat4>& matrices = result.emplace_back(skin.joints.size(), glm::dmat4(1.0));
        if (skin.inverseBindMatrices < 0) {
            notes.info(fmt::format("skin {} without inverse bind matrices; the identity is used", s));
            continue;
        }
        const GltfNumbers numbers = file.read(skin.inverseBindMatrices, TINYGLTF_TYPE_MAT4,
                                              fmt::format("the inverse bind matrices of skin {}", s));
        if (numbers.count < matrices.size()) {
            file.fail(fmt::format("skin {} has {} joints but {} inverse bind matrices", s, matrices.size(),
                                  numbers.count));
        }
        for (std::size_t j = 0; j < matrices.size(); ++j) {
            for (int k = 0; k < 16; ++k)
                matrices[j][k / 4][k % 4] = numbers.at(j)[static_cast<std::size_t>(k)];
            if (!isAffine(numbers.at(j))) {
                const int joint = skin.joints[j];
                file.fail(
                    fmt::format("the inverse bind matrix of joint {} of skin {} (node {}, {}) has a last "
                                "row other than (0, 0, 0, 1)",
                                j, s, joint, printable(model.nodes[static_cast<std::size_t>(joint)].name)));
            }
            for (int column = 0; column < 4; ++column) matrices[j][column][3] = column == 3 ? 1.0 : 0.0;
        }
    }
    return result;
}

}  // namespace phalanx

#include "asset/gltf/gltf_repair.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "asset/gltf/gltf_checks.h"
#include "asset/gltf/gltf_document.h"
#include "asset/gltf/gltf_pictures.h"
#include "core/error.h"

namespace phalanx {
namespace {

using nlohmann::json;

constexpr std::size_t kDeepestTree = 1000;  // Assimp's traversal is recursive

class Repair {
  public:
    Repair(GltfDocument& document, Notes& notes) : doc_(document), notes_(notes) {}

    void run(RepairedGltf& result) {
        checkGltf(doc_, notes_);
        repairPictures(doc_, notes_);
        doc_.checkAccessors();
        checkTree();
        separateSkins();
        checkSkins();
        decodeMeshes();
        checkAnimations(result.clip_ranges);
        renameNodes(result.original_names);
        if (decoded_ > 0)
            notes_.info(counted(decoded_, "accessor") +
                        " with integers, which Assimp misreads; decoded to float");
    }

  private:
    json& element(const char* name, std::size_t index) {
        doc_.at(name, index);
        return doc_.json()[name][index];
    }

    // Checks that every node is at most once in the scene, and adds joints outside the scene to it.
    void checkTree() {
        const std::size_t nodes = doc_.count("nodes");
        std::vector<bool> is_child(nodes, false);
        for (std::size_t n = 0; n < nodes; ++n) {
            for (const json& child : doc_.at("nodes", n).value("children", json::array())) {
                const auto index = child.get<std::size_t>();
                doc_.at("nodes", index);
                if (is_child[index]) doc_.fail(fmt::format("node {} has two parents", index));
                is_child[index] = true;
            }
        }
        if (doc_.count("scenes") == 0) {
            json roots = json::array();
            for (std::size_t n = 0; n < nodes; ++n) {
                if (!is_child[n]) roots.push_back(n);
            }
            doc_.json()["scenes"] = json::array({json{{"nodes", roots}}});
            doc_.json()["scene"] = 0;
            doc_.markChanged();
            notes_.info("the file has no scene; all of its nodes are used");
        }
        json& scene = element("scenes", doc_.json().value("scene", std::size_t{0}));
        reached_.assign(nodes, false);
        for (const json& root : scene.value("nodes", json::array())) walk(root.get<std::size_t>());
        std::vector<std::size_t> parent_of(nodes, nodes);
        for (std::size_t n = 0; n < nodes; ++n) {
            for (const json& child : doc_.at("nodes", n).value("children", json::array()))
                parent_of[child.get<std::size_t>()] = n;
        }
        for (std::size_t s = 0; s < doc_.count("skins"); ++s) {
            for (const json& joint : doc_.at("skins", s).at("joints")) {
                auto node = joint.get<std::size_t>();
                doc_.at("nodes", node);
                if (reached_[node]) continue;
                for (std::size_t steps = 0; parent_of[node] < nodes && steps < nodes; ++steps)
                    node = parent_of[node];
                walk(node);
                scene["nodes"].push_back(node);
                doc_.markChanged();
                notes_.info("joints are outside the scene; added to it");
            }
        }
    }

    void walk(std::size_t root) {
        std::vector<std::pair<std::size_t, std::size_t>> open{{root, 0}};
        while (!open.empty()) {
            const auto [node, depth] = open.back();
            open.pop_back();
            doc_.at("nodes", node);
            if (reached_[node])
                doc_.fail(fmt::format("node {} is its own ancestor or twice in the scene", node));
            if (depth > kDeepestTree)
                doc_.fail(fmt::format("its nodes are nested more than {} levels deep", kDeepestTree));
            reached_[node] = true;
            for (const json& child : doc_.at("nodes", node).value("children", json::array())) {
                open.emplace_back(child.get<std::size_t>(), depth + 1);
            }
        }
    }

    // Assimp stores bones with the mesh, so a mesh that is used with several skins, or with and without a
    // skin, needs a copy for each.
    void separateSkins() {
        constexpr long kNoSkin = -1;
        std::map<std::pair<std::size_t, long>, std::size_t> copies;
        std::set<std::size_t> taken;
        for (std::size_t n = 0; n < doc_.count("nodes"); ++n) {
            const json& node = doc_.at("nodes", n);
            if (!node.contains("mesh")) continue;
            const auto mesh = node.at("mesh").get<std::size_t>();
            const auto key = std::pair(mesh, node.value("skin", kNoSkin));
            const auto [entry, fresh] = copies.try_emplace(key, mesh);
            if (fresh && !taken.insert(mesh).second) {
                const json copy = doc_.at("meshes", mesh);
                entry->second = doc_.count("meshes");
                doc_.json()["meshes"].push_back(copy);
                doc_.markChanged();
            }
            if (entry->second != mesh) element("nodes", n)["mesh"] = entry->second;
        }
    }

    void checkSkins() {
        for (std::size_t s = 0; s < doc_.count("skins"); ++s) {
            json& skin = element("skins", s);
            const std::size_t joints = skin.at("joints").size();
            std::set<std::string> names;
            std::set<std::size_t> nodes;
            for (const json& joint : skin.at("joints")) {
                const auto node = joint.get<std::size_t>();
                const std::string name = doc_.at("nodes", node).value("name", "");
                if (!nodes.insert(node).second)
                    doc_.fail(fmt::format("skin {} has node {} ({}) twice among its joints", s, node, name));
                if (!name.empty() && !names.insert(name).second) {
                    doc_.fail(
                        fmt::format("skin {} has two joints called \"{}\"; rename one of them", s, name));
                }
            }
            if (!skin.contains("inverseBindMatrices")) {
                std::vector<float> identities;
                for (std::size_t j = 0; j < joints; ++j) {
                    for (int k = 0; k < 16; ++k) identities.push_back(k % 5 == 0 ? 1.0F : 0.0F);
                }
                skin["inverseBindMatrices"] = appendAccessor(identities, "MAT4", joints);
                notes_.info(
                    "a skin without inverse bind matrices; replaced by the identity, as glTF defines");
                continue;
            }
            const json& matrices = doc_.at("accessors", skin.at("inverseBindMatrices").get<std::size_t>());
            if (matrices.at("type") != "MAT4" || matrices.at("componentType") != gltf::kFloat ||
                matrices.at("count").get<std::size_t>() < joints) {
                doc_.fail(fmt::format("skin {} has {} joints but fewer inverse bind matrices", s, joints));
            }
        }
        for (std::size_t n = 0; n < doc_.count("nodes"); ++n) {
            const json& node = doc_.at("nodes", n);
            if (!node.contains("skin") || !node.contains("mesh")) continue;
            const std::size_t joints =
                doc_.at("skins", node.at("skin").get<std::size_t>()).at("joints").size();
            for (const json& primitive :
                 doc_.at("meshes", node.at("mesh").get<std::size_t>()).at("primitives")) {
                for (int set = 0; set < 8; ++set) checkJoints(primitive, set, joints);
            }
        }
    }

    void checkJoints(const json& primitive, int set, std::size_t joints) {
        const json& attributes = primitive.at("attributes");
        const auto indices_at = attributes.find(fmt::format("JOINTS_{}", set));
        const auto weights_at = attributes.find(fmt::format("WEIGHTS_{}", set));
        if (indices_at == attributes.end() || weights_at == attributes.end() || isDraco(primitive)) return;
        const auto indices = doc_.read(indices_at->get<std::size_t>());
        const auto weights = doc_.read(weights_at->get<std::size_t>());
        if (indices.component_type != gltf::kUnsignedByte && indices.component_type != gltf::kUnsignedShort) {
            doc_.fail("joint indices are neither unsigned bytes nor unsigned shorts");
        }
        if (indices.values.size() != weights.values.size()) {
            doc_.fail(fmt::format("a mesh has {} joint indices but {} weights", indices.values.size(),
                                  weights.values.size()));
        }
        std::size_t negative = 0;
        for (std::size_t i = 0; i < indices.values.size(); ++i) {
            if (!std::isfinite(weights.values[i]))
                doc_.fail(fmt::format("vertex {} has a weight that is not a number", i / 4));
            if (weights.values[i] < 0.0) ++negative;
            if (weights.values[i] != 0.0 && indices.values[i] >= static_cast<double>(joints)) {
                doc_.fail(fmt::format("a vertex uses joint {} of a skin with {} joints", indices.values[i],
                                      joints));
            }
        }
        if (negative > 0) notes_.warn(counted(negative, "weight") + " below 0; left out");
    }

    static bool isDraco(const json& primitive) {
        return primitive.contains("extensions") &&
               primitive.at("extensions").contains("KHR_draco_mesh_compression");
    }

    void decodeMeshes() {
        for (std::size_t m = 0; m < doc_.count("meshes"); ++m) {
            const std::size_t primitives = doc_.at("meshes", m).at("primitives").size();
            for (std::size_t p = 0; p < primitives; ++p) {
                const json primitive = doc_.at("meshes", m).at("primitives")[p];
                if (isDraco(primitive)) continue;
                const json& attributes = primitive.at("attributes");
                if (!attributes.contains("POSITION")) continue;
                const std::size_t vertices = countOf(attributes.at("POSITION"));
                for (const auto& [name, index] : attributes.items()) {
                    if (countOf(index) != vertices) {
                        doc_.fail(fmt::format("mesh {} has {} positions and {} of {}", m, vertices,
                                              countOf(index), name));
                    }
                    const bool decodes = name == "POSITION" || name == "NORMAL" || name == "TANGENT" ||
                                         name.starts_with("TEXCOORD_") || name.starts_with("WEIGHTS_");
                    if (!decodes) continue;
                    const std::size_t as_float = decoded(index.get<std::size_t>());
                    if (as_float != index)
                        element("meshes", m)["primitives"][p]["attributes"][name] = as_float;
                }
            }
        }
    }

    std::size_t countOf(const json& accessor) const {
        return doc_.at("accessors", accessor.get<std::size_t>()).at("count").get<std::size_t>();
    }

    // Returns the accessor itself if it has floats, else a copy converted to floats.
    std::size_t decoded(std::size_t index) {
        if (doc_.at("accessors", index).at("componentType") == gltf::kFloat) return index;
        const auto [entry, fresh] = decoded_as_.try_emplace(index, 0);
        if (!fresh) return entry->second;
        const auto accessor = doc_.read(index);
        const std::vector<float> floats(accessor.values.begin(), accessor.values.end());
        const auto type = doc_.at("accessors", index).at("type").get<std::string>();
        entry->second = appendAccessor(floats, type, accessor.count);
        ++decoded_;
        return entry->second;
    }

    std::size_t appendAccessor(const std::vector<float>& floats, const std::string& type,
                               std::size_t elements) {
        const std::size_t view = doc_.appendFloats(floats);
        doc_.json()["accessors"].push_back(
            {{"bufferView", view}, {"componentType", gltf::kFloat}, {"count", elements}, {"type", type}});
        return doc_.count("accessors") - 1;
    }

    void checkAnimations(std::map<unsigned, TimeRange>& ranges) {
        std::map<std::string, std::size_t> interpolations;
        for (std::size_t a = 0; a < doc_.count("animations"); ++a) {
            json& animation = element("animations", a);
            dropAimless(animation);
            std::set<std::size_t> morphing;
            std::set<std::size_t> moving;
            for (const json& channel : animation.value("channels", json::array())) {
                const bool morphs = channel.at("target").at("path") == "weights";
                (morphs ? morphing : moving).insert(channel.at("sampler").get<std::size_t>());
            }
            const std::size_t samplers = animation.value("samplers", json::array()).size();
            for (const std::set<std::size_t>* set : {&morphing, &moving}) {
                if (!set->empty() && *set->rbegin() >= samplers)
                    doc_.fail(fmt::format("animation {} uses a sampler that does not exist", a));
            }
            for (const std::size_t s : moving) {
                const json sampler = animation.at("samplers")[s];
                const std::string interpolation = sampler.value("interpolation", "LINEAR");
                if (interpolation != "LINEAR") ++interpolations[interpolation];
                const std::size_t keys = countOf(sampler.at("input"));
                const std::size_t wanted = interpolation == "CUBICSPLINE" ? keys * 3 : keys;
                if (countOf(sampler.at("output")) < wanted) {
                    doc_.fail(fmt::format("animation {} has {} key times but {} values in sampler {}", a,
                                          keys, countOf(sampler.at("output")), s));
                }
                const std::size_t output = decoded(sampler.at("output").get<std::size_t>());
                if (output != sampler.at("output"))
                    element("animations", a)["samplers"][s]["output"] = output;
                extend(ranges, static_cast<unsigned>(a), sampler.at("input").get<std::size_t>());
            }
        }
        for (const auto& [name, samplers] : interpolations) {
            notes_.info(fmt::format("{} with {} interpolation; played linearly between their keys",
                                    counted(samplers, "track"), name));
        }
    }

    void dropAimless(json& animation) {
        if (!animation.contains("channels")) return;
        json kept = json::array();
        static const std::set<std::string> known{"translation", "rotation", "scale", "weights"};
        for (const json& channel : animation.at("channels")) {
            const json& target = channel.at("target");
            if (!target.contains("node") || !known.contains(target.value("path", ""))) continue;
            doc_.at("nodes", target.at("node").get<std::size_t>());
            kept.push_back(channel);
        }
        if (kept.size() == animation.at("channels").size()) return;
        notes_.info("channels without a node; left out");
        animation["channels"] = kept;
        doc_.markChanged();
    }

    void extend(std::map<unsigned, TimeRange>& ranges, unsigned animation, std::size_t input) {
        auto [times, fresh] = times_.try_emplace(input);
        if (fresh) {
            const auto accessor = doc_.read(input);
            if (accessor.component_type != gltf::kFloat || accessor.components != 1 ||
                accessor.values.empty()) {
                doc_.fail(fmt::format("accessor {} does not have key times", input));
            }
            const auto [first, last] = std::minmax_element(accessor.values.begin(), accessor.values.end());
            times->second = {*first, *last};
        }
        const auto [range, first_track] = ranges.try_emplace(animation, times->second);
        if (first_track) return;
        range->second.first_s = std::min(range->second.first_s, times->second.first_s);
        range->second.last_s = std::max(range->second.last_s, times->second.last_s);
    }

    void renameNodes(std::map<std::string, std::string>& originals) {
        std::map<std::string, std::size_t> seen;
        std::size_t renamed = 0;
        for (std::size_t n = 0; n < doc_.count("nodes"); ++n) {
            const std::string name = doc_.at("nodes", n).value("name", "");
            if (name.empty() || ++seen[name] == 1) continue;
            const std::string unique = fmt::format("{}\x1f{}", name, seen[name]);
            element("nodes", n)["name"] = unique;
            originals[unique] = name;
            ++renamed;
        }
        if (renamed == 0) return;
        doc_.markChanged();
        notes_.info(counted(renamed, "node") + " with a duplicate name; made unique by a number");
    }

    GltfDocument& doc_;
    Notes& notes_;
    std::vector<bool> reached_;
    std::map<std::size_t, std::size_t> decoded_as_;
    std::map<std::size_t, TimeRange> times_;
    std::size_t decoded_ = 0;
};

}  // namespace

RepairedGltf repairGltf(const std::filesystem::path& path, std::span<const std::uint8_t> content,
                        std::size_t max_file_bytes, Notes& notes) {
    RepairedGltf result;
    result.version = 1;
    constexpr std::size_t kVersionAt = 4;
    const bool binary = content.size() >= 12 && std::equal(content.begin(), content.begin() + 4, "glTF");
    if (binary && content[kVersionAt] == 1) {
        result.content.assign(content.begin(), content.end());
        return result;
    }
    GltfDocument document(path, content, max_file_bytes);
    if (document.hadByteOrderMark()) notes.info("a byte order mark before the JSON; skipped");
    for (const std::filesystem::path& file : document.sideFiles()) notes.sideFile(file);
    try {
        if (!checkGltfVersion(document, notes)) {
            result.content.assign(content.begin(), content.end());
            return result;
        }
        result.version = 2;
        Repair(document, notes).run(result);
    } catch (const json::exception& e) {
        std::string reason = e.what();
        reason = reason.substr(reason.find("] ") == std::string::npos ? 0 : reason.find("] ") + 2);
        document.fail(reason.substr(0, 160));
    } catch (const std::range_error& e) {
        document.fail(e.what());
    }
    result.content = document.serialize();
    return result;
}

}  // namespace phalanx

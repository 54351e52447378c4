// `phalanx info`: the contents of a model file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "anim/body/body_parts.h"
#include "anim/feet/legs.h"
#include "anim/pose/part_triangles.h"
#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "asset/equipment/equipment.h"
#include "asset/steps/ground.h"
#include "core/file.h"
#include "core/printable.h"
#include "render/lod/simplify_mesh.h"

namespace phalanx {
namespace {

struct Size {
    glm::dvec3 min{0.0};
    glm::dvec3 max{0.0};

    glm::dvec3 extent() const { return max - min; }
};

// Size of the rest pose, metres.
Size restSize(const Model& model) {
    const std::vector<SkinnedVertex> skinned = skin(model, restPose(model));
    Size size{skinned.front().position, skinned.front().position};
    for (const SkinnedVertex& vertex : skinned) {
        size.min = glm::min(size.min, vertex.position);
        size.max = glm::max(size.max, vertex.position);
    }
    return size;
}

std::size_t keysOf(const Clip& clip) {
    std::size_t keys = 0;
    eachTrackOf(clip, [&](const auto& track) { keys += track.keys.size(); });
    return keys;
}

// The parts that at least one of the morph targets deforms, in the order of the model.
std::vector<std::string> morphedParts(const Model& model, std::span<const MorphTarget> targets) {
    std::vector<std::string> names;
    for (const Part& part : model.parts) {
        const auto is_of_part = [&](const MorphTarget& target) {
            const auto delta =
                std::ranges::lower_bound(target.deltas, part.first_vertex, {}, &MorphDelta::vertex);
            return delta != target.deltas.end() && delta->vertex < part.first_vertex + part.vertex_count;
        };
        if (std::ranges::any_of(targets, is_of_part)) names.push_back(part.name);
    }
    return names;
}

// The clips with a track for that target, or for any if it is -1.
std::vector<std::string> morphingClips(const Model& model, int target) {
    std::vector<std::string> names;
    for (const Clip& clip : model.clips) {
        const auto is_meant = [&](const MorphTrack& track) { return target < 0 || track.target == target; };
        if (std::ranges::any_of(clip.morph_tracks, is_meant)) names.push_back(clip.name);
    }
    return names;
}

std::string morphsText(const Model& model) {
    if (model.morph_targets.empty()) return "morph targets: none\n";
    const std::vector<std::string> clips = morphingClips(model, -1);
    return fmt::format(
        "morph targets: {} on {}; {}\n", model.morph_targets.size(),
        fmt::join(morphedParts(model, model.morph_targets), ", "),
        clips.empty() ? "no clip moves them" : fmt::format("moved by {}", fmt::join(clips, ", ")));
}

// Names of ankles.
std::vector<std::string> legNames(const Model& model) {
    std::vector<std::string> names;
    for (const int ankle : anklesOf(model))
        names.push_back(printable(model.nodes[static_cast<std::size_t>(ankle)].name));
    return names;
}

std::string legsText(const Model& model) {
    const std::vector<std::string> names = legNames(model);
    if (names.empty()) return "legs: none found by the joints' names; --legs names ankles\n";
    return fmt::format("legs: ankles {}\n", fmt::join(names, ", "));
}

// "body: Upper body (Spine, Chest, UpperChest), Head (Neck); held: Weapon".
std::string bodyText(const Model& model) {
    const BodyParts body = bodyParts(model);
    if (body.masks.empty()) return "body: none found by the joints' names\n";
    std::vector<std::string> masks;
    for (const NamedMask& named : body.masks) {
        std::vector<std::string> joints;
        for (const auto& [joint, weight] : *named.mask) joints.push_back(joint);
        masks.push_back(fmt::format("{} ({})", named.name, fmt::join(joints, ", ")));
    }
    std::string text = fmt::format("body: {}", fmt::join(masks, ", "));
    for (const PoseReparent& held : body.held) text += fmt::format("; held: {}", held.joint);
    return text + "\n";
}

nlohmann::json bodyJson(const Model& model) {
    nlohmann::json json = nlohmann::json::object();
    for (const NamedMask& named : bodyParts(model).masks) json[named.name] = *named.mask;
    return json;
}

nlohmann::json morphsJson(const Model& model) {
    nlohmann::json list = nlohmann::json::array();
    for (std::size_t t = 0; t < model.morph_targets.size(); ++t) {
        const MorphTarget& target = model.morph_targets[t];
        list.push_back({{"name", target.name},
                        {"node", model.nodes[static_cast<std::size_t>(target.node)].name},
                        {"rest_weight", target.rest_weight},
                        {"vertices", target.deltas.size()},
                        {"parts", morphedParts(model, std::span(&target, 1))},
                        {"clips", morphingClips(model, static_cast<int>(t))}});
    }
    return list;
}

// Width in characters, approximately: the number of UTF-8 sequences.
std::size_t widthOf(const std::string& text) {
    std::size_t width = 0;
    for (const char c : text) width += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1U : 0U;
    return width;
}

template <typename Items>
std::size_t longestName(const Items& items, std::size_t least) {
    std::size_t longest = least;
    for (const auto& item : items) longest = std::max(longest, widthOf(item.name));
    return longest;
}

std::string padded(const std::string& text, std::size_t width) {
    return text + std::string(width - std::min(width, widthOf(text)), ' ');
}

std::string partsText(const Model& model) {
    const std::size_t width = longestName(model.parts, 4);
    std::string text = fmt::format("\n{}  vertices  triangles  material\n", padded("part", width));
    for (const Part& part : model.parts) {
        text += fmt::format("{}  {:8}  {:9}  {}\n", padded(part.name, width), part.vertex_count,
                            part.index_count / 3, model.materials[part.material].name);
    }
    return text;
}

std::string variantsText(const Model& model) {
    if (model.variants.size() < 2) return "";
    const std::size_t width = longestName(model.variants, 7);
    std::string text = fmt::format("\n{}  triangles  draw calls\n", padded("variant", width));
    for (const Variant& variant : model.variants) {
        std::size_t indices = 0;
        for (const Batch& batch : variant.batches) indices += batch.index_count;
        text += fmt::format("{}  {:9}  {:10}\n", padded(variant.name, width), indices / 3,
                            variant.batches.size());
    }
    return text;
}

// The groups of which `run`, `shot` and `bench` show one choice per unit; the variants of a file are listed
// as such.
std::vector<PartGroup> groupsIn(const Model& model) {
    return equipmentOfFile(model).groups.empty() ? findAlternatives(model) : std::vector<PartGroup>{};
}

std::vector<std::string> choiceNames(const PartGroup& group) {
    std::vector<std::string> names;
    for (const PartChoice& choice : group.choices) names.push_back(choice.name);
    return names;
}

std::string groupsText(const std::vector<PartGroup>& groups) {
    if (groups.empty()) return "";
    const std::size_t width = longestName(groups, 5);
    std::string text = fmt::format("\n{}  parts of which a unit shows one\n", padded("group", width));
    for (const PartGroup& group : groups)
        text += fmt::format("{}  {}\n", padded(group.name, width), fmt::join(choiceNames(group), ", "));
    return text;
}

std::string clipListText(const Model& model) {
    if (model.clips.empty()) return "\nno clips: it is drawn at rest\n";
    const std::size_t width = longestName(model.clips, 4);
    std::string text = fmt::format("\n   #  {}  seconds    keys  loops  stride m/s\n", padded("clip", width));
    for (std::size_t i = 0; i < model.clips.size(); ++i) {
        const Clip& clip = model.clips[i];
        text += fmt::format("{:4}  {}  {:7.3f}  {:6}  {:5}  {:>10}\n", i, padded(clip.name, width),
                            clip.duration_s, keysOf(clip), clip.loops ? "yes" : "no",
                            clip.stride_speed != 0.0 ? fmt::format("{:.2f}", clip.stride_speed) : "-");
    }
    return text;
}

std::string lodsText(const Model& model, const std::vector<MeshLod>& lods) {
    if (lods.empty()) return "\nLODs: none, the mesh cannot be simplified further\n";
    std::string text = "\n  LOD  99 % of points within mm  the farthest mm  joints per vertex  triangles";
    if (model.variants.size() > 1) text += " of each variant";
    text += "\n";
    for (std::size_t i = 0; i < lods.size(); ++i) {
        text += fmt::format("{:5}  {:22.1f}  {:15.1f}  {:17} ", i + 1, lods[i].error_m * 1000.0,
                            lods[i].max_error_m * 1000.0, lods[i].weights);
        for (std::size_t v = 0; v < model.variants.size(); ++v)
            text += fmt::format(" {}", lods[i].triangles(static_cast<int>(v)));
        if (!model.morph_targets.empty() && !lods[i].morphs) text += "  no morph targets";
        text += "\n";
    }
    return text;
}

nlohmann::json lodsJson(const std::vector<MeshLod>& lods) {
    nlohmann::json list = nlohmann::json::array();
    for (const MeshLod& lod : lods) {
        nlohmann::json triangles = nlohmann::json::array();
        for (std::size_t v = 0; v < lod.variants.size(); ++v)
            triangles.push_back(lod.triangles(static_cast<int>(v)));
        list.push_back({{"error_mm", lod.error_m * 1000.0},
                        {"max_error_mm", lod.max_error_m * 1000.0},
                        {"weights", lod.weights},
                        {"morph_targets", lod.morphs},
                        {"triangles", triangles}});
    }
    return list;
}

std::string texturesText(const Model& model) {
    if (model.images.empty()) return "\nno textures\n";
    const std::size_t width = longestName(model.images, 7);
    std::string text = fmt::format("\n{}  size\n", padded("texture", width));
    for (const Image& image : model.images) {
        text += fmt::format("{}  {} x {}\n", padded(image.name, width), image.width, image.height);
    }
    return text;
}

std::string notesText(const Model& model) {
    if (model.notes.empty()) return "";
    std::string text = "\nimport notes\n";
    for (const Note& note : model.notes)
        text += fmt::format("  {}{}\n", note.warning ? "warning: " : "", note.text);
    return text;
}

std::string infoText(const Model& model, const Size& size, const Ground& ground, const ImportCost& cost,
                     const std::vector<MeshLod>& lods) {
    const glm::dvec3 metres = size.extent();
    const glm::dvec3 units = metres / model.metres_per_unit;
    std::string text =
        fmt::format("{}: {} parts, {} vertices, {} triangles, {} materials, {} nodes, {} joints, {} clips\n",
                    printable(model.source_path, kMostPathBytes), model.parts.size(), model.vertices.size(),
                    trianglesOf(model.parts), model.materials.size(), model.nodes.size(),
                    model.palette.size(), model.clips.size());
    text += fmt::format(
        "stands {:.3f} m tall; at rest {:.3f} x {:.3f} x {:.3f} m, {:.4g} x {:.4g} x {:.4g} of the file's "
        "units of {:.6g} m\n",
        model.height_m, metres.x, metres.y, metres.z, units.x, units.y, units.z, model.metres_per_unit);
    text += fmt::format("ground: {}\n", textOf(ground));
    text += importText(cost) + "\n" + bodyText(model) + legsText(model) + morphsText(model);
    return text + partsText(model) + variantsText(model) + groupsText(groupsIn(model)) +
           lodsText(model, lods) + clipListText(model) + texturesText(model) + notesText(model);
}

nlohmann::json infoJson(const Model& model, const Size& size, const Ground& ground, const ImportCost& cost,
                        const std::vector<MeshLod>& lods) {
    using nlohmann::json;
    const glm::dvec3 metres = size.extent();
    json parts = json::array();
    for (const Part& part : model.parts) {
        parts.push_back({{"name", part.name},
                         {"material", model.materials[part.material].name},
                         {"vertices", part.vertex_count},
                         {"triangles", part.index_count / 3}});
    }
    json variants = json::array();
    for (const Variant& variant : model.variants) {
        variants.push_back({{"name", variant.name}, {"draw_calls", variant.batches.size()}});
    }
    json groups = json::array();
    for (const PartGroup& group : groupsIn(model))
        groups.push_back({{"name", group.name}, {"choices", choiceNames(group)}});
    json clips = json::array();
    for (const Clip& clip : model.clips) {
        clips.push_back({{"name", clip.name},
                         {"seconds", clip.duration_s},
                         {"keys", keysOf(clip)},
                         {"loops", clip.loops},
                         {"closing_s", clip.closing_s},
                         {"stride_m_per_s", clip.stride_speed}});
    }
    json textures = json::array();
    for (const Image& image : model.images) {
        textures.push_back({{"name", image.name}, {"width", image.width}, {"height", image.height}});
    }
    json notes = json::array();
    for (const Note& note : model.notes) notes.push_back({{"text", note.text}, {"warning", note.warning}});
    return {{"file", model.source_path},
            {"vertices", model.vertices.size()},
            {"triangles", trianglesOf(model.parts)},
            {"nodes", model.nodes.size()},
            {"joints", model.palette.size()},
            {"materials", model.materials.size()},
            {"height_m", model.height_m},
            {"metres_per_unit", model.metres_per_unit},
            {"ground", {{"text", textOf(ground)}, {"y_m", ground.y_m}, {"lift_m", ground.lift_m}}},
            {"import",
             {{"ms", cost.wall_ms},
              {"peak_memory_bytes", cost.peak_memory_bytes},
              {"in_own_process", cost.isolated}}},
            {"rest_size_m", {metres.x, metres.y, metres.z}},
            {"parts", parts},
            {"variants", variants},
            {"part_groups", groups},
            {"levels", lodsJson(lods)},
            {"clips", clips},
            {"body", bodyJson(model)},
            {"legs", legNames(model)},
            {"morph_targets", morphsJson(model)},
            {"textures", textures},
            {"notes", notes}};
}

}  // namespace

void declareOptions(OptionSet& set, InfoOptions& options) {
    set.models(options.settings.army, options.import, 1);
    declareJson(set, options, "Writes the result to a file; -: stdout.");
}

void finishOptions(const OptionSet& /*set*/, InfoOptions& options) {
    takeOneModel(options);
    checkOutputs(inputFiles(options.settings.army), {options.json});
}

ExitCode run(const InfoOptions& options) {
    requireWritable(options.json);
    const ImportedModel imported = importFile(options.settings.army.files.front(), options.army());
    const Model& model = imported.model;
    checkSideFiles(model, {options.json});
    const Size size = restSize(model);
    const Ground ground = findGround(model);
    const std::vector<MeshLod> lods = simplifyMesh(model, packMesh(model)).lods;
    if (options.json != "-") printResult(infoText(model, size, ground, imported.cost, lods));
    writeJson(options.json, infoJson(model, size, ground, imported.cost, lods));
    return ExitCode::kOk;
}

}  // namespace phalanx

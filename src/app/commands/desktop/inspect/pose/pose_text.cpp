#include "app/commands/desktop/inspect/pose/pose_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

#include "anim/pose/pose.h"

namespace phalanx {
namespace {

// A valid name in OBJ: one word of printable characters.
std::string wordOf(const std::string& name) {
    std::string word = name.empty() ? "unnamed" : name;
    for (char& c : word) {
        if (static_cast<unsigned char>(c) <= ' ') c = '_';
    }
    return word;
}

}  // namespace

std::string objText(const Model& model, const std::vector<SkinnedVertex>& vertices,
                    const std::string& title) {
    fmt::memory_buffer out;
    const auto to = std::back_inserter(out);
    fmt::format_to(to, "# {}\n", title);
    const glm::dmat4 file_from_model = glm::inverse(modelFromFile(model));
    const glm::dmat3 turn = glm::dmat3(file_from_model) * model.metres_per_unit;  // without the scale
    // Enough digits to read back the same float.
    constexpr int kDigits = std::numeric_limits<float>::max_digits10;
    for (const SkinnedVertex& vertex : vertices) {
        const glm::dvec3 p(file_from_model * glm::dvec4(vertex.position, 1.0));
        fmt::format_to(to, "v {:.{}g} {:.{}g} {:.{}g}\n", p.x, kDigits, p.y, kDigits, p.z, kDigits);
    }
    // In OBJ, v points upwards.
    for (const Vertex& vertex : model.vertices)
        fmt::format_to(to, "vt {:.7g} {:.7g}\n", vertex.uv.x, 1.0 - static_cast<double>(vertex.uv.y));
    for (const SkinnedVertex& vertex : vertices) {
        const glm::dvec3 n = turn * vertex.normal;
        fmt::format_to(to, "vn {:.7g} {:.7g} {:.7g}\n", n.x, n.y, n.z);
    }
    for (const Part& part : model.parts) {
        fmt::format_to(to, "g {}\nusemtl {}\n", wordOf(part.name),
                       wordOf(model.materials[part.material].name));
        for (std::uint32_t i = part.first_index; i + 2 < part.first_index + part.index_count; i += 3) {
            const std::uint32_t a = model.indices[i] + 1;
            const std::uint32_t b = model.indices[i + 1] + 1;
            const std::uint32_t c = model.indices[i + 2] + 1;
            fmt::format_to(to, "f {0}/{0}/{0} {1}/{1}/{1} {2}/{2}/{2}\n", a, b, c);
        }
    }
    return fmt::to_string(out);
}

std::string jointsText(const Model& model, std::span<const std::optional<glm::dmat4>> file_from_node) {
    using Json = nlohmann::ordered_json;
    std::string out = "[";
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const std::size_t node =
            model.numbered_nodes.empty() ? i : static_cast<std::size_t>(model.numbered_nodes[i]);
        if (!file_from_node[node]) continue;
        Json joint = Json::object();
        joint["name"] = model.nodes[node].name;
        Json& matrix = joint["matrix"] = Json::array();
        for (int column = 0; column < 4; ++column) {
            for (int row = 0; row < 4; ++row) matrix.push_back((*file_from_node[node])[column][row]);
        }
        out +=
            (out.size() == 1 ? "\n  " : ",\n  ") + joint.dump(-1, ' ', false, Json::error_handler_t::replace);
    }
    return out + "\n]\n";
}

namespace {

constexpr double kNear_m = 0.001;  // CCD and FABRIK count as arrived

std::string mixText(const Model& model, const ClipMix& mix) {
    std::string text;
    for (const WeightedClip& each : mix) {
        text += fmt::format("{}{:.12g} of {} at {:.12g} s", text.empty() ? "" : ", ", each.weight,
                            model.clips[static_cast<std::size_t>(each.clip)].name, each.time_s);
    }
    return text;
}

const std::string& jointName(const Model& model, int node) {
    return model.nodes[static_cast<std::size_t>(node)].name;
}

}  // namespace

std::string spaceStatements(const Model& model, const LayeredPose& form, const ResolvedPose& resolved) {
    std::string text;
    const auto mix = [&](const std::string& path, const LayerSource& source, const ClipMix& clips) {
        if (source.point)
            text += fmt::format("{}: {}: {}\n", path, source.point->space, mixText(model, clips));
    };
    if (form.base) mix("base", *form.base, resolved.base);
    for (std::size_t i = 0; i < form.layers.size(); ++i)
        mix(fmt::format("layers[{}]", i), form.layers[i].source, resolved.layers[i].clips);
    for (std::size_t i = 0; i < form.additive.size(); ++i)
        mix(fmt::format("additive[{}]", i), form.additive[i].source, resolved.additive[i].clips);
    return text;
}

std::string poseStatements(const Model& model, const LayeredPose& form, const ResolvedPose& resolved,
                           const EvaluatedPose& pose) {
    std::string text = spaceStatements(model, form, resolved);
    for (std::size_t i = 0; i < pose.aims.size(); ++i) {
        const SolverReport& report = pose.aims[i];
        const ResolvedAim& aim = resolved.aims[i];
        text += fmt::format("aim[{}]: the target of {} is {:.2f} degrees sideways and {:.2f} up", i,
                            jointName(model, report.joint), glm::degrees(report.sideways_rad),
                            glm::degrees(report.up_rad));
        if (report.limited) {
            text += fmt::format("; limits bind: {:g} degrees sideways, {:g} up and down",
                                glm::degrees(aim.most_sideways_rad), glm::degrees(aim.most_up_down_rad));
        }
        constexpr double kMissed_deg = 0.01;
        if (glm::degrees(report.error) > kMissed_deg)
            text += fmt::format("; too near: missed by {:.2f} degrees", glm::degrees(report.error));
        text += "\n";
    }
    for (std::size_t i = 0; i < pose.iks.size(); ++i) {
        const SolverReport& report = pose.iks[i];
        const double missed_m = report.error * model.metres_per_unit;
        // Two-bone IK is exact.
        const ResolvedIk& ik = resolved.iks[i];
        const bool misses = ik.solver != IkSolver::kTwoBone && !report.limited && missed_m > kNear_m;
        text += fmt::format("ik[{}]: {} {}", i, jointName(model, report.joint),
                            report.limited ? "cannot reach its target"
                            : misses       ? "does not reach its target"
                                           : "reaches its target");
        if (ik.weight != 1.0) text += fmt::format(" with weight 1; its weight is {:.6g}", ik.weight);
        if (report.limited || misses) text += fmt::format(": it stays {:.3g} m away", missed_m);
        if (misses) text += fmt::format(" after {} rounds of {}", ik.rounds, nameOf(ik.solver));
        text += "\n";
    }
    return text;
}

}  // namespace phalanx

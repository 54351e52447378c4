// Tests of `verify` itself: it must fail for a shader or a bake with one wrong line.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/verify/verify_checks.h"
#include "core/file.h"
#include "gl/gl_fixture.h"
#include "gl/output_folder.h"
#include "gl/skinning_reference.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

struct Edit {
    const char* from;
    const char* to;
};

struct Mutant {
    const char* name;
    const char* file;  // relative to shaders/
    std::vector<Edit> edits;
    const char* technique = "texture";  // the first technique that must show it
};

// The text of the current shaders. A mutant whose text no longer occurs fails and must be rewritten.
const std::vector<Mutant> kMutants{
    {"swapped_rows",
     "include/pose_texture.glsl",
     {{"entryTexel(place, 1), entryTexel(place, 2)", "entryTexel(place, 2), entryTexel(place, 1)"}}},
    {"a_frame_off_by_one", "include/unit_shown.glsl", {{"m.frame += clip.x;", "m.frame += clip.x + 1u;"}}},
    {"another_frame_after", "include/clip_lookup.glsl", {{"before + ENTRIES_PER_FRAME", "before"}}},
    {"frames_not_blended",
     "include/unit_shown.glsl",
     {{"m.frame += clip.x;", "m.frame += clip.x; m.within = 0.0;"}}},
    {"clips_not_blended",
     "include/unit_shown.glsl",
     {{"float weight = state.weight;", "float weight = 0.0;"}}},
    {"clips_swapped",
     "include/unit_shown.glsl",
     {{"float weight = state.weight;", "float weight = 1.0 - state.weight;"}}},
    {"joint_0_skipped",
     "include/joints_texture.glsl",
     {{"(share * weights.x)", "(joints.x == 0u ? 0.0 : share * weights.x)"}}},
    {"third_joint_forgotten", "include/joints_texture.glsl", {{"if (weights.z > 0.0)", "if (false)"}}},
    {"fourth_joint_of_palettes_forgotten",
     "include/skinning.glsl",
     {{"jointMatrix(v.joints.w) * w.w", "jointMatrix(v.joints.w) * 0.0"}},
     "palette"},
    {"weights_not_normalised",
     "include/vertex.glsl",
     {{"PH_WEIGHT_MAX - w.x - w.y - w.z, w)", "PH_WEIGHT_MAX, w)"}}},
    {"high_bits_of_the_third_weight_lost", "include/vertex.glsl", {{"((shape.y >> 24) & 0x7Fu)", "0u"}}},
    {"joints_above_255_forgotten", "include/vertex.glsl", {{"* 256u", "* 0u"}}},
    {"normals_by_the_plain_matrix",
     "include/skinning.glsl",
     {{"normal = vec3(dot(yz, v.normal), dot(zx, v.normal), dot(xy, v.normal));",
       "normal = vec4(v.normal, 0.0) * rows;"}}},
    {"mirrored_normals_inside", "include/skinning.glsl", {{"normal = -normal", "normal = normal"}}},
    {"normals_not_unit", "include/skinning.glsl", {{"normal / size", "normal"}}},
    {"palette_of_the_first_unit",
     "include/joints_palette.glsl",
     {{"uint(u_first_palette) + poseSlot()", "uint(u_first_palette)"}},
     "palette"},
    {"palette_of_one_row", "palette.frag", {{"column - joint * int(PH_PALETTE_TEXELS)", "0"}}, "palette"},
    {"uniform_row_twice",
     "include/joints_uniform.glsl",
     {{"u_palette[row + 1u]", "u_palette[row]"}},
     "uniform"},
    {"compute_palette_of_one_row", "skin.comp", {{"int(row % PH_PALETTE_TEXELS)", "0"}}, "compute"},
    {"posed_vertices_of_the_first_unit",
     "include/vertices_posed.glsl",
     {{" + int(poseSlot() * u_animation.w)", ""}},
     "compute"},
    {"posed_normals_lost",
     "include/vertices_posed.glsl",
     {{"unpackNormal(posed.w)", "vec3(0.0)"}},
     "compute"},
    {"vertices_of_the_next",
     "include/vertices_texture.glsl",
     {{"clip.before + uint(gl_VertexID)", "clip.before + uint(gl_VertexID) + 1u"}},
     "vertex-texture"},
    {"deltas_of_the_next_vertex", "include/morphs.glsl", {{"[vertex & 3u]", "[(vertex + 1u) & 3u]"}}},
    {"first_delta_forgotten",
     "include/morphs.glsl",
     {{"uint i = 0u; i < u_morph.x; i += 2u", "uint i = 1u; i < u_morph.x; i += 2u"}}},
    {"last_delta_forgotten",
     "include/morphs.glsl",
     {{"addDelta(v, delta, weight);\n            if (isLast(delta)) break;",
       "if (isLast(delta)) break;\n            addDelta(v, delta, weight);"}}},
    {"second_delta_forgotten", "include/morphs.glsl", {{"addDelta(v, other, other_weight);", ""}}},
    {"delta_of_another_vertex",
     "include/morphs.glsl",
     {{"if (isLast(delta)) break;\n            addDelta(v, other", "addDelta(v, other"}}},
    {"deltas_of_the_wrong_target",
     "include/morphs.glsl",
     {{"return delta.w & PH_TARGET_MASK", "return (delta.w & PH_TARGET_MASK) ^ 1u"}}},
    {"morphs_of_one_frame", "include/morphs.glsl", {{"return within == 0.0 ?", "return true ?"}}},
    {"morphs_of_clip_b_only", "include/morphs.glsl", {{"of_b == 1.0 ? b : mix(a, b, of_b)", "b"}}},
    {"normals_not_morphed", "include/morphs.glsl", {{"v.normal += normal", "v.normal += 0.0 * normal"}}},
    {"delta_of_y_for_z", "include/morphs.glsl", {{"delta.y & 0xFFFFu) -", "delta.x >> 16) -"}}},
    {"morphs_of_compute_forgotten",
     "skin.comp",
     {{"addMorphs(vertex, v,", "addMorphs(vertex, 0u,"}},
     "compute"},
    {"octahedron_not_folded", "include/vertex.glsl", {{"if (n.z < 0.0)", "if (false)"}}},
};

class Mutants : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        loaded_.model = test::makeModel(
            {.joints = 300, .vertices = 1500, .moving_scales = true, .mirrored = true, .morphs = 4});
        // Slow enough for the baker to meet its limit below the highest rate.
        for (Clip& clip : loaded_.model.clips) {
            clip.duration_s *= 8.0;
            eachTrackOf(clip, [](auto& track) {
                for (auto& key : track.keys) key.time_s *= 8.0;
            });
        }
        loaded_.baked = bakeAnimation(loaded_.model, {});
    }

    VerifyReport verified(const fs::path& shaders, std::string_view technique = {}) {
        VerifyScope scope = kQuickScope;
        scope.technique = technique;
        return verifyModel(caps(), shaders, loaded_, scope, true);
    }

    // A copy of shaders/ with the edits made; fails if a text does not occur.
    fs::path corrupted(const Mutant& mutant) {
        fs::path folder = test::outputFolder(caps()) / ("mutant_" + std::string(mutant.name));
        fs::remove_all(folder);
        fs::create_directories(folder);
        fs::copy(dataDirectory() / "shaders", folder, fs::copy_options::recursive);
        std::string text = readTextFile(folder / mutant.file);
        for (const Edit& edit : mutant.edits) {
            const std::size_t at = text.find(edit.from);
            EXPECT_NE(at, std::string::npos)
                << mutant.name << ": '" << edit.from << "' is not in " << mutant.file;
            if (at != std::string::npos) text.replace(at, std::string(edit.from).size(), edit.to);
        }
        writeFile(folder / mutant.file, text);
        return folder;
    }

    LoadedModel loaded_;
};

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

TEST_F(Mutants, UnchangedShadersPass) {
    const VerifyReport report = verified(dataDirectory() / "shaders");
    EXPECT_TRUE(report.failures().empty()) << joined(report.failures());
    EXPECT_EQ(report.drawn.size(), techniques().size());
    for (const BakedReport& clip : report.baked) EXPECT_FALSE(clip.failed);
}

TEST_F(Mutants, EachWrongShaderFails) {
    for (const Mutant& mutant : kMutants) {
        // Under OpenGL 3.3 the mutants of newer techniques have no effect.
        const std::string why = whyUnavailable(findTechnique(mutant.technique), caps());
        if (!why.empty()) {
            std::printf("  %s skipped: technique %s %s\n", mutant.name, mutant.technique, why.c_str());
            continue;
        }
        const fs::path folder = corrupted(mutant);
        const std::vector<std::string> failures = verified(folder, mutant.technique).failures();
        EXPECT_FALSE(failures.empty()) << mutant.name << " was not detected";
        // The line must give the technique, clip, time and vertex.
        if (!failures.empty()) {
            EXPECT_NE(failures[0].find(std::string("technique ") + mutant.technique), std::string::npos)
                << failures[0];
            EXPECT_NE(failures[0].find(" s"), std::string::npos) << failures[0];
            EXPECT_NE(failures[0].find("vertex "), std::string::npos) << failures[0];
        }
        fs::remove_all(folder);
    }
}

// The GPU and the CPU read the same wrong texels and agree: only the comparison with exact sampling can
// detect them.
TEST_F(Mutants, EachWrongBakeFails) {
    const std::size_t entry = std::size_t{loaded_.baked.joints} * kTexelsPerEntry;
    const BakedAnimation good = loaded_.baked;
    const std::vector<std::pair<const char*, std::function<void(BakedAnimation&)>>> mutants{
        {"a frame off by one",
         [&](BakedAnimation& b) {
             std::rotate(b.texels.begin(), b.texels.begin() + static_cast<std::ptrdiff_t>(entry),
                         b.texels.end());
         }},
        {"joints off by one",
         [&](BakedAnimation& b) { std::rotate(b.texels.begin(), b.texels.begin() + 3, b.texels.end()); }},
        {"swapped rows",
         [&](BakedAnimation& b) {
             for (std::size_t i = 0; i + 2 < b.texels.size(); i += 3) std::swap(b.texels[i], b.texels[i + 1]);
         }},
        {"ten joints do not move",
         [&](BakedAnimation& b) {
             for (std::size_t i = 0; i < b.texels.size(); i += entry)
                 std::copy_n(b.texels.begin(), 30, b.texels.begin() + static_cast<std::ptrdiff_t>(i));
         }},
        {"weights of morph targets three frames off",
         [&](BakedAnimation& b) {
             std::rotate(b.morphs.weights.begin(),
                         b.morphs.weights.begin() + std::ptrdiff_t{3} * b.morphs.targets,
                         b.morphs.weights.end());
         }},
        {"one morph target does not move",
         [&](BakedAnimation& b) {
             for (std::size_t i = 1; i < b.morphs.weights.size(); i += b.morphs.targets)
                 b.morphs.weights[i] = 0.0F;
         }},
    };
    for (const auto& [name, corrupt] : mutants) {
        loaded_.baked = good;
        corrupt(loaded_.baked);
        const VerifyReport report = verified(dataDirectory() / "shaders");
        EXPECT_FALSE(report.failures().empty()) << name << " was not detected";
        for (const DrawnReport& drawn : report.drawn) EXPECT_LE(drawn.position.value, kPositionLimit) << name;
    }
}

// Both sides read the same packed vertices and agree: only the comparison with the model's vertices can
// detect lost bits.
TEST_F(Mutants, EachWrongPackingFails) {
    const auto good = std::make_shared<const PackedMesh>(packMesh(loaded_.model));
    const auto each = [](const std::function<void(PackedVertex&)>& corrupt) {
        return [corrupt](PackedMesh& mesh) {
            for (PackedVertex& vertex : mesh.vertices) corrupt(vertex);
        };
    };
    const std::vector<std::pair<const char*, std::function<void(PackedMesh&)>>> mutants{
        {"the last bit of each weight",
         each([](PackedVertex& v) { v.shape.w &= ~(1U | 1U << 13U | 1U << 26U); })},
        {"two bits of x", each([](PackedVertex& v) { v.shape.x &= ~3U; })},
        {"weight 3 above 63 steps", each([](PackedVertex& v) { v.shape.y &= 0x80FFFFFFU; })},
        {"joints above 255", each([](PackedVertex& v) { v.shape.y &= 0xFF00FFFFU; })},
        {"three bits of deltas",
         [](PackedMesh& mesh) {
             for (std::size_t i = mesh.morphs.first_delta; i < mesh.morphs.texels.size(); ++i)
                 mesh.morphs.texels[i].x &= ~(7U | 7U << 16U);
         }},
    };
    for (const auto& [name, corrupt] : mutants) {
        PackedMesh corrupted = *good;
        corrupt(corrupted);
        loaded_.packed = std::make_shared<const PackedMesh>(std::move(corrupted));
        const VerifyReport report = verified(dataDirectory() / "shaders");
        EXPECT_FALSE(report.packed.passed()) << name << " was not detected";
        EXPECT_NE(joined(report.failures()).find("packing moves a vertex"), std::string::npos) << name;
        for (const DrawnReport& drawn : report.drawn) EXPECT_LE(drawn.position.value, kPositionLimit) << name;
    }
}

// A heavy club on a long handle, half a part and half blended, swings far: the packing error is large, and
// explained.
TEST_F(Mutants, PartsThatSwingFarPass) {
    loaded_.model = test::makeSwingingModel();
    loaded_.packed.reset();
    loaded_.baked = bakeAnimation(loaded_.model, {});
    const VerifyReport report = verified(dataDirectory() / "shaders");
    EXPECT_TRUE(report.failures().empty()) << joined(report.failures());
    EXPECT_GT(report.packed.error.p99_mm, 0.2);
}

}  // namespace
}  // namespace phalanx

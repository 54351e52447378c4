// The lesson: its steps checked against the shaders that they show, its texts, and edited shaders.
#include "app/lesson/lesson.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "app/lesson/model_storage.h"
#include "core/file.h"
#include "render/techniques/technique.h"
#include "synthetic_model.h"
#include "ui/lesson/code_text.h"

namespace phalanx {
namespace {

const std::filesystem::path kShaders = std::filesystem::path(PHALANX_SOURCE_DIR) / "shaders";

TEST(Lesson, EachStepMarksLinesOfItsShader) {
    Lesson lesson(kShaders);
    for (std::size_t i = 0; i < lessonSteps().size(); ++i) {
        const LessonStep& step = lessonSteps()[i];
        SCOPED_TRACE(step.title);
        lesson.show(i);
        const LessonFacts& facts = lesson.facts();
        EXPECT_EQ(facts.error, "");
        ASSERT_FALSE(facts.code.empty());
        // Each marker named in the step must match at least one line.
        const auto named = std::ranges::count(step.marks, '|') + 1;
        EXPECT_GE(facts.marked.size(), static_cast<std::size_t>(named));
        EXPECT_EQ(findTechnique(step.technique).name, step.technique);
    }
}

TEST(Lesson, StepsSetTheirSubject) {
    Settings settings;
    settings.bake.mistakes.no_offset = true;
    std::set<std::string> techniques;
    for (const LessonStep& step : lessonSteps()) {
        settings.crowd.formation = Formation::kRing;
        setLessonStep(step, false, step.title == "A layer with a mask" ? "{}" : "", settings);
        techniques.insert(settings.render.technique);
        EXPECT_EQ(settings.crowd.units, step.units);
        EXPECT_EQ(settings.pose.empty(), step.title != "A layer with a mask");
        EXPECT_FALSE(settings.bake.mistakes.any());
        EXPECT_EQ(settings.crowd.formation,
                  step.events == LessonEvents::kGraph ? Formation::kBattle : Formation::kRing);
        EXPECT_TRUE(!settings.render.skin.rigid_parts || settings.render.skin.switches.weights == 1);
    }
    EXPECT_GE(techniques.size(), 5U);
    // Closing the lesson restores what it has set, and nothing else.
    Settings before;
    before.bake.mistakes.no_offset = true;
    before.event_mistakes.drawn_only = true;
    before.render.traces = true;
    before.crowd.units = 77;
    before.render.technique = "static";
    before.render.environment.shadows = true;
    before.render.frame_budget_ms = 8.0;
    before.overlay.choice = OverlayChoice::kNormals;
    before.crowd.formation = Formation::kRing;
    settings.crowd.formation = Formation::kRing;  // that of the battle is taken back by the window
    settings.crowd.speed = 2.0;
    copyLessonSettings(before, settings);
    EXPECT_EQ(settings.crowd.speed, 2.0);
    settings.crowd.speed = before.crowd.speed;
    EXPECT_TRUE(settings == before);
    EXPECT_EQ(lessonSteps().front().technique, "cpu");
    EXPECT_EQ(lessonSteps().front().units, 1U);
}

TEST(Lesson, ComparesWithTheStepBefore) {
    Lesson lesson(kShaders);
    FrameStats stats;
    stats.units = 10;
    stats.unit_draws = 3;
    stats.submit_ms = 2.0;
    stats.bytes_uploaded = 256;
    const auto frames = [&] {
        for (int i = 0; i < 30; ++i) lesson.addFrame(stats, true);
    };
    lesson.show(0);
    EXPECT_FALSE(lesson.facts().now);
    frames();
    ASSERT_TRUE(lesson.facts().now);
    EXPECT_NEAR(lesson.facts().now->cpu_ms, 2.0, 1e-6);
    EXPECT_EQ(lesson.facts().now->calls, 3U);
    stats.submit_ms = 1.0;
    lesson.show(1);
    EXPECT_FALSE(lesson.facts().now) << "no cost of the previous step";
    ASSERT_TRUE(lesson.facts().before);
    EXPECT_NEAR(lesson.facts().before->cpu_ms, 2.0, 1e-6);
    frames();
    EXPECT_NEAR(lesson.facts().now->cpu_ms, 1.0, 1e-6);
    EXPECT_FALSE(lesson.facts().now->gpu_ms);
}

// Frames drawn with other settings do not count: the next step compares with the cost measured as the step
// sets it.
TEST(Lesson, KeepsOnlyTheCostOfFramesAsSet) {
    Lesson lesson(kShaders);
    FrameStats stats;
    const auto untilShown = [&](double submit_ms, bool as_set) {
        stats.submit_ms = submit_ms;
        lesson.addFrame(stats, as_set);
        for (int i = 0; i < 30 && !lesson.facts().now; ++i) lesson.addFrame(stats, as_set);
        return lesson.facts().now.has_value();
    };
    lesson.show(0);
    ASSERT_TRUE(untilShown(5.0, false));
    EXPECT_FALSE(lesson.kept());
    ASSERT_TRUE(untilShown(2.0, true));
    EXPECT_TRUE(lesson.kept());
    lesson.show(1);
    ASSERT_TRUE(lesson.facts().before) << "the displayed cost is kept";
    EXPECT_NEAR(lesson.facts().before->cpu_ms, 2.0, 1e-6) << "the cost of earlier frames is not included";
    ASSERT_TRUE(untilShown(1.0, true));
    ASSERT_TRUE(untilShown(9.0, false));
    EXPECT_NEAR(lesson.facts().now->cpu_ms, 9.0, 1e-6);
    lesson.show(2);
    EXPECT_NEAR(lesson.facts().before->cpu_ms, 1.0, 1e-6);
}

// The numbers of the step about morph targets.
TEST(Lesson, ShowsWhatAModelStores) {
    test::SyntheticSettings synthetic;
    synthetic.morphs = 3;
    const Model model = test::makeModel(synthetic);
    const BakedAnimation baked = test::bakeAt(model, 30.0);
    const EncodedAnimation encoded = encodeAnimation(model, baked, Encoding::kRgba16f);
    const PackedMesh mesh = packMesh(model);
    const ModelStorage storage = storageOf(mesh, encoded);
    std::uint64_t deltas = 0;
    for (const MorphTarget& target : unpackMorphs(mesh.morphs)) deltas += target.deltas.size();
    EXPECT_GT(deltas, 0U);
    EXPECT_EQ(storage.deltas, deltas);
    EXPECT_EQ(storage.targets, 3U);
    EXPECT_EQ(storage.joint_bytes * storage.joints * storage.frames, encoded.data.size());
    EXPECT_FALSE(storage.supposed);
    const std::vector<StorageRow> rows = storageRows(storage);
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[1].each, "24 B per joint");
    EXPECT_EQ(rows[3].per_frame, "12 B");
    EXPECT_NE(storageNote(storage, "Face").find("Face has 3 morph targets"), std::string::npos);
    // Vertices that only LODs use, which the targets move too, are not the model's.
    LodVertex own{model.vertices[7], {}};
    for (std::uint32_t target = 0; target < 3; ++target)
        own.morphs.push_back({target, {1.0F, 0.0F, 0.0F}, {}});
    const ModelStorage with_lods = storageOf(packMesh(model, {own}), encoded);
    EXPECT_EQ(with_lods.vertices, storage.vertices);
    EXPECT_EQ(with_lods.vertex_bytes, storage.vertex_bytes);
    EXPECT_EQ(with_lods.deltas, storage.deltas);
    EXPECT_EQ(with_lods.morph_bytes, storage.morph_bytes);

    // Without targets: those of one that moves all vertices, as they would be packed.
    synthetic.morphs = 0;
    Model plain = test::makeModel(synthetic);
    const ModelStorage supposed = storageOf(packMesh(plain), encoded);
    EXPECT_TRUE(supposed.supposed);
    EXPECT_NE(storageNote(supposed, "Plain").find("Plain has no morph targets"), std::string::npos);
    MorphTarget& all = plain.morph_targets.emplace_back();
    for (std::uint32_t v = 0; v < plain.vertices.size(); ++v)
        all.deltas.push_back({v, glm::vec3(1.0F), glm::vec3(0.0F)});
    const ModelStorage stored = storageOf(packMesh(plain), encoded);
    EXPECT_EQ(supposed.deltas, stored.deltas);
    EXPECT_EQ(supposed.morph_bytes, stored.morph_bytes);
}

TEST(Lesson, AnEditedShaderReplacesItsFile) {
    Lesson lesson(kShaders);
    lesson.show(3);
    const std::string file = lesson.facts().code;
    const gl::ShaderOverrides overrides = lesson.withDraft("// mine\n" + file);
    ASSERT_EQ(overrides.size(), 1U);
    lesson.take(overrides);
    EXPECT_TRUE(lesson.facts().edited);
    EXPECT_TRUE(lesson.facts().code.starts_with("// mine"));
    const gl::ShaderSource source =
        gl::loadShaderSource(kShaders, "soldier.vert", nullptr, &lesson.overrides());
    EXPECT_NE(source.text.find("// mine"), std::string::npos);
    EXPECT_EQ(gl::loadShaderSource(kShaders, "soldier.vert").text.find("// mine"), std::string::npos);
    lesson.take(lesson.withoutDraft());
    EXPECT_FALSE(lesson.facts().edited);
    EXPECT_EQ(lesson.facts().code, file);
}

TEST(Lesson, AnErrorIsShownWithItsLine) {
    Lesson lesson(kShaders);
    lesson.show(3);
    const std::string place = (kShaders / lesson.facts().file).lexically_normal().string();
    lesson.refuse("program texture shade: vertex shader does not compile\n" + place +
                  ":17: error: no such thing\nmore");
    EXPECT_EQ(lesson.facts().error_line, 17U);
    EXPECT_EQ(lesson.facts().error, "line 17: error: no such thing");
    lesson.refuse("does not link");
    EXPECT_EQ(lesson.facts().error_line, 0U);
    EXPECT_EQ(lesson.facts().error, "does not link");
}

TEST(CodeText, ClassifiesTokens) {
    const auto kindAt = [](std::string_view line, std::size_t at) {
        for (const CodeSpan& span : colorCode(line)) {
            if (at >= span.first && at < span.first + span.length) return span.kind;
        }
        return CodeKind::kPlain;
    };
    constexpr std::string_view kLine = "    if (weights.z > 0.5) addJoints(vec2(1u)); // more";
    EXPECT_EQ(kindAt(kLine, kLine.find("if")), CodeKind::kKeyword);
    EXPECT_EQ(kindAt(kLine, kLine.find("weights")), CodeKind::kPlain);
    EXPECT_EQ(kindAt(kLine, kLine.find("0.5") + 2), CodeKind::kNumber);
    EXPECT_EQ(kindAt(kLine, kLine.find("vec2") + 3), CodeKind::kType);
    EXPECT_EQ(kindAt(kLine, kLine.find("more")), CodeKind::kComment);
    EXPECT_EQ(kindAt("#ifdef X // why", 8), CodeKind::kDirective);
    EXPECT_EQ(kindAt("#ifdef X // why", 12), CodeKind::kComment);
    std::size_t covered = 0;
    for (const CodeSpan& span : colorCode(kLine)) {
        EXPECT_EQ(span.first, covered);
        covered += span.length;
    }
    EXPECT_EQ(covered, kLine.size());
    EXPECT_TRUE(colorCode("").empty());
    EXPECT_EQ(linesOf("a\n\nb").size(), 3U);
}

}  // namespace
}  // namespace phalanx

// Poses of glTF files against a reference that reads and skins them on its own (gltf_reference.h): every clip
// at several times, at keys and next to them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <sstream>

#include "anim/bake/bake.h"
#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "asset/import.h"
#include "core/address_sanitizer.h"
#include "core/child_process.h"
#include "core/error.h"
#include "core/file.h"
#include "cpu/asset/samples/animated_samples.h"
#include "cpu/asset/samples/gltf_reference.h"

namespace phalanx {
namespace {

using Pose = std::vector<test::GltfReference::Corners>;

// Vertices are stored as floats: 6e-8 of their size, enlarged by the matrices of the nodes.
constexpr double kPoseTolerance = 1e-6;  // of the diagonal of the reference's box

double diagonal(const Pose& pose) {
    glm::dvec3 low(1e300);
    glm::dvec3 high(-1e300);
    for (const auto& corners : pose) {
        for (const glm::dvec3& p : corners) {
            low = glm::min(low, p);
            high = glm::max(high, p);
        }
    }
    return glm::distance(low, high);
}

// The largest distance between corners, as a part of the diagonal.
double difference(const Pose& expected, const Pose& actual) {
    if (expected.size() != actual.size()) {
        ADD_FAILURE() << expected.size() << " parts expected, not " << actual.size();
        return 1e9;
    }
    double worst = 0.0;
    for (std::size_t p = 0; p < expected.size(); ++p) {
        if (expected[p].size() != actual[p].size()) {
            ADD_FAILURE() << "part " << p << ": " << expected[p].size() << " corners, not "
                          << actual[p].size();
            return 1e9;
        }
        for (std::size_t i = 0; i < expected[p].size(); ++i)
            worst = std::max(worst, glm::distance(expected[p][i], actual[p][i]));
    }
    return worst / diagonal(expected);
}

// What `phalanx pose` writes: the corners of each part in the file's units.
Pose corners(const Model& model, const std::vector<SkinnedVertex>& vertices) {
    const glm::dmat4 file_from_model = glm::inverse(modelFromFile(model));
    Pose pose;
    for (const Part& part : model.parts) {
        auto& list = pose.emplace_back();
        for (std::uint32_t i = 0; i < part.index_count; ++i) {
            const glm::dvec3& p = vertices[model.indices[part.first_index + i]].position;
            list.emplace_back(file_from_model * glm::dvec4(p, 1.0));
        }
    }
    return pose;
}

Pose exact(const Model& model, int clip, double time_s) {
    const LocalPose pose =
        clip < 0 ? restPose(model) : samplePose(model, model.clips[static_cast<std::size_t>(clip)], time_s);
    return corners(model, skin(model, pose));
}

// Fractions of the clip, its keys and the last moment before each. A looping clip returns to its beginning
// where it ends, so the end itself is left out.
std::vector<double> moments(const test::GltfReference& reference, std::size_t clip) {
    const double duration_s = reference.duration(clip);
    std::vector<double> times;
    for (const double fraction : {0.0, 0.13, 0.37, 0.5, 0.81, 0.998}) {
        if (!kAddressSanitizer || fraction == 0.37) times.push_back(fraction * duration_s);
    }
    const std::vector<double> keys = reference.keyTimes(clip);
    constexpr std::size_t kKeys = kAddressSanitizer ? 2 : 6;
    for (std::size_t k = 1; k < kKeys && !keys.empty(); ++k) {
        const double key = keys[k * (keys.size() - 1) / kKeys];
        times.insert(times.end(), {std::max(0.0, key - 1e-9), key});
    }
    std::erase_if(times, [&](double t) { return t >= duration_s && duration_s > 0.0; });
    return times;
}

// Compares the rest pose and all clips; returns the largest difference.
double compareWithReference(const Model& model, const test::GltfReference& reference) {
    double worst = difference(reference.pose(-1, 0.0), exact(model, -1, 0.0));
    EXPECT_LT(worst, kPoseTolerance) << "the rest pose";
    EXPECT_EQ(model.clips.size(), reference.clipCount());
    for (std::size_t c = 0; c < std::min(model.clips.size(), reference.clipCount()); ++c) {
        const Clip& clip = model.clips[c];
        EXPECT_NEAR(clip.duration_s - clip.closing_s, reference.duration(c), 1e-9) << clip.name;
        for (const double time_s : moments(reference, c)) {
            const double found = difference(reference.pose(static_cast<int>(c), time_s),
                                            exact(model, static_cast<int>(c), time_s));
            EXPECT_LT(found, kPoseTolerance) << clip.name << " at " << time_s << " s";
            worst = std::max(worst, found);
        }
    }
    return worst;
}

// The corners in the OBJ file that `phalanx pose` writes.
Pose posedByTheProgram(const std::filesystem::path& file, const std::vector<std::string>& options) {
    const test::TemporaryFolder folder;
    const std::filesystem::path obj = folder.path() / "pose.obj";
    std::vector<std::string> arguments{"pose", file.string(), "-o", obj.string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const ChildResult result = runChild(PHALANX_PROGRAM, arguments, {});
    EXPECT_EQ(result.code, 0) << result.errors;
    if (result.code != 0) return {};
    std::istringstream text(readTextFile(obj));
    std::vector<glm::dvec3> vertices;
    Pose pose;
    for (std::string line; std::getline(text, line);) {
        std::istringstream words(line);
        std::string kind;
        words >> kind;
        if (kind == "g") pose.emplace_back();
        if (kind == "v") {
            glm::dvec3& p = vertices.emplace_back();
            words >> p.x >> p.y >> p.z;
        }
        if (kind != "f") continue;
        for (std::string corner; words >> corner;) pose.back().push_back(vertices.at(std::stoul(corner) - 1));
    }
    return pose;
}

Pose mixed(const Pose& a, const Pose& b, double weight) {
    Pose result = a;
    for (std::size_t p = 0; p < a.size(); ++p) {
        for (std::size_t i = 0; i < a[p].size(); ++i) result[p][i] = glm::mix(a[p][i], b[p][i], weight);
    }
    return result;
}

// Baked poses are mixed from two frames. Between frames without a step the reference's pose must be within
// the bake's error: what was measured for the clip, at its quarter points, or, if the clip has steps, the
// limit that its rate keeps. A step between two frames becomes a ramp from one to the other, so there the
// pose must be the mix of the reference's poses at both frames. Joints and weights are mixed separately: if
// both change, their product is not the mix of the products, and differs by the products of one frame's
// joints with the other frame's weights.
void compareBake(const std::filesystem::path& file) {
    const Model model = importModel(file);
    const test::GltfReference reference(file);
    const BakedAnimation baked = bakeAnimation(model, {});
    const double units_per_mm = model.height_m / 1.8 / 1000.0 / model.metres_per_unit;
    for (int c = 0; c < static_cast<int>(model.clips.size()); ++c) {
        const BakedClip& clip = baked.clips[static_cast<std::size_t>(c)];
        const std::vector<double> steps = reference.stepTimes(static_cast<std::size_t>(c));
        constexpr double kBetweenQuarters = 1.3;
        const double limit_mm = steps.empty() ? kBetweenQuarters * measureBakeError(model, baked, c).max_mm
                                              : BakeSettings{}.error_limit_mm;
        double worst_mm = 0.0;
        double worst_step = 0.0;
        std::size_t ramps = 0;
        std::vector<double> frames;
        constexpr int kMoments = kAddressSanitizer ? 41 : 199;  // has no common divisor with the rates
        for (int i = 0; i < kMoments; ++i) frames.push_back((i + 0.5) / kMoments * clip.intervals);
        for (const double step_s : steps)
            frames.push_back(std::ceil(step_s / clip.duration_s * clip.intervals) - 0.3);
        for (const double frame : frames) {
            const double before_s = std::floor(frame) / clip.intervals * clip.duration_s;
            const double after_s = (std::floor(frame) + 1.0) / clip.intervals * clip.duration_s;
            const double time_s = frame / clip.intervals * clip.duration_s;
            // After its last key a looping clip returns to its first pose.
            if (frame < 0.0 || after_s > reference.duration(static_cast<std::size_t>(c))) continue;
            const BakedPose pose{c, frame / clip.intervals, c, frame / clip.intervals, 0.0};
            const Pose actual =
                corners(model, skin(model.vertices, bakedPalette(baked, pose),
                                    {model.morph_targets, morphWeightsAt(baked.morphs, baked.clips, pose)}));
            const bool has_step = std::ranges::any_of(
                steps, [&](double step_s) { return step_s > before_s && step_s <= after_s; });
            if (has_step) {
                const double within = frame - std::floor(frame);
                const Pose before = reference.pose(c, before_s);
                const Pose after = reference.pose(c, after_s);
                const auto product = [&](double joints, double weights) {
                    const auto at = [&](double whole) {
                        return BakedPose{c, whole / clip.intervals, c, whole / clip.intervals, 0.0};
                    };
                    const auto morphs = morphWeightsAt(baked.morphs, baked.clips, at(weights));
                    return corners(model, skin(model.vertices, bakedPalette(baked, at(joints)),
                                               {model.morph_targets, morphs}));
                };
                const double first = std::floor(frame);
                const Pose crossed = mixed(product(first, first + 1.0), product(first + 1.0, first), 0.5);
                // (1 - t)^2 of the earlier frame, t^2 of the later, 2 t (1 - t) of the crossed products.
                const double ends = (1.0 - within) * (1.0 - within) + within * within;
                const Pose expected = mixed(crossed, mixed(before, after, within * within / ends), ends);
                worst_step = std::max(worst_step, difference(expected, actual));
                ++ramps;
            } else {
                const Pose expected = reference.pose(c, time_s);
                worst_mm =
                    std::max(worst_mm, difference(expected, actual) * diagonal(expected) / units_per_mm);
            }
        }
        EXPECT_LE(worst_mm, limit_mm) << clip.name;
        EXPECT_LT(worst_step, kPoseTolerance) << clip.name;
        EXPECT_GE(ramps, steps.size() / 2) << clip.name;
        std::cout << fmt::format(
            "{}: {:.0f} Hz, up to {:.3f} mm of {:.3f}; at {} steps {:.1e} of the diagonal\n", clip.name,
            clip.rate_hz, worst_mm, limit_mm, ramps, worst_step);
    }
}

class GltfPoses : public ::testing::Test {
  protected:
    std::filesystem::path written(bool morphs) {
        return folder_.write("columns.glb", test::animatedColumns(morphs).glb());
    }

    void compareFile(const std::filesystem::path& file) {
        SCOPED_TRACE(file.filename().string());
        const Model model = importModel(file);
        const test::GltfReference reference(file);
        const double worst = compareWithReference(model, reference);
        std::cout << fmt::format("{}: {} clips, up to {:.1e} of the diagonal\n", file.filename().string(),
                                 model.clips.size(), worst);
    }

    test::TemporaryFolder folder_;
};

TEST_F(GltfPoses, EveryInterpolation) {
    compareFile(written(false));
}

TEST_F(GltfPoses, EveryInterpolationOfMorphTargets) {
    compareFile(written(true));
}

TEST_F(GltfPoses, TheProgramWritesTheSamePoses) {
    for (const bool morphs : {false, true}) {
        const std::filesystem::path file = written(morphs);
        const test::GltfReference reference(file);
        for (int clip = 0; clip < 4; ++clip) {
            const Pose posed =
                posedByTheProgram(file, {"--exact", "--clip", fmt::format("#{}", clip), "--time", "0.43"});
            EXPECT_LT(difference(reference.pose(clip, 0.43), posed), kPoseTolerance) << clip;
        }
    }
}

TEST_F(GltfPoses, BakedPosesStayWithinTheErrorOfTheBake) {
    compareBake(written(false));
}

TEST_F(GltfPoses, BakedPosesOfMorphTargetsStayWithinTheErrorOfTheBake) {
    compareBake(written(true));
}

TEST_F(GltfPoses, TheSoldier) {
    compareFile(std::filesystem::path(PHALANX_SOURCE_DIR) / "assets/soldier.glb");
}

// Every glTF file of the test models that is not broken on purpose (bad_*).
TEST_F(GltfPoses, EveryTestModel) {
    if (test::testModels().empty()) GTEST_SKIP() << "the test models are missing; set PHALANX_TEST_MODELS";
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::testModels())) {
        const std::filesystem::path& file = entry.path();
        if (file.extension() != ".glb" && file.extension() != ".gltf") continue;
        if (file.filename().string().starts_with("bad_")) continue;
        compareFile(file);
        ++files;
    }
    EXPECT_GE(files, 10U);
}

}  // namespace
}  // namespace phalanx

// What `phalanx export` writes: the texture, decoded by the JSON alone, gives the poses of the CPU reference
// within the error that the JSON states.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <glm/gtc/quaternion.hpp>
#include <nlohmann/json.hpp>

#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "app/export/animation_export.h"
#include "core/error.h"
#include "soldier_model.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

struct Exported {
    BakedAnimation baked;
    EncodedAnimation encoded;
    std::vector<std::byte> texels;
    nlohmann::json text;
};

Exported exportOf(const Model& model, Encoding encoding, std::optional<double> rate_hz = std::nullopt) {
    Exported result;
    BakeSettings settings;
    settings.encoding = encoding;
    settings.rate_hz = rate_hz;
    result.baked = bakeAnimation(model, settings);
    result.encoded = encodeAnimation(model, result.baked, encoding);
    std::vector<BakeError> errors;
    for (int i = 0; i < static_cast<int>(result.baked.clips.size()); ++i)
        errors.push_back(encodedBakeError(model, result.encoded, result.baked.clips, i));
    result.texels = exportedTexels(result.encoded);
    // Through its text, as other programs read it.
    result.text = nlohmann::json::parse(exportedText(model, result.baked, result.encoded, errors).dump());
    return result;
}

double fromHalf(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31;
    const int mantissa = bits & 1023;
    const double size =
        exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
    return (bits & 0x8000) != 0 ? -size : size;
}

// Reads the exported files as docs/export.md says, without any of the encoder's code.
class Player {
  public:
    explicit Player(const Exported& exported)
        : text_(exported.text), texels_(exported.texels), morph_weights_(exported.encoded.morphs.weights) {}

    const nlohmann::json& clip(std::size_t index) const { return text_["clips"][index]; }

    // model_from_bind of a joint, as an affine map: position = turn * p + shift.
    struct Map {
        glm::dmat3 turn{1.0};
        glm::dvec3 shift{0.0};
    };
    std::vector<Map> poseAt(std::size_t index, double phase) const {
        const auto [frame, within] = momentAt(index, phase);
        std::vector<Map> maps;
        for (std::size_t joint = 0; joint < text_["layout"]["joints"].get<std::size_t>(); ++joint)
            maps.push_back(jointAt(frame, joint, within));
        return maps;
    }

    // Of each morph target.
    std::vector<double> weightsAt(std::size_t index, double phase) const {
        if (!text_.contains("morphs")) return {};
        const auto [frame, within] = momentAt(index, phase);
        const std::size_t targets = text_["morphs"]["targets"].size();
        const auto weight = [&](std::size_t of, std::size_t target) {
            return static_cast<double>(morph_weights_[of * targets + target]);
        };
        std::vector<double> weights;
        for (std::size_t t = 0; t < targets; ++t)
            weights.push_back(weight(frame, t) * (1.0 - within) + weight(frame + 1, t) * within);
        return weights;
    }

  private:
    struct Moment {
        std::size_t frame;
        double within;
    };
    Moment momentAt(std::size_t index, double phase) const {
        const double intervals = clip(index)["intervals"];
        const double at = phase * intervals;
        const double before = std::min(std::floor(at), intervals - 1.0);
        return {clip(index)["first_frame"].get<std::size_t>() + static_cast<std::size_t>(before),
                at - before};
    }

    Map jointAt(std::size_t frame, std::size_t joint, double within) const {
        const nlohmann::json& layout = text_["layout"];
        const auto joints = layout["joints"].get<std::size_t>();
        const auto a = entry(frame * joints + joint);
        const auto b = entry((frame + 1) * joints + joint);
        std::vector<glm::dvec4> rows;
        for (std::size_t k = 0; k < a.size(); ++k) rows.push_back(a[k] * (1.0 - within) + b[k] * within);
        const nlohmann::json& decoding = text_["decoding"];
        Map map;
        if (text_["texture"]["encoding"] == "trs") {
            const glm::dvec4 q = glm::normalize(rows[0]);
            map.turn = glm::mat3_cast(glm::dquat(q.w, q.x, q.y, q.z)) * rows[1].w;
            map.shift = glm::dvec3(rows[1]) - map.turn * vector(decoding["bind_origins"][joint]);
            return map;
        }
        for (int r = 0; r < 3; ++r) {
            for (int c = 0; c < 3; ++c) map.turn[c][r] = rows[static_cast<std::size_t>(r)][c];
            map.shift[r] = rows[static_cast<std::size_t>(r)].w;
        }
        map.shift += vector(decoding["model_center"]) - map.turn * vector(decoding["bind_center"]);
        return map;
    }

    static glm::dvec3 vector(const nlohmann::json& list) { return {list[0], list[1], list[2]}; }

    std::vector<glm::dvec4> entry(std::size_t number) const {
        const nlohmann::json& layout = text_["layout"];
        const auto per_row = layout["entries_per_row"].get<std::size_t>();
        const auto per_entry = layout["texels_per_entry"].get<std::size_t>();
        std::vector<glm::dvec4> texels;
        for (std::size_t k = 0; k < per_entry; ++k) {
            const std::size_t x = number % per_row * per_entry + k;
            glm::dvec4 value = texel(x, number / per_row);
            if (text_["texture"]["encoding"] == "trs") {
                const nlohmann::json& decoding = text_["decoding"];
                for (int i = 0; i < 4; ++i) {
                    const double offset = decoding["place_offset"][static_cast<std::size_t>(i)];
                    const double scale = decoding["place_scale"][static_cast<std::size_t>(i)];
                    value[i] = k == 0 ? (value[i] * 65535.0 - 32767.0) / 32767.0 : offset + scale * value[i];
                }
            }
            texels.push_back(value);
        }
        return texels;
    }

    glm::dvec4 texel(std::size_t x, std::size_t y) const {
        const nlohmann::json& texture = text_["texture"];
        const auto bytes = texture["bytes_per_texel"].get<std::size_t>();
        const std::byte* const from = texels_.data() + (y * texture["width"].get<std::size_t>() + x) * bytes;
        const std::string type = texture["component_type"];
        glm::dvec4 value;
        for (std::ptrdiff_t i = 0; i < 4; ++i) {
            const int axis = static_cast<int>(i);
            if (type == "float32") {
                float number = 0.0F;
                std::memcpy(&number, from + 4 * i, sizeof number);
                value[axis] = static_cast<double>(number);
            } else {
                std::uint16_t bits = 0;
                std::memcpy(&bits, from + 2 * i, sizeof bits);
                value[axis] = type == "float16" ? fromHalf(bits) : bits / 65535.0;
            }
        }
        return value;
    }

    const nlohmann::json& text_;
    const std::vector<std::byte>& texels_;
    const std::vector<float>& morph_weights_;
};

// Positions in bind space, moved by the morph targets.
std::vector<glm::dvec3> morphed(const Model& model, const std::vector<double>& weights) {
    std::vector<glm::dvec3> positions;
    for (const Vertex& vertex : model.vertices) positions.emplace_back(vertex.position);
    for (std::size_t t = 0; t < weights.size(); ++t) {
        for (const MorphDelta& delta : model.morph_targets[t].deltas)
            positions[delta.vertex] += weights[t] * glm::dvec3(delta.position);
    }
    return positions;
}

// The largest distance of a vertex from its exact pose, millimetres for a model 1.8 m tall, at the moments at
// which bakes are measured: a quarter, a half and three quarters of `count` intervals of the clip.
double farthest_mm(const Model& model, const Player& player, std::size_t clip, int count) {
    const int intervals = player.clip(clip)["intervals"];
    double worst = 0.0;
    for (int i = 0; i < count; ++i) {
        const double at = std::floor(static_cast<double>(i) * intervals / count) + 0.25 * (1 + i % 3);
        const double phase = at / intervals;
        const std::vector<Player::Map> maps = player.poseAt(clip, phase);
        const std::vector<glm::dvec3> bind = morphed(model, player.weightsAt(clip, phase));
        const Clip& exact = model.clips[clip];
        const std::vector<SkinnedVertex> expected =
            skin(model, samplePose(model, exact, phase * exact.duration_s));
        for (std::size_t v = 0; v < model.vertices.size(); ++v) {
            const Vertex& vertex = model.vertices[v];
            glm::dvec3 place(0.0);
            for (std::size_t k = 0; k < vertex.joints.size(); ++k) {
                const Player::Map& map = maps[vertex.joints[k]];
                place += static_cast<double>(vertex.weights[k]) * (map.turn * bind[v] + map.shift);
            }
            worst = std::max(worst, glm::length(place - expected[v].position));
        }
    }
    return worst * 1000.0 * 1.8 / model.height_m;
}

void checkPoses(const Model& model, Encoding encoding, std::optional<double> rate_hz = std::nullopt) {
    const Exported exported = exportOf(model, encoding, rate_hz);
    const Player player(exported);
    ASSERT_EQ(exported.text["clips"].size(), model.clips.size());
    for (std::size_t clip = 0; clip < model.clips.size(); ++clip) {
        const double worst = farthest_mm(model, player, clip, 6);
        const double stated = player.clip(clip)["error_mm"]["max"];
        EXPECT_LE(worst, stated * 1.0001 + 1e-3) << nameOf(encoding) << ", " << player.clip(clip)["name"];
        EXPECT_GT(stated, 0.0);
    }
}

TEST(Export, TheSoldiersTextureGivesTheReferencePoses) {
    for (const Encoding encoding : kEncodings) checkPoses(test::soldier(), encoding);
}

TEST(Export, AModelInCentimetresWithScalesAndAMirrorGivesTheReferencePoses) {
    const Model model = test::makeModel({.moving_scales = true, .mirrored = true});
    for (const Encoding encoding : {Encoding::kRgba32f, Encoding::kRgba16f})
        checkPoses(model, encoding, 30.0);
    checkPoses(test::makeModel({}), Encoding::kTrs, 30.0);
}

// The test itself: a decoder that ignores what the JSON says about the layout finds other poses.
TEST(Export, WrongNumbersInTheTextAreNoticed) {
    Exported exported = exportOf(test::soldier(), Encoding::kRgba16f);
    const double right = farthest_mm(test::soldier(), Player(exported), 0, 3);
    for (const auto& [part, key] : {std::pair("layout", "entries_per_row"), std::pair("layout", "joints")}) {
        const nlohmann::json kept = exported.text;
        exported.text[part][key] = kept[part][key].get<int>() - 1;
        EXPECT_GT(farthest_mm(test::soldier(), Player(exported), 0, 3), 50.0 + right) << key;
        exported.text = kept;
    }
    exported.text["decoding"]["model_center"][1] =
        exported.text["decoding"]["model_center"][1].get<double>() + 0.1;
    EXPECT_GT(farthest_mm(test::soldier(), Player(exported), 0, 3), 50.0 + right);
}

TEST(Export, TheTextSaysWhatIsInTheFiles) {
    const Model& model = test::soldier();
    const Exported exported = exportOf(model, Encoding::kRgba16f);
    const nlohmann::json& texture = exported.text["texture"];
    EXPECT_EQ(texture["bytes"].get<std::size_t>(), exported.texels.size());
    EXPECT_EQ(texture["width"].get<std::size_t>() * texture["height"].get<std::size_t>() * 8,
              exported.texels.size());
    EXPECT_EQ(texture["gl"]["internal_format"], "RGBA16F");
    EXPECT_LE(texture["width"].get<int>(), 2048);  // what WebGL 2 guarantees
    EXPECT_LE(texture["height"].get<int>(), 2048);
    EXPECT_EQ(exported.text["joints"].size(), model.palette.size());
    const nlohmann::json& variants = exported.text["model"]["variants"];
    ASSERT_EQ(variants.size(), 3U);
    EXPECT_EQ(variants[0]["name"], "rifleman");
    EXPECT_EQ(variants[0]["parts"], (std::vector<std::string>{"body", "helmet", "vest", "pack", "rifle"}));
    EXPECT_EQ(variants[2]["parts"], (std::vector<std::string>{"body", "beret", "officer", "rifle"}));
    std::uint32_t frames = 0;
    for (std::size_t i = 0; i < model.clips.size(); ++i) {
        const nlohmann::json& clip = exported.text["clips"][i];
        EXPECT_EQ(clip["name"], model.clips[i].name);
        EXPECT_EQ(clip["loops"], model.clips[i].loops);
        EXPECT_EQ(clip["seconds"], model.clips[i].duration_s);
        EXPECT_EQ(clip["stride_m_per_s"], model.clips[i].stride_speed);
        EXPECT_EQ(clip["first_frame"], frames);
        EXPECT_EQ(clip["markers"].size(), model.clips[i].markers.size());
        frames += clip["frames"].get<std::uint32_t>();
    }
    EXPECT_EQ(exported.text["layout"]["frames"], frames);
}

TEST(Export, MorphWeightsAreInAFileOfTheirOwn) {
    const Exported exported = exportOf(test::makeModel({.morphs = 5}), Encoding::kRgba32f, 15.0);
    const nlohmann::json& morphs = exported.text["morphs"];
    EXPECT_EQ(morphs["targets"].size(), 5U);
    EXPECT_EQ(morphs["bytes"], std::size_t{exported.encoded.frames} * 5 * sizeof(float));
    EXPECT_FALSE(exportOf(test::makeModel({}), Encoding::kRgba32f, 15.0).text.contains("morphs"));
}

TEST(Export, ATextureThatNoGpuHoldsIsRefused) {
    EncodedAnimation encoded;
    encoded.joints = 1000;
    encoded.frames = 200'000;
    try {
        exportedTexels(encoded);
        FAIL() << "not refused";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::kInput);
        EXPECT_NE(std::string(error.what()).find("16384"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace phalanx

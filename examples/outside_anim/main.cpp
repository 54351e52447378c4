// Bakes a clip without OpenGL and without an importer: a model made in code, an arm that swings by 90 degrees
// within a second. Prints the rates that were chosen, their errors, and where the baked matrices put the hand
// half way.
#include <phalanx/anim/bake/bake.h>
#include <phalanx/anim/bake/encode.h>
#include <phalanx/anim/pose/pose.h>
#include <phalanx/anim/pose/skin.h>
#include <phalanx/core/error.h>

#include <cstdio>
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>

namespace {

// A triangle from the shoulder, 1 m above the ground, to the hand, 1 m beside it; all of it moves with one
// joint.
phalanx::Model makeArm() {
    phalanx::Model model;
    model.name = model.source_path = "arm";
    model.height_m = 1.8;
    model.nodes.push_back({"shoulder", -1, glm::translate(glm::dmat4(1.0), {0.0, 1.0, 0.0})});
    // Vertices are in the file's space; this brings them to the joint's.
    model.palette.push_back({0, glm::translate(glm::dmat4(1.0), {0.0, -1.0, 0.0})});
    for (const glm::vec3 place : {glm::vec3(0.0F, 0.9F, 0.0F), {1.0F, 1.0F, 0.0F}, {0.0F, 1.1F, 0.0F}}) {
        phalanx::Vertex vertex;
        vertex.position = place;
        vertex.normal = {0.0F, 0.0F, 1.0F};
        model.vertices.push_back(vertex);
    }
    model.indices = {0, 1, 2};
    model.materials.emplace_back();
    model.parts.push_back({"arm", 0, 0, 3, 0, 3});
    model.variants.push_back({"arm", {{0, 0, 3}}});

    phalanx::Clip clip;
    clip.name = "Swing";
    clip.duration_s = 1.0;
    phalanx::Channel channel;  // of node 0
    const glm::dvec3 axis(0.0, 0.0, 1.0);
    channel.rotations.keys = {{0.0, glm::angleAxis(0.0, axis)},
                              {1.0, glm::angleAxis(0.5 * std::numbers::pi, axis)}};
    clip.channels.push_back(channel);
    model.clips.push_back(clip);
    return model;
}

}  // namespace

int main() {
    try {
        const phalanx::Model model = makeArm();
        validate(model);
        for (const phalanx::Encoding encoding : phalanx::kEncodings) {
            phalanx::BakeSettings settings;
            settings.encoding = encoding;
            const phalanx::BakedAnimation baked = bakeAnimation(model, settings);
            const phalanx::EncodedAnimation encoded = encodeAnimation(model, baked, encoding);
            const phalanx::BakeError error = encodedBakeError(model, encoded, baked.clips, 0);
            const auto palette = encodedPalette(encoded, baked.clips, {.clip_a = 0, .phase_a = 0.5}, {});
            const glm::dvec3 hand = skin(model.vertices, palette)[1].position;
            const phalanx::BakedClip& clip = baked.clips.front();
            std::printf("%s %s: %.0f Hz, %u frames, %zu bytes, error %.3f mm; hand at %.4f %.4f %.4f m\n",
                        clip.name.c_str(), nameOf(encoding).data(), clip.rate_hz, clip.intervals + 1,
                        encoded.data.size(), error.max_mm, hand.x, hand.y, hand.z);
        }
        // Errors have one line that says what and where.
        phalanx::Model broken = model;
        broken.indices[0] = 7;
        validate(broken);
    } catch (const phalanx::Error& error) {
        std::printf("refused: %s\n", error.what());
        return error.code() == phalanx::ExitCode::kInput ? 0 : 1;
    }
    return 1;
}

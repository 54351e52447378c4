#include "gltf_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "glb_writer.h"
#include "png_writer.h"

namespace phalanx::soldier {
namespace {

// The morph targets that move vertices of a part.
std::vector<std::size_t> morphsOf(const MeshPart& part) {
    std::vector<std::size_t> morphs;
    for (std::size_t m = 0; m < kMorphs; ++m) {
        const auto moves = [&](const MeshVertex& v) { return v.morphs[m].position != glm::vec3(0.0F); };
        if (std::any_of(part.vertices.begin(), part.vertices.end(), moves)) morphs.push_back(m);
    }
    return morphs;
}

// Deltas of one attribute as a sparse accessor, as most vertices have none.
int addDeltas(Blob& blob, const MeshPart& part, std::size_t morph, glm::vec3 MeshDelta::*member,
              bool with_bounds) {
    std::vector<std::uint16_t> indices;
    std::vector<float> values;
    glm::vec3 low(0.0F);
    glm::vec3 high(0.0F);
    for (std::size_t v = 0; v < part.vertices.size(); ++v) {
        const glm::vec3 delta = part.vertices[v].morphs[morph].*member;
        if (delta == glm::vec3(0.0F)) continue;
        indices.push_back(static_cast<std::uint16_t>(v));
        values.insert(values.end(), {delta.x, delta.y, delta.z});
        low = glm::min(low, delta);
        high = glm::max(high, delta);
    }
    const std::string bounds = ",\"min\":" + triple(low, exactly) + ",\"max\":" + triple(high, exactly);
    return blob.addSparseAccessor(indices, values, part.vertices.size(), with_bounds ? bounds : "");
}

std::string targetsJson(Blob& blob, const MeshPart& part) {
    const std::vector<std::size_t> morphs = morphsOf(part);
    if (morphs.empty()) return "";
    return ",\"targets\":[" +
           joined(morphs, ",",
                  [&](std::size_t m) {
                      const int positions = addDeltas(blob, part, m, &MeshDelta::position, true);
                      const int normals = addDeltas(blob, part, m, &MeshDelta::normal, false);
                      return "{\"POSITION\":" + std::to_string(positions) +
                             ",\"NORMAL\":" + std::to_string(normals) + "}";
                  }) +
           "]";
}

std::string targetNamesJson(const MeshPart& part) {
    const std::vector<std::size_t> morphs = morphsOf(part);
    if (morphs.empty()) return "";
    return ",\"weights\":[" + joined(morphs, ",", [](std::size_t) { return std::string("0"); }) +
           "],\"extras\":{\"targetNames\":[" +
           joined(morphs, ",", [](std::size_t m) { return quoted(kMorphNames[m]); }) + "]}";
}

std::string meshJson(Blob& blob, const MeshPart& part) {
    std::vector<float> positions;
    std::vector<float> normals;
    std::vector<float> uvs;
    std::vector<float> weights;
    std::vector<std::uint8_t> joints;
    std::vector<std::uint16_t> indices;
    glm::vec3 low(1e9F);
    glm::vec3 high(-1e9F);
    for (const MeshVertex& v : part.vertices) {
        positions.insert(positions.end(), {v.position.x, v.position.y, v.position.z});
        normals.insert(normals.end(), {v.normal.x, v.normal.y, v.normal.z});
        uvs.insert(uvs.end(), {v.uv.x, v.uv.y});
        joints.insert(joints.end(), v.joints.begin(), v.joints.end());
        weights.insert(weights.end(), v.weights.begin(), v.weights.end());
        low = glm::min(low, v.position);
        high = glm::max(high, v.position);
    }
    for (const std::uint32_t i : part.indices) indices.push_back(static_cast<std::uint16_t>(i));
    const std::size_t count = part.vertices.size();
    const auto attribute = [](const char* name, int accessor) {
        return quoted(name) + ":" + std::to_string(accessor);
    };
    std::string json = "{\"name\":" + quoted(part.name) + ",\"primitives\":[{\"attributes\":{";
    json += attribute("POSITION", blob.addAccessor(positions, count, kFloat, "VEC3", kVertexTarget,
                                                   ",\"min\":" + triple(low, exactly) +
                                                       ",\"max\":" + triple(high, exactly)));
    json += "," + attribute("NORMAL", blob.addAccessor(normals, count, kFloat, "VEC3", kVertexTarget));
    json += "," + attribute("TEXCOORD_0", blob.addAccessor(uvs, count, kFloat, "VEC2", kVertexTarget));
    json +=
        "," + attribute("JOINTS_0", blob.addAccessor(joints, count, kUnsignedByte, "VEC4", kVertexTarget));
    json += "," + attribute("WEIGHTS_0", blob.addAccessor(weights, count, kFloat, "VEC4", kVertexTarget));
    json +=
        "},\"indices\":" +
        std::to_string(blob.addAccessor(indices, indices.size(), kUnsignedShort, "SCALAR", kIndexTarget)) +
        ",\"material\":0";
    return json + targetsJson(blob, part) + "}]" + targetNamesJson(part) + "}";
}

glm::vec3 restOffset(const Skeleton& skeleton, std::size_t bone) {
    const Bone& b = skeleton.bones[bone];
    return b.parent < 0 ? b.position
                        : b.position - skeleton.bones[static_cast<std::size_t>(b.parent)].position;
}

// The values of one bone's track, and whether they differ from the rest pose and from each other.
struct Track {
    std::vector<float> values;
    bool moves = false;
    bool differs = false;
};

template <std::size_t Width, typename Value>
Track makeTrack(std::size_t frames, const std::array<float, Width>& rest, float tolerance,
                const Value& value) {
    Track track;
    std::array<float, Width> first{};
    for (std::size_t f = 0; f < frames; ++f) {
        const std::array<float, Width> now = value(f);
        if (f == 0) first = now;
        for (std::size_t k = 0; k < Width; ++k) {
            track.moves = track.moves || std::abs(now[k] - first[k]) > tolerance;
            track.differs = track.differs || std::abs(now[k] - rest[k]) > tolerance;
        }
        track.values.insert(track.values.end(), now.begin(), now.end());
    }
    if (!track.moves) track.values.resize(Width);
    return track;
}

bool isStill(const Clip& clip) {
    return std::all_of(clip.frames.begin(), clip.frames.end(), [&](const ClipPose& pose) {
        return pose.rotation == clip.frames.front().rotation &&
               pose.translation == clip.frames.front().translation;
    });
}

// mesh: null in a file of clips.
std::string clipJson(Blob& blob, const Skeleton& skeleton, const SoldierMesh* mesh, const Clip& clip,
                     int& still_time) {
    const std::size_t frames = clip.frames.size();
    std::vector<float> times;
    for (std::size_t f = 0; f < frames; ++f) times.push_back(static_cast<float>(f) / clip.rate_hz);
    const auto range = [](float last) { return ",\"min\":[0],\"max\":[" + exactly(last) + "]"; };
    const int time = blob.addAccessor(times, frames, kFloat, "SCALAR", 0, range(times.back()));
    std::vector<std::string> samplers;
    std::vector<std::string> channels;
    // The first track of a clip in which nothing moves has all keys, so that the clip has its duration.
    bool needs_keys = isStill(clip);
    const auto add = [&](Track track, std::size_t bone, std::size_t width, const char* type,
                         const char* path) {
        if (!track.differs && !track.moves) return;
        if (needs_keys) {
            for (std::size_t i = track.values.size(); i < frames * width; ++i)
                track.values.push_back(track.values[i - width]);
            track.moves = true;
            needs_keys = false;
        }
        int input = time;
        if (!track.moves) {  // one key is sufficient
            if (still_time < 0)
                still_time = blob.addAccessor(std::vector<float>{0.0F}, 1, kFloat, "SCALAR", 0, range(0.0F));
            input = still_time;
        }
        const int output = blob.addAccessor(track.values, track.values.size() / width, kFloat, type, 0);
        channels.push_back("{\"sampler\":" + std::to_string(samplers.size()) +
                           ",\"target\":{\"node\":" + std::to_string(bone) + ",\"path\":\"" + path + "\"}}");
        samplers.push_back("{\"input\":" + std::to_string(input) + ",\"output\":" + std::to_string(output) +
                           "}");
    };
    for (std::size_t bone = 0; bone < skeleton.bones.size(); ++bone) {
        glm::quat last(1.0F, 0.0F, 0.0F, 0.0F);
        const Track rotation = makeTrack<4>(frames, {0.0F, 0.0F, 0.0F, 1.0F}, 2e-5F, [&](std::size_t f) {
            glm::quat q = glm::normalize(clip.frames[f].rotation[bone]);
            if (glm::dot(q, last) < 0.0F)
                q = -q;  // neighbours in one hemisphere, for importers that do not flip them
            last = q;
            return std::array<float, 4>{q.x, q.y, q.z, q.w};
        });
        add(rotation, bone, 4, "VEC4", "rotation");
        const glm::vec3 offset = restOffset(skeleton, bone);
        const Track translation =
            makeTrack<3>(frames, {offset.x, offset.y, offset.z}, 1e-5F, [&](std::size_t f) {
                const glm::vec3 t = offset + clip.frames[f].translation[bone];
                return std::array<float, 3>{t.x, t.y, t.z};
            });
        add(translation, bone, 3, "VEC3", "translation");
    }
    for (std::size_t i = 0; mesh != nullptr && i < mesh->parts.size(); ++i) {
        const std::vector<std::size_t> morphs = morphsOf(mesh->parts[i]);
        Track weights;
        for (const ClipPose& pose : clip.frames) {
            for (const std::size_t m : morphs) {
                weights.values.push_back(pose.morphs[m]);
                weights.moves = weights.moves || pose.morphs[m] != clip.frames.front().morphs[m];
                weights.differs = weights.differs || pose.morphs[m] != 0.0F;
            }
        }
        if (!weights.moves) weights.values.resize(morphs.size());
        add(weights, skeleton.bones.size() + i, 1, "SCALAR", "weights");
    }
    const auto same = [](const std::string& s) { return s; };
    return "{\"name\":" + quoted(clip.name) + ",\"channels\":[" + joined(channels, ",", same) +
           "],\"samplers\":[" + joined(samplers, ",", same) + "]}";
}

// `mesh` is null in a file of clips.
std::string rootExtras(const SoldierMesh* mesh, const std::vector<Clip>& clips) {
    const std::string strides = joined(clips, ";", [](const Clip& c) {
        return c.stride_speed != 0.0F ? c.name + "=" + number(c.stride_speed) : std::string();
    });
    const std::string loops =
        joined(clips, ",", [](const Clip& c) { return c.loops ? c.name : std::string(); });
    const std::string markers = joined(clips, "; ", [](const Clip& c) {
        return c.markers.empty() ? std::string() : c.name + ": " + c.markers;
    });
    std::string of_clips = "\"phalanx_stride\":" + quoted(strides) + ",\"phalanx_loops\":" + quoted(loops);
    if (!markers.empty()) of_clips += ",\"phalanx_markers\":" + quoted(markers);
    if (mesh == nullptr) return "{" + of_clips + "}";
    const std::string variants = joined(mesh->variants, ";", [](const Variant& v) {
        return v.name + "=" + joined(v.parts, ",", [](const std::string& part) { return part; });
    });
    return "{\"phalanx_variants\":" + quoted(variants) + "," + of_clips + ",\"phalanx_tint_mask\":\"alpha\"}";
}

std::string nodesJson(const Skeleton& skeleton, const SoldierMesh* mesh, const std::vector<Clip>& clips) {
    std::vector<std::string> nodes;
    for (std::size_t i = 0; i < skeleton.bones.size(); ++i) {
        std::vector<std::string> children;
        for (std::size_t k = 0; k < skeleton.bones.size(); ++k) {
            if (skeleton.bones[k].parent == static_cast<int>(i)) children.push_back(std::to_string(k));
        }
        std::string node = "{\"name\":" + quoted(skeleton.bones[i].name) +
                           ",\"translation\":" + triple(restOffset(skeleton, i), number);
        if (!children.empty()) {
            node += ",\"children\":[" + joined(children, ",", [](const std::string& s) { return s; }) + "]";
        }
        if (i == 0) node += ",\"extras\":" + rootExtras(mesh, clips);
        nodes.push_back(node + "}");
    }
    for (std::size_t i = 0; mesh != nullptr && i < mesh->parts.size(); ++i) {
        nodes.push_back("{\"name\":" + quoted(mesh->parts[i].name) + ",\"mesh\":" + std::to_string(i) +
                        ",\"skin\":0}");
    }
    return joined(nodes, ",", [](const std::string& s) { return s; });
}

const char* const kAsset =
    "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Phalanx make_soldier\",\"copyright\":\"CC0 1.0\"},";

}  // namespace

std::vector<std::uint8_t> writePng(const Atlas& atlas) {
    return encodePng(atlas.rgba, atlas.size, atlas.size);
}

std::vector<std::uint8_t> writeGlb(const Skeleton& skeleton, const SoldierMesh& mesh,
                                   const std::vector<Clip>& clips) {
    Blob blob;
    const std::string meshes =
        joined(mesh.parts, ",", [&](const MeshPart& part) { return meshJson(blob, part); });
    std::vector<float> binds;  // joint_from_bind: plain translations, columns
    std::vector<std::string> joints;
    for (std::size_t i = 0; i < skeleton.bones.size(); ++i) {
        const glm::vec3 p = skeleton.bones[i].position;
        binds.insert(binds.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -p.x, -p.y, -p.z, 1});
        joints.push_back(std::to_string(i));
    }
    const int bind_accessor = blob.addAccessor(binds, skeleton.bones.size(), kFloat, "MAT4", 0);
    int still_time = -1;
    const std::string animations = joined(
        clips, ",", [&](const Clip& clip) { return clipJson(blob, skeleton, &mesh, clip, still_time); });
    const std::vector<std::uint8_t> png = writePng(mesh.atlas);
    const int image = blob.addView(png.data(), png.size(), 0);

    const auto same = [](const std::string& s) { return s; };
    std::vector<std::string> roots{"0"};
    for (std::size_t i = 0; i < mesh.parts.size(); ++i)
        roots.push_back(std::to_string(skeleton.bones.size() + i));
    std::string json = kAsset;
    json += "\"scene\":0,\"scenes\":[{\"name\":\"Soldier\",\"nodes\":[" + joined(roots, ",", same) +
            "]}],\"nodes\":[" + nodesJson(skeleton, &mesh, clips) + "],\"meshes\":[" + meshes +
            "],\"skins\":[{\"name\":\"Soldier\",\"skeleton\":0,\"inverseBindMatrices\":" +
            std::to_string(bind_accessor) + ",\"joints\":[" + joined(joints, ",", same) + "]}],";
    json +=
        "\"materials\":[{\"name\":\"Soldier\",\"alphaMode\":\"OPAQUE\",\"pbrMetallicRoughness\":{"
        "\"baseColorTexture\":"
        "{\"index\":0},\"metallicFactor\":0,\"roughnessFactor\":0.85},\"extras\":{\"phalanx_tint_mask\":"
        "\"alpha\"}}],";
    json +=
        "\"textures\":[{\"source\":0,\"sampler\":0}],\"samplers\":[{\"magFilter\":9729,\"minFilter\":9987,"
        "\"wrapS\":33071,"
        "\"wrapT\":33071}],\"images\":[{\"name\":\"soldier_atlas\",\"mimeType\":\"image/"
        "png\",\"bufferView\":" +
        std::to_string(image) + "}],";
    if (!clips.empty()) json += "\"animations\":[" + animations + "],";
    return glbFile(std::move(json), blob);
}

std::vector<std::uint8_t> writeClipsGlb(const Skeleton& skeleton, const std::vector<Clip>& clips) {
    Blob blob;
    int still_time = -1;
    const std::string animations = joined(
        clips, ",", [&](const Clip& clip) { return clipJson(blob, skeleton, nullptr, clip, still_time); });
    return glbFile(std::string(kAsset) +
                       "\"scene\":0,\"scenes\":[{\"name\":\"Soldier\",\"nodes\":[0]}],\"nodes\":[" +
                       nodesJson(skeleton, nullptr, clips) + "],\"animations\":[" + animations + "],",
                   blob);
}

}  // namespace phalanx::soldier

#include "gltf_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "png_writer.h"

namespace phalanx::soldier {
namespace {

constexpr int kFloat = 5126;
constexpr int kUnsignedByte = 5121;
constexpr int kUnsignedShort = 5123;
constexpr int kVertexTarget = 34962;
constexpr int kIndexTarget = 34963;

std::string number(float value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.7g", static_cast<double>(value == 0.0F ? 0.0F : value));
    return text.data();
}

// The shortest text that reads back as the same float: a minimum or maximum must equal an element exactly.
std::string exactly(float value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value == 0.0F ? 0.0F : value).ptr;
    return {text.data(), end};
}

std::string quoted(const std::string& text) {
    return '"' + text + '"';
}  // names here need no escapes

template <typename Range, typename Text>
std::string joined(const Range& range, const char* separator, const Text& text) {
    std::string result;
    for (const auto& item : range) {
        const std::string piece = text(item);
        if (piece.empty()) continue;
        if (!result.empty()) result += separator;
        result += piece;
    }
    return result;
}

std::string triple(const glm::vec3& v, std::string (*text)(float)) {
    return "[" + text(v.x) + "," + text(v.y) + "," + text(v.z) + "]";
}

// The buffer and the JSON of its views and accessors.
class Blob {
  public:
    int addView(const void* data, std::size_t size, int target) {
        bytes_.resize((bytes_.size() + 3) / 4 * 4, 0);
        views_.push_back("{\"buffer\":0,\"byteOffset\":" + std::to_string(bytes_.size()) +
                         ",\"byteLength\":" + std::to_string(size) +
                         (target != 0 ? ",\"target\":" + std::to_string(target) : "") + "}");
        const auto* begin = static_cast<const std::uint8_t*>(data);
        bytes_.insert(bytes_.end(), begin, begin + size);
        return static_cast<int>(views_.size()) - 1;
    }

    template <typename T>
    int addAccessor(const std::vector<T>& data, std::size_t count, int component, const char* type,
                    int target, const std::string& extra = "") {
        const int view = addView(data.data(), data.size() * sizeof(T), target);
        accessors_.push_back(
            "{\"bufferView\":" + std::to_string(view) + ",\"componentType\":" + std::to_string(component) +
            ",\"count\":" + std::to_string(count) + ",\"type\":\"" + type + "\"" + extra + "}");
        return static_cast<int>(accessors_.size()) - 1;
    }

    const std::vector<std::uint8_t>& bytes() const { return bytes_; }
    const std::vector<std::string>& views() const { return views_; }
    const std::vector<std::string>& accessors() const { return accessors_; }

  private:
    std::vector<std::uint8_t> bytes_;
    std::vector<std::string> views_;
    std::vector<std::string> accessors_;
};

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
        ",\"material\":0}]}";
    return json;
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

std::string clipJson(Blob& blob, const Skeleton& skeleton, const Clip& clip, int& still_time) {
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

void appendWord(std::vector<std::uint8_t>& file, std::size_t value) {
    for (int shift = 0; shift < 32; shift += 8)
        file.push_back(static_cast<std::uint8_t>(value >> shift & 255U));
}

const char* const kAsset =
    "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Phalanx make_soldier\",\"copyright\":\"CC0 1.0\"},";

// Appends accessors, views and the buffer to the JSON, and makes the file.
std::vector<std::uint8_t> finished(std::string json, const Blob& blob) {
    const auto same = [](const std::string& s) { return s; };
    json += "\"accessors\":[" + joined(blob.accessors(), ",", same) + "],\"bufferViews\":[" +
            joined(blob.views(), ",", same) +
            "],\"buffers\":[{\"byteLength\":" + std::to_string(blob.bytes().size()) + "}]}";
    json.resize((json.size() + 3) / 4 * 4, ' ');
    const std::size_t padding = (4 - blob.bytes().size() % 4) % 4;

    std::vector<std::uint8_t> file;
    appendWord(file, 0x46546C67U);  // "glTF"
    appendWord(file, 2);
    appendWord(file, 12 + 8 + json.size() + 8 + blob.bytes().size() + padding);
    appendWord(file, json.size());
    appendWord(file, 0x4E4F534AU);  // "JSON"
    file.insert(file.end(), json.begin(), json.end());
    appendWord(file, blob.bytes().size() + padding);
    appendWord(file, 0x004E4942U);  // "BIN"
    file.insert(file.end(), blob.bytes().begin(), blob.bytes().end());
    file.resize(file.size() + padding, 0);
    return file;
}

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
    const std::string animations =
        joined(clips, ",", [&](const Clip& clip) { return clipJson(blob, skeleton, clip, still_time); });
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
    return finished(std::move(json), blob);
}

std::vector<std::uint8_t> writeClipsGlb(const Skeleton& skeleton, const std::vector<Clip>& clips) {
    Blob blob;
    int still_time = -1;
    const std::string animations =
        joined(clips, ",", [&](const Clip& clip) { return clipJson(blob, skeleton, clip, still_time); });
    return finished(std::string(kAsset) +
                        "\"scene\":0,\"scenes\":[{\"name\":\"Soldier\",\"nodes\":[0]}],\"nodes\":[" +
                        nodesJson(skeleton, nullptr, clips) + "],\"animations\":[" + animations + "],",
                    blob);
}

}  // namespace phalanx::soldier

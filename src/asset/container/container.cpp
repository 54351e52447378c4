#include "asset/container/container.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "anim/compression/clip_decoder.h"
#include "asset/common/image.h"
#include "asset/container/mesh_bytes.h"
#include "asset/container/packed_container.h"

namespace phalanx {
namespace {

constexpr std::array<std::uint8_t, 4> kMagic{'P', 'H', 'X', 'M'};
constexpr std::size_t kHeaderBytes = 16;
constexpr std::ptrdiff_t kSizeAt = 8;  // offset of the payload's size

// The minimum size of an item of each list in the file. A count that the rest of the file cannot hold is
// refused before memory is allocated.
constexpr std::size_t kPartBytes = 4 + 5 * 4;
constexpr std::size_t kMaterialBytes = 4 + 16 + 4 + 1 + 4 + 1 + 1 + 1;
constexpr std::size_t kImageBytes = 4 + 4 + 4 + 4;
constexpr std::size_t kNodeBytes = 4 + 4 + 128;
constexpr std::size_t kJointBytes = 4 + 128;
constexpr std::size_t kClipBytes = 4 + 3 * 8 + 1 + 1 + 4 + 4 + 4;
constexpr std::size_t kMarkerBytes = 4 + 8;
constexpr std::size_t kTrackBytes = 1 + 4;
constexpr std::size_t kChannelBytes = 4 + 3 * kTrackBytes;
constexpr std::size_t kDeltaBytes = 4 + 12 + 12;
constexpr std::size_t kTargetBytes = 4 + 4 + 8 + 4;
constexpr std::size_t kMorphTrackBytes = 4 + kTrackBytes;

std::uint32_t bits(int value) {
    return static_cast<std::uint32_t>(value);
}

bool readFlag(ByteReader& in) {
    const auto value = in.integer<std::uint8_t>();
    if (value > 1) in.fail("a flag is neither 0 nor 1");
    return value == 1;
}

template <typename Enum>
Enum readEnum(ByteReader& in, Enum last) {
    const auto value = in.integer<std::uint8_t>();
    if (value > static_cast<std::uint8_t>(last)) in.fail(fmt::format("an enum has the value {}", value));
    return static_cast<Enum>(value);
}

// Reads an index, -1 for none. validate() checks the upper limits.
int readIndex(ByteReader& in) {
    const auto value = static_cast<std::int32_t>(in.integer<std::uint32_t>());
    if (value < -1) in.fail(fmt::format("an index is {}", value));
    return value;
}

void writeMeshes(ByteWriter& out, const Model& model) {
    out.list(model.vertices, [&](const Vertex& v) { writeVertex(out, v); });
    out.list(model.indices, [&](std::uint32_t index) { out.integer(index); });
    out.list(model.parts, [&](const Part& part) {
        out.text(part.name);
        for (const std::uint32_t value :
             {part.material, part.first_index, part.index_count, part.first_vertex, part.vertex_count}) {
            out.integer(value);
        }
    });
    out.list(model.variants, [&](const Variant& variant) {
        out.text(variant.name);
        writeBatches(out, variant.batches);
    });
}

void readMeshes(ByteReader& in, Model& model) {
    in.list(model.vertices, kVertexBytes, [&](Vertex& v) { readVertex(in, v); });
    in.list(model.indices, 4, [&](std::uint32_t& index) { index = in.integer<std::uint32_t>(); });
    in.list(model.parts, kPartBytes, [&](Part& part) {
        part.name = in.text();
        for (std::uint32_t* value :
             {&part.material, &part.first_index, &part.index_count, &part.first_vertex, &part.vertex_count}) {
            *value = in.integer<std::uint32_t>();
        }
        if (part.first_vertex > model.vertices.size() ||
            part.vertex_count > model.vertices.size() - part.first_vertex) {
            in.fail(fmt::format("part {} uses more than the {} vertices", part.name, model.vertices.size()));
        }
    });
    in.list(model.variants, 8, [&](Variant& variant) {
        variant.name = in.text();
        readBatches(in, variant.batches);
    });
}

void writeLooks(ByteWriter& out, const Model& model) {
    out.list(model.materials, [&](const Material& material) {
        out.text(material.name);
        out.vector(material.base_color);
        out.integer(bits(material.image));
        out.integer(static_cast<std::uint8_t>(material.alpha_mode));
        out.number(material.alpha_cutoff);
        out.integer(static_cast<std::uint8_t>(material.two_sided ? 1 : 0));
        out.integer(static_cast<std::uint8_t>(material.tint_mask));
        out.integer(static_cast<std::uint8_t>(material.unlit ? 1 : 0));
    });
    out.list(model.images, [&](const Image& image) {
        out.text(image.name);
        out.integer(bits(image.width));
        out.integer(bits(image.height));
        out.integer(static_cast<std::uint32_t>(image.rgba.size()));
        out.raw(image.rgba);
    });
}

void readLooks(ByteReader& in, Model& model) {
    in.list(model.materials, kMaterialBytes, [&](Material& material) {
        material.name = in.text();
        in.vector(material.base_color);
        material.image = readIndex(in);
        material.alpha_mode = readEnum(in, AlphaMode::kMask);
        material.alpha_cutoff = in.number<float>();
        material.two_sided = readFlag(in);
        material.tint_mask = readEnum(in, TintMask::kAlpha);
        material.unlit = readFlag(in);
    });
    in.list(model.images, kImageBytes, [&](Image& image) {
        image.name = in.text();
        image.width = readIndex(in);
        image.height = readIndex(in);
        if (image.width < 1 || image.height < 1 || image.width > kMaxImageSide ||
            image.height > kMaxImageSide) {
            in.fail(fmt::format("image {} has {} x {} texels; the limit is {} per side", image.name,
                                image.width, image.height, kMaxImageSide));
        }
        const std::span<const std::uint8_t> texels = in.raw(in.count(1));
        in.charge(texels.size(), 1);
        image.rgba.assign(texels.begin(), texels.end());
    });
}

void writeValue(ByteWriter& out, double value) {
    out.number(value);
}
template <typename Vector>
void writeValue(ByteWriter& out, const Vector& value) {
    out.vector(value);
}
void readValue(ByteReader& in, double& value) {
    value = in.number<double>();
}
template <typename Vector>
void readValue(ByteReader& in, Vector& value) {
    in.vector(value);
}

// The tangents of a cubic track follow its keys; their number is that of the keys.
template <typename Value>
void writeTrack(ByteWriter& out, const Track<Value>& track) {
    out.integer(static_cast<std::uint8_t>(track.interpolation));
    out.list(track.keys, [&](const Key<Value>& key) {
        out.number(key.time_s);
        writeValue(out, key.value);
    });
    for (const Tangents<Value>& tangents : track.tangents) {
        writeValue(out, tangents.in);
        writeValue(out, tangents.out);
    }
}

template <typename Value>
void readTrack(ByteReader& in, Track<Value>& track) {
    track.interpolation = readEnum(in, Interpolation::kCubic);
    in.list(track.keys, sizeof(double) + sizeof(Value), [&](Key<Value>& key) {
        key.time_s = in.number<double>();
        readValue(in, key.value);
        if constexpr (std::is_same_v<Value, glm::dquat>) {
            constexpr double kTolerance = 1e-3;
            if (std::abs(glm::length(key.value) - 1.0) > kTolerance)
                in.fail("a rotation is not of unit length");
        }
    });
    if (track.interpolation != Interpolation::kCubic) return;
    in.charge(track.keys.size(), sizeof(Tangents<Value>));
    track.tangents.resize(track.keys.size());
    for (Tangents<Value>& tangents : track.tangents) {
        readValue(in, tangents.in);
        readValue(in, tangents.out);
    }
}

// `packed`: the clip's channels as compressed bytes; empty: exactly.
void writeClip(ByteWriter& out, const Clip& clip, std::span<const std::uint8_t> packed) {
    out.text(clip.name);
    // Compressed channels have a closing key.
    const double closing_s = packed.empty() ? clip.closing_s : 0.0;
    for (const double value : {clip.duration_s, closing_s, clip.stride_speed}) out.number(value);
    out.integer(static_cast<std::uint8_t>(clip.loops ? 1 : 0));
    out.integer(static_cast<std::uint8_t>(packed.empty() ? 0 : 1));
    if (packed.empty()) {
        out.list(clip.channels, [&](const Channel& channel) {
            out.integer(bits(channel.node));
            eachTrack(channel, [&](const auto& track) { writeTrack(out, track); });
        });
    } else {
        out.integer(static_cast<std::uint32_t>(packed.size()));
        out.raw(packed);
    }
    out.list(clip.morph_tracks, [&](const MorphTrack& track) {
        out.integer(bits(track.target));
        writeTrack(out, track.weights);
    });
    out.list(clip.markers, [&](const Marker& marker) {
        out.text(marker.name);
        out.number(marker.time_s);
    });
}

// `keys_left`: of all compressed clips that follow.
void readClip(ByteReader& in, const Model& model, std::uint64_t& keys_left, Clip& clip) {
    clip.name = in.text();
    for (double* value : {&clip.duration_s, &clip.closing_s, &clip.stride_speed})
        *value = in.number<double>();
    clip.loops = readFlag(in);
    if (readFlag(in)) {
        ClipDecoder decoder(model, in.raw(in.count(1)), fmt::format("{}: clip {}", in.name(), clip.name));
        if (decoder.keys() > keys_left) in.fail("its compressed clips have too many keys");
        keys_left -= decoder.keys();
        clip.channels = decoder.expand(clip.duration_s);
    } else {
        in.list(clip.channels, kChannelBytes, [&](Channel& channel) {
            channel.node = readIndex(in);
            eachTrack(channel, [&](auto& track) { readTrack(in, track); });
        });
    }
    in.list(clip.morph_tracks, kMorphTrackBytes, [&](MorphTrack& track) {
        track.target = readIndex(in);
        readTrack(in, track.weights);
    });
    in.list(clip.markers, kMarkerBytes, [&](Marker& marker) {
        marker.name = in.text();
        marker.time_s = in.number<double>();
    });
}

void writeMotion(ByteWriter& out, const Model& model, std::span<const PackedClip> packed) {
    out.list(model.nodes, [&](const Node& node) {
        out.text(node.name);
        out.integer(bits(node.parent));
        out.matrix(node.parent_from_node_rest);
    });
    out.list(model.numbered_nodes, [&](int node) { out.integer(bits(node)); });
    out.list(model.palette, [&](const Joint& joint) {
        out.integer(bits(joint.node));
        out.matrix(joint.joint_from_bind);
    });
    const std::span<const std::uint8_t> none;
    std::size_t next = 0;
    out.list(model.clips, [&](const Clip& clip) {
        writeClip(out, clip, next < packed.size() ? std::span<const std::uint8_t>(packed[next]) : none);
        ++next;
    });
    out.list(model.morph_targets, [&](const MorphTarget& target) {
        out.text(target.name);
        out.integer(bits(target.node));
        out.number(target.rest_weight);
        out.list(target.deltas, [&](const MorphDelta& delta) {
            out.integer(delta.vertex);
            out.vector(delta.position);
            out.vector(delta.normal);
        });
    });
}

void readMotion(ByteReader& in, Model& model) {
    in.list(model.nodes, kNodeBytes, [&](Node& node) {
        node.name = in.text();
        node.parent = readIndex(in);
        in.matrix(node.parent_from_node_rest);
    });
    in.list(model.numbered_nodes, sizeof(std::uint32_t), [&](int& node) { node = readIndex(in); });
    in.list(model.palette, kJointBytes, [&](Joint& joint) {
        joint.node = readIndex(in);
        in.matrix(joint.joint_from_bind);
    });
    std::uint64_t keys_left = kMostPackedKeys;
    in.list(model.clips, kClipBytes, [&](Clip& clip) { readClip(in, model, keys_left, clip); });
    in.list(model.morph_targets, kTargetBytes, [&](MorphTarget& target) {
        target.name = in.text();
        target.node = readIndex(in);
        target.rest_weight = in.number<double>();
        in.list(target.deltas, kDeltaBytes, [&](MorphDelta& delta) {
            delta.vertex = in.integer<std::uint32_t>();
            in.vector(delta.position);
            in.vector(delta.normal);
        });
    });
}

}  // namespace

std::uint64_t containerMemory(std::size_t file_bytes) {
    // The worst case of valid content: a channel of a single key takes 51 bytes in the file, 208 in memory.
    constexpr std::uint64_t kTimes = 5;
    constexpr std::uint64_t kSmallFiles = std::uint64_t{1}
                                          << 20U;  // in a small file, notes and variants take a larger part
    return kTimes * file_bytes + kSmallFiles;
}

std::vector<std::uint8_t> writeContainer(const Model& model) {
    return writeContainer(model, {});
}

std::vector<std::uint8_t> writeContainer(const Model& model, std::span<const PackedClip> packed) {
    ByteWriter file;
    file.raw(kMagic);
    file.integer(kContainerVersion);
    file.integer(std::uint64_t{0});
    file.text(model.name);
    file.text(model.source_path);
    writeMeshes(file, model);
    writeLooks(file, model);
    writeMotion(file, model, packed);
    file.number(model.metres_per_unit);
    file.number(model.height_m);
    file.integer(static_cast<std::uint8_t>(model.z_up ? 1 : 0));
    file.list(model.notes, [&](const Note& note) {
        file.text(note.text);
        file.integer(static_cast<std::uint8_t>(note.warning ? 1 : 0));
    });
    std::vector<std::uint8_t> bytes = file.take();
    ByteWriter size;
    size.integer(static_cast<std::uint64_t>(bytes.size() - kHeaderBytes));
    const std::vector<std::uint8_t> size_bytes = size.take();
    std::copy(size_bytes.begin(), size_bytes.end(), bytes.begin() + kSizeAt);
    return bytes;
}

Model readContainer(std::span<const std::uint8_t> bytes, const std::string& name) {
    ByteReader in(bytes, name, containerMemory(bytes.size()));
    if (bytes.size() < kHeaderBytes || !std::equal(kMagic.begin(), kMagic.end(), bytes.begin()))
        in.fail("its first bytes are not those of a container");
    in.raw(kMagic.size());
    if (const auto version = in.integer<std::uint32_t>(); version != kContainerVersion) {
        in.fail(fmt::format("it has version {}, but this program reads version {}; convert the model again",
                            version, kContainerVersion));
    }
    if (const auto payload = in.integer<std::uint64_t>(); payload != in.left()) {
        in.fail(fmt::format("{} bytes expected, {} present", payload, in.left()));
    }
    Model model;
    model.name = in.text();
    model.source_path = in.text();
    readMeshes(in, model);
    readLooks(in, model);
    readMotion(in, model);
    model.metres_per_unit = in.number<double>();
    model.height_m = in.number<double>();
    model.z_up = readFlag(in);
    if (model.height_m < 0.0) in.fail("its height is below 0");
    in.list(model.notes, 5, [&](Note& note) {
        note.text = in.text();
        note.warning = readFlag(in);
    });
    if (in.left() != 0) in.fail(fmt::format("{} bytes are left after its end", in.left()));
    const std::string written_path = std::exchange(model.source_path, name);
    validate(model);  // its errors start with source_path, the container here
    model.source_path = written_path;
    return model;
}

}  // namespace phalanx

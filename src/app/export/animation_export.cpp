#include "app/export/animation_export.h"

#include <bit>
#include <nlohmann/json.hpp>
#include <string>

#include "anim/bake/clip_bounds.h"
#include "app/export/model_glb.h"
#include "core/version.h"
#include "render/model/animation_texture.h"

namespace phalanx {
namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "the texels are written as they are");

// The names of an encoding's texels in other programs. "": that program has no such format.
struct TexelNames {
    const char* component;
    const char* gl;       // internal format, as in WebGL 2
    const char* gl_type;  // with format RGBA
    const char* dxgi;
    const char* unity;  // TextureFormat
    const char* godot;  // Image.Format
};

TexelNames namesOf(Encoding encoding) {
    switch (encoding) {
        case Encoding::kRgba32f:
            return {"float32", "RGBA32F", "FLOAT", "R32G32B32A32_FLOAT", "RGBAFloat", "FORMAT_RGBAF"};
        case Encoding::kRgba16f:
            return {"float16", "RGBA16F", "HALF_FLOAT", "R16G16B16A16_FLOAT", "RGBAHalf", "FORMAT_RGBAH"};
        case Encoding::kTrs:
            break;
    }
    return {"unorm16", "RGBA16", "UNSIGNED_SHORT", "R16G16B16A16_UNORM", "RGBA64", ""};
}

AnimationTextureShape shapeOf(const EncodedAnimation& encoded) {
    return shapeAnimationTexture(std::uint64_t{encoded.frames} * encoded.joints, encoded.texels_per_entry,
                                 kMostExportedSide);
}

template <typename Vector>
Json listOf(const Vector& vector) {
    Json list = Json::array();
    for (int i = 0; i < Vector::length(); ++i) list.push_back(vector[i]);
    return list;
}

Json textureJson(const EncodedAnimation& encoded, const AnimationTextureShape& shape) {
    const TexelNames names = namesOf(encoded.encoding);
    Json texture{{"file", kExportedTexels},
                 {"width", shape.width},
                 {"height", shape.height},
                 {"bytes", static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(shape.height) *
                               encoded.bytesPerTexel()},
                 {"byte_order", "little-endian"},
                 {"encoding", nameOf(encoded.encoding)},
                 {"components", 4},
                 {"component_type", names.component},
                 {"bytes_per_texel", encoded.bytesPerTexel()},
                 {"filter", "nearest, without mipmaps"},
                 {"gl", {{"internal_format", names.gl}, {"format", "RGBA"}, {"type", names.gl_type}}},
                 {"dxgi_format", names.dxgi},
                 {"unity_format", names.unity}};
    if (*names.godot != '\0') texture["godot_format"] = names.godot;
    return texture;
}

Json layoutJson(const EncodedAnimation& encoded, const AnimationTextureShape& shape) {
    return {{"joints", encoded.joints},
            {"frames", encoded.frames},
            {"texels_per_entry", encoded.texels_per_entry},
            {"entries_per_row", 1U << shape.entry_shift},
            {"entry", "frame * joints + joint"},
            {"x", "(entry % entries_per_row) * texels_per_entry + k, k = 0 .. texels_per_entry - 1"},
            {"y", "entry / entries_per_row, row 0 is the first of the file"}};
}

Json decodingJson(const EncodedAnimation& encoded) {
    const EncodingSpace& space = encoded.space;
    if (encoded.encoding == Encoding::kTrs) {
        Json origins = Json::array();
        for (const glm::vec4& origin : encoded.bind_origins) origins.push_back(listOf(glm::vec3(origin)));
        return {{"texels",
                 "f = integer / 65535; texel 0: rotation (x, y, z, w) = (f * 65535 - 32767) / 32767; "
                 "texel 1: place = place_offset + place_scale * f, xyz the joint's origin, w the scale"},
                {"blend",
                 "texel by texel, linear; the rotation of the sum is normalized; between clips, B's "
                 "rotation is negated if its dot product with A's is below 0"},
                {"position", "place.w * rotate(rotation, p - bind_origins[joint]) + place.xyz"},
                {"place_offset", listOf(space.place_offset)},
                {"place_scale", listOf(space.place_scale)},
                {"bind_origins", std::move(origins)}};
    }
    return {{"texels", "texel k: row k of a 3x4 matrix"},
            {"blend", "texel by texel, linear: frames, then clips, then joints by their weights"},
            {"position", "rows * (p - bind_center, 1) + model_center"},
            {"bind_center", listOf(space.bind_center)},
            {"model_center", listOf(space.model_center)}};
}

Json clipJson(const Model& model, std::size_t i, const BakedClip& baked, const ClipBounds& bounds,
              const BakeError& error) {
    Json markers = Json::array();
    if (i < model.clips.size()) {  // a model without clips has one that is made of its rest pose
        for (const Marker& marker : model.clips[i].markers)
            markers.push_back({{"name", marker.name}, {"seconds", marker.time_s}});
    }
    return {{"name", baked.name},
            {"first_frame", baked.first_frame},
            {"frames", baked.intervals + 1},
            {"intervals", baked.intervals},
            {"seconds", baked.duration_s},
            {"rate_hz", baked.rate_hz},
            {"loops", baked.loops},
            {"stride_m_per_s", baked.stride_speed},
            {"bounds_m", {{"low", bounds.low_m}, {"high", bounds.high_m}, {"radius", bounds.radius_m}}},
            {"error_mm", {{"mean", error.mean_mm}, {"p99", error.p99_mm}, {"max", error.max_mm}}},
            {"markers", std::move(markers)}};
}

Json morphsJson(const Model& model, const MorphFrames& morphs) {
    Json targets = Json::array();
    for (const MorphTarget& target : model.morph_targets) targets.push_back(target.name);
    return {{"file", kExportedMorphs},
            {"component_type", "float32"},
            {"targets", std::move(targets)},
            {"index", "frame * targets + target"},
            {"bytes", morphs.weights.size() * sizeof(float)}};
}

}  // namespace

std::vector<std::byte> exportedTexels(const EncodedAnimation& encoded) {
    const AnimationTextureShape shape = shapeOf(encoded);
    std::vector<std::byte> texels = encoded.data;
    texels.resize(static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(shape.height) *
                  encoded.bytesPerTexel());
    return texels;
}

Json exportedText(const Model& model, const BakedAnimation& baked, const EncodedAnimation& encoded,
                  const std::vector<BakeError>& errors) {
    const AnimationTextureShape shape = shapeOf(encoded);
    const std::vector<ClipBounds> bounds = clipBounds(model, baked);
    Json clips = Json::array();
    for (std::size_t i = 0; i < baked.clips.size(); ++i)
        clips.push_back(clipJson(model, i, baked.clips[i], bounds[i], errors[i]));
    Json variants = Json::array();
    for (const Variant& variant : model.variants)
        variants.push_back({{"name", variant.name}, {"parts", partsOf(model, variant)}});
    Json joints = Json::array();
    for (const Joint& joint : model.palette)
        joints.push_back(model.nodes[static_cast<std::size_t>(joint.node)].name);
    Json text{{"format", "phalanx-animation"},
              {"version", kExportVersion},
              {"generator", std::string("Phalanx ") + kVersion},
              {"units",
               {{"bind_space", "the model file's own units and axes: positions of model.glb"},
                {"bind_units_in_metres", model.metres_per_unit},
                {"model_space", "metres, Y up, right-handed: what the matrices give"},
                {"time", "seconds"}}},
              {"model",
               {{"file", kExportedModel},
                {"name", model.name},
                {"height_m", model.height_m},
                {"cull_back_faces", !baked.mirrors},
                {"variants", std::move(variants)},
                {"bounds_m", {{"min", listOf(baked.bounds_min)}, {"max", listOf(baked.bounds_max)}}}}},
              {"texture", textureJson(encoded, shape)},
              {"layout", layoutJson(encoded, shape)},
              {"decoding", decodingJson(encoded)},
              {"playing",
               {{"phase",
                 "seconds since the start / clip seconds; fract() of it if the clip loops, else at most 1"},
                {"frame",
                 "at = phase * intervals; before = min(floor(at), intervals - 1); within = at - before; "
                 "frames first_frame + before and the next one, blended by within"}}},
              {"joints", std::move(joints)},
              {"clips", std::move(clips)}};
    if (!encoded.morphs.weights.empty()) text["morphs"] = morphsJson(model, encoded.morphs);
    return text;
}

}  // namespace phalanx

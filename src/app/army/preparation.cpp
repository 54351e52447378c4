#include "app/army/preparation.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "asset/container/container.h"
#include "asset/container/mesh_bytes.h"
#include "crowd/hash.h"
#include "crowd/selection.h"
#include "render/model/packed_mesh.h"

namespace phalanx {
namespace {

constexpr std::array<std::uint8_t, 4> kMagic{'P', 'H', 'X', 'P'};
constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20U;  // of memory

void writeRate(ByteWriter& out, const ChosenRate& rate) {
    out.integer(rate.intervals);
    out.integer(static_cast<std::uint8_t>(rate.error.has_value()));
    if (!rate.error) return;
    const BakeError& error = *rate.error;
    for (const double value : {error.mean_mm, error.p99_mm, error.max_mm, error.worst_time_s})
        out.number(value);
    out.integer(static_cast<std::uint8_t>(error.sampled));
    out.integer(error.worst_joint);
}

ChosenRate readRate(ByteReader& in) {
    ChosenRate rate;
    rate.intervals = in.integer<std::uint32_t>();
    if (rate.intervals == 0 || rate.intervals > BakeSettings{}.max_frames)
        in.fail("a clip has " + std::to_string(rate.intervals) + " intervals");
    if (in.integer<std::uint8_t>() == 0) return rate;
    BakeError& error = rate.error.emplace();
    for (double* value : {&error.mean_mm, &error.p99_mm, &error.max_mm, &error.worst_time_s})
        *value = in.number<double>();
    error.sampled = in.integer<std::uint8_t>() != 0;
    error.worst_joint = in.integer<std::uint16_t>();
    return rate;
}

void writeLodVertex(ByteWriter& out, const LodVertex& vertex) {
    writeVertex(out, vertex.vertex);
    out.list(vertex.morphs, [&](const VertexMorph& morph) {
        out.integer(morph.target);
        out.vector(morph.position);
        out.vector(morph.normal);
    });
}

void readLodVertex(ByteReader& in, const Model& model, LodVertex& vertex) {
    readVertex(in, vertex.vertex);
    for (const std::uint16_t joint : vertex.vertex.joints) {
        if (joint >= model.palette.size()) in.fail("a vertex has joint " + std::to_string(joint));
    }
    in.list(vertex.morphs, 28, [&](VertexMorph& morph) {
        morph.target = in.integer<std::uint32_t>();
        if (morph.target >= model.morph_targets.size())
            in.fail("a vertex has morph target " + std::to_string(morph.target));
        in.vector(morph.position);
        in.vector(morph.normal);
    });
}

void writeLod(ByteWriter& out, const MeshLod& lod) {
    out.list(lod.indices, [&](std::uint32_t index) { out.integer(index); });
    out.list(lod.variants, [&](const Variant& variant) { writeBatches(out, variant.batches); });
    out.number(lod.error_m);
    out.number(lod.max_error_m);
    out.integer(static_cast<std::uint32_t>(lod.weights));
    out.integer(static_cast<std::uint8_t>(lod.morphs));
}

void readLod(ByteReader& in, const Model& model, MeshLod& lod) {
    in.list(lod.indices, 4, [&](std::uint32_t& index) { index = in.integer<std::uint32_t>(); });
    in.list(lod.variants, 4, [&](Variant& variant) {
        readBatches(in, variant.batches);
        for (const Batch& batch : variant.batches) {
            if (batch.material >= model.materials.size() || batch.first_index > lod.indices.size() ||
                batch.index_count > lod.indices.size() - batch.first_index)
                in.fail("a batch is out of range");
        }
    });
    if (lod.variants.size() != model.variants.size())
        in.fail("a LOD has " + std::to_string(lod.variants.size()) + " variants");
    for (std::size_t v = 0; v < lod.variants.size(); ++v) lod.variants[v].name = model.variants[v].name;
    lod.error_m = in.number<double>();
    lod.max_error_m = in.number<double>();
    lod.weights = static_cast<int>(in.integer<std::uint32_t>());
    if (lod.weights < 1 || lod.weights > kWeightsPerVertex)
        in.fail("a LOD has " + std::to_string(lod.weights) + " joints per vertex");
    lod.morphs = in.integer<std::uint8_t>() != 0;
}

// packMesh() packs every vertex of the model, and the LODs' after them.
void checkIndices(const ByteReader& in, const Model& model, const SimplifiedMesh& mesh) {
    const std::size_t vertices = model.vertices.size() + mesh.vertices.size();
    for (const MeshLod& lod : mesh.lods) {
        if (std::ranges::any_of(lod.indices, [&](std::uint32_t index) { return index >= vertices; }))
            in.fail("an index exceeds the " + std::to_string(vertices) + " vertices");
    }
}

}  // namespace

std::uint64_t modelDigest(const Model& model, std::size_t clips) {
    Model relevant = model;
    relevant.clips.resize(std::min(clips, model.clips.size()));
    relevant.source_path.clear();
    relevant.images.clear();
    std::vector<std::uint8_t> bytes = writeContainer(relevant);
    bytes.resize((bytes.size() + 7) / 8 * 8);
    std::uint64_t digest = bytes.size();
    for (std::size_t at = 0; at < bytes.size(); at += 8) {
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < 8; ++i) word |= std::uint64_t{bytes[at + i]} << (8 * i);
        digest = mixBits(digest ^ word);
    }
    return digest;
}

Preparation prepareModel(const Model& model) {
    Preparation preparation;
    preparation.model = modelDigest(model, model.clips.size());
    for (const Encoding encoding : kEncodings) {
        BakeSettings settings;
        settings.encoding = encoding;
        preparation.rates[static_cast<std::size_t>(encoding)] = chosenRates(bakeAnimation(model, settings));
    }
    preparation.mesh = simplifyMesh(model, packMesh(model));
    return preparation;
}

std::vector<std::uint8_t> writePreparation(const Preparation& preparation) {
    ByteWriter out;
    out.raw(kMagic);
    out.integer(kPreparationVersion);
    out.integer(static_cast<std::uint32_t>(preparation.clips()));
    out.integer(preparation.model);
    for (const std::vector<ChosenRate>& rates : preparation.rates)
        out.list(rates, [&](const ChosenRate& rate) { writeRate(out, rate); });
    out.list(preparation.mesh.vertices, [&](const LodVertex& vertex) { writeLodVertex(out, vertex); });
    out.list(preparation.mesh.lods, [&](const MeshLod& lod) { writeLod(out, lod); });
    return out.take();
}

std::optional<Preparation> readPreparation(std::span<const std::uint8_t> bytes, const Model& model,
                                           const std::string& name) {
    ByteReader in(bytes, name, kMostBytes, "preparation of a model");
    if (!std::ranges::equal(in.raw(kMagic.size()), kMagic)) in.fail("it does not begin with PHXP");
    if (in.integer<std::uint32_t>() != kPreparationVersion) return std::nullopt;
    Preparation preparation;
    const auto clips = in.integer<std::uint32_t>();
    preparation.model = in.integer<std::uint64_t>();
    if (clips > std::max<std::size_t>(model.clips.size(), 1)) return std::nullopt;
    if (preparation.model != modelDigest(model, clips)) return std::nullopt;
    for (std::vector<ChosenRate>& rates : preparation.rates) {
        in.list(rates, 5, [&](ChosenRate& rate) { rate = readRate(in); });
        if (rates.size() != clips) in.fail("it has rates of " + std::to_string(rates.size()) + " clips");
    }
    in.list(preparation.mesh.vertices, kVertexBytes + 4,
            [&](LodVertex& vertex) { readLodVertex(in, model, vertex); });
    in.list(preparation.mesh.lods, 28, [&](MeshLod& lod) { readLod(in, model, lod); });
    if (preparation.mesh.lods.size() > kMaxLods - 3)
        in.fail("it has " + std::to_string(preparation.mesh.lods.size()) + " LODs");
    checkIndices(in, model, preparation.mesh);
    if (in.left() > 0) in.fail(std::to_string(in.left()) + " bytes follow it");
    return preparation;
}

}  // namespace phalanx

#include "render/draws/gpu_skinner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/error.h"
#include "core/stopwatch.h"
#include "gl/objects/buffer.h"
#include "gl/objects/debug.h"
#include "layouts.h"
#include "render/units/unit_buffers.h"

namespace phalanx {
namespace {

// Bytes of the feedback buffer; larger ones are no faster on llvmpipe.
constexpr std::size_t kChunkBytes = std::size_t{8} << 20U;

constexpr double kPhaseSteps = 16777216.0;  // 2^24: precision of a phase in playback.h

double heldPhase(double phase) {
    return std::clamp(std::round(phase * kPhaseSteps), 0.0, kPhaseSteps - 1.0);
}

std::uint32_t heldWeight(double weight) {
    return static_cast<std::uint32_t>(std::lround(std::clamp(weight, 0.0, 1.0) * PH_FADE_VALUE_MAX));
}

// Nothing moves and nothing fades: tick 0, and no distance covered along the path.
const layout::Schedule kStill{glm::uvec4(0, 2, 0, 0), glm::vec4(1.0F, 1.0F, 1.0F, 0.0F)};

layout::FrameBlock frameAt(const layout::Schedule& schedule) {
    layout::FrameBlock block{};
    block.u_clip_from_world = glm::mat4(1.0F);
    block.u_shadow_right = glm::vec4(1.0F);  // must be finite, has no other effect
    block.u_clock = schedule.clock;
    block.u_path = schedule.path;
    return block;
}

gl::Buffer createStillFrame() {
    const layout::FrameBlock block = frameAt(kStill);
    return gl::createBuffer(std::as_bytes(std::span(&block, 1)), GL_STATIC_DRAW, "still frame");
}

std::vector<UnitInstance> instancesOf(std::span<const BakedPose> poses) {
    std::vector<UnitInstance> units;
    units.reserve(poses.size());
    for (const BakedPose& pose : poses) units.push_back(instanceOf(pose));
    return units;
}

// The unit's animation goes on, but it stands at the origin.
UnitInstance atTheOrigin(UnitInstance unit) {
    unit.placement = glm::vec4(0.0F);
    if (unit.fade.w >> PH_FADE_MODE_SHIFT == PH_FADE_STRIDE) unit.fade.y = 0;
    unit.fade.w &= ~PH_FLAG_MARCH;
    unit.look.y = std::bit_cast<std::uint32_t>(1.0F);
    unit.look.w = 0;
    return unit;
}

// Marks vertices before they are written. Their number could also be asked for by a query, but a browser
// gives its result only after the program has returned.
constexpr int kUnwrittenByte = 0xFF;

std::size_t countWritten(std::span<const FeedbackVertex> vertices) {
    using Bytes = std::array<std::uint8_t, sizeof(FeedbackVertex)>;
    Bytes unwritten{};
    unwritten.fill(kUnwrittenByte);
    return static_cast<std::size_t>(std::count_if(
        vertices.begin(), vertices.end(),
        [&unwritten](const FeedbackVertex& vertex) { return std::bit_cast<Bytes>(vertex) != unwritten; }));
}

// Rasterizer discard for the lifetime of the object.
class RasterizerOff {
  public:
    RasterizerOff() { glEnable(GL_RASTERIZER_DISCARD); }
    ~RasterizerOff() { glDisable(GL_RASTERIZER_DISCARD); }
    RasterizerOff(const RasterizerOff&) = delete;
    RasterizerOff& operator=(const RasterizerOff&) = delete;
    RasterizerOff(RasterizerOff&&) = delete;
    RasterizerOff& operator=(RasterizerOff&&) = delete;
};

}  // namespace

std::vector<glm::uvec4> clipTableOf(const BakedAnimation& baked) {
    std::vector<glm::uvec4> table;
    for (const BakedClip& clip : baked.clips) {
        const auto metres_per_cycle = static_cast<float>(clip.stride_speed * clip.duration_s);
        table.emplace_back(clip.first_frame, clip.intervals, clip.loops ? 1U : 0U,
                           std::bit_cast<std::uint32_t>(metres_per_cycle));
    }
    return table;
}

layout::UnitInstance instanceOf(const BakedPose& pose) {
    const auto cycles = [](double phase) { return static_cast<std::uint32_t>(heldPhase(phase)) << 8U; };
    layout::UnitInstance unit{};
    unit.placement = glm::vec4(0.0F);
    unit.playback = glm::uvec4(
        0, static_cast<std::uint32_t>(pose.clip_a) | static_cast<std::uint32_t>(pose.clip_b) << 16U, 0, 0);
    unit.fade = glm::uvec4(cycles(pose.phase_a), cycles(pose.phase_b), 0,
                           PH_FADE_CONSTANT << PH_FADE_MODE_SHIFT | heldWeight(pose.weight));
    unit.look = glm::uvec4(0, std::bit_cast<std::uint32_t>(1.0F), 0, 0);
    return unit;
}

BakedPose asHeld(const BakedPose& pose) {
    BakedPose held = pose;
    held.phase_a = heldPhase(pose.phase_a) / kPhaseSteps;
    held.phase_b = heldPhase(pose.phase_b) / kPhaseSteps;
    held.weight = static_cast<double>(heldWeight(pose.weight)) / PH_FADE_VALUE_MAX;
    return held;
}

GpuSkinner::GpuSkinner(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory)
    : capabilities_(capabilities),
      drawer_(capabilities, shader_directory),
      selected_(capabilities),
      frame_block_(createStillFrame()),
      moment_block_(gl::createBuffer(sizeof(layout::FrameBlock), GL_DYNAMIC_DRAW, "frame of one unit")) {}

GpuSkinner::Posed::Posed(const GpuModel& model, const SelectedUnits& selected, const Technique& technique,
                         const SkinSettings& settings, std::vector<UnitInstance> units, MorphRows rows,
                         const layout::Schedule& schedule, int variant)
    : groups(1), scene{std::span(&model, 1), buffers, selected, groups, technique, settings, schedule} {
    groups[0].variant = variant;
    groups[0].dirty.add({0, units.size()});
    groups[0].units = std::move(units);
    groups[0].morph_rows = std::move(rows);
    buffers.update(groups, std::span(&model, 1));
}

void GpuSkinner::feedBack(const GpuModel& model, const Technique& technique, const SkinSettings& settings,
                          std::span<const BakedPose> poses, const gl::Buffer& feedback) {
    const gl::DebugGroup debug_group("skin for feedback");
    const PackedMesh& mesh = model.packed(technique.mesh);
    glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_FRAME, frame_block_.id());
    const Posed posed(model, selected_, technique, settings, instancesOf(poses), {}, kStill,
                      mesh.allVertices());
    FrameStats stats;
    drawer_.advance(posed.scene, stats);
    const DrawList list = drawer_.prepare(posed.scene, AllUnits{}, UnitDrawer::Poses::kPrepared, stats);
    const RasterizerOff rasterizer_off;
    drawer_.feedBack(posed.scene, list, feedback, stats);
}

void GpuSkinner::skin(const GpuModel& model, const Technique& technique, const SkinSettings& settings,
                      std::span<const BakedPose> poses, const Consumer& consumer) {
    const std::size_t vertices = model.packed(technique.mesh).mesh_vertices;
    const std::size_t poses_at_once = std::clamp<std::size_t>(
        kChunkBytes / (vertices * sizeof(FeedbackVertex)), 1, std::max<std::size_t>(1, poses.size()));
    std::vector<FeedbackVertex> drawn(poses_at_once * vertices);
    const gl::Buffer feedback =
        gl::createBuffer(drawn.size() * sizeof(FeedbackVertex), GL_STREAM_READ, "feedback");
    for (std::size_t first = 0; first < poses.size(); first += poses_at_once) {
        const std::size_t count = std::min(poses_at_once, poses.size() - first);
        const std::span<FeedbackVertex> chunk(drawn.data(), vertices * count);
        std::memset(chunk.data(), kUnwrittenByte, chunk.size_bytes());
        gl::updateBuffer(feedback, 0, std::as_bytes(chunk));
        feedBack(model, technique, settings, poses.subspan(first, count), feedback);
        gl::readBuffer(feedback, 0, std::as_writable_bytes(chunk));
        if (const std::size_t written = countWritten(chunk); written != chunk.size()) {
            throw environmentError(std::string(technique.name),
                                   fmt::format("the driver wrote {} of {} vertices", written, chunk.size()));
        }
        consumer({first, count, chunk});
    }
}

struct GpuSkinner::PosedByLayers {
    PosedByLayers(GpuSkinner& skinner, const LayeredDraw& draw, std::span<const LayerRecord> records,
                  std::span<const UnitStand> stands)
        : posed(draw.model, skinner.selected_, draw.technique, draw.settings,
                unitsAt(draw, records.size(), stands), morphRowOf(draw), scheduleAt(draw.now),
                draw.model.packed(draw.technique.mesh).allVertices()),
          layers(skinner.capabilities_, draw.rig, {records.begin(), records.end()}, useOf(records)) {
        const layout::FrameBlock block = frameAt(posed.scene.schedule);
        gl::updateBuffer(skinner.moment_block_, 0, std::as_bytes(std::span(&block, 1)));
        glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_FRAME, skinner.moment_block_.id());
        posed.scene.layered = of_group;
        terrain.follow(skinner.capabilities_, draw.terrain);
        if (terrain.hilly()) posed.scene.terrain = &terrain;
        skinner.drawer_.advance(posed.scene, stats);
        list = skinner.drawer_.prepare(posed.scene, AllUnits{}, UnitDrawer::Poses::kPrepared, stats);
    }

    // Row 1: the weights of all units.
    static MorphRows morphRowOf(const LayeredDraw& draw) {
        if (draw.model.morphTargets() == 0) return {};
        MorphRows rows(draw.model.morphTargets());
        MorphWeights weights;
        for (std::uint32_t t = 0; t < rows.targets(); ++t)
            weights[t] = t < draw.morph_weights.size() ? draw.morph_weights[t] : 0.0;
        rows.set(0, weights);
        return rows;
    }
    static layout::Schedule scheduleAt(std::uint32_t now) {
        layout::Schedule schedule = kStill;
        schedule.clock.x = now;
        return schedule;
    }
    static std::vector<UnitInstance> unitsAt(const LayeredDraw& draw, std::size_t count,
                                             std::span<const UnitStand> stands) {
        std::vector<UnitInstance> units(count, instanceOf({}));
        for (std::size_t i = 0; i < units.size(); ++i) {
            const UnitStand stand = stands.empty() ? UnitStand{} : stands[stands.size() == 1 ? 0 : i];
            units[i].placement = stand.placement;
            units[i].look.y = std::bit_cast<std::uint32_t>(stand.scale);
            if (draw.model.morphTargets() > 0) units[i].look.z |= 1U << PH_UNIT_BITS;
        }
        return units;
    }
    static LayerUse useOf(std::span<const LayerRecord> records) {
        LayerUse use;
        for (const LayerRecord& record : records) use.add(record);
        return use;
    }

    Posed posed;
    LayeredUnits layers;
    TerrainTexture terrain;
    std::array<const LayeredUnits*, 1> of_group{&layers};
    FrameStats stats;
    DrawList list;
};

GpuSkinner::Layered GpuSkinner::skinLayered(const LayeredDraw& draw, std::span<const LayerRecord> records,
                                            bool vertices, std::span<const UnitStand> stands) {
    const gl::DebugGroup debug_group("layered poses for feedback");
    PosedByLayers units(*this, draw, records, stands);
    Layered result;
    result.rows = drawer_.readRows(units.posed.scene, units.list);
    if (!vertices) return result;
    result.vertices.resize(records.size() * draw.model.packed(draw.technique.mesh).vertices.size());
    std::memset(result.vertices.data(), kUnwrittenByte, result.vertices.size() * sizeof(FeedbackVertex));
    const gl::Buffer feedback =
        gl::createBuffer(std::span<const FeedbackVertex>(result.vertices), GL_STREAM_READ, "feedback");
    {
        const RasterizerOff rasterizer_off;
        drawer_.feedBack(units.posed.scene, units.list, feedback, units.stats);
    }
    const std::span<FeedbackVertex> written(result.vertices);
    gl::readBuffer(feedback, 0, std::as_writable_bytes(written));
    if (const std::size_t count = countWritten(written); count != written.size()) {
        throw environmentError(std::string(draw.technique.name),
                               fmt::format("the driver wrote {} of {} vertices", count, written.size()));
    }
    return result;
}

void GpuSkinner::skinUnit(const LayeredDraw& draw, const LayerRecord& record, const gl::Buffer* vertices,
                          const gl::Buffer* rows) {
    const gl::DebugGroup debug_group("one layered unit for feedback");
    PosedByLayers unit(*this, draw, std::span(&record, 1), {});
    if (rows != nullptr) drawer_.copyRows(unit.posed.scene, unit.list, *rows);
    if (vertices == nullptr) return;
    const RasterizerOff rasterizer_off;
    drawer_.feedBack(unit.posed.scene, unit.list, *vertices, unit.stats);
}

void GpuSkinner::skinUnit(const GpuModel& model, const Technique& technique, const SkinSettings& settings,
                          const layout::UnitInstance& unit, const MorphRows& rows,
                          const layout::Schedule& schedule, const gl::Buffer& buffer) {
    const gl::DebugGroup debug_group("one unit for feedback");
    const layout::FrameBlock block = frameAt(schedule);
    gl::updateBuffer(moment_block_, 0, std::as_bytes(std::span(&block, 1)));
    glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_FRAME, moment_block_.id());
    const Posed posed(model, selected_, technique, settings, {atTheOrigin(unit)}, rows, schedule,
                      model.packed(technique.mesh).allVertices());
    FrameStats stats;
    drawer_.advance(posed.scene, stats);
    const DrawList list = drawer_.prepare(posed.scene, AllUnits{}, UnitDrawer::Poses::kPrepared, stats);
    const RasterizerOff rasterizer_off;
    drawer_.feedBack(posed.scene, list, buffer, stats);
}

double GpuSkinner::timeDraw(const GpuModel& model, const Technique& technique, const SkinSettings& settings,
                            std::span<const BakedPose> poses) {
    glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_FRAME, frame_block_.id());
    const Posed posed(model, selected_, technique, settings, instancesOf(poses), {}, kStill, 0);
    FrameStats stats;
    drawer_.advance(posed.scene, stats);
    const DrawList list = drawer_.prepare(posed.scene, AllUnits{}, UnitDrawer::Poses::kPrepared, stats);
    const RasterizerOff rasterizer_off;
    const auto draw = [&] {
        drawer_.draw(posed.scene, list, {UnitPass::kShadow, std::nullopt, [] {}}, stats);
        glFinish();
    };
    draw();  // warm-up
    const Stopwatch watch;
    draw();
    return watch.elapsed_ms();
}

std::vector<FeedbackVertex> GpuSkinner::skin(const GpuModel& model, const Technique& technique,
                                             const SkinSettings& settings, const BakedPose& pose) {
    std::vector<FeedbackVertex> result;
    skin(model, technique, settings, std::span(&pose, 1),
         [&](const Chunk& chunk) { result.assign(chunk.vertices.begin(), chunk.vertices.end()); });
    return result;
}

}  // namespace phalanx

#include "render/culling/gpu_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <glm/gtc/matrix_transform.hpp>

#include "gl/objects/buffer.h"
#include "gl/objects/debug.h"
#include "lod_selection.h"
#include "render/units/draw_command.h"
#include "render/units/unit_programs.h"

namespace phalanx {
namespace {

static_assert(kMaxLods == PH_SELECT_LEVELS && GpuSelection::kViews == PH_SELECT_VIEWS);
static_assert(GpuSelection::kLists == PH_SELECT_LISTS && GpuSelection::kRows == PH_SELECT_ROWS);
static_assert(GpuSelection::kLate == PH_LATE_LIST && GpuSelection::kHidden == PH_LATE_LIST + 1);
static_assert(PH_SELECT_BUCKETS == PH_SELECT_ROWS * PH_SELECT_LEVELS);
// Bounds follow the errors at the next multiple of 16 bytes, as std430 aligns vec4.
constexpr std::size_t kErrorWords = (kMaxLods + 3) / 4 * 4;

constexpr std::size_t kCommandsAWorkgroup = 64;
// An error above any limit: the LOD is never selected.
constexpr float kNoLod = 1e30F;

gl::Program makeSelectProgram(const std::filesystem::path& shaders, const char* file, bool hilly = false) {
    gl::ProgramSource source;
    if (hilly) source.defines.emplace_back(kTerrainDefine);
    source.name = file;
    source.compute = file;
    source.glsl_version = 430;
    assignBindings(source);
    source.blocks.emplace_back("SelectionBlock", BLOCK_SELECTION);
    source.samplers.emplace_back("u_pyramid", UNIT_DEPTH);
    return gl::Program::deferred(shaders, std::move(source));
}

std::size_t blocksOf(std::size_t count, std::size_t size) {
    return (count + size - 1) / size;
}

void bindStorage(GLuint binding, const gl::Buffer& buffer) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer.id());
}

}  // namespace

GpuSelection::GpuSelection(const gl::Capabilities& capabilities,
                           const std::filesystem::path& shader_directory)
    : capabilities_(capabilities),
      shader_directory_(shader_directory),
      programs_{makeSelectProgram(shader_directory, "culling/select.comp"),
                makeSelectProgram(shader_directory, "culling/select_sums.comp"),
                makeSelectProgram(shader_directory, "culling/select_lists.comp"),
                makeSelectProgram(shader_directory, "culling/select_commands.comp"),
                makeSelectProgram(shader_directory, "culling/occlude.comp")},
      views_(gl::createBuffer(sizeof(layout::SelectionBlock), GL_DYNAMIC_DRAW, "selection views")) {}

void GpuSelection::standOn(const TerrainTexture* terrain) {
    const bool other = (terrain != nullptr) != (terrain_ != nullptr);
    terrain_ = terrain;
    if (!other) return;
    programs_[kSelect] = makeSelectProgram(shader_directory_, "culling/select.comp", terrain != nullptr);
    programs_[kOcclude] = makeSelectProgram(shader_directory_, "culling/occlude.comp", terrain != nullptr);
}

std::string GpuSelection::whyNot(std::span<const UnitGroup> groups) const {
    std::size_t most = 0;
    for (const UnitGroup& group : groups) most = std::max(most, group.units.size() * sizeof(UnitInstance));
    const auto limit = static_cast<std::size_t>(capabilities_.max_storage_block_size);
    if (most <= limit) return "";
    return fmt::format("a group of units needs {} bytes of shader storage, this driver allows {}", most,
                       limit);
}

bool GpuSelection::layOut(const UnitBuffers& buffers, std::span<const GpuModel> models,
                          std::span<const SelectionModel> selection_models, std::size_t lists) {
    std::vector<std::uint64_t> builds;
    for (const UnitBuffers::Group& group : buffers.groups()) {
        builds.push_back(group.build);
        builds.push_back(selection_models[static_cast<std::size_t>(group.model)].lod_error_m.size());
    }
    if (builds == laid_ && lists <= lists_) return false;
    laid_ = std::move(builds);
    lists_ = lists;
    counts_.clear();
    groups_.clear();
    units_ = 0;
    std::size_t tallies = 0;
    for (const UnitBuffers::Group& source : buffers.groups()) {
        Group& group = groups_.emplace_back();
        group.units = source.count;
        group.workgroups = blocksOf(group.units, PH_SELECT_THREADS);
        group.first_unit = units_;
        group.first_tally = tallies;
        units_ += group.units;
        tallies += group.workgroups * PH_SELECT_BUCKETS;
    }
    bytes_ = 0;
    const auto make = [&](gl::Buffer& buffer, std::size_t words, const char* name) {
        const std::size_t bytes = std::max<std::size_t>(words, 1) * sizeof(std::uint32_t);
        buffer = gl::createBuffer(bytes, GL_DYNAMIC_COPY, name);
        bytes_ += bytes;
    };
    make(selection_, units_, "selected levels");
    make(tallies_, tallies, "selection tallies");
    make(totals_, groups_.size() * PH_SELECT_BUCKETS, "selection totals");
    make(indices_, units_ * lists_, "selected unit indices");
    for (Readback& readback : readbacks_) {
        make(readback.buffer, groups_.size() * PH_SELECT_BUCKETS, "selection counts");
        readback.fence.reset();
    }
    pending_ = 0;
    makeCommands(buffers, models, selection_models);
    return true;
}

void GpuSelection::makeCommands(const UnitBuffers& buffers, std::span<const GpuModel> models,
                                std::span<const SelectionModel> selection_models) {
    std::vector<DrawCommand> commands;
    std::vector<glm::uvec4> plan;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        const UnitBuffers::Group& source = buffers.groups()[g];
        const GpuModel& model = models[static_cast<std::size_t>(source.model)];
        const int lods = static_cast<int>(model.detail()->lods.size()) + 1;
        const bool impostors = selection_models[static_cast<std::size_t>(source.model)].lod_error_m.size() >
                               static_cast<std::size_t>(lods);
        // LOD 0 has all materials; a coarser LOD may have lost some.
        std::vector<std::size_t> materials;
        for (const Batch& batch : model.batches(source.variant, 0)) {
            if (std::ranges::find(materials, batch.material) == materials.end())
                materials.push_back(batch.material);
        }
        for (std::size_t list = 0; list < kLists; ++list) {
            for (int first = 0, last = 0; first < lods; first = last) {
                last = first + 1;
                while (last < lods && model.needs(last) == model.needs(first)) ++last;
                for (const std::size_t material : materials) {
                    Draw draw{material, model.needs(first), 0, commands.size(), 0, 0};
                    for (int lod = first; lod < last; ++lod) {
                        for (const Batch& batch : model.batches(source.variant, lod)) {
                            if (batch.material != material) continue;
                            draw.lods |= 1U << static_cast<unsigned>(lod);
                            commands.push_back({batch.index_count, 0, batch.first_index, 0, 0});
                            plan.emplace_back(g * PH_SELECT_BUCKETS + list * PH_SELECT_LEVELS, lod,
                                              list * units_ + groups_[g].first_unit, 0U);
                        }
                    }
                    draw.commands = commands.size() - draw.first_command;
                    if (draw.commands > 0) groups_[g].draws[list].push_back(draw);
                }
            }
            if (!impostors) continue;
            for (const int lod : {model.impostorLod(), model.farImpostorLod()}) {
                groups_[g].draws[list].push_back({0, model.needs(lod), lod, commands.size(), 1, 0});
                const Batch& batch = model.batches(source.variant, lod).front();
                commands.push_back({batch.index_count, 0, batch.first_index, 0, 0});
                plan.emplace_back(g * PH_SELECT_BUCKETS + list * PH_SELECT_LEVELS, lod,
                                  list * units_ + groups_[g].first_unit, 0U);
            }
        }
    }
    commands_ = commands.size();
    command_buffer_ =
        gl::createBuffer(std::span<const DrawCommand>(commands), GL_DYNAMIC_COPY, "selection draw commands");
    plan_ = gl::createBuffer(std::span<const glm::uvec4>(plan), GL_STATIC_DRAW, "draw command plan");
    bytes_ += commands.size() * sizeof(DrawCommand) + plan.size() * sizeof(glm::uvec4);
}

void GpuSelection::uploadBounds(std::span<const SelectionModel> selection_models, FrameStats& stats) {
    if (std::ranges::equal(bounds_of_, selection_models)) return;
    bounds_of_.assign(selection_models.begin(), selection_models.end());
    bounds_.clear();
    for (const SelectionModel& model : selection_models) {
        std::vector<float> words(kErrorWords, kNoLod);
        for (std::size_t i = 0; i < model.lod_error_m.size(); ++i)
            words[i] = static_cast<float>(model.lod_error_m[i]);
        for (const ClipBounds& clip : model.clips) {
            for (const double value : {clip.low_m, clip.high_m, clip.radius_m, 0.0})
                words.push_back(static_cast<float>(value));
        }
        bounds_.push_back(
            gl::createBuffer(std::span<const float>(words), GL_STATIC_DRAW, "LOD errors and clip bounds"));
        stats.bytes_uploaded += words.size() * sizeof(float);
        ++stats.uploads;
    }
}

void GpuSelection::uploadViews(std::span<const SelectionView> views, FrameStats& stats) {
    layout::SelectionBlock block{};
    static_assert(SelectionView::kMaxPlanes == PH_SELECT_PLANES);
    const glm::dvec3 eye = views.front().origin;
    const glm::vec3 high(eye);
    block.u_eye_high = glm::vec4(high, 0.0F);
    block.u_eye_low = glm::vec4(glm::vec3(eye - glm::dvec3(high)), 0.0F);
    block.u_views.x = static_cast<std::uint32_t>(views.size());
    for (std::size_t v = 0; v < views.size(); ++v) {
        const SelectionView& view = views[v];
        assert(view.origin == eye);
        for (std::size_t i = 0; i < view.planes.size(); ++i)
            block.u_planes[v * view.planes.size() + i] = glm::vec4(view.planes[i]);
        for (std::size_t i = 0; i < view.hole.size(); ++i)
            block.u_holes[v * view.hole.size() + i] = glm::vec4(view.hole[i]);
        block.u_allowed[v] =
            glm::vec4(static_cast<float>(view.error_base_m), static_cast<float>(view.error_per_metre),
                      static_cast<float>(view.small_share), 0.0F);
    }
    gl::updateBuffer(views_, 0, std::as_bytes(std::span(&block, 1)));
    stats.bytes_uploaded += sizeof(block);
    ++stats.uploads;
}

template <typename Dispatch>
void GpuSelection::run(Step step, FrameStats& stats, const Dispatch& dispatch) {
    // Dispatches of one step are independent of each other: one barrier per step, not per group.
    gl::Program& program = programs_[step];
    program.finish();
    program.use();
    if (terrain_ != nullptr && (step == kSelect || step == kOcclude)) terrain_->bind(program);
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        const Group& group = groups_[g];
        if (group.units == 0) continue;
        program.setUniform("u_group_units", static_cast<unsigned>(group.units));
        program.setUniform("u_first_choice", static_cast<unsigned>(group.first_unit));
        program.setUniform("u_first_tally", static_cast<unsigned>(group.first_tally));
        program.setUniform("u_first_total", static_cast<unsigned>(g * PH_SELECT_BUCKETS));
        dispatch(program, g);
        ++stats.dispatches;
    }
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void GpuSelection::bindWorkspace() const {
    glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_SELECTION, views_.id());
    bindStorage(STORAGE_SELECTION, selection_);
    bindStorage(STORAGE_TALLIES, tallies_);
    bindLists();
}

void GpuSelection::bindLists() const {
    bindStorage(STORAGE_TOTALS, totals_);
    bindStorage(STORAGE_INDICES, indices_);
    bindStorage(STORAGE_PLAN, plan_);
    bindStorage(STORAGE_COMMANDS, command_buffer_);
}

// From selected LODs and tallies to totals, indices and draw commands, for lists first_list and up.
void GpuSelection::makeLists(std::size_t first_list, std::size_t lists, FrameStats& stats) {
    const std::size_t first_bucket = first_list * PH_SELECT_LEVELS;
    run(kSum, stats, [&](const gl::Program& program, std::size_t g) {
        program.setUniform("u_workgroups", static_cast<unsigned>(groups_[g].workgroups));
        program.setUniform("u_first_bucket", static_cast<unsigned>(first_bucket));
        glDispatchCompute(static_cast<GLuint>(PH_SELECT_BUCKETS - first_bucket), 1, 1);
    });
    run(kList, stats, [&](const gl::Program& program, std::size_t g) {
        program.setUniform("u_all_units", static_cast<unsigned>(units_));
        program.setUniform("u_first_list", static_cast<unsigned>(first_list));
        program.setUniform("u_lists", static_cast<unsigned>(lists));
        glDispatchCompute(static_cast<GLuint>(groups_[g].workgroups), 1, 1);
    });
    programs_[kCommand].finish();
    programs_[kCommand].use();
    programs_[kCommand].setUniform("u_commands", static_cast<unsigned>(commands_));
    glDispatchCompute(static_cast<GLuint>(blocksOf(commands_, kCommandsAWorkgroup)), 1, 1);
    ++stats.dispatches;
    glMemoryBarrier(GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_COMMAND_BARRIER_BIT |
                    GL_BUFFER_UPDATE_BARRIER_BIT);
}

void GpuSelection::select(const UnitBuffers& buffers, std::span<const GpuModel> models,
                          std::span<const SelectionModel> selection_models,
                          std::span<const SelectionView> views, Hiding hiding, FrameStats& stats) {
    assert(!views.empty() && views.size() <= kViews);
    const gl::DebugGroup debug_group("unit selection");
    const bool rebuilt =
        layOut(buffers, models, selection_models, hiding == Hiding::kNotTested ? views.size() : kLists);
    uploadBounds(selection_models, stats);
    uploadViews(views, stats);
    eye_ = views.front().origin;
    bindWorkspace();
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);  // earlier draws may still read these buffers
    run(kSelect, stats, [&](const gl::Program& program, std::size_t g) {
        const UnitBuffers::Group& source = buffers.groups()[g];
        const auto model = static_cast<std::size_t>(source.model);
        models[model].bindBlocks(MeshKind::kSkinned);
        bindStorage(STORAGE_UNITS, source.instances);
        bindStorage(STORAGE_BOUNDS, bounds_[model]);
        program.setUniform("u_unseen_wait", hiding == Hiding::kLeftOut && !rebuilt ? 1U : 0U);
        glDispatchCompute(static_cast<GLuint>(groups_[g].workgroups), 1, 1);
    });
    makeLists(0, views.size(), stats);
    if (hiding == Hiding::kNotTested) requestCounts(false);
}

void GpuSelection::selectLate(const UnitBuffers& buffers, std::span<const GpuModel> models,
                              const DepthPyramid& pyramid, const glm::dmat4& clip_from_world,
                              FrameStats& stats) {
    assert(lists_ == kLists);
    const gl::DebugGroup debug_group("occlusion culling");
    const glm::mat4 clip_from_eye(glm::translate(clip_from_world, eye_));
    bindWorkspace();
    pyramid.bind();
    run(kOcclude, stats, [&](const gl::Program& program, std::size_t g) {
        const UnitBuffers::Group& source = buffers.groups()[g];
        const auto model = static_cast<std::size_t>(source.model);
        models[model].bindBlocks(MeshKind::kSkinned);
        bindStorage(STORAGE_UNITS, source.instances);
        bindStorage(STORAGE_BOUNDS, bounds_[model]);
        program.setUniform("u_clip_from_eye", clip_from_eye);
        program.setUniform("u_reach", static_cast<float>(glm::length(eye_)));
        program.setUniform("u_picture", pyramid.picture());
        const auto impostor_lod = static_cast<std::size_t>(models[model].impostorLod());
        const bool impostors = bounds_of_[model].lod_error_m.size() > impostor_lod;
        program.setUniform("u_impostors", impostors ? static_cast<unsigned>(1 + impostor_lod) : 0U);
        glDispatchCompute(static_cast<GLuint>(groups_[g].workgroups), 1, 1);
    });
    makeLists(kLate, 1, stats);
    requestCounts(true);
}

std::span<const GpuSelection::Draw> GpuSelection::draws(std::size_t list, std::size_t group) const {
    return groups_[group].draws[list];
}

GpuSelection::List GpuSelection::listOf(std::size_t list, std::size_t group) const {
    List place{group * PH_SELECT_BUCKETS + list * PH_SELECT_LEVELS, list * units_ + groups_[group].first_unit,
               0, 0};
    const std::vector<Draw>& draws = groups_[group].draws[list];
    if (!draws.empty()) place.first_command = draws.front().first_command;
    for (const Draw& draw : draws) place.commands += draw.commands;
    return place;
}

void GpuSelection::requestCounts(bool tested) {
    // If the CPU is far ahead, the newest request replaces the one before it.
    pending_ = std::min(pending_ + 1, readbacks_.size());
    Readback& readback = readbacks_[(oldest_ + pending_ - 1) % readbacks_.size()];
    glBindBuffer(GL_COPY_READ_BUFFER, totals_.id());
    glBindBuffer(GL_COPY_WRITE_BUFFER, readback.buffer.id());
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0,
                        static_cast<GLsizeiptr>(groups_.size() * PH_SELECT_BUCKETS * sizeof(std::uint32_t)));
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    readback.fence = gl::Sync::create();
    readback.tested = tested;
}

bool GpuSelection::takeCounts(GLuint64 timeout_ns) {
    Readback& readback = readbacks_[oldest_];
    const GLenum state = glClientWaitSync(readback.fence.id(), GL_SYNC_FLUSH_COMMANDS_BIT, timeout_ns);
    if (state != GL_ALREADY_SIGNALED && state != GL_CONDITION_SATISFIED) return false;
    counts_.resize(groups_.size());
    gl::readBuffer(readback.buffer, 0, std::as_writable_bytes(std::span(counts_)));
    readback.fence.reset();
    counts_tested_ = readback.tested;
    oldest_ = (oldest_ + 1) % readbacks_.size();
    --pending_;
    return true;
}

std::span<const GpuSelection::GroupCounts> GpuSelection::newestCounts() {
    while (pending_ > 0 && takeCounts(0)) {
    }
    return counts_;
}

std::span<const GpuSelection::GroupCounts> GpuSelection::awaitCounts() {
    constexpr GLuint64 kTenSeconds_ns = 10'000'000'000;
    while (pending_ > 0 && takeCounts(kTenSeconds_ns)) {
    }
    return counts_;
}

int GpuSelection::reloadIfChanged() {
    int replaced = 0;
    for (gl::Program& program : programs_) replaced += program.reloadIfChanged() ? 1 : 0;
    return replaced;
}

int GpuSelection::reload() {
    int replaced = 0;
    for (gl::Program& program : programs_) replaced += program.reload() ? 1 : 0;
    return replaced;
}

std::string GpuSelection::lastError() const {
    for (const gl::Program& program : programs_) {
        if (!program.lastError().empty()) return program.lastError();
    }
    return "";
}

}  // namespace phalanx

#include "render/passes/backdrop.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "anim/bake/half.h"
#include "core/scrambled.h"
#include "gl/objects/texture.h"
#include "layouts.h"
#include "render/effects/grass_pass.h"
#include "render/units/raster_state.h"
#include "render/units/unit_programs.h"

namespace phalanx {
namespace {

// Of the disk of ground: its rings end at a tenth of the next one's radius.
constexpr int kSectors = 24;
constexpr int kRings = 5;
// Cells per side of each nested square of hills, of which the smallest are so large. The processor draws
// fewer.
constexpr int kHillCells = 128;
constexpr int kHillCellsInSoftware = 64;
constexpr double kSmallestSquare_m = 64.0;
constexpr double kDrawnShare = 0.7;  // of the far distance: how far the ground is drawn

int cellsFor(const gl::Capabilities& capabilities) {
    return capabilities.software ? kHillCellsInSoftware : kHillCells;
}

std::vector<std::string> groundDefines() {
    return {"GROUND_SECTORS " + std::to_string(kSectors), "GROUND_RINGS " + std::to_string(kRings)};
}

std::vector<std::string> hillDefines(int cells) {
    return {"HILL_CELLS " + std::to_string(cells)};
}

std::vector<std::string> looking(std::vector<std::string> defines, bool clouds, bool grass) {
    if (clouds) defines.emplace_back(kCloudsDefine);
    if (grass) defines.emplace_back(kGrassDefine);
    return defines;
}

std::uint16_t latticeValue(std::uint32_t x, std::uint32_t y) {
    return static_cast<std::uint16_t>(scrambled((x * 0x8DA6B343U) ^ (y * 0xD8163841U)));
}

gl::Texture makeLattice(const gl::Capabilities& capabilities) {
    std::vector<std::uint16_t> values;
    values.reserve(std::size_t{PH_LATTICE} * PH_LATTICE);
    for (std::uint32_t y = 0; y < PH_LATTICE; ++y) {
        for (std::uint32_t x = 0; x < PH_LATTICE; ++x) values.push_back(latticeValue(x, y));
    }
    if (!capabilities.norm16) {
        for (std::uint16_t& value : values) value = halfFromFloat(static_cast<float>(value) / 65535.0F);
    }
    return gl::createTileTexture(capabilities, capabilities.norm16 ? GL_R16 : GL_R16F, PH_LATTICE, PH_LATTICE,
                                 std::as_bytes(std::span(values)), "lattice");
}

// In the order of Backdrop::Of: without clouds and grass, with clouds, with grass, with both.
std::array<gl::Program, 11> makePrograms(const std::filesystem::path& folder, int cells) {
    const auto deferred = [&](const char* name, const char* vertex, const char* fragment,
                              std::vector<std::string> defines) {
        return gl::Program::deferred(folder, programSource(name, vertex, fragment, std::move(defines)));
    };
    const auto ground = [&](bool clouds, bool grass) {
        return deferred("ground", "backdrop/ground.vert", "backdrop/ground.frag",
                        looking(groundDefines(), clouds, grass));
    };
    const auto hills = [&](bool clouds, bool grass) {
        return deferred("hills", "backdrop/hills.vert", "backdrop/hills.frag",
                        looking(hillDefines(cells), clouds, grass));
    };
    return {makeProgram(folder, "sky", "fullscreen.vert", "backdrop/sky.frag"),
            deferred("sky", "fullscreen.vert", "backdrop/sky.frag", looking({}, true, false)),
            makeProgram(folder, "ground", "backdrop/ground.vert", "backdrop/ground.frag", groundDefines()),
            ground(true, false),
            ground(false, true),
            ground(true, true),
            hills(false, false),
            hills(true, false),
            hills(false, true),
            hills(true, true),
            deferred("depth of hills", "backdrop/hills.vert", "backdrop/no_color.frag", hillDefines(cells))};
}

}  // namespace

Backdrop::Backdrop(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory)
    : programs_(makePrograms(shader_directory, cellsFor(capabilities))),
      hill_cells_(cellsFor(capabilities)),
      lattice_(makeLattice(capabilities)),
      no_attributes_(gl::VertexArray::create()) {}

std::vector<gl::Program*> Backdrop::programs(const Parts& parts) {
    std::vector<gl::Program*> used;
    if (parts.ground) used.push_back(&program(parts.hills ? kHills : kGround, parts.look));
    if (parts.sky) used.push_back(&program(kSky, {.clouds = parts.look.clouds}));
    return used;
}

void Backdrop::start(const Parts& parts) {
    for (gl::Program* const program : programs(parts)) program->start();
}

void Backdrop::finish(const Parts& parts) {
    for (gl::Program* const program : programs(parts)) program->finish();
}

void Backdrop::bindNoise() const {
    gl::bindTexture(UNIT_LATTICE, GL_TEXTURE_2D, lattice_);
}

void Backdrop::bind(gl::Program& program) {
    bindNoise();
    glBindVertexArray(no_attributes_.id());
    program.finish();
    program.use();
}

void Backdrop::drawGround(const Camera& camera, const glm::mat3& ray_from_pixel, Look look) {
    setRasterState(true, true, GL_LESS);
    gl::Program& drawn = program(kGround, look);
    bind(drawn);
    drawn.setUniform("u_ray_from_pixel", ray_from_pixel);
    drawn.setUniform("u_half_size", static_cast<float>(camera.far_m * kDrawnShare));
    glDrawArrays(GL_TRIANGLES, 0, 6 * kSectors * kRings);
    glBindVertexArray(0);
}

void Backdrop::drawHills(const Camera& camera, const TerrainTexture& terrain, Look look, Hills hills) {
    const bool shaded = hills == Hills::kShaded;
    gl::Program& drawn = shaded ? program(kHills, look) : program(kHillDepth, {});
    setRasterState(true, true, GL_LESS);
    if (!shaded) glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    bind(drawn);
    terrain.bind(drawn);
    const double half_m = camera.far_m * kDrawnShare;
    drawn.setUniform("u_cell", static_cast<float>(kSmallestSquare_m / hill_cells_));
    drawn.setUniform("u_half_size", static_cast<float>(half_m));
    const auto levels = static_cast<GLsizei>(std::ceil(std::log2(2.0 * half_m / kSmallestSquare_m))) + 1;
    glDrawArraysInstanced(GL_TRIANGLES, 0, 6 * hill_cells_ * hill_cells_, levels);
    glBindVertexArray(0);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

void Backdrop::drawSky(const glm::mat3& ray_from_pixel, bool clouds) {
    setRasterState(true, false, GL_LEQUAL);
    gl::Program& drawn = program(kSky, {.clouds = clouds});
    bind(drawn);
    drawn.setUniform("u_ray_from_pixel", ray_from_pixel);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
}

int Backdrop::reloadIfChanged() {
    int replaced = 0;
    for (gl::Program& program : programs_) replaced += program.reloadIfChanged() ? 1 : 0;
    return replaced;
}

int Backdrop::reload() {
    int replaced = 0;
    for (gl::Program& program : programs_) replaced += program.reload() ? 1 : 0;
    return replaced;
}

std::string Backdrop::lastError() const {
    for (const gl::Program& program : programs_) {
        if (!program.lastError().empty()) return program.lastError();
    }
    return "";
}

}  // namespace phalanx

#include "render/passes/backdrop.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "anim/bake/half.h"
#include "gl/objects/texture.h"
#include "layouts.h"
#include "render/units/raster_state.h"
#include "render/units/unit_programs.h"

namespace phalanx {
namespace {

// Of the disk of ground: its rings end at a tenth of the next one's radius.
constexpr int kSectors = 24;
constexpr int kRings = 5;

// A hash in integer arithmetic, so that the noise is the same on every machine.
std::uint16_t latticeValue(std::uint32_t x, std::uint32_t y) {
    std::uint32_t h = (x * 0x8DA6B343U) ^ (y * 0xD8163841U);
    h = (h ^ (h >> 15U)) * 0x2C1B3C6DU;
    h = (h ^ (h >> 12U)) * 0x297A2D39U;
    return static_cast<std::uint16_t>(h ^ (h >> 15U));
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

}  // namespace

Backdrop::Backdrop(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory)
    : sky_(makeProgram(shader_directory, "sky", "fullscreen.vert", "sky.frag")),
      ground_(makeProgram(
          shader_directory, "ground", "ground.vert", "ground.frag",
          {"GROUND_SECTORS " + std::to_string(kSectors), "GROUND_RINGS " + std::to_string(kRings)})),
      lattice_(makeLattice(capabilities)),
      no_attributes_(gl::VertexArray::create()) {}

void Backdrop::bind(gl::Program& program) {
    gl::bindTexture(UNIT_LATTICE, GL_TEXTURE_2D, lattice_);
    glBindVertexArray(no_attributes_.id());
    program.finish();
    program.use();
}

void Backdrop::drawGround(const Camera& camera, const glm::mat3& ray_from_pixel) {
    setRasterState(true, true, GL_LESS);
    bind(ground_);
    ground_.setUniform("u_ray_from_pixel", ray_from_pixel);
    ground_.setUniform("u_half_size", static_cast<float>(camera.far_m * 0.7));
    glDrawArrays(GL_TRIANGLES, 0, 6 * kSectors * kRings);
    glBindVertexArray(0);
}

void Backdrop::drawSky(const glm::mat3& ray_from_pixel) {
    setRasterState(true, false, GL_LEQUAL);
    bind(sky_);
    sky_.setUniform("u_ray_from_pixel", ray_from_pixel);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
}

int Backdrop::reloadIfChanged() {
    return (sky_.reloadIfChanged() ? 1 : 0) + (ground_.reloadIfChanged() ? 1 : 0);
}

int Backdrop::reload() {
    return (sky_.reload() ? 1 : 0) + (ground_.reload() ? 1 : 0);
}

std::string Backdrop::lastError() const {
    return sky_.lastError().empty() ? ground_.lastError() : sky_.lastError();
}

}  // namespace phalanx

#include "render/effects/grass_pass.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gl/objects/buffer.h"
#include "render/units/raster_state.h"
#include "terrain/terrain.h"

namespace phalanx {
namespace {

constexpr int kTiles = 14;              // per side of a square of tiles
constexpr int kSquares = 3;             // kTileSides_m in grass.vert
constexpr std::uint32_t kBlades = 192;  // per tile
constexpr std::array<std::uint32_t, 9> kBlade{0, 1, 2, 2, 1, 3, 2, 3, 4};
constexpr std::uint32_t kCorners = 5;

gl::ProgramSource grassSource(bool hilly, bool clouds) {
    gl::ProgramSource source;
    source.name = "grass";
    source.vertex = "backdrop/grass.vert";
    source.fragment = "backdrop/grass.frag";
    source.defines = {kGrassDefine, "GRASS_TILES " + std::to_string(kTiles)};
    if (hilly) source.defines.emplace_back(kTerrainDefine);
    if (clouds) source.defines.emplace_back(kCloudsDefine);
    assignBindings(source);
    return source;
}

}  // namespace

void GrassPass::make() {
    std::vector<std::uint32_t> indices;
    indices.reserve(kBlade.size() * kBlades);
    for (std::uint32_t blade = 0; blade < kBlades; ++blade) {
        for (const std::uint32_t corner : kBlade) indices.push_back(blade * kCorners + corner);
    }
    indices_ = gl::createIndexBuffer(indices, "blades of grass");
    array_ = gl::VertexArray::create();
    glBindVertexArray(array_.id());
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.id());
    glBindVertexArray(0);
}

bool GrassPass::draw(UnitPrograms& programs, const Frame& frame) {
    const glm::dvec3& eye = frame.camera.eye;
    const Terrain* const terrain = frame.terrain != nullptr ? frame.terrain->terrain() : nullptr;
    // The nearest ground may lie on a slope beside the eye.
    constexpr double kSlopes = 1.4;
    if (eye.y - groundHeight(terrain, {eye.x, eye.z}) > kSlopes * kReach_m) return false;
    gl::ProgramSource source = grassSource(terrain != nullptr, frame.clouds);
    const gl::Program* const program =
        frame.at_once ? &programs.get(std::move(source)) : programs.request(std::move(source));
    if (program == nullptr) return false;
    if (array_.id() == 0) make();
    setRasterState(true, true, GL_LESS);
    program->use();
    if (frame.terrain != nullptr) frame.terrain->bind(*program);
    program->setUniform(
        "u_pixel",
        static_cast<float>(2.0 * std::tan(glm::radians(frame.camera.fov_y_deg) / 2.0) / frame.height));
    glBindVertexArray(array_.id());
    glDrawElementsInstanced(GL_TRIANGLES, static_cast<GLsizei>(kBlade.size() * kBlades), GL_UNSIGNED_INT,
                            nullptr, kSquares * kTiles * kTiles);
    glBindVertexArray(0);
    return true;
}

}  // namespace phalanx

// How far the surface of each component of a mesh is from that of the others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "render/lod/collapse_mesh.h"

namespace phalanx {

class ComponentReach {
  public:
    // Reads the mesh as it is, at rest.
    explicit ComponentReach(const CollapseMesh& mesh);

    // The largest distance, at rest, from points of the component to the components that have triangles left
    // in `mesh`, as they were: the error if it is removed. Metres. In a mesh with too many components, their
    // sizes instead.
    double of(std::uint32_t component, const CollapseMesh& mesh) const;

  private:
    struct Surface {
        std::array<glm::vec3, 3> corners;
        glm::vec3 middle;
        float radius;
        std::uint32_t component;
    };
    // A sphere around kGroup consecutive triangles; the last group may have fewer.
    struct Group {
        glm::vec3 middle;
        float radius;
    };
    static constexpr std::size_t kGroup = 16;

    std::vector<Surface> surfaces_;
    std::vector<Group> groups_;
    std::vector<std::vector<glm::vec3>> points_;  // some of each component
};

}  // namespace phalanx

// Vertex colours that show skinning: the joints that move a vertex, their weights, and the error.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/type_precision.hpp>
#include <span>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/bake/encode.h"
#include "anim/pose/model.h"
#include "app/army/army.h"
#include "render/model/packed_mesh.h"

namespace phalanx {

// The colour of a value 0..1: from dark blue through green and yellow to red. sRGB.
glm::vec3 heatColor(float share);
// The colour of a joint; neighbours in the palette differ clearly. sRGB.
glm::vec3 jointColor(std::uint32_t joint);

// One colour per packed vertex.
std::vector<glm::u8vec4> weightColors(std::span<const Vertex> vertices, std::uint32_t joint);
std::vector<glm::u8vec4> jointColors(std::span<const Vertex> vertices);
std::vector<glm::u8vec4> errorColors(std::span<const float> errors_mm, double full_scale_mm);

// The distance of each packed vertex from its position by exact skinning, in millimetres at the model's own
// size. Exact: the file's keys sampled at that moment, two clips blended per joint (translations and scales
// linearly, rotations by slerp), the file's own vertices with all their weights. The other side is what the
// shaders compute: encoded texels, packed vertices, and what the switches leave out.
std::vector<float> exactErrors_mm(const LoadedModel& loaded, const EncodedAnimation& encoded,
                                  const PackedMesh& mesh, std::span<const Vertex> unpacked,
                                  const BakedPose& pose, const PoseSwitches& switches);

// The end of a scale up to `most_mm`: 1, 2 or 5 times a power of ten, at least 0.1.
double scaleFor_mm(double most_mm);

}  // namespace phalanx

#include "render/poses/layer_compute.h"

#include <algorithm>

#include "gl/objects/texture.h"
#include "layers.h"
#include "render/poses/layer_program.h"
#include "render/poses/slots.h"
#include "render/units/draw_command.h"

namespace phalanx {

bool layersByCompute(const gl::Capabilities& capabilities, const RigTextures& rig) {
    // Two texels per column.
    const std::size_t units = PH_LAYER_UNITS(rig.columns());
    const std::size_t shared = units * rig.columns() * 2 * sizeof(glm::vec4);
    return capabilities.compute && shared <= static_cast<std::size_t>(capabilities.max_compute_shared_bytes);
}

void computeLayers(const PoseSource::Job& job, const DrawItem& item, const TargetUnits& targets,
                   const gl::DataTarget& palettes) {
    const UnitScene& scene = job.scene;
    const GpuModel& model = scene.model(item.model);
    const LayeredUnits& layers = *scene.layersOf(item.group);
    const Slots slots(layout::paletteColumns(model.joints()));
    const gl::Program& program = useLayerProgram(LayerPass::kCompute, scene, item, job.programs, targets);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_STATES,
                     scene.buffers.groups()[item.group].states.id());
    glBindImageTexture(IMAGE_PALETTES, palettes.texture().id(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA32F);
    program.setUniform("u_layer_columns", static_cast<int>(slots.columns));
    program.setUniform("u_layer_shift", slots.shift);
    if (item.entries == UnitEntries::kIndicesAndSlots) {
        job.near.bindForCompute();
        program.setUniform("u_near_pass", NearUnits::passOf(item.group, PH_SELECT_LEVELS));
    } else if (item.entries == UnitEntries::kIndices) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_INDICES, item.entry_buffer);
    }
    // Of near units, only the GPU knows how many there are: workgroups without units do nothing. Of others,
    // there may be more than one dispatch can hold: whole rows of the texture at a time.
    const std::size_t units_a_workgroup = PH_LAYER_UNITS(layers.rig().columns());
    const std::size_t units_a_row = std::size_t{1} << slots.shift;
    const std::size_t most = item.entries == UnitEntries::kIndicesAndSlots
                                 ? item.count
                                 : kWorkgroupsADispatch * units_a_workgroup / units_a_row * units_a_row;
    for (std::size_t done = 0; done < item.count; done += most) {
        const std::size_t count = std::min(most, item.count - done);
        program.setUniform("u_layer_row", static_cast<int>(item.base + slots.rows(done)));
        if (item.entries != UnitEntries::kIndicesAndSlots) {
            program.setUniform("u_first_unit", static_cast<unsigned>(item.first + done));
            program.setUniform("u_unit_count", static_cast<unsigned>(count));
        }
        glDispatchCompute(static_cast<GLuint>((count + units_a_workgroup - 1) / units_a_workgroup), 1, 1);
        ++job.stats.dispatches;
    }
    glBindImageTexture(IMAGE_PALETTES, 0, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA32F);
}

}  // namespace phalanx

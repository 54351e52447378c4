// The sunlight at the feet and at the head of each unit that is drawn as an impostor.
#include "layouts.h"
#include "raster_list.glsl"
#include "impostor_unit.glsl"

layout(local_size_x = PH_RASTER_THREADS) in;

uniform uint u_blended;  // 1: the pose of the first blended image

layout(std430, binding = STORAGE_RASTER_LIGHT) writeonly buffer LightOut { uint b_light[]; };

void main() {
    DrawCommand command = b_commands[u_command];
    uint threads = gl_NumWorkGroups.x * uint(PH_RASTER_THREADS);
    for (uint i = gl_GlobalInvocationID.x; i < command.instances; i += threads) {
        s_index = b_indices[command.base_instance + i];
        fetchUnit();
        PlainImage image = plainImage(turnedBack(eyeFromUnit()));
        if (u_blended == 1u) image.box = impostorBox(posesNow().pose * PH_IMPOSTOR_VIEWS + image.cell % PH_IMPOSTOR_VIEWS);
        b_light[u_first_unit + s_index] = keptPair(sunlitEnds(image.axes, image.box, command.instances > 0u ? 2 : 0));
    }
}

// The units of one draw command, which the GPU has listed.
layout(std430, binding = STORAGE_INDICES) readonly buffer IndicesIn { uint b_indices[]; };
layout(std430, binding = STORAGE_COMMANDS) readonly buffer CommandsIn { DrawCommand b_commands[]; };

uniform uint u_command;     // in b_commands
uniform uint u_first_unit;  // of the group, in b_light and b_placed

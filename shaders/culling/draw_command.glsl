// A draw command as glMultiDrawElementsIndirect reads it; equal to src/render/units/draw_command.h.
struct Command {
    uint count;
    uint instances;
    uint first_index;
    uint base_vertex;
    uint base_instance;
};

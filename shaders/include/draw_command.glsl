// A draw as glMultiDrawElementsIndirect reads it.
struct Command {
    uint count;
    uint instances;
    uint first_index;
    uint base_vertex;
    uint base_instance;
};

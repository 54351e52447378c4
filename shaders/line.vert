// A corner of a line; lines are widened on the CPU.
layout(location = 0) in vec4 a_clip;
layout(location = 1) in float a_across;  // distance from the line's centre, pixels

noperspective out float v_across;

void main() {
    gl_Position = a_clip;
    v_across = a_across;
}

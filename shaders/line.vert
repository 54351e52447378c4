// A corner of a line that was made as wide as it is on the CPU.
layout(location = 0) in vec4 a_clip;
layout(location = 1) in float a_across;  // pixels from the line's middle

noperspective out float v_across;

void main() {
    gl_Position = a_clip;
    v_across = a_across;
}

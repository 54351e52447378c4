// A triangle that covers the whole viewport.
out vec2 v_position;  // -1..1

void main() {
    v_position = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(v_position, 1.0, 1.0);
}

#version 330 core
// Sun, sky and a little haze, computed in linear colour; the last line applies the display gamma.

in vec3 v_world;
in vec3 v_normal;
in vec2 v_uv;
flat in vec3 v_tint;

uniform sampler2D u_picture;  // sRGB texture: sampling returns linear colour
uniform vec3 u_eye;

out vec4 o_color;

void main() {
    const vec3 to_sun = vec3(0.48, 0.72, 0.50);
    vec3 normal = normalize(v_normal);
    vec3 sky = mix(vec3(0.16, 0.14, 0.12), vec3(0.34, 0.40, 0.50), 0.5 + 0.5 * normal.y);
    vec3 light = sky + vec3(1.30, 1.20, 1.00) * max(dot(normal, to_sun), 0.0);

    vec4 picture = texture(u_picture, v_uv);
    vec3 color = picture.rgb * mix(vec3(1.0), v_tint, picture.a) * light;
    float haze = 1.0 - exp(-0.012 * distance(v_world, u_eye));
    color = mix(color, vec3(0.342, 0.448, 0.570), haze);  // the clear colour in linear space
    o_color = vec4(pow(color, vec3(1.0 / 2.2)), 1.0);
}

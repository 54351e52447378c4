// How much the feet of a unit follow the ground: it fades with the distance from the eye, since coarser LODs are drawn without.
uniform vec4 u_feet_eye;   // world space; w = weight of the ground without the fade, 0..1
uniform vec2 u_feet_band;  // metres at scale 1: full weight up to x, none from y

float feetWeight(vec3 place, float scale) {
    float away = distance(place, u_feet_eye.xyz) / scale;
    float x = clamp((u_feet_band.y - away) / (u_feet_band.y - u_feet_band.x), 0.0, 1.0);
#ifdef MISTAKE_FEET_SWITCH
    return x < 0.5 ? 0.0 : u_feet_eye.w;
#endif
    return u_feet_eye.w * x * x * (3.0 - 2.0 * x);
}

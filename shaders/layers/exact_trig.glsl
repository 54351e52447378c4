// Sine, cosine and arc tangent to a few units in the last place. GLSL promises no precision for its own (drivers are off
// by up to 1e-3 radians), which would show at the end of a rifle. Taylor series after reducing the range.
const float kPi = 3.14159265358979;

// y / x of any quadrant, -pi..pi; 0 at the origin.
float exactAtan(float y, float x) {
    float low = min(abs(x), abs(y));
    float high = max(abs(x), abs(y));
    if (high == 0.0) return 0.0;
    float t = low / high;
    // atan t = pi / 4 + atan((t - 1) / (t + 1))
    bool upper = t > 0.4142135623731;
    if (upper) t = (low - high) / (low + high);
    float s = t * t;
    float series = 1.0 / 13.0 + s * (-1.0 / 15.0 + s * (1.0 / 17.0));
    series = -1.0 / 7.0 + s * (1.0 / 9.0 + s * (-1.0 / 11.0 + s * series));
    float angle = t + t * s * (-1.0 / 3.0 + s * (1.0 / 5.0 + s * series));
    if (upper) angle += kPi / 4.0;
    if (abs(y) > abs(x)) angle = kPi / 2.0 - angle;
    if (x < 0.0) angle = kPi - angle;
    return y < 0.0 ? -angle : angle;
}

// x = sine, y = cosine; -10..10 radians.
vec2 exactSineCosine(float angle) {
    float quarter = floor(angle * (2.0 / kPi) + 0.5);
    // pi / 2 in two parts, the first of which has few bits
    float r = (angle - quarter * 1.5703125) - quarter * 4.83826794896619e-4;
    float s = r * r;
    float sine = r + r * s * (-1.0 / 6.0 + s * (1.0 / 120.0 + s * (-1.0 / 5040.0 + s * (1.0 / 362880.0))));
    float cosine = 1.0 + s * (-0.5 + s * (1.0 / 24.0 + s * (-1.0 / 720.0 + s * (1.0 / 40320.0 - s * (1.0 / 3628800.0)))));
    int turn = int(quarter) & 3;
    if (turn == 1) return vec2(cosine, -sine);
    if (turn == 2) return vec2(-sine, -cosine);
    if (turn == 3) return vec2(-cosine, sine);
    return vec2(sine, cosine);
}

vec4 turnAbout(vec3 axis, float angle) {
    vec2 half_angle = exactSineCosine(0.5 * angle);
    return vec4(axis * half_angle.x, half_angle.y);
}

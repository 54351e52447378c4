// Rotations as quaternions (x, y, z, w), of unit length but for rounding, and rigid transforms.
struct Rigid {
    vec4 turn;
    vec3 place;
};

vec4 turnProduct(vec4 a, vec4 b) {
    return vec4(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}
vec4 turnBack(vec4 q) { return vec4(-q.xyz, q.w); }
vec3 turned(vec4 q, vec3 v) {
    vec3 t = 2.0 * cross(q.xyz, v);
    return v + q.w * t + cross(q.xyz, t);
}

// a * b: b first.
Rigid rigidProduct(Rigid a, Rigid b) { return Rigid(turnProduct(a.turn, b.turn), a.place + turned(a.turn, b.place)); }

// On the hemisphere of `pole`.
vec4 onSideOf(vec4 q, vec4 pole) { return dot(q, pole) < 0.0 ? -q : q; }
vec4 blendedTurn(vec4 a, vec4 b, float weight) { return normalize(a * (1.0 - weight) + onSideOf(b, a) * weight); }

// The shortest turn between two directions of any length; half a turn about half_turn_axis if they are opposite.
vec4 shortestTurn(vec3 from, vec3 to, vec3 half_turn_axis) {
    vec3 a = normalize(from);
    vec3 b = normalize(to);
    float size = length(a + b);  // twice the cosine of half the angle; exact also near half a turn
    if (size < 1e-6) return vec4(half_turn_axis, 0.0);
    return normalize(vec4(cross(a, b) / size, 0.5 * size));
}

// The hierarchy of a unit's joints. Whoever includes this provides localJoint().
struct LocalJoint {
    Rigid local;  // relative to the parent, with the rotations that are solved so far
    ivec2 link;   // parent, and number among the solved joints; -1: none
};
LocalJoint localJoint(int joint);

// model_from_joint; of joint -1: the identity.
Rigid modelOf(int joint) {
    Rigid result = Rigid(vec4(0.0, 0.0, 0.0, 1.0), vec3(0.0));
    while (joint >= 0) {
        LocalJoint each = localJoint(joint);
        result = rigidProduct(each.local, result);
        joint = each.link.x;
    }
    return result;
}

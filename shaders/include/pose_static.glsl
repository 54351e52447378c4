// No pose: vertices come skinned to the rest pose already. The floor that every other technique is measured against.
#ifdef POSE_STATIC
void beginPose(UnitState state) {}
#endif

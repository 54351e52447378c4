#include "clips/clips_steps.h"

#include "clips/clips_keys.h"

namespace phalanx::soldier {

void applySteps(const PoseRig& start, const std::vector<Step>& steps, float time_s, PoseRig& rig) {
    for (const Side side : {kLeft, kRight}) {
        glm::vec3 place = start.foot[side].place;
        float yaw = start.foot[side].turn.y;
        float height = 0.0F;
        for (const Step& step : steps) {
            if (step.side != side) continue;
            const float u = (time_s - step.from_s) / (step.to_s - step.from_s);
            // The foot is raised first, then moved, then lowered.
            const float along = easeInOut((u - 0.12F) / 0.76F);
            place = glm::mix(place, step.place, along);
            yaw = glm::mix(yaw, step.yaw, along);
            height += step.lift * bump(u);
        }
        rig.foot[side].place = place + glm::vec3(0.0F, height, 0.0F);
        rig.foot[side].turn.y = yaw;
    }
}

}  // namespace phalanx::soldier

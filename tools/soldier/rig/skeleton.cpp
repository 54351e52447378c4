#include <stdexcept>

#include "soldier.h"

namespace phalanx::soldier {
namespace {

struct JointRow {
    const char* name;
    const char* parent;
    glm::vec3 position;
    glm::vec3 tail;
};

// The spine and the other bones in the middle.
const JointRow kMiddle[] = {
    {"Root", nullptr, {0.0F, 0.0F, 0.0F}, {0.0F, 0.15F, 0.0F}},
    {"Hips", "Root", {0.0F, 0.98F, 0.0F}, {0.0F, 1.08F, 0.0F}},
    {"Spine", "Hips", {0.0F, 1.08F, 0.0F}, {0.0F, 1.21F, 0.0F}},
    {"Chest", "Spine", {0.0F, 1.21F, 0.0F}, {0.0F, 1.34F, -0.01F}},
    {"UpperChest", "Chest", {0.0F, 1.34F, -0.01F}, {0.0F, 1.485F, -0.02F}},
    {"Neck", "UpperChest", {0.0F, 1.485F, -0.02F}, {0.0F, 1.555F, 0.0F}},
    {"Head", "Neck", {0.0F, 1.555F, 0.0F}, {0.0F, 1.77F, 0.0F}},
    // The rifle is a child of the root, so that rotations of the torso do not move it: clips place it, and
    // the hands follow.
    {"Weapon", "Root", {-0.10F, 1.20F, 0.24F}, {-0.10F, 1.20F, 0.60F}},
    {"Magazine", "Weapon", {-0.10F, 1.14F, 0.34F}, {-0.10F, 1.03F, 0.36F}},
};

// The bones of the left side (+X); those of the right side are mirrored. A parent without a side is in the
// middle.
const JointRow kSide[] = {
    {"Shoulder", "UpperChest", {0.035F, 1.45F, -0.01F}, {0.185F, 1.445F, -0.015F}},
    {"UpperArm", "Shoulder", {0.185F, 1.445F, -0.015F}, {0.375F, 1.245F, -0.02F}},
    {"LowerArm", "UpperArm", {0.375F, 1.245F, -0.02F}, {0.55F, 1.06F, 0.01F}},
    // Takes part of the hand's roll, so that the forearm's skin does not twist sharply.
    {"LowerArmTwist", "LowerArm", {0.463F, 1.152F, -0.005F}, {0.55F, 1.06F, 0.01F}},
    {"Hand", "LowerArm", {0.55F, 1.06F, 0.01F}, {0.605F, 0.995F, 0.02F}},
    {"Thumb", "Hand", {0.565F, 1.03F, 0.045F}, {0.60F, 0.985F, 0.075F}},
    {"Index1", "Hand", {0.607F, 0.995F, 0.042F}, {0.636F, 0.962F, 0.048F}},
    {"Index2", "Index1", {0.636F, 0.962F, 0.048F}, {0.664F, 0.925F, 0.052F}},
    {"Fingers1", "Hand", {0.605F, 0.995F, 0.012F}, {0.635F, 0.96F, 0.016F}},
    {"Fingers2", "Fingers1", {0.635F, 0.96F, 0.016F}, {0.665F, 0.915F, 0.02F}},
    {"UpperLeg", "Hips", {0.095F, 0.93F, 0.0F}, {0.105F, 0.51F, 0.012F}},
    {"LowerLeg", "UpperLeg", {0.105F, 0.51F, 0.012F}, {0.112F, 0.09F, -0.02F}},
    {"Foot", "LowerLeg", {0.112F, 0.09F, -0.02F}, {0.118F, 0.03F, 0.115F}},
    {"Toe", "Foot", {0.118F, 0.03F, 0.115F}, {0.122F, 0.025F, 0.19F}},
};

void append(Skeleton& skeleton, const std::string& name, const std::string& parent, glm::vec3 position,
            glm::vec3 tail) {
    const int parent_index = parent.empty() ? -1 : skeleton.index(parent);
    skeleton.bones.push_back({name, parent_index, position, tail});
}

}  // namespace

int Skeleton::index(std::string_view name) const {
    for (std::size_t i = 0; i < bones.size(); ++i) {
        if (bones[i].name == name) return static_cast<int>(i);
    }
    throw std::out_of_range("no bone named " + std::string(name));
}

Skeleton makeSkeleton() {
    Skeleton skeleton;
    for (const JointRow& row : kMiddle) {
        append(skeleton, row.name, row.parent == nullptr ? "" : row.parent, row.position, row.tail);
    }
    for (const char* side : {".L", ".R"}) {
        const glm::vec3 mirror{side[1] == 'L' ? 1.0F : -1.0F, 1.0F, 1.0F};
        for (const JointRow& row : kSide) {
            const std::string parent = row.parent;
            const bool middle = parent == "UpperChest" || parent == "Hips";
            append(skeleton, std::string(row.name) + side, middle ? parent : parent + side,
                   row.position * mirror, row.tail * mirror);
        }
    }
    return skeleton;
}

}  // namespace phalanx::soldier

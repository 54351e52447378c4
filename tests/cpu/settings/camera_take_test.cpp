// Takes: the camera goes through its keys, smoothly, and stands before and after them.
#include "settings/camera_take.h"

#include <gtest/gtest.h>

#include "core/setting.h"

namespace phalanx {
namespace {

CameraTake takeOf(const std::vector<std::string>& texts) {
    return takeFromTexts(texts);
}

TEST(CameraTake, GoesThroughItsKeys) {
    const CameraTake take = takeOf({"1@0,2,0:0,1,5", "3@4,2,0:4,1,5", "4@4,6,0:4,1,5", "9@0,2,1:0,0,0"});
    for (const TakeKey& key : take) {
        EXPECT_LT(glm::distance(cameraAt(take, key.at_s).eye, key.eye_m), 1e-9);
        EXPECT_LT(glm::distance(cameraAt(take, key.at_s).target, key.target_m), 1e-9);
    }
    EXPECT_EQ(cameraAt(take, 0.0).eye, take.front().eye_m);
    EXPECT_EQ(cameraAt(take, 100.0).eye, take.back().eye_m);
    EXPECT_EQ(endOf(take), 9.0);
}

TEST(CameraTake, NeitherPlaceNorSpeedJumps) {
    const CameraTake take = takeOf({"0@0,2,0:0,1,5", "2@9,2,0:4,1,5", "2.5@9,6,3:4,1,5", "8@0,40,1:0,0,0"});
    constexpr double kStep_s = 1e-3;
    glm::dvec3 before = cameraAt(take, -kStep_s).eye;
    glm::dvec3 speed_before(0.0);
    for (double at = 0.0; at < 9.0; at += kStep_s) {
        const glm::dvec3 eye = cameraAt(take, at).eye;
        const glm::dvec3 speed = (eye - before) / kStep_s;
        EXPECT_LT(glm::distance(speed, speed_before), 0.3) << at;
        before = eye;
        speed_before = speed;
    }
}

TEST(CameraTake, TextsComeBack) {
    const std::vector<std::string> texts{"0@1,2,3:4,5,6", "2.5@1.25,2,3:4,5,6.5"};
    EXPECT_EQ(textsOf(takeOf(texts)), texts);
}

TEST(CameraTake, MistakesAreSaid) {
    const auto refusal = [](const std::vector<std::string>& texts) {
        try {
            takeOf(texts);
        } catch (const SettingError& error) {
            return error.text();
        }
        return std::string();
    };
    EXPECT_NE(refusal({"1,2,3:4,5,6"}).find("SECONDS@x,y,z:x,y,z"), std::string::npos);
    EXPECT_NE(refusal({"-1@1,2,3:4,5,6"}).find("0 to 3600 seconds"), std::string::npos);
    EXPECT_NE(refusal({"1@1,2,3:1,2,3"}).find("the same point"), std::string::npos);
    EXPECT_NE(refusal({"2@1,2,3:4,5,6", "2@1,2,3:4,5,6"}).find("does not come after"), std::string::npos);
}

}  // namespace
}  // namespace phalanx

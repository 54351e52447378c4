// 24 soldiers that stand, with a pose and orders from files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "anim/layers/layered_pose_json.h"
#include "app/layers/layered_army.h"
#include "core/file.h"
#include "gl/output_folder.h"
#include "gl/stage_fixture.h"
#include "soldier_model.h"

namespace phalanx::test {

class OrderedSoldiers : public StageTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        models_.push_back(bakedModel(soldier(), 30.0));
        CrowdSettings settings = grid(24);
        settings.march = false;
        lay(settings);
    }

    // Of all units at tick 0. orders: a list.
    void take(const std::string& pose, const std::string& orders) {
        const std::filesystem::path folder = outputFolder(caps());
        writeFile(folder / "pose.json", pose);
        writeFile(folder / "orders.json", orders);
        army_.emplace(caps(), models_, stage_->crowd,
                      LayeredArmy::Plan{readPose(folder / "pose.json"), (folder / "pose.json").string(),
                                        (folder / "orders.json").string()});
        army_->takeOverMotion(stage_->crowd);
    }

    std::optional<LayeredArmy> army_;
};

}  // namespace phalanx::test

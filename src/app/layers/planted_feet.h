// Feet on hills of an army without layers: its units play what they play, and near ones bend their legs for
// the slope. Takes one record per group of units and uploads nothing per frame.
#pragma once

#include <memory>
#include <vector>

#include "app/army/army.h"
#include "app/army/stage.h"
#include "crowd/crowd.h"
#include "render/units/layered_units.h"

namespace phalanx {

class PlantedFeet {
  public:
    // Valid for the crowd's layout. Models whose legs are not found, or which layers cannot pose, stay as
    // they are. The context must be current.
    PlantedFeet(const gl::Capabilities& capabilities, const std::vector<LoadedModel>& models,
                const Crowd& crowd);

    // For Renderer::setLayers(), valid while this object lives. nullptr: a group whose feet are not planted.
    std::vector<LayeredUnits*> groups();

  private:
    std::vector<std::unique_ptr<LayeredUnits>> groups_;
};

// Whether the stage's settings ask for it and its technique can.
bool plantsFeet(const Stage& stage);

// Draws a stage so, if plantsFeet(); nullptr: not. What it returns must live until Renderer::setLayers() is
// called with something else, or nothing is drawn any more.
std::unique_ptr<PlantedFeet> plantFeet(Stage& stage, const std::vector<LoadedModel>& models);

}  // namespace phalanx

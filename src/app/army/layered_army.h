// Layered poses from a file, for a model or for all units of an army.
#pragma once

#include <string>
#include <vector>

#include "anim/layers/layered_pose_json.h"
#include "app/army/army.h"
#include "crowd/crowd.h"
#include "gl/context/capabilities.h"
#include "render/units/layered_units.h"

namespace phalanx {

// The pose and its blend spaces, then those beside the model. Throws Error like readPose().
PoseFile readPoseFor(const Model& model, const std::string& file);

// Throws Error (kInput) if layers on the GPU cannot pose the model: it has morph targets. bakeLayerRig()
// refuses others.
void requireLayers(const Model& model);

class LayeredArmy {
  public:
    // All units of the crowd have the pose of this file; its clips play on from the times of the form at tick
    // 0. The context must be current. Throws Error if the form does not fit one of the models.
    LayeredArmy(const gl::Capabilities& capabilities, const std::vector<LoadedModel>& models,
                const Crowd& crowd, const std::string& file);

    // For Renderer::setLayers(). Valid while this object lives.
    std::vector<const LayeredUnits*> groups() const;

  private:
    std::vector<LayeredUnits> groups_;
};

}  // namespace phalanx

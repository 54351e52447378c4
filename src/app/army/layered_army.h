// Layered poses from a file, for a model or for all units of an army.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "anim/layers/layered_pose_json.h"
#include "app/army/army.h"
#include "crowd/crowd.h"
#include "gl/context/capabilities.h"
#include "render/units/layered_units.h"

namespace phalanx {

// The pose and its blend spaces, then those beside the model. Throws Error like readPose().
PoseFile readPoseFor(const Model& model, const std::string& file);

// Why layers on the GPU cannot pose the model; "": they can, unless bakeLayerRig() refuses it.
std::string whyNoLayers(const Model& model);
// Throws Error (kInput) with that reason.
void requireLayers(const Model& model);
// Throws Error (kUsage) if this technique, for --technique, does not draw layers. Any name is accepted
// otherwise, also kAutoTechnique.
void requireLayerTechnique(std::string_view name);

class LayeredArmy {
  public:
    // All units of the crowd have the pose of this file; its clips play on from the times in the file, at
    // tick 0. The context must be current. Throws Error if the pose does not fit one of the models, or aims
    // at a unit that the crowd does not have. The unit that all others aim at does not aim.
    LayeredArmy(const gl::Capabilities& capabilities, const std::vector<LoadedModel>& models,
                const Crowd& crowd, const std::string& file);

    // For Renderer::setLayers(). Valid while this object lives.
    std::vector<const LayeredUnits*> groups() const;

  private:
    std::vector<LayeredUnits> groups_;
};

}  // namespace phalanx

// Start of the commands that draw without a window: context, models, army.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/army/common_options.h"
#include "app/army/models_job.h"
#include "app/army/stage.h"
#include "gl/context/headless.h"

namespace phalanx {

// A context of the requested version, with debug output if PHALANX_GL_DEBUG is set. Logs its name.
gl::HeadlessContext openContext(const CommonOptions& options);

// A context, the models, and an army of them with the given settings. The soldier loads while the driver
// opens the context; models of others load after it, so that what it cannot do is said first. The caller sets
// the technique (Stage::takeTechnique).
class OffscreenArmy {
  public:
    // `outputs`: files that will be written, "" and "-" for none. `units`: number of units at first; 0: the
    // number in the settings, or if that is automatic `auto_units`, with a software renderer
    // `auto_software_units`. Throws Error if a file cannot be written or would replace one that is read, and
    // if the context cannot do what the settings require.
    struct Plan {
        std::vector<std::string> outputs;
        std::uint32_t units = 0;
        std::uint32_t auto_units = 1;
        std::uint32_t auto_software_units = 1;
    };
    OffscreenArmy(const CommonOptions& options, const Plan& plan);

    gl::HeadlessContext context;
    std::vector<LoadedModel> models;
    CrowdSettings crowd;  // with that number of units
    Stage stage;

  private:
    OffscreenArmy(const CommonOptions& options, const Plan& plan, std::unique_ptr<ModelsJob> loading);
    static std::unique_ptr<ModelsJob> startLoading(const CommonOptions& options, const Plan& plan);
};

// Throws Error if this context cannot do what the settings require (kEnvironment), or if they contradict each
// other (kUsage).
void requireDrawing(const gl::Capabilities& capabilities, const RenderSettings& render);

}  // namespace phalanx

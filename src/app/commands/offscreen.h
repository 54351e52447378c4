// What commands that draw without a window begin with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/army/common_options.h"
#include "app/army/stage.h"
#include "gl/context/headless.h"

namespace phalanx {

// A context of the version that was asked for, with debug output if PHALANX_GL_DEBUG is set, and named in the
// log.
gl::HeadlessContext openContext(const CommonOptions& options);

// A context, the models, and an army of them that is drawn as the settings say. The technique is up to the
// caller (Stage::takeTechnique).
class OffscreenArmy {
  public:
    // `outputs`: files that will be written, "" and "-" for none. `units`: that is laid out first; 0: the
    // settings' number, and where they leave it to the program `auto_units`, by software rendering
    // `auto_software_units`. Throws Error where a file cannot be written or would replace one that is read,
    // and where the context cannot do what the settings ask for.
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
};

// Throws Error where this context cannot do what the settings ask for (kEnvironment), or where they
// contradict each other (kUsage).
void requireDrawing(const gl::Capabilities& capabilities, const RenderSettings& render);

}  // namespace phalanx

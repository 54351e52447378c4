#include "app/army/common_options.h"

#include "behaviour/graph_json.h"
#include "core/error.h"
#include "gl/context/context.h"

namespace phalanx {

int CommonOptions::glVersion() const {
    return gl.empty() ? 0 : gl::parseVersion(gl);
}

ArmyOptions CommonOptions::army() const {
    ArmyOptions options;
    options.army = settings.army;
    options.bake = settings.bake;
    options.import = import;
    options.own_frames = own_frames;
    if (!settings.graph.empty()) {
        try {
            options.composed = readGraph(graphFile(settings.graph)).clips;
        } catch (const Error&) {
            if (!graph_may_fail) throw;
        }
    }
    return options;
}

}  // namespace phalanx

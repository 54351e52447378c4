#include "app/army/common_options.h"

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
    return options;
}

}  // namespace phalanx

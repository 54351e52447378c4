// What `bench --flight` and `bench --grow` have in common: a context without a window, and an army of the
// first number of units in it, with culling and levels of detail as the options say.
#pragma once

#include <vector>

#include "app/army/army.h"
#include "app/army/stage.h"
#include "app/commands/commands.h"
#include "gl/context/headless.h"

namespace phalanx {

struct DetailBench {
    // Throws Error where the context, the models or the files to write cannot be had.
    explicit DetailBench(const BenchOptions& options);

    gl::HeadlessContext context;
    std::vector<LoadedModel> models;
    CrowdSettings settings;
    Stage stage;
};

}  // namespace phalanx

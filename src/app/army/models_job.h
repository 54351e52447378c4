// Loads models beside the program.
#pragma once

#include <memory>
#include <vector>

#include "app/army/army.h"
#include "core/background_job.h"

namespace phalanx {

using ModelsJob = BackgroundJob<std::vector<LoadedModel>>;

// Starts loadModels(), with the job's reports instead of those of the options. Where processes are started
// ahead (startImportsAhead()), it is ready when childrenAheadEnded(); call dropChildrenAhead() at the end.
std::unique_ptr<ModelsJob> loadInBackground(const ArmyOptions& army);

}  // namespace phalanx

#include "app/army/models_job.h"

namespace phalanx {

std::unique_ptr<ModelsJob> loadInBackground(const ArmyOptions& army) {
    startImportsAhead(army);
    return std::make_unique<ModelsJob>([options = army](const JobReports& reports) mutable {
        options.progress = reports.progress;
        options.stage = reports.stage;
        options.cancelled = reports.cancelled;
        return loadModels(options);
    });
}

}  // namespace phalanx

// Loads an army's models in the background, while the present one stays on the screen.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/window/session/session.h"
#include "core/background_job.h"

namespace phalanx {

class ArmyLoading {
  public:
    explicit ArmyLoading(Session& session) : session_(session) {}

    void begin(ArmyOptions army);
    // Models, which begin with the present bake settings. False while another army is loading.
    bool openFiles(const std::vector<std::filesystem::path>& files);
    // Reports its own errors; false: nothing was begun.
    bool openScene(const std::string& name);
    void openBrowser();

    bool busy() const { return loader_ != nullptr; }
    void cancel() { loader_->cancel(); }
    void showProgress(Facts& facts) const;

    struct Loaded {
        std::vector<LoadedModel> models;
        ArmyOptions army;
        std::optional<RunOptions> scene;  // that the models belong to
    };
    // What was loaded, once. An error of the first army is thrown; one of a later army is reported here, and
    // the present one stays.
    std::optional<Loaded> finish();

  private:
    Session& session_;
    ArmyOptions loading_;
    std::optional<RunOptions> opening_;
    std::unique_ptr<BackgroundJob<std::vector<LoadedModel>>> loader_;
};

}  // namespace phalanx

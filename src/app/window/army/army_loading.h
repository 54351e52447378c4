// Loads the models of an army in the background while the current army stays on the screen.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/army/models_job.h"
#include "app/window/session/session.h"

namespace phalanx {

// loadInBackground() with all that units of a window can show, which `army` gets, too.
std::unique_ptr<ModelsJob> loadForWindow(ArmyOptions& army);

class ArmyLoading {
  public:
    explicit ArmyLoading(Session& session) : session_(session) {}

    void begin(ArmyOptions army);
    // Starts loading models with the current bake settings. Returns false if another army is loading.
    bool openFiles(const std::vector<std::filesystem::path>& files);
    // Starts loading the army of a scene. Returns false after an error, which is shown as a notice.
    bool openScene(const std::string& name);
    void openBrowser();

    bool busy() const { return loader_ != nullptr; }
    void cancel();
    void showProgress(Facts& facts) const;

    struct Loaded {
        std::vector<LoadedModel> models;
        ArmyOptions army;
        std::optional<RunOptions> scene;  // the scene that the models belong to
    };
    // Returns the loaded army once when it is ready. If loading fails, throws Error for the first army; for
    // later armies shows a notice, and the current army is kept.
    std::optional<Loaded> finish();

  private:
    Session& session_;
    ArmyOptions loading_;
    std::optional<RunOptions> opening_;
    std::unique_ptr<ModelsJob> loader_;
};

}  // namespace phalanx

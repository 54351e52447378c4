#include "app/window/army/army_loading.h"

#include <utility>

#include "app/scene/recent_files.h"
#include "core/child_process.h"
#include "core/log.h"
#include "core/main_loop.h"

namespace phalanx {
namespace {

struct ChildrenAhead {
    ChildrenAhead() = default;
    ~ChildrenAhead() { dropChildrenAhead(); }
    ChildrenAhead(const ChildrenAhead&) = delete;
    ChildrenAhead& operator=(const ChildrenAhead&) = delete;
    ChildrenAhead(ChildrenAhead&&) = delete;
    ChildrenAhead& operator=(ChildrenAhead&&) = delete;
};

}  // namespace

std::unique_ptr<ModelsJob> loadForWindow(ArmyOptions& army) {
    army.detail = true;
    army.equipped = true;
    return loadInBackground(army);
}

void ArmyLoading::begin(ArmyOptions army) {
    loading_ = std::move(army);
    loader_ = loadForWindow(loading_);
}

bool ArmyLoading::openFiles(const std::vector<std::filesystem::path>& files) {
    if (busy()) {
        session_.notify("An army is still loading; try again afterwards", true);
        return false;
    }
    opening_.reset();
    // Height, hidden parts and clip names are not taken over: they belong to the current army.
    ArmyOptions army;
    army.bake = session_.settings.bake;
    army.import = session_.options.import;
    army.own_frames = session_.options.own_frames;
    for (const auto& file : files) army.army.files.push_back(file.string());
    begin(std::move(army));
    return true;
}

bool ArmyLoading::openScene(const std::string& name) {
    if (busy()) {
        session_.notify("An army is still loading; try again afterwards", true);
        return false;
    }
    try {
        RunOptions options = optionsOfScene(name);
        options.import = session_.options.import;
        requireTechnique(options.settings.render.technique, session_.capabilities());
        begin(options.army());
        opening_ = std::move(options);
        return true;
    } catch (const Error& error) {
        session_.notify(error.what(), true);
        warn("{}", error.what());
        return false;
    }
}

void ArmyLoading::openBrowser() {
    if (busy()) return session_.notify("An army is still loading; cancel that first", true);
    if (pickFiles()) return;
    std::error_code ignored;
    FileBrowser& browser = session_.browser;
    const std::filesystem::path folder =
        browser.folder().empty() ? std::filesystem::current_path(ignored) : browser.folder();
    browser.open(folder, readRecentFiles());
}

void ArmyLoading::cancel() {
    loader_->cancel();
    dropChildrenAhead();
}

void ArmyLoading::showProgress(Facts& facts) const {
    facts.busy = session_.stage ? loader_->stage() + " ..." : "Loading the army ...";
    facts.can_cancel = session_.stage.has_value();
    facts.busy_share = loader_->progress();
}

std::optional<ArmyLoading::Loaded> ArmyLoading::finish() {
    // What starts the program shows that it loads its first army: a page does.
    if (!loader_ || !childrenAheadEnded() || !loader_->ready(!session_.stage)) return std::nullopt;
    const auto loader = std::move(loader_);
    const ChildrenAhead dropped_at_the_end;
    std::optional<RunOptions> opening = std::exchange(opening_, std::nullopt);
    if (!session_.stage) {
        if (session_.options.scene) opening = session_.options;
        return Loaded{loader->take(), loading_, std::move(opening)};
    }
    try {
        return Loaded{loader->take(), loading_, std::move(opening)};
    } catch (const Error& error) {
        if (loader->cancelled()) {
            session_.notify("Cancelled; the current army is kept");
        } else {
            session_.notify(error.what(), true);
            warn("{}", error.what());
        }
        return std::nullopt;
    }
}

}  // namespace phalanx

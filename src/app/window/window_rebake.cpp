// The re-bake bench over the window's army: what it measures, and what happens to a row that is clicked.
#include <algorithm>
#include <utility>

#include "app/window/window_app.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {

// Above what the anatomy takes, and below the panels at the right.
void WindowApp::drawRebakeBench() {
    RebakeSettings& settings = panel_.rebake;
    if (!settings.shown || !stage_) return;
    const auto index =
        panel_.selected ? static_cast<std::size_t>(stage_->crowd.modelOf(*panel_.selected)) : std::size_t{0};
    const Model& model = models_[index].model;
    const RebakeFacts facts = rebake_bench_.look(model.name, settings_.bake.rate_hz, settings_.bake.encoding,
                                                 settings_.render.skin.switches.lookup);
    int width = 0;
    int height = 0;
    window_.size(width, height);
    const Theme& theme = ui_.theme();
    const float left = theme.points(kMainPanelPoints + 20.0F);
    const float top =
        drawRebakePanel(theme, widgets_, facts, settings, left,
                        static_cast<float>(width) - theme.points(kPanelMarginPoints), facts_.foot);
    facts_.foot = static_cast<float>(height) - top;
    if (std::exchange(settings.cancel_wanted, false)) rebake_bench_.cancel();
    if (std::exchange(settings.begin_wanted, false) && !loader_) {
        BakeStudySettings asked;
        if (std::ranges::find(asked.rates, settings_.bake.rate_hz) == asked.rates.end())
            asked.rates.push_back(settings_.bake.rate_hz);
        rebake_bench_.begin(model, asked);
    }
    if (const auto taken = std::exchange(settings.taken, std::nullopt); taken && *taken < facts.rows.size()) {
        const BakeStudyRow& row = facts.rows[*taken];
        settings_.bake.rate_hz = row.rate_hz;
        settings_.bake.encoding = row.encoding;
        settings_.render.skin.switches.lookup = row.lookup;
    }
}

}  // namespace phalanx

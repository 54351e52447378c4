#include "app/window/pages/bake_study_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/figures/bake_comparison.h"
#include "app/window/session/state_text.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

void addRebakeBench(StateText& state, const RebakeSettings& settings, const RebakeBench& bench) {
    state.add("rebake.shown", settings.shown);
    state.add("rebake.running", bench.running());
    state.add("rebake.rows", bench.rows().size());
    state.addIf("rebake.pointed", settings.pointed);
    state.add("rebake.order", fmt::format("{}", fmt::join(settings.order, " ")));
    for (std::size_t i = 0; i < bench.rows().size(); ++i)
        state.addLine(fmt::format("rebake.row.{}", i), bakeStudyLine(bench.rows()[i]));
}

}  // namespace

const Model& BakeStudyPage::model() const {
    const std::optional<std::uint32_t> selected = session_.panel.selected;
    const int index = selected ? session_.stage->crowd.modelOf(*selected) : 0;
    return session_.models[static_cast<std::size_t>(index)].model;
}

RebakeFacts BakeStudyPage::look() {
    const Settings& settings = session_.settings;
    return bench_.look(model().name, settings.bake.rate_hz, settings.bake.encoding,
                       settings.render.skin.switches.lookup);
}

void BakeStudyPage::draw() {
    if (!session_.panels_drawn || !session_.panel.show_panel || !session_.panel.rebake.shown) return;
    const glm::ivec2 size = session_.size();
    const Theme& theme = session_.ui.theme();
    const float left = theme.points(kMainPanelPoints + 20.0F);
    const float top =
        drawRebakePanel(theme, session_.widgets, session_.actions, look(), session_.panel.rebake, left,
                        static_cast<float>(size.x) - theme.points(kPanelMarginPoints), session_.facts.foot);
    session_.facts.foot = static_cast<float>(size.y) - top;
}

void BakeStudyPage::begin() {
    BakeStudySettings study;
    const std::optional<double> rate_hz = session_.settings.bake.rate_hz;
    if (std::ranges::find(study.rates, rate_hz) == study.rates.end()) study.rates.push_back(rate_hz);
    bench_.begin(model(), study);
}

void BakeStudyPage::use(std::size_t row) {
    if (row >= bench_.rows().size()) return;
    const BakeStudyRow& bake = bench_.rows()[row];
    session_.settings.bake.rate_hz = bake.rate_hz;
    session_.settings.bake.encoding = bake.encoding;
    session_.settings.render.skin.switches.lookup = bake.lookup;
}

void BakeStudyPage::addState(StateText& state) const {
    addRebakeBench(state, session_.panel.rebake, bench_);
}

}  // namespace phalanx

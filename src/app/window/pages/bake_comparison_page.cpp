#include "app/window/pages/bake_comparison_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/figures/bake_comparison_text.h"
#include "app/figures/compression_text.h"
#include "app/window/session/state_text.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

void addComparison(StateText& state, const BakeComparisonSettings& settings, const BakeComparisonJob& job) {
    state.add("bakes.shown", settings.shown);
    state.add("bakes.running", job.running());
    state.add("bakes.rows", job.rows().size());
    state.addIf("bakes.pointed", settings.pointed);
    state.add("bakes.order", fmt::format("{}", fmt::join(settings.order, " ")));
    for (std::size_t i = 0; i < job.rows().size(); ++i)
        state.addLine(fmt::format("bakes.row.{}", i), comparedBakeLine(job.rows()[i]));
}

void addCompression(StateText& state, const CompressionJob& job) {
    state.add("compression.running", job.running());
    const std::size_t rows = job.result() ? job.result()->rows.size() : 0;
    state.add("compression.rows", rows);
    for (std::size_t i = 0; i < rows; ++i)
        state.addLine(fmt::format("compression.row.{}", i), compressedLine(job.result()->rows[i]));
}

}  // namespace

const Model& BakeComparisonPage::model() const {
    const std::optional<std::uint32_t> selected = session_.panel.selected;
    const int index = selected ? session_.stage->crowd.modelOf(*selected) : 0;
    return session_.models[static_cast<std::size_t>(index)].model;
}

BakeComparisonFacts BakeComparisonPage::look() {
    const Settings& settings = session_.settings;
    BakeComparisonFacts facts = job_.look(model().name, settings.bake.rate_hz, settings.bake.encoding,
                                          settings.render.skin.switches.lookup);
    facts.compression = compression_.look();
    if (facts.compression.model.empty()) facts.compression.model = model().name;
    return facts;
}

void BakeComparisonPage::draw() {
    if (!session_.panels_drawn || !session_.panel.show_panel || !session_.panel.bakes.shown) return;
    const glm::ivec2 size = session_.size();
    const Theme& theme = session_.ui.theme();
    const float top = drawBakeComparisonPanel(theme, session_.widgets, session_.actions, look(),
                                              session_.panel.bakes, session_.facts.foot);
    session_.facts.foot = static_cast<float>(size.y) - top;
}

void BakeComparisonPage::begin() {
    BakeComparisonOptions options;
    const std::optional<double> rate_hz = session_.settings.bake.rate_hz;
    if (std::ranges::find(options.rates, rate_hz) == options.rates.end()) options.rates.push_back(rate_hz);
    job_.begin(model(), options);
}

void BakeComparisonPage::use(std::size_t row) {
    if (row >= job_.rows().size()) return;
    const ComparedBake& bake = job_.rows()[row];
    session_.settings.bake.rate_hz = bake.rate_hz;
    session_.settings.bake.encoding = bake.encoding;
    session_.settings.render.skin.switches.lookup = bake.lookup;
}

void BakeComparisonPage::addState(StateText& state) const {
    addComparison(state, session_.panel.bakes, job_);
    state.add("compression.shown", session_.panel.bakes.compression);
    addCompression(state, compression_);
}

}  // namespace phalanx

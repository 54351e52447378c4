#include "app/window/pages/bake_comparison_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/figures/bake_comparison_text.h"
#include "app/figures/compression_text.h"
#include "app/window/session/state_text.h"

namespace phalanx {
namespace {

void addComparison(StateText& state, const BakeComparisonSettings& settings, bool running,
                   std::span<const ComparedBake> rows) {
    state.add("bakes.shown", settings.shown);
    state.add("bakes.running", running);
    state.add("bakes.rows", rows.size());
    state.addIf("bakes.pointed", settings.pointed);
    state.add("bakes.order", fmt::format("{}", fmt::join(settings.order, " ")));
    for (std::size_t i = 0; i < rows.size(); ++i)
        state.addLine(fmt::format("bakes.row.{}", i), comparedBakeLine(rows[i]));
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
    BakeComparisonFacts facts;
    static_cast<MeasurementFacts&>(facts) = job_.look();  // before rows(): it collects them
    facts.rows = rows();
    for (std::size_t i = 0; i < facts.rows.size(); ++i) {
        const ComparedBake& row = facts.rows[i];
        if (row.rate_hz == settings.bake.rate_hz && row.encoding == settings.bake.encoding &&
            row.lookup == settings.render.skin.switches.lookup)
            facts.used = i;
    }
    facts.compression = {compression_.look(), compression_.result() ? &*compression_.result() : nullptr};
    for (MeasurementFacts* each :
         {static_cast<MeasurementFacts*>(&facts), static_cast<MeasurementFacts*>(&facts.compression)}) {
        if (each->model.empty()) each->model = model().name;
    }
    return facts;
}

std::span<const ComparedBake> BakeComparisonPage::rows() const {
    if (!job_.result()) return {};
    return *job_.result();
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
    const Model& model = this->model();
    job_.begin(model.name, [&model, options](const JobReports& reports) {
        BakeComparisonOptions asked = options;
        asked.progress = reports.progress;
        asked.stage = reports.stage;
        asked.cancelled = reports.cancelled;
        return compareBakes(model, asked);
    });
}

void BakeComparisonPage::beginCompression() {
    const Model& model = this->model();
    compression_.begin(model.name, [&model](const JobReports& reports) {
        CompressionComparisonOptions options;
        options.progress = reports.progress;
        options.stage = reports.stage;
        options.cancelled = reports.cancelled;
        return compareCompression(model, options);
    });
}

void BakeComparisonPage::use(std::size_t row) {
    if (row >= rows().size()) return;
    const ComparedBake& bake = rows()[row];
    session_.settings.bake.rate_hz = bake.rate_hz;
    session_.settings.bake.encoding = bake.encoding;
    session_.settings.render.skin.switches.lookup = bake.lookup;
}

void BakeComparisonPage::addState(StateText& state) const {
    addComparison(state, session_.panel.bakes, job_.running(), rows());
    state.add("compression.shown", session_.panel.bakes.compression);
    addCompression(state, compression_);
}

}  // namespace phalanx

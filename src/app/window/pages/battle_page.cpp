#include "app/window/pages/battle_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/window/session/state_text.h"
#include "render/frame/camera.h"
#include "terrain/terrain.h"
#include "ui/battle/battle_marks.h"
#include "ui/battle/battle_panel.h"
#include "ui/toolkit/panel_place.h"

namespace phalanx {
namespace {

constexpr std::size_t kMostMarks = 2000;
constexpr double kFlag_m = 2.6;        // foot of a company's flag above the ground
constexpr double kFullFlag_m = 100.0;  // as near, a flag has its full size;
constexpr float kLeastFlag = 0.55F;    // far away, this part of it
constexpr double kLeastFront_m = 6.0;  // a shorter line keeps the company's width

// What leads out of a state, with what the graph has for all states.
std::vector<BattleFacts::Edge> edgesOf(const BehaviourState& state, const BehaviourGraph& graph) {
    std::vector<Transition> all = state.to;
    if (!state.out) all.insert(all.end(), graph.any.begin(), graph.any.end());
    const std::vector<std::string> why = whyTexts(all);
    std::vector<BattleFacts::Edge> edges;
    for (std::size_t i = 0; i < all.size(); ++i)
        edges.push_back({static_cast<std::size_t>(all[i].to), why[i], i >= state.to.size()});
    return edges;
}

}  // namespace

bool BattlePage::open() const {
    return session_.panel.show_panel && session_.panel.learn.page == SidePage::kBattle;
}

std::optional<std::uint32_t> BattlePage::selectedCompany() const {
    const Battle* const battle = live_.battle();
    const std::optional<std::uint32_t> unit = session_.selected();
    if (battle == nullptr || !unit) return std::nullopt;
    return battle->companyOf(*unit);
}

void BattlePage::refresh() {
    facts_ = {};
    const Battle* const battle = live_.battle();
    if (battle == nullptr) {
        facts_.why_none = session_.settings.crowd.formation != Formation::kBattle
                              ? "Two hosts fight in formation \"battle\"."
                              : live_.whyNone();
        return;
    }
    const BehaviourGraph& graph = battle->graph();
    facts_.about = graph.about;
    facts_.seconds = battle->seconds();
    facts_.start = static_cast<std::size_t>(graph.start);
    for (std::size_t s = 0; s < graph.states.size(); ++s) {
        const BehaviourState& state = graph.states[s];
        BattleFacts::State& shown = facts_.states.emplace_back();
        shown.name = state.name;
        shown.clip = fmt::format("{}", fmt::join(state.clips, " or "));
        shown.soldiers = battle->counts()[s];
        shown.out = state.out;
        shown.to = edgesOf(state, graph);
    }
    facts_.winner = battle->winner();
    for (std::uint32_t c = 0; c < battle->companyCount(); ++c) {
        const Battle::CompanyStatus status = battle->statusOf(c);
        BattleFacts::Host& host = facts_.hosts.at(status.company.host);
        host.of += status.company.count;
        if (status.broken) continue;
        host.left += status.left;
        ++host.companies;
    }
    if (const auto company = selectedCompany()) {
        const Battle::CompanyStatus status = battle->statusOf(*company);
        facts_.company =
            BattleFacts::Company{*company,    status.company.host,  std::string(nameOf(status.order)),
                                 status.left, status.company.count, status.broken};
        facts_.selected_state = static_cast<std::size_t>(battle->stateOf(*session_.selected()));
    }
}

void BattlePage::draw(const PanelContext& context) {
    if (session_.panel.learn.page != SidePage::kBattle) return;
    refresh();
    const float width = drawBattlePanel(context, facts_, session_.settings, session_.panel);
    if (width > 0.0F) session_.facts.taken_right = width + session_.ui.theme().points(kPanelMarginPoints);
}

void BattlePage::placeFlags(const Battle& battle, const glm::dmat4& clip_from_world) {
    const Crowd& crowd = session_.stage->crowd;
    const glm::dvec3 eye = session_.camera.camera().eye;
    const glm::dvec2 size(session_.size());
    const std::optional<std::uint32_t> selected = selectedCompany();
    std::vector<std::pair<double, CompanyFlag>> flags;
    for (std::uint32_t c = 0; c < battle.companyCount(); ++c) {
        const Battle::CompanyStatus status = battle.statusOf(c);
        if (status.broken || status.left == 0) continue;
        // Above the middle of its ranks.
        const double ranks = std::ceil(static_cast<double>(status.left) / status.company.files);
        const glm::dvec2 middle =
            status.front_m + turned({0.0, -0.5 * (ranks - 1.0) * crowd.spacing_m()}, status.facing_rad);
        const glm::dvec3 foot(middle.x, groundHeight(crowd.terrain().get(), middle) + kFlag_m, middle.y);
        const auto at = placeInWindow(clip_from_world * glm::dvec4(foot, 1.0), size);
        if (!at || at->x < 0.0 || at->y < 0.0 || at->x >= size.x || at->y >= size.y) continue;
        const double distance = glm::length(foot - eye);
        const auto scale = static_cast<float>(kFullFlag_m / std::max(distance, kFullFlag_m));
        flags.push_back(
            {distance, {c, status.company.host, *at, std::max(scale, kLeastFlag), selected == c}});
    }
    std::stable_sort(flags.begin(), flags.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    flags_.clear();
    for (const auto& [distance, flag] : flags) flags_.push_back(flag);
}

std::optional<std::uint32_t> BattlePage::soldierOfFlag(const glm::dvec2& at) const {
    const Battle* const battle = live_.battle();
    if (battle == nullptr) return std::nullopt;
    const auto company = flagAt(session_.ui.theme(), flags_, at);
    if (!company || *company >= battle->companyCount()) return std::nullopt;  // of an earlier battle
    const Company& place = battle->statusOf(*company).company;
    for (std::uint32_t unit = place.first; unit < place.first + place.count; ++unit) {
        if (!battle->graph().states[static_cast<std::size_t>(battle->stateOf(unit))].out) return unit;
    }
    return std::nullopt;
}

void BattlePage::drawMarks() {
    flags_.clear();
    BattleSettings& settings = session_.panel.battle;
    const Battle* const battle = live_.battle();
    if (!open() || battle == nullptr || !session_.panels_drawn) {
        settings.placing = false;
        settings.line_from.reset();
        settings.line_begin.reset();
        return;
    }
    const glm::dmat4 clip_from_world = clipFromWorld(session_.camera.camera(), session_.aspect());
    if (!settings.placing) settings.line_begin.reset();
    if (settings.line_begin) {
        settings.line_from = placeInWindow(clip_from_world * glm::dvec4(*settings.line_begin, 1.0),
                                           glm::dvec2(session_.size()));
        settings.line_to = session_.viewMiddle();
    }
    placeFlags(*battle, clip_from_world);
    drawFlags(session_.ui.theme(), flags_);
    if (settings.line_from) drawFrontLine(session_.ui.theme(), *settings.line_from, settings.line_to);
    const int state = settings.state ? battle->graph().stateOf(*settings.state) : -1;
    if (state < 0) return;
    const Crowd& crowd = session_.stage->crowd;
    const bool lies = battle->graph().states[static_cast<std::size_t>(state)].out;
    const glm::dvec2 size(session_.size());
    std::vector<glm::dvec2> marks;
    for (std::uint32_t unit = 0; unit < crowd.size() && marks.size() < kMostMarks; ++unit) {
        if (battle->stateOf(unit) != state) continue;
        const double height = crowd.models()[static_cast<std::size_t>(crowd.modelOf(unit))].height_m;
        const glm::dvec3 above =
            crowd.feetOf(unit, session_.now) + glm::dvec3(0.0, lies ? 0.6 : height + 0.15, 0.0);
        const auto at = placeInWindow(clip_from_world * glm::dvec4(above, 1.0), size);
        if (at && at->x >= 0.0 && at->y >= 0.0 && at->x < size.x && at->y < size.y) marks.push_back(*at);
    }
    drawSoldierMarks(session_.ui.theme(), marks);
}

void BattlePage::give(const action::GiveOrder& given) {
    Battle* const battle = live_.battle();
    if (battle == nullptr) return;
    const OrdersTo to = session_.panel.battle.to;
    if (to == OrdersTo::kCompany) {
        if (const auto company = selectedCompany()) battle->give(*company, given.order);
        return;
    }
    for (std::uint32_t c = 0; c < battle->companyCount(); ++c) {
        if (battle->statusOf(c).company.host == (to == OrdersTo::kHost1 ? 0 : 1))
            battle->give(c, given.order);
    }
}

void BattlePage::mark(const glm::dvec2& at) {
    const auto ground = session_.groundAt(at);
    if (!ground) return session_.notify("There is no ground; look lower", true);
    session_.panel.battle.line_begin = ground;
    session_.notify("The left end; now look at the right one and press Enter");
}

void BattlePage::place(const action::PlaceFront& line) {
    Battle* const battle = live_.battle();
    const auto company = selectedCompany();
    session_.panel.battle.line_from.reset();
    const std::optional<glm::dvec3> begin = std::exchange(session_.panel.battle.line_begin, std::nullopt);
    if (battle == nullptr || !company) return;
    const auto left = begin ? begin : session_.groundAt(line.from);
    const auto right = session_.groundAt(line.to);
    if (!left || !right) return session_.notify("There is no ground; drag the line lower", true);
    session_.panel.battle.placing = false;
    const glm::dvec2 from(left->x, left->z);
    const glm::dvec2 way = glm::dvec2(right->x, right->z) - from;
    const double length = glm::length(way);
    // Heading 0 faces +Z and has +X at its left: from left to right is -X.
    const double facing = length > 0.5 ? std::atan2(way.y, -way.x) : battle->statusOf(*company).facing_rad;
    const double spacing = session_.stage->crowd.spacing_m();
    const auto files =
        length < kLeastFront_m ? 0U : static_cast<std::uint32_t>(std::lround(length / spacing)) + 1U;
    battle->send(*company, from + 0.5 * way, facing, files);
}

void BattlePage::beginAgain() {
    if (live_.battle() != nullptr) session_.stage->crowd.layAgain(session_.now);
}

void BattlePage::addState(StateText& state) const {
    const Battle* const battle = live_.battle();
    state.add("battle", battle != nullptr);
    if (battle == nullptr) return;
    state.add("battle.seconds", battle->seconds());
    for (std::size_t s = 0; s < battle->graph().states.size(); ++s)
        state.add("battle.state." + battle->graph().states[s].name, battle->counts()[s]);
    state.add("battle.placing", session_.panel.battle.placing);
    if (const auto company = selectedCompany()) {
        const Battle::CompanyStatus status = battle->statusOf(*company);
        state.add("battle.company", *company);
        state.add("battle.company.order", nameOf(status.order));
        state.add("battle.company.front", fmt::format("{:.2f} {:.2f}", status.front_m.x, status.front_m.y));
        state.add("battle.company.facing", fmt::format("{:.3f}", status.facing_rad));
        state.add("battle.company.files", status.company.files);
    }
    state.addIf("battle.marked", session_.panel.battle.state);
    state.add("battle.winner", battle->winner());
    state.add("battle.flags", flags_.size());
    if (flags_.empty()) return;
    const glm::dvec2 nearest = flagMiddle(session_.ui.theme(), flags_.back());
    state.add("battle.flag", fmt::format("{} {:.0f} {:.0f}", flags_.back().company, nearest.x, nearest.y));
}

}  // namespace phalanx

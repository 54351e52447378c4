#include "ui/battle/battle_panel.h"

#include <fmt/format.h>

#include "ui/battle/battle_marks.h"
#include "ui/battle/graph_view.h"
#include "ui/toolkit/form.h"
#include "ui/toolkit/format.h"
#include "ui/toolkit/panel_place.h"

namespace phalanx {
namespace {

constexpr float kBattlePanelPoints = 360.0F;
constexpr float kBattleLabelPoints = 84.0F;

void drawHosts(Form& form, const BattleFacts& battle) {
    for (std::size_t host = 0; host < battle.hosts.size(); ++host) {
        const BattleFacts::Host& h = battle.hosts.at(host);
        form.fact(host == 0 ? "Host 1" : "Host 2",
                  fmt::format("{} of {}, {} compan{}", grouped(h.left), grouped(h.of), h.companies,
                              h.companies == 1 ? "y" : "ies"),
                  hostColor(static_cast<int>(host)));
    }
    if (battle.winner >= 0)
        form.fact("Result", fmt::format("host {} holds the field", battle.winner + 1),
                  hostColor(battle.winner));
}

// What is wrong with giving orders now; "": nothing.
std::string whyNoOrders(const BattleFacts& battle, OrdersTo to) {
    if (to != OrdersTo::kCompany) return "";
    if (!battle.company) return "Click a soldier: orders then reach its company.";
    if (battle.company->broken) return "This company has fled and takes no orders.";
    return "";
}

void drawOrders(Form& form, const PanelContext& context, const BattleFacts& battle, PanelState& panel) {
    form.section("Orders");
    BattleSettings& settings = panel.battle;
    int to = static_cast<int>(settings.to);
    const std::string company = battle.company ? fmt::format("company {}", battle.company->number)
                                               : std::string("company of a soldier");
    form.row("To", "The receivers of the orders below.");
    if (form.combo("orders_to", to, {company, "host 1", "host 2"})) settings.to = static_cast<OrdersTo>(to);
    const std::string why_not = whyNoOrders(battle, settings.to);
    form.row("Order",
             "Advance: until enemies are within range, then fire. Hold: stay, and fire at enemies within "
             "range. Volley: all fire at once. Flee: run from the enemy, and do not come back.");
    ImGui::BeginDisabled(!why_not.empty());
    const auto order = [&](const char* name, const char* text, Order given) {
        if (form.button(name, text)) context.actions.push(action::GiveOrder{given});
    };
    order("order_advance", "Advance", Order::kAdvance);
    order("order_hold", "Hold", Order::kHold);
    order("order_volley", "Volley", Order::kVolley);
    ImGui::EndDisabled();
    form.row("");
    ImGui::BeginDisabled(!why_not.empty());
    order("order_flee", "Flee", Order::kFlee);
    order("order_cheer", "Cheer", Order::kCheer);
    ImGui::EndDisabled();
    const bool can_place = why_not.empty() && settings.to == OrdersTo::kCompany;
    if (!can_place) settings.placing = false;
    form.row("Front",
             "Then drag a line over the ground: the company goes there, faces away from you if the line runs "
             "from left to right, and is as wide as the line is long. By keys: Enter with its left end in "
             "the middle "
             "of the view, then with its right one.");
    ImGui::BeginDisabled(!can_place);
    if (form.button("place_front",
                    settings.placing ? "Drag a line over the ground ..." : "Draw a front line"))
        settings.placing = !settings.placing;
    ImGui::EndDisabled();
    if (!why_not.empty()) form.note(why_not);
    if (battle.company) {
        const BattleFacts::Company& c = *battle.company;
        form.fact(fmt::format("Company {}", c.number).c_str(),
                  fmt::format("{}, {} of {} left", c.broken ? "fled" : "order " + c.order, c.left, c.of),
                  hostColor(c.host));
    }
}

}  // namespace

float drawBattlePanel(const PanelContext& context, const BattleFacts& battle, Settings& settings,
                      PanelState& panel) {
    float width = 0.0F;
    if (beginPanel("Battle", context.theme, {Corner::kRight, kBattlePanelPoints, context.facts.foot})) {
        Form form(context.theme, context.log, kBattleLabelPoints);
        if (form.title("Battle", "battle_close")) panel.learn.page = SidePage::kNone;
        if (!battle.why_none.empty()) {
            form.note(battle.why_none);
            if (settings.crowd.formation != Formation::kBattle) {
                form.row("");
                if (form.button("battle_begin", "Begin a battle"))
                    settings.crowd.formation = Formation::kBattle;
            }
        } else {
            drawHosts(form, battle);
            form.fact("Time", fmt::format("{:.0f} s", battle.seconds));
            form.row("");
            if (form.button("battle_again", "Begin again")) context.actions.push(Request::kBeginBattle);
            drawOrders(form, context, battle, panel);
            form.section("Behaviour");
            if (!battle.about.empty()) form.note(battle.about);
            drawGraph(context.theme, context.log, battle, panel.battle.state);
            form.note(
                "Soldiers per state. Point at a state to see what leads out of it; click it to mark its "
                "soldiers.");
        }
        width = ImGui::GetWindowWidth();
    }
    ImGui::End();
    return width;
}

}  // namespace phalanx

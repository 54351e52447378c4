#include "ui/lesson/event_mistakes_page.h"

#include <fmt/format.h>

#include <array>

#include "ui/lesson/mistake_row.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

constexpr std::array kEventTexts{
    MistakeText{"mistake_once_per_frame", "events-once-per-frame", "",
                "Footsteps and shots are missing, the more the longer frames take and the faster clips play. "
                "In each frame each soldier is asked whether it has fired since the last one: yes or no, "
                "however often. Count crossings of the time between two frames instead."},
    MistakeText{"mistake_drawn_only", "events-of-drawn-units", "",
                "Turn the camera, and no prints lie where soldiers marched unseen; another camera, other "
                "events. What happens must not depend on what is drawn, only what is shown may."},
    MistakeText{"mistake_ask_all", "ask-all", "",
                "The battle is the same, but each soldier is asked at each tick whether something happens "
                "to it, and nearly always nothing does. Keep a queue of what comes next, and look only at "
                "soldiers to which something happens."}};

std::string lostText(const EventFacts& events) {
    const std::uint64_t lost = events.happened - events.heard;
    const double share =
        events.happened == 0 ? 0.0 : 100.0 * static_cast<double>(lost) / static_cast<double>(events.happened);
    return fmt::format(
        "In {:.0f} s {} events should have fired, and {} did: {} lost, {:.1f} %. Longest frame: {}.",
        events.seconds, grouped(events.happened), grouped(events.heard), grouped(lost), share,
        millisecondsText(1000.0 * events.longest_frame_s));
}

std::string askedText(const BattleWorkFacts& battle) {
    return fmt::format(
        "Per second {} are asked, something happens to {}, and {} decide. Behaviour takes {} of "
        "the CPU per frame.",
        grouped(static_cast<std::uint64_t>(battle.asked)),
        grouped(static_cast<std::uint64_t>(battle.happened)),
        grouped(static_cast<std::uint64_t>(battle.decisions)), finerMillisecondsText(battle.cpu_ms));
}

}  // namespace

void drawEventMistakes(const PanelContext& context, Form& form, Settings& settings) {
    EventMistakes& mistakes = settings.event_mistakes;
    drawMistake(context, kEventTexts[0], mistakes.once_per_frame);
    if (ImGui::Button("A frame of one second")) context.actions.push(Request::kStallFrame);
    context.log.add("mistakes_stall");
    drawMistake(context, kEventTexts[1], mistakes.drawn_only);
    const EventFacts& events = context.facts.events;
    if (events.counted) {
        form.note(lostText(events));
        context.log.addPlace("events_lost");
    }
    drawMistake(context, kEventTexts[2], mistakes.ask_all);
    if (!context.facts.battle.fought) {
        form.note("Needs formation \"battle\".");
    } else if (context.facts.battle.asked > 0.0) {
        form.note(askedText(context.facts.battle));
        context.log.addPlace("battle_asked");
    }
}

}  // namespace phalanx

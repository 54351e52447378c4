#include "app/window/army/live_battle.h"

#include <system_error>
#include <utility>

#include "behaviour/graph_json.h"
#include "core/error.h"
#include "core/stopwatch.h"

namespace phalanx {
namespace {

constexpr auto kLooksAgain = std::chrono::milliseconds(500);
constexpr double kWorkedOver_s = 1.0;

std::filesystem::file_time_type writtenAt(const std::string& file) {
    std::error_code error;
    return std::filesystem::last_write_time(graphFile(file), error);
}

}  // namespace

bool LiveBattle::load(const std::string& file) {
    file_ = file;
    written_ = writtenAt(file);
    try {
        army_.emplace(graphFor(file, session_.models), events_.markers());
        // Soldiers of an older battle are anywhere.
        if (std::exchange(fought_, false)) session_.stage->crowd.layAgain(session_.now);
        return true;
    } catch (const Error& error) {
        why_none_ = error.what();
        session_.notify(error.what(), true);
        return false;
    }
}

// A graph that is saved again is played from the beginning; one with a mistake leaves the old one.
void LiveBattle::followFile() {
    const auto now = std::chrono::steady_clock::now();
    const std::string& wanted = session_.settings.graph;
    if (wanted == file_ && now - looked_ < kLooksAgain) return;
    looked_ = now;
    if (wanted == file_ && writtenAt(file_) == written_) return;
    if (load(wanted))
        session_.notify("A battle by " + (wanted.empty() ? std::string("the soldier's graph") : wanted));
}

void LiveBattle::advance() {
    Crowd& crowd = session_.stage->crowd;
    const bool layers = !session_.settings.pose.empty();
    if (crowd.settings().formation != Formation::kBattle || layers) {
        why_none_ = layers ? "Layers are on: while they are, they decide what soldiers play." : "";
        tried_ = false;
        session_.facts.battle = {};
        return army_.reset();
    }
    if (std::exchange(tried_, true)) {
        followFile();
    } else if (!load(session_.settings.graph) && !session_.settings.graph.empty()) {
        load("");
    }
    if (!army_) {
        session_.facts.battle = {};
        return;
    }
    fight();
}

void LiveBattle::fight() {
    fought_ = true;
    army_->askAll(session_.settings.event_mistakes.ask_all);
    double listened_ms = 0.0;  // a log and traces are no part of the behaviour
    const Stopwatch watch;
    army_->advance(session_.stage->crowd, session_.now, [&](Ticks at) {
        const Stopwatch listens;
        events_.advance(at);
        listened_ms += listens.elapsed_ms();
    });
    cpu_ms_ += watch.elapsed_ms() - listened_ms;
    ++frames_;
    showWork();
}

void LiveBattle::showWork() {
    BattleWorkFacts& facts = session_.facts.battle;
    const Battle* const battle = this->battle();
    if (battle == nullptr) return;
    facts.fought = true;
    facts.soldiers = session_.stage->crowd.size();
    const BattleWork& work = battle->work();
    const double passed_s = battle->seconds() - worked_from_s_;
    const bool again = passed_s < 0.0 || work.items < worked_.items;
    if (!again && passed_s < kWorkedOver_s) return;
    if (!again) {
        const auto rate = [&](std::uint64_t now, std::uint64_t before) {
            return static_cast<double>(now - before) / passed_s;
        };
        facts.waiting = battle->waiting();
        facts.asked = rate(work.asked, worked_.asked);
        facts.happened = rate(work.items, worked_.items);
        facts.decisions = rate(work.decisions, worked_.decisions);
        facts.cpu_ms = cpu_ms_ / frames_;
    }
    worked_ = work;
    worked_from_s_ = battle->seconds();
    cpu_ms_ = 0.0;
    frames_ = 0;
}

Battle* LiveBattle::battle() {
    Battle* const battle = army_ ? army_->battle() : nullptr;
    return battle != nullptr && battle->isOf(session_.stage->crowd) ? battle : nullptr;
}

std::vector<StruckSoldier> LiveBattle::takeStruck() {
    return army_ ? army_->takeStruck() : std::vector<StruckSoldier>();
}

void LiveBattle::modelsReplaced() {
    army_.reset();
    tried_ = false;
}

}  // namespace phalanx

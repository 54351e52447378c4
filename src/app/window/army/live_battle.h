// The battle on the screen: it begins with formation battle, and again when its graph is changed.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "app/battle/army_battle.h"
#include "app/window/army/live_events.h"
#include "app/window/session/session.h"

namespace phalanx {

class LiveBattle {
  public:
    LiveBattle(Session& session, LiveEvents& events) : session_(session), events_(events) {}

    // Call it in each frame with a stage, before anything changes the army.
    void advance();
    void modelsReplaced();

    // Why none is fought in formation battle: the mistake of the graph.
    const std::string& whyNone() const { return why_none_; }
    // nullptr: none is fought.
    Battle* battle();
    bool usesBodies() const { return army_ && army_->usesBodies(); }
    std::vector<StruckSoldier> takeStruck();

  private:
    void followFile();
    void fight();
    void showWork();
    bool load(const std::string& file);

    Session& session_;
    LiveEvents& events_;
    std::optional<ArmyBattle> army_;
    // Work is shown per second, over this time.
    BattleWork worked_;
    double worked_from_s_ = 0.0;
    double cpu_ms_ = 0.0;
    int frames_ = 0;
    bool fought_ = false;  // since the crowd was laid out
    bool tried_ = false;   // to load the graph of `file_` for these models
    std::string file_;
    std::string why_none_;
    std::filesystem::file_time_type written_{};
    std::chrono::steady_clock::time_point looked_{};
};

}  // namespace phalanx

// The study that compares the bakes of a model, from which a bake can be selected for the army.
#pragma once

#include "app/army/rebake_bench.h"
#include "app/window/session/session.h"

namespace phalanx {

class BakeStudyPage {
  public:
    explicit BakeStudyPage(Session& session) : session_(session) {}

    // Draws the panel above the page at the bottom of the window.
    void draw();
    void begin();
    void cancel() { bench_.cancel(); }
    // Sets rate, encoding and lookup to those of this row.
    void use(std::size_t row);
    // Call before the army is replaced: ends a running study, which reads the old models.
    void drop() { bench_.drop(); }

    void addState(class StateText& state) const;

  private:
    const Model& model() const;  // the model of the selected soldier, else the first model
    RebakeFacts look();

    Session& session_;
    RebakeBench bench_;
};

}  // namespace phalanx

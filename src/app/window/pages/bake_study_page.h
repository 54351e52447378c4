// The study of all bakes of a model, and the bake that is taken over from it.
#pragma once

#include "app/army/rebake_bench.h"
#include "app/window/session/session.h"

namespace phalanx {

class BakeStudyPage {
  public:
    explicit BakeStudyPage(Session& session) : session_(session) {}

    // Above what the page at the foot covers.
    void draw();
    void begin();
    void cancel() { bench_.cancel(); }
    // Sets rate, encoding and lookup of this row.
    void use(std::size_t row);
    // Before an army is replaced: ends work that reads the old models.
    void drop() { bench_.drop(); }

    void addState(class StateText& state) const;

  private:
    const Model& model() const;  // of the selected soldier, or the first
    RebakeFacts look();

    Session& session_;
    RebakeBench bench_;
};

}  // namespace phalanx

// The bake comparison: compares bakes of a model, from which a bake can be selected for the army, and
// compression methods on its clips.
#pragma once

#include <vector>

#include "app/army/measurement_job.h"
#include "app/window/session/session.h"

namespace phalanx {

using BakeComparisonJob = MeasurementJob<std::vector<ComparedBake>>;
using CompressionJob = MeasurementJob<CompressionComparison>;

class BakeComparisonPage {
  public:
    explicit BakeComparisonPage(Session& session) : session_(session) {}

    // Draws the panel above the page at the bottom of the window.
    void draw();
    void begin();
    void cancel() { job_.cancel(); }
    void beginCompression();
    void cancelCompression() { compression_.cancel(); }
    // Sets rate, encoding and lookup to those of this row.
    void use(std::size_t row);
    // Call before the army is replaced: ends a running comparison, which reads the old models.
    void drop() {
        job_.drop();
        compression_.drop();
    }

    void addState(class StateText& state) const;

  private:
    const Model& model() const;  // the model of the selected soldier, else the first model
    BakeComparisonFacts look();
    std::span<const ComparedBake> rows() const;

    Session& session_;
    BakeComparisonJob job_;
    CompressionJob compression_;
};

}  // namespace phalanx

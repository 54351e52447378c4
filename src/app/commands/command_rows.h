// Rows of a table of commands.
#pragma once

#include <memory>
#include <string_view>

#include "app/commands/command.h"
#include "app/commands/commands.h"

namespace phalanx {

template <class Options>
class TableCall final : public CallWith<Options> {
  public:
    void declareOptions(OptionSet& set) override { phalanx::declareOptions(set, this->options_); }
    void finishOptions(const OptionSet& set) override {
        this->options_.given = set.patch();
        phalanx::finishOptions(set, this->options_);
    }
    ExitCode run() const override { return phalanx::run(this->options_); }
};

template <class Options>
Command command(std::string_view name, std::string_view group, std::string_view summary) {
    return {name, group, summary,
            []() -> std::unique_ptr<CommandCall> { return std::make_unique<TableCall<Options>>(); }};
}

// Headings of --help.
inline constexpr std::string_view kSee = "See";
inline constexpr std::string_view kInspect = "Inspect";
inline constexpr std::string_view kMeasure = "Measure";

// Those that every platform has.
inline Command runCommand() {
    return command<RunOptions>("run", kSee, "open the window: walk a camera through the army");
}
inline Command verifyCommand() {
    return command<VerifyOptions>("verify", kMeasure,
                                  "check every technique against CPU skinning, and the bake against exact "
                                  "sampling");
}

}  // namespace phalanx

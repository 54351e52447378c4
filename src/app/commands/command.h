// A command of the program: its name, its options, and the function that runs it.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "app/cli/option_set.h"
#include "core/error.h"

namespace phalanx {

// One call of a command.
class CommandCall {
  public:
    CommandCall() = default;
    virtual ~CommandCall() = default;
    CommandCall(const CommandCall&) = delete;
    CommandCall& operator=(const CommandCall&) = delete;
    CommandCall(CommandCall&&) = delete;
    CommandCall& operator=(CommandCall&&) = delete;

    virtual void declareOptions(OptionSet& set) = 0;
    // Call after parsing: applies the settings and checks combinations of options. Throws Error.
    virtual void finishOptions(const OptionSet& set) = 0;
    virtual ExitCode run() const = 0;
};

template <class Options>
class CallWith : public CommandCall {
  public:
    const Options& options() const { return options_; }

  protected:
    Options options_;
};

struct Command {
    std::string_view name;
    std::string_view group;    // heading in --help
    std::string_view summary;  // one line
    std::unique_ptr<CommandCall> (*call)();
};

// In the order of --help.
std::span<const Command> commands();

}  // namespace phalanx

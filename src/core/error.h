// The error type of loading and start-up. The frame loop does not throw.
#pragma once

#include <stdexcept>
#include <string>

namespace phalanx {

// The exit code of the program, which is also the kind of an Error.
enum class ExitCode : int {
    kOk = 0,
    kCheckFailed = 1,  // a requested check (verify, compare) failed
    kUsage = 2,        // the command line is invalid
    kInput = 3,        // an input file cannot be used
    kEnvironment = 4,  // a problem with the display, GL, disk or installation
};

// The message is one line for the user: where, what, which limit, what to do. `where` is a file or an option;
// the line starts with it.
class Error : public std::runtime_error {
  public:
    Error(ExitCode code, const std::string& where, const std::string& what)
        : std::runtime_error(where.empty() ? what : where + ": " + what), code_(code) {}

    ExitCode code() const { return code_; }

  private:
    ExitCode code_;
};

inline Error inputError(const std::string& where, const std::string& what) {
    return {ExitCode::kInput, where, what};
}
inline Error usageError(const std::string& where, const std::string& what) {
    return {ExitCode::kUsage, where, what};
}
inline Error environmentError(const std::string& where, const std::string& what) {
    return {ExitCode::kEnvironment, where, what};
}

}  // namespace phalanx

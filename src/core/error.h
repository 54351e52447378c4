// The one error type of loading and start-up. The frame loop does not throw.
#pragma once

#include <stdexcept>
#include <string>

namespace phalanx {

// What the program returns to the shell, and which kind of error led there.
enum class ExitCode : int {
    kOk = 0,
    kCheckFailed = 1,  // a check that was asked for (verify, compare) failed
    kUsage = 2,        // the command line is wrong
    kInput = 3,        // a file that was given cannot be used
    kEnvironment = 4,  // display, GL, disk or installation are lacking
};

// One line for a person: what, where, which limit, what to do. `where` is a file or an option; it leads the
// line.
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

// A program of a pass that most frames leave out: made when it is first used.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "gl/objects/program.h"

namespace phalanx::gl {

class LazyProgram {
  public:
    explicit operator bool() const { return program_.has_value(); }
    // Waits for it. Throws Error (kEnvironment) if a shader does not compile.
    void make(Program program) {
        program_.emplace(std::move(program));
        program_->finish();
    }
    Program* operator->() { return &*program_; }

    bool reloadIfChanged() { return program_ && program_->reloadIfChanged(); }
    bool reload() { return program_ && program_->reload(); }
    std::string lastError() const { return program_ ? program_->lastError() : ""; }

  private:
    std::optional<Program> program_;
};

}  // namespace phalanx::gl

// What the importer met in one file, for Model::notes.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "anim/model.h"

namespace phalanx {

class Notes {
  public:
    // A trap that was handled; one short sentence with its count.
    void info(std::string text) { add(std::move(text), false); }
    // Something that a person should know without asking.
    void warn(std::string text) { add(std::move(text), true); }

    std::vector<Note> take() { return std::move(notes_); }

  private:
    void add(std::string text, bool warning) {
        for (const Note& note : notes_) {
            if (note.text == text) return;
        }
        notes_.push_back({std::move(text), warning});
    }

    std::vector<Note> notes_;
};

// "1 key", "3 keys", "2 vertices".
inline std::string counted(std::size_t count, const std::string& noun, const std::string& plural = "") {
    return std::to_string(count) + " " + (count == 1 ? noun : plural.empty() ? noun + "s" : plural);
}

}  // namespace phalanx

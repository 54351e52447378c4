// Collects the notes of one import for Model::notes, and the names of further files that were read.
#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

class Notes {
  public:
    // A problem that was handled: one short sentence with its count.
    void info(std::string text) { add(std::move(text), false); }
    // A problem that every user should see.
    void warn(std::string text) { add(std::move(text), true); }

    // Records a further file that was read. The same file may be passed several times.
    void sideFile(const std::filesystem::path& file) { side_files_.insert(file.string()); }

    std::vector<Note> take() { return std::move(notes_); }
    std::vector<std::string> sideFiles() const { return {side_files_.begin(), side_files_.end()}; }

  private:
    void add(std::string text, bool warning) {
        for (const Note& note : notes_) {
            if (note.text == text) return;
        }
        notes_.push_back({std::move(text), warning});
    }

    std::vector<Note> notes_;
    std::set<std::string> side_files_;
};

// "1 key", "3 keys", "2 vertices".
inline std::string counted(std::size_t count, const std::string& noun, const std::string& plural = "") {
    return std::to_string(count) + " " + (count == 1 ? noun : plural.empty() ? noun + "s" : plural);
}

}  // namespace phalanx

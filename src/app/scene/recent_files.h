// The models opened lately, kept from one run to the next: $XDG_STATE_HOME/phalanx/recent, or below
// ~/.local/state. https://specifications.freedesktop.org/basedir-spec/latest/
#pragma once

#include <filesystem>
#include <vector>

namespace phalanx {

// $XDG_STATE_HOME/phalanx; empty where there is no home.
std::filesystem::path stateFolder();

// The newest first; empty where there are none, or they cannot be read.
std::vector<std::filesystem::path> readRecentFiles();

// Puts the file in front, as an absolute path. Where it cannot be written, nothing is remembered.
void rememberFile(const std::filesystem::path& file);

}  // namespace phalanx

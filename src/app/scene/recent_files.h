// The list of recently opened models, stored in $XDG_STATE_HOME/phalanx/recent, or in
// ~/.local/state/phalanx/recent. https://specifications.freedesktop.org/basedir-spec/latest/
#pragma once

#include <filesystem>
#include <vector>

namespace phalanx {

// $XDG_STATE_HOME/phalanx, or ~/.local/state/phalanx; empty if there is no home folder.
std::filesystem::path stateFolder();

// Newest first; empty if there are none or the list cannot be read.
std::vector<std::filesystem::path> readRecentFiles();

// Puts the file at the front of the list, as an absolute path. Does nothing if the list cannot be written.
void rememberFile(const std::filesystem::path& file);

}  // namespace phalanx

// The program's main loop, which a browser runs itself.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace phalanx {

struct MainLoop {
    std::function<bool()> step;  // called once per frame until it returns false
    std::function<void()> end;   // called then
    // Saves what shall survive. Called in a browser, where a page may go away at any time.
    std::function<void()> keep;
};

// On the desktop, the loop has ended when this returns, and what the functions throw is thrown here. In a
// browser, this returns at once and the browser calls `step` before each repaint; the page shows what is
// thrown.
void runMainLoop(const MainLoop& loop);

// Text for the user that names files: without the page's own folders, which dropped files are in. Elsewhere,
// unchanged.
std::string userText(std::string text);
// For a file that the user has asked for, such as a screenshot, after it was written: a browser downloads it.
// Elsewhere, does nothing.
void handOver(const std::filesystem::path& file);
// For a scene that was saved: a browser makes it the page's address, which is a link to it. Elsewhere,
// returns false.
bool linkScene(const std::filesystem::path& file);
// Asks for files to open by the browser's own dialog, whose files arrive as if they were dropped. Elsewhere,
// returns false: there is none.
bool pickFiles();
// A line that the page shows until it is closed, and no more after that. Elsewhere, does nothing: the log
// says it.
void showHint(std::string_view text);

}  // namespace phalanx

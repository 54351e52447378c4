#include "core/main_loop.h"

#include <emscripten.h>

#include <cstdlib>
#include <exception>
#include <string>

// The functions of web/page.js.
EM_JS(void, phalanxShowFailure, (const char* text), { Module.page.showFailure(UTF8ToString(text)); })
// In memory that the caller frees.
EM_JS(char*, phalanxUserText, (const char* text), {
    const shown = Module.page.userText(UTF8ToString(text));
    const size = lengthBytesUTF8(shown) + 1;
    const memory = _malloc(size);
    stringToUTF8(shown, memory, size);
    return memory;
})
EM_JS(void, phalanxHandOver, (const char* path), { Module.page.handOver(UTF8ToString(path)); })
EM_JS(void, phalanxPickFiles, (), { Module.page.pickFiles(); })
EM_JS(void, phalanxShowHint, (const char* text), { Module.page.showHint(UTF8ToString(text)); })
EM_JS(void, phalanxLinkScene, (const char* path), { Module.page.linkScene(UTF8ToString(path)); })

namespace phalanx {
namespace {

// Lives as long as the page: the loop goes on after main() has returned.
MainLoop* running = nullptr;

void runStep() {
    try {
        if (running->step()) return;
        running->end();
    } catch (const std::exception& error) {
        phalanxShowFailure(error.what());
    }
    emscripten_cancel_main_loop();
}

void keep() {
    try {
        if (running != nullptr) running->keep();
    } catch (const std::exception&) {  // the page goes away in any case
    }
}

}  // namespace

void runMainLoop(const MainLoop& loop) {
    running = new MainLoop(loop);
    emscripten_set_main_loop(&runStep, 0, 0);
}

std::string userText(std::string text) {
    char* shown = phalanxUserText(text.c_str());
    text = shown;
    std::free(shown);
    return text;
}

void handOver(const std::filesystem::path& file) {
    phalanxHandOver(file.string().c_str());
}

bool linkScene(const std::filesystem::path& file) {
    phalanxLinkScene(file.string().c_str());
    return true;
}

bool pickFiles() {
    phalanxPickFiles();
    return true;
}

void showHint(std::string_view text) {
    phalanxShowHint(std::string(text).c_str());
}

}  // namespace phalanx

// Called by web/page.js.
extern "C" EMSCRIPTEN_KEEPALIVE void phalanxKeep() {
    phalanx::keep();
}

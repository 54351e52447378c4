// make_manual FOLDER [DATE]: writes phalanx.1, phalanx.bash, _phalanx (zsh) and phalanx.fish.
#include <cstdio>
#include <exception>
#include <filesystem>

#include "core/file.h"
#include "manual.h"

int main(int argc, char** argv) {
    using namespace phalanx;
    if (argc != 2 && argc != 3) {
        std::fprintf(stderr, "make_manual FOLDER [DATE]\n");
        return 2;
    }
    try {
        const std::filesystem::path folder = argv[1];
        const ProgramAbout program = aboutProgram();
        std::filesystem::create_directories(folder);
        writeFile(folder / "phalanx.1", manPage(program, argc > 2 ? argv[2] : ""));
        writeFile(folder / "phalanx.bash", bashCompletion(program));
        writeFile(folder / "_phalanx", zshCompletion(program));
        writeFile(folder / "phalanx.fish", fishCompletion(program));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "make_manual: %s\n", error.what());
        return 1;
    }
    return 0;
}

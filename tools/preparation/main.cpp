// Writes what loading the soldier would compute: app/army/preparation.h.
#include <cstdio>
#include <exception>

#include "app/army/army.h"
#include "app/army/preparation.h"
#include "core/file.h"

int main(int count, char** words) {
    if (count != 2) {
        std::fputs("Usage: make_preparation OUT.prep\n", stderr);
        return 2;
    }
    try {
        phalanx::ArmyOptions options;
        options.equipped = true;
        const phalanx::LoadedModel soldier = phalanx::loadModel(phalanx::defaultModelFile(), options);
        phalanx::writeFile(words[1], phalanx::writePreparation(phalanx::prepareModel(soldier.model)));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "make_preparation: %s\n", error.what());
        return 1;
    }
    return 0;
}

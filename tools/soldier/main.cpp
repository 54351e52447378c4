// make_soldier OUT.glb [--atlas OUT.png] [--moves OUT.glb]: builds the soldier, prints its size, and writes
// the file, and that of its further clips.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "gltf_writer.h"
#include "soldier.h"

namespace {

void save(const std::string& path, const std::vector<std::uint8_t>& bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush()) throw std::runtime_error(path + ": cannot be written");
    std::printf("%s: %zu bytes\n", path.c_str(), bytes.size());
}

void report(const phalanx::soldier::SoldierMesh& mesh) {
    for (const auto& variant : mesh.variants) {
        std::size_t vertices = 0;
        std::size_t triangles = 0;
        for (const auto& part : mesh.parts) {
            if (std::find(variant.parts.begin(), variant.parts.end(), part.name) == variant.parts.end())
                continue;
            vertices += part.vertices.size();
            triangles += part.indices.size() / 3;
        }
        std::printf("%-10s %5zu vertices %5zu triangles\n", variant.name.c_str(), vertices, triangles);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> args(argv + 1, argv + argc);
    const auto usage = [] {
        std::fprintf(stderr, "usage: make_soldier OUT.glb [--atlas OUT.png] [--moves OUT.glb]\n");
        return 2;
    };
    if (args.size() % 2 == 0 || args[0].starts_with('-')) return usage();
    std::string atlas, moves;
    for (std::size_t i = 1; i < args.size(); i += 2) {
        if (args[i] == "--atlas") {
            atlas = args[i + 1];
        } else if (args[i] == "--moves") {
            moves = args[i + 1];
        } else {
            return usage();
        }
    }
    try {
        const auto skeleton = phalanx::soldier::makeSkeleton();
        const auto mesh = phalanx::soldier::buildMesh(skeleton);
        const auto clips = phalanx::soldier::buildClips(skeleton);
        report(mesh);
        save(args[0], phalanx::soldier::writeGlb(skeleton, mesh, clips));
        if (!atlas.empty()) save(atlas, phalanx::soldier::writePng(mesh.atlas));
        if (!moves.empty())
            save(moves, phalanx::soldier::writeClipsGlb(skeleton, phalanx::soldier::buildMoves(skeleton)));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "make_soldier: %s\n", error.what());
        return 1;
    }
    return 0;
}

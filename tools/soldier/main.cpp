// make_soldier OUT.glb [--atlas OUT.png]: builds the soldier, prints its size, and writes the file.
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
    const bool with_atlas = args.size() == 3 && args[1] == "--atlas";
    if ((args.size() != 1 && !with_atlas) || args[0].starts_with('-')) {
        std::fprintf(stderr, "usage: make_soldier OUT.glb [--atlas OUT.png]\n");
        return 2;
    }
    try {
        const auto skeleton = phalanx::soldier::makeSkeleton();
        const auto mesh = phalanx::soldier::buildMesh(skeleton);
        const auto clips = phalanx::soldier::buildClips(skeleton);
        report(mesh);
        save(args[0], phalanx::soldier::writeGlb(skeleton, mesh, clips));
        if (with_atlas) save(args[2], phalanx::soldier::writePng(mesh.atlas));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "make_soldier: %s\n", error.what());
        return 1;
    }
    return 0;
}

#include "asset/assimp/unread_skeleton.h"

#include <assimp/scene.h>
#include <assimp/version.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>

#include "anim/pose/model.h"
#include "asset/common/notes.h"
#include "core/printable.h"

namespace phalanx {
namespace {

using FileBytes = std::span<const std::uint8_t>;

// Little-endian; 0 beyond the end.
std::uint32_t integerAt(FileBytes content, std::size_t at, std::size_t bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < bytes && at + i < content.size(); ++i)
        value |= std::uint32_t{content[at + i]} << (8 * i);
    return value;
}

// Without the last number of the version: release 5.2.5 reports 5.2.4.
std::string byImporter(std::string_view format) {
    return fmt::format("which the {} importer of Assimp {}.{} does not read", format, aiGetVersionMajor(),
                       aiGetVersionMinor());
}

std::string skeletonText(std::size_t joints, std::size_t clips) {
    std::string text;
    if (joints > 0) text = fmt::format("a skeleton of {}", counted(joints, "joint"));
    if (clips > 0) text += fmt::format("{}{}", text.empty() ? "" : " and ", counted(clips, "clip"));
    return text;
}

// The header: https://github.com/lsalzman/iqm, iqm.h.
std::string unreadIqm(FileBytes content) {
    constexpr std::size_t kJoints = 16 + 13 * 4;
    constexpr std::size_t kAnimations = 16 + 17 * 4;
    const std::string found =
        skeletonText(integerAt(content, kJoints, 4), integerAt(content, kAnimations, 4));
    return found.empty() ? "" : fmt::format("has {}, {}", found, byImporter("IQM"));
}

// The number of structures with this name, outside of comments and strings.
// Syntax: https://opengex.org/OpenGEX.3.0.pdf, appendix A.
std::size_t structuresCalled(std::string_view text, std::string_view name) {
    const auto isPartOfName = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.substr(i, 2) == "//") {
            i = std::min(text.find('\n', i), text.size());
        } else if (text.substr(i, 2) == "/*") {
            i = std::min(text.find("*/", i), text.size());
        } else if (text[i] == '"') {
            for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\' ? 1 : 0;
        } else if (isPartOfName(text[i])) {
            std::size_t end = i;
            while (end < text.size() && isPartOfName(text[end])) ++end;
            // Names of objects begin with $ or %.
            const bool structure = i == 0 || (text[i - 1] != '$' && text[i - 1] != '%');
            if (structure && text.substr(i, end - i) == name) ++count;
            i = end - 1;
        }
    }
    return count;
}

std::string unreadOpenGex(FileBytes content) {
    const std::string_view text(reinterpret_cast<const char*>(content.data()), content.size());
    const std::size_t joints = structuresCalled(text, "BoneNode");
    const std::size_t tracks = structuresCalled(text, "Track");
    if (joints == 0 && tracks == 0) return "";
    std::string found = skeletonText(joints, 0);
    if (tracks > 0)
        found += fmt::format("{}{}", found.empty() ? "" : " and ",
                             counted(tracks, "animated property", "animated properties"));
    return fmt::format("has {}, {}", found, byImporter("OpenGEX"));
}

// Quake's model, without a skeleton: https://www.gamers.org/dEngine/quake/spec/quake-spec34/qkspec_5.htm.
std::string unreadQuake(FileBytes content) {
    constexpr std::uint32_t kMagic = 0x4F504449;  // "IDPO"
    constexpr std::size_t kFrames = 68;
    const std::uint32_t frames = integerAt(content, kFrames, 4);
    if (integerAt(content, 0, 4) != kMagic || frames < 2) return "";
    return fmt::format("moves by {} frames of vertex positions, without a skeleton; only the first is read",
                       frames);
}

std::string missingOgre(const std::string& skeleton) {
    if (skeleton.empty()) return "";
    return fmt::format("has its skeleton and clips in '{}', which is not in its folder or cannot be read",
                       printable(skeleton));
}

// <skeletonlink name="..."/>
std::string unreadOgreXml(FileBytes content) {
    const std::string_view text(reinterpret_cast<const char*>(content.data()), content.size());
    constexpr std::string_view kName = "name=\"";
    const std::size_t link = text.find("<skeletonlink");
    if (link == std::string_view::npos) return "";
    const std::string_view element = text.substr(link, text.find('>', link) - link);
    const std::size_t name = element.find(kName);
    if (name == std::string_view::npos) return "";
    const std::string_view rest = element.substr(name + kName.size());
    return missingOgre(std::string(rest.substr(0, rest.find('"'))));
}

// Chunks of a number (two bytes) and a length (four) that counts both; M_MESH, with one byte of flags before
// its own chunks, has the skeleton's name in M_MESH_SKELETON_LINK, ended by a line feed.
std::string unreadOgre(FileBytes content) {
    constexpr std::uint32_t kMesh = 0x3000;
    constexpr std::uint32_t kSkeletonLink = 0x6000;
    constexpr std::size_t kHead = 6;
    const std::string_view text(reinterpret_cast<const char*>(content.data()), content.size());
    std::size_t at = std::min(text.find('\n'), text.size() - 1) + 1;  // the version
    while (at + kHead <= content.size()) {
        const std::uint32_t chunk = integerAt(content, at, 2);
        if (chunk == kSkeletonLink) {
            const std::string_view name = text.substr(at + kHead);
            return missingOgre(std::string(name.substr(0, name.find('\n'))));
        }
        at += chunk == kMesh ? kHead + 1 : std::max<std::size_t>(integerAt(content, at + 2, 4), kHead);
    }
    return "";
}

}  // namespace

std::string unreadSkeleton(const std::string& extension, std::span<const std::uint8_t> content,
                           const aiScene& scene) {
    const bool skinned = std::any_of(scene.mMeshes, scene.mMeshes + scene.mNumMeshes,
                                     [](const aiMesh* mesh) { return mesh->HasBones(); });
    if (skinned || scene.mNumAnimations > 0) return "";
    if (extension == "iqm") return unreadIqm(content);
    if (extension == "ogex") return unreadOpenGex(content);
    if (extension == "mdl") return unreadQuake(content);
    if (extension == "mesh.xml") return unreadOgreXml(content);
    if (extension == "mesh") return unreadOgre(content);
    return "";
}

}  // namespace phalanx

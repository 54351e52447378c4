#include "asset/assimp/assimp_scene.h"

#include <assimp/BaseImporter.h>
#include <assimp/DefaultIOSystem.h>
#include <assimp/MemoryIOWrapper.h>
#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <assimp/Importer.hpp>
#include <cctype>
#include <new>
#include <string_view>
#include <system_error>

#include "asset/common/import_memory.h"
#include "core/error.h"
#include "core/printable.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

// Formats with skins and clips, BVH with clips alone, and static meshes that users often try first. All other
// importers of Assimp stay off, since each one adds attack surface.
constexpr std::array kWanted{"glb", "gltf", "fbx", "dae",  "md5mesh", "x",        "b3d",
                             "smd", "ms3d", "iqm", "ogex", "mesh",    "mesh.xml", "mdl",
                             "ase", "obj",  "ply", "stl",  "3ds",     "bvh"};

bool isWanted(std::string_view extension) {
    return std::find(kWanted.begin(), kWanted.end(), extension) != kWanted.end();
}

std::vector<std::string> words(const std::string& text) {
    std::vector<std::string> result;
    std::string word;
    for (const char c : text + " ") {
        if (std::isspace(static_cast<unsigned char>(c)) == 0) {
            word += c;
        } else if (!word.empty()) {
            result.push_back(std::move(word));
            word.clear();
        }
    }
    return result;
}

// Removes the importers that are not used. asset/gltf reads glTF 2.0.
void keepWantedImporters(Assimp::Importer& importer) {
    constexpr std::string_view kNewGltf = "glTF2 Importer";
    std::vector<Assimp::BaseImporter*> unwanted;
    for (std::size_t i = 0; i < importer.GetImporterCount(); ++i) {
        const aiImporterDesc* description = importer.GetImporterInfo(i);
        const std::vector<std::string> extensions = words(
            description != nullptr && description->mFileExtensions != nullptr ? description->mFileExtensions
                                                                              : "");
        const bool none_wanted = std::none_of(extensions.begin(), extensions.end(),
                                              [](const std::string& e) { return isWanted(e); });
        if (none_wanted || kNewGltf == description->mName) {
            unwanted.push_back(importer.GetImporter(i));
        }
    }
    for (Assimp::BaseImporter* each : unwanted) {
        importer.UnregisterLoader(each);
        delete each;  // UnregisterLoader() passes the ownership to the caller
    }
}

// Reads the model's own bytes from memory, and side files. Never writes.
class FolderIo : public Assimp::DefaultIOSystem {
  public:
    FolderIo(const fs::path& path, std::span<const std::uint8_t> content, SideFiles& side_files)
        : path_(path.string()), content_(content), side_files_(side_files) {}

    bool Exists(const char* file) const override {
        return path_ == file || (side_files_.mayRead(file) && Assimp::DefaultIOSystem::Exists(file));
    }

    Assimp::IOStream* Open(const char* file, const char* mode) override {
        if (mode == nullptr || mode[0] != 'r') return nullptr;
        if (path_ == file) return new Assimp::MemoryIOStream(content_.data(), content_.size(), false);
        if (!side_files_.mayRead(file)) return nullptr;
        side_files_.note(file);
        return Assimp::DefaultIOSystem::Open(file, "rb");
    }

  private:
    std::string path_;
    std::span<const std::uint8_t> content_;
    SideFiles& side_files_;
};

std::string oneLine(const char* text) {
    std::string result;
    constexpr std::size_t kLongest = 300;
    for (const char* c = text; *c != '\0' && result.size() < kLongest; ++c) {
        const auto u = static_cast<unsigned char>(*c);
        const bool blank = u < 0x20 || u == ' ' || u == 0x7f;
        if (!blank) result += *c;
        if (blank && !result.empty() && result.back() != ' ') result += ' ';
    }
    while (!result.empty() && (result.back() == ' ' || result.back() == '.')) result.pop_back();
    return printable(result, kLongest);
}

std::uint64_t bytesRead(std::span<const std::uint8_t> content, const Notes& notes) {
    std::uint64_t bytes = content.size();
    for (const std::string& file : notes.sideFiles()) {
        std::error_code error;
        const std::uintmax_t size = fs::file_size(file, error);
        if (!error) bytes += size;
    }
    return bytes;
}

// Steps that are not used: JoinIdenticalVertices welds vertices of different bones and takes quadratic time,
// PreTransformVertices and FindInvalidData lose skins and keys, LimitBoneWeights does not renormalize, and
// GenSmoothNormals takes quadratic time for coincident vertices.
constexpr unsigned kSteps = aiProcess_Triangulate | aiProcess_SortByPType;

}  // namespace

std::string hintForOtherFormats() {
    return "";
}

const std::vector<std::string>& importerExtensions() {
    static const std::vector<std::string> extensions = [] {
        const Assimp::Importer importer;
        std::vector<std::string> result;
        for (const std::string_view extension : kWanted) {
            if (importer.IsExtensionSupported(std::string(".") + std::string(extension)))
                result.emplace_back(extension);
        }
        return result;
    }();
    return extensions;
}

AssimpScene::AssimpScene(const fs::path& path, std::span<const std::uint8_t> content, SideFiles& side_files,
                         Notes& notes)
    : importer_(std::make_unique<Assimp::Importer>()) {
    keepWantedImporters(*importer_);
    importer_->SetIOHandler(new FolderIo(path, content, side_files));  // the importer owns it
    importer_->SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE, aiPrimitiveType_POINT | aiPrimitiveType_LINE);
    // Else a file of motion capture gets a mesh of cones.
    importer_->SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
    importer_->SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, true);
    importer_->SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_CAMERAS, false);
    importer_->SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_LIGHTS, false);

    // By default the importer looks for the mesh of a file of clips, and fails if the mesh is not beside it.
    importer_->SetPropertyBool(AI_CONFIG_IMPORT_MD5_NO_ANIM_AUTOLOAD, path.extension() == ".md5anim");

    const auto read = [&](unsigned steps) {
        try {
            scene_ = importer_->ReadFile(path.string(), steps);
        } catch (const std::bad_alloc&) {
            throw outOfMemory(path.string(), bytesRead(content, notes));
        } catch (const std::exception& e) {
            throw inputError(path.string(), "is not a usable model: " + oneLine(e.what()));
        }
    };
    // Motion capture has no mesh, which the validator refuses, and its importer does not read twice.
    std::string extension = path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    read(extension == ".bvh" ? kSteps : kSteps | aiProcess_ValidateDataStructure);
    std::string reason = oneLine(importer_->GetErrorString());
    constexpr std::string_view kRefusal = "Validation failed: ";
    if (scene_ == nullptr && reason.starts_with(kRefusal)) {
        // The validator refuses some usable files. Everything that Phalanx depends on is checked later.
        read(kSteps);
        if (scene_ != nullptr) {
            notes.warn(fmt::format("Assimp's validator refuses the file ({}); read without it",
                                   reason.substr(kRefusal.size())));
        } else {
            reason = oneLine(importer_->GetErrorString());
        }
    }
    // Assimp catches the exceptions of its importers and keeps their text.
    if (scene_ == nullptr && reason.find("bad_alloc") != std::string::npos)
        throw outOfMemory(path.string(), bytesRead(content, notes));
    if (scene_ == nullptr || scene_->mRootNode == nullptr) {
        throw inputError(path.string(),
                         "is not a usable model: " + (reason.empty() ? "it has no scene" : reason));
    }
}

AssimpScene::~AssimpScene() = default;

}  // namespace phalanx

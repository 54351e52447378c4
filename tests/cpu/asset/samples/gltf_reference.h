// A second reader of glTF 2.0 with a skinner in double precision, as the reference for imported models. It
// shares no code with src/: it parses the JSON itself, samples as appendix C of the specification says,
// multiplies the matrices of the nodes, morphs and skins.
// https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html
//
// It reads valid files only, without compression and with at most one set of joints per vertex.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <glm/glm.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cpu/asset/samples/gltf_reference_file.h"

namespace phalanx::test {

class GltfReference {
  public:
    // The corners of all triangles of one primitive, in the order of the file.
    using Corners = std::vector<glm::dvec3>;

    explicit GltfReference(const std::filesystem::path& file);

    std::size_t clipCount() const { return clips_.size(); }
    double firstKey(std::size_t clip) const { return clips_[clip].first_s; }
    double duration(std::size_t clip) const { return clips_[clip].last_s - clips_[clip].first_s; }
    // All times of keys since the clip's first key, sorted, without repetitions.
    std::vector<double> keyTimes(std::size_t clip) const;
    // Those of STEP tracks.
    std::vector<double> stepTimes(std::size_t clip) const;

    // One list per primitive of triangles under the nodes of the scene, nodes depth first. Units and axes of
    // the file. `time_s`: since the clip's first key; beyond a track's keys its first or last is held.
    // clip -1: the rest pose.
    std::vector<Corners> pose(int clip, double time_s) const;

  private:
    // NOLINTNEXTLINE(performance-enum-size)
    enum class Path { kTranslation, kRotation, kScale, kWeights };
    struct Track {
        std::size_t node = 0;
        Path path = Path::kTranslation;
        std::string interpolation;
        std::vector<double> times;   // since the clip's first key
        std::size_t width = 0;       // numbers per value
        std::vector<double> values;  // of a spline: in-tangent, value, out-tangent per key
    };
    struct Clip {
        std::vector<Track> tracks;
        double first_s = 0.0;
        double last_s = 0.0;
    };
    struct Local {
        std::array<double, 3> translation{0.0, 0.0, 0.0};
        std::array<double, 4> rotation{0.0, 0.0, 0.0, 1.0};  // x, y, z, w
        std::array<double, 3> scale{1.0, 1.0, 1.0};
        std::vector<double> weights;
        bool is_matrix = false;
        glm::dmat4 matrix{1.0};
    };

    void readNodes();
    void readClips();
    static std::vector<double> sample(const Track& track, double time_s);
    std::vector<std::size_t> depthFirst() const;
    Corners primitive(const nlohmann::json& from, std::size_t node, const Local& local,
                      const std::vector<glm::dmat4>& globals) const;
    std::vector<glm::dvec3> morphed(const nlohmann::json& primitive,
                                    const std::vector<double>& weights) const;

    GltfReferenceFile file_;
    std::vector<Local> rest_;
    std::vector<int> parents_;
    std::vector<bool> drawn_;  // in the scene
    std::vector<Clip> clips_;
};

}  // namespace phalanx::test

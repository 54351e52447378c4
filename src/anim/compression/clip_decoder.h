// Compressed clips: their bytes, and poses from them.
//
//   method u8  frames and curves  values (curve_store.h)  check sum u32 of all bytes before
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "anim/compression/curve_store.h"
#include "anim/pose/model.h"
#include "anim/pose/pose.h"

namespace phalanx {

enum class CompressionMethod : std::uint8_t {
    kTexels,      // 16 bits per component, every joint and frame: what the GPU reads, not compressed
    kSmallest10,  // smallest-three quaternions of 32 bits, every frame
    kSmallest15,  // of 47 bits
    kFrameBits,   // every frame, bits per curve by the error at the surface
    kLineKeys,    // keys by the error at the surface, lines between them
    kCubicKeys,   // cubic curves between them
    kPredicted,   // every frame, predicted from its neighbours, range coded; expanded when it is opened
};
inline constexpr std::size_t kCompressionMethods = 7;

std::string_view nameOf(CompressionMethod method);
// Whether the method chooses its precision by the error; the others have a fixed one.
bool followsError(CompressionMethod method);
CurveForm formOf(CompressionMethod method);

// Most values (frames x components of all curves) of a clip, and how many at most per byte of it: a limit on
// the memory that damaged bytes can ask for.
inline constexpr std::size_t kMostCurveValues = std::size_t{1} << 24U;
inline constexpr std::size_t kMostValuesPerByte = 2048;

// `tolerances`: per curve, for methods that follow the error. nullopt: the clip has more values than the
// limits above.
std::optional<std::vector<std::uint8_t>> packCurves(const Model& model, const ClipCurves& curves,
                                                    CompressionMethod method,
                                                    std::span<const double> tolerances);

// Decodes poses. Not thread-safe.
class ClipDecoder {
  public:
    // Only nodes and palette of the model are read; it must outlive the decoder. Throws Error (kInput) that
    // starts with `name` if packCurves() did not write these bytes for such a model.
    ClipDecoder(const Model& model, std::span<const std::uint8_t> bytes, const std::string& name);
    // Of the curves themselves, not compressed.
    ClipDecoder(const Model& model, const ClipCurves& curves);

    std::uint32_t intervals() const { return layout_.intervals; }
    // That expand() makes, at most.
    std::uint64_t keys() const {
        return std::uint64_t{layout_.frames()} * targets_.size() + fixed_targets_.size();
    }
    const std::vector<int>& nodes() const { return nodes_; }  // that the clip moves, ascending

    // Transforms relative to the parents, one per node of nodes(). phase: 0..1. Valid until the next call.
    const std::vector<Transform>& decode(double phase);

    // model_from_bind per joint, metres. Valid until the next call.
    const std::vector<glm::dmat4>& palette(double phase);

    // Tracks as in the clip, with a key per frame. The last key is at duration_s.
    std::vector<Channel> expand(double duration_s);

  private:
    struct Target {
        CurveKind kind = CurveKind::kRotation;
        std::size_t node = 0;  // into nodes_
        glm::dquat reference{1.0, 0.0, 0.0, 0.0};
    };

    void place(const ClipCurves& curves);

    const Model& model_;
    CurveLayout layout_;
    std::vector<int> nodes_;
    std::vector<Target> fixed_targets_;
    std::vector<Target> targets_;  // per curve
    std::unique_ptr<CurveStore> store_;
    std::vector<glm::dvec4> shown_;
    std::vector<Transform> transforms_;
    LocalPose pose_;
    std::vector<glm::dmat4> palette_;
};

}  // namespace phalanx

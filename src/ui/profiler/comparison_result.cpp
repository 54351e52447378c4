#include "ui/profiler/comparison_result.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ui/toolkit/format.h"

namespace phalanx {

std::string differenceText(const ComparedSide& side, const ComparedSide& other) {
    std::vector<std::string> words;
    if (other.technique != side.technique) words.push_back(other.technique);
    if (other.encoding != side.encoding) words.emplace_back(nameOf(other.encoding));
    if (other.switches.lookup != side.switches.lookup)
        words.push_back(fmt::format("{} frames", nameOf(other.switches.lookup)));
    if (other.switches.weights != side.switches.weights)
        words.push_back(fmt::format("{} joint{} a vertex", other.switches.weights,
                                    other.switches.weights == 1 ? "" : "s"));
    if (other.switches.single_clip != side.switches.single_clip)
        words.emplace_back(other.switches.single_clip ? "one clip" : "both clips");
    if (other.batch != side.batch) words.push_back(fmt::format("{} units per draw", grouped(other.batch)));
    if (other.multi_draw != side.multi_draw)
        words.emplace_back(other.multi_draw ? "multi-draw" : "no multi-draw");
    if (other.cull != side.cull) words.emplace_back(other.cull ? "culling" : "no culling");
    if (other.detail != side.detail) words.emplace_back(other.detail ? "LODs" : "no LODs");
    if (other.shadows != side.shadows) words.emplace_back(other.shadows ? "shadows" : "no shadows");
    if (other.layers != side.layers) words.emplace_back(other.layers ? "layers" : "no layers");
    return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace phalanx

#include "app/measure/work_json.h"

#include <nlohmann/json.hpp>

namespace phalanx {

nlohmann::json workJson(const LayerWork& work) {
    return {{"units", work.units},
            {"joints", work.joints},
            {"texels_read", work.texels_read},
            {"texels_written", work.texels_written},
            {"bytes", work.bytes()}};
}

}  // namespace phalanx

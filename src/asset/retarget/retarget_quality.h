// How well a clip that was carried over to another body does what the source does.
#pragma once

#include "anim/pose/model.h"
#include "asset/retarget/body_motion.h"
#include "asset/retarget/body_skeleton.h"
#include "asset/retarget/body_transfer.h"
#include "asset/retarget/retarget_row.h"

namespace phalanx {

// `transferred`: of the target's nodes, made from `motion`.
RetargetRow retargetQuality(const BodySkeleton& source, const BodyMotion& motion, const BodySkeleton& target,
                            const TransferredClip& transferred);

}  // namespace phalanx

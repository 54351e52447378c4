#include "app/window/session/take_player.h"

#include <utility>

#include "app/army/framing.h"

namespace phalanx {

void TakePlayer::advance(const CameraInput& input) {
    const CameraTake& take = session_.settings.view.take;
    const std::optional<Camera> left = std::exchange(left_, std::nullopt);
    if (!session_.take_plays || take.empty()) return;
    // Panels and keys can send it elsewhere, too.
    const bool sent = left && !(session_.camera.goal() == *left);
    const bool over = static_cast<double>(session_.now) / PH_TICKS_PER_SECOND > endOf(take);
    if (input != CameraInput{} || sent || over) {
        session_.take_plays = false;
        return;
    }
    session_.camera.jumpTo(cameraOf(take, session_.stage->crowd, session_.now));
    left_ = session_.camera.goal();
}

}  // namespace phalanx

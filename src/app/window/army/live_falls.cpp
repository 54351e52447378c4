#include "app/window/army/live_falls.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include "bodies/ragdoll_sim.h"
#include "core/error.h"
#include "core/log.h"
#include "render/frame/camera.h"
#include "render/techniques/technique.h"

namespace phalanx {
namespace {

constexpr double kPush_Ns = 110.0;     // of a shot
constexpr std::uint32_t kVolley = 60;  // most soldiers that fall at once

}  // namespace

FallView LiveFalls::view() const {
    return {session_.camera.camera(), session_.aspect()};
}

Falls& LiveFalls::falls() {
    const std::uint64_t layout = session_.stage->crowd.layoutVersion();
    if (falls_) {
        if (layout != layout_) falls_->forgetAll();
    } else {
        mistakes_ = session_.settings.body_mistakes;
        falls_.emplace(session_.capabilities(), session_.models, mistakes_);
        session_.stage->renderer.setOwnFrames(falls_->passes());
    }
    layout_ = layout;
    return *falls_;
}

void LiveFalls::drop() {
    shooting_.reset();
    due_.clear();
    if (!falls_) return;
    if (session_.stage) session_.stage->renderer.setOwnFrames({});
    falls_.reset();
}

void LiveFalls::shootAt(const glm::dvec2& at, bool wounds) {
    const glm::dvec2 size(session_.size());
    const glm::dvec2 point(2.0 * at.x / size.x - 1.0, 1.0 - 2.0 * at.y / size.y);
    shooting_ = Aimed{rayThrough(session_.camera.camera(), session_.aspect(), point), wounds};
    const glm::dvec2 pixel = at * static_cast<double>(session_.window.pixelsPerUnit());
    session_.stage->renderer.requestPick(static_cast<int>(std::floor(pixel.x)),
                                         static_cast<int>(std::floor(pixel.y)));
}

bool LiveFalls::takePick() {
    if (!shooting_) return false;
    const std::optional<Pick> pick = session_.stage->renderer.takePick();
    if (!pick) return true;
    const auto [direction, wounds] = *std::exchange(shooting_, std::nullopt);
    if (!pick->unit || *pick->unit >= session_.stage->crowd.size()) return true;
    const std::uint32_t unit = *pick->unit;
    const Shot shot{unit, kPush_Ns * direction,
                    falls().jointHit(unit, *session_.stage, session_.models, session_.camera.camera().eye,
                                     direction, session_.now),
                    wounds};
    shoot({&shot, 1});
    return true;
}

void LiveFalls::shootUnit(std::uint32_t unit, bool wounds) {
    const Crowd& crowd = session_.stage->crowd;
    const double height_m = crowd.models()[static_cast<std::size_t>(crowd.modelOf(unit))].height_m;
    const glm::dvec3 eye = session_.camera.camera().eye;
    const glm::dvec3 chest = crowd.feetOf(unit, session_.now) + glm::dvec3(0.0, 0.7 * height_m, 0.0);
    const glm::dvec3 direction = glm::normalize(chest - eye);
    const Shot shot{unit, kPush_Ns * direction,
                    falls().jointHit(unit, *session_.stage, session_.models, eye, direction, session_.now),
                    wounds};
    shoot({&shot, 1});
}

void LiveFalls::shoot(std::span<const Shot> shots) {
    const std::vector<Falls::Outcome> outcomes =
        falls().shoot(shots, *session_.stage, session_.models, view(), session_.now);
    for (std::size_t i = 0; i < shots.size(); ++i) {
        const auto model = static_cast<std::size_t>(session_.stage->crowd.modelOf(shots[i].unit));
        if (outcomes[i] == Falls::Outcome::kClip && !falls().why(model).empty())
            session_.notify(fmt::format("Falls by its clip. {}", falls().why(model)));
        if (outcomes[i] == Falls::Outcome::kNone && shots[i].wounds && !falls().why(model).empty())
            session_.notify(fmt::format("Cannot be wounded. {}", falls().why(model)), true);
        if (outcomes[i] == Falls::Outcome::kNone && !shots[i].wounds &&
            !session_.stage->crowd.hasFallen(shots[i].unit))
            session_.notify(fmt::format("Cannot fall. {}",
                                        falls().whyStands(shots[i].unit, *session_.stage, session_.models)),
                            true);
    }
}

void LiveFalls::shootNearest() {
    const Crowd& crowd = session_.stage->crowd;
    const FallView seen_from = view();
    const std::vector<std::uint32_t> units = nearestStanding(crowd, seen_from, kVolley, session_.now);
    std::vector<Shot> shots;
    for (const std::uint32_t unit : units) {
        const double height_m = crowd.models()[static_cast<std::size_t>(crowd.modelOf(unit))].height_m;
        const glm::dvec3 chest =
            glm::dvec3(crowd.stateOf(unit, session_.now).placement) + glm::dvec3(0.0, 0.7 * height_m, 0.0);
        shots.push_back({unit, kPush_Ns * glm::normalize(chest - seen_from.camera.eye), -1});
    }
    shoot(shots);
    if (units.empty()) session_.notify("No soldier is near enough to be shot", true);
}

std::map<std::uint32_t, FallenUnit> LiveFalls::fallen() const {
    if (!falls_ || session_.stage->crowd.layoutVersion() != layout_) return due_;
    return falls_->fallen(session_.stage->crowd, session_.now);
}

std::string LiveFalls::bodyText(std::uint32_t unit) const {
    return falls_ ? falls_->bodyText(unit, session_.stage->crowd) : "";
}

void LiveFalls::restore(std::map<std::uint32_t, FallenUnit> fallen) {
    due_ = std::move(fallen);
}

void LiveFalls::restoreDue() {
    std::string trouble;
    for (const auto& [unit, lying] : std::exchange(due_, {})) {
        try {
            falls().restore(unit, lying, *session_.stage, session_.models, session_.now);
        } catch (const Error& error) {
            trouble = fmt::format("Fallen soldier {}: {}", unit, error.what());
            warn("{}", trouble);
        }
    }
    if (!trouble.empty()) session_.notify(trouble, true);
}

void LiveFalls::getUp() {
    const std::vector<std::uint32_t> fallen = session_.stage->crowd.fallenUnits();
    const std::size_t up = falls().getUp(fallen, *session_.stage, session_.models, view(), session_.now);
    for (const std::uint32_t unit : fallen) {
        const int model = session_.stage->crowd.modelOf(unit);
        if (falls().canGetUp(static_cast<std::size_t>(model))) continue;
        session_.notify(
            fmt::format("{} has no clip to get up by: such a clip is named GetUp, StandUp or Rise",
                        session_.models[static_cast<std::size_t>(model)].model.name),
            up == 0);
        break;
    }
}

void LiveFalls::fall(std::span<const StruckSoldier> struck) {
    const std::vector<Shot> shots = shotsAt(struck, session_.stage->crowd, view(), session_.now);
    if (!shots.empty()) falls().shoot(shots, *session_.stage, session_.models, view(), session_.now);
}

void LiveFalls::raiseAll() {
    if (falls_) falls_->raiseAll(session_.stage->crowd, session_.now);
}

void LiveFalls::advance() {
    FallFacts& facts = session_.facts.falls;
    facts = {};
    if (!bodiesAvailable()) facts.why_not = whyNoBodies();
    Crowd& crowd = session_.stage->crowd;
    if (falls_ && crowd.layoutVersion() != layout_) falls_->forgetAll();
    layout_ = crowd.layoutVersion();
    if (!due_.empty()) restoreDue();
    if (!falls_) return;
    if (mistakes_ != session_.settings.body_mistakes) {
        // Poses of loose joints are of another form.
        falls_->raiseAll(crowd, session_.now);
        drop();
        return;
    }
    if (crowd.fallenCount() > 0 &&
        findTechnique(session_.stage->render.technique).pose == PoseKind::kVertexTexture) {
        falls_->raiseAll(crowd, session_.now);
        session_.notify("All stand again: technique vertex-texture has no poses of single soldiers");
    }
    falls_->advance(*session_.stage, session_.models, session_.now, Wait::kNo);
    const Falls::Counts counts = falls_->counts(crowd);
    facts.falling = counts.falling;
    facts.recovering = counts.recovering;
    facts.physics_ms = counts.physics_ms;
    facts.lying = counts.lying;
    facts.by_clip = counts.alike;
    facts.any_aside = crowd.anyAside();
    facts.pose_bytes = counts.pose_bytes;
}

}  // namespace phalanx

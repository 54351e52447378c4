// Ragdolls by Bullet's rigid bodies and its sequential impulse solver. Contacts and joints are our own:
// points of the skin's hull against the ground, capsules against each other, and one kind of joint with
// limits and motors. So there is no broad phase, no margin, and nothing that ragdolls share.
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>

#include "bodies/bullet/body_joint.h"
#include "bodies/bullet/body_pairs.h"
#include "bodies/bullet/bullet_math.h"
#include "bodies/bullet/ground_points.h"
#include "bodies/ragdoll_sim.h"
#include "terrain/terrain.h"

namespace phalanx {
namespace {

// Joints are stiff with short steps and few iterations rather than the reverse (Macklin et al., "Small Steps
// in Physics Simulation", 2019).
constexpr int kSubsteps = 4;
constexpr double kGravity_m_s2 = 9.81;
constexpr float kFriction = 0.9F;      // skin and cloth on the ground
constexpr float kBodyFriction = 0.3F;  // bodies on each other
constexpr float kSlop_m = 0.0005F;     // penetration that is left as it is, so that contacts stay
// Penetration that a contact works on at a time: what starts deep in a slope comes up slowly.
constexpr float kDeepest_m = 0.04F;
constexpr float kStick = 0.95F;           // share of the friction below which a point stays at its anchor
constexpr float kTouch_m = 0.002F;        // points above the ground by more do not stick
constexpr float kDeepestPair_m = 0.005F;  // the same between bodies, whose capsules are rough
constexpr double kNear_m = 0.01;          // contacts begin this far above the ground
constexpr double kLeastInertia = 0.3;     // of the largest moment: thin bodies spin up otherwise
constexpr int kGapRounds = 1;             // of closeGaps() per substep

class BulletSim final : public RagdollSim {
  public:
    explicit BulletSim(const SimStart& start);

    void step(double step_s, const SimTone& tone) override;
    Frame frame(std::size_t body) const override {
        return fromBullet(bodies_[body].rigid->getWorldTransform());
    }
    double jointGap() const override;
    void setTargets(const std::vector<glm::dquat>& parent_from_body) override;
    void drive(std::size_t body, const Frame& world_from_body) override;

  private:
    struct Body {
        std::unique_ptr<btRigidBody> rigid;
        std::unique_ptr<btPersistentManifold> ground;  // contacts with it
        std::array<GroundPoint, kBodyContacts> touching{};
        std::size_t touching_count = 0;
        std::vector<btVector3> hull;
        btScalar reach_m = 0.0F;  // of the hull from the centre
        btScalar capsule_m = 0.0F;
        btVector3 along;
        bool driven = false;
        btTransform goal;  // of a driven body
    };
    // Two bodies that collide once they have been apart.
    struct Pair {
        std::size_t a = 0;
        std::size_t b = 0;
        bool apart = false;
        std::array<float, 3> impulses{};
    };

    void substep(btScalar dt, const SimTone& tone);
    void limitSpeed(btScalar most_m_s);
    void touchGround(Body& body, btScalar dt);
    void touchEachOther();
    void closeGaps();
    void addPairs(const SimStart& start);

    const Terrain* terrain_;
    glm::dvec3 origin_;
    BodyMistakes mistakes_;
    std::vector<Body> bodies_;
    std::vector<std::unique_ptr<BodyJoint>> joints_;
    std::unique_ptr<btRigidBody> ground_;
    std::vector<Pair> pairs_;
    std::vector<std::pair<Pair*, btPersistentManifold>> pair_contacts_;
    std::vector<btCollisionObject*> objects_;
    std::vector<btTypedConstraint*> constraints_;
    std::vector<btPersistentManifold*> manifolds_;
    btContactSolverInfo info_;
};

btVector3 momentsOf(const SimBody& body) {
    const glm::dvec3 square = 4.0 * body.half_m * body.half_m;
    glm::dvec3 moments =
        body.mass_kg / 12.0 * glm::dvec3(square.y + square.z, square.x + square.z, square.x + square.y);
    const double most = std::max({moments.x, moments.y, moments.z});
    moments = glm::max(moments, glm::dvec3(kLeastInertia * most));
    return toBullet(moments);
}

BulletSim::BulletSim(const SimStart& start)
    : terrain_(start.terrain), origin_(start.origin), mistakes_(start.mistakes) {
    ground_ = std::make_unique<btRigidBody>(btRigidBody::btRigidBodyConstructionInfo(0.0F, nullptr, nullptr));
    for (const SimBody& from : start.bodies) {
        Body body;
        constexpr double kDrivenMass_kg = 1e4;  // so heavy that joints do not move it
        const double mass_kg = from.driven ? kDrivenMass_kg : from.mass_kg;
        btRigidBody::btRigidBodyConstructionInfo info(
            static_cast<btScalar>(mass_kg), nullptr, nullptr,
            momentsOf(from) * static_cast<btScalar>(mass_kg / from.mass_kg));
        info.m_startWorldTransform = toBullet(from.world_from_body);
        body.rigid = std::make_unique<btRigidBody>(info);
        body.rigid->setLinearVelocity(toBullet(from.velocity_m_s));
        body.rigid->setAngularVelocity(toBullet(from.spin_rad_s));
        body.rigid->updateInertiaTensor();
        body.driven = from.driven;
        body.goal = info.m_startWorldTransform;
        for (const glm::dvec3& point : from.hull) {
            body.hull.push_back(toBullet(point));
            body.reach_m = std::max(body.reach_m, body.hull.back().length());
        }
        body.capsule_m = static_cast<btScalar>(from.capsule_m);
        body.along = toBullet(from.along_m);
        body.ground = std::make_unique<btPersistentManifold>(body.rigid.get(), ground_.get(), 0, 1.0F, 1.0F);
        objects_.push_back(body.rigid.get());
        bodies_.push_back(std::move(body));
    }
    objects_.push_back(ground_.get());
    for (std::size_t b = 0; b < start.bodies.size(); ++b) {
        const SimBody& from = start.bodies[b];
        if (from.parent < 0) continue;
        joints_.push_back(std::make_unique<BodyJoint>(*bodies_[static_cast<std::size_t>(from.parent)].rigid,
                                                      *bodies_[b].rigid, from, b));
        constraints_.push_back(joints_.back().get());
    }
    addPairs(start);
    info_.m_solverMode = SOLVER_SIMD | SOLVER_USE_WARMSTARTING | SOLVER_USE_2_FRICTION_DIRECTIONS |
                         SOLVER_DISABLE_VELOCITY_DEPENDENT_FRICTION_DIRECTION;
    info_.m_erp = 0.2F;
    info_.m_erp2 = 0.15F;
    info_.m_frictionERP = 0.1F;
    info_.m_splitImpulse = 1;
    info_.m_splitImpulsePenetrationThreshold = 0.0F;
    info_.m_linearSlop = kSlop_m;
    if (start.mistakes.loose_joints) {
        info_.m_erp = 0.02F;
        info_.m_solverMode &= ~SOLVER_USE_WARMSTARTING;
    }
    if (start.mistakes.overlapping_bodies) {
        info_.m_splitImpulse = 0;
        info_.m_erp2 = 0.8F;
    }
}

void BulletSim::addPairs(const SimStart& start) {
    for (std::size_t a = 0; a < start.bodies.size(); ++a) {
        for (std::size_t b = a + 1; b < start.bodies.size(); ++b) {
            const bool all = start.mistakes.overlapping_bodies;
            if (all || collide(start.bodies[a], start.bodies[b]) || collide(start.bodies[b], start.bodies[a]))
                pairs_.push_back({a, b, all, {}});
        }
    }
}

void BulletSim::step(double step_s, const SimTone& tone) {
    const int substeps = mistakes_.loose_joints ? 1 : kSubsteps;
    const auto dt = static_cast<btScalar>(step_s / substeps);
    for (Body& body : bodies_) {
        if (!body.driven) continue;
        btVector3 velocity;
        btVector3 spin;
        btTransformUtil::calculateVelocity(body.rigid->getWorldTransform(), body.goal,
                                           static_cast<btScalar>(step_s), velocity, spin);
        body.rigid->setLinearVelocity(velocity);
        body.rigid->setAngularVelocity(spin);
    }
    for (int i = 0; i < substeps; ++i) substep(dt, tone);
    for (Body& body : bodies_) {
        if (body.driven) body.rigid->setWorldTransform(body.goal);
    }
}

void BulletSim::substep(btScalar dt, const SimTone& tone) {
    manifolds_.clear();
    for (Body& body : bodies_) {
        if (body.driven) continue;
        body.rigid->clearForces();
        body.rigid->applyCentralForce(
            {0.0F, static_cast<btScalar>(-kGravity_m_s2) / body.rigid->getInvMass(), 0.0F});
        scaleVelocity(*body.rigid, 1.0F / (1.0F + dt * static_cast<btScalar>(tone.damping)));
        touchGround(body, dt);
        if (body.touching_count > 0) manifolds_.push_back(body.ground.get());
    }
    touchEachOther();
    for (const auto& joint : joints_) joint->begin(dt, tone);

    // Its buffers are large; its results do not depend on what it solved before.
    static thread_local btSequentialImpulseConstraintSolver solver;
    solver.reset();
    info_.m_timeStep = dt;
    info_.m_numIterations = tone.iterations;
    solver.solveGroup(objects_.data(), static_cast<int>(objects_.size()), manifolds_.data(),
                      static_cast<int>(manifolds_.size()), constraints_.data(),
                      static_cast<int>(constraints_.size()), info_, nullptr, nullptr);

    for (const auto& joint : joints_) joint->end(dt);
    limitSpeed(static_cast<btScalar>(tone.most_speed_m_s));
    for (Body& body : bodies_) {
        for (std::size_t i = 0; i < body.touching_count; ++i) {
            const btManifoldPoint& point = body.ground->getContactPoint(static_cast<int>(i));
            body.touching[i].impulses = {point.m_appliedImpulse, point.m_appliedImpulseLateral1,
                                         point.m_appliedImpulseLateral2};
        }
        btTransform next;
        body.rigid->predictIntegratedTransform(dt, next);
        body.rigid->setWorldTransform(next);
        body.rigid->updateInertiaTensor();
    }
    for (auto& [pair, manifold] : pair_contacts_) {
        const btManifoldPoint& point = manifold.getContactPoint(0);
        pair->impulses = {point.m_appliedImpulse, point.m_appliedImpulseLateral1,
                          point.m_appliedImpulseLateral2};
    }
    if (!mistakes_.loose_joints) closeGaps();
}

void BulletSim::limitSpeed(btScalar most_m_s) {
    if (most_m_s <= 0.0F) return;
    btScalar fastest = 0.0F;
    for (const Body& body : bodies_) {
        if (body.driven) continue;
        // Of its centre, and of the far end of a limb of half a metre.
        constexpr btScalar kReach_m = 0.25F;
        fastest = std::max(fastest, body.rigid->getLinearVelocity().length() +
                                        kReach_m * body.rigid->getAngularVelocity().length());
    }
    if (fastest <= most_m_s) return;
    for (Body& body : bodies_) {
        if (!body.driven) scaleVelocity(*body.rigid, most_m_s / fastest);
    }
}

// Up to four points: the deepest, and those that span the largest area with it.
void BulletSim::touchGround(Body& body, btScalar dt) {
    const std::array<GroundPoint, kBodyContacts> before = body.touching;
    const std::size_t before_count = body.touching_count;
    body.touching_count = 0;
    const btTransform& world = body.rigid->getWorldTransform();
    const btVector3& centre = world.getOrigin();
    // The tangent plane below the centre rules most points out; slopes are smooth over the size of a body.
    const auto ground = [&](const btVector3& place) {
        if (terrain_ == nullptr) return layout::TerrainPoint{static_cast<float>(-origin_.y), glm::vec2(0.0F)};
        layout::TerrainPoint point = terrain_->at(glm::vec2(origin_.x + static_cast<double>(place.x()),
                                                            origin_.z + static_cast<double>(place.z())));
        point.height = static_cast<float>(static_cast<double>(point.height) - origin_.y);
        return point;
    };
    const layout::TerrainPoint below = ground(centre);
    const btVector3 plane_normal = btVector3(-below.slope.x, 1.0F, -below.slope.y).normalized();
    const auto slack = [&](btScalar fall_m_s) {
        return static_cast<btScalar>(kNear_m) + std::max(btScalar(0.0), fall_m_s) * dt;
    };
    const btVector3& velocity = body.rigid->getLinearVelocity();
    const btScalar fastest = velocity.length() + body.rigid->getAngularVelocity().length() * body.reach_m;
    constexpr btScalar kCurve_m = 0.05F;
    if ((centre.y() - below.height) * plane_normal.y() - body.reach_m > slack(fastest) + kCurve_m) return;

    std::array<GroundPoint, kMostHullVertices> near;
    std::size_t count = 0;
    const btMatrix3x3& basis = world.getBasis();
    for (std::size_t i = 0; i < body.hull.size() && count < near.size(); ++i) {
        const btVector3 arm = basis * body.hull[i];
        const btVector3 position = centre + arm;
        const btScalar above_plane = plane_normal.dot(position) - plane_normal.y() * below.height -
                                     plane_normal.dot({centre.x(), 0.0F, centre.z()});
        if (above_plane > slack(fastest) + kCurve_m) continue;
        layout::TerrainPoint point = below;
        btVector3 normal = plane_normal;
        if (terrain_ != nullptr) {
            point = ground(position);
            normal = btVector3(-point.slope.x, 1.0F, -point.slope.y).normalized();
        }
        const btScalar above = (position.y() - point.height) * normal.y();
        const btScalar fall = -normal.dot(velocity + body.rigid->getAngularVelocity().cross(arm));
        if (above > slack(fall)) continue;
        near[count++] = {i, -above, position, normal, position, {}};
    }
    if (count == 0) return;
    body.touching_count = chooseContacts({near.data(), count}, {before.data(), before_count}, body.touching);
    body.ground->setNumContacts(static_cast<int>(body.touching_count));
    for (std::size_t i = 0; i < body.touching_count; ++i) {
        GroundPoint& touch = body.touching[i];
        btManifoldPoint point({0.0F, 0.0F, 0.0F}, {0.0F, 0.0F, 0.0F}, touch.normal,
                              -std::min(touch.depth_m, kDeepest_m));
        point.m_positionWorldOnA = touch.position;
        point.m_positionWorldOnB = touch.position + touch.normal * touch.depth_m;
        point.m_combinedFriction = kFriction;
        for (std::size_t k = 0; k < before_count; ++k) {
            if (before[k].point != touch.point) continue;
            point.m_appliedImpulse = before[k].impulses[0];
            point.m_appliedImpulseLateral1 = before[k].impulses[1];
            point.m_appliedImpulseLateral2 = before[k].impulses[2];
            // It sticks until friction is at its limit.
            const btScalar most = kStick * kFriction * before[k].impulses[0];
            if (std::abs(before[k].impulses[1]) < most && std::abs(before[k].impulses[2]) < most)
                touch.anchor = before[k].anchor;
        }
        if (touch.depth_m > -kTouch_m) {
            point.m_contactPointFlags |= BT_CONTACT_FLAG_FRICTION_ANCHOR;
            point.m_positionWorldOnB =
                touch.anchor + touch.normal * touch.normal.dot(point.m_positionWorldOnB - touch.anchor);
        } else {
            touch.anchor = touch.position;
        }
        body.ground->getContactPoint(static_cast<int>(i)) = point;
    }
}

void BulletSim::touchEachOther() {
    pair_contacts_.clear();
    pair_contacts_.reserve(pairs_.size());
    for (Pair& pair : pairs_) {
        const Body& a = bodies_[pair.a];
        const Body& b = bodies_[pair.b];
        const btTransform& wa = a.rigid->getWorldTransform();
        const btTransform& wb = b.rigid->getWorldTransform();
        const btScalar radii = a.capsule_m + b.capsule_m;
        const btScalar far = radii + a.along.length() + b.along.length() + static_cast<btScalar>(kNear_m);
        if ((wa.getOrigin() - wb.getOrigin()).length2() > far * far) {
            pair.apart = true;
            pair.impulses = {};
            continue;
        }
        const btVector3 along_a = wa.getBasis() * a.along;
        const btVector3 along_b = wb.getBasis() * b.along;
        btVector3 on_a;
        btVector3 on_b;
        closestPoints(wa.getOrigin() - along_a, wa.getOrigin() + along_a, wb.getOrigin() - along_b,
                      wb.getOrigin() + along_b, on_a, on_b);
        const btVector3 between = on_a - on_b;
        const btScalar length = between.length();
        if (length > radii + static_cast<btScalar>(kNear_m)) {
            pair.impulses = {};
            if (length > radii) pair.apart = true;
            continue;
        }
        if (length > radii) pair.apart = true;
        if (!pair.apart || length < 1e-4F) continue;
        const btVector3 normal = between / length;
        btPersistentManifold manifold(a.rigid.get(), b.rigid.get(), 0, 1.0F, 1.0F);
        btManifoldPoint point({0.0F, 0.0F, 0.0F}, {0.0F, 0.0F, 0.0F}, normal,
                              std::max(length - radii, -kDeepestPair_m));
        point.m_positionWorldOnA = on_a - normal * a.capsule_m;
        point.m_positionWorldOnB = on_b + normal * b.capsule_m;
        point.m_combinedFriction = kBodyFriction;
        point.m_appliedImpulse = pair.impulses[0];
        manifold.getContactPoint(0) = point;
        manifold.setNumContacts(1);
        pair_contacts_.emplace_back(&pair, manifold);
    }
    for (auto& [pair, manifold] : pair_contacts_) manifolds_.push_back(&manifold);
}

// Moves bodies together where the solver has left gaps, without changing velocities.
void BulletSim::closeGaps() {
    for (int round = 0; round < kGapRounds; ++round) {
        for (const auto& joint : joints_) joint->closeGap();
    }
}

double BulletSim::jointGap() const {
    double most = 0.0;
    for (const auto& joint : joints_) most = std::max(most, joint->gap());
    return most;
}

void BulletSim::setTargets(const std::vector<glm::dquat>& parent_from_body) {
    for (const auto& joint : joints_) joint->aim(toBullet(parent_from_body[joint->body()]));
}

void BulletSim::drive(std::size_t body, const Frame& world_from_body) {
    bodies_[body].goal = toBullet(world_from_body);
}

}  // namespace

bool bodiesAvailable() {
    return true;
}

std::string whyNoBodies() {
    return {};
}

std::unique_ptr<RagdollSim> makeRagdollSim(const SimStart& start) {
    return std::make_unique<BulletSim>(start);
}

}  // namespace phalanx

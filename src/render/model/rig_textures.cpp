#include "render/model/rig_textures.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "anim/evaluation/plant_feet.h"
#include "anim/feet/clip_feet.h"
#include "anim/feet/foot_goal.h"
#include "anim/feet/legs.h"
#include "gl/objects/texture.h"
#include "layers.h"

namespace phalanx {
namespace {

static_assert(kMostRigAims == PH_LAYER_AIMS && kMostRigIks == PH_LAYER_IKS);
static_assert(kMostRigChain == PH_RIG_CHAIN && kMostRigSolved == PH_RIG_SOLVED);
static_assert(kMostLegs == PH_RIG_LEGS && kPelvisTexels == PH_PELVIS_TEXELS);
static_assert(PelvisDrop::kDirections == PH_PELVIS_DIRECTIONS &&
              PH_PELVIS_DIRECTIONS == 4 * PH_PELVIS_TEXELS);
static_assert(static_cast<float>(kMostStretch) == PH_MOST_STRETCH &&
              static_cast<float>(kLiftBegins) == PH_LIFT_BEGINS &&
              static_cast<float>(kLiftEnds) == PH_LIFT_ENDS &&
              static_cast<float>(kMostLift) == PH_MOST_LIFT &&
              static_cast<float>(kMostPelvisDrop) == PH_MOST_PELVIS_DROP &&
              static_cast<float>(PelvisDrop::kMeasuredSlope) == PH_PELVIS_SLOPE);
static_assert(PH_RIG_WIDTH == 1 << PH_RIG_WIDTH_SHIFT);

glm::vec4 numbers(int x, int y = 0, int z = 0, int w = 0) {
    return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z), static_cast<float>(w)};
}

void addMasks(const LayerRig& rig, std::vector<glm::vec4>& texels) {
    constexpr std::size_t kPerTexel = 4;
    for (std::size_t first = 0; first < rig.masks.size(); first += kPerTexel) {
        for (std::size_t j = 0; j < rig.joints.size(); ++j) {
            glm::vec4 texel(0.0F);
            for (std::size_t m = first; m < std::min(first + kPerTexel, rig.masks.size()); ++m)
                texel[static_cast<int>(m - first)] = rig.masks[m][j];
            texels.push_back(texel);
        }
    }
}

void addSolvers(const LayerRig& rig, std::vector<glm::vec4>& texels) {
    for (const RigAim& aim : rig.aims) {
        texels.emplace_back(aim.axis, static_cast<float>(aim.joint));
        texels.emplace_back(aim.most_sideways_rad, aim.most_up_down_rad, static_cast<float>(aim.chain.size()),
                            0.0F);
        std::vector<int> chain = aim.chain;
        chain.resize(PH_RIG_CHAIN);
        for (std::size_t i = 0; i < chain.size(); i += 4)
            texels.push_back(numbers(chain[i], chain[i + 1], chain[i + 2], chain[i + 3]));
    }
    for (const RigIk& ik : rig.iks) {
        texels.push_back(numbers(ik.chain[0], ik.chain[1], ik.chain.back(), ik.rounds));
        texels.emplace_back(ik.rest_hinge, static_cast<float>(ik.chain.size()));
    }
}

void addGround(const RigGround& ground, std::vector<glm::vec4>& texels) {
    for (const ResolvedLeg& leg : ground.legs) {
        texels.push_back(numbers(leg.upper, leg.middle, leg.end));
        texels.emplace_back(glm::vec3(leg.rest_hinge), 0.0F);
    }
    const ResolvedPlane plane = ground.plane.value_or(ResolvedPlane{});
    texels.emplace_back(glm::vec3(plane.normal), static_cast<float>(plane.height));
}

gl::Texture inRows(const gl::Capabilities& capabilities, std::vector<glm::vec4> texels, const char* name) {
    const std::size_t rows = (texels.size() + PH_RIG_WIDTH - 1) / PH_RIG_WIDTH;
    texels.resize(rows * PH_RIG_WIDTH);
    return gl::createDataTexture(capabilities, GL_RGBA32F, PH_RIG_WIDTH, static_cast<int>(rows),
                                 std::span<const glm::vec4>(texels), name);
}

}  // namespace

RigTables::RigTables(const LayerRig& rig) {
    const auto here = [this] { return static_cast<int>(texels.size()); };
    for (const RigJoint& joint : rig.joints) {
        texels.emplace_back(joint.translation, static_cast<float>(joint.track));
        texels.push_back(numbers(joint.parent, joint.solved));
    }
    starts.x = here();
    for (const RigSkin& skin : rig.palette) {
        texels.insert(texels.end(), skin.rows.begin(), skin.rows.end());
        texels.push_back(numbers(skin.joint));
    }
    starts.y = here();
    addMasks(rig, texels);
    starts.z = here();
    for (const int joint : rig.solved) texels.push_back(numbers(joint));
    starts.w = here();
    addSolvers(rig, texels);
    if (!rig.ground) return;
    ground = {static_cast<int>(rig.ground->legs.size()), rig.ground->pelvis, here(),
              rig.ground->plane ? PH_GROUND_PLANE : PH_GROUND_FLAT};
    addGround(*rig.ground, texels);
}

RigTextures::RigTextures(const gl::Capabilities& capabilities, LayerRig rig)
    : rig_(std::move(rig)),
      size_(static_cast<int>(rig_.joints.size()), static_cast<int>(rig_.tracks),
            static_cast<int>(rig_.solved.size()), static_cast<int>(rig_.restFrame())),
      solvers_(static_cast<int>(rig_.aims.size()), static_cast<int>(rig_.iks.size())) {
    RigTables tables(rig_);
    starts_ = tables.starts;
    ground_ = tables.ground;
    feet_texels_ = static_cast<std::uint32_t>(rig_.feetTexels());
    if (rig_.ground) ground_weight_ = static_cast<float>(rig_.ground->weight);
    frame_bytes_ = rig_.texels.size() * sizeof(glm::vec4);
    table_bytes_ = tables.bytes();
    mask_bytes_ = tables.maskBytes();
    tables_ = inRows(capabilities, std::move(tables.texels), "rig");
    frames_ = inRows(capabilities, rig_.texels, "frames of the rig");
}

bool RigTextures::solvesChains() const {
    return std::ranges::any_of(rig_.iks, [](const RigIk& ik) { return ik.rounds > 0; });
}

void RigTextures::bind(const gl::Program& program) const {
    gl::bindTexture(UNIT_RIG, GL_TEXTURE_2D, tables_);
    gl::bindTexture(UNIT_RIG_FRAMES, GL_TEXTURE_2D, frames_);
    program.setUniform("u_rig_size", size_);
    program.setUniform("u_rig_frame", static_cast<int>(rig_.texelsPerFrame()));
    program.setUniform("u_rig_ground", ground_);
    program.setUniform("u_rig_tables", starts_);
    program.setUniform("u_rig_solvers", solvers_);
}

}  // namespace phalanx

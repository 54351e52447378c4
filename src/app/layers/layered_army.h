// Layered poses from a file, for a model or for all units of an army.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "anim/layers/layered_pose_json.h"
#include "anim/orders/pose_order.h"
#include "app/army/army.h"
#include "app/army/stage.h"
#include "app/layers/layered_look.h"
#include "app/layers/target_places.h"
#include "crowd/crowd.h"
#include "gl/context/capabilities.h"
#include "render/units/layered_units.h"

namespace phalanx {

// The blend spaces of a pose, then those beside the model. Throws Error like spacesBeside().
BlendSpaces spacesFor(const Model& model, const PoseFile& pose);

// Why layers on the GPU cannot pose the model; "": they can, unless bakeLayerRig() refuses it.
std::string whyNoLayers(const Model& model);
// Throws Error (kInput) with that reason.
void requireLayers(const Model& model);
// Throws Error (kUsage) if this technique, for --technique, does not draw layers. Any name is accepted
// otherwise, also kAutoTechnique.
void requireLayerTechnique(std::string_view name);

class LayeredArmy {
  public:
    struct Plan {
        PoseFile pose;
        std::string where;         // the pose's file, with which errors start
        std::string orders{};      // file; "": none
        LayerMistakes mistakes{};  // LayerMistakes::inRecord()
        bool travels = false;      // of an army that does not march: units go by their base's stride
    };
    // All units of the crowd have the pose from tick `now` on: its clips play on from its times, each unit's
    // by its own offset and speed. Times of orders count from there. Valid until the crowd's next layout. The
    // context must be current. Throws Error if the pose, or one that an order leads to, does not fit one of
    // the models or the crowd. The unit that all others aim at does not aim.
    LayeredArmy(const gl::Capabilities& capabilities, const std::vector<LoadedModel>& models,
                const Crowd& crowd, const Plan& plan, Ticks now = 0);

    // For Renderer::setLayers(). Valid while this object lives.
    std::vector<LayeredUnits*> groups();

    // From the tick of the constructor on, the units move as their poses' bases do. Without this they play
    // and march on as without layers, under the poses: what `bench` compares.
    void takeOverMotion(Crowd& crowd);
    // Carries out all orders up to `now`, each at its own tick, whenever this is called, at least once in
    // three days. Only after takeOverMotion(), before Crowd::advance().
    void advance(Crowd& crowd, Ticks now);

    // Whether change() can lead to this pose: it differs in what an order can change.
    bool canChangeTo(const PoseFile& pose) const { return fixedPartOf(pose) == fixedPartOf(pose_); }
    struct Change {
        PoseFile pose;                               // of all units
        std::map<std::uint32_t, LayeredPose> own{};  // of single ones instead
        bool all = false;                            // also units whose pose stays: they have another speed
        Ticks fade = 0;
    };
    // Units get these poses, and the speeds and offsets that the crowd has now, as by an order. canChangeTo()
    // all of them. Only without orders, after takeOverMotion(). Throws Error as the constructor does; nothing
    // is changed then.
    void change(const std::vector<LoadedModel>& models, Crowd& crowd, const Change& change, Ticks now);

    // The one-shots of the additive clips of units 0 to `units` - 1 start again at `now`: a hit. Only after
    // takeOverMotion().
    void startAdditive(Crowd& crowd, std::uint32_t units, Ticks now);

    // A unit at a tick.
    LayeredLook look(std::uint32_t unit, const Crowd& crowd, Ticks now) const;

  private:
    // A pose in one of the models, at speed 1 and offset 0.
    struct Form {
        LayerRecord record{};
        glm::dvec2 stride_m{0.0};
        int shown = 0;  // what its impostor plays
    };
    // What units have in common that follow the same orders.
    struct Stance {
        LayeredPose pose;
        std::string key;  // by which stances are equal
        bool travels = false;
        std::vector<Form> forms;           // per model; empty records for models whose units never get it
        std::map<std::size_t, int> after;  // by index of the order: the stance after it
    };

    using Models = std::vector<LoadedModel>;
    void checkOrders(const Models& models, const Crowd& crowd);
    void noteUse(const Stance& stance);
    // only: of this model alone; nullopt: of all.
    int addStance(const LayeredPose& pose, bool travels, const std::string& where, const Models& models,
                  const Crowd& crowd, std::optional<int> only = std::nullopt);
    void requireSameDirection(std::size_t before, std::size_t after, const std::string& where) const;
    LayerRecord recordFor(std::uint32_t unit, const Form& form, const Crowd& crowd) const;
    void carryOut(std::size_t number, Crowd& crowd);
    // What units do when something is decided for them.
    struct Decision {
        Ticks tick = 0;
        Ticks fade = 0;
        std::optional<glm::dvec2> place_m{};
        std::optional<double> facing_rad{};
    };
    // The unit gets the stance. restarts: ChangeTime::restarts. Returns how it travels from then on.
    UnitTravel decide(std::uint32_t unit, const Stance& stance, std::uint32_t restarts,
                      const Decision& decision, const Crowd& crowd);
    // Writes all units again, so that ticks can wrap.
    void renew(Crowd& crowd, Ticks now);
    UnitTravel travelOf(const Stance& stance, const LayerRecord& record, std::uint32_t unit,
                        const Crowd& crowd) const;
    // Calls body(unit) for each unit of the order.
    template <typename Body>
    void forUnits(const PoseOrder& order, const Crowd& crowd, const Body& body) const;

    PoseFile pose_;  // of all units at the start, or after change()
    std::string where_;
    std::string orders_file_;
    LayerMistakes mistakes_;
    std::vector<BlendSpaces> spaces_;  // per model
    std::vector<std::shared_ptr<const RigTextures>> rigs_;
    std::vector<PoseOrder> orders_;
    std::size_t next_ = 0;  // order
    std::vector<Stance> stances_;
    std::map<std::string, int> stance_by_pose_;  // JSON of the pose, and whether it travels
    std::vector<int> stance_of_;                 // per unit
    TargetPlaces places_;
    std::vector<LayerUse> uses_;  // per model: of all poses until now
    std::vector<LayeredUnits> groups_;
    Ticks start_ = 0;
    Ticks renewed_ = 0;
    std::int64_t passed_ = 0;  // ticks since the start at the last advance()
};

// The pose of a file, else the one that a scene gives as text; nullopt: neither. orders: a file, or "".
std::optional<LayeredArmy::Plan> layerPlan(const std::string& file, const std::string& text,
                                           const std::string& orders = "");

// The layers of a stage that moves by them and draws them, from tick 0 on. They must live as long as they are
// drawn. Throws Error as the constructor of LayeredArmy does.
std::unique_ptr<LayeredArmy> playLayers(Stage& stage, const std::vector<LoadedModel>& models,
                                        const LayeredArmy::Plan& plan);

}  // namespace phalanx

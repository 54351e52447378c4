#include "app/falls/fall_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "anim/layers/form_reader.h"
#include "anim/orders/orders_json.h"
#include "core/error.h"
#include "core/file.h"
#include "core/json_text.h"
#include "core/log.h"
#include "core/printable.h"
#include "core/spelling.h"
#include "crowd/hash.h"

namespace phalanx {
namespace {

Volley readVolley(const FormReader& item) {
    item.keys({"time", "over", "units", "push", "strength", "joint", "wound", "up"});
    Volley volley;
    if (const auto time = item.find("time")) volley.time_s = time->number(0.0, kMostOrderTime_s);
    if (const auto over = item.find("over")) volley.over_s = over->number(0.0, kMostOrderFade_s);
    if (const auto units = item.find("units")) volley.units = readUnits(*units);
    if (const auto push = item.find("push")) {
        volley.push_Ns = push->vector();
        if (!(glm::length(*volley.push_Ns) <= kMostPush_Ns))
            push->fail(fmt::format("is longer than {:g} newton seconds", kMostPush_Ns));
    }
    if (const auto strength = item.find("strength")) {
        if (volley.push_Ns) strength->fail("contradicts push, which has a strength of its own");
        volley.strength_Ns = strength->number(0.0, kMostPush_Ns);
    }
    if (const auto joint = item.find("joint")) volley.joint = joint->text();
    if (const auto wound = item.find("wound")) volley.wound = wound->boolean();
    if (const auto up = item.find("up")) {
        if (volley.wound) up->fail("contradicts wound: whoever is wounded stays on its feet");
        volley.up_s = up->number(0.0, kMostOrderTime_s);
    }
    return volley;
}

int nodeOf(const Model& model, const std::string& joint, const std::string& file, const std::string& item) {
    if (joint.empty()) return -1;
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
        if (model.nodes[n].name == joint) return static_cast<int>(n);
    }
    std::vector<std::string> names;
    for (const Node& node : model.nodes) names.push_back(node.name);
    const std::string near = nearestWord(joint, names);
    throw usageError(
        file, fmt::format("{}.joint: {} has no joint {}{}", item, printable(model.name), printable(joint),
                          near.empty() ? "" : "; did you mean " + printable(near) + "?"));
}

}  // namespace

glm::dvec3 pushBack(std::uint32_t unit, double facing_rad, double strength_Ns) {
    const double aside = glm::radians(25.0) * (2.0 * hashUnit(1, unit, RandomStream::kHeading) - 1.0);
    return -strength_Ns * glm::dvec3(std::sin(facing_rad + aside), -0.1, std::cos(facing_rad + aside));
}

std::vector<Volley> parseVolleys(std::string_view text, const std::string& file) {
    const auto json = parseJson(text, file);
    std::vector<Volley> volleys;
    for (const FormReader& item : FormReader(json, "", file).list(kMostVolleys))
        volleys.push_back(readVolley(item));
    return volleys;
}

std::vector<Volley> readVolleys(const std::string& file) {
    return parseVolleys(readTextFile(file), file);
}

FallScript::FallScript(const std::vector<Volley>& volleys, const std::string& file, const Crowd& crowd,
                       const std::vector<LoadedModel>& models) {
    for (std::size_t v = 0; v < volleys.size(); ++v) {
        const Volley& volley = volleys[v];
        std::map<int, int> nodes;  // of the joint, by model
        const std::vector<UnitRange> all{{0, crowd.size() - 1}};
        for (const UnitRange& range : volley.units.empty() ? all : volley.units) {
            if (range.last >= crowd.size()) {
                throw usageError(file,
                                 fmt::format("[{}].units: the army has no soldier {}; the last one is {}", v,
                                             range.last, crowd.size() - 1));
            }
            for (std::uint32_t unit = range.first; unit <= range.last; ++unit) {
                const int model = crowd.modelOf(unit);
                if (!nodes.contains(model))
                    nodes[model] = nodeOf(models[static_cast<std::size_t>(model)].model, volley.joint, file,
                                          fmt::format("[{}]", v));
                Hit hit;
                const double share = hashUnit(static_cast<std::uint32_t>(v), unit, RandomStream::kOffset);
                hit.at = ticksFromSeconds(volley.time_s + share * volley.over_s);
                hit.shot = {unit, volley.push_Ns.value_or(glm::dvec3(0.0)), nodes[model]};
                hit.shot.wounds = volley.wound;
                if (!volley.push_Ns) hit.strength_Ns = volley.strength_Ns;
                hits_.push_back(hit);
                if (!volley.up_s) continue;
                Hit up = hit;
                up.at += ticksFromSeconds(*volley.up_s);
                up.gets_up = true;
                hits_.push_back(up);
            }
        }
    }
    std::ranges::stable_sort(hits_, {}, &Hit::at);
}

void FallScript::advance(Falls& falls, Stage& stage, const std::vector<LoadedModel>& models,
                         const FallView& view, Ticks now, Wait wait) {
    while (!done() && hits_[next_].at <= now) {
        const Ticks at = hits_[next_].at;
        std::vector<Shot> shots;
        std::vector<std::uint32_t> get_up;
        for (; !done() && hits_[next_].at == at; ++next_) {
            Hit hit = hits_[next_];
            if (hit.gets_up) {
                get_up.push_back(hit.shot.unit);
                continue;
            }
            if (hit.strength_Ns > 0.0) {
                const double facing = stage.crowd.stateOf(hit.shot.unit, at).placement.w;
                hit.shot.push_Ns = pushBack(hit.shot.unit, facing, hit.strength_Ns);
            }
            shots.push_back(hit.shot);
        }
        falls.advance(stage, models, at, wait);
        const std::vector<Falls::Outcome> outcomes = falls.shoot(shots, stage, models, view, at);
        for (std::size_t i = 0; i < shots.size(); ++i) {
            if (outcomes[i] != Falls::Outcome::kNone) continue;
            const std::string why = falls.whyStands(shots[i].unit, stage, models);
            if (why.empty()) continue;
            if (standing_++ == 0) why_standing_ = why;
        }
        falls.getUp(get_up, stage, models, view, at);
    }
    falls.advance(stage, models, now, wait);
}

void FallScript::warnOfStanding() const {
    if (standing_ > 0) warn("{} soldiers were hit and do not fall. {}", standing_, why_standing_);
}

}  // namespace phalanx

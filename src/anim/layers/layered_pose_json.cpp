#include "anim/layers/layered_pose_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "anim/layers/blend_space_json.h"
#include "anim/layers/form_reader.h"
#include "core/file.h"
#include "core/json_text.h"

namespace phalanx {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kFarthestGround = 1e6;  // file units

double readWeight(const FormReader& item, double least = 0.0, double most = 1.0) {
    const auto weight = item.find("weight");
    return weight ? weight->number(least, most) : 1.0;
}

PoseClip readClipMoment(const FormReader& item) {
    PoseClip clip;
    clip.clip = item.need("clip").text();
    if (const auto time = item.find("time")) clip.time_s = time->number(-kMostPoseTime_s, kMostPoseTime_s);
    return clip;
}

PoseSpacePoint readPoint(const FormReader& item) {
    PoseSpacePoint point;
    point.space = item.need("space").text();
    point.at = readCoordinates(item.need("at"));
    if (const auto phase = item.find("phase")) point.phase = phase->number(-kMostPoseTime_s, kMostPoseTime_s);
    return point;
}

PoseMask readMask(const FormReader& item) {
    const auto found = item.find("mask");
    if (!found) return std::nullopt;
    PoseMask mask(std::in_place);
    for (const auto& [joint, weight] : found->members()) mask->emplace_back(joint, weight.number(0.0, 1.0));
    return mask;
}

PoseUnitTarget readUnitTarget(const FormReader& item) {
    item.keys({"unit", "height", "joint", "share"});
    PoseUnitTarget target;
    target.unit = item.need("unit").index(kMostPoseUnit);
    const auto height = item.find("height");
    const auto share = item.find("share");
    if (const auto joint = item.find("joint")) {
        target.joint = joint->text();
        if (height) height->fail("is not for a joint of the unit");
    } else if (share) {
        share->fail("is only for a joint of the unit");
    }
    if (height) target.height_m = height->number(-1000.0, 1000.0);
    if (share) target.share = share->number(0.0, 1.0);
    return target;
}

PoseAim readAim(const FormReader& item) {
    item.keys({"chain", "joint", "axis", "target", "weight", "limits"});
    PoseAim aim;
    const FormReader chain = item.need("chain");
    for (const FormReader& joint : chain.list(kMostPoseItems)) aim.chain.push_back(joint.text());
    if (aim.chain.empty()) chain.fail("has no joint");
    aim.joint = item.need("joint").text();
    if (const auto axis = item.find("axis")) {
        aim.axis = axis->vector();
        if (!(glm::length(aim.axis) > 0.0)) axis->fail("has no direction");
    }
    aim.target = readAimTarget(item.need("target"));
    aim.weight = readWeight(item);
    if (const auto limits = item.find("limits")) {
        limits->keys({"sideways", "updown"});
        if (const auto sideways = limits->find("sideways"))
            aim.most_sideways_deg = sideways->number(0.0, 180.0);
        if (const auto updown = limits->find("updown")) aim.most_up_down_deg = updown->number(0.0, 90.0);
    }
    return aim;
}

IkSolver readSolver(const FormReader& item) {
    const std::string name = item.text();
    for (const auto& [solver, its_name] : kIkSolvers) {
        if (name == its_name) return solver;
    }
    item.fail("is not two-bone, ccd or fabrik");
}

PoseIk readIk(const FormReader& item) {
    item.keys({"joint", "target", "weight", "pole", "chain", "solver", "rounds", "limits"});
    PoseIk ik;
    ik.joint = item.need("joint").text();
    ik.target = readTarget(item.need("target"));
    ik.weight = readWeight(item);
    if (const auto pole = item.find("pole")) ik.pole = pole->vector();
    if (const auto chain = item.find("chain")) {
        for (const FormReader& joint : chain->list(kMostPoseItems)) ik.chain.push_back(joint.text());
        if (ik.chain.empty()) chain->fail("has no joint");
    }
    if (const auto solver = item.find("solver")) ik.solver = readSolver(*solver);
    if (const auto rounds = item.find("rounds"))
        ik.rounds = static_cast<int>(rounds->index(kMostIkRounds, 1));
    if (const auto limits = item.find("limits")) ik.limits = limits->boolean();
    return ik;
}

template <typename Item, typename Read>
void readItems(const FormReader& form, const char* key, std::vector<Item>& items, const Read& read) {
    const auto found = form.find(key);
    if (!found) return;
    for (const FormReader& item : found->list(kMostPoseItems)) items.push_back(read(item));
}

PoseGround readGround(const FormReader& item) {
    item.keys({"height", "normal", "weight", "legs"});
    PoseGround ground;
    const auto height = item.find("height");
    const auto normal = item.find("normal");
    if (height || normal) ground.plane.emplace();
    if (height) ground.plane->height = height->number(-kFarthestGround, kFarthestGround);
    if (normal) {
        ground.plane->normal = normal->vector();
        if (!(glm::length(*ground.plane->normal) > 0.0)) normal->fail("has no direction");
    }
    ground.weight = readWeight(item);
    readItems(item, "legs", ground.legs, [](const FormReader& leg) { return leg.text(); });
    return ground;
}

LayeredPose readForm(const FormReader& form) {
    LayeredPose pose;
    if (const auto base = form.find("base")) pose.base = readBaseSource(*base);
    readItems(form, "layers", pose.layers, [](const FormReader& item) {
        item.keys({"clip", "time", "space", "at", "phase", "weight", "mask"});
        return PoseLayer{readOneSource(item), readWeight(item), readMask(item)};
    });
    readItems(form, "additive", pose.additive, [](const FormReader& item) {
        item.keys({"clip", "time", "space", "at", "phase", "weight", "reference", "mask"});
        const FormReader reference = item.need("reference");
        reference.keys({"clip", "time"});
        return PoseAdditive{readOneSource(item), readWeight(item, -kMostAdditiveWeight, kMostAdditiveWeight),
                            readClipMoment(reference), readMask(item)};
    });
    readItems(form, "reparent", pose.reparent, [](const FormReader& item) {
        item.keys({"joint", "to"});
        return PoseReparent{item.need("joint").text(), item.need("to").text()};
    });
    if (const auto ground = form.find("ground")) pose.ground = readGround(*ground);
    readItems(form, "aim", pose.aim, readAim);
    readItems(form, "ik", pose.ik, readIk);
    return pose;
}

Json listOf(const glm::dvec3& v) {
    return Json::array({v.x, v.y, v.z});
}

Json sourceJson(const LayerSource& source) {
    Json json = Json::object();
    if (source.point) {
        json["space"] = source.point->space;
        json["at"] = source.point->at;
        json["phase"] = source.point->phase;
    } else if (!source.clips.empty()) {
        json["clip"] = source.clips.front().clip;
        json["time"] = source.clips.front().time_s;
    }
    return json;
}

void putMask(Json& json, const PoseMask& mask) {
    if (!mask) return;
    Json& joints = json["mask"] = Json::object();
    for (const auto& [joint, weight] : *mask) joints[joint] = weight;
}

Json baseJson(const LayerSource& base) {
    if (base.point) return sourceJson(base);
    Json json = Json::array();
    for (const PoseClip& clip : base.clips)
        json.push_back({{"clip", clip.clip}, {"time", clip.time_s}, {"weight", clip.weight}});
    return json;
}

Json targetJson(const PoseTarget& target) {
    if (target.in_world) return {{"world", listOf(target.point)}};
    if (!target.unit) return listOf(target.point);
    const PoseUnitTarget& of_unit = *target.unit;
    if (of_unit.joint.empty()) return {{"unit", of_unit.unit}, {"height", of_unit.height_m}};
    Json json = {{"unit", of_unit.unit}, {"joint", of_unit.joint}};
    if (of_unit.share != 1.0) json["share"] = of_unit.share;
    return json;
}

Json groundJson(const PoseGround& ground) {
    Json json = {{"weight", ground.weight}};
    if (ground.plane) json["height"] = ground.plane->height;
    if (ground.plane && ground.plane->normal) json["normal"] = listOf(*ground.plane->normal);
    if (!ground.legs.empty()) json["legs"] = ground.legs;
    return json;
}

Json aimJson(const PoseAim& aim) {
    return {{"chain", aim.chain},
            {"joint", aim.joint},
            {"axis", listOf(aim.axis)},
            {"target", targetJson(aim.target)},
            {"weight", aim.weight},
            {"limits", {{"sideways", aim.most_sideways_deg}, {"updown", aim.most_up_down_deg}}}};
}

}  // namespace

LayerSource readOneSource(const FormReader& item) {
    LayerSource source;
    if (item.has("space")) {
        for (const char* key : {"clip", "time"}) {
            if (const auto other = item.find(key)) other->fail("is not for a blend space");
        }
        source.point = readPoint(item);
    } else {
        for (const char* key : {"at", "phase"}) {
            if (const auto other = item.find(key)) other->fail("is only for a blend space");
        }
        source.clips.push_back(readClipMoment(item));
    }
    return source;
}

LayerSource readBaseSource(const FormReader& base) {
    LayerSource source;
    if (base.isObject()) {
        if (base.has("clip"))
            base.fail("is one clip; a base is a list of clips, in brackets, or a blend space");
        base.keys({"space", "at", "phase"});
        source.point = readPoint(base);
        return source;
    }
    for (const FormReader& item : base.list(kMostPoseItems)) {
        item.keys({"clip", "time", "weight"});
        source.clips.push_back(readClipMoment(item));
        source.clips.back().weight = readWeight(item, 0.0, kMostSourceWeight);
    }
    return source;
}

PoseTarget readAimTarget(const FormReader& target) {
    if (target.isObject()) {
        if (const auto share = target.find("share")) share->fail("is only for IK");
    }
    return readTarget(target);
}

PoseTarget readTarget(const FormReader& target) {
    PoseTarget result;
    if (target.isObject() && target.has("world")) {
        target.keys({"world"});
        result.point = target.need("world").vector();
        result.in_world = true;
    } else if (target.isObject()) {
        result.unit = readUnitTarget(target);
    } else {
        result.point = target.vector();
    }
    return result;
}

PoseFile parsePose(std::string_view text, const std::string& file) {
    const Json json = parseJson(text, file);
    const FormReader form(json, "", file);
    form.keys({"base", "layers", "additive", "reparent", "ground", "aim", "ik", "spaces"});
    PoseFile result;
    result.pose = readForm(form);
    if (const auto spaces = form.find("spaces")) result.spaces = readSpaces(*spaces);
    return result;
}

PoseFile readPose(const std::filesystem::path& file) {
    return parsePose(readTextFile(file), file.string());
}

Json poseJson(const LayeredPose& pose) {
    Json json = Json::object();
    if (pose.base) json["base"] = baseJson(*pose.base);
    for (const PoseLayer& layer : pose.layers) {
        Json& item = json["layers"].emplace_back(sourceJson(layer.source));
        item["weight"] = layer.weight;
        putMask(item, layer.mask);
    }
    for (const PoseAdditive& additive : pose.additive) {
        Json& item = json["additive"].emplace_back(sourceJson(additive.source));
        item["weight"] = additive.weight;
        item["reference"] = {{"clip", additive.reference.clip}, {"time", additive.reference.time_s}};
        putMask(item, additive.mask);
    }
    for (const PoseReparent& each : pose.reparent)
        json["reparent"].push_back({{"joint", each.joint}, {"to", each.to}});
    if (pose.ground) json["ground"] = groundJson(*pose.ground);
    for (const PoseAim& aim : pose.aim) json["aim"].push_back(aimJson(aim));
    for (const PoseIk& ik : pose.ik) {
        Json& item = json["ik"].emplace_back(
            Json{{"joint", ik.joint}, {"target", targetJson(ik.target)}, {"weight", ik.weight}});
        if (ik.pole) item["pole"] = listOf(*ik.pole);
        if (!ik.chain.empty()) item["chain"] = ik.chain;
        if (ik.solver) item["solver"] = nameOf(*ik.solver);
        if (ik.rounds != kIkRounds) item["rounds"] = ik.rounds;
        if (ik.limits) item["limits"] = true;
    }
    return json;
}

std::string poseText(const PoseFile& pose) {
    Json json = poseJson(pose.pose);
    if (!pose.spaces.spaces.empty()) json["spaces"] = spacesJson(pose.spaces);
    return json.dump();
}

}  // namespace phalanx

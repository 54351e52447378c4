#!/usr/bin/env python3
"""`phalanx pose --pose` against the arithmetic of pose_arithmetic.py: each operator alone and together, for the soldier and
for real files of other rigs; forms that must be refused; and what aims and IK promise."""
import copy
import json
import math
import os
import random
import shutil
import subprocess
import sys

from pose_arithmetic import Evaluator, Gltf, added, blended, dot, inverse, matrices, normalized, product, scaled

CLOSE = 1e-7  # of the size of the model
FAILURES = []


class Rig:
    """A model and the names that the cases use: clips, a spine from below, a joint to reparent, ends of limbs."""

    def __init__(self, path, clips, spine, prop, hand, foot, axis):
        self.path, self.clips, self.spine, self.prop, self.hand, self.foot, self.axis = path, clips, spine, prop, hand, foot, axis
        self.gltf = Gltf(path)


def rigs():
    source = os.environ["PHALANX_SOURCE_DIR"]
    shared = os.environ.get("PHALANX_TEST_MODELS") or os.path.join(os.path.dirname(source), "shared", "models")
    # Clips: two that walk, one for a layer, one to add, and the reference of that.
    table = [
        (os.path.join(source, "assets", "soldier.glb"), [("Walk", 0.3), ("Run", 0.2), ("Aim", 1.1), ("Hit", 0.2), ("Idle", 0.0)],
         ["Spine", "Chest", "UpperChest"], ("Weapon", "UpperChest"), "Hand.L", "Foot.R", [0, 0, 1]),
        (os.path.join(shared, "kaykit_knight", "Knight.glb"),
         [("Walking_A", 0.3), ("Running_A", 0.2), ("2H_Ranged_Aiming", 0.4), ("Hit_A", 0.15), ("Idle", 0.0)],
         ["spine", "chest", "head"], ("handslot.l", "chest"), "wrist.l", "foot.r", [0, 0, 1]),
        (os.path.join(shared, "quaternius_woman_gltf", "Woman.gltf"),
         [("Walking", 0.3), ("Running", 0.2), ("Punch", 0.2), ("Lean_Left", 0.4), ("Idle", 0.0)],
         ["Spine", "Spine1", "Spine2", "Head"], ("RightHand", "Spine2"), "LeftHand", "RightFoot", [0, 0, 1]),
        (os.path.join(shared, "khronos_fox_glb", "Fox.glb"),
         [("Walk", 0.3), ("Run", 0.2), ("Survey", 1.1), ("Survey", 0.6), ("Survey", 0.0)],
         ["b_Spine01_02", "b_Spine02_03", "b_Neck_04", "b_Head_05"], ("b_Tail01_012", "b_Spine02_03"), "b_LeftHand_011",
         "b_RightFoot01_021", [1, 0, 0]),
    ]
    for path, *rest in table:
        if os.path.exists(path):
            yield Rig(path, *rest)
        else:
            print(f"left out: {path} is missing")


def write_form(form, name):
    path = os.path.join(os.environ["OUTPUT"], name + ".json")
    with open(path, "w", encoding="utf-8") as file:
        file.write(form if isinstance(form, str) else json.dumps(form))
    return path


def phalanx_pose(*arguments):
    return subprocess.run([os.environ["PHALANX"], "pose", *arguments], capture_output=True, text=True, check=False)


def run_poses(model, forms, how=("--exact",)):
    """The joints of each form and what the program printed about it, by one run for all of them."""
    folder = os.path.join(os.environ["OUTPUT"], "poses")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    # One form alone would be written to files instead of folders.
    names = [f"form{i}" for i in range(max(len(forms), 2))]
    arguments = [option for i, name in enumerate(names) for option in ("--pose", write_form(forms[i % len(forms)], name))]
    result = phalanx_pose(model, *arguments, *how, "--joints", folder, "-o", folder)
    if result.returncode != 0:
        raise RuntimeError(result.stderr)
    poses = []
    for i, name in enumerate(names[:len(forms)]):
        with open(os.path.join(folder, name + ".json"), encoding="utf-8") as file:
            joints = json.load(file)
        # What is printed of a form begins with the name of its file and ends where that of the next one begins.
        said = result.stdout[result.stdout.index(os.path.join(folder, name + ".obj") + ": "):]
        if i + 1 < len(names):
            said = said[:said.index(os.path.join(folder, names[i + 1] + ".obj") + ": ")]
        poses.append((joints, said))
    return poses


def columns(joint):
    return [joint["matrix"][4 * c:4 * c + 4] for c in range(4)]


def all_posed(model, forms):
    """Of each form: the matrices of all nodes, in the order of the file, and what the program printed."""
    return [([columns(joint) for joint in joints], said) for joints, said in run_poses(model, forms)]


def check(right, what):
    if not right:
        print("FAILED: " + what)
        FAILURES.append(what)


def span(found):
    """The size of a pose in the file's units: of the box around the origins of its nodes."""
    return math.dist(*([f(axis) for axis in zip(*(m[3][:3] for m in found))] for f in (min, max)))


def worst_difference(found, wanted):
    """The largest difference: of origins in sizes of the model, of axes in their own length."""
    size, worst = span(wanted), 0.0
    for f, w in zip(found, wanted, strict=True):
        worst = max(worst, math.dist(f[3], w[3]) / size)
        length = max(math.sqrt(dot(c[:3], c[:3])) for c in w[:3])
        worst = max([worst] + [math.dist(f[c], w[c]) / length for c in range(3)])
    return worst


def cases(rig):
    """Forms by name."""
    (walk, run, over, hit, still) = ({"clip": clip, "time": time} for clip, time in rig.clips)
    low, middle, high = rig.spine[:3]
    feather = {low: 1 / 3, middle: 2 / 3, high: 1.0}
    two = [dict(walk, weight=0.6), dict(run, weight=0.4)]
    layer = dict(over, weight=0.8, mask=feather)
    addition = dict(hit, weight=0.7, reference=still, mask={high: 1.0})
    reparent = [{"joint": rig.prop[0], "to": rig.prop[1]}]
    yield "one clip", {"base": [walk]}
    yield "two clips", {"base": two}
    yield "weights that do not sum to 1", {"base": [dict(walk, weight=3.0), dict(run, weight=1.0), dict(over, weight=0.5)]}
    yield "four clips", {"base": [walk, run, over, hit]}
    yield "a weight of 0", {"base": [walk, dict(run, weight=0.0)]}
    yield "a layer without a mask", {"base": [walk], "layers": [dict(over, weight=0.35)]}
    yield "a layer over everything", {"base": [walk], "layers": [over]}
    yield "a feathered layer", {"base": two, "layers": [layer]}
    yield "a mask that ends", {"base": [walk], "layers": [dict(over, mask={low: 1.0, high: 0.0})]}
    yield "two layers", {"base": [walk], "layers": [layer, dict(run, weight=0.5, mask={rig.foot: 1.0})]}
    yield "an empty mask", {"base": [walk], "layers": [dict(over, mask={})]}
    yield "additive", {"base": two, "additive": [dict(hit, weight=0.7, reference=still)]}
    yield "additive with a mask", {"base": two, "additive": [addition]}
    yield "two additive", {"base": [walk], "additive": [addition, dict(over, weight=0.4, reference=walk)]}
    yield "additive beyond 1 and below 0", {"base": [walk], "additive": [dict(addition, weight=1.6), dict(addition, weight=-0.5)]}
    yield "reparented", {"base": two, "reparent": reparent}
    yield "reparented under a layer", {"base": two, "layers": [layer], "reparent": reparent}
    yield "a mask on a reparented joint", {"base": two, "layers": [dict(over, mask={rig.prop[0]: 1.0})], "reparent": reparent}
    yield "everything", {"base": two, "layers": [layer], "additive": [addition], "reparent": reparent}
    by_number = "#" + str(rig.gltf.called(high)[0])
    yield "numbers", {"base": [walk], "layers": [dict(over, mask={by_number: 0.9})]}
    root = rig.gltf.called(low)[0]
    while rig.gltf.parents[root] >= 0:
        root = rig.gltf.parents[root]
    yield "a node above the joints", {"base": [walk], "layers": [dict(over, weight=0.5, mask={f"#{root}": 1.0})]}


def check_operators(rig):
    name = os.path.basename(rig.path)
    named = list(cases(rig))
    for (case, form), (found, _) in zip(named, all_posed(rig.path, [form for _, form in named]), strict=True):
        worst = worst_difference(found, Evaluator(rig.gltf, form).matrices())
        print(f"{name}, {case}: {worst:.1e}, at most {CLOSE:.0e}")
        check(worst <= CLOSE, f"{name}, {case}")


def check_drawn(rig):
    """What the GPU wrote, of the nodes that move vertices, is the exact pose but for the bake between its frames."""
    name = os.path.basename(rig.path)
    named = [each for each in cases(rig) if each[0] in ("four clips", "two layers", "everything")]
    forms = [form for _, form in named]
    for (case, _), (exact, _), (drawn, _) in zip(named, run_poses(rig.path, forms), run_poses(rig.path, forms, ("--rate", "120")),
                                                 strict=True):
        # Both are in the order of the file; of nodes with one name, those that fit.
        size, worst, at = span([columns(joint) for joint in exact]), 0.0, 0
        for joint in drawn:
            while exact[at]["name"] != joint["name"]:
                at += 1
            off = math.dist(columns(exact[at])[3][:3], columns(joint)[3][:3]) / size
            worst, at = max(worst, off), at + 1
        print(f"{name}, {case}, {len(drawn)} nodes as drawn: {worst:.1e}, at most 1e-3")
        check(len(drawn) > 5 and worst <= 1e-3, f"{name}, {case}: drawn, {worst} of the size off")


def check_obj(rig):
    """The OBJ has the vertices of that pose: one clip at weight 1 is the same as --clip."""
    clip, time = rig.clips[0]
    obj = os.path.join(os.environ["OUTPUT"], "pose.obj")

    def vertices(*how):
        result = phalanx_pose(rig.path, *how, "--exact", "-o", obj)
        if result.returncode != 0:
            raise RuntimeError(result.stderr)
        with open(obj, encoding="utf-8") as file:
            return [tuple(map(float, line.split()[1:])) for line in file if line.startswith("v ")]

    layered = vertices("--pose", write_form({"base": [{"clip": clip, "time": time}]}, "pose"))
    plain = vertices("--clip", clip, "--time", str(time))
    size = math.dist(*([f(axis) for axis in zip(*plain)] for f in (min, max)))
    worst = max(math.dist(p, q) for p, q in zip(layered, plain, strict=True))
    check(worst <= CLOSE * size, f"{rig.path}: the vertices differ by {worst}")


def aim_form(rig, target):
    form = {"base": [dict(zip(("clip", "time"), rig.clips[0]))], "reparent": [{"joint": rig.prop[0], "to": rig.prop[1]}]}
    joint = rig.prop[0] if rig.prop[1] in rig.spine else rig.spine[-1]
    chain = [name for name in rig.spine[:3] if name != joint]
    if joint == rig.prop[0]:
        chain = rig.spine[:rig.spine.index(rig.prop[1]) + 1]
    form["aim"] = [{"chain": chain, "joint": joint, "axis": rig.axis, "target": target}]
    return form, chain, joint


def unchanged(rig, form, before, after, allowed, what):
    """Only the rotations of the allowed joints differ, relative to their parents."""
    parents = Evaluator(rig.gltf, form).parents
    size = span(before)
    for node, parent in enumerate(parents):
        local = [m[node] if parent < 0 else product(inverse(m[parent]), m[node]) for m in (before, after)]
        scale = math.sqrt(dot(local[0][0][:3], local[0][0][:3]))
        check(math.dist(local[0][3], local[1][3]) <= 1e-6 * size * max(scale, 1.0), f"{what}: node {node} is moved")
        if node in allowed:
            continue
        for c in range(3):
            check(math.dist(local[0][c], local[1][c]) <= 2e-3 * scale, f"{what}: node {node} is turned")


def check_aim(rig):
    name = os.path.basename(rig.path)
    dice = random.Random(7)
    plain, chain, joint = aim_form(rig, [0, 0, 0])
    (node,) = rig.gltf.called(joint)
    del plain["aim"]
    ((before, _),) = all_posed(rig.path, [plain])
    height = max(m[3][1] for m in before) - min(m[3][1] for m in before)
    worst = 0.0
    targets = []
    for _ in range(8):
        sideways, up = math.radians(dice.uniform(-75, 75)), math.radians(dice.uniform(-40, 40))
        far = dice.uniform(1.5, 20.0) * height
        direction = [math.cos(up) * math.sin(sideways), math.sin(up), math.cos(up) * math.cos(sideways)]
        targets.append(added(before[node][3][:3], scaled(direction, far)))
    targets.append(added(before[node][3][:3], [0.3 * height, 0.0, -10.0 * height]))  # behind
    forms = [aim_form(rig, target)[0] for target in targets]
    *ahead, (behind, said_behind) = all_posed(rig.path, forms)
    for target, form, (after, said) in zip(targets, forms, ahead):
        origin = after[node][3][:3]
        axis = normalized([sum(after[node][c][r] * rig.axis[c] for c in range(3)) for r in range(3)])
        wanted = normalized(added(target, scaled(origin, -1.0)))
        if "limits bind" not in said:
            angle = math.degrees(math.acos(max(-1.0, min(1.0, dot(axis, wanted)))))
            worst = max(worst, angle)
        unchanged(rig, form, before, after, {n for each in chain for n in rig.gltf.called(each)}, f"{name}, aim")
    print(f"{name}, aim: {worst:.1e} degrees, at most 0.1")
    check(worst <= 0.1, f"{name}: the aim misses by {worst} degrees")
    # Behind: the limits bind, are printed, and are kept.
    check("limits bind: 80 degrees sideways" in said_behind, f"{name}: a limit that binds is not printed: {said_behind}")
    axis = [sum(behind[node][c][r] * rig.axis[c] for c in range(3)) for r in range(3)]
    sideways = math.degrees(math.atan2(axis[0], axis[2]))
    check(abs(abs(sideways) - 80.0) < 0.1, f"{name}: a bound aim points {sideways} degrees sideways")


def check_ik(rig):
    name = os.path.basename(rig.path)
    plain = {"base": [dict(zip(("clip", "time"), rig.clips[0]))]}
    ((before, _),) = all_posed(rig.path, [plain])
    parents = rig.gltf.parents
    for joint in (rig.hand, rig.foot):
        (end,) = rig.gltf.called(joint)
        middle = parents[end]
        upper = parents[middle]
        a, b, c = (before[n][3][:3] for n in (upper, middle, end))
        reach = math.dist(a, b) + math.dist(b, c)
        aside = added(added(c, scaled(a, -1.0)), [0.3 * reach, 0.2 * reach, 0.2 * reach])
        target = added(a, scaled(normalized(aside), 0.8 * reach))
        line = normalized(added(target, scaled(a, -1.0)))
        poles = (None, added(b, [0.0, 0.0, 3.0 * reach]))
        item = {"joint": joint, "target": target}
        items = [item, dict(item, pole=poles[1]), dict(item, target=added(a, scaled(line, 1.5 * reach))), dict(item, weight=0)]
        forms = [dict(plain, ik=[each]) for each in items]
        *near, (stretched, said_stretched), (unmoved, _) = all_posed(rig.path, forms)
        for pole, form, (after, said) in zip(poles, forms, near):
            new_b, new_c = after[middle][3][:3], after[end][3][:3]
            miss = math.dist(new_c, target) / reach
            check(miss < 1e-6, f"{name}, {joint}: {miss} of its reach from the target")
            check("reaches its target" in said, f"{name}, {joint}: {said}")
            unchanged(rig, form, before, after, {upper, middle}, f"{name}, ik")

            def across(point):
                offset = added(point, scaled(a, -1.0))
                return added(offset, scaled(line, -dot(offset, line)))

            if pole:
                cosine = dot(normalized(across(new_b)), normalized(across(pole)))
                check(cosine > 1 - 1e-9, f"{name}, {joint}: the bend is {math.degrees(math.acos(cosine))} degrees off the pole")
            else:
                # The hinge, the normal of the limb's plane, is the same line in the space of the upper joint.
                hinges = []
                for m, p, q, r in ((before, a, b, c), (after, a, new_b, new_c)):
                    u, v = added(p, scaled(q, -1.0)), added(r, scaled(q, -1.0))
                    normal = normalized([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]])
                    hinges.append(normalized([dot(m[upper][k][:3], normal) for k in range(3)]))
                check(dot(*hinges) > 1 - 1e-4, f"{name}, {joint}: the hinge turns in its bone by {dot(*hinges)}")
        check("cannot reach its target" in said_stretched, f"{name}, {joint}: a target out of reach is not printed")
        gap = abs(math.dist(stretched[end][3][:3], a) - reach) / reach
        check(gap < 1e-3, f"{name}, {joint}: a limb that cannot reach is not straight: {gap}")
        # Weight 0 changes nothing.
        check(worst_difference(unmoved, before) < 1e-9, f"{name}, {joint}: weight 0 moves it")
    print(f"{name}, ik: checked")


def check_spaces(rig):
    """A point of a blend space is the base of its clips: weights by areas, one phase, and the given or printed sync."""
    name = os.path.basename(rig.path)
    (walk, _), (run, _), (other, _), *_ = rig.clips
    places = {walk: (0.0, 1.0), run: (1.0, 3.0), other: (-1.0, 0.0)}
    sync = {walk: 0.25, run: -0.125, other: 0.5}
    spaces = {"Plane": {"points": [{"clip": clip, "at": at, "sync": sync[clip]} for clip, at in places.items()]},
              "Line": {"points": [{"clip": clip, "at": at[1], "sync": sync[clip]} for clip, at in places.items()]}}

    def area(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    def clips(weights, phase, said):
        """The base of these clips; a one-shot, which the program does not sync, is known by its printed time."""
        result = []
        for clip, weight in weights.items():
            duration = rig.gltf.duration(clip)
            time = (phase + sync[clip]) % 1.0 * duration
            check(f" of {clip} at " in said, f"{name}: {clip} is not printed: {said}")
            printed = float(said.split(f" of {clip} at ")[1].split(" s")[0])
            if abs(printed - phase * duration) < 1e-9:
                time = printed
            result.append({"clip": clip, "time": time, "weight": weight})
        return result

    a, b, c = places.values()
    planes = ((0.1, 1.4), (0.0, 1.2), (-0.5, 0.5))  # inside, inside, on an edge
    lines = ((1.5, {walk: 0.75, run: 0.25}), (0.25, {other: 0.75, walk: 0.25}), (7.0, {run: 1.0}), (-3, {other: 1.0}))
    low = rig.spine[0]
    layer = {"space": "Line", "at": 1.5, "phase": 0.6, "weight": 0.5, "mask": {low: 1}}
    base = [{"clip": other, "time": 0.1}]
    *poses, (over, said_over) = all_posed(
        rig.path, [{"base": {"space": "Plane", "at": at, "phase": 0.3}, "spaces": spaces} for at in planes] +
        [{"base": {"space": "Line", "at": at, "phase": 0.6}, "spaces": spaces} for at, _ in lines] +
        [{"base": base, "layers": [layer], "spaces": spaces}])
    for at, (found, said) in zip(planes, poses):
        total = area(a, b, c)
        exact = {walk: area(at, b, c) / total, run: area(a, at, c) / total, other: area(a, b, at) / total}
        exact = {clip: weight for clip, weight in exact.items() if weight > 1e-12}
        form = {"base": clips(exact, 0.3, said)}
        worst = worst_difference(found, Evaluator(rig.gltf, form).matrices())
        check(worst <= CLOSE, f"{name}, a plane at {at}: {worst}")
    for (at, exact), (found, said) in zip(lines, poses[len(planes):], strict=True):
        form = {"base": clips(exact, 0.6, said)}
        worst = worst_difference(found, Evaluator(rig.gltf, form).matrices())
        check(worst <= CLOSE, f"{name}, a line at {at}: {worst}")
    # As a layer, over the rest of a pose.
    mix = Evaluator(rig.gltf, {"base": clips({walk: 0.75, run: 0.25}, 0.6, said_over)}).locals()
    under = Evaluator(rig.gltf, {"base": base})
    weights = under.weights({"weight": 0.5, "mask": {low: 1}})
    wanted = matrices([blended([(1 - w, p), (w, q)]) for w, p, q in zip(weights, under.locals(), mix)], rig.gltf.parents)
    check(worst_difference(over, wanted) <= CLOSE, f"{name}: a space as a layer")
    print(f"{name}, blend spaces: checked")


def check_shared_names():
    """A file whose nodes share names, in every place where a name can stand."""
    source = os.environ["PHALANX_SOURCE_DIR"]
    shared = os.environ.get("PHALANX_TEST_MODELS") or os.path.join(os.path.dirname(source), "shared", "models")
    path = os.path.join(shared, "traps", "dup_joint_names.glb")
    if not os.path.exists(path):
        print(f"left out: {path} is missing")
        return
    gltf = Gltf(path)
    move = {"clip": "2_move", "time": 0.1}
    over = {"clip": "3_attack", "time": 0.2}
    forms = ({"base": [move], "layers": [dict(over, mask={"leg": 0.5, "hand": 1.0})]},
                 {"base": [move], "layers": [dict(over, mask={"hip": 0.5, "#7": 1.0})]},
                 {"base": [move], "layers": [dict(over, mask={"root": 0.25, "hand": 1})],
                  "reparent": [{"joint": "hand", "to": "#9"}]})
    for form, (found, _) in zip(forms, all_posed(path, forms), strict=True):
        worst = worst_difference(found, Evaluator(gltf, form).matrices())
        print(f"dup_joint_names.glb: {worst:.1e}, at most {CLOSE:.0e}")
        check(worst <= CLOSE, f"dup_joint_names.glb: {form}")
    for form, words in (({"base": [move], "reparent": [{"joint": "body_up", "to": "hand"}]},
                         ["reparent[0].to", "2 nodes", "hand", "#K"]),
                        ({"base": [move], "layers": [dict(over, mask={"leg": 1, "#5": 0.5})]}, ["layers[0].mask.#5", "already"])):
        check_refused(path, form, words)


def check_refused(model, form, words, code=2):
    files = [os.path.join(os.environ["OUTPUT"], "refused" + ending) for ending in (".obj", ".joints.json")]
    for file in files:
        if os.path.exists(file):
            os.remove(file)
    result = phalanx_pose(model, "--pose", write_form(form, "refused"), "--exact", "--joints", files[1], "-o", files[0])
    text = form if isinstance(form, str) else json.dumps(form)
    check(result.returncode == code, f"exit code {result.returncode} instead of {code}: {text}: {result.stderr}")
    check(len(result.stderr.splitlines()) == 1, f"not one line: {text}: {result.stderr}")
    for word in ["refused.json", *words]:
        check(word in result.stderr, f"'{word}' is not in: {result.stderr}")
    check(not any(map(os.path.exists, files)), f"a refused pose left a file: {text}")


def check_bad_forms(soldier):
    walk = {"clip": "Walk", "time": 0.3}
    base = {"base": [walk]}
    aim = {"chain": ["Spine"], "joint": "Head", "axis": [0, 0, 1], "target": [0, 1, 5]}
    ik = {"joint": "Hand.L", "target": [0, 1, 0]}

    def with_(**items):
        return dict(copy.deepcopy(base), **items)

    bad = [
        ({"base": [{"clip": "Fly"}]}, ["base[0].clip", "Fly", "no such clip", "Walk"]),
        ({"base": [{"clip": "#99"}]}, ["base[0].clip", "#99"]),
        ({"base": [{"time": 1}]}, ["base[0]", '"clip"']),
        ({"base": [{"clip": 3}]}, ["base[0].clip", "name"]),
        ({"base": [dict(walk, time="now")]}, ["base[0].time", "number"]),
        ({"base": [dict(walk, weight=-1)]}, ["base[0].weight", "number from 0"]),
        ({"base": [dict(walk, wieght=1)]}, ["base[0].wieght", "did you mean weight"]),
        ({"base": []}, ["base", "sum 0"]),
        ({"base": [dict(walk, weight=0)]}, ["base", "sum 0"]),
        ({"base": "Walk"}, ["base", "list"]),
        ([], ["object"]),
        (with_(layer=[]), ["layer", "did you mean layers"]),
        (with_(layers={}), ["layers", "list"]),
        (with_(layers=[dict(walk, mask={"Spin": 1})]), ["layers[0].mask.Spin", "no such joint", "Spine"]),
        (with_(layers=[dict(walk, mask={"#99": 1})]), ["layers[0].mask.#99", "no such joint", "#44"]),
        (with_(layers=[dict(walk, mask={"Spine": 2})]), ["layers[0].mask.Spine", "number from 0 to 1"]),
        (with_(layers=[dict(walk, mask={"Spine": 1, "#2": 1})]), ["layers[0].mask.#2", "already"]),
        (with_(layers=[dict(walk, mask=["Spine"])]), ["layers[0].mask", "object"]),
        (with_(layers=[dict(walk, weight=1.5)]), ["layers[0].weight", "number from 0 to 1"]),
        (with_(layers=[dict(walk, at=[1])]), ["layers[0].at", "blend space"]),
        (with_(additive=[walk]), ["additive[0]", '"reference"']),
        (with_(additive=[dict(walk, reference={"clip": "Idel"})]), ["additive[0].reference.clip", "Idel"]),
        (with_(additive=[dict(walk, reference={"clip": "Idle", "weight": 1})]), ["additive[0].reference.weight"]),
        (with_(reparent=[{"joint": "Weapon"}]), ["reparent[0]", '"to"']),
        (with_(reparent=[{"joint": "Weapon", "to": "Moon"}]), ["reparent[0].to", "Moon"]),
        (with_(reparent=[{"joint": "Spine", "to": "Head"}]), ["reparent[0]", "cycle", "Spine", "Head"]),
        (with_(reparent=[{"joint": "Weapon", "to": "Weapon"}]), ["reparent[0]", "cycle"]),
        (with_(reparent=[{"joint": "Hand.L", "to": "Weapon"}, {"joint": "Weapon", "to": "Hand.L"}]), ["reparent[", "cycle"]),
        (with_(reparent=[{"joint": "Weapon", "to": "Head"}, {"joint": "#7", "to": "Hips"}]),
         ["reparent[1].joint", "second time"]),
        (with_(aim=[dict(aim, joint="Weapon")]), ["aim[0].chain[0]", "Spine", "Weapon", "reparent"]),
        (with_(aim=[dict(aim, chain=[])]), ["aim[0].chain", "no joint"]),
        (with_(aim=[dict(aim, chain=["Spine", "#2"])]), ["aim[0].chain[1]", "second time"]),
        (with_(aim=[dict(aim, axis=[0, 0, 0])]), ["aim[0].axis", "direction"]),
        (with_(aim=[dict(aim, target=[1, 2])]), ["aim[0].target", "three numbers"]),
        (with_(aim=[dict(aim, limits={"sideways": 200})]), ["aim[0].limits.sideways", "180"]),
        (with_(ik=[dict(ik, joint="Hips")]), ["ik[0].joint", "two ancestors"]),
        (with_(ik=[dict(ik, pole=True)]), ["ik[0].pole", "three numbers"]),
        (with_(ik=[dict(ik, target=[0, "1", 0])]), ["ik[0].target[1]", "number"]),
        ({"base": {"space": "Nowhere", "at": 1}}, ["base.space", "Nowhere"]),
        ({"base": {"space": "S", "at": [1, 2]}, "spaces": {"S": {"points": [{"clip": "Walk", "at": 0}]}}},
         ["base.at", "2 coordinates", "S has 1"]),
        ({"base": {"space": "S", "at": 1}, "spaces": {"S": {"points": [{"clip": "Fly", "at": 0}]}}}, ["base.space", "S", "Fly"]),
        ({"spaces": {"S": {"points": [{"clip": "Walk", "at": 0}, {"clip": "Run", "at": [0, 1]}]}}},
         ["spaces.S.points[1].at", "coordinates"]),
        ({"spaces": {"S": {"points": [{"clip": "Walk", "at": 0}, {"clip": "Run", "at": 0}]}}}, ["spaces.S.points[1].at", "place"]),
        ({"spaces": {"S": {"points": []}}}, ["spaces.S.points", "no point"]),
    ]
    for form, words in bad:
        check_refused(soldier, form, words)
    check_refused(soldier, '{"base": [', ["not valid JSON"], 3)
    check_refused(soldier, '{"base": [{"clip": "Walk"}], "base": []}', ["base", "twice"], 3)
    print(f"{len(bad) + 2} forms refused")


def main():
    os.makedirs(os.environ["OUTPUT"], exist_ok=True)
    soldier = os.path.join(os.environ["PHALANX_SOURCE_DIR"], "assets", "soldier.glb")
    check_bad_forms(soldier)
    for rig in rigs():
        check_operators(rig)
        check_obj(rig)
        check_drawn(rig)
        check_aim(rig)
        check_ik(rig)
        check_spaces(rig)
    check_shared_names()
    for failure in FAILURES[:40]:
        print(failure)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())

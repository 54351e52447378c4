// The commands of the desktop's program.
#include <array>

#include "app/commands/command_rows.h"

namespace phalanx {

std::span<const Command> commands() {
    static const std::array kCommands{
        runCommand(),
        command<ShotOptions>("shot", kSee, "render an image, or a sequence of images, without a window"),
        command<InfoOptions>("info", kInspect, "what is in a model file"),
        command<BakeOptions>("bake", kInspect,
                             "bake a model's clips: statistics, the result, an image of it"),
        command<CompressOptions>("compress", kInspect,
                                 "methods of compression on a model's clips: bytes, error, time to decode"),
        command<FigureOptions>("figure", kInspect,
                               "the figures of docs/guide.md, drawn from a model's own data"),
        command<ConvertOptions>("convert", kInspect,
                                "write a model as a .phx file, which loads without import"),
        command<ExportOptions>("export", kInspect,
                               "the baked texture, the mesh and players for three.js, Unity and Godot"),
        command<PoseOptions>("pose", kInspect,
                             "the vertices of one pose, from a technique's shader or by exact sampling"),
        command<EventsOptions>("events", kInspect,
                               "what happens in a model's clips, and when: footsteps, shots, own markers"),
        command<BattleOptions>(
            "battle", kMeasure,
            "a battle without images: what happens, how many are left, its cost per frame"),
        command<SwitchesOptions>("switches", kMeasure,
                                 "the errors of nearest frames, fewer weights, encodings and crossfades"),
        command<RetargetOptions>("retarget", kMeasure,
                                 "how well clips of another skeleton fit a model: feet, hands, head"),
        command<IkOptions>("ik", kMeasure,
                           "two-bone IK, CCD and FABRIK on random chains and targets: rounds, errors, time"),
        command<FeetOptions>(
            "feet", kMeasure,
            "how well feet stand on hills: height, slide, soles, knees, from the GPU's rows"),
        command<FallsOptions>(
            "falls", kMeasure,
            "ragdolls that fall at random moments: joints, depth in the ground, time to rest"),
        verifyCommand(),
        command<BenchOptions>("bench", kMeasure,
                              "what each technique costs on this machine, timed interleaved in one run"),
        command<FlightOptions>("flight", kMeasure,
                               "frame times while a camera flies through the army, with culling and LODs"),
        command<GrowOptions>("grow", kMeasure, "the longest frame while the army grows"),
        command<DiagnoseOptions>("diagnose", kMeasure,
                                 "what limits a frame on this machine: CPU submit, vertices, triangles, "
                                 "pixels or layers"),
    };
    return kCommands;
}

}  // namespace phalanx

// Figures of the animation texture. Texels have the same colours as in `phalanx bake --png` and in the
// anatomy panel.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "anim/bake/frame_lookup.h"
#include "app/figures/bake_picture.h"
#include "app/figures/figures.h"
#include "app/figures/svg.h"

namespace phalanx {
namespace {

// Pixels.
constexpr double kMargin = 24.0;
constexpr double kLeft = 150.0;     // left edge of the texels; names of joints are to the left of it
constexpr int kTexel = 4;           // height of a texel
constexpr int kJoint = 3 * kTexel;  // height of a joint

// Walk and Run if the model has them, else the first two clips.
std::array<const BakedClip*, 2> twoClips(const BakedAnimation& baked) {
    const auto named = [&](const char* name, std::size_t otherwise) {
        const auto found = std::ranges::find(baked.clips, name, &BakedClip::name);
        return found != baked.clips.end() ? &*found
                                          : &baked.clips[std::min(otherwise, baked.clips.size() - 1)];
    };
    return {named("Walk", 0), named("Run", 1)};
}

std::string nameOfJoint(const Model& model, std::size_t joint) {
    return model.nodes[static_cast<std::size_t>(model.palette[joint].node)].name;
}

// Combines the rectangles of one colour into one path, so that a figure of thousands of texels is a small
// file.
class Texels {
  public:
    explicit Texels(const BakedAnimation& baked) : picture_(drawTexels(baked, 1)) {}

    // Adds every texel of one frame, at whole pixels. pale: 0..1, blends towards white.
    void addFrame(std::uint32_t frame, int x, int y, int width, double pale = 0.0) {
        for (int row = 0; row < picture_.height; ++row)
            addTexel(frame, row, x, y + row * kTexel, width, pale);
    }
    void addTexel(std::uint32_t frame, int row, int x, int y, int width, double pale) {
        const std::size_t at =
            (static_cast<std::size_t>(row) * static_cast<std::size_t>(picture_.width) + frame) * 4;
        std::string color = "#";
        for (std::size_t c = 0; c < 3; ++c) {
            const double value = picture_.rgba[at + c] + (255.0 - picture_.rgba[at + c]) * pale;
            color += fmt::format("{:x}", static_cast<int>(value / 16.0));  // 16 steps are enough
        }
        paths_[color] += fmt::format("M{} {}h{}v{}h-{}z", x, y, width, kTexel, width);
    }
    void drawInto(svg::Drawing& drawing) const {
        for (const auto& [color, path] : paths_) drawing.path(path, color);
    }

  private:
    TexelPicture picture_;
    std::map<std::string, std::string> paths_;
};

void drawJointNames(svg::Drawing& drawing, const Model& model, double top) {
    for (std::size_t joint = 0; joint < model.palette.size(); ++joint) {
        drawing.text(kLeft - 8.0, top + (static_cast<double>(joint) + 0.8) * kJoint, 10, svg::kFaintInk,
                     "end", nameOfJoint(model, joint));
    }
}

double head(svg::Drawing& drawing, const std::string& title, const std::vector<std::string>& lines) {
    double y = kMargin + 16.0;
    drawing.text(kMargin, y, 18, svg::kInk, "start", title, "bold");
    for (const std::string& line : lines) {
        y += 18.0;
        drawing.text(kMargin, y, 12, svg::kFaintInk, "start", line);
    }
    return y;
}

// The three texels of a joint in a frame, as text.
std::string rowsText(const BakedAnimation& baked, std::uint32_t frame, std::size_t joint) {
    std::string text;
    for (std::size_t row = 0; row < kTexelsPerEntry; ++row) {
        const glm::vec4& t =
            baked.texels[(std::size_t{frame} * baked.joints + joint) * kTexelsPerEntry + row];
        text += fmt::format("{}({:.3f}  {:.3f}  {:.3f}  {:.3f})", row == 0 ? "" : "   ", t.x, t.y, t.z, t.w);
    }
    return text;
}

}  // namespace

std::string drawTextureLayout(const FigureSource& source) {
    const BakedAnimation& baked = source.loaded.baked;
    const std::array<const BakedClip*, 2> clips = twoClips(baked);
    svg::Drawing drawing;
    const std::string title = fmt::format("The animation texture: {} and {}", clips[0]->name, clips[1]->name);
    double y =
        head(drawing, title,
             {fmt::format("Each column is a frame. Three rows per joint: the rows of its matrix "
                          "model_from_bind, four floats each. Colour: x, y, z of a row; grey is 0."),
              fmt::format("{} joints x 3 texels x {} frames of {} clips = {} texels. Entry number = frame x "
                          "{} + joint: in memory, each column follows the one before.",
                          baked.joints, baked.frames, baked.clips.size(),
                          baked.joints * baked.frames * kTexelsPerEntry, baked.joints)});
    const int top = static_cast<int>(y) + 40;
    drawJointNames(drawing, source.loaded.model, top);
    constexpr double kClipGap = 36.0;
    std::uint32_t frames = 0;
    for (const BakedClip* clip : clips) frames += clip->intervals + 1;
    const int width = std::max(2, static_cast<int>((svg::kWidth - kLeft - kMargin - kClipGap) / frames));
    const double bottom = top + static_cast<double>(baked.joints) * kJoint;
    Texels texels(baked);
    int x = static_cast<int>(kLeft);
    for (const BakedClip* clip : clips) {
        const int left = x;
        for (std::uint32_t i = 0; i <= clip->intervals; ++i) {
            texels.addFrame(clip->first_frame + i, x, top, width);
            x += width;
        }
        drawing.text(left, top - 10.0, 13, svg::kInk, "start",
                     fmt::format("{}: {:.2f} s at {:.1f} Hz", clip->name, clip->duration_s, clip->rate_hz),
                     "bold");
        drawing.text(left, bottom + 18.0, 12, svg::kFaintInk, "start",
                     fmt::format("frame {}", clip->first_frame));
        drawing.frame(x - width, top - 1.0, width, bottom - top + 2.0, svg::kOrange, 2.0);
        drawing.text(x, bottom + 18.0, 12, svg::kOrange, "end",
                     fmt::format("{}, {}", clip->first_frame + clip->intervals,
                                 clip->loops ? "a copy of the first" : "the last pose"));
        x += static_cast<int>(kClipGap);
    }
    texels.drawInto(drawing);
    y = bottom + 46.0;
    const BakedClip& shown = *clips[0];
    const std::size_t joint = baked.joints / 2;
    for (const std::uint32_t frame :
         {shown.first_frame, shown.first_frame + shown.intervals / 2, shown.first_frame + shown.intervals}) {
        drawing.text(kLeft - 8.0, y, 11, svg::kInk, "end",
                     fmt::format("{}, {}", nameOfJoint(source.loaded.model, joint), frame));
        drawing.text(kLeft, y, 11, svg::kFaintInk, "start", rowsText(baked, frame, joint));
        y += 16.0;
    }
    return drawing.file(y + 8.0, title);
}

std::string drawLookup(const FigureSource& source) {
    const Model& model = source.loaded.model;
    const BakedAnimation& baked = source.loaded.baked;
    constexpr double kPhase = 0.31;
    constexpr double kWeightOfB = 0.4;
    const std::array<const BakedClip*, 2> clips = twoClips(baked);
    const auto vertex =
        std::ranges::max_element(model.vertices, {}, [](const Vertex& v) { return v.weights[3]; });
    svg::Drawing drawing;
    const std::string title = "What one vertex reads: two frames of two clips";
    const double y =
        head(drawing, title,
             {fmt::format(
                 "Blend: {} {} and {} {}, at {:.0f} % of both clips. Vertex {} has the largest fourth joint "
                 "weight. Framed: the texels that are read.",
                 1.0 - kWeightOfB, clips[0]->name, kWeightOfB, clips[1]->name, kPhase * 100.0,
                 vertex - model.vertices.begin())});
    const int top = static_cast<int>(y) + 40;
    drawJointNames(drawing, model, top);
    constexpr int kColumns = 6;
    constexpr int kColumn = 34;
    constexpr double kText = 636.0;
    const std::array colors{svg::kOrange, svg::kBlue};
    Texels texels(baked);
    svg::Drawing marks;
    double line = top + 6.0;
    const auto say = [&](const std::string& text, const char* color, const char* weight = "normal") {
        drawing.text(kText, line, 12, color, "start", text, weight);
        line += 18.0;
    };
    int texels_read = 0;
    for (std::size_t which = 0; which < clips.size(); ++which) {
        const BakedClip& clip = *clips[which];
        const FramePair pair = lookUpFrames(clip, kPhase, FrameLookup::kLinear);
        const int left = static_cast<int>(kLeft) + static_cast<int>(which) * (kColumns * kColumn + 34);
        const std::uint32_t last = clip.first_frame + clip.intervals;
        const std::uint32_t first = std::max(clip.first_frame, pair.before > 2 ? pair.before - 2 : 0);
        const double share = which == 0 ? 1.0 - kWeightOfB : kWeightOfB;
        say(fmt::format("clip {} {}: weight {:.1f}", which == 0 ? "A" : "B", clip.name, share), colors[which],
            "bold");
        for (int column = 0; column < kColumns && first + static_cast<std::uint32_t>(column) <= last;
             ++column) {
            const std::uint32_t frame = first + static_cast<std::uint32_t>(column);
            const bool read = frame == pair.before || frame == pair.after;
            const int x = left + column * kColumn;
            texels.addFrame(frame, x, top, kColumn - 1, read ? 0.35 : 0.8);
            drawing.text(x + kColumn / 2.0, top - 8.0, 11, read ? colors[which] : svg::kFaintInk, "middle",
                         fmt::format("{}", frame), read ? "bold" : "normal");
            if (!read) continue;
            const double part = frame == pair.before ? 1.0 - pair.within : pair.within;
            say(fmt::format("frame {}: {:.1f} x {:.3f} = {:.3f}", frame, share, part, share * part),
                svg::kInk);
            for (std::size_t k = 0; k < kWeightsPerVertex; ++k) {
                if (!(vertex->weights[k] > 0.0F)) continue;
                const int joint = vertex->joints[k];
                for (int row = 0; row < 3; ++row)
                    texels.addTexel(frame, joint * 3 + row, x, top + joint * kJoint + row * kTexel,
                                    kColumn - 1, 0.0);
                marks.frame(x, top + static_cast<double>(joint) * kJoint, kColumn - 1, kJoint, colors[which],
                            2.0);
                texels_read += 3;
            }
        }
        line += 10.0;
    }
    texels.drawInto(drawing);
    say("joints of the vertex", svg::kInk, "bold");
    for (std::size_t k = 0; k < kWeightsPerVertex; ++k) {
        if (vertex->weights[k] > 0.0F)
            say(fmt::format("{}: weight {:.3f}", nameOfJoint(model, vertex->joints[k]), vertex->weights[k]),
                svg::kInk);
    }
    line += 10.0;
    say("sum", svg::kInk, "bold");
    say("p = sum over joints of joint weight x", svg::kInk);
    say("      (sum over frames of frame weight x rows) x p_bind", svg::kInk);
    say(fmt::format("2 clips x 2 frames x joints x 3 rows = {} texels", texels_read), svg::kInk);
    line += 10.0;
    say("nearest lookup: half of them", svg::kFaintInk);
    say("one clip alone: half of them", svg::kFaintInk);
    say("technique palette: 12, blended once per unit", svg::kFaintInk);
    return drawing.overlaid(marks).file(top + static_cast<double>(baked.joints) * kJoint + 24.0, title);
}

}  // namespace phalanx

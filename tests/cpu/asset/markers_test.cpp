// Markers of clips: in extras of animations and nodes, in containers, and in a file beside the model.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "asset/container/container.h"
#include "asset/marker_file.h"
#include "core/error.h"
#include "core/file.h"
#include "cpu/asset/samples/import_gltf_fixture.h"

namespace phalanx {
namespace {

using Json = nlohmann::json;
using test::ImportGltf;

class ImportMarkers : public ImportGltf {
  protected:
    // Clip "Bend" lasts 1 s.
    static test::GltfBuilder withExtras(const Json& of_animation, const Json& of_node = nullptr) {
        test::GltfBuilder builder = test::twoBones();
        if (!of_animation.is_null())
            builder.json["animations"][0]["extras"]["phalanx_markers"] = of_animation;
        if (!of_node.is_null()) builder.json["nodes"][0]["extras"]["phalanx_markers"] = of_node;
        return builder;
    }
    Model beside(const std::string& text) {
        const auto file = folder_.write("marked.glb", test::twoBones().glb());
        folder_.write("marked.markers.json", text);
        return importModel(file);
    }
    std::string errorBeside(const std::string& text) {
        try {
            beside(text);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::kInput);
            return error.what();
        }
        return "";
    }
};

using Markers = std::vector<Marker>;

TEST_F(ImportMarkers, OfAnimationsAsTextOrList) {
    EXPECT_EQ(import(withExtras("hit=0.75, fire=0.25")).clips[0].markers,
              (Markers{{"fire", 0.25}, {"hit", 0.75}}));
    const Json list = {{{"name", "fire"}, {"seconds", 0.0}}, {{"name", "end"}, {"seconds", 1.0}}};
    EXPECT_EQ(import(withExtras(list)).clips[0].markers, (Markers{{"fire", 0.0}, {"end", 1.0}}));
}

TEST_F(ImportMarkers, OfNodesByClip) {
    EXPECT_EQ(import(withExtras(nullptr, "Bend: fire=0.5, hit=0.25; Other: no=1")).clips[0].markers,
              (Markers{{"hit", 0.25}, {"fire", 0.5}}));
}

TEST_F(ImportMarkers, BeginAtTheFirstKey) {
    test::GltfBuilder builder = withExtras("fire=2.25");
    builder.json["animations"][0]["samplers"][0]["input"] =
        builder.accessor({2.0, 2.25, 2.5, 2.75, 3.0}, "SCALAR");
    EXPECT_EQ(import(builder).clips[0].markers, (Markers{{"fire", 0.25}}));
}

TEST_F(ImportMarkers, NonsenseIsLeftOutAndSaid) {
    const auto notesOf = [&](const Json& extras) {
        const Model model = import(withExtras(extras));
        EXPECT_TRUE(model.clips[0].markers.empty());
        std::string notes;
        for (const Note& note : model.notes) notes += note.text + "\n";
        return notes;
    };
    EXPECT_NE(notesOf("fire").find("1 invalid entry, first \"fire\""), std::string::npos);
    EXPECT_NE(notesOf("fire=soon").find("invalid entry"), std::string::npos);
    EXPECT_NE(notesOf("fire=nan").find("invalid entry"), std::string::npos);
    EXPECT_NE(notesOf(Json::array({5})).find("number 0"), std::string::npos);
    EXPECT_NE(notesOf(7).find("no list"), std::string::npos);
    EXPECT_NE(notesOf("fire=1.5").find("outside of its 1 s"), std::string::npos);
    EXPECT_NE(notesOf("fire=-0.1").find("outside"), std::string::npos);
}

TEST_F(ImportMarkers, ManyInvalidEntriesAreOneNote) {
    const Model model = import(withExtras(Json(std::vector<int>(5000, 7))));
    EXPECT_EQ(std::ranges::count_if(model.notes,
                                    [](const Note& note) {
                                        return note.text.find("5000 invalid entries") != std::string::npos;
                                    }),
              1);
}

TEST_F(ImportMarkers, ContainersKeepThem) {
    const Model model = import(withExtras("fire=0.25, hit=0.5"));
    const Model read = readContainer(writeContainer(model), "c.phx");
    EXPECT_EQ(read.clips[0].markers, model.clips[0].markers);
}

TEST_F(ImportMarkers, AFileBesideReplacesThem) {
    const Model model =
        beside(R"({"clips": {"Bend": [{"name": "b", "phase": 0.5}, {"name": "a", "seconds": 0.25}]}})");
    EXPECT_EQ(model.clips[0].markers, (Markers{{"a", 0.25}, {"b", 0.5}}));
    ASSERT_EQ(model.side_files.size(), 1U);
    // What is written can be read.
    EXPECT_EQ(beside(markerFileText(model)).clips[0].markers, model.clips[0].markers);
    EXPECT_TRUE(beside(R"({"clips": {"Bend": []}})").clips[0].markers.empty());
}

TEST_F(ImportMarkers, AFileBesideIsCheckedMemberByMember) {
    EXPECT_NE(errorBeside("{").find("marked.markers.json"), std::string::npos);
    EXPECT_NE(errorBeside(std::string(2'000'000, ' ')).find("larger than 1048576 bytes"), std::string::npos);
    EXPECT_NE(errorBeside("[]").find("not an object"), std::string::npos);
    EXPECT_NE(errorBeside(R"({"clip": {}})").find("did you mean clips"), std::string::npos);
    EXPECT_NE(errorBeside(R"({"clips": {"Walk": []}})").find("clips.Walk is no clip of marked"),
              std::string::npos);
    EXPECT_NE(errorBeside(R"({"clips": {"Bend": [{"name": "a"}]}})").find("clips.Bend[0] needs either"),
              std::string::npos);
    EXPECT_NE(
        errorBeside(R"({"clips": {"Bend": [{"name": "a", "seconds": 2}]}})").find("clips.Bend[0].seconds"),
        std::string::npos);
    EXPECT_NE(errorBeside(R"({"clips": {"Bend": [{"name": "", "phase": 0}]}})").find("clips.Bend[0].name"),
              std::string::npos);
}

}  // namespace
}  // namespace phalanx

#include "cpu/asset/samples/binary_samples.h"

#include <algorithm>
#include <array>
#include <bit>
#include <initializer_list>
#include <string_view>

namespace phalanx::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Appends values as little-endian bytes.
class Blob {
  public:
    Blob& bytes(std::initializer_list<unsigned> values) {
        for (const unsigned value : values) add(value, 1);
        return *this;
    }
    Blob& halves(std::initializer_list<unsigned> values) {
        for (const unsigned value : values) add(value, 2);
        return *this;
    }
    Blob& words(std::initializer_list<std::uint32_t> values) {
        for (const std::uint32_t value : values) add(value, 4);
        return *this;
    }
    Blob& numbers(std::initializer_list<float> values) {
        for (const float value : values) add(std::bit_cast<std::uint32_t>(value), 4);
        return *this;
    }
    // Padded with zeros up to `length`; not padded where `length` is 0.
    Blob& text(std::string_view text, std::size_t length = 0) {
        const std::size_t end = bytes_.size() + std::max(length, text.size());
        bytes_.insert(bytes_.end(), text.begin(), text.end());
        bytes_.resize(end, 0);
        return *this;
    }
    Blob& append(const Blob& other) {
        bytes_.insert(bytes_.end(), other.bytes_.begin(), other.bytes_.end());
        return *this;
    }
    // A chunk of an Ogre file: its number, its length including these six bytes, its content.
    Blob& chunk(unsigned id, const Blob& content) {
        return halves({id}).words({content.size() + 6}).append(content);
    }
    std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }
    const Bytes& content() const { return bytes_; }

  private:
    void add(std::uint32_t value, unsigned count) {
        for (unsigned i = 0; i < count; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    }

    Bytes bytes_;
};

using Corner = std::array<float, 3>;
constexpr std::array<Corner, 4> kCardCorners{
    {{0.0F, 0.0F, 0.0F}, {1.0F, 0.0F, 0.0F}, {0.0F, 2.0F, 0.0F}, {1.0F, 2.0F, 0.0F}}};
constexpr std::array<std::array<unsigned, 3>, 2> kTriangles{{{0, 1, 2}, {1, 3, 2}}};

}  // namespace

Bytes milkShapeFile() {
    Blob file;
    file.text("MS3D000000").words({4});
    file.halves({4});
    for (unsigned i = 0; i < kCardCorners.size(); ++i)
        file.bytes({0})
            .numbers({kCardCorners[i][0], kCardCorners[i][1], kCardCorners[i][2]})
            .bytes({i / 2, 1});
    file.halves({2});
    for (const auto& triangle : kTriangles) {
        file.halves({0, triangle[0], triangle[1], triangle[2]});
        for (int corner = 0; corner < 3; ++corner) file.numbers({0.0F, 0.0F, 1.0F});
        file.numbers({0.0F, 1.0F, 0.0F, 0.0F, 0.0F, 1.0F}).bytes({1, 0});
    }
    file.halves({1}).bytes({0}).text("card", 32).halves({2, 0, 1}).bytes({0xFF});
    file.halves({0});  // materials
    file.numbers({25.0F, 0.0F}).words({3});
    file.halves({2});
    for (const bool upper : {false, true}) {
        file.bytes({0}).text(upper ? "upper" : "lower", 32).text(upper ? "lower" : "", 32);
        file.numbers({0.0F, 0.0F, 0.0F, 0.0F, upper ? 1.0F : 0.0F, 0.0F}).halves({3, 3});
        for (const float time : {0.04F, 0.08F, 0.12F}) file.numbers({time, 0.0F, 0.0F, time});
        for (const float time : {0.04F, 0.08F, 0.12F}) file.numbers({time, 0.0F, 0.0F, 0.0F});
    }
    return file.content();
}

Bytes interQuakeFile() {
    const std::string_view names("\0card\0lower\0upper\0", 18);
    constexpr std::uint32_t kHead = 124;
    Blob body;
    const auto offset = [&] { return kHead + body.size(); };
    const std::uint32_t text = offset();
    body.text(names).bytes({0, 0});
    const std::uint32_t meshes = offset();
    body.words({1, 0, 0, 4, 0, 2});
    const std::uint32_t positions = offset();
    for (const Corner& corner : kCardCorners) body.numbers({corner[0], corner[1], corner[2]});
    const std::uint32_t joint_numbers = offset();
    for (unsigned i = 0; i < kCardCorners.size(); ++i) body.bytes({i / 2, 0, 0, 0});
    const std::uint32_t weights = offset();
    for (unsigned i = 0; i < kCardCorners.size(); ++i) body.bytes({255, 0, 0, 0});
    const std::uint32_t arrays = offset();
    body.words({0, 0, 7, 3, positions, 4, 0, 1, 4, joint_numbers, 5, 0, 1, 4, weights});
    const std::uint32_t triangles = offset();
    for (const auto& triangle : kTriangles) body.words({triangle[0], triangle[1], triangle[2]});
    const std::uint32_t joints = offset();
    for (const bool upper : {false, true}) {
        body.words({upper ? 12U : 6U, upper ? 0U : 0xFFFFFFFFU});
        body.numbers({0.0F, upper ? 1.0F : 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 1.0F, 1.0F, 1.0F, 1.0F});
    }
    Blob file;
    file.text("INTERQUAKEMODEL", 16).words({2, offset(), 0});
    file.words({static_cast<std::uint32_t>(names.size()), text, 1, meshes, 3, 4, arrays, 2, triangles, 0});
    file.words({2, joints, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    return file.append(body).content();
}

Bytes quakeFile() {
    Blob file;
    file.text("IDPO").words({6});
    file.numbers({0.01F, 0.01F, 0.01F, 0.0F, 0.0F, 0.0F, 2.0F, 0.0F, 0.0F, 0.0F});
    file.words({1, 4, 4, 4, 2, 2, 0, 0}).numbers({1.0F});
    file.words({0}).text("", 16);
    for (int vertex = 0; vertex < 4; ++vertex) file.words({0, 1, 1});
    for (const auto& triangle : kTriangles) file.words({1, triangle[0], triangle[1], triangle[2]});
    for (const unsigned frame : {0U, 1U}) {
        file.words({0}).bytes({0, 0, 0, 0, 100, 0, 200, 0}).text("frame", 16);
        for (const Corner& corner : kCardCorners) {
            file.bytes({static_cast<unsigned>(corner[0] * 100.0F) + frame, 0,
                        static_cast<unsigned>(corner[1] * 100.0F), 0});
        }
    }
    return file.content();
}

Bytes ogreBinaryFile() {
    Blob element;
    element.chunk(0x5110, Blob().halves({0, 2, 1, 0, 0})).chunk(0x5110, Blob().halves({0, 2, 4, 12, 0}));
    Blob data;
    for (const Corner& corner : kCardCorners)
        data.numbers({corner[0], corner[1], corner[2], 0.0F, 0.0F, 1.0F});
    Blob buffer;
    buffer.halves({0, 24}).chunk(0x5210, data);
    Blob geometry;
    geometry.words({4}).chunk(0x5100, element).chunk(0x5200, buffer);
    Blob submesh;
    submesh.text("Skin\n").bytes({0}).words({6}).bytes({0});
    for (const auto& triangle : kTriangles) submesh.halves({triangle[0], triangle[1], triangle[2]});
    submesh.chunk(0x5000, geometry).chunk(0x4010, Blob().halves({4}));
    Blob mesh;
    mesh.bytes({0}).chunk(0x4000, submesh);
    return Blob().halves({0x1000}).text("[MeshSerializer_v1.8]\n").chunk(0x3000, mesh).content();
}

}  // namespace phalanx::test

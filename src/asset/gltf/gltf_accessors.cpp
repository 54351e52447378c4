// The numbers behind a glTF file's accessors: types, strides, normalized integers and sparse values.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "anim/pose/model.h"
#include "asset/gltf/gltf_file.h"

namespace phalanx {
namespace {

std::size_t bytesOfType(int component_type) {
    switch (component_type) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return 1;
        case TINYGLTF_COMPONENT_TYPE_SHORT:
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return 2;
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
        case TINYGLTF_COMPONENT_TYPE_FLOAT:
            return 4;
        default:
            return 0;
    }
}

template <typename T>
double readAs(const std::uint8_t* bytes, bool normalized) {
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    if constexpr (std::numeric_limits<T>::is_integer) {
        if (normalized)
            return std::max(-1.0,
                            static_cast<double>(value) / static_cast<double>(std::numeric_limits<T>::max()));
    }
    return static_cast<double>(value);
}

double readComponent(const std::uint8_t* bytes, int type, bool normalized) {
    switch (type) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
            return readAs<std::int8_t>(bytes, normalized);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return readAs<std::uint8_t>(bytes, normalized);
        case TINYGLTF_COMPONENT_TYPE_SHORT:
            return readAs<std::int16_t>(bytes, normalized);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return readAs<std::uint16_t>(bytes, normalized);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
            return readAs<std::uint32_t>(bytes, normalized);
        default:
            return readAs<float>(bytes, false);
    }
}

}  // namespace

bool isUnsignedInteger(int component_type) {
    return component_type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE ||
           component_type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ||
           component_type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
}

const tinygltf::Accessor& GltfFile::accessor(int index, const std::string& what) const {
    if (index < 0 || static_cast<std::size_t>(index) >= model_.accessors.size())
        fail(fmt::format("{} uses accessor {} of only {}", what, index, model_.accessors.size()));
    return model_.accessors[static_cast<std::size_t>(index)];
}

void GltfFile::checkAccessors() const {
    for (std::size_t i = 0; i < model_.accessors.size(); ++i) {
        const tinygltf::Accessor& from = model_.accessors[i];
        const std::size_t component = bytesOfType(from.componentType);
        const int components = tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(from.type));
        if (from.count == 0 || component == 0 || components <= 0)
            fail(fmt::format("accessor {} is empty or of unknown type", i));
        if (from.bufferView < 0) {
            // An accessor without data is zero except for its sparse values, so no data limits its count.
            if (from.count > kMaxVertices) {
                fail(fmt::format("accessor {} has {} elements but no data; the limit is {}", i, from.count,
                                 kMaxVertices));
            }
            continue;
        }
        const auto view = static_cast<std::size_t>(from.bufferView);
        if (view >= model_.bufferViews.size())
            fail(fmt::format("accessor {} uses view {} of only {}", i, view, model_.bufferViews.size()));
        const std::size_t length = model_.bufferViews[view].byteLength;
        const std::size_t element = component * static_cast<std::size_t>(components);
        const std::size_t stride = strides_[view] > 0 ? strides_[view] : element;
        if (from.byteOffset > length)
            fail(fmt::format("an accessor starts past the {} bytes of view {}", length, view));
        const std::size_t room = length - from.byteOffset;
        if (stride < element) {
            fail(fmt::format("accessor {} has elements of {} bytes, more than the stride of {} of view {}", i,
                             element, stride, view));
        }
        if (room < element || (from.count - 1) > (room - element) / stride) {
            fail(fmt::format("accessor {} has {} elements of {} bytes, more than fit into its view", i,
                             from.count, element));
        }
    }
}

GltfNumbers GltfFile::read(int index) const {
    const tinygltf::Accessor& from = accessor(index, "the file");
    GltfNumbers numbers;
    numbers.count = from.count;
    numbers.components = tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(from.type));
    const auto components = static_cast<std::size_t>(numbers.components);
    numbers.values.assign(numbers.count * components, 0.0);
    if (from.bufferView >= 0) {
        const std::size_t component = bytesOfType(from.componentType);
        const std::size_t element = component * components;
        const std::span<const std::uint8_t> bytes = view(from.bufferView);
        const auto of_view = static_cast<std::size_t>(from.bufferView);
        const std::size_t stride = strides_[of_view] > 0 ? strides_[of_view] : element;
        // A compressed view may have fewer bytes than it declares.
        if (from.byteOffset + (from.count - 1) * stride + element > bytes.size())
            fail(fmt::format("accessor {} extends past the {} bytes of its view", index, bytes.size()));
        for (std::size_t e = 0; e < from.count; ++e) {
            const std::uint8_t* at = bytes.data() + from.byteOffset + e * stride;
            for (std::size_t c = 0; c < components; ++c) {
                numbers.values[e * components + c] =
                    readComponent(at + c * component, from.componentType, from.normalized);
            }
        }
    }
    if (from.sparse.isSparse) addSparse(index, from, numbers);
    return numbers;
}

void GltfFile::addSparse(int index, const tinygltf::Accessor& from, GltfNumbers& numbers) const {
    const auto components = static_cast<std::size_t>(numbers.components);
    const auto changed = static_cast<std::size_t>(std::max(from.sparse.count, 0));
    // tinygltf 2.7 has signed offsets here, 2.9 unsigned ones; checkGltfJson() has refused negative numbers.
    const auto after = [&](int view_index, auto offset) {
        const std::span<const std::uint8_t> bytes = view(view_index);
        const auto start = static_cast<std::size_t>(offset);
        return start > bytes.size() ? std::span<const std::uint8_t>{} : bytes.subspan(start);
    };
    const auto where = after(from.sparse.indices.bufferView, from.sparse.indices.byteOffset);
    const auto what = after(from.sparse.values.bufferView, from.sparse.values.byteOffset);
    const std::size_t index_bytes = bytesOfType(from.sparse.indices.componentType);
    const std::size_t component = bytesOfType(from.componentType);
    const std::size_t element = component * components;
    if (!isUnsignedInteger(from.sparse.indices.componentType))
        fail(fmt::format("the sparse indices of accessor {} are not of an unsigned integer type", index));
    double last = -1.0;
    if (element == 0 || changed > where.size() / index_bytes || changed > what.size() / element)
        fail(fmt::format("the sparse values of accessor {} extend past their view", index));
    for (std::size_t k = 0; k < changed; ++k) {
        const double at =
            readComponent(where.data() + k * index_bytes, from.sparse.indices.componentType, false);
        if (at >= static_cast<double>(numbers.count)) {
            fail(fmt::format("a sparse value of accessor {} is for element {} of only {}", index, at,
                             numbers.count));
        }
        if (at <= last) {
            fail(fmt::format("the sparse indices of accessor {} do not increase: {} follows {}", index, at,
                             last));
        }
        last = at;
        for (std::size_t c = 0; c < components; ++c) {
            numbers.values[static_cast<std::size_t>(at) * components + c] =
                readComponent(what.data() + k * element + c * component, from.componentType, from.normalized);
        }
    }
}

GltfNumbers GltfFile::read(int index, int type, const std::string& what) const {
    const auto nameOf = [](int t) {
        switch (t) {
            case TINYGLTF_TYPE_SCALAR:
                return "SCALAR";
            case TINYGLTF_TYPE_VEC2:
                return "VEC2";
            case TINYGLTF_TYPE_VEC3:
                return "VEC3";
            case TINYGLTF_TYPE_VEC4:
                return "VEC4";
            case TINYGLTF_TYPE_MAT2:
                return "MAT2";
            case TINYGLTF_TYPE_MAT3:
                return "MAT3";
            default:
                return "MAT4";
        }
    };
    const int found = accessor(index, what).type;
    if (found != type) fail(fmt::format("{} is of type {}, not {}", what, nameOf(found), nameOf(type)));
    return read(index);
}

}  // namespace phalanx

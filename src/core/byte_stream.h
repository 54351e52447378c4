// Writes and reads little-endian values. The reader checks every count against the remaining bytes.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/error.h"

namespace phalanx {

class ByteWriter {
  public:
    template <typename Unsigned>
    requires std::is_unsigned_v<Unsigned>
    void integer(Unsigned value) {
        std::array<std::uint8_t, sizeof(Unsigned)> bytes{};
        for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
            bytes[i] = static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8U * i));
        }
        raw(bytes);
    }
    void number(float value) { integer(std::bit_cast<std::uint32_t>(value)); }
    void number(double value) { integer(std::bit_cast<std::uint64_t>(value)); }
    template <int N, typename T>
    void vector(const glm::vec<N, T>& v) {
        for (int i = 0; i < N; ++i) number(v[i]);
    }
    void vector(const glm::dquat& q) {
        for (const double value : {q.w, q.x, q.y, q.z}) number(value);
    }
    void matrix(const glm::dmat4& m) {
        for (int column = 0; column < 4; ++column) vector(m[column]);
    }
    void text(std::string_view value) {
        integer(static_cast<std::uint32_t>(value.size()));
        bytes_.insert(bytes_.end(), value.begin(), value.end());
    }
    template <typename Items, typename Write>
    void list(const Items& items, const Write& write) {
        integer(static_cast<std::uint32_t>(items.size()));
        for (const auto& item : items) write(item);
    }
    void raw(std::span<const std::uint8_t> value) { bytes_.insert(bytes_.end(), value.begin(), value.end()); }

    std::vector<std::uint8_t> take() { return std::move(bytes_); }

  private:
    std::vector<std::uint8_t> bytes_;
};

// Every function throws Error (kInput) that starts with `name` if the bytes end early or a value is invalid.
// The content may take much more memory than bytes in the file: an empty list takes 4 bytes in the file and
// an object of 24 in memory. So all memory is counted against a budget of `memory_bytes`.
class ByteReader {
  public:
    // kind: what errors say that the bytes should be.
    ByteReader(std::span<const std::uint8_t> bytes, std::string name, std::uint64_t memory_bytes,
               const char* kind = "Phalanx container")
        : bytes_(bytes), name_(std::move(name)), budget_(memory_bytes), kind_(kind) {}

    template <typename Unsigned>
    requires std::is_unsigned_v<Unsigned> Unsigned integer() {
        const std::span<const std::uint8_t> from = raw(sizeof(Unsigned));
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < sizeof(Unsigned); ++i)
            value |= static_cast<std::uint64_t>(from[i]) << (8U * i);
        return static_cast<Unsigned>(value);
    }
    // Fails if the number is not finite.
    template <typename Float>
    requires std::is_floating_point_v<Float> Float number() {
        using Bits = std::conditional_t<sizeof(Float) == 4, std::uint32_t, std::uint64_t>;
        const auto value = std::bit_cast<Float>(integer<Bits>());
        if (!std::isfinite(value)) fail("it has a number that is not finite");
        return value;
    }
    template <int N, typename T>
    void vector(glm::vec<N, T>& v) {
        for (int i = 0; i < N; ++i) v[i] = number<T>();
    }
    void vector(glm::dquat& q) {
        const auto w = number<double>();
        const auto x = number<double>();
        const auto y = number<double>();
        const auto z = number<double>();
        q = glm::dquat(w, x, y, z);
    }
    void matrix(glm::dmat4& m) {
        for (int column = 0; column < 4; ++column) vector(m[column]);
    }
    std::string text() {
        const std::span<const std::uint8_t> from = raw(integer<std::uint32_t>());
        charge(from.size(), 1);
        return {from.begin(), from.end()};
    }
    // Reads the number of items that follow, each of at least `item_bytes` bytes. Fails if the remaining
    // bytes cannot hold them.
    std::size_t count(std::size_t item_bytes) {
        const std::size_t items = integer<std::uint32_t>();
        if (items > left() / item_bytes)
            fail(std::to_string(items) + " items expected, " + std::to_string(left()) + " bytes left");
        return items;
    }
    // item_bytes: the least that an item takes in the file.
    template <typename Item, typename Read>
    void list(std::vector<Item>& items, std::size_t item_bytes, const Read& read) {
        const std::size_t number = count(item_bytes);
        charge(number, sizeof(Item));
        items.resize(number);
        for (Item& item : items) read(item);
    }
    // Counts `items` of `item_bytes` each against the budget. Call it before the memory is allocated.
    void charge(std::size_t items, std::size_t item_bytes) {
        if (items > (budget_ - charged_) / item_bytes) {
            fail("with another " + std::to_string(items) + " items its " + std::to_string(bytes_.size()) +
                 " bytes would take more than " + std::to_string(budget_) + " bytes of memory, the limit");
        }
        charged_ += items * item_bytes;
    }
    std::span<const std::uint8_t> raw(std::size_t count) {
        if (count > left()) fail("it ends early, at byte " + std::to_string(bytes_.size()));
        const std::span<const std::uint8_t> result = bytes_.subspan(at_, count);
        at_ += count;
        return result;
    }
    std::size_t left() const { return bytes_.size() - at_; }
    const std::string& name() const { return name_; }

    [[noreturn]] void fail(const std::string& what) const {
        throw inputError(name_, std::string("is not a usable ") + kind_ + ": " + what);
    }

  private:
    std::span<const std::uint8_t> bytes_;
    std::string name_;
    std::size_t at_ = 0;
    std::uint64_t budget_;
    const char* kind_;
    std::uint64_t charged_ = 0;
};

}  // namespace phalanx

// Parts of C++20 that the C++ libraries of Debian's Emscripten lack: of LLVM 14 in Debian 12, of LLVM 19 in
// Debian 13; included before every source of the page (CMakeLists.txt). Each part is left out where the
// library has it.
#pragma once

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <ranges>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>

namespace std {

#ifndef __cpp_lib_bit_cast
template <typename To, typename From>
requires(sizeof(To) == sizeof(From)) constexpr To bit_cast(const From& from) noexcept {
    return __builtin_bit_cast(To, from);
}
#endif

#if _LIBCPP_VERSION < 200000
// from_chars() of floating-point numbers, by strtod(): for whole texts, as they are used here.
template <typename Number>
requires is_floating_point_v<Number> from_chars_result from_chars(const char* first, const char* last,
                                                                  Number& value) {
    const string text(first, last);
    if (text.empty() || text[0] == '+' || text[0] == ' ' || text.find('x') != string::npos)
        return {first, errc::invalid_argument};
    char* end = nullptr;
    errno = 0;
    const double read = strtod(text.c_str(), &end);
    if (end == text.c_str()) return {first, errc::invalid_argument};
    if (errno == ERANGE) return {first + (end - text.c_str()), errc::result_out_of_range};
    value = static_cast<Number>(read);
    return {first + (end - text.c_str()), errc{}};
}
#endif

#if _LIBCPP_VERSION < 15000
namespace ranges {

#define PH_PROJECTED(name, call)                                                          \
    template <typename Range, typename Predicate, typename Projection = identity>         \
    constexpr auto name(Range&& range, Predicate predicate, Projection projection = {}) { \
        const auto projected = [&](auto&& each) -> bool {                                 \
            return std::invoke(predicate, std::invoke(projection, each));                 \
        };                                                                                \
        return call(std::begin(range), std::end(range), projected);                       \
    }
PH_PROJECTED(all_of, std::all_of)
PH_PROJECTED(any_of, std::any_of)
PH_PROJECTED(none_of, std::none_of)
PH_PROJECTED(find_if, std::find_if)
PH_PROJECTED(count_if, std::count_if)
#undef PH_PROJECTED

#define PH_ORDERED(name, call)                                                                \
    template <typename Range, typename Less = ranges::less, typename Projection = identity>   \
    constexpr auto name(Range&& range, Less less = {}, Projection projection = {}) {          \
        return call(std::begin(range), std::end(range), [&](const auto& a, const auto& b) {   \
            return std::invoke(less, std::invoke(projection, a), std::invoke(projection, b)); \
        });                                                                                   \
    }
PH_ORDERED(sort, std::sort)
PH_ORDERED(stable_sort, std::stable_sort)
PH_ORDERED(is_sorted, std::is_sorted)
PH_ORDERED(min_element, std::min_element)
PH_ORDERED(max_element, std::max_element)
PH_ORDERED(minmax_element, std::minmax_element)
#undef PH_ORDERED

template <typename Range, typename Value, typename Projection = identity>
constexpr auto find(Range&& range, const Value& value, Projection projection = {}) {
    return std::find_if(std::begin(range), std::end(range),
                        [&](const auto& each) { return std::invoke(projection, each) == value; });
}

template <typename Range, typename Value, typename Projection = identity>
constexpr auto count(Range&& range, const Value& value, Projection projection = {}) {
    return std::count_if(std::begin(range), std::end(range),
                         [&](const auto& each) { return std::invoke(projection, each) == value; });
}

template <typename Range, typename Old, typename New>
constexpr void replace(Range&& range, const Old& old_value, const New& new_value) {
    std::replace(std::begin(range), std::end(range), old_value, new_value);
}

template <typename Range, typename Value, typename Less = ranges::less, typename Projection = identity>
constexpr auto lower_bound(Range&& range, const Value& value, Less less = {}, Projection projection = {}) {
    return std::lower_bound(std::begin(range), std::end(range), value,
                            [&](const auto& each, const Value& wanted) {
                                return std::invoke(less, std::invoke(projection, each), wanted);
                            });
}

template <typename Range, typename Less = ranges::less, typename Projection = identity>
constexpr auto max(Range&& range, Less less = {}, Projection projection = {}) {
    return *ranges::max_element(range, less, projection);
}

template <typename Range, typename Less = ranges::less, typename Projection = identity>
constexpr auto min(Range&& range, Less less = {}, Projection projection = {}) {
    return *ranges::min_element(range, less, projection);
}

template <typename Value>
struct minmax_result {
    Value min, max;
};
template <typename Range>
constexpr auto minmax(Range&& range) {
    const auto [least, most] = std::minmax_element(std::begin(range), std::end(range));
    return minmax_result<remove_cvref_t<decltype(*least)>>{*least, *most};
}

template <typename Range, typename Value>
constexpr void fill(Range&& range, const Value& value) {
    std::fill(std::begin(range), std::end(range), value);
}

template <typename Range, typename Out>
constexpr void copy(Range&& range, Out out) {
    std::copy(std::begin(range), std::end(range), out);
}

template <typename Range, typename Out, typename Predicate>
constexpr void copy_if(Range&& range, Out out, Predicate predicate) {
    std::copy_if(std::begin(range), std::end(range), out,
                 [&](const auto& each) -> bool { return std::invoke(predicate, each); });
}

template <typename Range, typename Out, typename Operation>
constexpr void transform(Range&& range, Out out, Operation operation) {
    std::transform(std::begin(range), std::end(range), out,
                   [&](const auto& each) { return std::invoke(operation, each); });
}

template <typename Range, typename Action>
constexpr void for_each(Range&& range, Action action) {
    for (auto&& each : range) std::invoke(action, each);
}

template <typename A, typename B>
constexpr bool equal(const A& a, const B& b) {
    return std::equal(std::begin(a), std::end(a), std::begin(b), std::end(b));
}

}  // namespace ranges
#endif

}  // namespace std

// How a binder chooses among the instances of a handler template: by type, by value, by flags. `make` is a template
// lambda that gets constants in the place of values and returns a handler, nullptr where there is none.
#pragma once

#include <bit>
#include <type_traits>
#include <utility>

#include "core/simt/ops/scalar_float.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

/// A value as the argument of a template lambda; a type is a Tag.
template <auto kValue>
struct Constant {};

/// PTX's type for a lane's integer or a floating-point format.
template <class T>
consteval ptx::Type type_of() {
  if constexpr (std::is_same_v<T, F16>) return ptx::Type::f16;
  if constexpr (std::is_same_v<T, BF16>) return ptx::Type::bf16;
  if constexpr (std::is_same_v<T, F32>) return ptx::Type::f32;
  if constexpr (std::is_same_v<T, F64>) return ptx::Type::f64;
  if constexpr (std::is_integral_v<T>) {
    constexpr auto kFirst = static_cast<unsigned>(std::is_signed_v<T> ? ptx::Type::s8 : ptx::Type::u8);
    return static_cast<ptx::Type>(kFirst + std::countr_zero(sizeof(T)));
  }
}

/// make(Tag<T>()) for the T that `type` names; nullptr where it names none of them.
template <class... T, class Make>
LaneHandler for_type(ptx::Type type, Make make) {
  LaneHandler handler = nullptr;
  static_cast<void>(((type == type_of<T>() && (handler = make(Tag<T>{}), true)) || ...));
  return handler;
}
template <class Make>
LaneHandler for_integer(ptx::Type type, Make make) {
  return for_type<std::uint16_t, std::int16_t, std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>(type, make);
}

/// make(Constant<value>()); nullptr where it is none of these values.
template <auto... kValues, class Value, class Make>
LaneHandler for_value(Value value, Make make) {
  LaneHandler handler = nullptr;
  static_cast<void>(((value == kValues && (handler = make(Constant<kValues>{}), true)) || ...));
  return handler;
}

/// make(Constant<flag>()...).
template <class Make, class... Flags>
LaneHandler for_flags(Make make, Flags... flags) {
  if constexpr (sizeof...(Flags) == 0) {
    return make();
  } else {
    return [make](bool first, auto... rest) {
      return first ? for_flags([make](auto... more) { return make(Constant<true>{}, more...); }, rest...)
                   : for_flags([make](auto... more) { return make(Constant<false>{}, more...); }, rest...);
    }(flags...);
  }
}

template <std::size_t, class T>
using Repeated = T;
template <class Op, class T, std::size_t... kIndex>
constexpr LaneHandler each_lane_of(std::index_sequence<kIndex...>) {
  return &each_lane<Op, T, Repeated<kIndex, T>...>;
}
/// The handler of an operation whose result and kSources sources have one type.
template <class Op, class T, std::size_t kSources>
static constexpr LaneHandler uniform = each_lane_of<Op, T>(std::make_index_sequence<kSources>{});

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA

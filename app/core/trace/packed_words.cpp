#include "core/trace/packed_words.h"

#include <bit>
#include <cstring>

namespace bankloom::packed {
namespace {

enum class Form : std::uint8_t {
  line,        ///< word 0 and the stride, as integers modulo 2^32
  float_line,  ///< the same as floats, each rounded once
  bytes,       ///< word 0, and per lane 8 neighbouring bits in which it differs
  halves,      ///< the same with 16 bits
  full,        ///< 32 bits per lane
};

// The first byte: the form in the lowest three bits, and above them the position of the lowest bit that differs.
constexpr unsigned kFormBits = 3;

template <typename T>
std::byte* put(std::byte* out, const T& value) {
  std::memcpy(out, &value, sizeof value);
  return out + sizeof value;
}

template <typename T>
const std::byte* take(const std::byte* in, T& value) {
  std::memcpy(&value, in, sizeof value);
  return in + sizeof value;
}

void fill_line(std::uint32_t base, std::uint32_t stride, Words& words) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane) words[lane] = base + lane * stride;
}

/// The product is exact in double precision, so there is one rounding before that to a float, fused or not.
std::uint32_t on_float_line(float base, float stride, unsigned lane) {
  return std::bit_cast<std::uint32_t>(
      static_cast<float>(static_cast<double>(base) + static_cast<double>(stride) * static_cast<int>(lane)));
}

void fill_float_line(std::uint32_t base, std::uint32_t stride, Words& words) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    words[lane] = on_float_line(std::bit_cast<float>(base), std::bit_cast<float>(stride), lane);
  }
}

bool is_line(const Words& words, std::uint32_t stride) {
  if (words[kWarpSize - 1] != words[0] + (kWarpSize - 1) * stride) return false;
  std::uint32_t wrong = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) wrong |= words[lane] ^ (words[0] + lane * stride);
  return wrong == 0;
}

bool is_float_line(const Words& words, std::uint32_t stride) {
  const auto first = std::bit_cast<float>(words[0]);
  const auto step = std::bit_cast<float>(stride);
  if (words[kWarpSize - 1] != on_float_line(first, step, kWarpSize - 1)) return false;
  std::uint32_t wrong = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) wrong |= words[lane] ^ on_float_line(first, step, lane);
  return wrong == 0;
}

template <typename Part>
std::byte* put_parts(const Words& words, unsigned shift, std::byte* out) {
  std::array<Part, kWarpSize> parts;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) parts[lane] = static_cast<Part>((words[lane] ^ words[0]) >> shift);
  return put(out, parts);
}

template <typename Part>
const std::byte* take_parts(const std::byte* in, std::uint32_t base, unsigned shift, Words& words) {
  std::array<Part, kWarpSize> parts;
  in = take(in, parts);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) words[lane] = base ^ (std::uint32_t{parts[lane]} << shift);
  return in;
}

std::byte* put_form(std::byte* out, Form form, unsigned shift = 0) {
  return put(out, static_cast<std::uint8_t>(static_cast<unsigned>(form) | shift << kFormBits));
}

}  // namespace

std::byte* write_words(const Words& words, std::byte* out) {
  const std::uint32_t stride = words[1] - words[0];
  if (is_line(words, stride)) return put(put(put_form(out, Form::line), words[0]), stride);
  const auto float_stride =
      std::bit_cast<std::uint32_t>(std::bit_cast<float>(words[1]) - std::bit_cast<float>(words[0]));
  if (is_float_line(words, float_stride)) {
    return put(put(put_form(out, Form::float_line), words[0]), float_stride);
  }
  std::uint32_t differing = 0;
  for (const std::uint32_t word : words) differing |= word ^ words[0];
  const auto shift = static_cast<unsigned>(std::countr_zero(differing));
  const auto bits = static_cast<unsigned>(std::bit_width(differing >> shift));
  if (bits <= 8) return put_parts<std::uint8_t>(words, shift, put(put_form(out, Form::bytes, shift), words[0]));
  if (bits <= 16) return put_parts<std::uint16_t>(words, shift, put(put_form(out, Form::halves, shift), words[0]));
  return put(put_form(out, Form::full), words);
}

const std::byte* read_words(const std::byte* in, Words& words) {
  std::uint8_t first = 0;
  in = take(in, first);
  const auto form = static_cast<Form>(first & ((1U << kFormBits) - 1));
  if (form == Form::full) return take(in, words);
  std::uint32_t base = 0;
  in = take(in, base);
  const unsigned shift = first >> kFormBits;
  if (form == Form::bytes) return take_parts<std::uint8_t>(in, base, shift, words);
  if (form == Form::halves) return take_parts<std::uint16_t>(in, base, shift, words);
  std::uint32_t stride = 0;
  in = take(in, stride);
  form == Form::line ? fill_line(base, stride, words) : fill_float_line(base, stride, words);
  return in;
}

}  // namespace bankloom::packed

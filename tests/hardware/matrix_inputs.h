// The matrix instructions that were run on an H200 and their operands: what scripts/matrix_table.cpp records and what
// the test repeats. The operands are not kept in a file; they follow from the form, the class and the case's number.
//
// Fragments are laid out here as formulas per element (PTX ISA, "Matrix Fragments for mma..."), written for this
// program and not taken from the emulator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bankloom::matrix_rows {

struct Form {
  std::string modifiers;  ///< what follows `mma.sync.aligned` or, for wmma, `wmma.mma`
  unsigned m = 0, n = 0, k = 0;
  std::string_view a, b, c, d;  ///< element types, ".f16"
  bool wmma = false;
  bool a_row = true, b_col = true;
  std::string_view op = {};  ///< b1: ".xor.popc"
  std::string_view extra = {};
};

inline unsigned bits_of(std::string_view type) {
  if (type == ".f64") return 64;
  if (type == ".f32" || type == ".tf32" || type == ".s32") return 32;
  if (type == ".f16" || type == ".bf16") return 16;
  if (type == ".s4" || type == ".u4") return 4;
  if (type == ".b1") return 1;
  return 8;
}

inline std::string shape_of(const Form& form) {
  return ".m" + std::to_string(form.m) + "n" + std::to_string(form.n) + "k" + std::to_string(form.k);
}

inline void add_mma(std::vector<Form>& forms, unsigned m, unsigned n, unsigned k, std::string_view a,
                    std::string_view b, std::string_view c, std::string_view d, std::string_view extra = {},
                    bool a_row = true, bool b_col = true, std::string_view op = {}) {
  Form form{"", m, n, k, a, b, c, d, false, a_row, b_col, op, extra};
  form.modifiers = shape_of(form) + (a_row ? ".row" : ".col") + (b_col ? ".col" : ".row") + std::string(extra) +
                   std::string(d) + std::string(a) + std::string(b) + std::string(c) + std::string(op);
  forms.push_back(form);
}

inline void add_wmma(std::vector<Form>& forms, unsigned m, unsigned n, unsigned k, std::string_view a,
                     std::string_view c, std::string_view d, std::string_view extra = {}, std::string_view op = {}) {
  Form form{"", m, n, k, a, a, c, d, true, true, true, op, extra};
  const bool half = a == ".f16";
  const bool round = a == ".f64";
  form.modifiers = std::string(op) + ".sync.aligned.row.col" + shape_of(form) + (round ? std::string(extra) : "") +
                   std::string(d) + (half ? "" : std::string(a) + std::string(a)) + std::string(c) +
                   (round ? "" : std::string(extra));
  forms.push_back(form);
}

/// Every form, in the order of the recorded table.
inline std::vector<Form> all_forms() {
  std::vector<Form> forms;
  for (const std::string_view acc : {".f32", ".f16"}) {
    add_mma(forms, 16, 8, 8, ".f16", ".f16", acc, acc);
    add_mma(forms, 16, 8, 16, ".f16", ".f16", acc, acc);
    add_mma(forms, 8, 8, 4, ".f16", ".f16", acc, acc);
    add_mma(forms, 8, 8, 4, ".f16", ".f16", acc, acc, "", false, false);
  }
  add_mma(forms, 8, 8, 4, ".f16", ".f16", ".f16", ".f32");
  for (const unsigned k : {8u, 16u}) add_mma(forms, 16, 8, k, ".bf16", ".bf16", ".f32", ".f32");
  for (const unsigned k : {4u, 8u}) add_mma(forms, 16, 8, k, ".tf32", ".tf32", ".f32", ".f32");
  for (const std::string_view acc : {".f32", ".f16"}) {
    add_mma(forms, 16, 8, 16, ".e4m3", ".e4m3", acc, acc);
    add_mma(forms, 16, 8, 32, ".e4m3", ".e4m3", acc, acc);
    add_mma(forms, 16, 8, 32, ".e5m2", ".e4m3", acc, acc);
    add_mma(forms, 16, 8, 32, ".e5m2", ".e5m2", acc, acc);
  }
  add_mma(forms, 8, 8, 4, ".f64", ".f64", ".f64", ".f64");
  for (const unsigned k : {4u, 8u, 16u}) add_mma(forms, 16, 8, k, ".f64", ".f64", ".f64", ".f64");
  for (const std::string_view round : {".rz", ".rm", ".rp"}) {
    add_mma(forms, 16, 8, 8, ".f64", ".f64", ".f64", ".f64", round);
  }
  for (const std::string_view sat : {"", ".satfinite"}) {
    for (const auto& [a, b] : {std::pair(".s8", ".u8"), std::pair(".u8", ".s8"), std::pair(".u8", ".u8")}) {
      add_mma(forms, 8, 8, 16, a, b, ".s32", ".s32", sat);
      add_mma(forms, 16, 8, 16, a, b, ".s32", ".s32", sat);
      add_mma(forms, 16, 8, 32, a, b, ".s32", ".s32", sat);
    }
    for (const auto& [a, b] : {std::pair(".s4", ".u4"), std::pair(".u4", ".s4"), std::pair(".s4", ".s4")}) {
      add_mma(forms, 8, 8, 32, a, b, ".s32", ".s32", sat);
      add_mma(forms, 16, 8, 32, a, b, ".s32", ".s32", sat);
      add_mma(forms, 16, 8, 64, a, b, ".s32", ".s32", sat);
    }
  }
  for (const std::string_view op : {".xor.popc", ".and.popc"}) {
    add_mma(forms, 8, 8, 128, ".b1", ".b1", ".s32", ".s32", "", true, true, op);
    add_mma(forms, 16, 8, 128, ".b1", ".b1", ".s32", ".s32", "", true, true, op);
    add_mma(forms, 16, 8, 256, ".b1", ".b1", ".s32", ".s32", "", true, true, op);
  }
  const unsigned shapes[3][2] = {{16, 16}, {8, 32}, {32, 8}};
  for (const auto& shape : shapes) {
    for (const std::string_view d : {".f16", ".f32"}) {
      for (const std::string_view c : {".f16", ".f32"}) add_wmma(forms, shape[0], shape[1], 16, ".f16", c, d);
    }
    add_wmma(forms, shape[0], shape[1], 16, ".bf16", ".f32", ".f32");
    add_wmma(forms, shape[0], shape[1], 16, ".s8", ".s32", ".s32");
    add_wmma(forms, shape[0], shape[1], 16, ".u8", ".s32", ".s32", ".satfinite");
  }
  add_wmma(forms, 16, 16, 8, ".tf32", ".f32", ".f32");
  add_wmma(forms, 8, 8, 4, ".f64", ".f64", ".f64");
  add_wmma(forms, 8, 8, 4, ".f64", ".f64", ".f64", ".rm");
  add_wmma(forms, 8, 8, 32, ".s4", ".s32", ".s32");
  add_wmma(forms, 8, 8, 32, ".u4", ".s32", ".s32", ".satfinite");
  add_wmma(forms, 8, 8, 128, ".b1", ".s32", ".s32", "", ".xor.popc");
  add_wmma(forms, 8, 8, 128, ".b1", ".s32", ".s32", "", ".and.popc");
  return forms;
}

// ---------------------------------------------------------------- operands

/// What the operands of a case are like.
enum class Class : unsigned { near_one, any_finite, cancelling, sparse, subnormal, special, large, powers };
inline constexpr unsigned kClasses = 8;
/// The number of a case of floating-point zeros of either sign, apart from the classes.
inline constexpr unsigned kZeros = 1000;

inline bool is_float(std::string_view type) {
  return type == ".f16" || type == ".bf16" || type == ".tf32" || type == ".f32" || type == ".f64" || type == ".e4m3" ||
         type == ".e5m2";
}
inline bool is_exact(const Form& form) { return !is_float(form.a); }

/// splitmix64.
struct Random {
  std::uint64_t state;
  std::uint64_t next() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  unsigned below(unsigned bound) { return static_cast<unsigned>((next() >> 32) % bound); }
};

struct Layout {
  unsigned exponent = 5, mantissa = 10;
};
inline Layout layout_of(std::string_view type) {
  if (type == ".f64") return {11, 52};
  if (type == ".f32" || type == ".tf32") return {8, 23};
  if (type == ".bf16") return {8, 7};
  if (type == ".e4m3") return {4, 3};
  if (type == ".e5m2") return {5, 2};
  return {5, 10};
}

/// A number of the type: sign and mantissa from `random`, its exponent (unbiased, clamped to what the type has).
inline std::uint64_t number(std::string_view type, int exponent, std::uint64_t random, bool power = false) {
  const Layout layout = layout_of(type);
  const int bias = (1 << (layout.exponent - 1)) - 1;
  int field = exponent + bias;
  const int most = (1 << layout.exponent) - (type == ".e4m3" ? 1 : 2);
  if (field < 0) field = 0;
  if (field > most) field = most;
  std::uint64_t mantissa = power ? 0 : random & ((std::uint64_t{1} << layout.mantissa) - 1);
  if (type == ".e4m3" && field == 15 && mantissa == 7) mantissa = 6;
  return ((random >> 63) << (layout.exponent + layout.mantissa)) |
         (static_cast<std::uint64_t>(field) << layout.mantissa) | mantissa;
}

inline std::uint64_t special(std::string_view type, Random& random) {
  const Layout layout = layout_of(type);
  const std::uint64_t ones = ((std::uint64_t{1} << layout.exponent) - 1) << layout.mantissa;
  const std::uint64_t sign = (random.next() >> 63) << (layout.exponent + layout.mantissa);
  switch (random.below(4)) {
    case 0:
      return sign;  // a zero
    case 1:
      if (type == ".e4m3") return sign | ones | 7;
      return sign | ones | (random.next() & ((std::uint64_t{1} << layout.mantissa) - 1));  // mostly NaN
    default:
      if (type == ".e4m3") return sign | ones | 6;
      return sign | ones;  // an infinity
  }
}

/// One element of A, B (`role` 0, 1) or C (2).
inline std::uint64_t element(std::string_view type, Class kind, unsigned role, Random& random) {
  const std::uint64_t r = random.next();
  if (type == ".s32") {
    if (kind == Class::near_one || kind == Class::sparse) return static_cast<std::uint32_t>(r);
    return static_cast<std::uint32_t>((r & 1) != 0 ? 0x7fffffff - (r >> 40) % 3000 : 0x80000000u + (r >> 40) % 3000);
  }
  if (!is_float(type)) {
    const std::uint64_t mask = (std::uint64_t{1} << bits_of(type)) - 1;
    const bool extreme = kind == Class::cancelling || kind == Class::large;
    return extreme ? ((r & 6) != 0 ? (type.starts_with(".s") ? mask >> 1 : mask) : mask - (mask >> 1)) : r & mask;
  }
  const int bias = (1 << (layout_of(type).exponent - 1)) - 1;
  switch (kind) {
    case Class::near_one:
    case Class::cancelling:
      return number(type, static_cast<int>(random.below(6)) - 4, r);
    case Class::any_finite:
      if (role == 2) return number(type, static_cast<int>(random.below(64)) - 32, r);
      return number(type, static_cast<int>(random.below(static_cast<unsigned>(2 * bias + 1))) - bias, r);
    case Class::sparse: {
      const bool zero = random.below(4) != 0 && role != 2;
      const int exponent = static_cast<int>(random.below(25)) - 12;
      return zero ? 0 : number(type, role == 2 ? exponent * 2 : exponent, r);
    }
    case Class::subnormal:
      if (role == 0) return number(type, -bias + static_cast<int>(random.below(3)) / 2, r);
      if (role == 1) {
        const int exponent = static_cast<int>(random.below(6));
        return number(type, exponent - 5 * static_cast<int>(random.below(2)), r);
      }
      return number(type, -bias + static_cast<int>(random.below(12)) / 2, r);
    case Class::special:
      if (random.below(40) == 0) return special(type, random);
      return number(type, static_cast<int>(random.below(6)) - 4, r);
    case Class::large: {
      const int top = role == 2 ? bias : bias / 2 + 1;
      return number(type, top - static_cast<int>(random.below(3)), r);
    }
    default: {
      const bool power = random.below(2) == 0;
      return number(type, static_cast<int>(random.below(28)) - 14, r, power);
    }
  }
}

struct Matrices {
  std::vector<std::uint64_t> a, b, c;  ///< rows one after another; bits of the elements
};

inline Matrices make_case(const Form& form, unsigned form_index, unsigned number_of_case) {
  const auto kind = static_cast<Class>(number_of_case % kClasses);
  Random random{(std::uint64_t{form_index} << 32) + number_of_case};
  Matrices made;
  if (number_of_case == kZeros) {
    // Every fourth row of A and the accumulators of every second are -0, B is +0 or -0 by column.
    const auto zero = [](std::string_view type, bool negative) {
      return is_float(type) && negative ? std::uint64_t{1} << (bits_of(type) - 1) : 0;
    };
    for (unsigned i = 0; i < form.m * form.k; ++i) made.a.push_back(zero(form.a, i / form.k % 4 == 3));
    for (unsigned i = 0; i < form.k * form.n; ++i) made.b.push_back(zero(form.b, i % form.n % 2 == 1));
    for (unsigned i = 0; i < form.m * form.n; ++i) made.c.push_back(zero(form.c, i / form.n % 2 == 1));
    return made;
  }
  for (unsigned i = 0; i < form.m * form.k; ++i) made.a.push_back(element(form.a, kind, 0, random));
  for (unsigned i = 0; i < form.k * form.n; ++i) made.b.push_back(element(form.b, kind, 1, random));
  for (unsigned i = 0; i < form.m * form.n; ++i) made.c.push_back(element(form.c, kind, 2, random));
  if (kind != Class::cancelling || !is_float(form.a)) return made;
  // Every second product takes the one before it away, but for the last bits of some.
  const std::uint64_t sign = std::uint64_t{1} << (bits_of(form.b) - 1);
  for (unsigned k = 1; k < form.k; k += 2) {
    for (unsigned row = 0; row < form.m; ++row) made.a[row * form.k + k] = made.a[row * form.k + k - 1];
    for (unsigned column = 0; column < form.n; ++column) {
      const std::uint64_t bits = made.b[(k - 1) * form.n + column];
      made.b[k * form.n + column] = bits ^ sign ^ (random.below(3) == 0 ? random.below(4) : 0);
    }
  }
  return made;
}

/// Whether a case is in the table that is kept; all that were recorded would fill megabytes.
inline bool is_kept(const Form& form, unsigned number_of_case) {
  if (number_of_case == kZeros) return is_float(form.a) && (!form.wmma || form.m == 16);
  if (number_of_case >= kClasses) return false;
  const auto kind = static_cast<Class>(number_of_case);
  if (is_exact(form)) return kind == Class::cancelling;
  if (form.a == ".f64") return kind == Class::special;
  if (form.wmma) return kind == Class::special;
  if (form.k == 4 && form.a == ".f16") return kind == Class::special;
  if (form.a == ".e4m3" || form.a == ".e5m2") return number_of_case % 2 == 1;
  return true;
}

// ---------------------------------------------------------------- fragments

/// Registers of a lane that hold a fragment: 32 bits each, of f64 64 bits.
inline unsigned registers_of(const Form& form, char operand) {
  const bool volta = form.m == 8 && form.k == 4 && form.a == ".f16";
  const std::string_view type = operand == 'a' ? form.a : operand == 'b' ? form.b : operand == 'c' ? form.c : form.d;
  const unsigned elements = operand == 'a' ? form.m * form.k : operand == 'b' ? form.k * form.n : form.m * form.n;
  const unsigned copies = volta ? 4 : 1;  // four products at once
  if (type == ".f64") return elements / 32;
  return elements * copies * bits_of(type) / 32 / 32;
}

struct Position {
  unsigned row = 0, column = 0, product = 0;
};

/// Where element i of a lane's fragment lies in its matrix.
inline Position position(const Form& form, char operand, unsigned lane, unsigned i) {
  const bool accumulator = operand == 'c' || operand == 'd';
  if (form.m == 8 && form.k == 4 && form.a == ".f16") {
    const unsigned quad = (lane % 16) / 4, upper = lane < 16 ? 0 : 4;
    const std::string_view type = operand == 'c' ? form.c : form.d;
    if (operand == 'a') {
      if (form.a_row) return {lane % 4 + upper, i, quad};
      return {i % 4 + upper, lane % 4, quad};
    }
    if (operand == 'b') {
      if (form.b_col) return {i, lane % 4 + upper, quad};
      return {lane % 4, i + upper, quad};
    }
    if (type == ".f16") return {lane % 4 + upper, i, quad};
    return {(lane & 1) + (i & 2) + upper, (i & 4) + (lane & 2) + (i & 1), quad};
  }
  const unsigned group = lane / 4, thread = lane % 4;
  if (accumulator) return {group + 8 * (i / 2), thread * 2 + i % 2, 0};
  const std::string_view type = operand == 'a' ? form.a : form.b;
  const unsigned each = type == ".f64" ? 1 : 32 / bits_of(type);
  const unsigned reg = i / each, within = i % each;
  if (operand == 'b') return {thread * each + within + reg * 4 * each, group, 0};
  if (form.m == 8) return {group, thread * each + within, 0};
  return {group + 8 * (reg % 2), thread * each + within + (reg / 2) * 4 * each, 0};
}

/// Elements of a lane's fragment.
inline unsigned fragment_elements(const Form& form, char operand) {
  const std::string_view type = operand == 'a' ? form.a : operand == 'b' ? form.b : operand == 'c' ? form.c : form.d;
  return registers_of(form, operand) * (type == ".f64" ? 64 : 32) / bits_of(type);
}

/// Bytes of an operand of one case as the kernel's buffer has them: fragments lane after lane; for wmma the matrix (A
/// and the accumulators by rows, B by columns).
inline std::size_t operand_bytes(const Form& form, char operand) {
  const std::string_view type = operand == 'a' ? form.a : operand == 'b' ? form.b : operand == 'c' ? form.c : form.d;
  const unsigned elements = operand == 'a' ? form.m * form.k : operand == 'b' ? form.k * form.n : form.m * form.n;
  if (form.wmma) return std::size_t{elements} * bits_of(type) / 8;
  return std::size_t{32} * registers_of(form, operand) * (type == ".f64" ? 8 : 4);
}

inline void put_bits(std::vector<std::uint8_t>& bytes, std::size_t index, unsigned bits, std::uint64_t value) {
  for (unsigned bit = 0; bit < bits; ++bit) {
    const std::size_t at = index * bits + bit;
    if ((value >> bit & 1) != 0) bytes[at / 8] |= static_cast<std::uint8_t>(1u << (at % 8));
  }
}
inline std::uint64_t get_bits(const std::uint8_t* bytes, std::size_t index, unsigned bits) {
  std::uint64_t value = 0;
  for (unsigned bit = 0; bit < bits; ++bit) {
    const std::size_t at = index * bits + bit;
    value |= static_cast<std::uint64_t>(bytes[at / 8] >> (at % 8) & 1) << bit;
  }
  return value;
}

/// The buffer of operand 'a', 'b' or 'c' of a case.
inline std::vector<std::uint8_t> packed(const Form& form, char operand, const Matrices& matrices) {
  const std::string_view type = operand == 'a' ? form.a : operand == 'b' ? form.b : form.c;
  const std::vector<std::uint64_t>& from = operand == 'a' ? matrices.a : operand == 'b' ? matrices.b : matrices.c;
  const unsigned columns = operand == 'a' ? form.k : form.n, rows = operand == 'b' ? form.k : form.m;
  std::vector<std::uint8_t> bytes(operand_bytes(form, operand));
  if (form.wmma) {
    for (unsigned row = 0; row < rows; ++row) {
      for (unsigned column = 0; column < columns; ++column) {
        const std::size_t at = operand == 'b' ? std::size_t{column} * rows + row : std::size_t{row} * columns + column;
        put_bits(bytes, at, bits_of(type), from[row * columns + column]);
      }
    }
    return bytes;
  }
  const unsigned count = fragment_elements(form, operand);
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned i = 0; i < count; ++i) {
      // Of the four products of m8n8k4 each takes the matrix with its rows or columns turned by its number.
      const Position p = position(form, operand, lane, i);
      const unsigned row = operand == 'b' ? p.row : (p.row + p.product) % rows;
      const unsigned column = operand == 'a' ? p.column : (p.column + 3 * p.product) % columns;
      put_bits(bytes, std::size_t{lane} * count + i, bits_of(type), from[row * columns + column]);
    }
  }
  return bytes;
}

/// The result as a matrix, rows one after another; of m8n8k4 the four products one after another.
inline std::vector<std::uint64_t> unpacked(const Form& form, const std::uint8_t* bytes) {
  const bool volta = !form.wmma && form.m == 8 && form.k == 4 && form.a == ".f16";
  std::vector<std::uint64_t> result(std::size_t{form.m} * form.n * (volta ? 4 : 1));
  if (form.wmma) {
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = get_bits(bytes, i, bits_of(form.d));
    return result;
  }
  const unsigned count = fragment_elements(form, 'd');
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned i = 0; i < count; ++i) {
      const Position p = position(form, 'd', lane, i);
      result[(std::size_t{p.product} * form.m + p.row) * form.n + p.column] =
          get_bits(bytes, std::size_t{lane} * count + i, bits_of(form.d));
    }
  }
  return result;
}

// ---------------------------------------------------------------- PTX

inline std::string list(char prefix, unsigned first, unsigned count) {
  std::string text = "{";
  for (unsigned i = 0; i < count; ++i) text += (i == 0 ? "" : ",") + (prefix + std::to_string(first + i));
  return text + "}";
}

/// An entry `f<index>`(a, b, c, d): block x computes case x.
inline std::string entry_of(const Form& form, unsigned index) {
  std::string text = ".visible .entry f" + std::to_string(index) +
                     "(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 pd)\n{\n"
                     "  .reg .b32 r<40>;\n  .reg .b64 w<40>;\n  .reg .b64 a<4>;\n  .reg .b32 block, lane;\n"
                     "  mov.u32 block, %ctaid.x;\n  mov.u32 lane, %tid.x;\n";
  const char operands[4] = {'a', 'b', 'c', 'd'};
  const auto type_of = [&](unsigned o) { return o == 0 ? form.a : o == 1 ? form.b : o == 2 ? form.c : form.d; };
  for (unsigned o = 0; o < 4; ++o) {
    const std::string at = "a" + std::to_string(o);
    text += "  ld.param.u64 " + at + ", [p" + operands[o] + "];\n  mad.wide.u32 " + at + ", block, " +
            std::to_string(operand_bytes(form, operands[o])) + ", " + at + ";\n";
    if (!form.wmma) {
      text += "  mad.wide.u32 " + at + ", lane, " + std::to_string(operand_bytes(form, operands[o]) / 32) + ", " + at +
              ";\n";
    }
  }
  std::string lists[4];
  if (!form.wmma) {
    for (unsigned o = 0; o < 4; ++o) {
      const bool wide = type_of(o) == ".f64";
      const unsigned count = registers_of(form, operands[o]);
      lists[o] = list(wide ? 'w' : 'r', o * 10, count);
      for (unsigned i = 0; o < 3 && i < count; ++i) {
        text += std::string("  ld.global.") + (wide ? "b64 w" : "b32 r") + std::to_string(o * 10 + i) + ", [a" +
                std::to_string(o) + "+" + std::to_string(i * (wide ? 8 : 4)) + "];\n";
      }
    }
    text += "  mma.sync.aligned" + form.modifiers + " " + lists[3] + ", " + lists[0] + ", " + lists[1] + ", " +
            lists[2] + ";\n";
    for (unsigned i = 0; i < registers_of(form, 'd'); ++i) {
      const bool wide = form.d == ".f64";
      text += std::string("  st.global.") + (wide ? "b64" : "b32") + " [a3+" + std::to_string(i * (wide ? 8 : 4)) +
              "], " + (wide ? "w" : "r") + std::to_string(30 + i) + ";\n";
    }
    return text + "  ret;\n}\n";
  }
  const auto registers = [&](unsigned o) -> unsigned {
    if (o >= 2) return type_of(o) == ".f64" ? 2 : form.m * form.n * bits_of(type_of(o)) / 1024;
    if (form.a == ".f16") return 8;
    if (form.a == ".f64") return 1;
    return (o == 0 ? form.m : form.n) * form.k * bits_of(form.a) / 1024;
  };
  for (unsigned o = 0; o < 4; ++o) lists[o] = list(type_of(o) == ".f64" ? 'w' : 'r', o * 10, registers(o));
  const std::string shape = shape_of(form);
  const std::string leading = std::to_string(form.k), wide = std::to_string(form.n);
  text += "  wmma.load.a.sync.aligned.row" + shape + ".global" + std::string(form.a) + " " + lists[0] + ", [a0], " +
          leading + ";\n  wmma.load.b.sync.aligned.col" + shape + ".global" + std::string(form.b) + " " + lists[1] +
          ", [a1], " + leading + ";\n  wmma.load.c.sync.aligned.row" + shape + ".global" + std::string(form.c) + " " +
          lists[2] + ", [a2], " + wide + ";\n  wmma.mma" + form.modifiers + " " + lists[3] + ", " + lists[0] + ", " +
          lists[1] + ", " + lists[2] + ";\n  wmma.store.d.sync.aligned.row" + shape + ".global" + std::string(form.d) +
          " [a3], " + lists[3] + ", " + wide + ";\n";
  return text + "  ret;\n}\n";
}

inline std::string all_entries() {
  std::string text = ".version 9.0\n.target sm_90\n.address_size 64\n";
  const std::vector<Form> forms = all_forms();
  for (unsigned i = 0; i < forms.size(); ++i) text += entry_of(forms[i], i);
  return text;
}

}  // namespace bankloom::matrix_rows

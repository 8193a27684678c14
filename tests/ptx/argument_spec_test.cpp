#include "core/ptx/argument_spec.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

namespace bankloom::ptx {
namespace {

template <class T>
std::vector<std::byte> bytes_of(std::initializer_list<T> values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  std::size_t at = 0;
  for (const T value : values) {
    std::memcpy(bytes.data() + at, &value, sizeof(T));
    at += sizeof(T);
  }
  return bytes;
}

void expect_argument(const std::string& spec, ParsedArgument::Kind kind, Type type,
                     const std::vector<std::byte>& bytes) {
  const auto argument = parse_argument(spec);
  ASSERT_TRUE(argument) << spec << ": " << argument.error().message;
  EXPECT_EQ(argument->kind, kind) << spec;
  EXPECT_EQ(argument->type, type) << spec;
  EXPECT_EQ(argument->bytes, bytes) << spec;
  EXPECT_EQ(argument->count * element_bytes(type), bytes.size()) << spec;
}

/// The error's sentence; empty where there is none.
std::string refusal_of(const std::string& spec) {
  const auto argument = parse_argument(spec);
  return argument ? std::string() : argument.error().message;
}

/// The value's bits, or its error.
std::string bits_of(Type type, const std::string& text) {
  const auto bytes = parse_value(type, text);
  return bytes ? value_bits(type, *bytes) : bytes.error().message;
}

std::string json_of_bits(Type type, std::uint64_t bits) {
  std::vector<std::byte> bytes(8);
  std::memcpy(bytes.data(), &bits, 8);
  return value_to_json(type, bytes).dump();
}

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content)
      : path_(std::filesystem::temp_directory_path() /
              ("bankloom_argument_" + std::to_string(std::random_device{}()))) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

TEST(ParseArgument, ReadsScalars) {
  using Kind = ParsedArgument::Kind;
  expect_argument("i32:5", Kind::scalar, Type::s32, bytes_of<std::int32_t>({5}));
  expect_argument("s32:-5", Kind::scalar, Type::s32, bytes_of<std::int32_t>({-5}));
  expect_argument("u64:7", Kind::scalar, Type::u64, bytes_of<std::uint64_t>({7}));
  expect_argument("f32:1.5", Kind::scalar, Type::f32, bytes_of<float>({1.5F}));
  expect_argument("f64:-2e-3", Kind::scalar, Type::f64, bytes_of<double>({-2e-3}));
  expect_argument("i8:-128", Kind::scalar, Type::s8, bytes_of<std::int8_t>({-128}));
  expect_argument("b16:0xBEEF", Kind::scalar, Type::b16, bytes_of<std::uint16_t>({0xbeef}));
  expect_argument("i32:0xffffffff", Kind::scalar, Type::s32, bytes_of<std::int32_t>({-1}));
  expect_argument("i64:-9223372036854775808", Kind::scalar, Type::s64,
                  bytes_of<std::int64_t>({std::numeric_limits<std::int64_t>::min()}));
}

TEST(ParseArgument, ReadsStructuresAsLists) {
  expect_argument("i32:1,2,3", ParsedArgument::Kind::scalar, Type::s32, bytes_of<std::int32_t>({1, 2, 3}));
}

TEST(ParseArgument, ReadsBuffers) {
  using Kind = ParsedArgument::Kind;
  expect_argument("in:f32:1,2,3", Kind::in, Type::f32, bytes_of<float>({1, 2, 3}));
  expect_argument("out:f32:16", Kind::out, Type::f32, std::vector<std::byte>(64));
  expect_argument("inout:u16:1,65535", Kind::inout, Type::u16, bytes_of<std::uint16_t>({1, 65535}));
  expect_argument("in:b32:0x3f800000", Kind::in, Type::b32, bytes_of<std::uint32_t>({0x3f800000}));
}

TEST(ParseArgument, ReadsFilesAsTheyAre) {
  const TemporaryFile file(std::string("\x01\x00\x00\x80:,@\xff", 8));
  expect_argument("inout:b32:@" + file.path(), ParsedArgument::Kind::inout, Type::b32,
                  bytes_of<std::uint32_t>({0x80000001, 0xff402c3a}));
  EXPECT_NE(refusal_of("in:i64:@" + file.path() + ".not").find("there is no file"), std::string::npos);
  EXPECT_NE(refusal_of("in:i64:@/").find("is a folder"), std::string::npos);
  EXPECT_NE(refusal_of("in:i64:@").find("file name is missing"), std::string::npos);
  const TemporaryFile odd("12345");
  EXPECT_NE(refusal_of("in:f32:@" + odd.path()).find("5 bytes"), std::string::npos);
  const TemporaryFile empty("");
  EXPECT_NE(refusal_of("in:f32:@" + empty.path()).find("is empty"), std::string::npos);
}

TEST(ParseArgument, RefusesWhatDoesNotFit) {
  EXPECT_EQ(refusal_of("i8:300"), "argument 'i8:300' cannot be read: 300 does not fit in i8 (-128 to 127)");
  for (const char* spec :
       {"i8:-129", "u8:256", "u8:-1", "b8:0x100", "b8:-129", "i16:32768", "u32:4294967296", "i32:2147483648",
        "i64:9223372036854775808", "u64:18446744073709551616", "b64:0x10000000000000000", "i32:0x100000000"}) {
    EXPECT_NE(refusal_of(spec).find("does not fit in"), std::string::npos) << spec << ": " << refusal_of(spec);
  }
  for (const char* spec : {"f32:1e39", "f64:1e309", "f16:65520", "bf16:3.4e38", "f32:-1e39"}) {
    EXPECT_NE(refusal_of(spec).find("is too large for"), std::string::npos) << spec << ": " << refusal_of(spec);
  }
}

TEST(ParseArgument, RefusesWhatIsNoArgument) {
  for (const char* spec : {"",
                           ":",
                           "i32",
                           "i32:",
                           "5",
                           "in:",
                           "in:i32",
                           "in:i32:",
                           "out:i32",
                           "out:i32:",
                           "out:i32:0",
                           "out:i32:-1",
                           "out:i32:x",
                           "out:i32:99999999999",
                           "out:i32:@file",
                           "inn:i32:1",
                           "in:i33:1",
                           "i32:1.5",
                           "i32:1,,2",
                           "i32:1,",
                           "i32: 1",
                           "i32:+-1",
                           "i32:0x",
                           "i32:0xg",
                           "f32:",
                           "f32:abc",
                           "f32:1e",
                           "f32:--1",
                           "f32:1 ",
                           "f32:-0x3f800000",
                           "f32:infinit",
                           "pred:1",
                           "f16x2:1"}) {
    EXPECT_FALSE(refusal_of(spec).empty()) << spec;
  }
}

TEST(ParseValue, RoundsFloatingPointOnce) {
  EXPECT_EQ(bits_of(Type::f32, "1"), "0x3f800000");
  EXPECT_EQ(bits_of(Type::f32, "0.1"), "0x3dcccccd");
  EXPECT_EQ(bits_of(Type::f32, "1e-45"), "0x00000001");
  EXPECT_EQ(bits_of(Type::f32, "1e-60"), "0x00000000");
  EXPECT_EQ(bits_of(Type::f32, "-0"), "0x80000000");
  EXPECT_EQ(bits_of(Type::f32, "0x1.8p3"), "0x41400000");
  EXPECT_EQ(bits_of(Type::f32, "0x3f800000"), "0x3f800000");
  EXPECT_EQ(bits_of(Type::f32, "inf"), "0x7f800000");
  EXPECT_EQ(bits_of(Type::f32, "-INF"), "0xff800000");
  EXPECT_EQ(bits_of(Type::f32, "nan"), "0x7fc00000");
  // 1 + 2^-24 + 2^-60 is just above the middle of two floats; rounded to double first it would lie on it.
  EXPECT_EQ(bits_of(Type::f32, "1.000000059604644776217"), "0x3f800001");
  EXPECT_EQ(bits_of(Type::f64, "5e-324"), "0x0000000000000001");
  EXPECT_EQ(bits_of(Type::f16, "65519"), "0x7bff");
  EXPECT_EQ(bits_of(Type::f16, "2049"), "0x6800");  // tie, to even
  EXPECT_EQ(bits_of(Type::f16, "2051"), "0x6802");  // tie, to even
  EXPECT_EQ(bits_of(Type::f16, "6e-8"), "0x0001");
  EXPECT_EQ(bits_of(Type::f16, "2e-8"), "0x0000");
  EXPECT_EQ(bits_of(Type::f16, "6.1e-5"), "0x03ff");  // the largest subnormal
  EXPECT_EQ(bits_of(Type::bf16, "0.1"), "0x3dcd");
  EXPECT_EQ(bits_of(Type::bf16, "nan"), "0x7fc0");
}

TEST(ValueToJson, KeepsEveryInteger) {
  EXPECT_EQ(json_of_bits(Type::s8, 0xff), "-1");
  EXPECT_EQ(json_of_bits(Type::u8, 0xff), "255");
  EXPECT_EQ(json_of_bits(Type::s32, 0x80000000), "-2147483648");
  EXPECT_EQ(json_of_bits(Type::s64, 0x8000000000000000), "-9223372036854775808");
  EXPECT_EQ(json_of_bits(Type::u64, 0xffffffffffffffff), "18446744073709551615");
  EXPECT_EQ(json_of_bits(Type::b32, 0x3f800000), "1065353216");
}

TEST(ValueToJson, WritesTheShortestDecimalOfTheType) {
  EXPECT_EQ(json_of_bits(Type::f32, 0x3dcccccd), "0.1");
  EXPECT_EQ(json_of_bits(Type::f64, 0x3fb999999999999a), "0.1");
  EXPECT_EQ(json_of_bits(Type::f16, 0x2e66), "0.1");
  EXPECT_EQ(json_of_bits(Type::bf16, 0x3dcd), "0.1");
  EXPECT_EQ(json_of_bits(Type::f16, 0x7bff), "65504.0");
  EXPECT_EQ(json_of_bits(Type::f32, 0x4ceb79a3), "123456792.0");
  EXPECT_EQ(json_of_bits(Type::f32, 0x80000000), "-0.0");
  EXPECT_EQ(json_of_bits(Type::f32, 0x00000001), "1e-45");
}

TEST(ValueToJson, NamesWhatJsonHasNoNumberFor) {
  EXPECT_EQ(json_of_bits(Type::f32, 0x7f800000), "\"inf\"");
  EXPECT_EQ(json_of_bits(Type::f64, 0xfff0000000000000), "\"-inf\"");
  EXPECT_EQ(json_of_bits(Type::f16, 0x7fff), "\"nan\"");
  EXPECT_EQ(json_of_bits(Type::bf16, 0xff81), "\"nan\"");
}

TEST(ValueToJson, ReadsBackToTheSameBits) {
  for (const Type type : {Type::f16, Type::bf16}) {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
      const std::string text = json_of_bits(type, bits);
      if (text.front() == '"') continue;
      const auto bytes = parse_value(type, text);
      ASSERT_TRUE(bytes) << text;
      ASSERT_EQ(value_bits(type, *bytes), fmt::format("0x{:04x}", bits)) << text;
    }
  }
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t bits = random();
    const std::string single = json_of_bits(Type::f32, bits & 0xffffffff);
    if (single.front() != '"') {
      EXPECT_EQ(bits_of(Type::f32, single), fmt::format("0x{:08x}", bits & 0xffffffff));
    }
    const std::string twice = json_of_bits(Type::f64, bits);
    if (twice.front() != '"') {
      EXPECT_EQ(bits_of(Type::f64, twice), fmt::format("0x{:016x}", bits));
    }
  }
}

TEST(ElementType, NamesAreThoseOfReports) {
  EXPECT_EQ(element_type_name(Type::s32), "i32");
  EXPECT_EQ(element_type_from_name("s32"), Type::s32);
  EXPECT_EQ(element_type_from_name("i32"), Type::s32);
  EXPECT_EQ(element_type_from_name("f16x2"), Type::none);
  EXPECT_EQ(element_type_name(Type::pred), "");
  EXPECT_EQ(element_bytes(Type::bf16), 2U);
}

}  // namespace
}  // namespace bankloom::ptx

#include "core/own/shared_order.h"

#include <cstring>

#include "own_fixture.h"

namespace bankloom::own {
namespace {

using simt::SharedArray;

/// A file with a section of shared memory and symbols in it, as the System V ABI lays it.
class ElfFile {
 public:
  explicit ElfFile(std::uint64_t bytes) : shared_bytes_(bytes) {}
  void symbol(const std::string& name, std::uint64_t value) { symbols_.emplace_back(name, value); }

  [[nodiscard]] std::vector<std::byte> make() const {
    std::string names("\0", 1);
    const auto name_at = [&](const std::string& name) {
      const std::size_t at = names.size();
      names += name + std::string("\0", 1);
      return static_cast<std::uint32_t>(at);
    };
    const std::uint32_t shared_name = name_at(".nv.shared.k");
    std::string table(24, '\0');
    for (const auto& [name, value] : symbols_) {
      std::string entry(24, '\0');
      put<std::uint32_t>(entry, 0, name_at(name));
      entry[4] = 1;  // an object
      put<std::uint16_t>(entry, 6, 2);
      put<std::uint64_t>(entry, 8, value);
      table += entry;
    }
    std::string file(64, '\0');
    std::memcpy(file.data(),
                "\x7f"
                "ELF",
                4);
    const std::size_t names_at = file.size();
    file += names;
    const std::size_t table_at = file.size();
    file += table;
    put<std::uint64_t>(file, 0x28, file.size());
    put<std::uint16_t>(file, 0x3c, 4);
    put<std::uint16_t>(file, 0x3e, 1);
    file += section(0, 0, 0, 0, 0) + section(0, 3, names_at, names.size(), 0) +
            section(shared_name, 8, 0, shared_bytes_, 0) + section(0, 2, table_at, table.size(), 1);
    std::vector<std::byte> bytes(file.size());
    std::memcpy(bytes.data(), file.data(), file.size());
    return bytes;
  }

 private:
  template <class T>
  static void put(std::string& text, std::size_t at, T value) {
    std::memcpy(text.data() + at, &value, sizeof value);
  }
  static std::string section(std::uint32_t name, std::uint32_t type, std::uint64_t offset, std::uint64_t size,
                             std::uint32_t link) {
    std::string entry(64, '\0');
    put(entry, 0, name);
    put(entry, 4, type);
    put(entry, 24, offset);
    put(entry, 32, size);
    put(entry, 40, link);
    return entry;
  }
  std::uint64_t shared_bytes_;
  std::vector<std::pair<std::string, std::uint64_t>> symbols_;
};

const std::vector<SharedArray> kArrays = {
    {"_ZZ1kE1a", 0, 28, false}, {"_ZZ1kE1b", 32, 96, false}, {"dyn", 128, 0, true}};

TEST(SharedOrder, SymbolsConfirmOrContradictIt) {
  ElfFile same(1152);
  same.symbol("_ZZ1kE1a", 1024);
  same.symbol("_ZZ1kE1b", 1056);
  const auto confirmed = read_binary_shared(same.make(), "k");
  ASSERT_TRUE(confirmed.has_value()) << confirmed.error().message;
  EXPECT_EQ(confirmed->offsets.at("_ZZ1kE1b"), 1056u);
  EXPECT_EQ(order_sentence(kArrays, confirmed),
            "The shared arrays a and b lie in this order, as the compiled binary shows.");

  ElfFile other(1148);
  other.symbol("_ZZ1kE1a", 1120);
  other.symbol("_ZZ1kE1b", 1024);
  const std::string sentence = order_sentence(kArrays, read_binary_shared(other.make(), "k"));
  EXPECT_NE(sentence.find("b at byte 0 and a at byte 96"), std::string::npos) << sentence;
}

TEST(SharedOrder, WithoutSymbolsTheBytesAreCompared) {
  const auto sentence = [](std::uint64_t bytes) {
    return order_sentence(kArrays, read_binary_shared(ElfFile(bytes).make(), "k"));
  };
  for (const std::uint64_t bytes : {128u, 1152u, 136u}) {
    EXPECT_NE(sentence(bytes).find("has that many bytes"), std::string::npos) << bytes;
  }
  EXPECT_NE(sentence(1148).find("the compiled binary has 1148, so their order may differ"), std::string::npos);
  EXPECT_NE(order_sentence(kArrays, fail("no compiler")).find("(no compiler)"), std::string::npos);
}

TEST(SharedOrder, WhatIsNoBinaryIsRefused) {
  std::vector<std::byte> file = ElfFile(64).make();
  EXPECT_FALSE(read_binary_shared(file, "other").has_value());
  for (std::size_t length = 0; length < file.size(); length += 7) {
    const auto read = read_binary_shared(std::span(file).first(length), "k");
    EXPECT_TRUE(!read || read->offsets.empty());
  }
  file[0] = std::byte{0};
  EXPECT_FALSE(read_binary_shared(file, "k").has_value());
}

class SharedOrderTest : public bankloom::test::OwnTest {};

TEST_F(SharedOrderTest, TheCompilersBinaryIsAsLongAsTheOrderTakes) {
  // In another order, the widest first, these take two bytes less.
  const auto own = make(
      "// launch: k<<<1, 32>>>(out)\nextern \"C\" __global__ void k(int *out)\n{\n    __shared__ char a[5]; "
      "__shared__ double b[3][4]; __shared__ short c[9];\n    a[threadIdx.x % 5] = 1; b[1][threadIdx.x % 4] = "
      "2; c[threadIdx.x % 9] = 3;\n    __syncthreads();\n    out[threadIdx.x] = a[out[0]] + b[out[1]][0] + "
      "c[out[2]];\n}\n");
  ASSERT_NE(own, nullptr);
  ASSERT_EQ(own->notes.size(), 1u);
  EXPECT_NE(own->notes[0].find(
                "a, b and c are taken to lie in this order, that of their declarations in the PTX; the compiled "
                "binary has that many bytes"),
            std::string::npos)
      << own->notes[0];
}

}  // namespace
}  // namespace bankloom::own

// The forms of mma and wmma that are taken and refused, as ptxas 13.0 takes and refuses them for sm_90: every line of
// matrix_forms.txt, "+" before those that it takes. The exceptions are named here.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "core/ptx/parser.h"

namespace bankloom::ptx {
namespace {

std::string module_with(const std::string& instruction) {
  return ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
         ".reg .b32 r<60>;\n.reg .f32 f<60>;\n.reg .f64 d<60>;\n.reg .b64 a;\n" +
         instruction + ";\nret;\n}\n";
}

/// Whether ptxas differs. It takes mma.sp, which the emulator has not; and it tells registers of different type apart,
/// where the parser, here as everywhere, asks for their width only.
bool is_exception(std::string_view instruction) {
  constexpr std::array<std::string_view, 4> kExceptions = {"mma.sp.", "{f20,f21,f22,f23}", "{f20,f21},{r30}", "{0.0,"};
  for (const std::string_view part : kExceptions) {
    if (instruction.find(part) != std::string_view::npos) return true;
  }
  return false;
}

TEST(MatrixForms, AreTakenAsPtxasTakesThem) {
  std::ifstream file(std::filesystem::path(BANKLOOM_SOURCE_DIR) / "tests" / "ptx" / "matrix_forms.txt");
  std::string line;
  std::size_t taken = 0, refused = 0, exceptions = 0;
  while (std::getline(file, line)) {
    ASSERT_GT(line.size(), 2u);
    const bool by_ptxas = line[0] == '+';
    const std::string instruction = line.substr(2);
    const auto module = parse(module_with(instruction));
    if (is_exception(instruction)) {
      ++exceptions;
      EXPECT_NE(module.has_value(), by_ptxas) << instruction;
      continue;
    }
    EXPECT_EQ(module.has_value(), by_ptxas) << instruction << (module ? "" : "\n" + module.error().message);
    ++(by_ptxas ? taken : refused);
    if (module) continue;
    const bool by_name = module.error().message.find("'mma") != std::string::npos ||
                         module.error().message.find("'wmma") != std::string::npos;
    EXPECT_TRUE(by_name) << module.error().message;
  }
  EXPECT_GT(taken, 300u);
  EXPECT_GT(refused, 100u);
  EXPECT_EQ(exceptions, 4u);
}

}  // namespace
}  // namespace bankloom::ptx

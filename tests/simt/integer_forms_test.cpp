// 568 forms of integer, logic, bit, carry and video instructions that hardware/instructions_h200.csv does not have, 12
// inputs each, against what an H200 (compute capability 9.0, ptxas 13.0) returned for them; division by zero included.
// Left out are the scalar video forms in which ptxas 13.0 contradicts the manual (see scalar_video.h).
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/ptx/parser.h"
#include "core/simt/launch.h"
#include "core/wording/fault_text.h"

namespace bankloom::simt {
namespace {

struct Form {
  std::string text;
  std::vector<std::string> inputs;  ///< types of a, b, c
  std::string output;
  std::vector<std::array<std::uint64_t, 4>> rows;  ///< a, b, c, d
};

/// The cells of a line of CSV whose quoted cells hold no quotes.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else if (c != '\r') {
      cells.back() += c;
    }
  }
  return cells;
}

std::vector<Form> read_forms() {
  std::ifstream file(std::string(BANKLOOM_SOURCE_DIR) + "/tests/hardware/integer_forms_h200.csv");
  std::vector<Form> forms;
  std::string line;
  std::getline(file, line);
  std::string entry;
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = cells_of(line);
    if (cells.size() != 9) {
      ADD_FAILURE() << "not nine cells: " << line;
      return {};
    }
    if (cells[0] != entry) {
      entry = cells[0];
      Form form{cells[1], {}, cells[3], {}};
      std::istringstream types(cells[2]);
      for (std::string type; types >> type;) form.inputs.push_back(type);
      forms.push_back(form);
    }
    std::array<std::uint64_t, 4> row{};
    for (std::size_t i = 0; i < 4; ++i) {
      if (!cells[5 + i].empty()) row[i] = std::stoull(cells[5 + i], nullptr, 16);
    }
    forms.back().rows.push_back(row);
  }
  return forms;
}

/// A kernel whose thread t reads a[t], b[t], c[t] from 8-byte cells, executes the form, and stores d[t].
std::string kernel_of(const Form& form) {
  const auto bits = [](const std::string& type) { return type.substr(1); };
  std::string text =
      ".version 8.2\n.target sm_90\n.address_size 64\n"
      ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d)\n{\n"
      ".reg .u32 %t; .reg .u64 %o, %p; .reg .b" +
      bits(form.output) + " %d;\nmov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 8;\n";
  for (std::size_t i = 0; i < form.inputs.size(); ++i) {
    const std::string name(1, static_cast<char>('a' + i));
    text.append(".reg .b").append(bits(form.inputs[i])).append(" %").append(name);
    text.append(";\nld.param.u64 %p, [").append(name).append("]; add.u64 %p, %p, %o; ld.global.b");
    text.append(bits(form.inputs[i])).append(" %").append(name).append(", [%p];\n");
  }
  return text + form.text + "\nld.param.u64 %p, [d]; add.u64 %p, %p, %o; st.global.b" + bits(form.output) +
         " [%p], %d;\nret;\n}\n";
}

TEST(IntegerForms, AgreeWithAnH200) {
  const std::vector<Form> forms = read_forms();
  ASSERT_GE(forms.size(), 500u);
  for (const Form& form : forms) {
    SCOPED_TRACE(form.text);
    const auto module = ptx::parse(kernel_of(form));
    ASSERT_TRUE(module) << module.error().message;
    const auto program = decode(*module, "k");
    ASSERT_TRUE(program) << program.error().message;
    GlobalMemory memory;
    LaunchConfig config;
    config.block = Dim3{static_cast<std::uint32_t>(form.rows.size()), 1, 1};
    config.grid = Dim3{1, 1, 1};
    for (std::size_t i = 0; i < 4; ++i) {
      std::vector<std::byte> bytes(8 * form.rows.size());
      for (std::size_t r = 0; r < form.rows.size() && i < 3; ++r) std::memcpy(&bytes[8 * r], &form.rows[r][i], 8);
      KernelArgument argument;
      argument.is_buffer = true;
      argument.buffer = memory.add(std::string(1, static_cast<char>('a' + i)), bytes);
      config.arguments.push_back(argument);
    }
    const auto result = run(**program, memory, config);
    ASSERT_TRUE(result) << result.error().message;
    for (const Fault& fault : result->faults)
      ASSERT_EQ(fault.kind, FaultKind::division_by_zero) << fault_text(fault).str();
    for (std::size_t r = 0; r < form.rows.size(); ++r) {
      std::uint64_t d = 0;
      std::memcpy(&d, &memory.buffer(3).bytes[8 * r], 8);
      const auto& row = form.rows[r];
      ASSERT_EQ(d, row[3]) << std::hex << "a " << row[0] << " b " << row[1] << " c " << row[2];
    }
  }
}

}  // namespace
}  // namespace bankloom::simt

#include "core/compile/diagnostics.h"

#include <gtest/gtest.h>

namespace bankloom {
namespace {

using Severity = Diagnostic::Severity;

TEST(Diagnostics, ReadsPlaceSeverityTextAndTheCaretsColumn) {
  const auto found = parse_diagnostics(
      "kernel.cu(3): error: identifier \"x\" is undefined\n"
      "    out[i] = x;\n"
      "             ^\n"
      "\n"
      "1 error detected in the compilation of \"kernel.cu\".\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].severity, Severity::error);
  EXPECT_EQ(found[0].file, "kernel.cu");
  EXPECT_EQ(found[0].line, 3u);
  EXPECT_EQ(found[0].column, 12u);
  EXPECT_EQ(found[0].text, "identifier \"x\" is undefined");
}

TEST(Diagnostics, ReadsAWarningWithoutItsNumberAndLeavesTheHintOut) {
  const auto found = parse_diagnostics(
      "kernel.cu(12): warning #177-D: variable \"u\" was declared but never referenced\n"
      "    int u;\n"
      "        ^\n"
      "\n"
      "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n"
      "\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].severity, Severity::warning);
  EXPECT_EQ(found[0].line, 12u);
  EXPECT_EQ(found[0].column, 7u);
  EXPECT_EQ(found[0].text, "variable \"u\" was declared but never referenced");
}

TEST(Diagnostics, KeepsTheCompilersOrder) {
  const auto found = parse_diagnostics(
      "kernel.cu(1): warning #1105-D: #warning directive: hey\n"
      "  #warning hey\n"
      "   ^\n"
      "\n"
      "kernel.cu(9): error: expected a \")\"\n"
      "  f(;\n"
      "    ^\n"
      "\n"
      "kernel.cu(2): remark #1: a remark\n"
      "kernel.cu(2): note #2-D: a note\n");
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].line, 1u);
  EXPECT_EQ(found[0].text, "#warning directive: hey");
  EXPECT_EQ(found[1].line, 9u);
  EXPECT_EQ(found[1].column, 3u);
  EXPECT_EQ(found[2].severity, Severity::note);
  EXPECT_EQ(found[3].severity, Severity::note);
  EXPECT_EQ(found[3].column, 0u);
}

TEST(Diagnostics, JoinsTheLinesOfOneMessage) {
  const auto found = parse_diagnostics(
      "kernel.cu(4): error: more than one instance of overloaded function \"g\" matches the argument list:\n"
      "            function \"g(int)\" (declared at line 1)\n"
      "            function \"g(float)\" (declared at line 1)\n"
      "            argument types are: (double)\n"
      "    g(1.0);\n"
      "    ^\n"
      "          detected during instantiation of class \"A<T> [with T=int]\" at line 2\n"
      "\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].column, 3u);
  EXPECT_EQ(found[0].text,
            "more than one instance of overloaded function \"g\" matches the argument list:\n"
            "function \"g(int)\" (declared at line 1)\n"
            "function \"g(float)\" (declared at line 1)\n"
            "argument types are: (double)\n"
            "detected during instantiation of class \"A<T> [with T=int]\" at line 2");
}

TEST(Diagnostics, CountsATabBeforeTheCaretAsOneColumn) {
  const auto found = parse_diagnostics("k.cu(2): error: bad\n  \tint\tx = y;\n  \t   \t    ^\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].column, 10u);
}

TEST(Diagnostics, GivesLineZeroWhereTheCompilerNamesNone) {
  const auto found = parse_diagnostics(
      "error: the whole program is wrong\n"
      "nvrtc: error: failed to open libnvrtc-builtins.so.13.0.\n"
      "  Make sure that libnvrtc-builtins.so.13.0 is installed correctly.\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].line, 0u);
  EXPECT_EQ(found[0].column, 0u);
  EXPECT_EQ(found[0].file, "");
  EXPECT_EQ(found[0].text, "the whole program is wrong");
  EXPECT_EQ(found[1].line, 0u);
  EXPECT_EQ(
      found[1].text,
      "failed to open libnvrtc-builtins.so.13.0.\nMake sure that libnvrtc-builtins.so.13.0 is installed correctly.");
}

TEST(Diagnostics, TakesCatastrophicAndBackEndMessages) {
  const auto found = parse_diagnostics(
      "kernel.cu(1): catastrophic error: could not open source file \"nope.h\"\n"
      "  #include <nope.h>\n"
      "                   ^\n"
      "\n"
      "1 catastrophic error detected in the compilation of \"kernel.cu\".\n"
      "Compilation terminated.\n"
      "kernel.cu(7): Warning: Cannot tell what pointer points to, assuming global memory space\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].severity, Severity::error);
  EXPECT_EQ(found[1].severity, Severity::warning);
  EXPECT_EQ(found[1].line, 7u);
}

TEST(Diagnostics, WhatIsMissingAtTheEndHasTheLastLine) {
  const std::string log =
      "At end of source: error: expected a \"}\"\n"
      "/home/a/kernel.cu(2): note #3196-D: to match this \"{\"\n"
      "  {\n"
      "  ^\n"
      "\n"
      "1 error detected in the compilation of \"/home/a/kernel.cu\".\n";
  const auto found = parse_diagnostics(log, 9);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].severity, Severity::error);
  EXPECT_EQ(found[0].line, 9u);
  EXPECT_EQ(found[0].text, "expected a \"}\" at the end of the text");
  EXPECT_EQ(found[1].severity, Severity::note);
  EXPECT_EQ(found[1].line, 2u);
  EXPECT_EQ(found[1].text, "to match this \"{\"");
  EXPECT_EQ(parse_diagnostics(log)[0].line, 0u);
}

TEST(Diagnostics, FilesMayHaveParenthesesColonsAndBlanks) {
  const auto found = parse_diagnostics("my dir/a(1): b(2).cu(30): error: type int(4): error: no\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].file, "my dir/a(1): b(2).cu");
  EXPECT_EQ(found[0].line, 30u);
  EXPECT_EQ(found[0].text, "type int(4): error: no");
}

TEST(Diagnostics, FindsNothingInOtherText) {
  EXPECT_TRUE(parse_diagnostics("").empty());
  EXPECT_TRUE(parse_diagnostics("\n\n").empty());
  EXPECT_TRUE(parse_diagnostics("2 errors detected in the compilation of \"kernel.cu\".\n").empty());
  EXPECT_TRUE(parse_diagnostics("kernel.cu(3): perfect\n(3): error: x\nkernel.cu(): error: x\nerrors: x\n").empty());
  EXPECT_TRUE(parse_diagnostics("warning #: x\n").empty());
}

TEST(Diagnostics, TakesWindowsLineEndsAndAMissingLastNewline) {
  const auto found = parse_diagnostics("k.cu(1): error: a\r\n  b\r\n  ^\r\n\r\nk.cu(2): error: c");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].text, "a");
  EXPECT_EQ(found[0].column, 1u);
  EXPECT_EQ(found[1].text, "c");
}

TEST(Diagnostics, ALineNumberBeyondAllBoundsIsNone) {
  const auto found = parse_diagnostics("k.cu(99999999999999999999): error: a\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].line, 0u);
}

}  // namespace
}  // namespace bankloom

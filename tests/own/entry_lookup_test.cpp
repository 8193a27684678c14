#include "core/own/entry_lookup.h"

#include <gtest/gtest.h>

namespace bankloom {
namespace {

ptx::Module module_with(const std::vector<std::string>& entries) {
  ptx::Module module;
  for (const auto& name : entries) {
    ptx::Function function;
    function.name = name;
    function.is_entry = true;
    module.functions.push_back(function);
  }
  ptx::Function helper;
  helper.name = "helper";
  module.functions.push_back(helper);
  return module;
}

std::string found(const std::vector<std::string>& entries, const std::string& name) {
  const auto entry = find_entry(module_with(entries), name);
  return entry ? *entry : "error: " + entry.error().message;
}

TEST(FindEntry, TakesPlainMangledAndBareNames) {
  EXPECT_EQ(found({"k", "other"}, "k"), "k");
  EXPECT_EQ(found({"_Z1kPf", "other"}, "k"), "_Z1kPf");
  EXPECT_EQ(found({"_Z1kPf", "_Z1kPi"}, "k(float*)"), "_Z1kPf");
  EXPECT_EQ(found({"_ZN1a1kEv"}, "a::k"), "_ZN1a1kEv");
  EXPECT_EQ(found({"_ZN1a1kEv"}, "k"), "_ZN1a1kEv");
  EXPECT_EQ(found({"_Z1kILi3EEvPi"}, "k"), "_Z1kILi3EEvPi");
  EXPECT_EQ(found({"only"}, ""), "only");
}

TEST(FindEntry, SaysWhatItCannotTell) {
  EXPECT_NE(found({"_Z1kPf", "_Z1kPi"}, "k").find("may be any of"), std::string::npos);
  EXPECT_NE(found({"a", "b"}, "").find("several kernels"), std::string::npos);
  EXPECT_NE(found({}, "k").find("no kernel"), std::string::npos);
  EXPECT_NE(found({"transpose"}, "transpsoe").find("did you mean 'transpose'?"), std::string::npos);
  EXPECT_TRUE(found({"k"}, "helper").starts_with("error: ")) << "a device function is no kernel";
}

}  // namespace
}  // namespace bankloom
